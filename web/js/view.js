// The map in its window: the ground and what lies on it, where they are on the screen, and how they move there.

import { drawing } from './drawing.js';
import { getJson, h, s } from './dom.js';
import { still } from './settings.js';
import { Tiles, snap } from './tiles.js';

export const SIDE = 40;
export const HALF = 34.641;
const LARGEST = 4;
/** What is framed is shown no smaller than this, on a phone and elsewhere, and no larger. */
const LEGIBLE_SMALL = 0.6;
const LEGIBLE = 0.5;
const CLOSE = 1.15;
/** Narrower than this is a phone. */
const NARROW = 700;
/** How long the map lies still before it is drawn sharp again. */
const REST = 160;
/** How far the counters may shrink while they move before they are drawn anew. */
const SHRINK = 8;
/** A hex of fewer pixels from side to side than the first is far, than the second not near. */
const FAR = 22;
const NEAR = 58;

/** How much a counter shows. @typedef {'far' | 'middle' | 'near'} Detail */

/**
 * What the hand does with the map.
 * @typedef {object} Hand
 * @property {(hex: string | null, piece: string | null, event: PointerEvent) => void} tap
 * @property {(hex: string | null, piece: string | null, event: PointerEvent | null) => void} point
 * @property {(hex: string | null, event: PointerEvent) => void} press
 * @property {(hex: string | null, piece: string | null, event: PointerEvent) => boolean} grab
 * @property {(hex: string | null, event: PointerEvent) => void} drag
 * @property {(hex: string | null, event: PointerEvent) => void} drop
 */

export class View {
  /** @param {Hand} hand */
  constructor(hand) {
    this.hand = hand;
    this.tiles = new Tiles();
    this.ground = this.tiles.element;
    this.above = s('svg', { class: 'above' });
    const label = 'The map. Arrow keys go through what can be done, Enter chooses, Escape lets go.';
    this.element = h('div', { class: 'map', tabindex: 0, role: 'application', 'aria-label': label }, this.ground, this.above);
    /** @type {Map<string, BoardHex>} */
    this.hexes = new Map();
    /** @type {Map<string, string[]>} */
    this.touching = new Map();
    this.width = 1000;
    this.height = 800;
    this.x = 0;
    this.y = 0;
    this.k = 1;
    /** The scale at which the counters are laid out. */
    this.laid = 1;
    /** @type {Detail} */
    this.detail = 'near';
    /** How much of the lower edge of the map something else covers. @type {() => number} */
    this.covered = () => 0;
  }

  /**
   * Lays out a board in a theme.
   * @param {string} id
   * @param {string} theme
   */
  async load(id, theme) {
    /** @type {[HTMLImageElement, BoardData]} */
    const [image, data] = await Promise.all([drawing(id, theme), getJson(`/api/boards/${id}.json`)]);
    const fresh = this.board !== id;
    this.board = id;
    this.width = data.width;
    this.height = data.height;
    this.hexes = new Map(data.hexes.map((hex) => [hex.hex, hex]));
    this.touching.clear();
    this.above.setAttribute('viewBox', `0 0 ${data.width} ${data.height}`);
    this.tiles.show(image, data.width, data.height);
    if (fresh) this.fit();
    else this.place();
  }

  // ---- moving about

  /** The whole map in sight, as large as it goes. */
  fit() {
    const box = this.element.getBoundingClientRect();
    this.k = Math.min(box.width / this.width, box.height / this.height);
    this.x = (box.width - this.width * this.k) / 2;
    this.y = (box.height - this.height * this.k) / 2;
    this.halt();
    this.place();
  }

  /**
   * Shows `those` hexes, or if there are none all of the others, close enough to read; what does not fit is left to the arrows at the edge.
   * @param {string[]} names
   * @param {string[]} those
   */
  frame(names, those) {
    const box = this.element.getBoundingClientRect();
    const wanted = [those, names, [...this.hexes.keys()]].find((list) => list.length > 0) ?? [];
    const points = wanted.map((n) => this.hexes.get(n)).filter((p) => p !== undefined);
    if (points.length === 0) return;
    this.halt();
    const xs = points.map((p) => p.x);
    const ys = points.map((p) => p.y);
    const [left, right, top, bottom] = [Math.min(...xs) - 90, Math.max(...xs) + 90, Math.min(...ys) - 90, Math.max(...ys) + 90];
    const whole = Math.min(box.width / (right - left), box.height / (bottom - top));
    this.k = Math.max(this.smallest(), Math.min(CLOSE, Math.max(whole, box.width < NARROW ? LEGIBLE_SMALL : LEGIBLE)));
    let middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
    // Half the margin will do where otherwise somebody would be out of sight.
    const tight = Math.min(box.width / (right - left - 90), box.height / (bottom - top - 90));
    if (this.k > tight) {
      // Not all of it fits: where most of it does, and of such places the one nearest to the middle.
      const [w, t] = [box.width / this.k / 2 - 2 * SIDE, box.height / this.k / 2 - SIDE];
      const worth = (/** @type {{ x: number, y: number }} */ c) => {
        const seen = points.filter((p) => Math.abs(p.x - c.x) < w && Math.abs(p.y - c.y) < t).length;
        return seen - Math.hypot(c.x - middle.x, c.y - middle.y) / 1e5;
      };
      middle = points.reduce((a, b) => (worth(b) > worth(a) ? b : a));
    }
    [this.x, this.y] = this.filled(box.width / 2 - middle.x * this.k, box.height / 2 - middle.y * this.k);
    this.place();
  }

