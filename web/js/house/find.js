// Finding a game: what one looks for, who looks for what, one's own games.

import { getJson } from '../dom.js';
import { levelName, plain } from '../lobby/shelf.js';
import { html, useEffect, useState } from '../vendor/preact.js';
import { Window, overPage } from '../window.js';
import { ask, span } from './api.js';
import { because, typed } from './entrance.js';

/** The paces that are offered. @type {[string, any][]} */
export const PACES = [
  ['Live: an hour each and 30 seconds a phase', { kind: 'live', main: 3600, increment: 30 }],
  ['Live: two hours each and a minute a phase', { kind: 'live', main: 7200, increment: 60 }],
  ['A day for each decision, 3 days in the bank', { kind: 'days', hours: 24, bank: 72 }],
  ['3 days for each decision, 7 in the bank', { kind: 'days', hours: 72, bank: 168 }],
  ['No clock', { kind: 'free' }],
];

/** Who may look on, and how much later: minutes, or nobody. @type {[string, string][]} */
const ONLOOKERS = [['no', 'Nobody'], ['0', 'Anybody, at once'], ['15', 'Anybody, 15 minutes later'], ['60', 'Anybody, an hour later'],
  ['1440', 'Anybody, a day later']];

/** How much later onlookers see a game, in words. @param {number} minutes */
export const later = (minutes) => (minutes % 1440 === 0 ? `${minutes === 1440 ? 'a day' : `${minutes / 1440} days`} later`
  : minutes % 60 === 0 ? `${minutes === 60 ? 'an hour' : `${minutes / 60} hours`} later` : `${minutes} minutes later`);

/** Who may look on. @param {{ value: string, set: (v: string) => void, nobody?: boolean }} props */
export const Onlookers = ({ value, set, nobody = true }) => html`<label><b>Onlookers</b><select name="onlookers" value=${value}
  onChange=${typed(set)}>${ONLOOKERS.filter(([id]) => nobody || id !== 'no').map(([id, title]) => html`<option
    value=${id}>${title}</option>`)}</select></label>`;

/** Game, scenario and pace. @param {{ shelf: Shelved[], given: any, set: (given: any) => void }} props */
export function What({ shelf, given, set }) {
  const game = shelf.find((g) => g.game === given.game) ?? shelf[0];
  const pick = (/** @type {string} */ name) => (/** @type {Event} */ e) => set({ ...given,
    [name]: /** @type {HTMLSelectElement} */ (e.currentTarget).value });
  return html`<label><b>Game</b><select name="game" value=${game.game} onChange=${(/** @type {Event} */ e) => {
      const next = shelf.find((g) => g.game === /** @type {HTMLSelectElement} */ (e.currentTarget).value) ?? game;
      set({ ...given, game: next.game, scenario: next.scenarios[0].id });
    }}>${shelf.map((g) => html`<option value=${g.game}>${g.title}</option>`)}</select></label>
    ${game.scenarios.length > 1 && html`<label><b>Scenario</b><select name="scenario" value=${given.scenario}
      onChange=${pick('scenario')}>
      ${game.scenarios.map((s) => html`<option value=${s.id}>${s.title}</option>`)}</select></label>`}
    <label><b>Pace</b><select name="pace" value=${given.pace} onChange=${pick('pace')}>
      ${PACES.map(([title], i) => html`<option value=${String(i)}>${title}</option>`)}</select></label>`;
}

/** @param {any} given */
export const orderOf = (given) => ({ game: given.game, scenario: given.scenario, set_up: given.setUp ?? 'standard' });

/** The games on the shelf. */
export function useShelf() {
  const [shelf, setShelf] = useState(/** @type {Shelved[]} */ ([]));
  useEffect(() => { getJson('/api/games').then(setShelf, () => {}); }, []);
  return shelf;
}

