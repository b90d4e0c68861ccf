// The workbench of a page, seen from the page: its worker is woken when somebody opens the workshop or brings a title along. Drawings of
// boards that come with a title are read from what the browser keeps.

import { refusalOf } from '../line/refusal.js';
import { Keeper } from './keeper.js';

/** @typedef {import('./keeper.js').DrawnBoard} DrawnBoard */

/** @type {Worker | null} */
let worker = null;
let next = 1;
/** @type {Map<number, { done: (answer: any) => void, failed: (error: Error) => void }>} */
const waiting = new Map();
/** @type {Promise<Keeper | null> | undefined} */
let keeper;
const base = () => { keeper ??= Keeper.open().catch(() => null); return keeper; };
/** Boards that were read or just made, by their ids. @type {Map<string, DrawnBoard>} */
const boards = new Map();
/** Where the drawings of those boards lie. @type {Map<string, string>} */
const addresses = new Map();

/** Whether a board came with a title that somebody made: those are called by id and version. @param {string} id */
export const isBrought = (id) => id.includes('@');

/** A board that came with a title. @param {string} id @returns {Promise<DrawnBoard>} */
export async function boardOf(id) {
  const known = boards.get(id) ?? (await (await base())?.shelf(id))?.[0]?.board;
  if (!known) throw new Error(`The board of ${id} is not kept here. Bring the title along again.`);
  boards.set(id, known);
  return known;
}

/** Where the drawing of a board that was read lies. @param {string} id @param {string} style */
export function addressOf(id, style) {
  const name = `${id} ${style}`;
  const drawn = boards.get(id)?.[style === 'campfire' ? 'campfire' : 'paper'] ?? '';
  const address = addresses.get(name) ?? URL.createObjectURL(new Blob([drawn], { type: 'image/svg+xml' }));
  addresses.set(name, address);
  return address;
}

/** Whether any title was brought along. @returns {Promise<boolean>} */
export const anyBrought = async () => ((await (await base())?.shelved().catch(() => [])) ?? []).length > 0;

/** Everything that is kept of titles, for a file. */
export const kept = async () => (await (await base())?.titles()) ?? [];

function lost() {
  worker?.terminate();
  worker = null;
  for (const { failed } of waiting.values()) failed(new Error('The workbench met a fault and was opened again: try once more.'));
  waiting.clear();
}

/**
 * @param {any} errand  as the workbench hears it (`crates/anywhere/src/desk.rs`)
 * @param {(shelved: any[]) => Promise<unknown>} shelve  tells the tables of titles that are on the shelf from now on
 * @returns {Promise<any>}
 */
export async function work(errand, shelve) {
  if (!worker) {
    worker = new Worker(new URL('./desk.js', import.meta.url), { type: 'module' });
    worker.onerror = lost;
    worker.onmessage = ({ data }) => {
      waiting.get(data.number)?.done(data);
      waiting.delete(data.number);
    };
  }
  const number = next++;
  const { ok, body, shelved } = await new Promise((done, failed) => {
    waiting.set(number, { done, failed });
    worker?.postMessage({ number, errand });
  });
  for (const { scenario, board } of shelved) {
    boards.delete(scenario);
    if (board) boards.set(scenario, board);
    for (const style of ['paper', 'campfire']) addresses.delete(`${scenario} ${style}`);
  }
  if (shelved.length > 0) await shelve(shelved);
  if (!ok) throw refusalOf(body.error);
  return body;
}
