// Tournaments: those there are, one with its standings and pairings, and what its director does.

import { html, useEffect, useState } from '../vendor/preact.js';
import { Window, overPage } from '../window.js';
import { ask, onDay } from './api.js';
import { because, typed } from './entrance.js';
import { Bid, Onlookers, PACES, What, later, orderOf } from './find.js';
import { Sure } from './sure.js';

const FORMATS = /** @type {Record<string, string>} */ ({ swiss: 'Swiss', 'round-robin': 'Everybody meets everybody',
  'knock-out': 'Knock-out', ladder: 'Ladder' });
const STAGES = /** @type {Record<string, string>} */ ({ open: 'open for entries', running: 'being played', over: 'over' });

/** Half points as people write them. @param {number} halves */
const points = (halves) => `${Math.floor(halves / 2) || (halves % 2 ? '' : 0)}${halves % 2 ? '½' : ''}`;

/** @param {{ shelf: Shelved[], close: () => void }} props */
function Announce({ shelf, close }) {
  const [given, set] = useState(/** @type {any} */ ({ title: '', format: 'swiss', sides: 'both', rounds: '3', days: '14',
    game: shelf[0].game,
    scenario: shelf[0].scenarios[0].id, pace: '2', onlookers: '0' }));
  const [error, setError] = useState('');
  const put = (/** @type {string} */ name) => typed((value) => set({ ...given, [name]: value }));
  const go = () => ask('announce', { title: given.title, format: given.format, sides: given.sides, rounds: Number(given.rounds),
    days: Number(given.days),
    order: orderOf(given), pace: PACES[Number(given.pace)][1], delay: Number(given.onlookers) }).then((d) => { close();
      location.hash = `#/tournament/${d.tournament.id}`; },
    (e) => setError(because(e)));
  return html`<${Window} label="Announce a tournament" close=${close}><h2>Announce a tournament</h2><div class="form">
    <label><b>Name</b><input name="title" value=${given.title} onInput=${put('title')} /></label>
    <label><b>How</b><select name="format" value=${given.format} onChange=${put('format')}>
      ${Object.entries(FORMATS).map(([id, title]) => html`<option value=${id}>${title}</option>`)}</select></label>
    <label><b>Sides</b><select name="sides" value=${given.sides} onChange=${put('sides')}><option
      value="both">Two games, one from each side</option>
      <option value="turns">One game, sides in turns</option><option value="bid">One game, by bid for the Union</option></select></label>
    ${(given.format === 'swiss' || given.format === 'ladder') && html`<label><b>Rounds</b><input name="rounds" type="number" min="1"
      max="20" value=${given.rounds}
      onInput=${put('rounds')} /></label>`}
    <label><b>Days a round</b><input name="days" type="number" min="0" max="90" value=${given.days} onInput=${put('days')} /></label>
    <${What} shelf=${shelf} given=${given} set=${set} />
    <${Onlookers} value=${given.onlookers} nobody=${false}
      set=${(/** @type {string} */ onlookers) => set({ ...given, onlookers })} />
    ${error && html`<p class="error" role="alert">${error}</p>`}
    <div class="row"><button class="primary" onClick=${go}>Announce</button><button class="quiet"
      onClick=${close}>Not now</button></div></div><//>`;
}

/** @param {{ list: any[], me: any, shelf: Shelved[] }} props */
export function Cups({ list, me, shelf }) {
  const may = me && me.role !== 'player';
  if (list.length === 0 && !may) return null;
  return html`<section class="house-card" aria-labelledby="cups"><h2 id="cups">Tournaments</h2>
    <ul class="tables">${list.map((t) => html`<li key=${t.id}><a class="resume" href="#/tournament/${t.id}"><span class="what">
      <b>${t.title}</b>
      <small>${FORMATS[t.format]}, ${t.game}</small></span><span class="when">${t.entrants} players<small>${t.pace_words}</small></span>
      <span class="state">${STAGES[t.stage]}</span></a></li>`)}</ul>
    ${may && html`<p><button disabled=${shelf.length === 0}
      onClick=${() => overPage((close) => html`<${Announce} shelf=${shelf}
        close=${close} />`)}>Announce a tournament</button></p>`}</section>`;
}

const RESULTS = /** @type {Record<string, string>} */ ({ union: 'the Union wins', confederate: 'the Confederacy wins', draw: 'a draw' });

/** What the director decides about a game. @param {{ decide: (winner: string) => void }} props */
function Decide({ decide }) {
  const [winner, setWinner] = useState('');
  return html`<span class="decide"><label><span class="unseen">Decide this game</span><select name="winner" value=${winner}
    onChange=${typed(setWinner)}><option value="">is played</option>${Object.entries(RESULTS).map(([id, title]) => html`<option
      value=${id}>${title}</option>`)}</select></label>
    ${winner && html`<button onClick=${() => decide(winner)}>Decide: ${RESULTS[winner]}</button>`}</span>`;
}