/** @param {{ shelf: Shelved[], to?: string, close: () => void, made: () => void }} props */
function LookFor({ shelf, to = '', close, made }) {
  const [given, set] = useState(/** @type {any} */ ({ game: shelf[0].game, scenario: shelf[0].scenarios[0].id, pace: '2',
    want: 'any', bid: '10', setUp: 'standard',
    rated: true, onlookers: '0', to, words: '' }));
  const [error, setError] = useState('');
  const put = (/** @type {string} */ name) => (/** @type {string} */ value) => set({ ...given, [name]: value });
  const check = (/** @type {string} */ name, /** @type {string} */ title) => html`<li><label><input type="checkbox" name=${name}
    checked=${given[name]}
    onChange=${() => set({ ...given, [name]: !given[name] })} /><b>${title}</b></label></li>`;
  const go = () => ask('look-for', { order: orderOf(given), want: given.want, bid: Number(given.bid),
    pace: PACES[Number(given.pace)][1], rated: given.rated,
    watch: given.onlookers !== 'no', delay: Number(given.onlookers) || 0,
    to: given.to, words: given.words }).then(() => { made(); close(); }, (e) => setError(because(e)));
  return html`<${Window} label="Look for a game" close=${close}><h2>Look for a game</h2><div class="form">
    <${What} shelf=${shelf} given=${given} set=${set} />
    <label><b>Side</b><select name="want" value=${given.want} onChange=${typed(put('want'))}><option value="any">Either, by lot</option>
      <option value="union">Union</option><option value="confederate">Confederate</option>
      <option value="bid-union">We bid for the Union</option><option value="bid-confederate">We bid for the Confederacy</option></select>
      </label>
    ${given.want.startsWith('bid') && html`<${Bid} value=${given.bid} set=${put('bid')} />`}
    <label><b>Set-up</b><select name="set-up" value=${given.setUp} onChange=${typed(put('setUp'))}><option
      value="standard">Standard, already on the map</option>
      <option value="own">We set up ourselves</option></select></label>
    <${Onlookers} value=${given.onlookers} set=${put('onlookers')} />
    <label><b>Against</b><input name="to" placeholder="anybody, or a name" value=${given.to} onInput=${typed(put('to'))} /></label>
    <label><b>A word</b><input name="words" maxlength="140" value=${given.words} onInput=${typed(put('words'))} /></label>
    <ul class="options">${check('rated', 'It counts for our ratings')}</ul>
    ${error && html`<p class="error" role="alert">${error}</p>`}
    <div class="row"><button class="primary" onClick=${go}>${given.to ? 'Challenge' : 'Put it on the board'}</button>
      <button class="quiet" onClick=${close}>Not now</button></div></div><//>`;
}

/** A game with a computer, by the clock and rated. @param {{ shelf: Shelved[], close: () => void }} props */
function AgainstComputer({ shelf, close }) {
  const [given, set] = useState(/** @type {any} */ ({ game: shelf[0].game, scenario: shelf[0].scenarios[0].id, pace: '0', side: 'union',
    level: '', rated: true }));
  const [error, setError] = useState('');
  const put = (/** @type {string} */ name) => (/** @type {string} */ value) => set({ ...given, [name]: value });
  const levels = plain((shelf.find((g) => g.game === given.game) ?? shelf[0]).players);
  const level = levels.includes(given.level) ? given.level : levels[levels.length - 1];
  const go = () => ask('play-computer', { order: orderOf(given), side: given.side, level, pace: PACES[Number(given.pace)][1],
    rated: given.rated, watch: true }).then(({ table }) => { close(); location.hash = `#/table/${table}`; }, (e) => setError(because(e)));
  return html`<${Window} label="Play a computer" close=${close}><h2>Play a computer</h2><div class="form">
    <${What} shelf=${shelf} given=${given} set=${set} />
    <label><b>Side</b><select name="side" value=${given.side} onChange=${typed(put('side'))}><option value="union">Union</option>
      <option value="confederate">Confederate</option></select></label>
    <label><b>Computer</b><select name="level" value=${level} onChange=${typed(put('level'))}>
      ${levels.map((one) => html`<option value=${one}>${levelName(one)}</option>`)}</select></label>
    <ul class="options"><li><label><input type="checkbox" name="rated" checked=${given.rated}
      onChange=${() => set({ ...given, rated: !given.rated })} /><b>It counts for our ratings</b></label></li></ul>
    ${error && html`<p class="error" role="alert">${error}</p>`}
    <div class="row"><button class="primary" onClick=${go}>Play</button>
      <button class="quiet" onClick=${close}>Not now</button></div></div><//>`;
}

