// How long it takes until the board and whatever lies on it is on the screen, from the moment the address is opened: once, then five times
// again. `node web/tests/paint.mjs` prints milliseconds for each game.

import { openBrowser, openTable } from './house.mjs';

const server = await openTable();
const browser = await openBrowser();
const json = async (path, body) => {
  const answer = await fetch(server.address + path, body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  return answer.json();
};

/** Opens a table as a newcomer would; answers when its board was painted. */
async function paint(table) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const look = () => {
      const told = document.querySelector('.prompt')?.textContent ?? '';
      if (window.longroll?.board.tiles.sharp && told && !told.startsWith('Taking a seat')) {
        requestAnimationFrame(() => requestAnimationFrame(() => { window.painted = performance.now(); }));
      } else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(`${server.address}/#/join/${table.table}/union/${table.keys.union}`);
  let at;
  for (let i = 0; i < 1500 && !at; i++) {
    at = await page.evaluate(() => window.painted);
    if (!at) await page.waitForTimeout(20);
  }
  await context.close();
  if (!at) throw new Error('the board was never painted');
  return Math.round(at);
}

const middle = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const rows = [];
for (const { game } of await json('/api/games')) {
  const table = await json('/api/tables', { game, seats: { union: 'me', confederate: 'friend' } });
  const first = await paint(table);
  const again = [];
  for (let i = 0; i < 5; i++) again.push(await paint(table));
  rows.push({ game, first, again: middle(again) });
  console.log(`${game.padEnd(24)} first ${String(first).padStart(5)} ms   then ${String(middle(again)).padStart(5)} ms`);
}
await browser.close();
await server.close();
