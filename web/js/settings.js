// What this browser remembers: how things look, and the keys of one's tables.

const LOOK = 'longroll-settings';
const MINE = 'longroll-tables';

/** @returns {Settings} */
function read() {
  const dark = globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ?? false;
  /** @type {Settings} */
  const fresh = {
    theme: dark ? 'campfire' : 'paper', speed: 1, forced: true, dice: 'roll', quick: false, briefings: true, warn: 'always', trails: true,
    sound: false, notify: false, symbols: 'nato', house: '',
  };
  try {
    return { ...fresh, ...JSON.parse(localStorage.getItem(LOOK) ?? '{}') };
  } catch {
    return fresh;
  }
}

/** What holds now; each change makes another. */
export let settings = read();

/** @type {Set<(settings: Settings) => void>} */
const ears = new Set();

/** Calls when a setting has changed. @param {(settings: Settings) => void} ear */
export function onChange(ear) {
  ears.add(ear);
  return () => { ears.delete(ear); };
}

/** @param {Partial<Settings>} change */
export function change(change) {
  settings = { ...settings, ...change };
  try {
    localStorage.setItem(LOOK, JSON.stringify(settings));
  } catch { /* a browser that keeps nothing */ }
  show();
  for (const ear of [...ears]) ear(settings);
}

/** The address of a house, as it is kept: nothing if it is none. @param {string} text */
export function houseOf(text) {
  const plain = text.trim();
  try {
    const { protocol, origin, pathname } = new URL(plain.includes('://') ? plain : `https://${plain}`);
    return plain && (protocol === 'https:' || protocol === 'http:') ? `${origin}${pathname}` : '';
  } catch {
    return '';
  }
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
 * Remembers a table and its keys, and what only its maker has.
 * @param {string} table
 * @param {Partial<Record<SeatId, string>>} keys
 * @param {string} title
 * @param {Pick<Mine, 'owner' | 'invitations'>} [more]
 */
export function remember(table, keys, title, more = {}) {
  const list = mine();
  const old = list.find((m) => m.table === table);
  const entry = { ...old, ...more, table, keys: { ...old?.keys, ...keys }, title: title || old?.title || '', at: Date.now() };
  keep([entry, ...list.filter((m) => m.table !== table)]);
}

/** @param {string} table */
export function forget(table) {
  keep(mine().filter((m) => m.table !== table));
}
