// Carrying counters over the map with a pressed button: from a hex, or from the tray.

import { counterIcon } from '../counters.js';
import { h } from '../dom.js';
import { pieceOf } from './reading.js';

export class Carry {
  /** @param {import('./hand.js').Hand} hand @param {import('../board.js').Board} board */
  constructor(hand, board) {
    this.hand = hand;
    this.board = board;
    /** @type {{ ghost: HTMLElement, taken: Promise<unknown>, from: string | null } | null} */
    this.now = null;
  }

  /** Takes a counter off the map. @param {string | null} hex @param {string | null} piece @param {PointerEvent} event */
  grab(hex, piece, event) {
    const { hand } = this;
    if (!piece || !hex || !hand.free || hand.mode.kind === 'confirm' || hand.subjects.length === 0) return false;
    const held = hand.all.includes(piece);
    if (event.pointerType === 'touch' && !held) return false;
    const able = hand.subjects.find((x) => pieceOf(x.target) === piece);
    if (!held && !able) return false;
    this.begin(held ? null : able ?? null, held ? hand.all : [piece], hex, event);
    return true;
  }

  /**
   * @param {Able | null} able  what to take in hand first, if it is not there yet
   * @param {string[]} ids
   * @param {string | null} from
   * @param {PointerEvent} event
   */
  begin(able, ids, from, event) {
    const pieces = ids.map((id) => this.hand.piece(id)).filter((p) => p !== undefined);
    const size = Math.max(34, Math.min(90, 51 * this.board.k));
    const ghost = h('div', { class: 'ghost', 'aria-hidden': 'true' }, pieces.slice(0, 4).map((p, i) => {
      const icon = counterIcon(p, size);
      icon.style.left = `${i * 5}px`;
      icon.style.top = `${i * -5}px`;
      return icon;
    }));
    ghost.style.setProperty('--size', `${size}px`);
    document.body.append(ghost);
    this.hand.store.set({ inspected: null });
    this.now = { ghost, from, taken: able ? this.hand.take(able, true) : Promise.resolve() };
    this.move(null, event);
  }

  /** @param {string | null} hex @param {PointerEvent} event */
  move(hex, event) {
    if (!this.now) return;
    this.now.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
    const { mode } = this.hand;
    if (mode.kind !== 'hand') return;
    if (mode.via.length && hex) void this.hand.trace(hex);
    else this.board.showPath(mode.choices.find((c) => c.target.kind === 'hex' && c.target.at === hex)?.path ?? []);
  }

  /** @param {string | null} hex */
  async drop(hex) {
    const carried = this.now;
    if (!carried) return;
    this.now = null;
    carried.ghost.remove();
    await carried.taken;
    const { mode } = this.hand;
    if (!hex || hex === carried.from || mode.kind !== 'hand') return;
    const stops = mode.choices.filter((c) => c.target.kind === 'hex' && c.target.at === hex);
    if (stops.length && !mode.via.length && !mode.company.length) return this.hand.offer(stops, hex);
    await this.hand.march(hex);
    if (this.hand.mode === mode && !stops.length) this.hand.letGo();
  }

  /** Drags a counter from the tray onto the map. @param {PointerEvent} down @param {Able} able @param {HTMLElement} button */
  pull(down, able, button) {
    const id = pieceOf(able.target);
    if (down.button !== 0 || down.pointerType === 'touch' || id === null) return;
    const over = (/** @type {PointerEvent} */ event) =>
      (document.elementFromPoint(event.clientX, event.clientY)?.closest('.map') ? this.board.hexUnder(event) : null);
    const move = (/** @type {PointerEvent} */ event) => {
      if (!this.now) {
        if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < 6) return;
        this.begin(able, [id], null, event);
      }
      this.move(over(event), event);
    };
    const up = (/** @type {PointerEvent} */ event) => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      if (!this.now) return;
      // The click that follows is none.
      const none = (/** @type {Event} */ e) => { e.stopPropagation(); e.preventDefault(); };
      addEventListener('click', none, { capture: true });
      setTimeout(() => { removeEventListener('click', none, { capture: true }); button.blur(); });
      void this.drop(over(event));
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
  }
}
