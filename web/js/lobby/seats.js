// Sitting down: who plays which side, with what scenario, set-up and options.

import { capital, postJson, sideName } from '../dom.js';
import { line } from '../line.js';
import { guide } from '../school/coach.js';
import { remember, settings } from '../settings.js';
import { html, useState } from '../vendor/preact.js';
import { Window, overPage } from '../window.js';
import { atOnce, briefingOf, easiest, levelName, plain, tempers, usual } from './shelf.js';

/** @typedef {Record<Side, string>} Seats */

/**
 * Makes a table and goes to it. A fresh game has the standard set-up unless another is asked for.
 * @param {Record<string, unknown>} request
 * @param {Seats} seats
 * @param {string} title
 * @param {boolean} [replay]
 * @param {boolean} [guided] with a coach
 */
export async function sit(request, seats, title, replay = false, guided = false) {
  const made = await postJson('/api/tables', { ...('game' in request ? { set_up: 'standard' } : {}), ...request, seats });
  remember(made.table, made.keys, title, { owner: made.owner, invitations: made.invitations });
  if (guided) guide(made.table);
  location.hash = `#/table/${made.table}${replay ? '/replay' : ''}`;
}

/** @param {unknown} error */
export const because = (error) => capital(/** @type {Error} */ (error).message);

/** @param {{ side: Side, players: string[], value: string, set: (value: string) => void }} props */
function Seat({ side, players, value, set }) {
  const [level, temper = ''] = value.split('+');
  const known = tempers(players, level.replace('computer:', ''));
  /** @param {(value: string) => string} made */
  const chosen = (made) => (/** @type {Event} */ e) => set(made(/** @type {HTMLSelectElement} */ (e.currentTarget).value));
  return html`<label><b>${sideName(side)}</b>
  <select aria-label="${sideName(side)} seat" value=${level} onChange=${chosen((v) => v)}>
    <option value="me">Me</option>${plain(players).map((p) => html`<option value="computer:${p}">${levelName(p)}</option>`)}
      ${line.friends && html`<option value="friend">A friend, by link</option>`}
  </select></label>
  ${known.length > 0 && html`<label class="temper"><b>Temperament</b>
  <select aria-label="${sideName(side)} temperament" value=${temper} onChange=${chosen((v) => (v ? `${level}+${v}` : level))}>
    <option value="">Steady</option>${known.map((t) => html`<option value=${t}>${capital(t)}</option>`)}
  </select></label>`}`;
}

/** Both seats. @param {{ players: string[], seats: Seats, set: (seats: Seats) => void }} props */
const BothSeats = ({ players, seats, set }) => html`${/** @type {Side[]} */ (['union', 'confederate']).map((side) => html`
  <${Seat} key=${side} side=${side} players=${players} value=${seats[side]}
    set=${(/** @type {string} */ value) => set({ ...seats, [side]: value })} />`)}
  <p class="dim">Two of you at one screen: Me and Me. Two computers: you look on.</p>${!line.friends && html`<${Elsewhere} />`}`;

/** Where no friend can come by a link: where he can, and if that is not known, why not. */
const Elsewhere = () => (settings.house
  ? html`<p class="dim">A friend, by link: <a href=${settings.house} rel="noreferrer">at your house,
        ${' '}${new URL(settings.house).host}</a>.</p>`
  : html`<p class="dim">A friend, by link: that needs a house which both of you can reach, and this page has none.
        ${' '}Say the address of one in Settings.</p>`);

/** @param {{ option: OptionRule, value: string, set: (value: string) => void }} props */
function Option({ option, value, set }) {
  const plain = option.values.length === 2 && option.values.includes('on') && option.values.includes('off');
  return html`<li><label>${plain ? html`<input type="checkbox" checked=${value === 'on'}
    onChange=${() => set(value === 'on' ? 'off' : 'on')} /><b>${option.title}</b>`
    : html`<b>${option.title}</b><select value=${value}
      onChange=${(/** @type {Event} */ e) => set(/** @type {HTMLSelectElement} */ (e.currentTarget).value)}>
      ${option.values.map((v) => html`<option value=${v}>${capital(v.replaceAll('-', ' '))}</option>`)}</select>`}</label>
    ${option.text && html`<p class="dim">${option.text}</p>`}</li>`;
}

