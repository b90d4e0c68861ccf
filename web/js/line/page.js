// The line to the page's own worker, which has the tables. If the worker is lost, another takes its place: whoever sits at a table hears
// that his line broke, comes back as he would at a server, and finds everything that was kept.

import { notice } from '../page/notice.js';
import { addressOf, anyBrought, boardOf, isBrought, work } from '../page/workbench.js';
import { refusalOf } from './refusal.js';

export const friends = false;

/** How often the worker is asked whether it is there, and after how many questions without an answer it is given up. */
const KNOCK = 2_000;
const PATIENCE = 6;
/** The state of a line that is open, as a WebSocket says it. */
const OPEN = 1;
const CLOSED = 3;

/** @type {Worker | null} */
let worker = null;
let knocks = 0;
let next = 1;
/** How many files are being fetched, and the rules of how many games. */
let fetching = 0;
let warming = 0;
/** @type {Map<number, PageWire>} */
const wires = new Map();
/** @type {Map<number, { done: (answer: any) => void, failed: (error: Error) => void }>} */
const posts = new Map();

class PageWire {
  constructor() {
    /** @type {(() => void) | null} */
    this.onopen = null;
    /** @type {((message: { data: string }) => void) | null} */
    this.onmessage = null;
    /** @type {(() => void) | null} */
    this.onclose = null;
    this.number = next++;
    this.readyState = 0;
    wires.set(this.number, this);
    queueMicrotask(() => {
      if (this.readyState === CLOSED) return;
      this.readyState = OPEN;
      this.onopen?.();
    });
  }

  /** @param {string} text */
  send(text) {
    tell({ line: { line: this.number, request: JSON.parse(text) } });
  }

  close() {
    if (this.readyState !== CLOSED) tell({ hang_up: { line: this.number } });
    this.broken();
  }

  /** Nobody is at the other end any more. */
  broken() {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    wires.delete(this.number);
    this.onclose?.();
  }
}

/** The worker is gone: whoever waits for it is told, and the next message wakes another. */
function lost() {
  worker?.terminate();
  worker = null;
  warming = 0;
  for (const { failed } of posts.values()) failed(new Error('the tables met a fault and were opened again: try once more'));
  posts.clear();
  for (const wire of [...wires.values()]) wire.broken();
}

/** @param {any} said */
function hear(said) {
  knocks = 0;
  if (said.line) wires.get(said.line.line)?.onmessage?.({ data: said.line.text });
  else if (said.posted) {
    const { post, ok, body } = said.posted;
    const waiting = posts.get(post);
    posts.delete(post);
    if (ok) waiting?.done(body);
    else waiting?.failed(refusalOf(body.error));
  } else if (said.broken) wires.get(said.broken.line)?.broken();
  else if ('unkept' in said) notice('unkept', said.unkept);
  else if (said.warmed) warming = Math.max(0, warming - 1);
  else if (said.lost) lost();
}

/** @param {unknown} message */
function tell(message) {
  if (!worker) {
    knocks = 0;
    worker = new Worker(new URL('../page/tables.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => hear(data);
    worker.onerror = lost;
  }
  worker.postMessage(message);
}

setInterval(() => {
  if (!worker || (posts.size === 0 && wires.size === 0)) return;
  knocks += 1;
  if (knocks > PATIENCE) lost();
  else worker.postMessage({ knock: true });
}, KNOCK);

/** The board that an address is about. @param {string} address */
const boardIn = (address) => decodeURIComponent(address.match(/^\/api\/boards\/(.+)\.[a-z]+(?:\?|$)/)?.[1] ?? '');

/** Where a file of the site lies: a drawing has its style in its name, and what has no kind is JSON. @param {string} address */
export function at(address) {
  const { pathname, searchParams } = new URL(address, 'https://site.invalid');
  const style = searchParams.get('style');
  const board = boardIn(address);
  if (isBrought(board)) return addressOf(board, style ?? '');
  const [, name, kind = 'json'] = /** @type {string[]} */ (pathname.slice(1).match(/^(.*?)(?:\.([a-z]+))?$/));
  // Small pictures are enough everywhere.
  return `${name}${style ? `-${style}` : ''}.${kind === 'png' ? 'jpg' : kind}`;
}

export const open = () => new PageWire();

/** @param {string} address @returns {Promise<Response>} */
async function fetched(address) {
  const [, read] = address.match(/^\/api\/games\/([^/]+)\//) ?? [];
  // Whoever reads about a game may play it.
  if (read) {
    warming += 1;
    tell({ warm: read });
  }
  fetching += 1;
  try {
    const answer = await fetch(at(address));
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return answer;
  } finally {
    fetching -= 1;
  }
}

/** Whether somebody waits for something that must be fetched. */
export const busy = () => posts.size + fetching + warming > 0;

/**
 * What the site has no file for, because it depends on the titles that are kept here.
 * @param {string} address @returns {Promise<any> | null}
 */
function ofTitles(address) {
  const { pathname, searchParams } = new URL(address, 'https://site.invalid');
  const { scenario, ...options } = Object.fromEntries(searchParams);
  const [, game, what] = pathname.match(/^\/api\/games\/([^/]+)\/(charts|rules)$/) ?? [];
  if (what === 'charts') return post('/api/charts', { game, scenario, options });
  if (what === 'rules' && isBrought(scenario ?? '')) return post('/api/rules', { game, scenario });
  if (isBrought(boardIn(address))) return boardOf(boardIn(address)).then(({ data }) => data);
  return null;
}

/**
 * The list of games with the titles that are kept here: the rules of their game know them. Where those cannot be had, it is the site's own.
 * @param {any[]} games @returns {Promise<any[]>}
 */
async function withTitles(games) {
  const { game } = await get('/api/workshop');
  const own = await post('/api/games', { game }).catch(() => []);
  return games.map((one) => own.find((/** @type {any} */ known) => known.game === one.game) ?? one);
}

/** @param {string} address @returns {Promise<any>} */
export async function get(address) {
  const found = ofTitles(address);
  if (found) return found;
  const file = (await fetched(address)).json();
  return address === '/api/games' && await anyBrought() ? withTitles(await file) : file;
}

/** @param {string} address @returns {Promise<string>} */
export async function text(address) {
  const board = boardIn(address);
  if (isBrought(board)) await boardOf(board);
  return (await fetched(address)).text();
}

/** @param {any[]} shelved */
const shelve = (shelved) => post('/page/bring', shelved);

/** What the workbench hears for an address of a server's. @type {Record<string, (body: any) => any>} */
const BENCH = {
  '/api/workshop': (ask) => ({ ask }),
  '/api/workshop/import': ({ data }) => ({ import: data }),
  '/api/workshop/export': (taken) => ({ export: taken }),
  '/api/workshop/draw': (draw) => ({ draw }),
  '/api/workshop/put': (put) => ({ put }),
};

/** @param {string} address @param {any} body @returns {Promise<any>} */
export const post = (address, body) => (BENCH[address] ? work(BENCH[address](body), shelve) : new Promise((done, failed) => {
  const number = next++;
  posts.set(number, { done, failed });
  tell({ post: { post: number, address, body, at: Math.floor(Date.now() / 1000) } });
}));