  /** The nearest place of the map at which nothing but map is in sight, if there is enough of it. @param {number} x @param {number} y */
  filled(x, y) {
    const box = this.element.getBoundingClientRect();
    const inside = (/** @type {number} */ at, /** @type {number} */ room, /** @type {number} */ size) =>
      (size < room ? at : Math.min(0, Math.max(room - size, at)));
    return [inside(x, box.width, this.width * this.k), inside(y, box.height, this.height * this.k)];
  }

  smallest() {
    const box = this.element.getBoundingClientRect();
    return Math.min(1, box.width / this.width, box.height / this.height) * 0.85;
  }

  /** Keeps the map in its window. */
  within() {
    const box = this.element.getBoundingClientRect();
    this.k = Math.max(this.smallest(), Math.min(LARGEST, this.k));
    const slack = 120;
    const inside = (/** @type {number} */ v, /** @type {number} */ room, /** @type {number} */ size) => {
      if (size + 2 * slack < room) return (room - size) / 2;
      return Math.min(slack, Math.max(room - size - slack, v));
    };
    this.x = inside(this.x, box.width, this.width * this.k);
    this.y = inside(this.y, box.height, this.height * this.k);
    return { x: this.x, y: this.y, k: this.k, width: box.width, height: box.height };
  }

  /** Lets the map lie where it is and be drawn sharp. */
  place() {
    clearTimeout(this.rest);
    const look = this.within();
    this.tiles.rest(look);
    this.layOut();
    this.above.style.transform = `translate(${snap(look.x)}px, ${snap(look.y)}px)`;
    this.follow(true);
  }

