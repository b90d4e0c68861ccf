// How it came to this: the game step by step, with a slider; from any step a new game may branch off.

import { fill, h, sideName, sign, wait } from './dom.js';
import { settings } from './settings.js';

const CHUNK = 20;

/** @typedef {{ step: number, entry?: number, by?: SideId, told: Told[], view: View }} Frame */
/** @typedef {{ step: number, turn: number, turn_label: string, phase: string, active?: SideId }} Chapter */

export class Replay {
  /**
   * @param {{ ask(request: Record<string, unknown>): Promise<any>, frame(frame: Frame, play: boolean): Promise<void>, leave(): void,
   *   branch(step: number): void, mayBranch(): boolean, refused(error: unknown): void }} stage
   */
  constructor(stage) {
    this.stage = stage;
    this.on = false;
    this.steps = 0;
    this.at = 0;
    /** @type {Chapter[]} */
    this.phases = [];
    /** @type {number[]} */
    this.entries = [];
    /** @type {Map<number, Promise<Frame[]>>} */
    this.chunks = new Map();
    this.playing = false;
    this.wish = 0;
    const button = (/** @type {string} */ what, /** @type {string} */ title, /** @type {() => void} */ does) => h('button', { class: 'icon-button', title, 'aria-label': title, onclick: does }, sign(what));
    this.slider = h('input', { type: 'range', min: 0, max: 0, value: 0, 'aria-label': 'Step of the game' });
    this.slider.addEventListener('input', () => { this.playing = false; void this.go(Number(this.slider.value)); });
    this.playButton = button('play', 'Play (Space)', () => this.toggle());
    this.label = h('span', { class: 'replay-label', 'aria-live': 'polite' });
    this.branchButton = h('button', { title: 'A new game from this step', onclick: () => this.stage.branch(this.at) }, sign('branch'), 'Branch from here');
    this.chapters = h('select', { 'aria-label': 'Go to a phase' });
    this.chapters.addEventListener('change', () => { this.playing = false; void this.go(Number(this.chapters.value)); });
    this.element = h('section', { class: 'replay', 'aria-label': 'Replay', hidden: true },
      h('div', { class: 'replay-row' },
        button('start', 'To the start (Home)', () => this.jump(0)), button('back', 'One step back (,)', () => this.step(-1)), this.playButton, button('on', 'One step on (.)', () => this.step(1)), button('end', 'To the end (End)', () => this.jump(this.steps)),
        this.slider, this.label),
      h('div', { class: 'replay-row' }, this.chapters, this.branchButton, h('button', { class: 'primary', title: 'Back to the game (Esc)', onclick: () => this.close() }, 'Back to the game')));
  }

  /** Opens at a step, or where an entry of the journal led; else at the end. @param {{ step?: number, entry?: number }} [where] */
  async open(where = {}) {
    try {
      const { steps, phases, entries } = await this.stage.ask({ op: 'replay' });
      this.steps = steps;
      this.phases = phases;
      this.entries = entries;
    } catch (error) {
      this.stage.refused(error);
      return;
    }
    this.chunks.clear();
    this.on = true;
    this.element.hidden = false;
    document.body.classList.add('replaying');
    this.slider.max = String(this.steps);
    fill(this.chapters, this.phases.map((p) => h('option', { value: p.step }, `Turn ${p.turn}: ${p.active ? `${sideName(p.active)} ` : ''}${p.phase}`)));
    this.branchButton.hidden = !this.stage.mayBranch();
    let step = where.step ?? this.steps;
    if (where.entry !== undefined) {
      const found = this.entries.findIndex((e) => e >= /** @type {number} */ (where.entry));
      step = found < 0 ? this.steps : found + 1;
    }
    await this.go(step);
    this.slider.focus();
  }

  close() {
    if (!this.on) return;
    this.playing = false;
    this.on = false;
    this.wish += 1;
    this.element.hidden = true;
    document.body.classList.remove('replaying');
    this.stage.leave();
  }

  /** @param {number} step @returns {Promise<Frame>} */
  async frame(step) {
    const start = Math.floor(step / CHUNK) * CHUNK;
    let chunk = this.chunks.get(start);
    if (!chunk) {
      chunk = this.stage.ask({ op: 'replay', step: start, count: Math.min(CHUNK, this.steps - start + 1) }).then((answer) => answer.frames);
      this.chunks.set(start, chunk);
      chunk.catch(() => this.chunks.delete(start));
    }
    const frames = await chunk;
    return frames[step - start];
  }

  /** @param {number} step @param {boolean} [play] */
  async go(step, play = false) {
    const wish = ++this.wish;
    const to = Math.max(0, Math.min(this.steps, step));
    this.at = to;
    this.slider.value = String(to);
    let frame;
    try {
      frame = await this.frame(to);
    } catch (error) {
      if (this.wish === wish) this.stage.refused(error);
      return;
    }
    if (this.wish !== wish || !this.on || !frame) return;
    const chapter = this.phases.filter((p) => p.step <= to).at(-1);
    if (chapter) this.chapters.value = String(chapter.step);
    this.label.textContent = `${to} of ${this.steps}`;
    this.slider.setAttribute('aria-valuetext', `step ${to} of ${this.steps}, ${frame.told.map((t) => t.text).join(' ')}`);
    await this.stage.frame(frame, play);
  }

  /** @param {number} by */
  step(by) {
    this.playing = false;
    this.sign();
    void this.go(this.at + by, by === 1);
  }

  /** @param {number} to */
  jump(to) {
    this.playing = false;
    this.sign();
    void this.go(to);
  }

  sign() {
    fill(this.playButton, sign(this.playing ? 'pause' : 'play'));
  }

  toggle() {
    this.playing = !this.playing;
    this.sign();
    if (this.playing) void this.play();
  }

  async play() {
    if (this.at >= this.steps) await this.go(0);
    while (this.playing && this.on && this.at < this.steps) {
      await this.go(this.at + 1, true);
      await wait(settings.speed === 0 ? 30 : 260 / settings.speed);
    }
    this.playing = false;
    this.sign();
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
