// The briefing over the map when one sits down to a new game: who one is, what must be done, how long it takes. Closed, it does not come
// again at that table; the panel beside the map keeps it.

import { capital, sideName } from '../dom.js';
import { settings } from '../settings.js';
import { useStore } from '../store.js';
import { html } from '../vendor/preact.js';
import { FirstButton } from './bits.js';

const BRIEFED = 'longroll-briefed';
/** So many tables are remembered. */
const MOST = 200;
/** The first turns of a game may be the enemy's alone, and a computer does not wait until somebody looks. */
const FIRST_TURNS = 2;

/** @returns {string[]} the tables whose briefing was closed */
function known() {
  try {
    const list = JSON.parse(localStorage.getItem(BRIEFED) ?? '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/**
 * Whether somebody who sits down there is briefed: a player of a game, not of a lesson, in one of the first turns, if he has not been.
 * @param {string} table
 * @param {TableState} state
 */
export function wantsBriefing(table, { seat, news, handout, about }) {
  const first = handout?.briefing.turns[0]?.turn ?? 1;
  return settings.briefings && !about?.lesson && seat !== 'spectator' && news !== null && handout !== null && news.actor.actor !== 'over' &&
    news.view.turn <= first + FIRST_TURNS && !known().includes(table);
}

/** @param {string} table */
export function wasBriefed(table) {
  try {
    localStorage.setItem(BRIEFED, JSON.stringify([table, ...known().filter((t) => t !== table)].slice(0, MOST)));
  } catch { /* a browser that keeps nothing */ }
}

/** @param {{ page: import('../table.js').TablePage }} props */
export function Welcome({ page }) {
  const state = useStore(page.store, (s) => s);
  const { briefed, handout, about, seat, own, mode } = state;
  if (briefed || !handout || !about || seat === 'spectator' || mode.kind === 'curtain') return null;
  const { briefing } = handout;
  const both = own.includes('union') && own.includes('confederate');
  return html`<section class="welcome" role="dialog" aria-labelledby="welcome-title">
    <h2 id="welcome-title">${about.scenario_title || about.title}</h2>
    <p>${briefing.story}</p>
    ${both ? html`<p class="task union"><b>The Union:</b> ${briefing.union}</p>
        <p class="task confederate"><b>The Confederacy:</b> ${briefing.confederate}</p>`
      : html`<p class="task ${seat}"><b>You are the ${sideName(seat)}.</b> ${briefing[seat]}</p>`}
    ${briefing.objectives.length > 0 && html`<ul class="goals">${briefing.objectives.slice(0, 6).map((o) => html`<li key=${o.label}>
      <i aria-hidden="true">⚑</i>${capital(o.label)}</li>`)}</ul>`}
    <p class="dim">${briefing.turns.length} turns, ${briefing.length}. Counters with a golden edge can act.</p>
    <${FirstButton} class="primary big" does=${() => page.begin()}>Begin<//>
  </section>`;
}
