// The board: the drawing from the server, counters on top of it, lights, and a hand that moves it all about.

import { COUNTER, STEP, counter } from './counters.js';
import { getJson, h, s } from './dom.js';
import { still } from './settings.js';

const SIDE = 40;
const HALF = 34.641;
const HEX = `M${SIDE} 0L${SIDE / 2} ${HALF}L${-SIDE / 2} ${HALF}L${-SIDE} 0L${-SIDE / 2} ${-HALF}L${SIDE / 2} ${-HALF}z`;
const LARGEST = 4;
/** How far a finger may tremble and still tap. */
const TREMBLE = 6;
/** How long a finger rests to ask what lies there. */
const PRESS = 450;
/** Narrower than this is a phone. */
const NARROW = 700;

/** @param {{ x: number, y: number }} p */
const at = (p) => `translate(${p.x.toFixed(1)} ${p.y.toFixed(1)})`;

/**
 * @typedef {object} Lights
 * @property {Set<string>} pieces  subjects: counters that may act
 * @property {Set<string>} hexes  subjects: hexes
 * @property {Set<string>} enemies  those of these hexes where the enemy stands
 * @property {string | null} selected  the counter in hand
 * @property {Set<string>} company  counters that go with it
 * @property {string | null} from  the hex in hand
 * @property {Map<string, string>} stops  choices: hexes and their notes
 * @property {Set<string>} picks  choices: counters
 * @property {SideId | null} side  who looks: the others are foes
 * @property {boolean} faint  only a look, nothing is in hand
 */

/** @returns {Lights} */
export const dark = () => ({
  pieces: new Set(), hexes: new Set(), enemies: new Set(), selected: null, company: new Set(), from: null, stops: new Map(), picks: new Set(), side: null, faint: false,
});

export class Board {
  /**
   * @param {{ tap(hex: string | null, piece: string | null, event: PointerEvent): void,
   *   point(hex: string | null, piece: string | null, event: PointerEvent | null): void,
   *   press(hex: string | null, event: PointerEvent): void,
   *   grab(hex: string | null, piece: string | null, event: PointerEvent): boolean,
   *   drag(hex: string | null, event: PointerEvent): void, drop(hex: string | null, event: PointerEvent): void }} hand
   */
  constructor(hand) {
    this.hand = hand;
    this.ground = h('div', { class: 'ground' });
    this.above = s('svg', { class: 'above', 'aria-hidden': 'true' });
    this.sheet = h('div', { class: 'sheet' }, this.ground, this.above);
    this.element = h('div', { class: 'map', tabindex: 0, role: 'application', 'aria-label': 'The map. Arrow keys go through what can be done, Enter chooses, Escape lets go.' }, this.sheet);
    /** @type {Record<string, SVGGElement>} */
    this.layers = {};
    for (const name of ['defs', 'zones', 'markers', 'seen', 'trails', 'lit', 'path', 'stacks', 'arcs', 'notes', 'fan', 'cursor', 'moving']) {
      this.layers[name] = s('g', { class: `layer-${name}` });
      this.above.append(this.layers[name]);
    }
    this.layers.defs.append(s('defs', {}, s('marker', { id: 'arrowhead', viewBox: '0 0 10 10', refX: 6, refY: 5, markerWidth: 3.4, markerHeight: 3.4, orient: 'auto' }, s('path', { class: 'head', d: 'M0 0L10 5L0 10z' }))));
    /** @type {Map<string, BoardHex>} */
    this.hexes = new Map();
    /** @type {Map<string, string[]>} */
    this.touching = new Map();
    this.width = 1000;
    this.height = 800;
    this.x = 0;
    this.y = 0;
    this.k = 1;
    /** @type {Map<string, { element: SVGGElement, look: string, hex: string, x: number, y: number }>} */
    this.counters = new Map();
    /** @type {Piece[]} */
    this.pieces = [];
    /** @type {Lights} */
    this.lights = dark();
    /** @type {string | null} */
    this.fanned = null;
    this.wire();
  }

