// One's own games: against whom, how far, whose turn, how they ended.

import { postJson } from '../dom.js';
import { forget, mine } from '../settings.js';
import { Icon } from '../side/icons.js';
import { html, useEffect, useState } from '../vendor/preact.js';
import { Window, overPage } from '../window.js';
import { because } from './seats.js';
import { day, opponent, ownSeats, standing } from './shelf.js';

/** The most tables that the server is asked about at once. */
const MOST = 50;

/**
 * Whether a table is only taken off the list, or deleted.
 * @param {{ name: string, kept: Mine, drop: () => void, close: () => void }} props
 */
function Farewell({ name, kept, drop, close }) {
  const [error, setError] = useState('');
  const off = () => { drop(); close(); };
  const remove = () => postJson('/api/tables/delete', { table: kept.table, owner: kept.owner }).then(off, (e) => setError(because(e)));
  return html`<${Window} label="${name}: away with it" close=${close}><h2>${name}</h2><div class="form">
    <p>Off this list it goes on for others, but this browser forgets its keys. Deleted it is gone for everybody who plays or looks on.</p>
    ${error && html`<p class="error" role="alert">${error}</p>`}
    <div class="row"><button onClick=${off}>Take it off this list</button><button class="danger" onClick=${remove}>Delete the table</button>
      <button class="quiet" onClick=${close}>Keep it</button></div></div><//>`;
}

/** @param {{ table: Standing, own: SeatId[], drop: () => void }} props */
function Row({ table, own, drop }) {
  const state = standing(table, own);
  const name = table.scenario_title || table.title;
  const when = [table.turn > 0 ? `turn ${table.turn}` : '', table.turn_label].filter(Boolean).join(', ') || table.phase;
  return html`<li class=${state.mine ? 'mine' : ''}>
    <a class="resume" href="#/table/${table.table}"><span class="what"><b>${name}</b><small>${table.title}, ${opponent(table.seats, own)}
      </small></span>
      <span class="when">${state.over && table.outcome ? table.outcome.text : when}<small>begun ${day(table.created)}</small></span>
      <span class="state ${state.over ? 'over' : ''}">${state.text}</span></a>
    ${table.length > 0 && html`<a class="button quiet" href="#/table/${table.table}/replay" aria-label="Replay ${name}">
      <${Icon} name="replay" /> <span class="word">Replay</span></a>`}
    <button class="icon-button" title="Take it off this list" aria-label="Take ${name} off this list" onClick=${drop}>
      <${Icon} name="close" /></button>
  </li>`;
}

/** @param {{ found: (number: number) => void }} props */
export function MyGames({ found }) {
  const [tables, setTables] = useState(/** @type {Standing[]} */ ([]));
  const kept = mine();
  useEffect(() => {
    let there = true;
    const items = kept.map((m) => ({ table: m.table, key: m.keys.union ?? m.keys.confederate ?? m.keys.spectator ?? '' })).slice(0, MOST);
    if (items.length === 0) found(0);
    else postJson('/api/mine', items).then((/** @type {Standing[]} */ all) => {
      const list = all.filter((t) => !t.lesson);
      if (there) { setTables(list); found(list.length); }
    }, () => found(0));
    return () => { there = false; };
  }, []);
  if (tables.length === 0) return null;
  const seats = (/** @type {Standing} */ t) => ownSeats(t.seats, kept.find((m) => m.table === t.table)?.keys ?? {});
  const drop = (/** @type {Standing} */ t) => () => {
    const off = () => { forget(t.table); setTables((list) => list.filter((x) => x.table !== t.table)); };
    const own = kept.find((m) => m.table === t.table);
    if (!own?.owner) off();
    else overPage((close) => html`<${Farewell} name=${t.scenario_title || t.title} kept=${own} drop=${off} close=${close} />`);
  };
  const rows = (/** @type {Standing[]} */ list) => html`<ul class="tables">
    ${list.map((t) => html`<${Row} key=${t.table} table=${t} own=${seats(t)} drop=${drop(t)} />`)}</ul>`;
  const rank = (/** @type {Standing} */ t) => { const s = standing(t, seats(t)); return s.mine ? 0 : s.over ? 2 : 1; };
  const touched = tables.filter((t) => t.touched).sort((a, b) => rank(a) - rank(b));
  const untouched = tables.filter((t) => !t.touched);
  return html`<section class="resume-list" aria-labelledby="my-games"><h2 id="my-games">Your games</h2>
    ${rows(touched)}
    ${untouched.length > 0 && html`<details><summary>
      ${untouched.length === 1 ? 'One that was never begun' : `${untouched.length} that were never begun`}</summary>${rows(untouched)}
        </details>`}
  </section>`;
}
