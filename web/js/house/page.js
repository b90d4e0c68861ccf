// The page of the house: who I am, who looks for what, my games, tournaments, myself.

import { html, render, useEffect, useState } from '../vendor/preact.js';
import { ask, who } from './api.js';
import { Cup, Cups } from './cups.js';
import { Entrance, because } from './entrance.js';
import { Challenges, Games, lookFor, useShelf } from './find.js';
import { Profile } from './profile.js';
import { You } from './you.js';

/** How often the lobby is looked at anew, in milliseconds. */
const AGAIN = 8_000;

/** @param {{ me: any }} props */
function Meeting({ me }) {
  const shelf = useShelf();
  const [lobby, setLobby] = useState(/** @type {any} */ (null));
  const [error, setError] = useState('');
  const look = () => ask('lobby').then(setLobby, (e) => setError(because(e)));
  useEffect(() => {
    look();
    const timer = setInterval(() => { if (!document.hidden) look(); }, AGAIN);
    return () => clearInterval(timer);
  }, []);
  const act = (/** @type {string} */ what, /** @type {string} */ id) => ask(what, { id }).then((done) => {
    if (done.table) location.hash = `#/table/${done.table}`;
    else look();
  }, (e) => { setError(because(e)); look(); });
  if (!lobby) return html`<p class="dim" aria-busy="true">${error || 'One moment.'}</p>`;
  const running = lobby.games.filter((/** @type {any} */ g) => !g.end);
  const over = lobby.games.filter((/** @type {any} */ g) => g.end);
  return html`${error && html`<p class="error" role="alert">${error}</p>`}
    <section class="house-card" aria-labelledby="looking"><h2 id="looking">Who looks for a game</h2>
      <${Challenges} list=${[...lobby.to_me, ...lobby.open, ...lobby.sent]} me=${me} act=${act}
        empty=${me ? 'Nobody just now. Put something on the board: somebody may come by.' : 'Nobody just now.'} />
      ${me ? html`<p><button class="primary" disabled=${shelf.length === 0} onClick=${() =>
        lookFor(shelf, look)}>Look for a game</button></p>`
        : html`<p class="dim">Sign in to play.</p>`}</section>
    ${me && html`<section class="house-card" aria-labelledby="running"><h2 id="running">Your games</h2>
      <${Games} list=${running} now=${lobby.now} empty="None yet." />
      ${over.length > 0 && html`<details><summary>Games that are over</summary><${Games} list=${over}
        now=${lobby.now} /></details>`}</section>`}
    ${lobby.watch.length > 0 && html`<section class="house-card" aria-labelledby="watch"><h2 id="watch">Look on</h2>
      <${Games} list=${lobby.watch} now=${lobby.now} /></section>`}
    <${Cups} list=${lobby.tournaments} me=${me} shelf=${shelf} />`;
}

/** @param {{ place: string, id: string }} props */
function House({ place, id }) {
  const [house, setHouse] = useState(/** @type {import('./api.js').Who | null} */ (null));
  const [error, setError] = useState('');
  const look = () => who().then((now) => (now ? setHouse(now) : setError('This house has no accounts.')));
  useEffect(() => { void look(); }, []);
  const me = house?.account ?? null;
  const inside = () => {
    if (!house) return html`<p class="dim" aria-busy="true">${error || 'One moment.'}</p>`;
    if (place === 'tournament') return html`<${Cup} id=${id} me=${me} />`;
    if (place === 'player') return html`<${Profile} name=${decodeURIComponent(id)} me=${me} />`;
    if (place === 'you' && me) return html`<${You} house=${house} me=${me} changed=${look} />`;
    return html`${!me && html`<${Entrance} house=${house} entered=${look} />`}<${Meeting} key=${me?.id ?? ''} me=${me} />`;
  };
  return html`<div class="lobby house"><header><h1><a href="#/house">The house</a></h1>
      <p>${me ? html`You are <a
        href="#/player/${encodeURIComponent(me.name)}">${me.name}</a>.` : 'Meet others, by the clock or over days.'}</p>
      <nav aria-label="More"><a class="button quiet" href="#/">To the games</a>
        ${me && html`<a class="button quiet" href="#/you">Your account</a>`}</nav></header>
    <main>${inside()}</main></div>`;
}

/** Opens a page of the house; what comes back closes it. @param {HTMLElement} root @param {string} place @param {string} id */
export function openHouse(root, place, id) {
  document.title = 'Longroll: the house';
  root.replaceChildren();
  const room = root.appendChild(document.createElement('div'));
  room.className = 'lobby-root';
  render(html`<${House} place=${place} id=${id} />`, room);
  return () => render(null, room);
}
