// Every game in a real Chromium: set up by hand, refused once, marched by clicks and by dragging, taken back, saved, reloaded. Whole turns
// are played in turns.mjs.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { actByMouse, changed, march, marchers, nearest, onScreen, open, play, prompt, ready, showAny, sound, state,
  take, until } from './hand.mjs';
import { accessible, openTable, prepare, shots, watch } from './house.mjs';

/**
 * What differs from game to game.
 * @typedef {object} Specific
 * @property {string} game
 * @property {string} title  on its card
 * @property {RegExp} rule  the ids of its rules
 * @property {boolean} hidden  whether counters lie face down without any optional rule
 * @property {string[]} [keen]  what must not be passed by if anything is to march: roles
 */
/** @type {Specific[]} */
export const GAMES = [
  { game: 'blue-gray', title: 'Blue & Gray', rule: /^(BG|CH)-/, hidden: false },
  { game: 'bull-run', title: 'Bull Run', rule: /^BR-/, hidden: true },
  { game: 'chancellorsville-1974', title: 'Chancellorsville (1974)', rule: /^C74-/, hidden: false },
  { game: 'chancellorsville-1961', title: 'Chancellorsville (1961)', rule: /^C61-/, hidden: false },
  { game: 'give-us-victories', title: 'Give Us Victories', rule: /^GUV-/, hidden: true, keen: ['activate'] },
];

/** Whether something is still to be set up. */
export const settingUp = (now) => now.roles.some((role) => role === 'set-up' || role === 'place');

/** One step of a set-up: what is ready-made, or the end of it. */
export async function setUpOnce(page) {
  const { length } = await state(page);
  const made = page.locator('.tray-panel .row .primary');
  await ((await made.count()) ? made : page.locator('.buttons button.primary')).first().click();
  await until(page, (n) => { const t = (/** @type {any} */ (window)).peek; return t.shown.length !== n || t.which || t.curtain ||
    t.warning; }, length);
  if (await page.locator('.popup button').count()) await page.locator('.popup button').first().click();
  if (await page.locator('.warning .primary').count()) await page.locator('.warning .primary').click();
  await until(page, (n) => { const t = (/** @type {any} */ (window)).peek; return t.shown.length !== n || t.curtain; }, length);
  return length;
}

/** Takes the ready set-up for whoever sits here, until the set-up is behind. */
export async function setUp(page) {
  for (let i = 0; i < 30; i++) {
    if ((await ready(page)) === 'curtain') await page.locator('.curtain .primary').click();
    else if (settingUp(await state(page))) await setUpOnce(page);
    else return;
  }
}

/** A field of a form, by the words before it. */
export const field = (form, name) => form.locator('label').filter({ has: form.page().locator('b',
  { hasText: new RegExp(`^${name}$`) }) }).locator('select');

/** Sits down at a table made over the lobby's form, with nothing set up. */
export async function sit(page, table, title, seats) {
  await page.goto(`${table.address}/#/`);
  await page.getByRole('button', { name: `${title}: choose side, scenario, set-up, options`, exact: true }).last().click();
  const dialog = page.locator('dialog[open]');
  for (const [name, value] of Object.entries({ Union: 'me', ...seats, 'Set-up': 'hand' })) await field(dialog, name).selectOption(value);
  await dialog.getByRole('button', { name: 'Sit down' }).click();
}

/** On to where counters of ours may march. */
const toMarch = (page, spec) => play(page, actByMouse, async () => (await marchers(page, 1)).length > 0, 150, spec.keen);

/** Drags a counter to a hex. */
export async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 9, from.y + 4);
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
}

