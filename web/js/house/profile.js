// What anybody may know of somebody: his ratings and how they moved, the games he has finished.

import { html, useEffect, useState } from '../vendor/preact.js';
import { ask, onDay } from './api.js';
import { because, typed } from './entrance.js';
import { Games, lookFor, useShelf } from './find.js';

const WIDE = 320;
const HIGH = 90;
/** Room for the figures at the left, and for the days below. */
const LEFT = 38;
const BELOW = 16;

/** How a rating moved. @param {{ history: [number, number][], title: string }} props */
function Curve({ history, title }) {
  if (history.length < 2) return null;
  const values = history.map(([, rating]) => rating);
  const [low, high] = [Math.floor((Math.min(...values) - 10) / 50) * 50, Math.ceil((Math.max(...values) + 10) / 50) * 50];
  const across = (/** @type {number} */ i) => LEFT + (i / (values.length - 1)) * (WIDE - LEFT - 6);
  const up = (/** @type {number} */ rating) => HIGH - BELOW - ((rating - low) / (high - low)) * (HIGH - BELOW - 8);
  const last = values.length - 1;
  return html`<svg class="curve" viewBox="0 0 ${WIDE} ${HIGH}" role="img"
    aria-label="${title}: from ${values[0]} to ${values[last]}, between ${Math.min(...values)} and ${Math.max(...values)}">
    ${[low, high].map((rating) => html`<g key=${rating}><line x1=${LEFT} x2=${WIDE} y1=${up(rating)} y2=${up(rating)} />
      <text x=${LEFT - 5} y=${up(rating) + 4} text-anchor="end">${rating}</text></g>`)}
    <text x=${LEFT} y=${HIGH - 2}>${onDay(history[0][0])}</text>
    <text x=${WIDE} y=${HIGH - 2} text-anchor="end">${onDay(history[last][0])}</text>
    <polyline points=${values.map((rating, i) => `${across(i).toFixed(1)},${up(rating).toFixed(1)}`).join(' ')} />
    <circle cx=${across(last)} cy=${up(values[last])} r="3.5" /></svg>`;
}

/** A game's name. @param {Shelved[]} shelf @param {string} game */
const titleOf = (shelf, game) => shelf.find((g) => g.game === game)?.title ?? game;

/** Who plays best: people and computers, game by game. */
export function Ratings() {
  const shelf = useShelf();
  const [game, setGame] = useState('');
  const [list, setList] = useState(/** @type {any[]} */ ([]));
  const shown = game || shelf[0]?.game || '';
  useEffect(() => { if (shown) ask('ratings', { game: shown }).then((d) => setList(d.ratings), () => {}); }, [shown]);
  return html`<section class="house-card" aria-labelledby="best"><h2 id="best">Ratings</h2>
    <div class="form"><label><b>Game</b><select name="game" value=${shown} onChange=${typed(setGame)}>
      ${shelf.map((g) => html`<option value=${g.game}>${g.title}</option>`)}</select></label></div>
    ${list.length === 0 ? html`<p class="dim">Nobody has played enough rated games of this yet.</p>` : html`<div
      class="scrolls" tabindex="0" role="region" aria-label="Ratings"><table><thead><tr><th scope="col">Place</th>
        <th scope="col">Player</th><th scope="col">Rating</th><th scope="col">Games</th></tr></thead>
        <tbody>${list.map((r, i) => html`<tr key=${r.player}><td>${i + 1}</td>
        <th scope="row">${r.player.startsWith('computer:') ? r.name : html`<a
          href="#/player/${encodeURIComponent(r.name)}">${r.name}</a>`}</th>
        <td>${r.rating} <small class="dim">give or take ${r.deviation}</small></td><td>${r.games}</td></tr>`)}</tbody></table></div>`}
    </section>`;
}

