// News as a short film: marches, battles, dice, then the position as it is. It can be halted, stepped through and hurried.

import { wait } from '../dom.js';
import { settings, still } from '../settings.js';

/** What moves counters. @type {EventKind[]} */
const MARCHES = ['march', 'enter', 'leave', 'retreat', 'advance'];

/** How long one looks at what others did, in milliseconds; what is not listed passes by. @type {Partial<Record<EventKind, number>>} */
const LOOKS = {
  turn: 600, phase: 420, battle: 1000, fire: 800, result: 500, loss: 450, control: 350, score: 350, weather: 600, chit: 600, card: 900,
  works: 250, bridge: 250, reveal: 350, condition: 250, rally: 200, end: 800,
};

/** So long, in milliseconds, what the others did is shown between two decisions of one's own, unless all of it is wanted at ease. */
const LONGEST = 20_000;
/** No faster than this: something is to be seen. */
const QUICKEST = 16;
/** From here on it is worth saying that a film is hurried. */
const HURRIED = 1.5;

/** How long something is to be seen at ease. @param {LogEntry} told @param {boolean} own */
function lasts(told, own) {
  if (told.dice?.length) return settings.dice === 'instant' ? 250 : still() ? 900 : 1200;
  if (told.pieces?.length && (told.hexes?.length ?? 0) > 1 && MARCHES.includes(told.kind)) {
    const ms = Math.min(700, 160 + 60 * (told.hexes?.length ?? 0));
    return own ? Math.min(ms, 280) : ms + 60;
  }
  const look = LOOKS[told.kind] ?? 0;
  return own ? Math.min(told.kind === 'phase' || told.kind === 'turn' ? 120 : 150, look) : look;
}

export class Film {
  /**
   * @param {{ board: import('../board.js').Board, own(by: Side | undefined): boolean, tell(entry: Logged): void,
   *   caption(told: LogEntry): void, banner(text: string): void, dice(values: number[], text: string): void,
   *   show(news: News, last: boolean): void, begin(foreign: boolean): void, rest(): void }} stage
   */
  constructor(stage) {
    this.stage = stage;
    /** @type {News[]} */
    this.queue = [];
    /** @type {News | null} */
    this.now = null;
    this.playing = false;
    this.hurry = false;
    this.stopped = false;
    this.paused = false;
    /** @type {(() => void) | null} what goes on with a halted film */
    this.resume = null;
    /** @type {Promise<void> | null} what the film waits for before it begins */
    this.gate = null;
    /** How long the others' doings were shown since the last decision of ours, and how long that should have taken, in milliseconds. */
    this.spent = 0;
    this.meant = 0;
    /** How much faster than at ease. */
    this.rate = 1;
    /** Whether the dice at hand are those of our own decision: nobody is hurried past them. */
    this.ours = false;
    /** Whether the scene at hand was halted: how long one looks at it counts for nothing. */
    this.halted = false;
    /** Whether all of it is wanted at ease. */
    this.whole = false;
  }

  get hurried() {
    return this.rate > HURRIED;
  }

  /** A decision of ours: what comes after it is another film. */
  fresh() {
    [this.spent, this.meant, this.rate, this.whole] = [0, 0, 1, false];
  }

  /** All of this one at ease. */
  ease() {
    [this.rate, this.whole] = [1, true];
  }

  /** Sees to it that what is still to come does not take too long. @param {LogEntry[]} coming */
  pace(coming) {
    const queued = this.queue.flatMap((n) => n.entries.flatMap((e) => (this.stage.own(e.by) ? [] : e.told)));
    const all = [...coming, ...queued].reduce((ms, told) => ms + lasts(told, false), 0);
    const room = Math.max(2000, LONGEST - this.spent);
    // A slow machine takes longer than was meant.
    const drag = this.meant > 500 ? Math.max(1, this.spent / this.meant) : 1;
    this.rate = this.whole ? 1 : Math.max(this.rate, Math.min(QUICKEST, (all * drag) / room));
  }