/** @param {any} browser @param {Specific} spec @param {(text: string) => void} said */
export async function playGame(browser, spec, said) {
  let table = await openTable();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, acceptDownloads: true });
  const faults = watch(page, table.address);
  try {
    // The lobby, and a seat against the computer.
    await prepare(page);
    await sit(page, table, spec.title, { Confederate: 'computer:greedy' });
    await ready(page);
    const shot = (name) => page.screenshot({ path: join(shots, `${spec.game}-${name}.png`) });
    await shot('start');
    await accessible(page, `${spec.title}, the board`);

    // One counter of the set-up is dragged onto the map and taken back.
    if (await page.locator('.dock .loose').count()) {
      const { length } = await state(page);
      const loose = page.locator('.dock .loose').first();
      await loose.click();
      const hexes = await until(page, () =>
        { const all = (/** @type {any} */ (window)).peek.stations(); return all.length > 0 && all.slice(0, 60).map((x) => x.hex); });
      await page.keyboard.press('Escape');
      const to = await showAny(page, hexes);
      const box = await loose.boundingBox();
      await drag(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, to);
      await until(page, (n) => { const t = (/** @type {any} */ (window)).peek; return t.shown.length !== n || t.which; }, length);
      if (await page.locator('.popup button').count()) await page.locator('.popup button').first().click();
      await changed(page, length);
      await page.keyboard.press('u');
      await changed(page, length + 1);
      said('a counter set up by dragging, and taken back');
    }
    await setUp(page);
    await toMarch(page, spec);
    for (const [width, height] of [[1280, 800], [2560, 1440], [390, 844], [1440, 900]]) {
      await page.setViewportSize({ width, height });
      await until(page, () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))));
      await sound(page);
      await shot(`turn-${width}`);
    }

    // A try that is refused, with its rule one click away.
    const rule = await refused(page);
    assert.match(rule, spec.rule);
    await shot('refused');
    await page.locator('.toast .rule').click();
    await until(page, () => document.querySelector('.rule-text.found') !== null &&
      document.querySelector('#tab-rules')?.getAttribute('aria-selected') === 'true');
    await page.keyboard.press('Escape');
    await page.locator('#tab-log').click();
    said(`refused by ${rule}`);

    // A march by click, taken back by a key; a march by dragging.
    const marched = await marchOut(page, spec);
    assert.ok(marched, 'a counter marches by mouse, and it can be taken back');
    const where = (id) => page.evaluate((piece) => (/** @type {any} */ (window)).peek.board.pieces.find((p) => p.id === piece)?.hex, id);
    assert.equal(await where(marched.piece), marched.to);
    const after = await state(page);
    await page.keyboard.press('u');
    await changed(page, after.length);
    assert.equal(await where(marched.piece), marched.hex, 'undo puts it back');
    await toMarch(page, spec);
    const dragged = (await marchers(page, 8)).find((m) => m.stops.length > 1);
    await take(page, dragged.piece, dragged.hex);
    const stop = await nearest(page, dragged);
    const { length } = await state(page);
    await drag(page, await onScreen(page, dragged.hex), await onScreen(page, stop.hex));
    await changed(page, length);
    assert.equal(await where(dragged.piece), stop.hex, 'dragging marches');
    said('marches by click and by dragging; undo');

    // Save, reload; and where there is time, kill and go on.
    await ready(page);
    await page.getByRole('button', { name: 'Menu (?)' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save to a file' }).click()]);
    const save = JSON.parse(readFileSync(await download.path(), 'utf8'));
    assert.equal(save.game, spec.game);
    await page.keyboard.press('Escape');
    const told = await state(page);
    await page.reload();
    await ready(page);
    assert.equal((await state(page)).length, told.length, 'a reload changes nothing');
    assert.equal(await prompt(page), told.prompt);
    said('saved and reloaded');
    if (process.env.LONG) {
      await table.kill();
      await page.locator('.line-state.broken').waitFor();
      table = await table.again();
      await page.locator('.line-state.broken').waitFor({ state: 'hidden' });
      await ready(page);
      assert.equal((await state(page)).length, told.length, 'a killed server has lost nothing');
      assert.equal(await prompt(page), told.prompt);
      said('gone on after the server was killed');
    }
    assert.deepEqual(faults, [], 'no fault on the page');
  } catch (error) {
    await page.screenshot({ path: join(shots, `${spec.game}-failed.png`) }).catch(() => {});
    throw error;
  } finally {
    await page.close();
    await table.close();
  }
}

/** A march that can be taken back. One that has met the enemy stays: he has answered, or was seen. */
async function marchOut(page, spec) {
  const tried = [];
  for (let i = 0; i < 6; i++) {
    const marched = await march(page, tried);
    await ready(page);
    if (!marched || (await page.evaluate(() => (/** @type {any} */ (window)).peek.shown.undo))) return marched;
    tried.push(marched.piece);
    await toMarch(page, spec);
  }
  return null;
}

/** Tries to march a counter beyond its reach; answers the rule that forbids it. */
export async function refused(page) {
  for (const mover of await marchers(page, 6)) {
    for (const hex of mover.beyond.slice(0, 4)) {
      if (!(await take(page, mover.piece, mover.hex))) break;
      const { length } = await state(page);
      const spot = await onScreen(page, hex);
      if (!(await open(page, spot))) continue;
      await page.mouse.click(spot.x, spot.y);
      await until(page, (n) => document.querySelector('.toast.on.no') !== null || (/** @type {any} */ (window)).peek.shown.length !== n,
        length, 5000).catch(() => {});
      if (await page.locator('.toast.on.no .rule').count()) return page.locator('.toast .rule').innerText();
      await page.keyboard.press('Escape');
      await ready(page);
    }
  }
  throw new Error('nothing was refused with a rule');
}
