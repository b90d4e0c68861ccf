// The pictures of the table in the documents: `node tests/pictures.mjs` takes them anew.

import { join } from 'node:path';
import { GAMES, setUp, sit } from './games.mjs';
import { actByMouse, march, marchers, play, ready, show, take, until } from './hand.mjs';
import { here, openBrowser, openTable } from './house.mjs';

const into = join(here, '../../docs/img');
const table = await openTable();
const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
const look = (theme) => page.evaluate((name) => localStorage.setItem('longroll-settings', JSON.stringify({ theme: name, speed: 0, forced: true, warn: 'never' })), theme);
const picture = async (name) => {
  await page.evaluate(() => document.querySelector('.toast')?.classList.remove('on'));
  await until(page, () => new Promise((done) => setTimeout(() => done(true), 2200)));
  await page.screenshot({ path: join(into, `table-${name}.jpg`), type: 'jpeg', quality: 72 });
};
const spec = (game) => GAMES.find((g) => g.game === game);

await page.goto(table.address);
await look('paper');
await page.reload();
await page.locator('.card').nth(4).waitFor();
await until(page, () => [...document.images].every((i) => i.complete));
await picture('lobby');

await sit(page, table, 'Blue & Gray', { Confederate: 'computer:greedy' });
await ready(page);
const mover = (await marchers(page, 30)).find((m) => m.hex === '1507') ?? (await marchers(page, 8))[5];
await take(page, mover.piece, mover.hex);
const far = mover.stops.at(-1);
const spot = await page.evaluate((hex) => (/** @type {any} */ (window)).longroll.board.onScreen(hex), far.hex);
await page.mouse.move(spot.x, spot.y);
await picture('march');
await page.keyboard.press('Escape');
for (let i = 0; i < 5; i++) await march(page);
await page.locator('.buttons button[data-finish]').click();
await play(page, actByMouse, async (now) => now.battle && (await page.locator('.tray-panel .row button').count()) > 2, 60);
await page.mouse.move(1260, 700);
await picture('battle');
await page.locator('.tray-panel .row button').first().click();
await play(page, actByMouse, (now) => now.turn > 1 && /movement/.test(now.phase) && now.active === 'union');
await page.keyboard.press('p');
await page.locator('.replay').waitFor();
await page.locator('.replay input').fill('24');
await picture('replay');
await look('campfire');
await page.reload();
await ready(page);
await picture('campfire');

await look('paper');
await page.reload();
await sit(page, table, 'Bull Run', { Confederate: 'computer:greedy' });
await ready(page);
await page.locator('.shelf .loose').nth(2).click();
const lit = await until(page, () => (/** @type {any} */ (window)).longroll.stations().map((x) => x.hex)[20]);
await show(page, lit);
await picture('set-up');

await sit(page, table, 'Give Us Victories', { Confederate: 'computer:greedy' });
await ready(page);
await setUp(page, spec('give-us-victories'));
await ready(page);
await page.locator('.cards-row button').first().click();
await picture('chits');
await browser.close();
await table.close();
process.exit();
