// What stands over the panels: the turns with their dates, points, who is still to come, what may be shaded.

import { capital, sideName } from '../dom.js';
import { shownView, useStore } from '../store.js';
import { html } from '../vendor/preact.js';
import { Counter, whereabouts } from './bits.js';
import { Icon } from './icons.js';
import { expected } from './musters.js';

/** @typedef {{ store: import('../store.js').Store, acts: Acts }} Props */

/** @param {Props} props */
export function TurnTrack({ store }) {
  const view = useStore(store, shownView);
  const turns = useStore(store, (s) => s.handout)?.briefing.turns ?? [];
  if (!view) return null;
  const now = turns.find((t) => t.turn === view.turn);
  // A label that only counts the turns again says nothing new.
  const said = view.turn_label.startsWith(`Turn ${view.turn}`);
  return html`<section class="track" aria-label="Turn">
    <p class="turn-now">
      <b>${view.turn > 0 ? `Turn ${view.turn}` : 'Set-up'}${view.turn > 0 && turns.length > 0 &&
        html`<small> of ${turns[turns.length - 1].turn}</small>`}
        </b>
      <span>${now?.night && html`<${Icon} name="moon" />`}${said ? '' : view.turn_label}</span>
    </p>
    ${turns.length > 0 && html`<ol class="turns" aria-hidden="true">${turns.map((t) => html`
      <li key=${t.turn} class="${t.night ? 'night' : ''} ${t.turn < view.turn ? 'past' : t.turn === view.turn ? 'now' : ''}"
        title="Turn ${t.turn}: ${t.label}${t.night ? ' (night)' : ''}"></li>`)}</ol>`}
    <p class="phase-now ${view.active ?? ''}">
      ${view.active ? `${sideName(view.active)}: ` : ''}${view.active ? view.phase : capital(view.phase)}</p>
  </section>`;
}

/** @param {{ tally: Tally }} props */
function Points({ tally }) {
  const parts = tally.parts ?? [];
  if (parts.length === 0) return html`<li><span>${tally.label}</span> <b>${tally.value}</b></li>`;
  return html`<li><details><summary><span>${tally.label}</span> <b>${tally.value}</b></summary>
    <ul class="parts">${parts.map((p) => html`<li>${p}</li>`)}</ul></details></li>`;
}

/** Points and what they come from: each side's in a column of its own, what is nobody's below. @param {Props} props */
export function Tallies({ store }) {
  const tallies = useStore(store, shownView)?.tallies ?? [];
  if (tallies.length === 0) return null;
  const of = (/** @type {Side | undefined} */ side) => tallies.filter((t) => t.side === side);
  const list = (/** @type {Side | undefined} */ side) => html`<ul class="tally-list ${side ?? ''}">
    ${of(side).map((t) => html`<${Points} key=${t.id} tally=${t} />`)}</ul>`;
  const two = of('union').length > 0 && of('confederate').length > 0;
  return html`<section class="points" aria-label="Points">
    ${(of('union').length > 0 || of('confederate').length > 0)
      && html`<div class=${two ? 'two' : ''}>${list('union')}${list('confederate')}</div>`}
    ${of(undefined).length > 0 && list(undefined)}
  </section>`;
}

/** @param {Props} props */
export function Reinforcements({ store, acts }) {
  const pieces = useStore(store, shownView)?.pieces ?? [];
  const groups = expected(pieces);
  if (groups.length === 0) return null;
  const count = groups.reduce((n, g) => n + g.pieces.length, 0);
  return html`<details class="expected"><summary>Still to come <span class="number">${count}</span></summary>
    <ul>${groups.map((g) => html`<li key="${g.side} ${g.due}" class=${g.side}>
      <b>${g.due ? capital(g.due) : 'Not yet known when'}</b>
      <span class="coming">${g.pieces.map((p) => html`<span key=${p.id} title="${p.name} ${p.strengths}">
        <${Counter} piece=${p} size=${26} /><span class="unseen">${p.name} ${p.strengths}, ${whereabouts(p)}</span></span>`)}</span>
    </li>`)}</ul></details>`;
}

/** @type {Record<OverlayKind, string>} */
const KINDS = { zone: 'Zones', duty: 'Duties', command: 'Command', supply: 'Supply', recon: 'Reconnaissance' };

/** What may be shaded on the map, by kind. @param {Props} props */
export function Shades({ store, acts }) {
  const view = useStore(store, shownView);
  const shaded = useStore(store, (s) => s.shaded);
  const overlays = view?.overlays ?? [];
  if (overlays.length === 0) return null;
  const kinds = /** @type {OverlayKind[]} */ ([...new Set(overlays.map((o) => o.kind))]);
  return html`<section class="shades" aria-label="Shade the map">
    ${kinds.map((kind) => html`<div key=${kind} role="group" aria-label=${KINDS[kind]} class="shade-kind">
    ${overlays.map((o, i) => o.kind === kind
      && html`<button key=${o.id} class="toggle ${o.side ?? ''}" aria-pressed=${String(shaded.includes(o.id))}
      title=${i < 9 ? `${o.label} (${i + 1})` : o.label} onClick=${() => acts.shade(o.id)}>${o.label}</button>`)}
  </div>`)}</section>`;
}
