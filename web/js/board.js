// The board: the map, the counters on it, and the lights that say what can be done.

import { s } from './dom.js';
import { drawMarker } from './markers.js';
import { Horizon } from './horizon.js';
import { Minimap } from './minimap.js';
import { wire } from './pointer.js';
import { Stacks, at } from './stacks.js';
import { HALF, SIDE } from './view.js';

export { dark } from './stacks.js';

/** @typedef {import('./stacks.js').Lights} Lights */

const HEX = `M${SIDE} 0L${SIDE / 2} ${HALF}L${-SIDE / 2} ${HALF}L${-SIDE} 0L${-SIDE / 2} ${-HALF}L${SIDE / 2} ${-HALF}z`;

/** @param {BoardHex | undefined} a @param {BoardHex} b */
const beside = (a, b) => a !== undefined && Math.hypot(a.x - b.x, a.y - b.y) < 80;

export class Board extends Stacks {
  /** @param {import('./view.js').Hand} hand */
  constructor(hand) {
    super(hand);
    const head = s('path', { class: 'head', d: 'M0 0L10 5L0 10z' });
    const arrow = { id: 'arrowhead', viewBox: '0 0 10 10', refX: 6, refY: 5, markerWidth: 3.4, markerHeight: 3.4, orient: 'auto' };
    this.layers.defs.append(s('defs', {}, s('marker', arrow, head)));
    this.horizon = new Horizon(this);
    this.minimap = new Minimap(this);
    this.element.append(this.horizon.element, this.minimap.element);
    wire(this);
  }

  /** @param {boolean} rests */
  follow(rests) {
    this.minimap.follow();
    this.horizon.follow(rests);
  }

  /** @param {Piece[]} pieces */
  setPieces(pieces) {
    super.setPieces(pieces);
    this.minimap.muster();
    this.horizon.look();
  }

  /** @param {Marker[]} markers */
  setMarkers(markers) {
    const drawn = markers.map((marker) => drawMarker(marker, this.hexes));
    this.layers.markers.replaceChildren(...drawn.filter((m) => m !== null));
  }

  /** Flags at the corner of hexes, over whatever stands there: the places that decide the game. @param {Objective[]} objectives */
  setGoals(objectives) {
    const drawn = objectives.flatMap(({ label, hexes }) => hexes.map((name) => {
      const hex = this.hexes.get(name);
      return hex && s('g', { class: 'goal', transform: at({ x: hex.x + 20, y: hex.y + 29 }) }, s('title', {}, label),
        s('path', { class: 'pole', d: 'M0 4V-20' }), s('path', { class: 'cloth', d: 'M0-20h19l-5 6l5 6h-19z' }));
    }));
    this.layers.goals.replaceChildren(...drawn.filter((g) => g !== undefined));
  }