  /** @param {News} news */
  push(news) {
    this.queue.push(news);
    if (!this.playing) void this.play();
  }

  skip() {
    this.hurry = this.playing;
    this.go();
  }

  /** Halts, or goes on. */
  toggle() {
    if (this.paused) this.go();
    else this.paused = this.playing;
  }

  /** Goes on. */
  go() {
    this.paused = false;
    this.resume?.();
  }

  /** One scene on, then halts again. */
  step() {
    this.resume?.();
    this.paused = this.playing;
  }

  /** Ends here: whoever cuts it shows what is to be seen instead. */
  cut() {
    this.queue = [];
    this.now = null;
    this.skip();
  }

  get instant() {
    return this.hurry || settings.speed === 0 || this.queue.length > 400;
  }

  /** @param {number} ms */
  async pause(ms) {
    if (!this.instant) await wait(ms / settings.speed / (this.ours ? 1 : this.rate));
    if (!this.paused || this.hurry || this.stopped) return;
    this.halted = true;
    await new Promise((done) => { this.resume = () => { this.resume = null; done(undefined); }; });
  }

  async play() {
    this.playing = true;
    if (this.gate) await this.gate;
    while (this.queue.length > 0 && !this.stopped) {
      const news = /** @type {News} */ (this.queue.shift());
      this.now = news;
      const foreign = news.entries.some((e) => !this.stage.own(e.by));
      this.stage.begin(foreign);
      const begun = performance.now();
      await this.entries(news);
      if (this.stopped) return;
      if (this.now !== news) continue;
      // Who wants no film sees only where it ends.
      const last = this.queue.length === 0;
      if (last || !this.instant) this.stage.show(news, last);
      if (foreign && !this.halted) this.spent += performance.now() - begun;
      this.halted = false;
    }
    this.playing = false;
    this.hurry = false;
    this.paused = false;
    if (!this.stopped) this.stage.rest();
  }

  /** Everything that the news tell, unless it is cut. @param {News} news */
  async entries(news) {
    let shown = false;
    for (const entry of news.entries) {
      this.stage.tell(entry);
      const own = this.stage.own(entry.by);
      this.ours = own || (this.ours && !entry.by);
      for (const [i, told] of entry.told.entries()) {
        if (!own) {
          this.pace(entry.told.slice(i));
          this.stage.caption(told);
        }
        await this.scene(told, own);
        if (!own) this.meant += lasts(told, false) / this.rate / settings.speed;
        if (this.stopped || this.now !== news) return;
        // What follows a throw is seen on the position it led to.
        if (told.dice?.length && !shown && !this.instant) {
          this.stage.show(news, false);
          shown = true;
        }
      }
    }
  }

  /** @param {LogEntry} told @param {boolean} own */
  async scene(told, own) {
    const { board } = this.stage;
    const hexes = told.hexes ?? [];
    const ms = lasts(told, own);
    if (told.dice?.length) {
      this.stage.dice(told.dice, told.text);
      await this.pause(ms);
    } else if (told.kind === 'phase' || told.kind === 'turn' || told.kind === 'weather') {
      this.stage.banner(told.text);
      await this.pause(ms);
    } else if (told.pieces?.length && hexes.length > 1 && MARCHES.includes(told.kind)) {
      if (this.instant) return;
      if (!own) board.reveal(hexes.slice(-1));
      await board.march(told.pieces, hexes, (own ? ms : ms - 60) / settings.speed / this.rate);
      if (!own) await this.pause(60);
    } else {
      const fight = told.kind === 'battle' || told.kind === 'fire';
      if (!own && hexes.length && ms) board.reveal(hexes);
      if (hexes.length && (fight || told.kind === 'loss' || told.kind === 'control')) board.flash(hexes);
      await this.pause(ms);
    }
  }
}