  /**
   * Lays out a board in a theme.
   * @param {string} id
   * @param {string} theme
   */
  async load(id, theme) {
    const [text, data] = await Promise.all([
      fetch(`/api/boards/${id}.svg?style=${theme}`).then((r) => r.text()),
      /** @type {Promise<BoardData>} */ (getJson(`/api/boards/${id}.json`)),
    ]);
    const drawing = document.importNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true);
    drawing.querySelector('title')?.remove();
    drawing.querySelector('#hexes')?.remove();
    this.ground.replaceChildren(drawing);
    const fresh = this.board !== id;
    this.board = id;
    this.width = data.width;
    this.height = data.height;
    this.hexes = new Map(data.hexes.map((hex) => [hex.hex, hex]));
    this.touching.clear();
    for (const element of [this.sheet, this.ground]) {
      element.style.width = `${data.width}px`;
      element.style.height = `${data.height}px`;
    }
    this.above.setAttribute('viewBox', `0 0 ${data.width} ${data.height}`);
    this.above.setAttribute('width', String(data.width));
    this.above.setAttribute('height', String(data.height));
    if (fresh) this.fit();
  }

  // ---- moving about

  /** The whole map in sight, as large as it goes. */
  fit() {
    const box = this.element.getBoundingClientRect();
    // Wide windows fill their width; narrow ones their height.
    const whole = Math.min(box.width / this.width, box.height / this.height);
    const full = Math.max(box.width / this.width, box.height / this.height);
    this.k = Math.min(full, Math.max(whole, 0.55));
    this.x = (box.width - this.width * this.k) / 2;
    this.y = (box.height - this.height * this.k) / 2;
    this.place();
  }

  /** Shows all of these hexes, close enough to read; on a phone rather `those` of them, or anything at all. @param {string[]} names @param {string[]} those */
  frame(names, those) {
    const box = this.element.getBoundingClientRect();
    const narrow = box.width < NARROW;
    const wanted = [those, names, [...this.hexes.keys()]].find((list) => list.length > 0) ?? [];
    const points = (narrow ? wanted : names).map((n) => this.hexes.get(n)).filter((p) => p !== undefined);
    if (points.length === 0) return;
    const xs = points.map((p) => p.x);
    const ys = points.map((p) => p.y);
    const [left, right, top, bottom] = [Math.min(...xs) - 90, Math.max(...xs) + 90, Math.min(...ys) - 90, Math.max(...ys) + 90];
    const whole = Math.min(box.width / (right - left), box.height / (bottom - top));
    // Rather close enough to read than everything in sight.
    this.k = Math.max(this.smallest(), Math.min(1.15, Math.max(whole, Math.min(box.width / this.width, 0.85), narrow ? 0.6 : 0)));
    let mid = { x: (left + right) / 2, y: (top + bottom) / 2 };
    if (this.k > whole && narrow) mid = points.reduce((a, b) => (Math.hypot(b.x - mid.x, b.y - mid.y) < Math.hypot(a.x - mid.x, a.y - mid.y) ? b : a));
    this.x = box.width / 2 - mid.x * this.k;
    this.y = box.height / 2 - mid.y * this.k;
    this.place();
  }

  smallest() {
    const box = this.element.getBoundingClientRect();
    return Math.min(1, box.width / this.width, box.height / this.height) * 0.85;
  }

  place() {
    const box = this.element.getBoundingClientRect();
    this.k = Math.max(this.smallest(), Math.min(LARGEST, this.k));
    const slack = 120;
    const [w, t] = [this.width * this.k, this.height * this.k];
    const within = (/** @type {number} */ v, /** @type {number} */ room, /** @type {number} */ size) => (size + 2 * slack < room ? (room - size) / 2 : Math.min(slack, Math.max(room - size - slack, v)));
    this.x = within(this.x, box.width, w);
    this.y = within(this.y, box.height, t);
    this.sheet.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.k})`;
    this.element.classList.toggle('far', this.k < 0.5);
  }

  /** Keeps the drawing as it is while it moves; it is drawn sharp again when it rests. */
  stir() {
    this.sheet.classList.add('stirred');
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.sheet.classList.remove('stirred'), 180);
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
    this.place();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.halt();
    this.x += dx;
    this.y += dy;
    this.stir();
    this.place();
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
    this.glide(box.width / 2 - mid.x * this.k, box.height / 2 - mid.y * this.k);
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
      this.place();
      if (t < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  /** Lets the map rest where it is. */
  halt() {
    this.gliding = (this.gliding ?? 0) + 1;
  }

  wire() {
    const element = this.element;
    /** @type {Map<number, { x: number, y: number }>} */
    const down = new Map();
    let moved = false;
    /** @type {number | null} the finger that carries a counter */
    let carrier = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let press;
    let pressed = false;
    /** @type {{ hex: string | null, piece: string | null }} */
    let under = { hex: null, piece: null };
    let spread = 0;
    element.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), event.clientX, event.clientY);
    }, { passive: false });
    element.addEventListener('pointerdown', (event) => {
      if (event.button > 1) return;
      down.set(event.pointerId, { x: event.clientX, y: event.clientY });
      clearTimeout(press);
      if (down.size === 1) {
        moved = false;
        pressed = false;
        carrier = null;
        this.start = { x: event.clientX, y: event.clientY };
        under = { hex: this.hexUnder(event), piece: this.pieceUnder(event) };
        // A finger that rests asks what lies there, and taps no more.
        if (event.pointerType === 'touch') press = setTimeout(() => { pressed = true; this.hand.press(under.hex, event); }, PRESS);
      } else {
        // Two fingers move the map and tap nothing.
        moved = true;
        this.hand.point(null, null, null);
      }
      spread = 0;
    });
    element.addEventListener('pointermove', (event) => {
      const last = down.get(event.pointerId);
      if (!last) {
        this.hand.point(this.hexUnder(event), this.pieceUnder(event), event);
        return;
      }
      if (!moved && this.start && Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) < TREMBLE && down.size === 1) return;
      if (!moved) {
        moved = true;
        clearTimeout(press);
        element.setPointerCapture(event.pointerId);
        this.hand.point(null, null, null);
        if (this.hand.grab(under.hex, under.piece, event)) carrier = event.pointerId;
        else element.classList.add('dragging');
        this.fan(null);
      }
      if (carrier !== null) {
        if (carrier === event.pointerId) this.hand.drag(this.hexUnder(event), event);
        return;
      }
      if (down.size === 1) this.pan(event.clientX - last.x, event.clientY - last.y);
      down.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (down.size === 2) {
        const [a, b] = [...down.values()];
        const now = Math.hypot(a.x - b.x, a.y - b.y);
        if (spread > 0) this.zoom(now / spread, (a.x + b.x) / 2, (a.y + b.y) / 2);
        spread = now;
      }
    });
    const up = (/** @type {PointerEvent} */ event) => {
      const was = down.delete(event.pointerId);
      if (down.size === 0) element.classList.remove('dragging');
      clearTimeout(press);
      if (carrier === event.pointerId) {
        carrier = null;
        this.hand.drop(event.type === 'pointerup' ? this.hexUnder(event) : null, event);
      } else if (was && !moved && !pressed && event.type === 'pointerup') this.hand.tap(this.hexUnder(event), this.pieceUnder(event), event);
      spread = 0;
    };
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', up);
    // A finger that is lifted leaves too, but what it asked for stays.
    element.addEventListener('pointerleave', (event) => { if (event.pointerType !== 'touch') this.hand.point(null, null, null); });
    /** @type {DOMRect | null} */
    let was = null;
    new ResizeObserver(() => {
      // The map stays where it is on the screen.
      const box = element.getBoundingClientRect();
      if (was) {
        this.x -= box.left - was.left;
        this.y -= box.top - was.top;
      }
      was = box;
      this.place();
    }).observe(element);
  }

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
        this.touching.set(hex.hex, near.filter((o) => o !== hex && Math.hypot(o.x - hex.x, o.y - hex.y) < 2 * HALF * 1.1).map((o) => o.hex));
      }
    }
    return this.touching.get(name) ?? [];
  }

  /** @param {PointerEvent} event @returns {string | null} */
  hexUnder(event) {
    const box = this.element.getBoundingClientRect();
    return this.hexAt((event.clientX - box.left - this.x) / this.k, (event.clientY - box.top - this.y) / this.k);
  }

  /** @param {number} x @param {number} y @returns {string | null} */
  hexAt(x, y) {
    let best = null;
    let near = HALF * HALF * 1.16;
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

  // ---- what lies on it

  /** @param {string} hex @returns {Piece[]} the stack in a hex, top first */
  stack(hex) {
    const here = this.pieces.filter((p) => p.hex === hex);
    const rank = (/** @type {Piece} */ p) => (p.id === this.lights.selected || this.lights.company.has(p.id) ? 0 : this.lights.picks.has(p.id) ? 1 : this.lights.pieces.has(p.id) ? 2 : 3);
    return here.map((p, i) => ({ p, i })).sort((a, b) => rank(a.p) - rank(b.p) || a.i - b.i).map(({ p }) => p);
  }

  /** @param {Piece[]} pieces */
  setPieces(pieces) {
    this.pieces = pieces;
    this.fan(null);
    this.lay();
  }

  lay() {
    const layer = this.layers.stacks;
    const byHex = new Map();
    for (const piece of this.pieces) if (piece.hex && this.hexes.has(piece.hex)) byHex.set(piece.hex, true);
    const seen = new Set();
    const order = [];
    for (const name of byHex.keys()) {
      const hex = /** @type {BoardHex} */ (this.hexes.get(name));
      const stack = this.stack(name);
      const shown = Math.min(stack.length, 5);
      const shift = ((shown - 1) * STEP) / 2;
      stack.slice().reverse().forEach((piece, back) => {
        const i = stack.length - 1 - back;
        const away = Math.min(i, shown - 1) * STEP - shift;
        const spot = { x: hex.x + away, y: hex.y - away + 3 };
        const element = this.counterOf(piece);
        const known = /** @type {{ hex: string, x: number, y: number }} */ (this.counters.get(piece.id));
        Object.assign(known, { hex: name, ...spot });
        element.setAttribute('transform', at(spot));
        element.classList.toggle('under', i >= shown);
        seen.add(piece.id);
        order.push(element);
      });
      if (stack.length > 1) {
        order.push(s('g', { class: 'count', transform: at({ x: hex.x - 24 - shift, y: hex.y - 21 + shift }) }, s('circle', { r: 7.5 }), s('text', { y: 3.6 }, stack.length)));
      }
    }
    for (const id of [...this.counters.keys()]) if (!seen.has(id)) this.counters.delete(id);
    layer.replaceChildren(...order);
    this.layers.moving.replaceChildren();
    this.shine();
  }

  /** @param {Piece} piece */
  counterOf(piece) {
    const look = JSON.stringify([piece.side, piece.name, piece.type, piece.strengths, piece.formation, piece.states]);
    const known = this.counters.get(piece.id);
    if (known && known.look === look) return known.element;
    const element = counter(piece);
    this.counters.set(piece.id, { element, look, hex: piece.hex ?? '', x: 0, y: 0 });
    return element;
  }

  /** Puts the right glow on each counter. */
  shine() {
    const { pieces, picks, selected, company, side } = this.lights;
    for (const [id, { element }] of this.counters) {
      element.classList.toggle('foe', side !== null && !element.classList.contains(side));
      element.classList.toggle('can', pieces.has(id));
      element.classList.toggle('pick', picks.has(id));
      element.classList.toggle('held', selected === id || company.has(id));
    }
  }

  /** @param {Marker[]} markers */
  setMarkers(markers) {
    const drawn = markers.filter((m) => m.hexes.length > 0).flatMap((marker) => marker.hexes.slice(0, 1).map((name) => {
      const hex = this.hexes.get(name);
      if (!hex) return null;
      const flag = marker.side ?? 'nobody';
      return s('g', { class: `marker ${flag}`, transform: at({ x: hex.x - 29, y: hex.y + 8 }) },
        s('title', {}, `${marker.label}: ${marker.side ? (marker.side === 'union' ? 'Union' : 'Confederate') : 'nobody'} (${marker.kind})`),
        s('path', { class: 'pole', d: 'M0-9v22' }), s('path', { class: 'cloth', d: flag === 'confederate' ? 'M0-9h13l-4 4.500l4 4.500h-13z' : 'M0-9h13v9h-13z' }));
    }).filter((m) => m !== null));
    this.layers.markers.replaceChildren(...drawn);
  }

  /** @param {Overlay[]} overlays */
  setZones(overlays) {
    const zones = overlays.map((overlay, i) => {
      const kind = overlay.id.includes('union') ? 'union' : overlay.id.includes('confederate') ? 'confederate' : overlay.id.includes('must') ? 'duty' : `other${i % 2}`;
      return s('g', { class: `zone ${kind}` }, overlay.hexes.map((name) => this.outline(name)));
    });
    this.layers.zones.replaceChildren(...zones);
  }

  /** @param {string} name @param {string} [kind] */
  outline(name, kind = '') {
    const hex = this.hexes.get(name);
    return hex ? s('path', { class: kind, d: HEX, transform: at(hex) }) : null;
  }

  /** Lights what can be done. @param {Lights} lights */
  light(lights) {
    const raised = [...lights.pieces].join() !== [...this.lights.pieces].join() || lights.selected !== this.lights.selected || [...lights.company].join() !== [...this.lights.company].join() || [...lights.picks].join() !== [...this.lights.picks].join();
    this.lights = lights;
    const drawn = [];
    for (const name of lights.hexes) drawn.push(this.outline(name, lights.enemies.has(name) ? 'subject enemy' : 'subject'));
    for (const name of lights.stops.keys()) drawn.push(this.outline(name, lights.enemies.has(name) ? 'stop enemy' : 'stop'));
    if (lights.from) drawn.push(this.outline(lights.from, 'from'));
    this.layers.lit.replaceChildren(...drawn.filter((d) => d !== null));
    this.layers.lit.classList.toggle('faint', lights.faint);
    const notes = [...lights.stops].filter(([, note]) => note !== '').map(([name, note]) => {
      const hex = this.hexes.get(name);
      return hex && s('g', { class: 'note', transform: at({ x: hex.x, y: hex.y + 22 }) }, s('rect', { x: -4 - note.length * 3.4, y: -8, width: 8 + note.length * 6.8, height: 15, rx: 7.5 }), s('text', { y: 4 }, note));
    });
    this.layers.notes.replaceChildren(...notes.filter((n) => n !== undefined));
    this.layers.notes.classList.toggle('faint', lights.faint);
    if (raised) this.lay();
    else this.shine();
  }

  /** A way over the map, through these points of it; `bad` if the rules forbid it. @param {string[]} names @param {string[]} [points] @param {boolean} [bad] */
  showPath(names, points = [], bad = false) {
    this.layers.path.classList.toggle('bad', bad);
    const hexes = (/** @type {string[]} */ list) => list.map((n) => this.hexes.get(n)).filter((p) => p !== undefined);
    const way = hexes(names);
    if (way.length < 2) {
      this.layers.path.replaceChildren();
      return;
    }
    const d = way.map((p, i) => `${i ? 'L' : 'M'}${p.x} ${p.y}`).join('');
    const end = way[way.length - 1];
    this.layers.path.replaceChildren(s('path', { class: 'way-under', d }), s('path', { class: 'way', d }), s('circle', { class: 'way-end', cx: end.x, cy: end.y, r: 6 }),
      ...hexes(points).map((p) => s('circle', { class: 'way-point', cx: p.x, cy: p.y, r: 9 })));
  }

  /** What is seen from a hex; null shows all as it is. @param {string | null} from @param {Set<string>} [seen] */
  showSight(from, seen = new Set()) {
    const drawn = [];
    if (from) {
      for (const name of this.hexes.keys()) if (!seen.has(name) && name !== from) drawn.push(this.outline(name, 'unseen-hex'));
      drawn.push(this.outline(from, 'eye'));
    }
    this.layers.seen.replaceChildren(...drawn.filter((d) => d !== null));
  }

  /** Where the others have marched. @param {string[][]} ways */
  trails(ways) {
    const drawn = ways.map((names) => {
      const points = names.map((n) => this.hexes.get(n)).filter((p) => p !== undefined);
      return s('path', { class: 'trail', d: points.map((p, i) => `${i ? 'L' : 'M'}${p.x} ${p.y}`).join('') });
    });
    this.layers.trails.replaceChildren(...drawn);
  }

  /** Who attacks whom. @param {BattleView | undefined} battle */
  arcs(battle) {
    const drawn = [];
    if (battle) {
      for (const name of battle.targets) drawn.push(this.outline(name, 'besieged'));
      const from = new Set(battle.attackers.map((id) => this.pieces.find((p) => p.id === id)?.hex).filter((n) => n !== undefined));
      for (const name of from) {
        const a = this.hexes.get(name);
        for (const target of battle.targets) {
          const b = this.hexes.get(target);
          if (!a || !b || a === b) continue;
          const [dx, dy] = [b.x - a.x, b.y - a.y];
          if (battle.targets.length > 1 && Math.hypot(dx, dy) > 80 && battle.targets.some((t) => { const c = this.hexes.get(t); return c && Math.hypot(c.x - a.x, c.y - a.y) < 80; })) continue;
          const [mx, my] = [a.x + dx / 2 - dy * 0.18, a.y + dy / 2 + dx * 0.18];
          drawn.push(s('path', { class: 'arc', d: `M${a.x} ${a.y}Q${mx} ${my} ${b.x - dx * 0.3} ${b.y - dy * 0.3}`, 'marker-end': 'url(#arrowhead)' }));
        }
      }
    }
    this.layers.arcs.replaceChildren(...drawn.filter((d) => d !== null));
  }

  /** Where the keyboard points. @param {string | null} name */
  cursor(name) {
    const ring = name ? this.outline(name, 'cursor') : null;
    this.layers.cursor.replaceChildren(...(ring ? [ring] : []));
    if (name) this.reveal([name]);
  }

  /** Spreads a stack so that every counter can be seen and touched; null lets it fall back. @param {string | null} name */
  fan(name) {
    if (name === this.fanned) return;
    this.fanned = name;
    const hex = name ? this.hexes.get(name) : undefined;
    const stack = name ? this.stack(name) : [];
    if (!hex || stack.length < 2) {
      this.layers.fan.replaceChildren();
      this.fanned = null;
      return;
    }
    const across = Math.min(stack.length, stack.length <= 4 ? stack.length : Math.ceil(Math.sqrt(stack.length)));
    const down = Math.ceil(stack.length / across);
    const room = COUNTER + 4;
    const drawn = stack.map((piece, i) => {
      const element = counter(piece);
      element.classList.toggle('can', this.lights.pieces.has(piece.id));
      element.classList.toggle('pick', this.lights.picks.has(piece.id));
      element.classList.toggle('held', this.lights.selected === piece.id || this.lights.company.has(piece.id));
      element.setAttribute('transform', at({ x: hex.x + ((i % across) - (across - 1) / 2) * room, y: hex.y + 3 + (Math.floor(i / across) - (down - 1) / 2) * room }));
      return element;
    });
    const [w, t] = [across * room + 10, down * room + 10];
    this.layers.fan.replaceChildren(s('rect', { class: 'tray', x: hex.x - w / 2, y: hex.y + 3 - t / 2, width: w, height: t, rx: 9 }), ...drawn);
  }

  /** Whether a point of the screen is on the spread stack. @param {PointerEvent} event */
  overFan(event) {
    return this.fanned !== null && /** @type {Element} */ (event.target).closest?.('.layer-fan') !== null;
  }

  /**
   * Marches counters along hexes.
   * @param {string[]} ids
   * @param {string[]} names
   * @param {number} ms
   */
  async march(ids, names, ms) {
    const points = names.map((n) => this.hexes.get(n)).filter((p) => p !== undefined);
    const moving = ids.map((id) => this.counters.get(id)).filter((c) => c !== undefined);
    if (points.length < 2 || moving.length === 0 || ms <= 0 || still()) return;
    for (const { element } of moving) this.layers.moving.append(element);
    const start = performance.now();
    await new Promise((done) => {
      const step = (/** @type {number} */ now) => {
        // Somebody has laid out the map anew.
        if (moving[0].element.parentNode !== this.layers.moving) return done(undefined);
        const t = Math.min(1, (now - start) / ms);
        const e = t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2;
        const along = e * (points.length - 1);
        const i = Math.min(points.length - 2, Math.floor(along));
        const f = along - i;
        const spot = { x: points[i].x + (points[i + 1].x - points[i].x) * f, y: points[i].y + (points[i + 1].y - points[i].y) * f };
        moving.forEach(({ element }, n) => element.setAttribute('transform', at({ x: spot.x + n * 3, y: spot.y - n * 3 })));
        if (t < 1) requestAnimationFrame(step);
        else done(undefined);
      };
      requestAnimationFrame(step);
      // A window in the background draws nothing: do not wait for it.
      setTimeout(() => done(undefined), ms + 400);
    });
  }

  /** A little shake: no. @param {string | null} piece */
  shake(piece) {
    const element = piece ? this.counters.get(piece)?.element : null;
    if (!element) return;
    element.classList.remove('shake');
    void element.getBoundingClientRect();
    element.classList.add('shake');
  }

  /** A short flash on hexes. @param {string[]} names */
  flash(names) {
    const drawn = names.map((n) => this.outline(n, 'flash')).filter((o) => o !== null);
    this.layers.path.replaceChildren(...drawn);
    setTimeout(() => drawn.forEach((d) => d.remove()), 1500);
  }
}
