// A lesson at the table: what comes from the server waits for the end of the film; what a page shows is marked on the map.

import { say } from '../dom.js';
import { finish } from './done.js';
import { solved } from './puzzled.js';

/**
 * Watches a table for a lesson. What comes back ends it.
 * @param {import('../store.js').Store} store
 */
export function watchLesson(store) {
  return store.subscribe((now, before) => {
    const { coming, lesson, mode } = now;
    if (!coming || mode.kind === 'film' || mode.kind === 'replay') return;
    if (coming !== lesson) {
      const further = !lesson || coming.scene !== lesson.scene || coming.phase !== lesson.phase;
      store.set({ lesson: coming, leaf: further ? 0 : now.leaf, notice: further ? null : now.notice });
      if (coming.puzzle) endPuzzle(store, coming);
      else if (coming.phase === 'done') finish(coming.game, coming.lesson);
      return;
    }
    if (lesson !== before.lesson || now.leaf !== before.leaf) say(spoken(now));
  });
}

/** What a puzzle that is over does to one's rating, said. @param {import('../store.js').Store} store @param {LessonStand} stand */
function endPuzzle(store, stand) {
  const rated = stand.puzzle?.rated;
  if (stand.phase === 'ask' || !rated || !solved(stand)) return;
  const [before, now] = rated.you.map((r) => Math.round(r.rating));
  store.set({ notice: { text: `Your rating: ${now} (${now >= before ? '+' : '−'}${Math.abs(now - before)}).` } });
}

/** The page that is open. @param {TableState} state @returns {LessonPage | undefined} */
export const leafOf = (state) => state.lesson?.pages[Math.min(state.leaf, state.lesson.pages.length - 1)];

/** Whether the last page of what is said is open: now something is asked. @param {TableState} state */
export const atTask = (state) => state.leaf >= (state.lesson?.pages.length ?? 0) - 1;

/** @param {TableState} state */
function spoken(state) {
  const task = atTask(state) ? state.lesson?.task ?? '' : '';
  return [leafOf(state)?.text ?? '', task].filter(Boolean).join(' ');
}

/** Whether a lesson wants something from the pupil: then nothing is done by itself. @param {TableState} state */
export const taught = (state) => (state.coming ?? state.lesson)?.phase === 'ask';

/**
 * The hexes that a task names, and those of the counters that it names: nobody should have to look for them all over the map.
 * @param {string} task
 * @param {View} view
 * @param {(name: string) => boolean} isHex
 */
export function named(task, view, isHex) {
  const words = new Set(task.split(/[\s,;:.()]+/));
  const counters = view.pieces.filter((p) => p.hex && (words.has(p.id) || words.has(p.name)));
  return [...counters.map((p) => p.hex ?? ''), ...[...words].filter(isHex)];
}

/**
 * What the open page shows, as hexes to shade; at a task also what it names.
 * @param {TableState} state
 * @param {View | null} view
 * @param {(name: string) => boolean} [isHex]
 * @returns {Overlay[]}
 */
export function shownBy(state, view, isHex = () => false) {
  const leaf = leafOf(state);
  if (!leaf || !view || state.mode.kind === 'replay') return [];
  const under = leaf.pieces.map((id) => view.pieces.find((p) => p.id === id)?.hex ?? '').filter(Boolean);
  const asked = atTask(state) && state.lesson?.phase !== 'done' && !state.lesson?.puzzle ? state.lesson?.task ?? '' : '';
  const hexes = [...new Set([...leaf.hexes, ...under, ...named(asked, view, isHex)])];
  return hexes.length ? [{ id: 'lesson', kind: 'recon', label: 'What the lesson speaks of', hexes }] : [];
}

/** A rule that is cited: capitals and perhaps digits, a line, and more. */
const RULE = /^[A-Z][A-Z0-9]+-\S+$/;

/**
 * A text in parts: plain words, and the rules that it cites in brackets.
 * @param {string} text
 * @returns {{ text: string, rule?: string }[]}
 */
export function parts(text) {
  return text.split(/(\([^)]*\))/).flatMap((part) => {
    const cited = part.startsWith('(') ? part.slice(1, -1).split(', ') : [];
    if (cited.length === 0 || !cited.every((word) => RULE.test(word))) return part ? [{ text: part }] : [];
    return cited.map((rule) => ({ text: rule, rule }));
  });
}
