// The forces of both sides by formation: what is left, what is lost, who is where.

import { capital, sideName } from '../dom.js';
import { shownView, useStore } from '../store.js';
import { html, useMemo } from '../vendor/preact.js';
import { Badge, PieceLine } from './bits.js';
import { groups, totals } from './musters.js';

/** @type {[import('./musters.js').Place, string][]} */
const PLACES = [['map', 'On the map'], ['waiting', 'Waiting'], ['lost', 'Lost'], ['away', 'Away'], ['aside', 'Set aside']];

/** How much is left, as a bar. @param {{ left: number, lost: number }} props */
export function Bar({ left, lost }) {
  if (left + lost === 0) return null;
  return html`<span class="bar" aria-hidden="true"><i style=${{ width: `${(100 * left) / (left + lost)}%` }}></i></span>`;
}

/** A number as a player writes it. @param {number} n */
const figure = (n) => String(Math.round(n * 10) / 10);

/** @param {{ group: import('./musters.js').Group, acts: Acts }} props */
function Formation({ group, acts }) {
  const hexes = [...new Set(group.pieces.map.map((p) => p.hex ?? ''))];
  const numbers = [[group.pieces.map.length, 'on the map'], [group.pieces.waiting.length, 'waiting'], [group.pieces.lost.length, 'lost']]
    .filter(([n]) => n);
  return html`<details class="formation"><summary>
      ${group.formation ? html`<${Badge} formation=${group.formation} />`
        : html`<span class="formation-badge none" aria-hidden="true">–</span>`}
      <span class="formation-name">${capital(group.name)}<small>${numbers.map(([n, what]) => `${n} ${what}`).join(', ')}</small></span>
      ${group.left + group.lost > 0 && html`<span class="strength-left" title="Strength left, and lost"><b>${figure(group.left)}
        </b>${group.lost > 0 && html`<small>−${figure(group.lost)}</small>`}<${Bar} left=${group.left} lost=${group.lost} /></span>`}
    </summary>
    ${hexes.length > 0 && html`<button class="link" onClick=${() => acts.look(hexes)}>Show all on the map</button>`}
    ${PLACES.map(([place, title]) => group.pieces[place].length > 0 && html`<section key=${place}><h3>${title}</h3>
      <ul>${group.pieces[place].map((p) => html`<${PieceLine} key=${p.id} piece=${p} acts=${acts} />`)}</ul></section>`)}
  </details>`;
}

/** @param {{ side: Side, pieces: Piece[], formations: Formation[], acts: Acts }} props */
function Army({ side, pieces, formations, acts }) {
  const list = useMemo(() => groups(pieces, formations, side), [pieces, formations, side]);
  const all = totals(list);
  return html`<section class="army ${side}">
    <h2>${sideName(side)} <small>${figure(all.left)} strength left${all.lost > 0 ? `, ${figure(all.lost)} lost` : ''}</small></h2>
    ${list.map((g) => html`<${Formation} key=${g.name} group=${g} acts=${acts} />`)}</section>`;
}

/** @param {{ store: import('../store.js').Store, acts: Acts }} props */
export function Forces({ store, acts }) {
  const pieces = useStore(store, shownView)?.pieces ?? [];
  const formations = useStore(store, (s) => s.handout)?.formations ?? [];
  const seat = useStore(store, (s) => s.seat);
  const sides = /** @type {Side[]} */ (seat === 'confederate' ? ['confederate', 'union'] : ['union', 'confederate']);
  return html`<div class="forces">${sides.map((side) => html`<${Army} key=${side} side=${side} pieces=${pieces} formations=${formations}
    acts=${acts} />`)}</div>`;
}
