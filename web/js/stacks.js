// What stands on the map: counters in stacks, spread out, on the march.

import { COUNTER, STEP, commands, counter, inWords, strengthOf, sum } from './counters.js';
import { s } from './dom.js';
import { settings, still } from './settings.js';
import { View } from './view.js';

/** @param {{ x: number, y: number }} p */
export const at = (p) => `translate(${p.x.toFixed(1)} ${p.y.toFixed(1)})`;

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
  pieces: new Set(), hexes: new Set(), enemies: new Set(), selected: null, company: new Set(), from: null, stops: new Map(),
  picks: new Set(), side: null, faint: false,
});

/**
 * What a stack is worth, and how many counters it has.
 * @param {{ x: number, y: number }} where
 * @param {number} total
 * @param {number} count
 */
function tally(where, total, count) {
  const words = total ? String(total) : '';
  const wide = 15 + words.length * 6.4;
  const many = s('tspan', { class: 'many', dx: words ? 1.5 : 0 }, `×${count}`);
  const brief = words || `×${count}`;
  const narrow = 7 + brief.length * 8.6;
  return s('g', { class: 'count', transform: at(where) },
    s('g', { class: 'near' }, s('rect', { y: -7.5, width: wide, height: 15, rx: 7.5 }),
      s('text', { x: wide / 2, y: 4.2 }, s('tspan', {}, words), many)),
    // From farther away the count is seen from the edges of the counters.
    s('g', { class: 'only' }, s('rect', { x: -3, y: -11, width: narrow, height: 18, rx: 6 }),
      s('text', { x: narrow / 2 - 3, y: 3.8 }, brief)));
}

const LAYERS = [
  'defs', 'zones', 'markers', 'seen', 'trails', 'lit', 'path', 'stacks', 'arcs', 'goals', 'notes', 'advice', 'fan', 'cursor', 'moving',
];

/** How wide the counters of a spread stack are at least: points of the screen. */
const FANNED = 40;

export class Stacks extends View {
  /** @param {import('./view.js').Hand} hand */
  constructor(hand) {
    super(hand);
    /** @type {Record<string, SVGGElement>} */
    this.layers = {};
    for (const name of LAYERS) {
      this.layers[name] = s('g', { class: `layer-${name}` });
      this.above.append(this.layers[name]);
    }
    /** @type {Map<string, { element: SVGGElement, look: string, hex: string, x: number, y: number }>} */
    this.counters = new Map();
    /** @type {Piece[]} */
    this.pieces = [];
    /** @type {Lights} */
    this.lights = dark();
    /** @type {string | null} */
    this.fanned = null;
  }

  /**
   * The stack in a hex, top first: what is in hand, what can act, then the strongest. A commander never hides a fighting unit.
   * @param {string} hex
   */
  stack(hex) {
    const { selected, company, picks, pieces } = this.lights;
    const rank = (/** @type {Piece} */ p) => {
      if (p.id === selected || company.has(p.id)) return 0;
      if (picks.has(p.id)) return 1;
      return commands(p) ? 4 : pieces.has(p.id) ? 2 : 3;
    };
    const here = this.pieces.filter((p) => p.hex === hex).map((p, i) => ({ p, i, rank: rank(p), strength: strengthOf(p) }));
    return here.sort((a, b) => a.rank - b.rank || b.strength - a.strength || a.i - b.i).map(({ p }) => p);
  }

  /** @param {Piece[]} pieces */
  setPieces(pieces) {
    this.pieces = pieces;
    this.fan(null);
    this.lay();
  }

  lay() {
    const held = new Set(this.pieces.map((p) => p.hex ?? '').filter((name) => this.hexes.has(name)));
    const seen = new Set();
    /** @type {SVGGElement[]} */
    const order = [];
    const tallies = [];
    for (const name of held) {
      const hex = /** @type {BoardHex} */ (this.hexes.get(name));
      const stack = this.stack(name);
      const shown = Math.min(stack.length, 5);
      const shift = ((shown - 1) * STEP) / 2;
      const total = stack.reduce((all, piece) => all + strengthOf(piece), 0);
      stack.slice().reverse().forEach((piece, back) => {
        const i = stack.length - 1 - back;
        const away = Math.min(i, shown - 1) * STEP - shift;
        const spot = { x: hex.x + away, y: hex.y - away + 3 };
        const element = this.counterOf(piece);
        const known = /** @type {{ hex: string, x: number, y: number }} */ (this.counters.get(piece.id));
        Object.assign(known, { hex: name, ...spot });
        element.setAttribute('transform', at(spot));
        element.classList.toggle('under', i >= shown);
        element.setAttribute('aria-label', `${name}: ${inWords(piece)}`);
        sum(element, piece, i === 0 ? total : null);
        seen.add(piece.id);
        order.push(element);
      });
      // On the upper left corner of the top counter: there it covers no number, neither here nor next door.
      if (stack.length > 1) tallies.push(tally({ x: hex.x - 27 - shift, y: hex.y - 24 + shift }, total, stack.length));
    }
    for (const id of [...this.counters.keys()]) if (!seen.has(id)) this.counters.delete(id);
    this.layers.stacks.replaceChildren(...order, ...tallies);
    this.layers.moving.replaceChildren();
    this.shine();
  }

