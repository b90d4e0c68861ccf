// The dock below the map, with its own space: the battle at hand, who takes part, cards and chits, counters to be set up.

import { askedSide, useStore } from '../store.js';
import { html, useEffect, useLayoutEffect, useRef } from '../vendor/preact.js';
import { Battle } from './battle.js';
import { Counter, Sign } from './bits.js';
import { verb } from './deeds.js';
import { Badge } from '../side/bits.js';
import { count, desk, grave, isCard, members, onMap, pieceOf, sameSubject, sameTarget, takesPart } from './reading.js';
import { Tray } from './tray.js';

/** @typedef {import('../table.js').TablePage} Page */

/**
 * Things keep the places in which they were first seen, so that nothing moves away under the pointer when one of them is picked.
 * @template T
 * @param {T[]} things
 * @param {(thing: T) => string} name
 * @param {string[]} seen  those that were seen, in order
 * @returns {T[]}
 */
function inOrder(things, name, seen) {
  const names = things.map(name);
  if (!seen.some((x) => names.includes(x))) seen.length = 0;
  for (const x of names) if (!seen.includes(x)) seen.push(x);
  const place = (/** @type {T} */ thing) => seen.indexOf(name(thing));
  return [...things].sort((a, b) => place(a) - place(b));
}

/** @typedef {{ name: string, label: string, piece: Piece | undefined, note?: string, inside: boolean, fixed?: boolean, title: string,
 *   point?: () => void, does: () => void }} Tick */

/**
 * Everybody who takes part or could, with what a click does.
 * @param {TableState} state
 * @param {Page} page
 * @param {Able[]} takers
 * @param {string[]} seen
 * @returns {Tick[]}
 */
function ticks(state, page, takers, seen) {
  const news = /** @type {News} */ (state.news);
  const known = (/** @type {Target} */ target) => news.view.pieces.find((p) => p.id === pieceOf(target));
  const side = askedSide(state);
  const battle = (news.view.battle?.attackers ?? []).map((id) => news.view.pieces.find((p) => p.id === id)).filter((p) => p !== undefined);
  // Whoever was listed by his hex keeps its place.
  const nameOf = (/** @type {Piece} */ p) =>
    (p.hex && seen.includes(p.hex) && battle.filter((o) => o.hex === p.hex).length === 1 ? p.hex : p.id);
  /** @type {Tick[]} */
  const all = battle.filter((p) => p.side === side).map((p) => ({ name: nameOf(p), label: p.name, piece: p, inside: true, fixed: !news.undo,
    title: 'Leave out', does: () => void page.deeds.leave(p.id) }));
  for (const able of takers) {
    // One thing with many who could join it: each of them is listed.
    const parts = (able.choices ?? []).filter((c) => takesPart(c) && !sameTarget(c.target, able.target));
    for (const c of parts) {
      const piece = known(c.target);
      all.push({ name: piece?.id ?? c.label, label: piece?.name ?? c.label, piece, note: c.note, inside: false, title: c.label,
        does: () => void page.deeds.commit(c) });
    }
    if (parts.length > 0) continue;
    const piece = known(able.target);
    const label = able.target.kind === 'hex' ? able.note ?? able.label : piece?.name ?? able.label;
    all.push({ name: String(able.target.at), label, piece, inside: able.choices?.some((c) => c.role === 'exclude') ?? false,
      title: able.label, point: () => page.point(able), does: () => void page.hand.take(able) });
  }
  for (const picked of state.picked) {
    const { able, choice } = picked;
    const target = pieceOf(choice.target) === null ? able.target : choice.target;
    const name = String(target.at);
    if (isCard(able.target) || all.some((x) => x.name === name) || battle.some((p) => p.hex === name)) continue;
    all.push({ name, label: known(target)?.name ?? able.note ?? able.label, piece: known(target), inside: choice.role !== 'exclude',
      fixed: !news.undo, title: 'Leave out', does: () => void page.deeds.unpick(picked) });
  }
  return all;
}