/** Opens the form for a game with a computer. @param {Shelved[]} shelf */
export const againstComputer = (shelf) => overPage((close) => html`<${AgainstComputer} shelf=${shelf} close=${close} />`);

/** Opens the form for a challenge. @param {Shelved[]} shelf @param {() => void} made @param {string} [to] */
export const lookFor = (shelf, made, to) => overPage((close) => html`<${LookFor} shelf=${shelf} to=${to} made=${made} close=${close} />`);

const SIDE = /** @type {Record<string, string>} */ ({ any: 'either side', union: 'the Union', confederate: 'the Confederacy',
  'bid-union': 'to bid for the Union', 'bid-confederate': 'to bid for the Confederacy' });

/**
 * What one bids: whoever gives up more of his time has the side, and pays for it.
 * @param {{ value: string, set: (v: string) => void }} props
 */
export const Bid = ({ value, set }) => html`<label
  title="Whoever bids more has the side and gives up that much of his time; the other pays nothing">
  <b>Your bid, % of your time</b><input name="bid" type="number" min="0" max="90" value=${value} onInput=${typed(set)} /></label>`;

/** @param {{ list: any[], empty: string, me: any, act: (what: string, id: string, more?: any) => void }} props */
export function Challenges({ list, empty, me, act }) {
  const [bid, setBid] = useState('10');
  const bids = (/** @type {any} */ c) => c.want.startsWith('bid');
  if (list.length === 0) return html`<p class="dim">${empty}</p>`;
  return html`<ul class="tables">${list.map((c) => html`<li key=${c.id} data-challenge=${c.id}><span class="offer-line"><b>${c.title}</b>
    <small>${c.by}${c.to ? ` to ${c.to}` : ''} wants ${SIDE[c.want]}; ${c.pace_words}${c.rated ? ', rated' : ''}${c.watch && c.delay > 0
      ? `; onlookers see it ${later(c.delay)}` : ''}</small>
    ${c.words && html`<small class="words">${c.words}</small>`}</span>
    ${c.own ? html`<button class="quiet" onClick=${() => act('withdraw', c.id)}>Take back</button>`
      : html`${bids(c) && html`<${Bid} value=${bid} set=${setBid} />`}
        <button class="primary" disabled=${!me} onClick=${() => act('accept', c.id, bids(c) ? { bid: Number(bid) } : {})}>Play</button>
        ${c.to && html`<button class="quiet" onClick=${() => act('withdraw', c.id)}>Decline</button>`}`}</li>`)}</ul>`;
}

/** How a game stands for one, in words. @param {any} game @param {number} now */
function stand(game, now) {
  if (game.end) return { text: game.end.text, mine: false };
  const side = game.side === 'union' ? 0 : game.side === 'confederate' ? 1 : -1;
  // Whoever sees it later is told of no clock.
  if (!game.clock) return { text: `Look on, ${later(game.delay)}`, mine: false };
  const mine = side >= 0 && game.clock.asked[side];
  const left = game.deadline ? game.deadline - now : null;
  const time = game.clock.stopped ? 'clocks stopped' : left === null ? '' : left < 0 ? 'out of time' : `${span(left)} left`;
  return { text: [side < 0 ? 'Look on' : mine ? 'Your turn' : 'Their turn', time].filter(Boolean).join(', '), mine };
}

/** @param {{ list: any[], now: number, empty?: string }} props */
export function Games({ list, now, empty = '' }) {
  if (list.length === 0) return empty ? html`<p class="dim">${empty}</p>` : null;
  return html`<ul class="tables">${list.map((g) => {
    const state = stand(g, now);
    const names = g.players.map((/** @type {any} */ p) => p.name);
    return html`<li key=${g.table} class=${state.mine ? 'mine' : ''}><a class="resume" href="#/table/${g.table}"><span class="what">
      <b>${g.title}</b>
      <small>${names[0]} (Union) against ${names[1]}</small></span><span class="when">${g.pace_words}</span>
      <span class="state ${g.end ? 'over' : ''}">${state.text}</span></a></li>`;
  })}</ul>`;
}
