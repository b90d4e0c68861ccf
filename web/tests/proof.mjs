// Random games in WebAssembly and in the program: `node tests/proof.mjs [GAMES] [STEPS]` plays so many of each scenario here and there, and
// compares a hash over all their positions.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { opened } from '../js/page/module.js';
import { unpack } from '../js/page/unpack.js';
import { rules, target } from './site.mjs';

const proof = ['release', 'debug'].map((kind) => join(target, kind, 'examples/proof')).find((path) => existsSync(path));
if (!proof) throw new Error('build it first: cargo build -p longroll-anywhere --example proof');
const [games = 3, steps = 300] = process.argv.slice(2).map(Number);
/** The rules of each game. @type {Map<string, Awaited<ReturnType<typeof opened>>>} */
const passes = new Map();
const rulesOf = async (game) => {
  if (!passes.has(game)) {
    passes.set(game, await opened(await WebAssembly.compile(unpack(readFileSync(join(rules, `${game}.wasm.lzma`)))), () => false));
  }
  return passes.get(game);
};
const begun = Date.now();
const native = JSON.parse(execFileSync(proof, [String(games), String(steps)], { maxBuffer: 1 << 28 }).toString());
const between = Date.now();
let wrong = 0;
for (const { game, scenario, seed, hash } of native) {
  const here = (await rulesOf(game))('prove', { game, scenario, seed, steps }).hash;
  if (here === hash) continue;
  wrong += 1;
  console.error(`${game} ${scenario} seed ${seed}: ${hash} in the program, ${here} in WebAssembly`);
}
console.log(`${native.length} random games of at most ${steps} steps: ${wrong ? `${wrong} differ` : 'all the same'} (program ${between - begun
} ms, WebAssembly ${Date.now() - between} ms)`);
process.exit(wrong ? 1 : 0);
