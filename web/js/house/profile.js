// What anybody may know of somebody: his ratings and how they moved, the games he has finished.

import { html, useEffect, useState } from '../vendor/preact.js';
import { ask, onDay } from './api.js';
import { because } from './entrance.js';
import { Games, lookFor, useShelf } from './find.js';

const WIDE = 320;
const HIGH = 90;

/** How a rating moved. @param {{ history: [number, number][], title: string }} props */
function Curve({ history, title }) {
  if (history.length < 2) return null;
  const values = history.map(([, rating]) => rating);
  const [low, high] = [Math.min(...values) - 20, Math.max(...values) + 20];
  const at = (/** @type {number} */ rating, /** @type {number} */ i) =>
    `${((i / (values.length - 1)) * WIDE).toFixed(1)},${(HIGH - ((rating - low) / (high - low)) * HIGH).toFixed(1)}`;
  return html`<svg class="curve" viewBox="0 0 ${WIDE} ${HIGH}" role="img"
    aria-label="${title}: from ${values[0]} to ${values[values.length - 1]}">
    <polyline points=${values.map(at).join(' ')} /></svg>`;
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
  const title = (/** @type {string} */ game) => shelf.find((g) => g.game === game)?.title ?? game;
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
      <ul class="ratings">${shown.ratings.map((/** @type {any} */ r) => html`<li key=${r.game}><b>${title(r.game)}</b>
        <span class="figure">${r.rating}${r.provisional ? '?' : ''}</span> <small
          class="dim">${r.games === 1 ? 'one game' : `${r.games} games`},
        give or take ${r.deviation}</small><${Curve} history=${r.history} title=${title(r.game)} /></li>`)}</ul></section>
    ${shown.games.length > 0 && html`<section class="house-card" aria-labelledby="past"><h2 id="past">Games</h2>
      <${Games} list=${shown.games} now=${0} /></section>`}`;
}
