// The study as the tables see it: one task after the other, a word to stop, and another worker if this one is lost.

/** How long a study may be silent, and how long it may take to stop. */
const SILENT = 20_000;
const GRACE = 5_000;
/** The longest advice. */
const ADVICE = 10_000;

export class Studies {
  /**
   * @param {WebAssembly.Module} module
   * @param {Map<string, any>} titles  those that were brought along
   * @param {(thought: any) => void} found
   * @param {() => void} lost
   */
  constructor(module, titles, found, lost) {
    this.module = module;
    this.titles = titles;
    this.found = found;
    this.lost = lost;
    /** @type {{ task: any, address: string }[]} the first is being thought about */
    this.queue = [];
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {any} task */
  think(task) {
    this.queue.push({ task, address: URL.createObjectURL(new Blob(['go on'])) });
    if (this.queue.length === 1) this.next();
  }

  /** Whoever thinks about this decides at once; what was not begun is begun and stopped. @param {number} question */
  halt(question) {
    const at = this.queue.findIndex(({ task }) => task.question === question);
    if (at < 0) return;
    URL.revokeObjectURL(this.queue[at].address);
    if (at === 0) this.watch(GRACE);
  }

  /** A title is on the shelf from now on; a worker that is not there yet is told when it is. @param {any} texts */
  bring(texts) {
    this.worker?.postMessage({ bring: texts });
  }

  next() {
    const first = this.queue[0];
    if (!first) {
      clearTimeout(this.timer);
      return;
    }
    if (!this.worker) {
      this.worker = new Worker(new URL('./study.js', import.meta.url), { type: 'module' });
      this.worker.onmessage = ({ data }) => this.hear(data);
      this.worker.onerror = () => this.replace();
      this.worker.postMessage({ module: this.module });
      this.titles.forEach((texts) => this.bring(texts));
    }
    const { task, address } = first;
    const ms = task.advice ? Math.min(task.advice.ms ?? ADVICE, ADVICE) : undefined;
    this.worker.postMessage({ task, address, ms });
    this.watch(SILENT);
  }

  /** @param {any} said */
  hear(said) {
    if (!said.thought) {
      this.watch(SILENT);
      return;
    }
    const done = this.queue.shift();
    if (done) URL.revokeObjectURL(done.address);
    this.found(said.thought);
    this.next();
  }

  /** Gives the worker up if nothing is heard for so long. @param {number} ms */
  watch(ms) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.replace(), ms);
  }

  /** Away with the worker and all that it was asked. */
  replace() {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = null;
    for (const { address } of this.queue.splice(0)) URL.revokeObjectURL(address);
    this.lost();
  }
}
