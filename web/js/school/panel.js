// What a lesson says, beside or below the map: pages, the task, what was a mistake, and what comes next.

import { getJson } from '../dom.js';
import { Explained, useGlossary } from '../side/glossary.js';
import { useStore } from '../store.js';
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { atTask, leafOf, parts, shownBy } from './lesson.js';
import { fitting, memory, takePuzzle } from './puzzled.js';
import { takeLesson } from './take.js';

/** @typedef {import('../table.js').TablePage} Page */

/** A text with its rules as buttons, and its words explained. @param {{ text: string, page: Page, words: GlossaryEntry[] }} props */
export const Words = ({ text, page, words }) => parts(text).map((part) => (part.rule
  ? html`<button class="rule" onClick=${() => page.acts.rule(/** @type {string} */ (part.rule))}>${part.rule}</button>`
  : html`<${Explained} text=${part.text} words=${words} acts=${page.acts} />`));

/** What can be done after a puzzle: another that fits, or the same again. @param {{ lesson: LessonStand, page: Page }} props */
function AfterPuzzle({ lesson, page }) {
  const [next, setNext] = useState(/** @type {PuzzleCard | undefined} */ (undefined));
  useEffect(() => {
    getJson('/api/puzzles').then((/** @type {PuzzleShelf} */ shelf) => {
      const book = shelf.books.find((b) => b.game === lesson.game);
      setNext(book && fitting(book, memory(), lesson.lesson));
    }, () => {});
  }, [lesson.lesson]);
  const take = (/** @type {string} */ puzzle) => void takePuzzle(lesson.game, puzzle).catch((e) => page.deeds.refused(e));
  return html`${next && html`<button class="primary" onClick=${() => take(next.puzzle)}>Next puzzle</button>`}
    <button onClick=${() => take(lesson.lesson)}>Again</button>
    <a class="button quiet" href="#/puzzles">All puzzles</a>`;
}

/** What can be done at the end of a lesson. @param {{ state: TableState, page: Page }} props */
function Endings({ state, page }) {
  const { lesson } = state;
  if (!lesson) return null;
  if (lesson.puzzle) return html`<${AfterPuzzle} lesson=${lesson} page=${page} />`;
  const take = (/** @type {string} */ id, fight = false) => void takeLesson(lesson.game, id, fight).catch((e) => page.deeds.refused(e));
  if (lesson.phase === 'lost') {
    return html`<button class="primary" onClick=${() => take(lesson.lesson, true)}>Try the fight again</button>
      <button onClick=${() => take(lesson.lesson)}>The whole lesson again</button>`;
  }
  const { next } = lesson;
  return html`${next && html`<button class="primary" onClick=${() => take(next)}>Next lesson</button>`}
    <a class=${next ? 'button' : 'button primary'} href="#/school">To the school</a>`;
}

/** @param {{ state: TableState, page: Page }} props */
function Buttons({ state, page }) {
  const { lesson, leaf } = state;
  if (!lesson) return null;
  const turn = (/** @type {number} */ by) => page.store.set({ leaf: leaf + by });
  const asks = lesson.phase === 'ask' && atTask(state);
  return html`<div class="lesson-buttons">
    ${leaf > 0 && html`<button class="quiet" onClick=${() => turn(-1)}>Back</button>`}
    ${asks && lesson.answer && html`<button class="quiet" onClick=${() => page.deeds.showAnswer()}>Show me</button>`}
    ${!atTask(state) && html`<button class="primary" onClick=${() => turn(1)}>Next</button>`}
    ${atTask(state) && (lesson.phase === 'done' || lesson.phase === 'lost') && html`<${Endings} state=${state} page=${page} />`}
  </div>`;
}

/** @param {{ page: Page }} props */
export function LessonPanel({ page }) {
  const state = useStore(page.store, (s) => s);
  const { lesson, leaf, mode } = state;
  const words = useGlossary(lesson?.game);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const at = lesson && `${lesson.scene}/${leaf}/${lesson.phase}`;
  // What a page speaks of comes into sight, and its first button under the keys: Enter turns the pages.
  useEffect(() => {
    const { state: now } = page.store;
    const isHex = (/** @type {string} */ name) => page.board.hexes.has(name);
    const hexes = shownBy(now, now.news?.view ?? null, isHex).flatMap((o) => o.hexes).filter(isHex);
    if (hexes.length) {
      page.board.reveal(hexes);
      page.board.flash(hexes);
    }
    const next = /** @type {HTMLElement | null | undefined} */ (box.current?.querySelector('.lesson-buttons .primary'));
    if (next) next.focus({ preventScroll: true });
    else if (box.current?.contains(document.activeElement)) page.board.element.focus({ preventScroll: true });
  }, [at]);
  if (!lesson || mode.kind === 'replay') return null;
  const task = atTask(state) ? lesson.task : undefined;
  const text = leafOf(state)?.text ?? '';
  return html`<section class="lesson ${lesson.phase}" aria-label="${lesson.puzzle ? 'Puzzle' : 'Lesson'}: ${lesson.title}" ref=${box}>
    <header><b>${lesson.title}</b>
      ${lesson.puzzle ? html`<span class="lesson-rating">puzzle, rated ${lesson.puzzle.rating}</span>`
        : html`<progress max=${lesson.scenes} value=${lesson.scene} aria-label="How far the lesson is"></progress>`}</header>
    <div class="lesson-body">
      <div class="lesson-words">
        <p><${Words} text=${text} page=${page} words=${words} /></p>
        ${task && html`<p class="lesson-task"><b>${lesson.puzzle ? 'Your task'
        : lesson.phase === 'fight' ? 'Your fight' : 'Your turn'}</b> ${task}
          ${lesson.left > 1 && html`<small>${lesson.left} to go</small>`}</p>`}
      </div>
      <${Buttons} state=${state} page=${page} />
    </div>
  </section>`;
}
