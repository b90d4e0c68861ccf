// The school in a real Chromium: a lesson from the lobby to its end, with mistakes; by mouse, by keys, on a phone.

import assert from 'node:assert/strict';
import { show, until } from './hand.mjs';
import { accessible, openTable } from './house.mjs';
import { open, shot } from './scenes.mjs';

/** Goes from the lobby into a lesson. */
async function enter(page, table, title) {
  await page.goto(table.address);
  await page.getByRole('link', { name: 'School', exact: true }).click();
  await page.locator('.lesson-card', { hasText: title }).click();
  await page.locator('.lesson').waitFor();
  await until(page, () => (/** @type {any} */ (window)).peek.board.hexes.size > 0);
}

/** Turns the pages up to what is asked. */
async function read(page) {
  const next = page.getByRole('button', { name: 'Next', exact: true });
  while (await next.count()) {
    assert.ok(await next.evaluate((button) => button === document.activeElement), 'Enter turns the page');
    await page.keyboard.press('Enter');
  }
  return page.locator('.lesson-task').innerText();
}

/** Takes a counter and points at a hex. */
async function march(page, from, to, tap = false) {
  for (const hex of [from, to]) {
    const spot = await show(page, hex);
    if (tap) await page.touchscreen.tap(spot.x, spot.y);
    else await page.mouse.click(spot.x, spot.y);
    await until(page, (here) => here || (/** @type {any} */ (window)).peek.held !== null, hex === to);
  }
}

/** The scene that the lesson has come to. */
const scene = (page, number) => until(page, (n) => (/** @type {any} */ (window)).longroll.store.state.lesson?.scene === n, number);

/** A lesson by mouse: a mistake is explained and changes nothing; what is done is remembered. */
export async function school(browser, said) {
  const table = await openTable();
  const { page, faults, close } = await open(browser, table);
  await enter(page, table, 'The map and the counters');
  assert.match(await read(page), /1507/);
  await accessible(page, 'lesson');
  await shot(page, 'lesson');

  await march(page, '1605', '1604');
  await page.locator('.toast.no', { hasText: 'let us build a stack first' }).waitFor();
  await page.keyboard.press('Escape');
  said('a legal march that is not asked is answered with the reason');

  await page.getByRole('button', { name: 'Show me' }).click();
  await page.locator('.toast', { hasText: '1507' }).waitFor();
  await march(page, '1605', '1507');
  await scene(page, 2);
  await read(page);
  await page.keyboard.press('u');
  await scene(page, 1);
  await read(page);
  await march(page, '1605', '1507');
  await scene(page, 2);
  await read(page);
  said('taking back goes back in the lesson');

  await march(page, '1606', '1508');
  await scene(page, 3);
  await read(page);
  await march(page, '1405', '1410');
  await until(page, () => (/** @type {any} */ (window)).longroll.store.state.lesson?.phase === 'done');
  await page.getByRole('link', { name: 'To the school' }).click();
  await page.locator('li.done .lesson-card', { hasText: 'The map and the counters' }).waitFor();
  await page.locator('.course', { hasText: '1 of 10 done' }).waitFor();
  await accessible(page, 'school');
  await page.goto(table.address);
  await page.locator('.card').first().waitFor();
  assert.equal(await page.locator('.resume').count(), 0, 'a lesson is not among the games');
  said('what is done is remembered');
  assert.deepEqual(faults, []);
  await close();
  await table.close();
}

/** The same on a phone: the panel leaves the map to be seen, and its buttons are in reach. */
export async function schoolPhone(browser, said) {
  const table = await openTable();
  const { page, faults, close } = await open(browser, table, {}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await enter(page, table, 'March and zones');
  await read(page);
  const box = await page.locator('.lesson').boundingBox();
  assert.ok(box && box.height <= 844 * 0.42 && box.y + box.height <= 845, `the panel is a sheet below the map: ${JSON.stringify(box)}`);
  await shot(page, 'lesson-phone');
  await march(page, '1605', '1708', true);
  await scene(page, 2);
  said('a lesson goes on by fingers');
  assert.deepEqual(faults, []);
  await close();
  await table.close();
}
