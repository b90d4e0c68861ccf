// Which lessons are done, and the tables of those that are not: remembered by this browser.

const PLACE = 'longroll-school';

/** @typedef {{ done: Record<string, number>, tables: Record<string, string> }} School */

/** @param {string} game @param {string} lesson */
const name = (game, lesson) => `${game}/${lesson}`;

/** @returns {School} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? '{}');
    return { done: kept.done ?? {}, tables: kept.tables ?? {} };
  } catch {
    return { done: {}, tables: {} };
  }
}

/** @param {School} school */
function keep(school) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(school));
  } catch { /* a browser that keeps nothing */ }
}

/** Whether a lesson was ever finished. @param {string} game @param {string} lesson */
export const isDone = (game, lesson) => name(game, lesson) in read().done;

/** The table of a lesson that was begun and not finished. @param {string} game @param {string} lesson @returns {string | undefined} */
export const begunAt = (game, lesson) => read().tables[name(game, lesson)];

/**
 * A lesson is begun at a table; what comes back is the table it was begun at before.
 * @param {string} game
 * @param {string} lesson
 * @param {string} table
 */
export function begin(game, lesson, table) {
  const school = read();
  const before = school.tables[name(game, lesson)];
  school.tables[name(game, lesson)] = table;
  keep(school);
  return before;
}

/** A lesson is done. @param {string} game @param {string} lesson */
export function finish(game, lesson) {
  const school = read();
  school.done[name(game, lesson)] = Date.now();
  delete school.tables[name(game, lesson)];
  keep(school);
}

/** The first lesson of a course that is not done. @param {Course} course @returns {LessonCard | undefined} */
export const nextOf = (course) => course.lessons.find((l) => !isDone(course.game, l.lesson));
