// Pointing without pressing: paths, a look at what something could do, stacks that spread, and what lies in a hex.

import { hexOf, onMap, pieceOf } from './reading.js';

/** How long the pointer rests before a counter shows what it can do; then before a stack spreads, and before a hex tells of itself. */
const SHOW = 140;
const SPREAD = 180;
const TELL = 270;

export class Pointing {
  /**
   * @param {import('./hand.js').Hand} hand
   * @param {import('./painter.js').Painter} painter
   * @param {import('../board.js').Board} board
   */
  constructor(hand, painter, board) {
    this.hand = hand;
    this.painter = painter;
    this.board = board;
    /** @type {string | null} */
    this.hex = null;
    this.previewed = false;
  }

  close() {
    clearTimeout(this.timer);
  }

  /** @param {string | null} hex @param {string | null} piece @param {PointerEvent | null} event */
  point(hex, piece, event) {
    const { hand, board } = this;
    const { store } = hand;
    clearTimeout(this.timer);
    if (!event || event.pointerType === 'touch') {
      if (!event) {
        store.set({ inspected: null });
        board.fan(null);
        this.hex = null;
        this.preview(null);
      }
      return;
    }
    const { mode } = hand;
    const idle = mode.kind === 'looking';
    if (hex !== this.hex) {
      this.hex = hex;
      store.set({ inspected: null });
      if (mode.kind === 'hand') {
        const stop = mode.choices.find((c) => c.target.kind === 'hex' && c.target.at === hex);
        if (mode.via.length && hex) void hand.trace(hex);
        else board.showPath(stop?.path ?? []);
        board.element.classList.toggle('aim', Boolean(stop));
      }
      if (!board.overFan(event)) board.fan(null);
      this.preview(null);
    }
    const able = hand.free && piece !== null ? hand.subjects.find((x) => pieceOf(x.target) === piece) : undefined;
    const lit = hand.free && hex !== null && hand.ableIn(hex).length > 0;
    board.element.classList.toggle('hand', idle && lit);
    const [x, y] = [event.clientX, event.clientY];
    const tell = () => { if (hex) store.set({ inspected: { hex, x, y, wanted: false } }); };
    const spread = () => {
      const now = hand.mode;
      const aimed = now.kind === 'hand' && now.choices.some((c) => onMap(c.target) && hexOf(c.target, board.pieces) !== hex);
      // With a counter in hand the hexes round a stack are wanted more than its fan.
      if (hex && piece && !aimed && now.kind !== 'film' && board.stack(hex).length > 1) board.fan(hex);
      this.timer = setTimeout(tell, TELL);
    };
    this.timer = setTimeout(() => {
      if (hand.mode.kind === 'looking' && able) void this.preview(able);
      this.timer = setTimeout(spread, SPREAD);
    }, SHOW);
  }

  /** Shows what a counter could do before it is taken in hand. @param {Able | null} able */
  async preview(able) {
    const idle = () => this.hand.mode.kind === 'looking';
    if (!able) {
      if (this.previewed && idle()) this.painter.preview(null);
      this.previewed = false;
      return;
    }
    const choices = await this.hand.deeds.legal(able).catch(() => []);
    if (!idle() || choices.length === 0) return;
    this.previewed = true;
    this.painter.preview(choices, able);
  }
}
