// A worker that thinks for the computers, has its part in a search, or weighs a game. While it thinks it hears nothing; so the word to
// stop is an address: as long as something can be read there, it may go on.

import { opened } from './module.js';

/** How often it looks whether it shall stop, and says that it is still there. */
const LOOK = 60;

/** @type {string | null} */
let word = null;
let until = Infinity;
let looked = 0;
let stopped = false;

/** @param {string} address */
function stands(address) {
  try {
    const look = new XMLHttpRequest();
    look.open('GET', address, false);
    look.send();
    return look.status === 200;
  } catch {
    return false;
  }
}

/** Whether such addresses can be read here at all; where they cannot, one that is gone says nothing. */
const legible = (() => {
  const own = URL.createObjectURL(new Blob(['go on']));
  const read = stands(own);
  URL.revokeObjectURL(own);
  return read;
})();

function halted() {
  const now = performance.now();
  if (!stopped && now - looked >= LOOK) {
    looked = now;
    postMessage({ thinking: true });
    stopped = now >= until || (word !== null && !stands(word));
  }
  return stopped;
}

/** @type {ReturnType<typeof opened> | null} */
let rules = null;

addEventListener('message', async ({ data }) => {
  if (data.module) {
    rules = opened(data.module, halted);
    return;
  }
  const pass = await rules;
  if (!pass) return;
  if (data.bring) {
    pass('bring', data.bring);
    return;
  }
  const { door, message, address, ms } = data;
  word = legible ? address ?? null : null;
  [looked, stopped, until] = [0, false, performance.now() + (ms ?? Infinity)];
  postMessage({ said: pass(door, message) });
});