/** @param {{ t: any, pairing: any, run: boolean, act: (what: string, body: any) => void }} props */
function Pairing({ t, pairing, run, act }) {
  const name = (/** @type {number} */ i) => t.entrants[i].name;
  if (pairing.b === null) return html`<li><b>${name(pairing.a)}</b> has a bye</li>`;
  return html`<li><b>${name(pairing.a)}</b> and <b>${name(pairing.b)}</b>
    ${pairing.tables.map((/** @type {string} */ table, /** @type {number} */ i) => {
      const result = pairing.results[i];
      const union = name(pairing.union[i]);
      return html`<span class="meeting" key=${i}>${table ? html`<a
        href="#/table/${table}">${union} has the Union</a>` : `${union} has the Union`}
        ${result ? html` <b>${points(result[0])} : ${points(result[1])}</b>` : run && table && html`
          <${Decide} decide=${(/** @type {string} */ winner) => act('decide', { table, winner })} />`}</span>`;
    })}</li>`;
}

/** @param {{ id: string, me: any }} props */
export function Cup({ id, me }) {
  const [t, setT] = useState(/** @type {any} */ (null));
  const [error, setError] = useState('');
  const [bid, setBid] = useState('10');
  const take = (/** @type {any} */ answer) => { setT(answer.tournament); setError(''); };
  const act = (/** @type {string} */ what, /** @type {any} */ body = {}) => ask(what, { id, ...body }).then(take, (e) =>
    setError(because(e)));
  useEffect(() => { act('tournament'); }, [id]);
  if (!t) return html`<p class=${error ? 'error' : 'dim'}>${error || 'One moment.'}</p>`;
  const run = me && (me.id === t.director || me.role === 'moderator' || me.role === 'owner');
  const own = t.entrants.find((/** @type {any} */ e) => e.account === me?.id);
  return html`<section class="house-card" aria-labelledby="cup"><h2 id="cup">${t.title}</h2>
      <p>${FORMATS[t.format]}, ${t.game_title}; ${t.sides === 'both' ? 'each pairing from both sides'
        : t.sides === 'bid' ? 'one game for each pairing, the Union to the higher bid' : 'one game for each pairing'};
        ${` ${t.pace_words}`}${t.delay > 0 ? `; onlookers see the games ${later(t.delay)}` : ''}.
        Run by ${t.director_name}. It is ${STAGES[t.stage]}${t.rounds.length > 0 ? `, round ${t.rounds.length} of ${t.length}` : ''}.</p>
      ${error && html`<p class="error" role="alert">${error}</p>`}
      <div class="row">${me && t.stage === 'open' && !own && html`${t.sides === 'bid' && html`<${Bid} value=${bid} set=${setBid} />`}
          <button class="primary" onClick=${() => act('enter', { bid: Number(bid) })}>Enter</button>`}
        ${own && !own.out && t.stage !== 'over' && (t.stage === 'open'
          ? html`<button class="quiet" onClick=${() => act('enter', { out: true })}>Withdraw</button>`
          : html`<${Sure} label="Withdraw" says="Your games in this tournament are forfeited." yes="Withdraw"
            go=${() => act('enter', { out: true })} />`)}
        ${run && t.stage !== 'over' && html`<button class=${t.round_done ? 'primary' : ''} disabled=${t.entrants.length < 2}
          onClick=${() => act('next-round')}>
          ${t.tables_missing > 0 ? 'Set up the missing tables'
            : t.stage === 'open' ? 'Begin' : t.rounds.length < t.length ? 'Next round' : 'Finish'}</button>`}
        ${run && t.stage === 'running' && !t.round_done && t.rounds[t.rounds.length - 1].deadline && html`<${Sure}
          label="Close the round" says="Whoever is asked in a game that is still played forfeits it." yes="Close it"
          go=${() => act('close-round')} />`}
        <a class="button quiet" href="/api/tournaments/${t.id}">Results as JSON</a></div></section>
    <section class="house-card" aria-labelledby="standings"><h2 id="standings">Standings</h2>
      ${t.standings.length === 0 ? html`<p class="dim">Nobody has entered yet.</p>` : html`<div class="scrolls" tabindex="0"
        role="region" aria-label="Table of the standings"><table>
        <thead><tr><th scope="col">Place</th><th scope="col">Player</th><th scope="col">Points</th>
          <th scope="col"><abbr title="Points of those one has met">Met</abbr></th>
          <th scope="col"><abbr
            title="Points of those one has beaten, and half of those one has drawn with">Beaten</abbr></th></tr></thead>
        <tbody>${t.standings.map((/** @type {any} */ p, /** @type {number} */ i) => html`<tr key=${p.entrant}
          class=${p.out ? 'dim' : ''}><td>${i + 1}</td>
          <th scope="row"><a href="#/player/${encodeURIComponent(p.name)}">${p.name}</a>${p.out ? ' (out)' : ''}</th>
            <td>${points(p.points)}</td>
          <td>${points(p.buchholz)}</td><td>${points(p.berger / 2)}</td></tr>`)}</tbody></table></div>`}</section>
    ${[...t.rounds].reverse().map((/** @type {any} */ round, /** @type {number} */ i) => html`<section class="house-card"
      key=${t.rounds.length - i}>
      <h2>Round ${t.rounds.length - i}</h2>${round.deadline && html`<p class="dim">Until ${onDay(round.deadline)}</p>`}
      <ul class="pairings">${round.pairings.map((/** @type {any} */ p, /** @type {number} */ n) => html`<${Pairing} key=${n} t=${t}
        pairing=${p}
        run=${run && i === 0} act=${act} />`)}</ul></section>`)}`;
}
