// The whole table in a real Chromium. `node tests/table.mjs` runs everything; names of games or scenes run only those.

import { GAMES, playGame } from './games.mjs';
import * as finer from './finer.mjs';
import { openBrowser } from './house.mjs';
import * as scenes from './scenes.mjs';

/** @type {[string, (browser: any, said: (text: string) => void) => Promise<void>][]} */
const all = [
  ...GAMES.map((spec) => /** @type {[string, any]} */ ([spec.game, (browser, said) => playGame(browser, spec, said)])).reverse(),
  ...GAMES.map(({ game }) => /** @type {[string, any]} */ ([`friend-${game}`, (browser, said) => scenes.friend(browser, game, said)])),
  ['lobby', scenes.lobby], ['hot-seat', scenes.hotSeat], ['gestures', scenes.gestures], ['past', scenes.past], ['battle', scenes.battle], ['look-on', scenes.lookOn], ['thinking', scenes.thinking], ['orders', scenes.orders],
  ['touch', finer.touch], ['reel', finer.reel], ['links', finer.links], ['left-undone', finer.leftUndone],
];
const wanted = process.argv.slice(2);
const queue = all.filter(([name]) => wanted.length === 0 || wanted.some((w) => name === w));
const lanes = Number(process.env.LANES ?? 2);
const begun = Date.now();
const failed = [];

process.on('unhandledRejection', (error) => {
  console.error(error);
  process.exit(1);
});
const browser = await openBrowser();
await Promise.all(Array.from({ length: lanes }, async () => {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [name, run] = next;
    const start = Date.now();
    const said = (text) => console.log(`  ${name}: ${text}`);
    try {
      await run(browser, said);
      console.log(`ok ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed.push(name);
      console.error(`FAILED ${name}: ${error.stack}`);
    }
  }
}));
await browser.close();
console.log(failed.length ? `failed: ${failed.join(', ')}` : `the table holds (${((Date.now() - begun) / 1000).toFixed(0)} s)`);
process.exit(failed.length ? 1 : 0);
