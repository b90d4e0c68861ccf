// The ground under the counters: square pieces of the drawing, made in the page while nothing moves. While something moves, only the
// one layer that holds them is shifted and stretched, so that it costs the same on every board and every machine.
//
// Two sets of tiles are kept: the whole map at about the size of the window, so that no edge is ever blank, and what is in sight and
// a little round it at exactly the scale of the screen. (Levels at powers of two were tried: stretched to the screen they are softer
// than the drawing, and up to four times as many.)

import { h } from './dom.js';

/**
 * The side of a tile in device pixels; neighbours share the last one, so that no seam shows between them. Larger ones reach farther
 * beyond the window than the map is moved at a time, and cost memory.
 */
const TILE = 384;
const PITCH = TILE - 1;
/** The most device pixels of the whole map. */
const WHOLE = 4_200_000;
/** More tiles than this for one look are too many: on the densest screens a coarser drawing will do. */
const MOST = 120;
/** How far beyond the window the map is drawn sharp, in device pixels: a whole ring of tiles would double what they hold. */
const BEYOND = 64;
/** How many tiles are kept beside those in sight and round it. */
const SPARE = 2;
/** How far the layer may shrink before it is laid out anew: what comes into sight at its edges must not be too much. */
const SHRINK = 4;

/** @typedef {{ x: number, y: number, k: number, width: number, height: number }} Look  where the map lies in a window of this size */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Part  a part of the map */
/** @typedef {{ canvas: HTMLCanvasElement, scale: number, column: number, row: number }} Tile */

/** @type {(then: () => void) => void} */
const whenIdle = 'requestIdleCallback' in window
  ? (then) => { requestIdleCallback(then, { timeout: 60 }); }
  : (then) => { setTimeout(then, 8); };

/** A length on the screen in whole device pixels. @param {number} v */
export function snap(v) {
  const density = window.devicePixelRatio || 1;
  return Math.round(v * density) / density;
}

export class Tiles {
  constructor() {
    this.element = h('div', { class: 'ground', 'aria-hidden': 'true' });
    /** @type {HTMLImageElement | null} */
    this.image = null;
    this.width = 1;
    this.height = 1;
    /** @type {Map<string, Tile>} the least lately used first */
    this.tiles = new Map();
    /** Device pixels to a unit of the map: of the present look, and of the whole map. */
    this.scale = 1;
    this.base = 1;
    /** The scale at which the layer is laid out. */
    this.laid = 1;
    /** Whoever changes this number stops the drawing that is under way. */
    this.turn = 0;
    /** Whether all that is in sight is drawn as sharp as it gets. */
    this.sharp = false;
  }

  /** @param {HTMLImageElement} image @param {number} width @param {number} height */
  show(image, width, height) {
    this.turn++;
    this.image = image;
    this.width = width;
    this.height = height;
    this.evict(() => true, 0);
  }

  /** While it moves. @param {Look} look */
  move(look) {
    this.turn++;
    this.sharp = false;
    if (look.k * SHRINK < this.laid) this.lay(look.k);
    this.element.style.transform = `translate(${look.x}px, ${look.y}px) scale(${look.k / this.laid})`;
  }

  /** At rest: what is in sight is drawn sharp, the nearest to the middle first, then what may come into sight. @param {Look} look */
  rest(look) {
    this.turn++;
    if (!this.image || look.width === 0) return;
    const density = window.devicePixelRatio || 1;
    const fit = Math.min(look.width / this.width, look.height / this.height) * density;
    this.base = Math.min(fit, Math.sqrt(WHOLE / (this.width * this.height)));
    this.scale = this.scaleFor(look, density);
    this.lay(look.k);
    this.element.style.transform = `translate(${snap(look.x)}px, ${snap(look.y)}px)`;
    const on = (/** @type {number} */ screen, /** @type {number} */ origin) => (screen - origin) / look.k;
    const part = { left: on(0, look.x), top: on(0, look.y), right: on(look.width, look.x), bottom: on(look.height, look.y) };
    const whole = this.covering(this.base, { left: 0, top: 0, right: this.width, bottom: this.height }, 0);
    const seen = this.covering(this.scale, part, 0);
    void this.draw([...whole, ...seen], this.covering(this.scale, part, BEYOND), this.turn);
  }

