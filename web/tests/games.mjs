// Every game in a real Chromium: from the lobby through a player-turn by mouse and one by keys, refused once, taken back, saved, reloaded,
// gone on after the server was killed; and the other seat's page, which must know nothing of what is hidden.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { actByKey, actByMouse, changed, march, marchers, nearest, onScreen, play, prompt, ready, showAny, state, take, until } from './hand.mjs';
import { accessible, openTable, shots, watch } from './house.mjs';

/**
 * What differs from game to game.
 * @typedef {object} Specific
 * @property {string} game
 * @property {string} title  on its card
 * @property {RegExp} rule  the ids of its rules
 * @property {RegExp} marching  the phase in which counters march
 * @property {RegExp | null} setUp  the button that sets everything up
 * @property {boolean} hidden  whether counters lie face down without any optional rule
 * @property {RegExp} [keen]  questions that must not be passed by if anything is to march
 */
/** @type {Specific[]} */
export const GAMES = [
  { game: 'blue-gray', title: 'Blue & Gray', rule: /^(BG|CH)-/, marching: /movement/i, setUp: null, hidden: false },
  { game: 'bull-run', title: 'Bull Run', rule: /^BR-/, marching: /movement/i, setUp: /ready set-ups/i, hidden: true },
  { game: 'chancellorsville-1974', title: 'Chancellorsville (1974)', rule: /^C74-/, marching: /movement/i, setUp: /ready set-ups/i, hidden: false },
  { game: 'chancellorsville-1961', title: 'Chancellorsville (1961)', rule: /^C61-/, marching: /movement/i, setUp: /set up|place all/i, hidden: false },
  { game: 'give-us-victories', title: 'Give Us Victories', rule: /^GUV-/, marching: /movement|march/i, setUp: /proposed set-up|place the rest/i, hidden: true, keen: /^Choose formations|is drawn/ },
];

/** Takes the ready set-up for whoever sits here, until the set-up is behind. */
export async function setUp(page, spec) {
  if (!spec.setUp) return;
  for (let i = 0; i < 30; i++) {
    const kind = await ready(page);
    if (kind === 'curtain') {
      await page.locator('.curtain .primary').click();
      continue;
    }
    const { length, phase } = await state(page);
    if (!/set-?\s?up|prepar|fort|place|depl|withh/i.test(phase)) return;
    const ready_made = page.locator('.buttons button').filter({ hasText: spec.setUp });
    if (await ready_made.count()) await ready_made.first().click();
    else if (await page.locator('.buttons button[data-finish]').count()) await page.locator('.buttons button[data-finish]').first().click();
    else {
      await actByMouse(page, new Set());
      continue;
    }
    await until(page, (n) => {
      const table = (/** @type {any} */ (window)).longroll;
      return table.shown.length !== n || !table.popup.hidden || !table.warning.hidden;
    }, length);
    if (await page.locator('.popup:not([hidden]) button').count()) await page.locator('.popup:not([hidden]) button').first().click();
    else if (await page.locator('.warning:not([hidden]) .primary').count()) await page.locator('.warning .primary').click();
    await until(page, (n) => (/** @type {any} */ (window)).longroll.shown.length !== n, length);
  }
}

/** Sits down at a table made over the lobby's form. */
export async function sit(page, table, title, seats) {
  await page.goto(`${table.address}/#/`);
  const card = page.locator('.card').filter({ has: page.getByRole('button', { name: `Play ${title}`, exact: true }) });
  await card.locator('summary').click();
  for (const [side, who] of Object.entries(seats)) await card.getByLabel(`${side} seat`).selectOption(who);
  await card.getByRole('button', { name: 'Sit down' }).click();
}