/** Who takes part, with check marks. @param {{ state: TableState, page: Page, takers: Able[], seen: string[] }} props */
function Takers({ state, page, takers, seen }) {
  const asked = Boolean(state.news?.subjects) && (takers.length > 0 || state.picked.some(({ able }) => !isCard(able.target)));
  const list = asked ? inOrder(ticks(state, page, takers, seen), (x) => x.name, seen) : [];
  if (list.length === 0) return null;
  return html`<div class="roster" role="group" aria-label="Who takes part">${list.map((x) => html`<button key=${x.name} class="taker"
    role="checkbox" aria-checked=${String(x.inside)} disabled=${x.fixed || state.busy} title=${x.title} onMouseEnter=${x.point}
    onClick=${x.does}>${x.piece && html`<${Counter} piece=${x.piece} size=${28} />`}<span
      class="tick">${x.inside && html`<${Sign} name="check" />`}</span>${x.label}${x.note &&
        html`<small>${x.note}</small>`}</button>`)}</div>`;
}

/**
 * Chits, cards, dice and boxes; those that were picked stay with a tick, and can be let go of.
 * @param {{ state: TableState, page: Page, cards: Able[], seen: string[] }} props
 */
function Cards({ state, page, cards, seen }) {
  const { mode, news } = state;
  const picked = news?.subjects ? state.picked.filter(({ able }) => isCard(able.target) && !cards.some((x) => sameSubject(x, able))) : [];
  const all = [...cards.map((able) => ({ able, pick: null })), ...picked.map((pick) => ({ able: pick.able, pick }))];
  if (all.length === 0) return null;
  const list = inOrder(all, (x) => JSON.stringify(x.able.subject), seen);
  return html`<div class="cards-row" role="group" aria-label="Chits and cards">${list.map(({ able, pick }) => {
    const held = mode.kind === 'hand' && sameSubject(mode.able, able);
    const does = () => void (pick ? page.deeds.unpick(pick) : held ? page.hand.letGo() : page.hand.take(able));
    const side = askedSide(state);
    const formation = state.handout?.formations.find((f) => f.name === able.formation && f.side === side);
    const units = members(able, news?.view.pieces ?? [], side);
    const note = pick ? [pick.choice.label, pick.choice.note].filter(Boolean).join(', ')
      : able.note ?? (units.length ? count(units.length, 'unit', 'units') : '');
    return html`<button key=${JSON.stringify(able.subject)} class="playing-card ${able.target.kind} ${pick ? 'picked' : ''}"
      aria-pressed=${String(held || pick !== null)} title=${pick ? 'Let go of it' : able.label} disabled=${pick !== null && !news?.undo}
      onMouseEnter=${() => page.point(able)} onMouseLeave=${() => page.point(null)} onFocus=${() => page.point(able)}
      onBlur=${() => page.point(null)} onClick=${does}><b>${pick && html`<${Sign} name="check" />`}${formation &&
        html`<${Badge} formation=${formation} />`}${able.label}</b>${note && html`<small>${note}</small>`}</button>`;
  })}</div>`;
}

/** What the thing in hand can do that has no place on the map. @param {{ state: TableState, page: Page }} props */
function Others({ state, page }) {
  const { mode, news } = state;
  if (mode.kind !== 'hand' || !news) return null;
  const id = pieceOf(mode.able.target);
  const listed = ['engage', 'fire'].includes(mode.able.role) && mode.choices.length <= 14;
  const choices = mode.choices.filter((c) =>
    (!onMap(c.target) ? !news.view.battle : c.target.kind === 'piece' && (c.target.at === id || listed)));
  const stack = page.others();
  if (choices.length === 0 && stack === 0) return null;
  // A card that can be played in several ways is not played yet.
  const ways = isCard(mode.able.target) && choices.length > 1;
  return html`<div class="row others"><b>${mode.able.label}${ways && ': which way?'}</b>
    ${stack > 0 && html`<button title="All of the stack that can (A); Shift + click takes one more along"
      onClick=${() => void page.hand.joinAll()}>+ ${stack} of the stack</button>`}
    ${choices.map((c, i) => html`<button key=${c.label} class=${ways && i === 0 ? 'primary' : ''} title=${c.note ?? c.label}
      onClick=${() => void page.deeds.commit(c, { seen: grave(c) && !c.dice })}>
      ${c.label}${c.note && html`<small>${c.note}</small>`}</button>`)}
  </div>`;
}

