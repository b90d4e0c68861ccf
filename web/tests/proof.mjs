// Random games in WebAssembly and in the program: `node tests/proof.mjs [GAMES] [AT_TABLES] [STEPS]` plays GAMES of each game to their end by the rules
// alone, and AT_TABLES of each scenario in words at a table (at most STEPS steps), here and there, and compares a hash over all the positions of each.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { opened } from '../js/page/module.js';
import { unpack } from '../js/page/unpack.js';
import { rules, target } from './site.mjs';

const proof = ['release', 'debug'].map((kind) => join(target, kind, 'examples/proof')).find((path) => existsSync(path));
if (!proof) throw new Error('build it first: cargo build -p longroll-anywhere --example proof');
const asked = process.argv.slice(2).map(Number);
if (asked.some((n) => !Number.isInteger(n) || n < 0)) throw new Error('whole numbers are wanted: proof.mjs [GAMES] [AT_TABLES] [STEPS]');
/** The rules of each game. @type {Map<string, Awaited<ReturnType<typeof opened>>>} */
const passes = new Map();
const rulesOf = async (/** @type {string} */ game) => {
  const here = passes.get(game);
  if (here) return here;
  const pass = await opened(await WebAssembly.compile(unpack(readFileSync(join(rules, `${game}.wasm.lzma`)))), () => false);
  passes.set(game, pass);
  return pass;
};
const seconds = (/** @type {number} */ since) => ((performance.now() - since) / 1000).toFixed(1);
let wrong = 0;
/** @param {string} name @param {unknown} there @param {unknown} here */
function compare(name, there, here) {
  if (there === here) return;
  wrong += 1;
  console.error(`${name}: ${there} in the program, ${here} in WebAssembly`);
}

const begun = performance.now();
/** @type {{ whole: any[], tables: any[] }} */
const native = JSON.parse(execFileSync(proof, asked.map(String), { maxBuffer: 1 << 28 }).toString());
console.log(`played in the program: ${seconds(begun)} s`);
/** @type {Map<string, { games: number, positions: number, since: number }>} */
const sums = new Map();
for (const { game, scenario, first, games, positions, hashes } of native.whole) {
  const pass = await rulesOf(game);
  if (!sums.has(game)) sums.set(game, { games: 0, positions: 0, since: performance.now() });
  const sum = /** @type {{ games: number, positions: number, since: number }} */ (sums.get(game));
  const here = pass('trail', { game, scenario, first, games });
  compare(`${game} ${scenario}, games from seed ${first}`, hashes.length, here.hashes.length);
  hashes.forEach((/** @type {string} */ hash, /** @type {number} */ n) => compare(`${game} ${scenario} seed ${first + n}`, hash, here.hashes[n]));
  compare(`${game} ${scenario}, positions from seed ${first}`, positions, here.positions);
  sum.games += games;
  sum.positions += positions;
  const [last] = native.whole.filter((batch) => batch.game === game).slice(-1);
  if (last.scenario === scenario && last.first === first) {
    console.log(`${game}: ${sum.games} whole random games with ${sum.positions} positions compared (${seconds(sum.since)} s in WebAssembly)`);
  }
}
for (const { hash, ...played } of native.tables) {
  const { game, scenario, seed } = played;
  compare(`${game} ${scenario} seed ${seed}, at a table`, hash, (await rulesOf(game))('prove', played).hash);
}
console.log(`${native.tables.length} random games at tables compared`);
if (native.whole.length + native.tables.length === 0) throw new Error('nothing was compared');
console.log(wrong ? `${wrong} differ` : 'all the same');
process.exit(wrong ? 1 : 0);
