// Taking a lesson: a table of its own, or the one at which it was left.

import { postJson } from '../dom.js';
import { forget, remember } from '../settings.js';
import { begin } from './done.js';

/**
 * Begins a lesson, or only the fight at its end, and goes there.
 * @param {string} game
 * @param {string} lesson
 * @param {boolean} [fight]
 */
export async function takeLesson(game, lesson, fight = false) {
  const made = await postJson('/api/tables', { lesson: { game, lesson, fight } });
  remember(made.table, made.keys, '');
  const before = begin(game, lesson, made.table);
  if (before) forget(before);
  location.hash = `#/table/${made.table}`;
}