/** Who could bear a loss, and what each would pay. @param {{ news: News, page: Page, bearers: Able[], chosen?: Choice }} props */
function Bearers({ news, page, bearers, chosen }) {
  if (bearers.length === 0) return null;
  return html`<div class="roster" role="radiogroup" aria-label="Who bears the loss">${bearers.map((x) => {
    const piece = news.view.pieces.find((p) => p.id === pieceOf(x.target));
    const note = x.choices?.find((c) => c.role === 'lose')?.note ?? x.note;
    const here = chosen !== undefined && sameTarget(chosen.target, x.target);
    return html`<button key=${JSON.stringify(x.subject)} class="taker" role="radio" aria-checked=${String(here)} title=${x.label}
      onMouseEnter=${() => page.point(x)} onClick=${() => void page.hand.take(x)}>
      ${piece && html`<${Counter} piece=${piece} size=${28} />`}${x.label}
      ${note && html`<small>${note}</small>`}</button>`;
  })}</div>`;
}

/** Enemies that the battle at hand may take in too, or must. @param {{ page: Page, wider: Able[], busy: boolean }} props */
const Wider = ({ page, wider, busy }) => (wider.length === 0 ? null
  : html`<div class="row wider" role="group" aria-label="Who is attacked too">
  ${wider.map((x) => html`<button key=${JSON.stringify(x.subject)} disabled=${busy} onMouseEnter=${() => page.point(x)}
    onClick=${() => void page.hand.take(x)}>${x.label} too${x.note && html`<small>${x.note}</small>`}</button>`)}</div>`);

/** Battles that may be decided, one after the other. @param {{ page: Page, battles: Able[] }} props */
const Battles = ({ page, battles }) => (battles.length === 0 ? null
  : html`<div class="cards-row" role="group" aria-label="Battles to decide">
  ${battles.map((x) => html`<button key=${JSON.stringify(x.subject)} class="playing-card" onMouseEnter=${() => page.point(x)}
    onClick=${() => void page.hand.take(x)}>
    <b>${x.label}</b>${x.note && html`<small>${x.note}</small>`}</button>`)}</div>`);

/**
 * Nothing is thrown and nobody lost before one has looked: the odds, who takes part, a verb.
 * @param {{ state: TableState, page: Page, bearers: Able[] }} props
 */
function Confirm({ state, page, bearers }) {
  const { mode, news } = state;
  if (mode.kind !== 'confirm' || !news) return null;
  const fights = [mode.choice, ...mode.others];
  const commit = (/** @type {Choice} */ c) => void page.deeds.commit(c, { seen: true });
  const chosen = mode.battle?.attackers ?? [];
  return html`<div class="confirm">
    ${mode.able.length > 1 && html`<div class="roster" role="group" aria-label="Who takes part">${mode.able.map((id) => {
      const piece = news.view.pieces.find((p) => p.id === id);
      return html`<button key=${id} class="taker" role="checkbox" aria-checked=${String(chosen.includes(id))}
        onClick=${() => void page.hand.enlist(id)}>
        ${piece && html`<${Counter} piece=${piece} size=${28} />`}<span
          class="tick">${chosen.includes(id) && html`<${Sign} name="check" />`}</span>${piece?.name ?? id}</button>`;
    })}</div>`}
    ${mode.battle
      ? html`<${Battle} key=${mode.battle.targets.join()} battle=${mode.battle} view=${news.view} acts=${page.acts}
        viewer=${askedSide(state)} fights=${fights}
        does=${commit} busy=${state.busy} />`
      : html`${news.view.battle && html`<${Battle} battle=${news.view.battle} view=${news.view} acts=${page.acts}
          viewer=${askedSide(state)} fights=${[]} does=${commit} busy=${state.busy} />`}
        ${mode.choice.role === 'lose' && html`<${Bearers} news=${news} page=${page} bearers=${bearers} chosen=${mode.choice} />`}
        ${mode.choice.role !== 'lose' &&
          html`<p><b>${mode.choice.label}</b>${mode.choice.note &&
            ` (${mode.choice.note})`}${mode.choice.dice && ': dice are thrown'}.</p>`}
        <div class="row fights">${fights.map((c) =>
          html`<button class="primary" disabled=${state.busy} onClick=${() => commit(c)}>${verb(c, null)}</button>`)}</div>`}
    <button class="quiet back" onClick=${() => page.hand.letGo()}>Not now</button>
  </div>`;
}

