// The pictures of the table in the documents: `node tests/pictures.mjs` takes them anew; names take only those.

import { join } from 'node:path';
import { sit } from './games.mjs';
import { changed, marchers, nearest, onScreen, ready, showAny, state, take, until } from './hand.mjs';
import { here, openBrowser, openTable, playQuickly, reach } from './house.mjs';
import { Person } from './person.mjs';
import { load } from './scenes.mjs';
import { openPage, sitDown } from './turns.mjs';

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

/** Where a brigade may march, close at hand. */
async function marching() {
  await sit(page, table, 'Blue & Gray', { Confederate: 'computer:greedy' });
  await ready(page);
  const all = await marchers(page, 30);
  const mover = all.find((m) => m.hex === '1715') ?? all[5];
  await take(page, mover.piece, mover.hex);
  await frame([mover.hex, ...mover.stops.map((s) => s.hex)]);
  const far = await onScreen(page, mover.stops.at(-1).hex);
  await page.mouse.move(far.x, far.y);
  await picture('march');
}

/** Shows hexes as large as they fit. @param {string[]} hexes */
const frame = (hexes) => page.evaluate((names) => (/** @type {any} */ (window)).peek.board.frame([], names), hexes);

/** Everybody in a battle, and where it is. */
const fought = () => page.evaluate(() => {
  const { board, shown, past } = (/** @type {any} */ (window)).peek;
  const { battle } = past ?? shown.view;
  return battle && [...battle.targets, ...battle.attackers.map((id) => board.pieces.find((p) => p.id === id)?.hex).filter(Boolean)];
});

/** An attack of several at good odds, as quick computers have put it together; a look back at it; the same table by firelight. */
async function battle() {
  const save = await playQuickly('blue-gray', async (prompt, ask) => {
    if (!/^Union combat/.test(prompt)) return null;
    const { battle: draft } = (await ask({ op: 'view', as: 'union' })).view;
    const worth = draft && !draft.fire && draft.attackers.length > 2 && /^[2-4]-1$/.test(draft.columns[0]?.label);
    const complete = worth && (await ask({ op: 'legal' })).actions.some((a) => 'fight' in a);
    return complete ? (await ask({ op: 'save', as: 'referee' })).position : null;
  });
  await load(page, table, save);
  await frame(await fought());
  await picture('battle');
  const { length } = await state(page);
  await page.locator('.dock .fights .primary').first().click();
  await changed(page, length);
  await page.keyboard.press('p');
  await page.locator('.replay').waitFor();
  for (let step = Number(await page.locator('.replay input').inputValue()); step > 0; step--) {
    await page.locator('.replay input').fill(String(step));
    await until(page, (n) => (/** @type {any} */ (window)).peek.mode.past?.frame.step === n, step, 5000).catch(() => {});
    if (await page.locator('.dock .results .came, .dock .rolled').count()) break;
  }
  const hexes = await fought();
  if (hexes) await frame(hexes);
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

for (const [name, paint] of Object.entries({ lobby, marching, battle, fire, victories })) {
  if (wanted.length === 0 || wanted.includes(name)) await paint();
}
await browser.close();
await table.close();
process.exit();
