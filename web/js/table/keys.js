// Everything by keys: arrows go through what can be done, Enter chooses, Escape lets go, letters for the rest.

import { inWords } from '../counters.js';
import { say } from '../dom.js';
import { tabOfKey } from '../side/panel.js';
import { shownView } from '../store.js';
import { hexOf, pieceOf } from './reading.js';

/** All keys, for whoever asks. @type {[string, string][]} */
export const KEYS = [
  ['← → ↑ ↓', 'go through what can be done'], ['Enter', 'choose'], ['Esc', 'let go'], ['U', 'undo'], ['Shift + U', 'redo'],
  ['F', 'finish the phase'], ['A', 'the whole stack'], ['X', 'one more of the stack'], ['W', 'march by way of this hex'],
  ['B', 'into the dock below the map'], ['O', 'out of turn'], ['G', 'a hint'], ['+ − 0', 'closer, farther, all'],
  ['Shift + arrows', 'move the map'], ['H', 'hide the counters'], ['M', 'the last marches'], ['I', 'what lies here'],
  ['Menu', 'what can be done here'], ['V', 'line of fire from here'], ['1 … 9', 'shade the map'], ['P', 'replay'],
  ['E L T R C', 'briefing, log, forces, rules, tables'],
  ['N', 'move now: the computer decides'], ['S', 'skip the film'], ['Space', 'halt the film, go on'], ['.', 'one scene of the film'],
  ['Shift + click', 'add a counter of the stack'], ['Alt + click', 'march by way of this hex'], ['Right click', 'what can be done here'],
];

/** @typedef {{ hex: string, label: string, does: () => void, path?: string[], spoken?: string }} Station */

export class Keys {
  /** @param {import('../table.js').TablePage} page */
  constructor(page) {
    this.page = page;
    this.at = -1;
    /** @type {unknown} what the stations were made of */
    this.made = null;
    /** Whether the last thing that was done was done by a key: then the focus goes where the next key is wanted. */
    this.lately = false;
    this.listen = (/** @type {KeyboardEvent} */ event) => this.key(event);
    this.touch = () => { this.lately = false; };
    document.addEventListener('keydown', this.listen);
    document.addEventListener('pointerdown', this.touch);
  }

  close() {
    document.removeEventListener('keydown', this.listen);
    document.removeEventListener('pointerdown', this.touch);
  }

  /** What the arrows go through: what can act, or what the thing in hand can do. @returns {Station[]} */
  stations() {
    const { store, hand, board } = this.page;
    const { mode, news } = store.state;
    if (this.made !== mode && this.made !== news) this.at = -1;
    this.made = mode.kind === 'looking' ? news : mode;
    const things = mode.kind === 'hand' ? mode.choices : mode.kind === 'looking' ? news?.subjects ?? [] : [];
    /** @type {Station[]} */
    const stations = mode.kind === 'confirm' && mode.able.length > 1 ? mode.able.map((id) => ({ hex: hand.piece(id)?.hex ?? '',
      label: hand.piece(id)?.name ?? id, does: () => void hand.enlist(id) })).filter((x) => board.hexes.has(x.hex)) : [];
    for (const thing of things) {
      const hex = hexOf(thing.target, board.pieces);
      if (!hex || !board.hexes.has(hex)) continue;
      const label = [thing.label, thing.note].filter(Boolean).join(', ');
      const does = 'action' in thing
        ? () => void (mode.kind === 'hand' && (mode.via.length || mode.company.length) ? hand.march(hex)
          : hand.offer(this.same(thing), hex))
        : () => void hand.take(thing);
      // Whoever listens hears where it stands, what it is and how it fares.
      const piece = 'action' in thing ? undefined : board.pieces.find((p) => p.id === pieceOf(thing.target));
      stations.push({ hex, label, does, path: thing.path, spoken: piece && `${label}. ${hex}: ${inWords(piece)}` });
    }
    return stations;
  }

  /** The choices at the same place. @param {Choice} choice */
  same(choice) {
    const { mode } = this.page.store.state;
    return mode.kind === 'hand' ? mode.choices.filter((c) => JSON.stringify(c.target) === JSON.stringify(choice.target)) : [choice];
  }

  /** @param {number} dx @param {number} dy */
  step(dx, dy) {
    const { board, store } = this.page;
    const stations = this.stations();
    if (stations.length === 0) return false;
    const now = stations[this.at];
    const from = store.state.mode.kind === 'hand' ? board.lights.from : null;
    const here = now ? board.hexes.get(now.hex) : from ? board.hexes.get(from) : undefined;
    let best = here ? -1 : this.nearest(stations);
    if (here) {
      let least = Infinity;
      stations.forEach(({ hex }, i) => {
        const there = board.hexes.get(hex);
        if (!there || i === this.at) return;
        const [ox, oy] = [there.x - here.x, there.y - here.y];
        const [ahead, aside] = [ox * dx + oy * dy, Math.abs(ox * dy - oy * dx)];
        // Others in the same stack come next, whatever the direction.
        const stacked = ox === 0 && oy === 0;
        const cost = stacked ? (i > this.at ? i - this.at : Infinity) : ahead > 1 ? 40 + ahead + 2.2 * aside : Infinity;
        if (cost < least) [best, least] = [i, cost];
      });
      // At the edge of it all nothing comes after; the first step goes somewhere in any case.
      if (best < 0 && this.at < 0) best = this.nearest(stations);
      if (best < 0) {
        store.set({ notice: { text: `Nothing more ${dx > 0 ? 'to the right' : dx < 0 ? 'to the left' : dy > 0 ? 'below' : 'above'}.` } });
        return true;
      }
    }
    this.at = best;
    const station = stations[best];
    board.cursor(station.hex);
    board.showPath(station.path ?? []);
    say(station.spoken ?? station.label);
    store.set({ notice: { text: station.label } });
    return true;
  }

