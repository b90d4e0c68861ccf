// A battle in the dock: who against whom, what counts, what may come of it and how likely, as the viewer would have it.

import { html, useState } from '../vendor/preact.js';
import { Counter, Die, Rule } from './bits.js';
import { verb } from './deeds.js';
import { declines, tone } from './reading.js';

/** @param {number} chance */
const percent = (chance) => `${Math.round(100 * chance)} %`;

/** Results that say the same, as one. @param {BattleResult[]} results @returns {BattleResult[]} */
export function gathered(results) {
  /** @type {Map<string, BattleResult>} */
  const same = new Map();
  for (const r of results) {
    const name = `${r.favours} ${r.text}`;
    const known = same.get(name);
    same.set(name, known ? { ...known, faces: [...known.faces, ...r.faces], chance: known.chance + r.chance } : r);
  }
  return [...same.values()];
}

/**
 * Each result of a column: faces, what happens, how likely.
 * @param {{ column: BattleColumn, attacking: boolean, rolled?: Rolled, title?: string }} props
 */
export function Results({ column, attacking, rolled, title }) {
  const face = rolled?.dice.length === 1 ? rolled.dice[0] : null;
  return html`<div class="column-box">
    ${title && html`<p class="which">${title}</p>`}
    <ol class="results">${gathered(column.results).map((r) => {
      const came = face !== null && r.faces.includes(face);
      return html`<li class="${tone(r.favours, attacking)} ${came ? 'came' : ''}" aria-current=${came ? 'true' : undefined}>
        ${r.faces.length > 0 && html`<b class="faces">${r.faces.map((f, i) =>
          html`${i > 0 && ' '}<span class=${f === face ? 'fell' : ''}>${f}</span>`)}</b>`}
        <span>${r.text}</span><small>${percent(r.chance)}</small></li>`;
    })}</ol>
  </div>`;
}

/** One side of a battle, by name. @param {{ ids: string[], view: View, nobody: string }} props */
function Rank({ ids, view, nobody }) {
  const pieces = ids.map((id) => view.pieces.find((p) => p.id === id)).filter((p) => p !== undefined);
  if (ids.length === 0) return html`<div class="rank none">${nobody}</div>`;
  return html`<div class="rank"><span class="ranks">${pieces.slice(0, 7).map((p) =>
    html`<${Counter} key=${p.id} piece=${p} size=${36} />`)}</span>
    <span class="names">${pieces.map((p) => p.name).join(', ')}</span></div>`;
}

/**
 * @param {{ battle: BattleView, view: View, acts: Acts, viewer: Side | null, fights: Choice[],
 *   does: (choice: Choice) => void, busy: boolean }} props
 */
export function Battle({ battle, view, acts, viewer, fights, does, busy }) {
  const [lowered, lower] = useState(/** @type {string | null} */ (null));
  const attacker = view.pieces.find((p) => battle.attackers.includes(p.id))?.side ?? view.active;
  const attacking = viewer === null || viewer === attacker;
  const computed = battle.columns[0];
  const lowers = fights.filter((c) => c.target.kind === 'column' && c.target.at !== computed?.label);
  const own = fights.filter((c) => !lowers.includes(c));
  // Where the odds are so bad that they stand in no column, the worst column that there is counts.
  const usual = own.length > 0 ? computed : battle.columns.find((c) => c.label === lowers[0]?.target.at) ?? computed;
  const column = battle.columns.find((c) => c.label === lowered) ?? usual;
  const announced = lowers.find((c) => c.target.at === column?.label);
  const shown = announced ? [announced] : own.length > 0 ? own : lowers.slice(0, 1);
  const others = [...(own.length > 0 && computed ? [computed.label] : []), ...lowers.map((c) => String(c.target.at))];
  const odds = battle.attack && battle.defence ? `${battle.attack} : ${battle.defence}` : '';
  return html`<div class="battle">
    <div class="versus">
      <${Rank} ids=${battle.attackers} view=${view} nobody="Choose who attacks" />
      <div class="odds"><b>${odds || battle.odds}</b>${odds && html`<span>${column?.label ?? battle.odds}</span>`}</div>
      <${Rank} ids=${battle.defenders} view=${view} nobody=${battle.targets.join(', ')} />
    </div>
    ${battle.modifiers.length > 0 && html`<ul
      class="modifiers">${battle.modifiers.map((m) => html`<li>${m.text} <${Rule} rule=${m.rule} acts=${acts} /></li>`)}</ul>`}
    ${battle.rolled && html`<p class="rolled"
      role="status">${battle.rolled.dice.map((d, i) => html`<${Die} key=${i} value=${d} />`)}<b>${battle.rolled.text}</b></p>`}
    ${column && html`<${Results} column=${column} attacking=${attacking} rolled=${battle.rolled}
      title=${column !== usual ? `If ${column.label} is announced:` : ''} />`}
    ${battle.pools && html`<div class="pools">${battle.pools.map((pool) =>
      html`<${Results} key=${pool.label} column=${pool} attacking=${attacking} title=${pool.label} />`)}</div>`}
    <div class="row fights">
      ${shown.map((c, i) => html`<button key=${c.label} class=${i === 0 && !declines(c) ? 'primary' : ''} disabled=${busy}
        onClick=${() => does(c)}>${verb(c, battle)}</button>`)}
    </div>
    ${others.length > 1 && html`<details class="lower" onToggle=${(/** @type {any} */ e) => { if (!e.target.open) lower(null); }}>
      <summary>Lower odds …</summary>
      <p class="dim">You may announce worse odds than you have. Now and then another result suits you better, or spares somebody.</p>
      <div class="row" role="group" aria-label="Odds to announce">
        ${others.map((label) => html`<button key=${label} class="column"
          aria-pressed=${String(label === (column?.label ?? ''))} disabled=${busy} onClick=${() => lower(label)}>${label}</button>`)}</div>
    </details>`}
  </div>`;
}
