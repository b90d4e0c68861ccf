// The line to the page's own worker, which has the tables. If the worker is lost, another takes its place: whoever sits at a table hears
// that his line broke, comes back as he would at a server, and finds everything that was kept.

import { notice } from '../page/notice.js';
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

/** Where a file of the site lies: a drawing has its style in its name, and what has no kind is JSON. @param {string} address */
export function at(address) {
  const { pathname, searchParams } = new URL(address, 'https://site.invalid');
  const style = searchParams.get('style');
  const [, name, kind = 'json'] = /** @type {string[]} */ (pathname.slice(1).match(/^(.*?)(?:\.([a-z]+))?$/));
  // Small pictures are enough everywhere.
  return `${name}${style ? `-${style}` : ''}.${kind === 'png' ? 'jpg' : kind}`;
}

export const open = () => new PageWire();

/** @param {string} address @returns {Promise<any>} */
export async function get(address) {
  const charts = address.match(/^\/api\/games\/([^/]+)\/charts\?(.*)$/);
  if (charts) {
    const { scenario, ...options } = Object.fromEntries(new URLSearchParams(charts[2]));
    return post('/api/charts', { game: charts[1], scenario, options });
  }
  const answer = await fetch(at(address));
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

/** @param {string} address @param {unknown} body @returns {Promise<any>} */
export const post = (address, body) => new Promise((done, failed) => {
  const number = next++;
  posts.set(number, { done, failed });
  tell({ post: { post: number, address, body, at: Math.floor(Date.now() / 1000) } });
});