  /** Moves the map as it is drawn; it is drawn sharp again when it rests. */
  stir() {
    const look = this.within();
    this.tiles.move(look);
    if (look.k * SHRINK < this.laid) this.layOut();
    this.above.style.transform = `translate(${look.x}px, ${look.y}px) scale(${look.k / this.laid})`;
    this.follow(false);
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.place(), REST);
  }

  /** The map has moved; whatever shows where it is may follow. @param {boolean} _rests */
  follow(_rests) {}

  /** Lays the counters out at the present scale, with as much on them as can be read. */
  layOut() {
    if (this.laid !== this.k || !this.above.hasAttribute('width')) {
      this.laid = this.k;
      this.above.setAttribute('width', String(this.width * this.k));
      this.above.setAttribute('height', String(this.height * this.k));
    }
    const across = 2 * HALF * this.k;
    this.detail = across < FAR ? 'far' : across < NEAR ? 'middle' : 'near';
    if (this.element.dataset.detail !== this.detail) this.element.dataset.detail = this.detail;
  }

  /**
   * @param {number} by
   * @param {number} [px]
   * @param {number} [py]
   */
  zoom(by, px, py) {
    const box = this.element.getBoundingClientRect();
    const cx = px === undefined ? box.width / 2 : px - box.left;
    const cy = py === undefined ? box.height / 2 : py - box.top;
    const k = Math.max(this.smallest(), Math.min(LARGEST, this.k * by));
    this.x = cx - ((cx - this.x) * k) / this.k;
    this.y = cy - ((cy - this.y) * k) / this.k;
    this.k = k;
    this.halt();
    this.stir();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.halt();
    this.x += dx;
    this.y += dy;
    this.stir();
  }

  /** Whether any of these hexes is in sight; `pad` of the lower edge is covered. @param {string[]} names @param {number} [pad] */
  anyInSight(names, pad = 0) {
    const box = this.element.getBoundingClientRect();
    return names.some((name) => {
      const p = this.hexes.get(name);
      const [x, y] = p ? [this.x + p.x * this.k, this.y + p.y * this.k] : [-1, -1];
      return x > 40 && y > 40 && x < box.width - 40 && y < box.height - pad - 40;
    });
  }

  /** Brings hexes into sight if they are not; `pad` of the lower edge is covered. @param {string[]} names @param {number} [pad] */
  reveal(names, pad = 0) {
    const full = this.element.getBoundingClientRect();
    const box = { width: full.width, height: full.height - pad };
    const points = names.map((n) => this.hexes.get(n)).filter((p) => p !== undefined);
    if (points.length === 0) return;
    const margin = Math.min(70, box.width / 5, box.height / 5);
    const seen = points.every((p) => {
      const [x, y] = [this.x + p.x * this.k, this.y + p.y * this.k];
      return x > margin && y > margin && x < box.width - margin && y < box.height - margin;
    });
    if (seen) return;
    const mid = { x: points.reduce((t, p) => t + p.x, 0) / points.length, y: points.reduce((t, p) => t + p.y, 0) / points.length };
    const [x, y] = this.filled(box.width / 2 - mid.x * this.k, box.height / 2 - mid.y * this.k);
    if (Math.hypot(x - this.x, y - this.y) >= 1) this.glide(x, y);
  }

  /** Moves the map just so far that all of these hexes are in sight; where they do not fit, one of them will do. @param {string[]} names */
  keep(names) {
    const points = names.map((n) => this.hexes.get(n)).filter((p) => p !== undefined);
    const { width, height } = this.element.getBoundingClientRect();
    /** By how much a range of the map must be moved to lie between the edges of the window; null: it cannot. */
    const shift = (/** @type {number[]} */ at, /** @type {number} */ room) => {
      const [least, most] = [Math.min(...at), Math.max(...at)];
      const margin = Math.min(60, room / 6, (room - most + least) / 2);
      if (margin < SIDE * this.k) return null;
      return least < margin ? margin - least : most > room - margin ? room - margin - most : 0;
    };
    if (points.length === 0) return;
    const [dx, dy] = [shift(points.map((p) => this.x + p.x * this.k), width), shift(points.map((p) => this.y + p.y * this.k), height)];
    if (dx === null || dy === null) return this.anyInSight(names) ? undefined : this.reveal(names.slice(0, 1));
    if (dx === 0 && dy === 0) return;
    const [x, y] = this.filled(this.x + dx, this.y + dy);
    if (Math.hypot(x - this.x, y - this.y) >= 1) this.glide(x, y);
  }

  /** @param {number} x @param {number} y */
  glide(x, y) {
    const own = (this.gliding = (this.gliding ?? 0) + 1);
    // What was pointed at is not there any more.
    this.hand.point(null, null, null);
    if (still()) {
      [this.x, this.y] = [x, y];
      this.place();
      return;
    }
    const [x0, y0, start] = [this.x, this.y, performance.now()];
    const step = (/** @type {number} */ now) => {
      // Whoever moves the map by hand has the last word.
      if (this.gliding !== own) return;
      const t = Math.max(0, Math.min(1, (now - start) / 260));
      const e = t * (2 - t);
      [this.x, this.y] = [x0 + (x - x0) * e, y0 + (y - y0) * e];
      this.stir();
      if (t < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  /** Lets the map rest where it is. */
  halt() {
    this.gliding = (this.gliding ?? 0) + 1;
  }

  // ---- what is where

  /** The hexes that touch one. @param {string} name @returns {string[]} */
  neighbours(name) {
    if (this.touching.size === 0) {
      // By squares of the size of a hex, so that each looks only at those near it.
      /** @type {Map<string, BoardHex[]>} */
      const squares = new Map();
      const place = (/** @type {number} */ x, /** @type {number} */ y) => `${Math.floor(x / 80)},${Math.floor(y / 80)}`;
      for (const hex of this.hexes.values()) squares.set(place(hex.x, hex.y), [...(squares.get(place(hex.x, hex.y)) ?? []), hex]);
      for (const hex of this.hexes.values()) {
        const near = [];
        for (const dx of [-80, 0, 80]) for (const dy of [-80, 0, 80]) near.push(...(squares.get(place(hex.x + dx, hex.y + dy)) ?? []));
        const touches = near.filter((o) => o !== hex && Math.hypot(o.x - hex.x, o.y - hex.y) < 2 * HALF * 1.1);
        this.touching.set(hex.hex, touches.map((o) => o.hex));
      }
    }
    return this.touching.get(name) ?? [];
  }

  /** @param {PointerEvent} event @returns {string | null} */
  hexUnder(event) {
    const box = this.element.getBoundingClientRect();
    return this.hexAt((event.clientX - box.left - this.x) / this.k, (event.clientY - box.top - this.y) / this.k);
  }

  /**
   * The hex that a point of the drawing lies in, to its very corners.
   * @param {number} x
   * @param {number} y
   * @returns {string | null}
   */
  hexAt(x, y) {
    let best = null;
    let near = SIDE * SIDE;
    for (const hex of this.hexes.values()) {
      const d = (hex.x - x) ** 2 + (hex.y - y) ** 2;
      if (d < near) [best, near] = [hex.hex, d];
    }
    return best;
  }

  /** @param {PointerEvent} event @returns {string | null} */
  pieceUnder(event) {
    const under = /** @type {Element} */ (event.target).closest?.('[data-piece]');
    return under?.getAttribute('data-piece') ?? null;
  }

  /** Where a hex is on the screen. @param {string} name */
  onScreen(name) {
    const hex = this.hexes.get(name);
    const box = this.element.getBoundingClientRect();
    return hex ? { x: box.left + this.x + hex.x * this.k, y: box.top + this.y + hex.y * this.k } : null;
  }
}
