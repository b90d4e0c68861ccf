// The whole map in a corner, where it is much larger than its window: what stands where, and what is in sight.

import { h } from './dom.js';

/** The longer side of the small map, in a large window and in a small one. */
const LARGE = 190;
const SMALL = 104;
/** At this scale counters can be read; a map that is then more than twice as large as the window has a small one beside it. */
const READABLE = 0.7;
const TWICE = 2;

/** The corner at the foot of the map in which it lies. @typedef {'right' | 'left'} Corner */

export class Minimap {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    this.ground = h('canvas', {});
    this.army = h('canvas', {});
    this.frame = h('div', { class: 'seen' });
    const fold = 'Fold the small map';
    this.fold = h('button', { class: 'fold', title: fold, 'aria-label': fold, 'aria-expanded': 'true' }, '–');
    this.element = h('div', { class: 'minimap', hidden: true }, this.ground, this.army, this.frame, this.fold);
    this.fold.addEventListener('pointerdown', (event) => event.stopPropagation());
    /** Whether it is folded: by the player, or because it would lie over something that can act everywhere. */
    this.folded = false;
    /** Whether the player wants it even so. */
    this.wanted = false;
    /** Whether it was folded for want of room. */
    this.tucked = false;
    /** @type {Corner} where it lies */
    this.corner = 'right';
    this.fold.addEventListener('click', () => {
      this.wanted = this.folded;
      this.shut(!this.folded);
    });
    /** @type {HTMLImageElement | null} what is drawn on it now */
    this.drawn = null;
    this.scale = 0;
    const go = (/** @type {PointerEvent} */ event) => {
      const box = this.ground.getBoundingClientRect();
      const window = board.element.getBoundingClientRect();
      const [x, y] = [(event.clientX - box.left) / this.scale, (event.clientY - box.top) / this.scale];
      board.pan(window.width / 2 - x * board.k - board.x, window.height / 2 - y * board.k - board.y);
    };
    this.element.addEventListener('pointerdown', (event) => {
      event.stopPropagation();
      this.element.setPointerCapture(event.pointerId);
      go(event);
    });
    this.element.addEventListener('pointermove', (event) => {
      event.stopPropagation();
      if (event.buttons) go(event);
    });
  }

  /** Shows where the window is. */
  follow() {
    const { board } = this;
    const box = board.element.getBoundingClientRect();
    const large = board.width * READABLE > TWICE * box.width || board.height * READABLE > TWICE * box.height;
    const all = board.width * board.k <= box.width + 1 && board.height * board.k <= box.height + 1;
    const hidden = !large || all || !board.tiles.image;
    if (this.element.hidden !== hidden) this.element.hidden = hidden;
    if (hidden) return;
    this.draw(Math.min(box.width, box.height) < 500 ? SMALL : LARGE);
    this.yield();
    const { scale } = this;
    const [left, top] = [Math.max(0, -board.x / board.k), Math.max(0, -board.y / board.k)];
    const width = Math.min(board.width, (box.width - board.x) / board.k) - left;
    const height = Math.min(board.height, (box.height - board.y) / board.k) - top;
    const px = (/** @type {number} */ v) => `${Math.round(v * scale)}px`;
    Object.assign(this.frame.style, { transform: `translate(${px(left)}, ${px(top)})`, width: px(width), height: px(height) });
  }

  /** @param {boolean} folded */
  shut(folded) {
    const words = folded ? 'Show the small map' : 'Fold the small map';
    this.folded = folded;
    this.element.classList.toggle('folded', folded);
    Object.assign(this.fold, { textContent: folded ? '+' : '–', title: words, ariaLabel: words, ariaExpanded: String(!folded) });
  }

  /** Lies where it covers nothing that can act: in another corner, or folded, if there is none. */
  yield() {
    const { board } = this;
    if (this.element.hidden) return;
    const box = board.element.getBoundingClientRect();
    const { pieces, picks, hexes, stops } = board.lights;
    const names = [...board.pieces.filter((p) => pieces.has(p.id) || picks.has(p.id)).map((p) => p.hex ?? ''), ...hexes, ...stops.keys()];
    const [wide, high] = [board.width * this.scale + 24 + 20 * board.k, board.height * this.scale + 24 + 20 * board.k];
    const covered = { right: 0, left: 0 };
    for (const name of new Set(names)) {
      const hex = board.hexes.get(name);
      const [x, y] = hex ? [board.x + hex.x * board.k, board.y + hex.y * board.k] : [-1, -1];
      if (x < 0 || y < box.height - high || y > box.height) continue;
      if (x > box.width - wide && x < box.width) covered.right += 1;
      if (x < wide) covered.left += 1;
    }
    // It moves only where it must.
    const other = this.corner === 'right' ? 'left' : 'right';
    if (covered[this.corner] > 0 && covered[other] === 0) this.corner = other;
    this.element.classList.toggle('at-left', this.corner === 'left');
    const full = covered[this.corner] > 0;
    if (!full && this.tucked) this.shut(false);
    this.tucked = full && !this.wanted && (this.tucked || !this.folded);
    if (this.tucked && !this.folded) this.shut(true);
  }

  /** Draws the ground, once. @param {number} side */
  draw(side) {
    const { board } = this;
    const scale = side / Math.max(board.width, board.height);
    const { image } = board.tiles;
    if (!image || (this.drawn === image && this.scale === scale)) return;
    this.drawn = image;
    this.scale = scale;
    const [width, height] = [Math.round(board.width * scale), Math.round(board.height * scale)];
    for (const canvas of [this.ground, this.army]) Object.assign(canvas, { width: width * 2, height: height * 2 });
    const size = { width: `${width}px`, height: `${height}px` };
    for (const canvas of [this.ground, this.army]) Object.assign(canvas.style, size);
    this.element.style.setProperty('--wide', size.width);
    this.element.style.setProperty('--high', size.height);
    this.ground.getContext('2d')?.drawImage(image, 0, 0, width * 2, height * 2);
    this.muster();
  }

  /** Shows who stands where. */
  muster() {
    const pen = this.army.getContext('2d');
    if (!pen || this.element.hidden) return;
    pen.clearRect(0, 0, this.army.width, this.army.height);
    pen.strokeStyle = '#1c1712';
    for (const piece of this.board.pieces) {
      const hex = piece.hex ? this.board.hexes.get(piece.hex) : undefined;
      if (!hex) continue;
      const [x, y] = [hex.x * this.scale * 2, hex.y * this.scale * 2];
      pen.fillStyle = piece.side === 'union' ? '#2b5fa8' : '#f1e6d0';
      pen.beginPath();
      // Squares and diamonds: colour alone tells nobody.
      if (piece.side === 'union') pen.rect(x - 3.5, y - 3.5, 7, 7);
      else for (const [dx, dy] of [[-5, 0], [0, -5], [5, 0], [0, 5], [-5, 0]]) pen.lineTo(x + dx, y + dy);
      pen.fill();
      pen.stroke();
    }
  }
}