/** On to where counters of ours may march. */
const toMarch = (page, spec, hand, after = null) => play(page, hand, async (now) => {
  if (after && !after(now)) return false;
  return (await marchers(page, 1)).length > 0;
}, 150, spec.keen);

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
    await page.addInitScript(() => localStorage.setItem('longroll-settings', localStorage.getItem('longroll-settings') ?? JSON.stringify({ theme: 'paper', speed: 0, forced: true, warn: 'never' })));
    await sit(page, table, spec.title, { Confederate: 'computer:greedy' });
    await ready(page);
    const shot = (name) => page.screenshot({ path: join(shots, `${spec.game}-${name}.png`) });
    await shot('start');
    await accessible(page, `${spec.title}, the board`);

    // One counter of the set-up is dragged onto the map and taken back.
    if (await page.locator('.shelf:not([hidden]) .loose').count()) {
      const { length } = await state(page);
      const loose = page.locator('.shelf .loose').first();
      await loose.click();
      const hexes = await until(page, () => { const all = (/** @type {any} */ (window)).longroll.stations(); return all.length > 0 && all.slice(0, 60).map((x) => x.hex); });
      await page.keyboard.press('Escape');
      const to = await showAny(page, hexes);
      const box = await loose.boundingBox();
      await drag(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, to);
      if (await page.locator('.popup:not([hidden]) button').count()) await page.locator('.popup button').first().click();
      await changed(page, length);
      await page.keyboard.press('u');
      await changed(page, length + 1);
      said('a counter set up by dragging, and taken back');
    }
    await setUp(page, spec);
    await toMarch(page, spec, actByMouse);
    await shot('turn');

    // A try that is refused, with its rule one click away.
    const rule = await refused(page);
    assert.match(rule, spec.rule);
    await shot('refused');
    await page.locator('.toast .rule').click();
    await until(page, () => document.querySelector('.rule-list .found') !== null && document.querySelector('#tab-rules')?.getAttribute('aria-selected') === 'true');
    await page.keyboard.press('Escape');
    await page.locator('#tab-log').click();
    said(`refused by ${rule}`);

    // A march by click, taken back by a key; a march by dragging.
    const before = await state(page);
    const marched = await march(page);
    assert.ok(marched, 'a counter marches by mouse');
    const where = (id) => page.evaluate((piece) => (/** @type {any} */ (window)).longroll.board.pieces.find((p) => p.id === piece)?.hex, id);
    assert.equal(await where(marched.piece), marched.to);
    const after = await state(page);
    await page.keyboard.press('u');
    await changed(page, after.length);
    assert.equal(await where(marched.piece), marched.hex, 'undo puts it back');
    await page.locator('.log .rewind').first().waitFor({ state: 'attached' });
    await toMarch(page, spec, actByMouse);
    const dragged = (await marchers(page, 8)).find((m) => m.stops.length > 1);
    await take(page, dragged.piece, dragged.hex);
    const stop = await nearest(page, dragged);
    const { length } = await state(page);
    await drag(page, await onScreen(page, dragged.hex), await onScreen(page, stop.hex));
    await changed(page, length);
    assert.equal(await where(dragged.piece), stop.hex, 'dragging marches');
    said('marches by click and by dragging; undo');

    // The rest of the player-turn by mouse, then one by keys.
    const turn = (start) => (now) => now.turn !== start.turn || now.active !== start.active || (now.phase !== start.phase && !start.active);
    let start = await state(page);
    let steps = await play(page, actByMouse, turn(start));
    await toMarch(page, spec, actByMouse, (now) => now.turn !== before.turn || now.length > before.length + 6);
    said(`a player-turn by mouse: ${steps.length} gestures; now ${(await state(page)).prompt}`);
    await shot('mouse');
    start = await state(page);
    await keyMarch(page);
    steps = await play(page, actByKey, turn(start));
    said(`a player-turn by keys: ${steps.length} gestures; now ${(await state(page)).prompt}`);

    // Save, reload, kill, go on.
    await ready(page);
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save to a file' }).click()]);
    const save = JSON.parse(readFileSync(await download.path(), 'utf8'));
    assert.equal(save.game, spec.game);
    await page.keyboard.press('Escape');
    const told = await state(page);
    await page.reload();
    await ready(page);
    assert.equal((await state(page)).length, told.length, 'a reload changes nothing');
    assert.equal(await prompt(page), told.prompt);
    await table.kill();
    await page.locator('.line-state.broken').waitFor();
    table = await table.again();
    await page.locator('.line-state.broken').waitFor({ state: 'hidden' });
    await ready(page);
    assert.equal((await state(page)).length, told.length, 'a killed server has lost nothing');
    assert.equal(await prompt(page), told.prompt);
    said('saved, reloaded, gone on after the server was killed');
    assert.deepEqual(faults, [], 'no fault on the page');
  } catch (error) {
    await page.screenshot({ path: join(shots, `${spec.game}-failed.png`) }).catch(() => {});
    throw error;
  } finally {
    await page.close();
    await table.close();
  }
}

/** Tries to march a counter beyond its reach; answers the rule that forbids it. */
export async function refused(page) {
  for (const mover of await marchers(page, 6)) {
    for (const hex of mover.beyond.slice(0, 4)) {
      if (!(await take(page, mover.piece, mover.hex))) break;
      const { length } = await state(page);
      const spot = await onScreen(page, hex);
      const free = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('.map') !== null, spot);
      if (!free) continue;
      await page.mouse.click(spot.x, spot.y);
      await until(page, (n) => document.querySelector('.toast.on.no') !== null || (/** @type {any} */ (window)).longroll.shown.length !== n, length, 5000).catch(() => {});
      if (await page.locator('.toast.on.no .rule').count()) return page.locator('.toast .rule').innerText();
      await page.keyboard.press('Escape');
      await ready(page);
    }
  }
  throw new Error('nothing was refused with a rule');
}

/** A march by keys alone. */
export async function keyMarch(page) {
  const [mover] = await marchers(page, 1);
  if (!mover) return false;
  await page.locator('.map').focus();
  for (let i = 0; i < 30; i++) {
    const { length } = await state(page);
    await page.keyboard.press(i % 3 === 2 ? 'ArrowDown' : 'ArrowRight');
    await page.keyboard.press('Enter');
    await until(page, (n) => { const t = (/** @type {any} */ (window)).longroll; return t.subject !== null || t.shown.length !== n; }, length, 4000).catch(() => {});
    const stops = await page.evaluate(() => (/** @type {any} */ (window)).longroll.choices.filter((c) => c.target.kind === 'hex' && (c.path?.length ?? 0) > 1).length);
    if (stops === 0) {
      await page.keyboard.press('Escape');
      await ready(page);
      continue;
    }
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await until(page, (n) => { const t = (/** @type {any} */ (window)).longroll; return t.shown.length !== n || !t.popup.hidden; }, length, 4000).catch(() => {});
    if (await page.locator('.popup:not([hidden])').count()) await page.keyboard.press('Enter');
    await until(page, (n) => (/** @type {any} */ (window)).longroll.shown.length !== n, length, 5000);
    await ready(page);
    return true;
  }
  throw new Error('no counter could be marched by keys');
}