/** One's friends, and those one has blocked. @param {{ shelf: Shelved[] }} props */
export function Circle({ shelf }) {
  const [circle, setCircle] = useState(/** @type {any} */ (null));
  const [said, setSaid] = useState('');
  const look = () => ask('circle').then(setCircle, () => {});
  useEffect(() => { void look(); }, []);
  if (!circle || circle.friends.length + circle.blocked.length === 0) return null;
  const drop = (/** @type {string} */ who) => ask('regard', { who, friend: false, blocked: false }).then(look, (e) => setSaid(because(e)));
  return html`<section class="house-card" aria-labelledby="circle"><h2 id="circle">Your circle</h2>
    ${said && html`<p role="status">${said}</p>`}
    <ul class="tables">${circle.friends.map((/** @type {any} */ f) => html`<li key=${f.id}><span class="offer-line">
      <a href="#/player/${encodeURIComponent(f.name)}"><b>${f.name}</b></a>${f.bot ? html`<small>a bot</small>` : ''}</span>
      <button onClick=${() => lookFor(shelf, () => setSaid('The challenge is sent.'), f.name)}>Challenge</button></li>`)}
    ${circle.blocked.map((/** @type {any} */ b) => html`<li key=${b.id}><span class="offer-line"><b>${b.name}</b>
      <small>blocked</small></span><button class="quiet" onClick=${() => drop(b.name)}>Unblock</button></li>`)}</ul></section>`;
}

/** @param {{ name: string, me: any }} props */
export function Profile({ name, me }) {
  const shelf = useShelf();
  const [shown, setShown] = useState(/** @type {any} */ (null));
  const [error, setError] = useState('');
  const [report, setReport] = useState('');
  const look = () => ask('profile', { who: name }).then(setShown, (e) => setError(because(e)));
  useEffect(() => { void look(); }, [name]);
  if (!shown) return html`<p class=${error ? 'error' : 'dim'}>${error || 'One moment.'}</p>`;
  const title = (/** @type {string} */ game) => titleOf(shelf, game);
  const regard = (/** @type {any} */ how) => ask('regard', { who: name, friend: shown.friend,
    blocked: shown.blocked, ...how }).then(look, (e) => setError(because(e)));
  const tell = () => ask('report', { who: name, why: report }).then(() => { setReport('');
    setError('Thank you: the moderators will look at it.'); },
    (e) => setError(because(e)));
  return html`<section class="house-card" aria-labelledby="name"><h2 id="name">${shown.name}${shown.bot ? ' (a bot)' : ''}</h2>
      <p class="dim">${shown.role === 'player' ? 'Plays' : `Is ${shown.role === 'owner' ? 'the owner' : `a ${shown.role}`}`}
        ${' '}here since ${onDay(shown.since)}.</p>
      ${error && html`<p role="status">${error}</p>`}
      ${me && !shown.own && html`<div class="row"><button class="primary" disabled=${shelf.length === 0}
          onClick=${() => lookFor(shelf, () => setError('The challenge is sent.'), shown.name)}>Challenge</button>
        <button class="quiet" onClick=${() => regard({ friend: !shown.friend,
          blocked: false })}>${shown.friend ? 'No friend any more' : 'A friend'}</button>
        <button class="quiet" onClick=${() => regard({ friend: false,
          blocked: !shown.blocked })}>${shown.blocked ? 'Unblock' : 'Block'}</button></div>
        <details><summary>Report to the moderators</summary><div class="form"><label><b>What happened</b><input value=${report}
          onInput=${(/** @type {Event} */ e) => setReport(/** @type {HTMLInputElement} */ (e.currentTarget).value)} /></label>
          <div class="row"><button onClick=${tell}>Report</button></div></div></details>`}</section>
    <section class="house-card" aria-labelledby="ratings"><h2 id="ratings">Ratings</h2>
      ${shown.ratings.length === 0 && html`<p class="dim">No game has counted yet.</p>`}
      <ul class="ratings">${shown.ratings.map((/** @type {any} */ r) => html`<li key=${r.game}><b>${title(r.game)}</b>${' '}
        <span class="figure">${r.rating}${r.provisional ? '?' : ''}</span> <small
          class="dim">${r.games === 1 ? 'one game' : `${r.games} games`},
        give or take ${r.deviation}</small><${Curve} history=${r.history} title=${title(r.game)} /></li>`)}</ul></section>
    ${shown.games.length > 0 && html`<section class="house-card" aria-labelledby="past"><h2 id="past">Games</h2>
      <${Games} list=${shown.games} now=${0} /></section>`}`;
}