/** Everything that can be chosen before a game. @param {{ game: Shelved, close: () => void }} props */
export function Choose({ game, close }) {
  const [scenario, setScenario] = useState(easiest(game).id);
  const [seats, setSeats] = useState(/** @type {Seats} */ (atOnce(game).seats));
  const [byHand, setByHand] = useState(false);
  const [options, setOptions] = useState(/** @type {Record<string, string>} */ (Object.fromEntries(game.options
    .map((o) => [o.id, o.default]))));
  const [error, setError] = useState('');
  const briefing = briefingOf(game, scenario);
  const go = () => sit({ game: game.game, scenario, options, set_up: byHand ? 'own' : 'standard' }, seats,
    game.title).catch((e) => setError(because(e)));
  return html`<${Window} label="${game.title}: choose" close=${close}><h2>${game.title}</h2><div class="form">
    <label><b>Scenario</b><select value=${scenario}
      onChange=${(/** @type {Event} */ e) => setScenario(/** @type {HTMLSelectElement} */ (e.currentTarget).value)}>
      ${game.scenarios.map((s) => html`<option value=${s.id}>${s.title}</option>`)}</select></label>
    <p class="dim">${game.scenarios.find((s) => s.id === scenario)?.summary}${briefing && ` ${capital(briefing.length)}.`}</p>
    <${BothSeats} players=${game.players} seats=${seats} set=${setSeats} />
    <label><b>Set-up</b><select value=${byHand ? 'hand' : 'standard'}
      onChange=${(/** @type {Event} */ e) => setByHand(/** @type {HTMLSelectElement} */ (e.currentTarget).value === 'hand')}>
      <option value="standard">Standard, already on the map</option><option value="hand">I set up myself</option></select></label>
    ${game.options.length > 0 && html`<ul class="options">
      ${game.options.map((o) => html`<${Option} key=${o.id} option=${o} value=${options[o.id]}
        set=${(/** @type {string} */ v) => setOptions({ ...options, [o.id]: v })} />`)}</ul>`}
    ${error && html`<p class="error" role="alert">${error}</p>`}
    <div class="row"><button class="primary" onClick=${go}>Sit down</button><button class="quiet" onClick=${close}>Not now</button></div>
  </div><//>`;
}

/**
 * @param {{ what: { title: string, players: string[], go: string, replay?: boolean }, request: Record<string, unknown>, title: string,
 *   close: () => void }} props
 */
function Seating({ what, request, title, close }) {
  const [seats, setSeats] = useState(/** @type {Seats} */ ({ union: 'me', confederate: `computer:${usual(what.players)}` }));
  const [error, setError] = useState('');
  const go = (/** @type {boolean} */ replay) => sit(request, replay ? { union: 'me', confederate: 'me' } : seats, title, replay)
    .then(close, (e) => setError(because(e)));
  return html`<${Window} label=${what.title} close=${close}><h2>${what.title}</h2><div class="form">
    <${BothSeats} players=${what.players} seats=${seats} set=${setSeats} />
    ${error && html`<p class="error" role="alert">${error}</p>`}
    <div class="row"><button class="primary" onClick=${() => go(false)}>${what.go}</button>
      ${what.replay && html`<button onClick=${() => go(true)}>Only replay it</button>`}
        <button class="quiet" onClick=${close}>Not now</button></div>
  </div><//>`;
}

/**
 * Asks who sits where, then makes the table and goes to it.
 * @param {{ title: string, players: string[], go: string, replay?: boolean }} what
 * @param {Record<string, unknown>} request
 * @param {string} title
 */
export function askSeats(what, request, title) {
  overPage((close) => html`<${Seating} what=${what} request=${request} title=${title} close=${close} />`);
}
