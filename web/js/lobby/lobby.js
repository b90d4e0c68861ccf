// The lobby: one's games, the first battle for a newcomer, the games as cards, a save from a file.

import { getJson } from '../dom.js';
import { hasAccounts } from '../house/api.js';
import { alone } from '../line.js';
import { bring, isBundle, takeAway } from '../page/bundle.js';
import { openPreferences } from '../preferences.js';
import { change, onChange, settings } from '../settings.js';
import { html, render, useEffect, useRef, useState } from '../vendor/preact.js';
import { Card, FirstGame } from './card.js';
import { MyGames } from './mine.js';
import { askSeats, because } from './seats.js';
import { byEase } from './shelf.js';
import { bringAlong, isArchive, there } from '../workshop/door.js';

export { askSeats } from './seats.js';
export { levelName, ownSeats } from './shelf.js';

/** What is in a file: a save; a title that somebody made is put on the workbench. @param {File} file @returns {Promise<any>} */
export async function contentOf(file) {
  if (await isArchive(file)) return { bench: await bringAlong(file) };
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new Error('this file is not a save of Longroll');
  }
}

/**
 * Takes up a save: who sits where is asked; what was exported from a page comes back as it was.
 * @param {any} save @param {Shelved[]} shelf
 */
async function take(save, shelf) {
  if (save.bench) {
    location.hash = `#/workshop/${encodeURIComponent(save.bench)}`;
    return undefined;
  }
  if (isBundle(save)) return bring(save);
  const game = shelf.find((g) => g.game === save.game);
  if (!game) throw new Error('this save is of no game on the shelf');
  return askSeats({ title: `${game.title}: a saved game`, players: game.players, go: 'Go on playing', replay: true }, { save }, game.title);
}

/** @param {{ refused: string, given?: Promise<unknown> }} props */
function Lobby({ refused, given }) {
  const [shelf, setShelf] = useState(/** @type {Shelved[]} */ ([]));
  const [error, setError] = useState(refused);
  const [games, setGames] = useState(/** @type {number | null} */ (null));
  const [theme, setTheme] = useState(settings.theme);
  const [house, setHouse] = useState(false);
  useEffect(() => { void hasAccounts().then(setHouse); }, []);
  const [bench, setBench] = useState(false);
  const file = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => onChange((s) => setTheme(s.theme)), []);
  useEffect(() => { void there().then(setBench); }, []);
  useEffect(() => { getJson('/api/games').then((list) => setShelf(byEase(list)),
    (e) => setError(`The shelf cannot be reached: ${e.message}`)); }, []);
  useEffect(() => { if (shelf.length > 0) given?.then((save) => take(save, shelf)).catch((e) => setError(because(e))); }, [shelf]);
  const load = (/** @type {File | undefined} */ from) => {
    if (from) contentOf(from).then((save) => take(save, shelf)).then(() => setError(''), (e) => setError(because(e)));
  };
  const chosen = () => {
    load(file.current?.files?.[0]);
    if (file.current) file.current.value = '';
  };
  return html`<div class="lobby" onDragOver=${(/** @type {DragEvent} */ e) => e.preventDefault()}
      onDrop=${(/** @type {DragEvent} */ e) => { e.preventDefault(); load(e.dataTransfer?.files[0]); }}>
    <header><h1>Longroll</h1><p>Classic games of the American Civil War, every rule enforced.</p>
      <nav aria-label="More">${house && html`<a class="button quiet" href="#/house">Meet others</a>`}
        <a class="button quiet" href="#/school">School</a>
        ${bench && html`<a class="button quiet" href="#/workshop">Workshop</a>`}
        <button class="quiet" onClick=${() => file.current?.click()}>Load a save</button>
        <input type="file" accept=".json,.longroll,application/json" class="unseen" id="save-file" tabindex="-1" aria-label="A save"
          ref=${file}
          onChange=${chosen} />
        ${alone && html`<button class="quiet" onClick=${() => takeAway().catch((e) => setError(because(e)))}>Save all games</button>`}
        <button class="quiet" onClick=${() => openPreferences()}>Settings</button>
        <button class="quiet" onClick=${() => change({ theme: theme === 'paper' ? 'campfire' : 'paper' })}>
          ${theme === 'paper' ? 'Campfire' : 'Paper'}</button></nav></header>
    <main>
      ${error && html`<p class="error" role="alert">${error}</p>`}
      <${MyGames} found=${setGames} />
      ${shelf.length > 0 && games === 0 && html`<${FirstGame} game=${shelf[0]} theme=${theme} />`}
      <h2 class="unseen">The games</h2>
      <div class="cards" aria-busy=${shelf.length === 0 ? 'true' : undefined}>
        ${shelf.map((g) => html`<${Card} key=${g.game} game=${g} theme=${theme} />`)}</div>
      ${shelf.length > 0 && games !== null && games > 0
        && html`<details class="again"><summary>New here?</summary><${FirstGame} game=${shelf[0]} theme=${theme} /></details>`}
    </main></div>`;
}

/**
 * Opens the lobby, with a word why one is not elsewhere, or with a save that came by a link or a file; what comes back closes it.
 * @param {HTMLElement} root
 * @param {string} [refused]
 * @param {Promise<unknown>} [given]
 */
export function lobby(root, refused = '', given = undefined) {
  document.title = 'Longroll';
  root.replaceChildren();
  const place = root.appendChild(document.createElement('div'));
  place.className = 'lobby-root';
  render(html`<${Lobby} refused=${refused} given=${given} />`, place);
  return () => render(null, place);
}