/**
 * The news with all that the thing in hand can do: little of it may have come with them.
 * @param {TableState} state @returns {News | null}
 */
function withAll({ mode, news }) {
  if (mode.kind !== 'hand' || !news?.subjects) return news;
  const { able, choices } = mode;
  return { ...news, subjects: news.subjects.map((x) => (!x.choices && sameSubject(x, able) ? { ...x, choices } : x)) };
}

/** @param {{ page: Page }} props */
export function Dock({ page }) {
  const state = useStore(page.store, (s) => s);
  const { mode, news } = state;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const stand = desk(withAll(state), (hex) => page.board.hexes.has(hex));
  const past = mode.kind === 'replay' ? mode.past.frame.view : null;
  const view = past ?? news?.view ?? null;
  const battle = mode.kind === 'confirm' ? mode.battle : view?.battle;
  const open = mode.kind === 'curtain' || mode.kind === 'over' || !view ? false
    : mode.kind === 'replay' ? Boolean(battle)
      : mode.kind === 'confirm' || Boolean(battle) ||
        [stand.cards, stand.takers, stand.battles, stand.bearers, stand.loose, stand.setUps, state.picked].some((list) => list.length > 0)
        || (mode.kind === 'hand' && (page.others() > 0 || mode.choices.some((c) => c.target.kind !== 'hex')));
  const name = battle ? `${battle.targets} ${battle.attackers}` : '';
  // The map has become smaller: what matters stays in sight.
  useLayoutEffect(() => { if (open) page.keepInSight(); }, [open, name]);
  const { current: seen } = useRef({ takers: /** @type {string[]} */ ([]), cards: /** @type {string[]} */ ([]) });
  useEffect(() => {
    if (!box.current || !open) return undefined;
    const grown = new ResizeObserver(() => page.keepInSight());
    grown.observe(box.current);
    return () => grown.disconnect();
  }, [open]);
  // Whoever chooses by keys finds the verb under the next one.
  useLayoutEffect(() => {
    const verbs = /** @type {HTMLElement | null | undefined} */ (box.current?.querySelector('.fights .primary:not([disabled])'));
    const free = document.activeElement === document.body || document.activeElement === page.board.element;
    if (verbs && free && page.keyboard.lately) verbs.focus({ preventScroll: true });
  });
  if (!open || !view) return html`<section class="dock" hidden ref=${box} />`;
  const act = mode.kind !== 'replay' && mode.kind !== 'film';
  const fight = (/** @type {Choice} */ c) => void page.deeds.commit(c, { seen: c.role !== 'finish' || !onMap(c.target) });
  const viewer = state.seat === 'spectator' ? null : state.seat;
  return html`<section class="dock" aria-label=${battle ? 'The battle at hand' : stand.loose.length ? 'Counters off the map'
    : 'What can be chosen'} ref=${box}>
    ${mode.kind === 'confirm' ? html`<${Confirm} state=${state} page=${page} bearers=${stand.bearers} />` : html`
      ${view.battle && html`<${Battle} key=${view.battle.targets.join()} battle=${view.battle} view=${view}
        acts=${page.acts} viewer=${viewer}
        fights=${act ? stand.fights : []} does=${fight} busy=${state.busy} />`}
      ${act && html`<${Takers} state=${state} page=${page} takers=${stand.takers} seen=${seen.takers} />
        <${Wider} page=${page} wider=${stand.wider} busy=${state.busy} />
        <${Battles} page=${page} battles=${stand.battles} />
        ${news && html`<${Bearers} news=${news} page=${page} bearers=${stand.bearers} />`}
        <${Cards} state=${state} page=${page} cards=${stand.cards} seen=${seen.cards} /><${Others} state=${state} page=${page} />
        <${Tray} state=${state} page=${page} loose=${stand.loose} setUps=${stand.setUps} />`}`}
  </section>`;
}