  /** The scale of the screen, or less where that would be too much. @param {Look} look @param {number} density */
  scaleFor(look, density) {
    let scale = look.k * density;
    const across = (/** @type {number} */ room) => Math.ceil((room / look.k) * scale / PITCH) + 1;
    while (across(look.width) * across(look.height) > MOST) scale *= 0.8;
    return scale;
  }

  /**
   * The tiles that cover a part of the map and so many device pixels round it, those nearest to its middle first.
   * @param {number} scale
   * @param {Part} part
   * @param {number} beyond
   */
  covering(scale, part, beyond) {
    const side = PITCH / scale;
    const more = beyond / scale;
    const from = (/** @type {number} */ v) => Math.max(0, Math.floor((v - more) / side));
    const to = (/** @type {number} */ v, /** @type {number} */ size) => Math.min(Math.ceil(size / side), Math.ceil((v + more) / side));
    const middle = { x: (part.left + part.right) / 2 / side, y: (part.top + part.bottom) / 2 / side };
    const found = [];
    for (let row = from(part.top); row < to(part.bottom, this.height); row++) {
      for (let column = from(part.left); column < to(part.right, this.width); column++) {
        found.push({ scale, column, row, away: Math.hypot(column + 0.5 - middle.x, row + 0.5 - middle.y) });
      }
    }
    return found.sort((a, b) => a.away - b.away);
  }

  /** Lays all tiles out at a scale, those of the present look on top. @param {number} k */
  lay(k) {
    this.laid = k;
    for (const tile of this.tiles.values()) this.put(tile);
  }

  /** @param {Tile} tile */
  put({ canvas, scale, column, row }) {
    const unit = this.laid / scale;
    const side = `${TILE * unit}px`;
    const above = scale === this.scale ? 2 : scale === this.base ? 0 : 1;
    Object.assign(canvas.style, {
      left: `${column * PITCH * unit}px`, top: `${row * PITCH * unit}px`, width: side, height: side, zIndex: String(above),
    });
  }

  /**
   * Draws what is needed, one tile whenever there is nothing else to do, then what may be needed, and lets go of the rest.
   * @param {Omit<Tile, 'canvas'>[]} needed
   * @param {Omit<Tile, 'canvas'>[]} later
   * @param {number} turn
   */
  async draw(needed, later, turn) {
    const done = async (/** @type {Omit<Tile, 'canvas'>[]} */ wanted) => {
      for (const one of wanted) {
        if (this.used(one)) continue;
        await new Promise((idle) => whenIdle(() => idle(undefined)));
        if (turn !== this.turn) return false;
        this.make(one);
      }
      return true;
    };
    if (!(await done(needed))) return;
    this.sharp = true;
    this.evict((tile) => tile.scale !== this.scale && tile.scale !== this.base, 0);
    const kept = new Set([...needed, ...later].map(Tiles.key)).size + SPARE;
    if (await done(later)) this.evict((tile) => tile.scale !== this.base, kept);
  }

  /** @param {Omit<Tile, 'canvas'>} tile */
  static key({ scale, column, row }) {
    return `${scale},${column},${row}`;
  }

  /** Whether a tile is there; it counts as used now. @param {Omit<Tile, 'canvas'>} one */
  used(one) {
    const key = Tiles.key(one);
    const tile = this.tiles.get(key);
    if (!tile) return false;
    this.tiles.delete(key);
    this.tiles.set(key, tile);
    return true;
  }

  /** @param {Omit<Tile, 'canvas'>} one */
  make({ scale, column, row }) {
    const canvas = h('canvas', { width: TILE, height: TILE });
    const tile = { canvas, scale, column, row };
    const pen = canvas.getContext('2d');
    if (pen && this.image) {
      pen.setTransform(scale, 0, 0, scale, -column * PITCH, -row * PITCH);
      pen.drawImage(this.image, 0, 0, this.width, this.height);
    }
    this.put(tile);
    this.tiles.set(Tiles.key(tile), tile);
    this.element.append(canvas);
  }

  /**
   * Lets go of tiles of which there are too many, those that were not used for longest first.
   * @param {(tile: Tile) => boolean} spare
   * @param {number} most
   */
  evict(spare, most) {
    for (const [key, tile] of this.tiles) {
      if (this.tiles.size <= most) return;
      if (!spare(tile)) continue;
      tile.canvas.remove();
      // What it holds is given back now, not when the collector comes by.
      tile.canvas.width = 0;
      tile.canvas.height = 0;
      this.tiles.delete(key);
    }
  }
}