  /** @param {Overlay[]} overlays */
  setZones(overlays) {
    const zones = overlays.map((overlay, i) => {
      const side = ['union', 'confederate'].find((name) => overlay.id.includes(name));
      const kind = overlay.id === 'lesson' ? 'spoken' : side ?? (overlay.id.includes('must') ? 'duty' : `other${i % 2}`);
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
    const order = (/** @type {Lights} */ l) => [l.selected, ...[l.pieces, l.company, l.picks].map((set) => [...set].join())].join(';');
    const raised = order(lights) !== order(this.lights);
    this.lights = lights;
    const drawn = [];
    for (const name of lights.hexes) drawn.push(this.outline(name, lights.enemies.has(name) ? 'subject enemy' : 'subject'));
    for (const name of lights.stops.keys()) drawn.push(this.outline(name, lights.enemies.has(name) ? 'stop enemy' : 'stop'));
    if (lights.from) drawn.push(this.outline(lights.from, 'from'));
    this.layers.lit.replaceChildren(...drawn.filter((d) => d !== null));
    this.layers.lit.classList.toggle('faint', lights.faint);
    const notes = [...lights.stops].filter(([, note]) => note !== '').map(([name, note]) => {
      const hex = this.hexes.get(name);
      // In the upper right corner: strengths stand at the foot of a counter.
      const wide = 9 + note.length * 6.2;
      return hex && s('g', { class: 'note', transform: at({ x: hex.x + 28 - wide / 2, y: hex.y - 26 }) },
        s('rect', { x: -wide / 2, y: -7, width: wide, height: 14, rx: 7 }), s('text', { y: 4 }, note));
    });
    this.layers.notes.replaceChildren(...notes.filter((n) => n !== undefined));
    this.layers.notes.classList.toggle('faint', lights.faint);
    if (raised) this.lay();
    else this.shine();
    this.minimap.yield();
    this.horizon.look();
  }

  /**
   * A way over the map, through these points of it; `bad` if the rules forbid it.
   * @param {string[]} names
   * @param {string[]} [points]
   * @param {boolean} [bad]
   */
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
    this.layers.path.replaceChildren(s('path', { class: 'way-under', d }), s('path', { class: 'way', d }),
      s('circle', { class: 'way-end', cx: end.x, cy: end.y, r: 6 }),
      ...hexes(points).map((p) => s('circle', { class: 'way-point', cx: p.x, cy: p.y, r: 9 })));
  }

  /** Rings hexes and draws a way: what somebody advises. @param {string[]} names @param {string[]} way */
  advise(names, way) {
    const points = way.map((n) => this.hexes.get(n)).filter((p) => p !== undefined);
    const d = points.map((p, i) => `${i ? 'L' : 'M'}${p.x} ${p.y}`).join('');
    const ends = points.length > 1 ? [names[0], names[names.length - 1]] : names;
    const drawn = [points.length > 1 ? s('path', { class: 'advised-way', d }) : null, ...ends.map((n) => this.outline(n, 'advised'))];
    this.layers.advice.replaceChildren(...drawn.filter((x) => x !== null));
    if (names.length) this.reveal(ends);
  }

  /** What somebody would have done: arrows along the ways of a plan. @param {string[][]} ways */
  plan(ways) {
    const drawn = ways.map((names) => {
      const points = names.map((n) => this.hexes.get(n)).filter((p) => p !== undefined);
      const d = points.map((p, i) => `${i ? 'L' : 'M'}${p.x} ${p.y}`).join('');
      return s('path', { class: 'planned-way', d, 'marker-end': 'url(#arrowhead)' });
    });
    this.layers.advice.replaceChildren(...drawn);
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
          // Whoever stands beside one of several targets attacks that one.
          if (!beside(b, a) && battle.targets.some((t) => beside(this.hexes.get(t), a))) continue;
          const [mx, my] = [a.x + dx / 2 - dy * 0.18, a.y + dy / 2 + dx * 0.18];
          const d = `M${a.x} ${a.y}Q${mx} ${my} ${b.x - dx * 0.3} ${b.y - dy * 0.3}`;
          drawn.push(s('path', { class: 'arc', d, 'marker-end': 'url(#arrowhead)' }));
        }
      }
    }
    this.layers.arcs.replaceChildren(...drawn.filter((d) => d !== null));
  }

  /** Where the keyboard points. @param {string | null} name */
  cursor(name) {
    const ring = name ? this.outline(name, 'cursor') : null;
    this.layers.cursor.replaceChildren(...(ring ? [ring] : []));
    // Whoever listens hears what stands there.
    const top = name ? this.counters.get(this.stack(name)[0]?.id)?.element : undefined;
    if (top) this.element.setAttribute('aria-activedescendant', top.id);
    else this.element.removeAttribute('aria-activedescendant');
    if (name) this.reveal([name]);
  }

  /** A short flash on hexes. @param {string[]} names */
  flash(names) {
    const drawn = names.map((n) => this.outline(n, 'flash')).filter((o) => o !== null);
    this.layers.path.replaceChildren(...drawn);
    setTimeout(() => drawn.forEach((d) => d.remove()), 1500);
  }
}
