// The studies as the tables of a game see them: one task after the other, a word to stop, and other workers if one is lost. Where there are
// cores for it, a second worker takes half of every search.

/** How long the studies may be silent, and how long they may take to stop. */
const SILENT = 20_000;
const GRACE = 5_000;
/** The longest advice. */
const ADVICE = 10_000;
/** How many share a search. */
const AIDES = (navigator.hardwareConcurrency ?? 1) > 1 ? 2 : 1;

export class Studies {
  /**
   * @param {WebAssembly.Module} module
   * @param {(thought: any) => void} found
   * @param {() => void} lost
   */
  constructor(module, found, lost) {
    this.module = module;
    /** The texts of titles that were brought along. @type {Map<string, any>} */
    this.titles = new Map();
    this.found = found;
    this.lost = lost;
    /** @type {{ task: any, address: string }[]} the first is being thought about */
    this.queue = [];
    /** The first has the copy of the table and decides. @type {Worker[]} */
    this.workers = [];
    /** What each has found of its part, while a search is shared. @type {any[]} */
    this.parts = [];
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

  /** A title is on the shelf from now on; a worker that is not there yet is told when it is. @param {string} scenario @param {any} texts */
  bring(scenario, texts) {
    this.titles.set(scenario, texts);
    for (const worker of this.workers) worker?.postMessage({ bring: texts });
  }

  /** @param {number} which @returns {Worker} */
  worker(which) {
    const here = this.workers[which];
    if (here) return here;
    const worker = new Worker(new URL('./study.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => this.hear(data, which);
    worker.onerror = () => this.replace();
    worker.postMessage({ module: this.module });
    this.titles.forEach((texts) => worker.postMessage({ bring: texts }));
    this.workers[which] = worker;
    return worker;
  }

  /** A worker hears what concerns the first task. @param {number} which @param {string} door @param {unknown} message */
  pass(which, door, message) {
    const { task: { advice }, address } = this.queue[0];
    const ms = advice ? Math.min(advice.ms ?? ADVICE, ADVICE) : undefined;
    this.worker(which).postMessage({ door, message, address, ms });
  }

  next() {
    const first = this.queue[0];
    if (!first) {
      clearTimeout(this.timer);
      return;
    }
    this.pass(0, 'begin', { task: first.task, aides: AIDES });
    this.watch(SILENT);
  }

  /** @param {any} said @param {number} which */
  hear({ said }, which) {
    if (!said) {
      this.watch(SILENT);
      return;
    }
    const [first] = this.queue;
    if (!first) return;
    if (said.thought) {
      this.queue.shift();
      URL.revokeObjectURL(first.address);
      this.found(said.thought);
      this.next();
    } else if (said.share) {
      this.parts = said.share.parts.map(() => undefined);
      said.share.parts.forEach((/** @type {unknown} */ part, /** @type {number} */ n) => this.pass(n, 'stand_in', part));
    } else {
      this.parts[which] = said.found;
      if (this.parts.includes(undefined)) return;
      this.pass(0, 'end', { question: first.task.question, found: this.parts });
    }
  }

  /** Gives the workers up if nothing is heard for so long. @param {number} ms */
  watch(ms) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.replace(), ms);
  }

  /** Away with the workers and all that they were asked. */
  replace() {
    clearTimeout(this.timer);
    for (const worker of this.workers.splice(0)) worker?.terminate();
    for (const { address } of this.queue.splice(0)) URL.revokeObjectURL(address);
    this.lost();
  }
}