  /** @param {Piece} piece */
  counterOf(piece) {
    const look = JSON.stringify([piece.side, piece.name, piece.type, piece.strengths, piece.formation, piece.states, settings.symbols]);
    const known = this.counters.get(piece.id);
    if (known && known.look === look) return known.element;
    const element = counter(piece);
    element.id = `piece-${piece.id.replaceAll(/\W/g, '-')}`;
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
    // Whoever spreads a stack wants to read it: small as the map may be, its counters are not.
    const size = Math.max(1, FANNED / (COUNTER * this.k));
    const room = (COUNTER + 10) * size;
    const [w, t] = [across * room + 10 * size, down * room + 10 * size];
    // Its topmost counter stays where it is, under the pointer: whoever clicks a stack takes the counter he sees.
    const { x, y } = this.counters.get(stack[0].id) ?? hex;
    const [level, upright] = this.towards({ x, y }, w, t, room);
    const middle = this.tucked({ x: x + (level * (across - 1) * room) / 2, y: y + (upright * (down - 1) * room) / 2 }, w, t);
    const drawn = stack.map((piece, i) => {
      const element = counter(piece);
      element.classList.toggle('can', this.lights.pieces.has(piece.id));
      element.classList.toggle('pick', this.lights.picks.has(piece.id));
      element.classList.toggle('held', this.lights.selected === piece.id || this.lights.company.has(piece.id));
      const [column, row] = [level * ((i % across) - (across - 1) / 2), upright * (Math.floor(i / across) - (down - 1) / 2)];
      element.setAttribute('transform', `${at({ x: middle.x + column * room, y: middle.y + row * room })} scale(${size.toFixed(3)})`);
      return element;
    });
    const tray = s('rect', { class: 'tray', x: middle.x - w / 2, y: middle.y - t / 2, width: w, height: t, rx: 9 * size });
    this.layers.fan.replaceChildren(tray, ...drawn);
  }

  /**
   * To which sides of a spot a box of counters, the first of them there, has room: to the right or left, down or up.
   * @param {{ x: number, y: number }} spot
   * @param {number} width
   * @param {number} height
   * @param {number} room  a counter's own
   */
  towards(spot, width, height, room) {
    const { clientWidth, clientHeight } = this.element;
    const fits = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ most) =>
      at + (size - room / 2) * this.k < most;
    return [fits(this.x + spot.x * this.k, width, clientWidth) ? 1 : -1, fits(this.y + spot.y * this.k, height, clientHeight) ? 1 : -1];
  }

  /**
   * The place next to a spot from which a box lies wholly in the window of the map, as far as it fits.
   * @param {{ x: number, y: number }} spot
   * @param {number} width
   * @param {number} height
   */
  tucked(spot, width, height) {
    const { clientWidth, clientHeight } = this.element;
    const clamp = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ from, /** @type {number} */ room) => {
      const [low, high] = [(4 - from) / this.k + size / 2, (room - 4 - from) / this.k - size / 2];
      return low > high ? at : Math.min(high, Math.max(low, at));
    };
    return { x: clamp(spot.x, width, this.x, clientWidth), y: clamp(spot.y, height, this.y, clientHeight) };
  }

  /** Whether a point of the screen is on the spread stack. @param {PointerEvent} event */
  overFan(event) {
    return this.fanned !== null && Boolean(/** @type {Element} */ (event.target).closest?.('.layer-fan'));
  }

  /** A spread stack lies over its neighbours. @param {PointerEvent} event */
  hexUnder(event) {
    return this.overFan(event) ? this.fanned : super.hexUnder(event);
  }

  /**
   * Marches counters along hexes.
   * @param {string[]} ids
   * @param {string[]} names
   * @param {number} ms
   */
  async march(ids, names, ms) {
    const points = names.map((n) => this.hexes.get(n)).filter((p) => p !== undefined);
    // Who comes on the map had no place on it before.
    const newcomers = this.pieces.filter((p) => ids.includes(p.id) && !this.counters.has(p.id));
    for (const piece of newcomers) this.counterOf(piece);
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
}