  /** The station nearest to the middle of what is seen. @param {Station[]} stations */
  nearest(stations) {
    const hex = this.page.board.horizon.nearest(stations.map((x) => x.hex));
    return stations.findIndex((x) => x.hex === hex);
  }

  /** The hex that the keys or the pointer are at. */
  get hex() {
    return this.stations()[this.at]?.hex ?? this.page.pointing.hex ?? this.page.store.state.inspected?.hex ?? null;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { store, board, stage } = this.page;
    const target = /** @type {HTMLElement} */ (event.target);
    const { mode } = store.state;
    if (document.querySelector('dialog[open]') || mode.kind === 'curtain' || mode.kind === 'over') return;
    if (!store.state.briefed) {
      if (event.key === 'Escape') this.page.begin();
      return;
    }
    const sliding = target.matches('input[type=range]') && event.key.startsWith('Arrow');
    if (mode.kind === 'replay' && !target.closest('select, input[type=search]') && !sliding && stage.replay.key(event)) return;
    const writing = target.closest('input:not([type=checkbox]):not([type=range]), select, textarea');
    if (writing && event.key === 'Escape') board.element.focus({ preventScroll: true });
    if (writing || event.ctrlKey || event.metaKey || event.altKey) return;
    this.lately = true;
    const inMap = target === document.body || target === board.element;
    if (event.key.startsWith('Arrow') ? this.arrow(event, target, inMap) : event.key === 'Enter' || event.key === ' ' ?
      this.enter(event, inMap) : this.letter(event)) event.preventDefault();
  }

  /** @param {KeyboardEvent} event @param {HTMLElement} target @param {boolean} inMap */
  arrow(event, target, inMap) {
    const { board, store } = this.page;
    const [dx, dy] = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1],
      ArrowDown: [0, 1] })[event.key] ?? [0, 0];
    const menu = target.closest('[role=menu]');
    if (menu) {
      const items = [.../** @type {NodeListOf<HTMLElement>} */ (menu.querySelectorAll('button, a'))];
      const i = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
      items[(i + (dx + dy > 0 ? 1 : items.length - 1)) % items.length]?.focus();
      return true;
    }
    // From the button that decides a battle the arrows lead back to those who may take part.
    if (!inMap && !target.closest('.fights')) return false;
    if (!inMap) board.element.focus({ preventScroll: true });
    if (event.shiftKey || store.state.mode.kind === 'film' || !this.step(dx, dy)) board.pan(-dx * 90, -dy * 90);
    return true;
  }

  /** @param {KeyboardEvent} event @param {boolean} inMap */
  enter(event, inMap) {
    const { store } = this.page;
    if (event.key === ' ' && inMap && store.state.mode.kind === 'film') {
      this.page.pause();
      return true;
    }
    if (!inMap) return false;
    this.stations()[this.at]?.does();
    return true;
  }

  /** @param {KeyboardEvent} event */
  letter(event) {
    const { page } = this;
    const { store, hand, deeds, board, stage } = page;
    const { news, mode } = store.state;
    const does = /** @type {Record<string, () => void>} */ ({
      Escape: () => page.escape(),
      u: () => void (event.shiftKey ? deeds.redo() : page.undo()),
      a: () => void hand.joinAll(),
      x: () => void hand.joinNext(),
      w: () => { const hex = this.stations()[this.at]?.hex; if (hex) void hand.pointOut(hex); },
      o: () => (news?.asides?.length ? page.outOfTurn() : deeds.notice('There is nothing to do out of turn.')),
      b: () => page.intoDock(),
      n: () => deeds.hurry(),
      m: () => page.trails(),
      p: () => void stage.replay.open(),
      v: () => void deeds.sight(this.hex),
      f: () => deeds.finish(),
      g: () => void deeds.hint(),
      h: () => board.element.classList.toggle('bare'),
      i: () => page.inspect(this.hex),
      ContextMenu: () => page.context(this.hex),
      s: () => stage.film.skip(),
      '.': () => { if (mode.kind === 'film') stage.film.step(); },
      '+': () => board.zoom(1.25), '=': () => board.zoom(1.25), '-': () => board.zoom(1 / 1.25), 0: () => board.fit(),
      '?': () => page.menu(),
    })[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!does && tabOfKey(store, event.key.toLowerCase())) return true;
    const shade = event.key >= '1' && event.key <= '9' ? shownView(store.state)?.overlays[Number(event.key) - 1] : undefined;
    if (shade) {
      page.acts.shade(shade.id);
      deeds.notice(`${shade.label}: ${store.state.shaded.includes(shade.id) ? 'shaded' : 'not shaded'}.`);
    } else does?.();
    return Boolean(shade ?? does);
  }
}
