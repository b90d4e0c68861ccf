// Everything that this browser keeps, as one file: for another browser, another device, or a day when storage is emptied.

import { line } from '../line.js';
import { mine, remember } from '../settings.js';

const FORMAT = 'longroll-games-1';

/** Whether a file holds all games of a page. @param {any} file */
export const isBundle = (file) => file?.format === FORMAT;

/** Saves all games to a file. */
export async function takeAway() {
  const { kept } = await import('./workbench.js');
  const [tables, titles] = await Promise.all([line.post('/page/export', {}), kept()]);
  const text = JSON.stringify({ format: FORMAT, tables, titles, mine: mine() });
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const name = `longroll-games-${new Date().toISOString().slice(0, 10)}.json`;
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @param {unknown} value */
const isText = (value) => typeof value === 'string';

/** Brings games back. Those that are here already stay as they are. @param {any} file */
export async function bring(file) {
  if (!Array.isArray(file.tables) || !Array.isArray(file.mine)) throw new Error('this file is not whole');
  // Games of a title that somebody made need it on the shelf first.
  if (Array.isArray(file.titles) && file.titles.length > 0) await line.post('/api/workshop/put', file.titles);
  /** @type {string[]} */
  const brought = await line.post('/page/import', file.tables);
  for (const { table, keys, title, owner } of [...file.mine].reverse()) {
    const words = [title, owner ?? '', ...Object.values(keys ?? {})];
    if (brought.includes(table) && words.every(isText)) remember(table, keys, title, { owner });
  }
  location.reload();
}
