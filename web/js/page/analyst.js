// Whoever weighs what decided a game: a worker of its own, which is there while somebody asks, so that the table and its computers are
// free.

/** How long it may be silent over a phase, and how long it stays when nobody asks. */
const SILENT = 20_000;
const IDLE = 60_000;

export class Analyst {
  /**
   * @param {WebAssembly.Module} module
   * @param {(weighed: any) => void} found
   * @param {() => void} lost
   */
  constructor(module, found, lost) {
    this.module = module;
    this.found = found;
    this.lost = lost;
    /** The texts of titles that were brought along. @type {Map<string, any>} */
    this.titles = new Map();
    /** @type {Worker | null} */
    this.worker = null;
    /** How many phases it has before it. */
    this.waiting = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** A title is on the shelf from now on. @param {string} scenario @param {any} texts */
  bring(scenario, texts) {
    this.titles.set(scenario, texts);
    this.worker?.postMessage({ bring: texts });
  }

  /** @param {any} task */
  weigh(task) {
    this.worker ??= this.called();
    this.waiting += 1;
    this.worker.postMessage({ door: 'weigh', message: task });
    this.watch();
  }

  called() {
    const worker = new Worker(new URL('./study.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data: { said } }) => {
      if (said) {
        this.waiting -= 1;
        this.found(said);
      }
      this.watch();
    };
    worker.onerror = () => this.dismiss();
    worker.postMessage({ module: this.module });
    this.titles.forEach((texts) => worker.postMessage({ bring: texts }));
    return worker;
  }

  watch() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.dismiss(), this.waiting > 0 ? SILENT : IDLE);
  }

  /** Away with it and all that it knew. */
  dismiss() {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = null;
    this.waiting = 0;
    this.lost();
  }
}
