// The client knows no game: its files are searched for every id, title and result code of every game, and for any look into an action.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { engine, here, playQuickly } from './house.mjs';

const folder = join(here, '../js');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js') &&
  !name.startsWith('vendor'));
/** The code alone: what stands in comments is for people. */
const bare = (text) => text.replace(/\/\*[^]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

/** The codes of results that a game shows in its first battles. */
async function codes(game) {
  const found = new Set();
  await playQuickly(game, async (_, ask) => {
    const { view } = await ask({ op: 'view', as: 'referee' });
    for (const column of view.battle?.columns ?? []) for (const result of column.results) if (result.code) found.add(result.code);
    return found.size > 4;
  }, 400);
  return [...found];
}

/** @param {any} _ @param {(text: string) => void} said */
export async function words(_, said) {
  const { ask, end } = engine();
  const { games } = await ask({ op: 'games' });
  end();
  const ids = games.flatMap((g) => [g.game, g.title, ...g.scenarios.flatMap((s) => [s.id, s.title]),
    ...g.options.map((o) => o.id).filter((id) => id.includes('-'))]);
  // What is a word of the contract, or no word at all, is not one game's.
  const contract = readFileSync(join(here, '../contract.d.ts'), 'utf8');
  const results = (await Promise.all(games.map((g) => codes(g.game)))).flat().filter((code) => /[a-z]/i.test(code) &&
    !contract.includes(`"${code}"`));
  assert.ok(results.length > 0, 'some results have codes');
  const faults = [];
  for (const name of files) {
    const text = bare(readFileSync(join(folder, name), 'utf8'));
    const quoted = (word) => ["'", '"', '`'].some((q) => text.includes(`${q}${word}${q}`));
    for (const id of ids) if (quoted(id) || (/[-\s]/.test(id) && text.includes(id))) faults.push(`${name}: ${id}`);
    for (const code of results) if (quoted(code) ||
      new RegExp(`[{,]\\s*${code.replace(/[^\w]/g, '\\$&')}:`).test(text)) faults.push(`${name}: result ${code}`);
    if (/\.action\s*[.[]|\{[^}]*\}\s*=\s*\w+\.action\b/.test(text)) faults.push(`${name}: looks into an action`);
  }
  assert.deepEqual(faults, []);
  said(`${files.length} files hold none of ${ids.length} names and ${new Set(results).size} result codes, and look into no action`);
}
