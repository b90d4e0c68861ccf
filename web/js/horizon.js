// What can act beyond the edges of the window: an arrow at the edge says how many there are, and leads there.

import { h } from './dom.js';

/** How far inside the edge the middle of something must be to count as seen. */
const MARGIN = 4;
/** What lies so little beyond an edge still peeks over it, for counters in a stack lie beside the middle of their hex. */
const PEEK = 30;
/** How far an arrow stands from its edge. */
const EDGE = 8;
/** Room at the corners, where buttons stand. */
const CORNER = 64;
/** Half of what an arrow takes up along its edge, and how far it reaches into the map, with some room about it. */
const HALF_WIDE = 46;
const HALF_HIGH = 26;
const DEEP = { upright: 84, level: 50 };
/** By how much it is moved aside, again and again, from where something lit lies under it; and how often farther in. */
const ASIDE = 14;
const ROWS = 4;

/** @typedef {'left' | 'right' | 'up' | 'down'} Edge */

/** @type {Record<Edge, string>} */
const SIGNS = { left: '◂', right: '▸', up: '▴', down: '▾' };
/** @type {Record<Edge, string>} */
const WAYS = { left: 'to the left', right: 'to the right', up: 'above', down: 'below' };

export class Horizon {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    this.element = h('div', { class: 'horizon' });
    // A press on an arrow is none on the map.
    this.element.addEventListener('pointerdown', (event) => event.stopPropagation());
    this.shown = '';
  }

  /**
   * Which edge something lies beyond, the one it is farthest beyond.
   * @param {{ x: number, y: number }} p
   * @param {{ width: number, height: number }} box
   * @param {number} margin  how far inside the edge it counts as beyond already
   */
  beyond(p, box, margin = MARGIN) {
    /** @type {[Edge, number][]} */
    const past = [['left', margin - p.x], ['right', p.x - box.width + margin], ['up', margin - p.y], ['down', p.y - box.height + margin]];
    const [edge, far] = past.reduce((a, b) => (b[1] > a[1] ? b : a));
    return far > 0 ? edge : null;
  }

  /** While the map moves, arrows that point from where it was are neither seen nor in the way. @param {boolean} rests */
  follow(rests) {
    this.element.classList.toggle('moving', !rests);
    if (rests) this.look();
  }

  /** Points at whatever is lit and out of sight. */
  look() {
    const { board } = this;
    const full = board.element.getBoundingClientRect();
    const box = { width: full.width, height: full.height - board.covered() };
    const { pieces, picks, hexes, stops, faint } = board.lights;
    // With something in hand only what it can be used on is wanted.
    const inHand = stops.size > 0 && !faint;
    const lit = board.pieces.filter((p) => p.hex && ((pieces.has(p.id) && !inHand) || picks.has(p.id))).map((p) => p.hex ?? '');
    /** @type {Map<Edge, { names: string[], x: number, y: number }>} */
    const edges = new Map();
    /** @type {{ x: number, y: number }[]} what is lit and can be seen, if only in part */
    const seen = [];
    const spotOf = (/** @type {string} */ name) => {
      const hex = board.hexes.get(name);
      return hex && { x: board.x + hex.x * board.k, y: board.y + hex.y * board.k };
    };
    for (const name of [...stops.keys(), ...hexes]) {
      const spot = spotOf(name);
      if (spot && !this.beyond(spot, box, -PEEK)) seen.push(spot);
    }
    for (const name of lit.length ? lit : inHand ? [] : hexes) {
      const spot = spotOf(name);
      if (!spot) continue;
      if (!this.beyond(spot, box, -PEEK)) seen.push(spot);
      const edge = this.beyond(spot, box);
      if (!edge) continue;
      const group = edges.get(edge) ?? { names: [], x: 0, y: 0 };
      group.names.push(name);
      group.x += spot.x;
      group.y += spot.y;
      edges.set(edge, group);
    }
    const arrows = [...edges].map(([edge, { names, x, y }]) => {
      const within = (/** @type {number} */ sum, /** @type {number} */ room) => {
        return Math.round(Math.max(CORNER, Math.min(room - CORNER, sum / names.length)));
      };
      const upright = edge === 'left' || edge === 'right';
      // The small map lies in a corner at the foot.
      const { element, corner } = board.minimap;
      const least = edge === 'down' && corner === 'left' ? element.offsetWidth + CORNER : 0;
      const taken = edge === corner ? element.offsetHeight : edge === 'down' && corner === 'right' ? element.offsetWidth : 0;
      const [sum, room] = upright ? [y, box.height - taken] : [x, box.width - taken];
      const { at, deep } = this.aside(edge, Math.max(least, within(sum, room)), Math.max(least, CORNER), room - CORNER, seen, box);
      return { edge, names, at, inset: EDGE + deep + (edge === 'down' ? full.height - box.height : 0) };
    });
    const shown = JSON.stringify(arrows);
    if (shown === this.shown) return;
    this.shown = shown;
    this.element.replaceChildren(...arrows.map((arrow) => this.arrow(arrow, lit.length > 0)));
  }

  /**
   * Where an arrow stands along its edge, and how deep: as near as can be to where it would, but not over anything lit. Where the whole
   * edge is taken it stands farther in.
   * @param {Edge} edge
   * @param {number} at
   * @param {number} least
   * @param {number} most
   * @param {{ x: number, y: number }[]} seen
   * @param {{ width: number, height: number }} box
   */
  aside(edge, at, least, most, seen, box) {
    const upright = edge === 'left' || edge === 'right';
    const [row, half] = upright ? [DEEP.upright, HALF_HIGH] : [DEEP.level, HALF_WIDE];
    const depth = (/** @type {{ x: number, y: number }} */ p) =>
      ({ left: p.x, right: box.width - p.x, up: p.y, down: box.height - p.y })[edge];
    for (let n = 0; n < ROWS; n++) {
      const deep = n * row;
      const along = seen.filter((p) => depth(p) > deep - PEEK && depth(p) < deep + row).map((p) => (upright ? p.y : p.x));
      const free = (/** @type {number} */ place) => place >= least && place <= most && along.every((p) => Math.abs(p - place) > half);
      for (let away = 0; away < most - least; away += ASIDE) {
        const found = [at - away, at + away].find(free);
        if (found !== undefined) return { at: found, deep };
      }
    }
    return { at, deep: 0 };
  }

  /** @param {{ edge: Edge, names: string[], at: number, inset: number }} arrow @param {boolean} units */
  arrow({ edge, names, at, inset }, units) {
    const what = units ? (names.length === 1 ? 'unit' : 'units') : (names.length === 1 ? 'place' : 'places');
    const words = `${names.length} ${what} that can act ${WAYS[edge]}`;
    const side = { left: 'left', right: 'right', up: 'top', down: 'bottom' }[edge];
    const place = `${edge === 'left' || edge === 'right' ? 'top' : 'left'}:${at}px;${side}:${inset}px`;
    const go = () => this.board.reveal([this.nearest(names)]);
    const look = { class: edge, style: place, title: words, 'aria-label': words, onclick: go };
    return h('button', look, h('span', {}, SIGNS[edge]), names.length);
  }

  /** Of several hexes the one nearest to what is seen. @param {string[]} names */
  nearest(names) {
    const { board } = this;
    const box = board.element.getBoundingClientRect();
    const middle = { x: (box.width / 2 - board.x) / board.k, y: (box.height / 2 - board.y) / board.k };
    const away = (/** @type {string} */ name) => {
      const hex = board.hexes.get(name);
      return hex ? Math.hypot(hex.x - middle.x, hex.y - middle.y) : Infinity;
    };
    return names.reduce((a, b) => (away(b) < away(a) ? b : a));
  }
}
