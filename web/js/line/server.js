// The line to a table server: addresses over HTTP, tables over WebSocket.

import { refusalOf } from './refusal.js';

export const friends = true;

/** @param {string} address */
export const at = (address) => address;

/** @returns {import('../line.js').Wire} */
export function open() {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return /** @type {any} */ (new WebSocket(`${scheme}://${location.host}/ws`));
}

/** @param {string} address @returns {Promise<Response>} */
async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

/** @param {string} address @returns {Promise<any>} */
export const get = async (address) => (await fetched(address)).json();

/** @param {string} address @returns {Promise<string>} */
export const text = async (address) => (await fetched(address)).text();

/** @param {string} address @param {unknown} body @returns {Promise<any>} */
export async function post(address, body) {
  const answer = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const value = await answer.json().catch(() => ({ error: { because: `the server answered ${answer.status}` } }));
  if (!answer.ok) throw refusalOf(value.error ?? { because: `the server answered ${answer.status}` });
  return value;
}
