// The rules of a game as WebAssembly: fetched and unpacked once, and a message in, a message out.

import { unpack } from './unpack.js';

/** @param {string} name  its place in the site @returns {Promise<WebAssembly.Module>} */
export async function fetched(name) {
  const answer = await fetch(new URL(`../../${name}`, import.meta.url));
  if (!answer.ok) throw new Error(`the rules cannot be fetched: ${answer.status}`);
  return WebAssembly.compile(/** @type {BufferSource} */ (unpack(new Uint8Array(await answer.arrayBuffer()))));
}

/**
 * Opens the rules. What comes back passes a message to one of their doors (`hear`, `begin`, `stand_in`, `end`, `weigh`, `bring`,
 * `take_off`, `prove`, `trail`; `work` of the workbench).
 * @param {WebAssembly.Module} module
 * @param {() => boolean} halted  whether whoever thinks shall decide at once
 * @returns {Promise<(door: string, message: unknown) => any>}
 */
export async function opened(module, halted) {
  /** @type {any} */
  let rules = null;
  const memory = (/** @type {number} */ at, /** @type {number} */ length) => new Uint8Array(rules.memory.buffer, at >>> 0, length);
  const page = {
    now: () => performance.now(),
    halted: () => (halted() ? 1 : 0),
    random: (/** @type {number} */ at, /** @type {number} */ length) => { crypto.getRandomValues(memory(at, length)); },
  };
  rules = (await WebAssembly.instantiate(module, { page })).exports;
  rules.open();
  const [write, read] = [new TextEncoder(), new TextDecoder()];
  return (door, message) => {
    const text = write.encode(JSON.stringify(message));
    memory(rules.room(text.length), text.length).set(text);
    const length = rules[door]();
    const said = JSON.parse(read.decode(memory(rules.said(), length)));
    if (said.fault) throw new Error(said.fault);
    return said;
  };
}
