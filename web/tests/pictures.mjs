// The pictures of the table in the documents: `node tests/pictures.mjs` takes them anew; names take only those.

import { join } from 'node:path';
import { sit } from './games.mjs';
import { march, marchers, nearest, onScreen, ready, showAny, take, until } from './hand.mjs';
import { here, openBrowser, openTable, reach } from './house.mjs';
import { Person } from './person.mjs';
import { load } from './scenes.mjs';
import { openPage, sitDown, turnsLater } from './turns.mjs';

const into = join(here, '../../docs/img');
const wanted = process.argv.slice(2);
const table = await openTable();
const browser = await openBrowser();
const { page } = await openPage(browser, table.address, 'small', 'mouse', { speed: 0, warn: 'never', briefings: false });

/** Takes a picture when everything is drawn sharp and nothing is said any more. */
async function picture(name) {
  await page.evaluate(() => (/** @type {any} */ (window)).peek?.store.set({ notice: null, cast: null, banner: null }));
  await until(page, () => new Promise((done) => setTimeout(() => done(true), 2200)));
  await until(page, () => (/** @type {any} */ (window)).longroll?.board?.tiles.sharp ?? true);
  await page.screenshot({ path: join(into, `table-${name}.jpg`), type: 'jpeg', quality: 72 });
  console.log(`table-${name}.jpg`);
}

async function lobby() {
  await page.goto(table.address);
  await page.locator('.card').nth(4).waitFor();
  await until(page, () => [...document.images].every((i) => i.complete));
  await picture('lobby');
}

/** A march, a battle, a look back; the same by firelight. */
async function game() {
  await sit(page, table, 'Blue & Gray', { Confederate: 'computer:greedy' });
  await ready(page);
  const all = await marchers(page, 30);
  const mover = all.find((m) => m.hex === '1507') ?? all[5];
  await take(page, mover.piece, mover.hex);
  const far = await onScreen(page, mover.stops.at(-1).hex);
  await page.mouse.move(far.x, far.y);
  await picture('march');
  await page.keyboard.press('Escape');
  for (let i = 0; i < 5; i++) await march(page);
  const person = new Person(page, 'mouse', { seed: 5 });
  await person.play(({ screen }) => screen.fights.length > 0 && screen.odds);
  await page.mouse.move(1260, 700);
  await picture('battle');
  await person.play(turnsLater(1));
  await page.keyboard.press('p');
  await page.locator('.replay').waitFor();
  await page.locator('.replay input').fill('24');
  await picture('replay');
  const look = (theme) => page.evaluate((name) => localStorage.setItem('longroll-settings',
    JSON.stringify({ ...JSON.parse(localStorage.getItem('longroll-settings') ?? '{}'), theme: name })), theme);
  await look('campfire');
  await page.reload();
  await ready(page);
  await picture('campfire');
  await look('paper');
  await page.reload();
}

/** An attack put together, with everybody who could take part. */
async function fire() {
  await load(page, table, await reach('chancellorsville-1974', /^Union: choose units and the enemy hex they attack\./, 6));
  const hexes = await page.evaluate(() => (/** @type {any} */ (window)).peek.shown.subjects.filter((x) => x.target.kind === 'hex')
    .map((x) => x.target.at));
  for (const hex of hexes) {
    const spot = await showAny(page, [hex]);
    await page.mouse.click(spot.x, spot.y);
    const many = await until(page, () => { const t = (/** @type {any} */ (window)).peek; return t.confirm && t.mode.able.length > 1; }, null, 5000)
      .catch(() => false);
    if (many) break;
    await page.keyboard.press('Escape');
  }
  await picture('fire');
}

/** A march on the largest board. */
async function victories() {
  await sitDown(page, table.address, 'Give Us Victories');
  await new Person(page, 'mouse', { deeds: 1 }).play(({ screen }) => /move units and stacks/.test(screen.prompt));
  const [mover] = await marchers(page, 1);
  await take(page, mover.piece, mover.hex);
  const far = await nearest(page, mover);
  const spot = await onScreen(page, far.hex);
  await page.mouse.move(spot.x, spot.y);
  await picture('victories');
}

for (const [name, paint] of Object.entries({ lobby, game, fire, victories })) {
  if (wanted.length === 0 || wanted.includes(name)) await paint();
}
await browser.close();
await table.close();
process.exit();
