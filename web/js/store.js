// What a table knows and is at, in one place: whoever shows something subscribes, whoever changes something sets it.

import { useEffect, useReducer, useRef } from './vendor/preact.js';

/** @param {SeatId[]} own @param {Settings} settings @returns {TableState} */
export const fresh = (own, settings) => ({
  about: null, handout: null, invitations: {}, seat: own[0] ?? 'spectator', own, news: null, log: [], remarks: [], here: {},
  thinking: null, line: 'open', full: null, closed: null, gone: null, mode: { kind: 'looking' }, busy: false, notice: null,
  lesson: null, coming: null, leaf: 0, coach: null, house: null,
  cast: null, banner: null, inspected: null, menu: null, sight: null, standing: false, shaded: [], marked: false,
  briefed: true, hint: null, analysis: null, picked: [], panel: { tab: 'briefing' },
  settings,
});

export class Store {
  /** @param {TableState} state */
  constructor(state) {
    this.state = state;
    /** @type {Set<(now: TableState, before: TableState) => void>} */
    this.ears = new Set();
  }

  /** Calls whenever something has changed, with what is and what was. @param {(now: TableState, before: TableState) => void} ear */
  subscribe(ear) {
    this.ears.add(ear);
    return () => { this.ears.delete(ear); };
  }

  /** @param {Partial<TableState>} patch */
  set(patch) {
    const before = this.state;
    if (Object.entries(patch).every(([name, value]) => Object.is(/** @type {any} */ (before)[name], value))) return;
    this.state = { ...before, ...patch };
    for (const ear of [...this.ears]) ear(this.state, before);
  }

  /** @param {Mode} mode */
  enter(mode) {
    this.set({ mode });
  }
}

/**
 * A part of the state, for a view: it is drawn anew when that part is another.
 * @template T
 * @param {Store} store
 * @param {(state: TableState) => T} pick
 * @returns {T}
 */
export function useStore(store, pick) {
  const [, again] = useReducer((/** @type {number} */ n) => n + 1, 0);
  const now = pick(store.state);
  const last = useRef(now);
  last.current = now;
  const picked = useRef(pick);
  picked.current = pick;
  useEffect(() => {
    const look = () => { if (!Object.is(picked.current(store.state), last.current)) again(0); };
    look();
    return store.subscribe(look);
  }, [store]);
  return now;
}

/** What is to be seen: the past in a replay, else the present. @param {TableState} state @returns {View | null} */
export const shownView = (state) => (state.mode.kind === 'replay' ? state.mode.past.frame.view : state.news?.view ?? null);

/**
 * The side of ours that is asked, if any; the one at whose seat we look first.
 * @param {TableState} state
 * @param {News | null} [news]
 * @returns {Side | null}
 */
export function askedSide(state, news = state.news) {
  if (!news) return null;
  const { actor, awaited } = news.actor;
  const sides = actor === 'both' ? awaited ?? [] : actor === 'union' || actor === 'confederate' ? [actor] : [];
  const own = sides.filter((side) => state.own.includes(side));
  return own.find((side) => side === state.seat) ?? own[0] ?? null;
}
