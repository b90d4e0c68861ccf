// What this browser remembers: how things look, and the keys of one's tables.

const LOOK = 'longroll-settings';
const MINE = 'longroll-tables';

/**
 * @typedef {object} Settings
 * @property {'paper' | 'campfire'} theme
 * @property {number} speed  1, 2, 4; 0 is instant
 * @property {boolean} forced  do single forced choices by oneself
 * @property {'roll' | 'instant'} dice  whether dice are seen to roll
 * @property {'always' | 'duties' | 'never'} warn  of what is left undone when a phase is finished
 * @property {boolean} trails  whether the last marches of the others are shown
 */

/** @returns {Settings} */
function read() {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  /** @type {Settings} */
  const fresh = { theme: dark ? 'campfire' : 'paper', speed: 1, forced: true, dice: 'roll', warn: 'always', trails: true };
  try {
    return { ...fresh, ...JSON.parse(localStorage.getItem(LOOK) ?? '{}') };
  } catch {
    return fresh;
  }
}

export const settings = read();

/** @param {Partial<Settings>} change */
export function change(change) {
  Object.assign(settings, change);
  try {
    localStorage.setItem(LOOK, JSON.stringify(settings));
  } catch { /* a browser that keeps nothing */ }
  show();
}

/** Puts the theme on the page. */
export function show() {
  document.documentElement.dataset.theme = settings.theme;
}

/** Whether things should keep still. */
export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** @returns {Mine[]} one's tables, the latest first */
export function mine() {
  try {
    const list = JSON.parse(localStorage.getItem(MINE) ?? '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** @param {Mine[]} list */
function keep(list) {
  try {
    localStorage.setItem(MINE, JSON.stringify(list.sort((a, b) => b.at - a.at).slice(0, 50)));
  } catch { /* a browser that keeps nothing */ }
}

/**
 * Remembers a table and its keys.
 * @param {string} table
 * @param {Partial<Record<SeatId, string>>} keys
 * @param {string} title
 */
export function remember(table, keys, title) {
  const list = mine();
  const old = list.find((m) => m.table === table);
  const entry = { table, keys: { ...old?.keys, ...keys }, title: title || old?.title || '', at: Date.now() };
  keep([entry, ...list.filter((m) => m.table !== table)]);
}

/** @param {string} table */
export function forget(table) {
  keep(mine().filter((m) => m.table !== table));
}
