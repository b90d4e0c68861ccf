// How somebody fares with puzzles: his rating, what he found of each, and the tables of those he is at. Remembered by this browser.

import { postJson } from '../dom.js';
import { forget, remember } from '../settings.js';

const PLACE = 'longroll-puzzles';
/** So much of what was at stake is a solution. */
export const SOLVED = 0.95;

/** @typedef {{ share: number, rating: Rating }} Tried */
/** @typedef {{ you: Rating | null, tried: Record<string, Tried>, tables: Record<string, string>, shown: string[] }} Memory */

/** @param {string} game @param {string} puzzle */
export const nameOf = (game, puzzle) => `${game}/${puzzle}`;

/** @returns {Memory} */
export function memory() {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? '{}');
    return { you: kept.you ?? null, tried: kept.tried ?? {}, tables: kept.tables ?? {}, shown: kept.shown ?? [] };
  } catch {
    return { you: null, tried: {}, tables: {}, shown: [] };
  }
}

/** @param {Memory} kept */
function keep(kept) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept));
  } catch { /* a browser that keeps nothing */ }
}

/** Begins a puzzle at a table of its own, and goes there. @param {string} game @param {string} puzzle */
export async function takePuzzle(game, puzzle) {
  const kept = memory();
  const name = nameOf(game, puzzle);
  const it = kept.tried[name]?.rating;
  const made = await postJson('/api/tables', { puzzle: { game, puzzle, ...(kept.you ? { you: kept.you } : {}), ...(it ? { it } : {}) } });
  remember(made.table, made.keys, '');
  if (kept.tables[name]) forget(kept.tables[name]);
  keep({ ...kept, tables: { ...kept.tables, [name]: made.table }, shown: kept.shown.filter((n) => n !== name) });
  location.hash = `#/table/${made.table}`;
}

/** Whoever is shown what is best solves it no longer by himself. @param {LessonStand} stand */
export function wasShown(stand) {
  const kept = memory();
  const name = nameOf(stand.game, stand.lesson);
  if (!kept.shown.includes(name)) keep({ ...kept, shown: [...kept.shown, name] });
}

/**
 * Whether an attempt counts: the first at this puzzle, and nobody has shown the solution.
 * @param {LessonStand} stand @param {Memory} kept
 */
function counts(stand, kept) {
  const name = nameOf(stand.game, stand.lesson);
  return !(name in kept.tried) && !kept.shown.includes(name);
}

/** An attempt is over: it is remembered, and ratings change if it counts. Answers whether it did. @param {LessonStand} stand */
export function solved(stand) {
  const { puzzle } = stand;
  const kept = memory();
  const name = nameOf(stand.game, stand.lesson);
  if (!puzzle?.rated || puzzle.share === undefined || !(name in kept.tables)) return false;
  const counted = counts(stand, kept);
  const { [name]: _, ...tables } = kept.tables;
  const tried = counted ? { ...kept.tried, [name]: { share: puzzle.share, rating: puzzle.rated.puzzle[1] } } : kept.tried;
  keep({ ...kept, tables, tried, you: counted ? puzzle.rated.you[1] : kept.you });
  return counted;
}

/**
 * The puzzle that fits somebody best: not solved yet, never tried before tried, as hard as he is good.
 * @param {PuzzleBook} book
 * @param {Memory} kept
 * @param {string} [but] another than this
 * @returns {PuzzleCard | undefined}
 */
export function fitting(book, kept, but = '') {
  const good = kept.you?.rating ?? 1500;
  const tried = (/** @type {PuzzleCard} */ p) => kept.tried[nameOf(book.game, p.puzzle)];
  const open = book.puzzles.filter((p) => p.puzzle !== but && (tried(p)?.share ?? 0) < SOLVED);
  const far = (/** @type {PuzzleCard} */ p) => (tried(p) ? 10_000 : 0) + Math.abs(p.rating - good);
  return open.reduce((/** @type {PuzzleCard | undefined} */ best, p) => (best && far(best) <= far(p) ? best : p), undefined);
}

/** Game and puzzle of a day, by the calendar of this place. @param {PuzzleShelf} shelf @param {Date} [now] */
export function ofTheDay(shelf, now = new Date()) {
  const days = Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / 86_400_000);
  const today = shelf.days[days % shelf.days.length];
  const book = today && shelf.books.find((b) => b.game === today[0]);
  const card = book?.puzzles.find((p) => p.puzzle === today[1]);
  return book && card ? { book, card } : null;
}
