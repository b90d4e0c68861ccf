// News as a short film: marches, dice, banners, then the position as it is. It can be hurried.

import { wait } from './dom.js';
import { settings, still } from './settings.js';

const MARCHES = ['move', 'enter', 'retreat', 'advance', 'march', 'displace', 'exit', 'leave', 'withdraw', 'charge'];

export class Film {
  /**
   * @param {{ board: import('./board.js').Board, own(by: SideId | undefined): boolean, tell(entry: Logged): void,
   *   banner(text: string): void, dice(values: number[], text: string): void, show(news: News, last: boolean): void, rest(): void }} stage
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
  }

  /** @param {News} news */
  push(news) {
    this.queue.push(news);
    if (!this.playing) void this.play();
  }

  skip() {
    this.hurry = this.playing;
  }

  /** Ends here: whoever cuts it shows what is to be seen instead. */
  cut() {
    this.queue = [];
    this.now = null;
    this.skip();
  }

  /** @param {number} ms */
  async pause(ms) {
    const speed = settings.speed;
    if (this.hurry || speed === 0 || this.queue.length > 400) return;
    await wait(ms / speed);
  }

  async play() {
    this.playing = true;
    while (this.queue.length > 0 && !this.stopped) {
      const news = /** @type {News} */ (this.queue.shift());
      this.now = news;
      await this.entries(news);
      if (this.stopped) return;
      if (this.now !== news) continue;
      // Who wants no film sees only where it ends.
      const last = this.queue.length === 0;
      if (last || !(this.hurry || settings.speed === 0)) this.stage.show(news, last);
    }
    this.playing = false;
    this.hurry = false;
    if (!this.stopped) this.stage.rest();
  }

  /** Everything that the news tell, unless it is cut. @param {News} news */
  async entries(news) {
    let shown = false;
    for (const entry of news.entries) {
      this.stage.tell(entry);
      const own = this.stage.own(entry.by);
      for (const told of entry.told) {
        await this.scene(told, own);
        if (this.stopped || this.now !== news) return;
        // What follows a throw is seen on the position it led to.
        if (told.dice?.length && !shown && !this.hurry && settings.speed > 0) {
          this.stage.show(news, false);
          shown = true;
        }
      }
    }
  }

  /** @param {Told} told @param {boolean} own */
  async scene(told, own) {
    const { board } = this.stage;
    const instant = this.hurry || settings.speed === 0;
    const hexes = told.hexes ?? [];
    if (told.dice?.length) {
      this.stage.dice(told.dice, told.text);
      await this.pause(settings.dice === 'instant' ? 250 : still() ? 900 : 1300);
    } else if (told.kind === 'phase' || told.kind === 'turn') {
      this.stage.banner(told.text);
      await this.pause(own ? 120 : 420);
    } else if (told.pieces?.length && hexes.length > 1 && MARCHES.includes(told.kind)) {
      if (instant) return;
      if (!own) board.reveal([hexes[hexes.length - 1]]);
      const ms = Math.min(700, 160 + 60 * hexes.length) / settings.speed;
      await board.march(told.pieces, hexes, own ? Math.min(ms, 280) : ms);
      if (!own) await this.pause(60);
    } else if (told.kind === 'battle') {
      if (!own) board.reveal(hexes);
      board.flash(hexes);
      await this.pause(own ? 150 : 900);
    } else if (told.kind === 'loss' || told.kind === 'control') {
      await this.pause(own ? 100 : 350);
    }
  }
}
