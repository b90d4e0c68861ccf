// Lays what the store says onto the board: counters, markers, shades, trails, and the lights of what can be done.

import { judgedAt, waysOf } from '../analysis/study.js';
import { dark } from '../board.js';
import { shownBy } from '../school/lesson.js';
import { askedSide, shownView } from '../store.js';
import { aims, hexOf, main, members, pieceOf } from './reading.js';

export class Painter {
  /** @param {import('../store.js').Store} store @param {import('../board.js').Board} board */
  constructor(store, board) {
    this.store = store;
    this.board = board;
    /** @type {string[][]} where the others have marched */
    this.ways = [];
    this.off = store.subscribe((now, before) => this.paint(now, before));
  }

  /** @param {TableState} now @param {TableState | null} before */
  paint(now, before) {
    const view = now.mode.kind === 'curtain' ? null : shownView(now);
    const old = before && (before.mode.kind === 'curtain' ? null : shownView(before));
    const { board } = this;
    if (view !== old || now.settings.symbols !== before?.settings.symbols) {
      board.setPieces(view?.pieces ?? []);
      board.setMarkers(view?.markers ?? []);
    }
    const battle = now.mode.kind === 'confirm' ? now.mode.battle ?? undefined : view?.battle;
    const fought = before?.mode.kind === 'confirm' ? before.mode.battle ?? undefined : old?.battle;
    if (battle !== fought || view !== old) board.arcs(battle);
    if (view !== old || now.shaded !== before?.shaded || now.marked !== before?.marked || now.handout !== before?.handout
      || now.lesson !== before?.lesson || now.leaf !== before?.leaf) {
      const goals = now.marked ? now.handout?.briefing.objectives ?? [] : [];
      const objectives = goals.map(({ label, hexes }, i) =>
        (/** @type {Overlay} */ ({ id: `objective-${i}`, kind: 'recon', label, hexes })));
      const shown = shownBy(now, view, (hex) => board.hexes.has(hex));
      board.setZones([...(view?.overlays.filter((o) => now.shaded.includes(o.id)) ?? []), ...objectives, ...shown]);
      board.setGoals(goals);
    }
    if (view !== old || now.settings.trails !== before?.settings.trails || now.mode.kind !== before?.mode.kind) this.trails(now);
    if (view !== old || now.mode !== before?.mode || now.news !== before?.news || now.seat !== before?.seat) board.light(this.lights(now));
    if (now.sight === null && before?.sight) board.showSight(null);
    if (now.hint !== before?.hint) this.hint(now);
    if (now.analysis && (view !== old || now.mode.kind !== before?.mode.kind)) this.plan(now);
  }

  /** @param {TableState} state */
  trails(state) {
    const { mode } = state;
    if (mode.kind === 'curtain') this.ways = [];
    const past = mode.kind === 'replay' ? mode.past.frame.told.map((x) => x.hexes ?? []).filter((x) => x.length > 1) : null;
    this.board.trails(past ?? (state.settings.trails ? this.ways.slice(-40) : []));
  }

  /** What the general would have done from the step of the past that is shown. @param {TableState} state */
  plan({ mode, analysis }) {
    this.board.plan(mode.kind === 'replay' ? waysOf(judgedAt(analysis, mode.past.frame.step)) : []);
  }

  /** Lights what the computer would do. @param {TableState} state */
  hint({ hint, news }) {
    const pieces = news?.view.pieces ?? [];
    const from = hint && hexOf(hint.able.target, pieces);
    const to = hint && hexOf(hint.choice.target, pieces);
    const hexes = [...new Set([from, ...(hint?.choice.path ?? []), to])].filter((hex) => hex && this.board.hexes.has(hex));
    this.board.advise(/** @type {string[]} */ (hexes), hint?.choice.path ?? []);
  }

  /** Lights what can act, or what the thing in hand can do. @param {TableState} state */
  lights(state) {
    const lights = dark();
    const { mode, news } = state;
    const side = askedSide(state);
    lights.side = side ?? (state.seat === 'spectator' ? null : state.seat);
    if (!news || ['film', 'replay', 'curtain', 'over'].includes(mode.kind)) return lights;
    const subjects = news.subjects ?? [];
    if (mode.kind === 'confirm') {
      lights.picks = new Set(mode.able);
      lights.company = new Set(mode.battle?.attackers ?? []);
      // Who bears a loss is held up; the others who could are lit.
      if (mode.choice.role === 'lose') {
        lights.selected = pieceOf(mode.choice.target);
        for (const { target } of subjects) if (target.kind === 'piece') lights.pieces.add(target.at);
      }
      return lights;
    }
    if (mode.kind === 'hand') {
      const id = pieceOf(mode.able.target);
      lights.selected = id;
      lights.company = new Set(mode.company);
      lights.from = hexOf(mode.able.target, news.view.pieces);
      this.choices(lights, mode.choices, state);
      // Where somebody else's counter goes is no attack on whoever stands there.
      if (id !== null && news.view.pieces.find((p) => p.id === id)?.side !== side) lights.enemies.clear();
      for (const { target } of main(news)) if (target.kind === 'piece') lights.pieces.add(target.at);
      for (const p of members(mode.able, news.view.pieces, side)) lights.company.add(p.id);
      return lights;
    }
    for (const able of main(news)) {
      const { target, choices } = able;
      for (const p of members(able, news.view.pieces, side)) lights.pieces.add(p.id);
      if (target.kind === 'piece') lights.pieces.add(target.at);
      else if (target.kind === 'hex' && !(choices?.length && choices.every((c) => c.role === 'destroy'))) {
        lights.hexes.add(target.at);
        if (this.enemyIn(target.at, state)) lights.enemies.add(target.at);
      }
    }
    if (mode.kind === 'looking') this.choices(lights, aims(news), state);
    // A stack is lit by its counters, not twice.
    for (const hex of [...lights.hexes]) if (news.view.pieces.some((p) => p.hex === hex && lights.pieces.has(p.id) &&
      p.side === side)) lights.hexes.delete(hex);
    if (news.view.battle && !news.view.battle.rolled) lights.company = new Set(news.view.battle.attackers.filter((x) =>
      news.view.pieces.find((p) => p.id === x)?.side === side));
    return lights;
  }

  /** @param {import('../board.js').Lights} lights @param {Choice[]} choices @param {TableState} state */
  choices(lights, choices, state) {
    for (const { target, mark } of choices) {
      if (target.kind === 'hex') {
        if (!lights.stops.has(target.at)) lights.stops.set(target.at, mark ?? '');
        if (this.enemyIn(target.at, state)) lights.enemies.add(target.at);
      } else if (target.kind === 'hexside') {
        for (const hex of target.at) lights.stops.set(hex, '');
      } else if (target.kind === 'piece') lights.picks.add(target.at);
    }
  }

  /**
   * Shows what something could do before it is taken in hand, and whom it speaks for; null: no more.
   * @param {Choice[] | null} choices
   * @param {Able} [able]
   */
  preview(choices, able) {
    const { state } = this.store;
    const lights = this.lights(state);
    if (able) for (const p of members(able, this.board.pieces, askedSide(state))) lights.company.add(p.id);
    if (choices) {
      lights.faint = true;
      lights.hexes.clear();
      this.choices(lights, choices, state);
    }
    this.board.light(lights);
  }

  /** @param {string} hex @param {TableState} state */
  enemyIn(hex, state) {
    const side = askedSide(state);
    return side !== null && this.board.pieces.some((p) => p.hex === hex && p.side !== side);
  }
}
