// What travels of a WebAssembly module, and what it is made of: `node slim.mjs MODULE OUT` leaves out the names of its functions;
// `node slim.mjs MODULE` says how large they are, by crate and one by one (names are readable where there is a c++filt).

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const CUSTOM = 0;
const IMPORT = 2;
const CODE = 10;

const [from, to] = process.argv.slice(2);
const bytes = readFileSync(from);
let at = 0;

/** A number as WebAssembly writes it. */
function number() {
  let value = 0;
  for (let shift = 1; ; shift *= 128) {
    const byte = bytes[at++];
    value += (byte & 127) * shift;
    if (byte < 128) return value;
  }
}

/** A text with its length before it. */
function text() {
  const length = number();
  at += length;
  return bytes.toString('utf8', at - length, at);
}

/** @type {{ id: number, start: number, body: number, end: number }[]} */
const sections = [];
for (at = 8; at < bytes.length; at = sections[sections.length - 1].end) {
  const [start, id, length] = [at, bytes[at++], number()];
  sections.push({ id, start, body: at, end: at + length });
}

if (to) {
  const kept = sections.filter(({ id }) => id !== CUSTOM).map(({ start, end }) => bytes.subarray(start, end));
  writeFileSync(to, Buffer.concat([bytes.subarray(0, 8), ...kept]));
} else {
  at = sections.find(({ id }) => id === IMPORT)?.body ?? 0;
  // All that is asked of a page are functions.
  const imported = number();
  /** @type {Map<number, string>} */
  const names = new Map();
  for (const { id, body, end } of sections) {
    at = body;
    if (id !== CUSTOM || text() !== 'name') continue;
    while (at < end) {
      const [kind, length] = [bytes[at++], number()];
      const next = at + length;
      for (let left = kind === 1 ? number() : 0; left > 0; left--) names.set(number(), text());
      at = next;
    }
  }
  if (names.size === 0) throw new Error('the names of the functions are not in it any more');
  at = sections.find(({ id }) => id === CODE)?.body ?? 0;
  const sizes = Array.from({ length: number() }, (_, n) => {
    const size = number();
    at += size;
    return { size, name: names.get(imported + n) ?? '?' };
  });
  let words = sizes.map(({ name }) => name);
  try {
    words = execFileSync('c++filt', ['-s', 'rust'], { input: words.join('\n'), maxBuffer: 1 << 28 }).toString().split('\n');
  } catch { /* as they are */ }
  const all = sizes.map(({ size }, n) => ({ size, name: words[n].replace(/\[[0-9a-f]{10,16}\]/g, '') })).sort((a, b) => b.size - a.size);
  /** @type {Map<string, number>} */
  const crates = new Map();
  for (const { size, name } of all) {
    const crate = name.match(/[a-z_]\w*(?=::)/)?.[0] ?? '?';
    crates.set(crate, (crates.get(crate) ?? 0) + size);
  }
  const line = (/** @type {number} */ size, /** @type {string} */ name) => console.log(`${String(size).padStart(9)} ${name.slice(0, 160)}`);
  [...crates].sort((a, b) => b[1] - a[1]).slice(0, 30).forEach(([name, size]) => line(size, name));
  console.log();
  all.slice(0, 100).forEach(({ size, name }) => line(size, name));
}
