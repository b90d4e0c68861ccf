// How it came to this: the game step by step. What is seen of it stands in the mode.

import { wait } from '../dom.js';
import { settings } from '../settings.js';

const CHUNK = 20;

export class Replay {
  /**
   * @param {{ ask(question: Question): Promise<any>, begin(): void, show(past: Past): void,
   *   scenes(frame: Frame): Promise<void>, leave(): void, refused(error: unknown): void }} stage
   */
  constructor(stage) {
    this.stage = stage;
    this.on = false;
    this.steps = 0;
    this.at = 0;
    /** @type {PhaseMark[]} */
    this.phases = [];
    /** @type {Map<number, Promise<Frame[]>>} */
    this.chunks = new Map();
    this.playing = false;
    this.wish = 0;
    /** @type {Frame | null} */
    this.frameNow = null;
  }

  /** Opens at a step, or where an entry of the journal led; else at the end. @param {{ step?: number, entry?: number }} [where] */
  async open(where = {}) {
    /** @type {Timeline} */
    let line;
    try {
      line = await this.stage.ask({ op: 'replay' });
    } catch (error) {
      return this.stage.refused(error);
    }
    this.steps = line.steps;
    this.phases = line.phases;
    this.chunks.clear();
    const fresh = !this.on;
    this.on = true;
    if (fresh) this.stage.begin();
    let step = where.step ?? this.steps;
    if (where.entry !== undefined) {
      const wanted = where.entry;
      const found = line.entries.findIndex((e) => e >= wanted);
      step = found < 0 ? this.steps : found + 1;
    }
    await this.go(step);
  }

  close() {
    if (!this.on) return;
    this.playing = false;
    this.on = false;
    this.wish += 1;
    this.stage.leave();
  }

  /** @param {number} step @returns {Promise<Frame>} */
  async frame(step) {
    const start = Math.floor(step / CHUNK) * CHUNK;
    let chunk = this.chunks.get(start);
    if (!chunk) {
      const most = Math.min(CHUNK, this.steps - start + 1);
      chunk = this.stage.ask({ op: 'replay', step: start, count: most }).then((answer) => answer.frames);
      this.chunks.set(start, chunk);
      chunk.catch(() => this.chunks.delete(start));
    }
    return (await chunk)[step - start];
  }

  /** @param {number} step @param {boolean} [play] */
  async go(step, play = false) {
    const wish = ++this.wish;
    const to = Math.max(0, Math.min(this.steps, step));
    this.at = to;
    let frame;
    try {
      frame = await this.frame(to);
      if (play && frame) await this.stage.scenes(frame);
    } catch (error) {
      if (this.wish === wish) this.stage.refused(error);
      return;
    }
    // Meanwhile somebody may have gone elsewhere.
    if (this.wish !== wish || !this.on || !frame) return;
    this.frameNow = frame;
    this.tell();
  }

  tell() {
    if (this.frameNow) this.stage.show({ frame: this.frameNow, steps: this.steps, phases: this.phases, playing: this.playing });
  }

  /** @param {number} by */
  step(by) {
    this.playing = false;
    void this.go(this.at + by, by === 1);
  }

  /** @param {number} to */
  jump(to) {
    this.playing = false;
    void this.go(to);
  }

  toggle() {
    this.playing = !this.playing;
    this.tell();
    if (this.playing) void this.play();
  }

  async play() {
    if (this.at >= this.steps) await this.go(0);
    while (this.playing && this.on && this.at < this.steps) {
      await this.go(this.at + 1, true);
      await wait(settings.speed === 0 ? 30 : 260 / settings.speed);
    }
    if (!this.playing) return;
    this.playing = false;
    this.tell();
  }

  /** @param {KeyboardEvent} event @returns {boolean} */
  key(event) {
    const does = /** @type {Record<string, () => void>} */ ({
      Escape: () => this.close(), ' ': () => this.toggle(), '.': () => this.step(1), ',': () => this.step(-1),
      ArrowRight: () => this.step(1), ArrowLeft: () => this.step(-1), Home: () => this.jump(0), End: () => this.jump(this.steps),
    })[event.key];
    if (!does || (event.key === ' ' && /** @type {HTMLElement} */ (event.target).closest('button'))) return false;
    event.preventDefault();
    does();
    return true;
  }
}
