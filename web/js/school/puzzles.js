// The puzzles: that of the day, one's rating, and those of each game by theme, the easiest first.

import { getJson, sideName } from '../dom.js';
import { html, render, useEffect, useState } from '../vendor/preact.js';
import { SOLVED, fitting, memory, nameOf, ofTheDay, takePuzzle } from './puzzled.js';

/** @typedef {import('./puzzled.js').Memory} Memory */

/** A rating and how far off it may be. @param {{ rating: Rating | null }} props */
const Rated = ({ rating }) => (rating
  ? html`<b>${Math.round(rating.rating)}</b> <small class="dim">± ${Math.round(2 * rating.deviation)}</small>`
  : html`<b>1500</b> <small class="dim">to begin with</small>`);

/** A puzzle as a small button: its number, how hard it is, what one found of it.
 * @param {{ book: PuzzleBook, card: PuzzleCard, kept: Memory, take: (game: string, puzzle: string) => void }} props */
function Chip({ book, card, kept, take }) {
  const name = nameOf(book.game, card.puzzle);
  const tried = kept.tried[name];
  const begun = kept.tables[name];
  const state = tried ? (tried.share >= SOLVED ? 'solved' : 'missed') : begun ? 'begun' : '';
  const words = { solved: 'solved', missed: `${Math.round(100 * (tried?.share ?? 0))} %`, begun: 'go on', '': '' }[state];
  const go = () => { if (begun) location.hash = `#/table/${begun}`; else take(book.game, card.puzzle); };
  return html`<button class="puzzle ${state}" onClick=${go} title="${card.scenario}, ${sideName(card.side)}"
    aria-label="${card.title}, ${sideName(card.side)}, rated ${card.rating}${words ? `, ${words}` : ''}">
    <span>${card.title.split(' ').at(-1)}</span><small>${words || card.rating}</small></button>`;
}

/** @param {{ book: PuzzleBook, kept: Memory, take: (game: string, puzzle: string) => void }} props */
function Book({ book, kept, take }) {
  const solved = book.puzzles.filter((p) => (kept.tried[nameOf(book.game, p.puzzle)]?.share ?? 0) >= SOLVED).length;
  const next = fitting(book, kept);
  return html`<section class="course" aria-labelledby="puzzles-${book.game}">
    <header><h2 id="puzzles-${book.game}">${book.title}</h2><p class="dim">${solved} of ${book.puzzles.length} solved</p></header>
    ${book.themes.map(([theme, title]) => html`<section key=${theme} class="theme"><h3>${title}</h3>
      <div class="chips">${book.puzzles.filter((p) => p.theme === theme)
        .map((card) => html`<${Chip} key=${card.puzzle} book=${book} card=${card} kept=${kept} take=${take} />`)}</div></section>`)}
    ${next && html`<button class="primary" onClick=${() => take(book.game, next.puzzle)}>One that fits you: ${next.title},
      rated ${next.rating}</button>`}
  </section>`;
}

function Puzzles() {
  const [shelf, setShelf] = useState(/** @type {PuzzleShelf | null} */ (null));
  const [error, setError] = useState('');
  const kept = memory();
  useEffect(() => { getJson('/api/puzzles').then(setShelf, (e) => setError(/** @type {Error} */ (e).message)); }, []);
  const take = (/** @type {string} */ game, /** @type {string} */ puzzle) => void takePuzzle(game, puzzle)
    .catch((e) => setError(/** @type {Error} */ (e).message));
  const today = shelf && ofTheDay(shelf);
  return html`<div class="lobby school">
    <header><h1>Puzzles</h1><p>Positions from real games whose best orders are known exactly. Give yours to the end of the phase.</p>
      <nav aria-label="More"><a class="button quiet" href="#/school">To the school</a>
        <a class="button quiet" href="#/">To the lobby</a></nav></header>
    <main aria-busy=${!shelf && !error ? 'true' : undefined}>
      ${error && html`<p class="error" role="alert">${error}</p>`}
      ${shelf && html`<section class="course today" aria-label="Today"><header><h2>Puzzle of the day</h2>
        <p>Your rating: <${Rated} rating=${kept.you} /></p></header>
        ${today && html`<p>${today.book.title}: <b>${today.card.title}</b>, ${sideName(today.card.side)}, rated ${today.card.rating}.</p>
          <button class="primary" onClick=${() => take(today.book.game, today.card.puzzle)}>Solve it</button>`}
        <p class="dim">You decide to the end of the phase, the enemy answers as well as he can. Each decision is weighed by what it gives
          away of your chance to win, whatever the dice say. Only a first attempt without help changes your rating.</p></section>`}
      ${shelf?.books.map((book) => html`<${Book} key=${book.game} book=${book} kept=${kept} take=${take} />`)}
    </main></div>`;
}

/** Opens the puzzles; what comes back closes them. @param {HTMLElement} root */
export function puzzles(root) {
  document.title = 'Longroll: puzzles';
  root.replaceChildren();
  const place = root.appendChild(document.createElement('div'));
  place.className = 'lobby-root';
  render(html`<${Puzzles} />`, place);
  return () => render(null, place);
}
