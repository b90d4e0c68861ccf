// The page of the house: who I am, who looks for what, my games, tournaments, myself.

import { html, render, useEffect, useState } from '../vendor/preact.js';
import { ask, who } from './api.js';
import { Cup, Cups } from './cups.js';
import { Entrance, because } from './entrance.js';
import { Challenges, Games, againstComputer, lookFor, useShelf } from './find.js';
import { Order } from './order.js';
import { Circle, Profile, Ratings } from './profile.js';
import { Followed, Told } from './told.js';
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
  const act = (/** @type {string} */ what, /** @type {string} */ id, /** @type {any} */ more = {}) => ask(what, { id,
    ...more }).then((done) => {
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
        lookFor(shelf, look)}>Look for a game</button> <button disabled=${shelf.length === 0} onClick=${() =>
        againstComputer(shelf)}>Play a computer</button></p>`
        : html`<p class="dim">Sign in to play.</p>`}</section>
    ${me && html`<section class="house-card" aria-labelledby="running"><h2 id="running">Your games</h2>
      <${Games} list=${running} now=${lobby.now} empty="None yet." />
      ${over.length > 0 && html`<details><summary>Games that are over</summary><${Games} list=${over}
        now=${lobby.now} /></details>`}</section>`}
    ${lobby.watch.length > 0 && html`<section class="house-card" aria-labelledby="watch"><h2 id="watch">Look on</h2>
      <${Games} list=${lobby.watch} now=${lobby.now} /></section>`}
    <${Cups} list=${lobby.tournaments} me=${me} shelf=${shelf} />
    ${me && html`<${Circle} shelf=${shelf} />`}`;
}

/** @param {{ place: string, id: string, again: () => void }} props */
function House({ place, id, again }) {
  const [house, setHouse] = useState(/** @type {import('./api.js').Who | null} */ (null));
  const [error, setError] = useState('');
  const look = () => who().then((now) => (now ? setHouse(now) : setError('This house has no accounts.')));
  useEffect(() => { void look(); }, []);
  const me = house?.account ?? null;
  const entered = () => (place === 'table' ? again() : look());
  const inside = () => {
    if (!house) return html`<p class="dim" aria-busy="true">${error || 'One moment.'}</p>`;
    if (place === 'tournament') return html`<${Cup} id=${id} me=${me} />`;
    if (place === 'ratings') return html`<${Ratings} />`;
    if (place === 'order') return html`<${Order} me=${me} />`;
    if (place === 'player') return html`<${Profile} name=${decodeURIComponent(id)} me=${me} />`;
    if (place === 'unsubscribe') return html`<${Followed} what="no-mail" keyword=${id} />`;
    if (place === 'house' && id === 'mail') return html`<${Followed} what="confirm-mail" keyword=${location.hash.split('/')[3] ?? ''} />`;
    if (place === 'you' && me && id === 'told') return html`<${Told} />`;
    if (place === 'you' && me) return html`<${You} house=${house} me=${me} changed=${look} />`;
    // Whoever followed a link to something that is his sees it when he is in.
    if (place !== 'house' && !me) return html`<p role="status">Sign in to see this.</p><${Entrance} house=${house} entered=${entered} />`;
    return html`${!me && html`<${Entrance} house=${house} entered=${look} />`}<${Meeting} key=${me?.id ?? ''} me=${me} />`;
  };
  return html`<div class="lobby house"><header><h1><a href="#/house">The house</a></h1>
      <p>${me ? html`You are <a
        href="#/player/${encodeURIComponent(me.name)}">${me.name}</a>.` : 'Meet others, by the clock or over days.'}</p>
      <nav aria-label="More"><a class="button quiet" href="#/">To the games</a><a class="button quiet" href="#/ratings">Ratings</a>
        ${me && (me.role === 'moderator' || me.role === 'owner') && html`<a class="button quiet" href="#/order">Order</a>`}
        ${me && html`<a class="button quiet" href="#/you">Your account</a>`}</nav></header>
    <main>${inside()}</main></div>`;
}

/**
 * Opens a page of the house; what comes back closes it. Whoever must sign in before he sees a table goes there `again`.
 * @param {HTMLElement} root
 * @param {string} place
 * @param {string} id
 * @param {() => void} again
 */
export function openHouse(root, place, id, again) {
  document.title = 'Longroll: the house';
  root.replaceChildren();
  const room = root.appendChild(document.createElement('div'));
  room.className = 'lobby-root';
  render(html`<${House} place=${place} id=${id} again=${again} />`, room);
  return () => render(null, room);
}
