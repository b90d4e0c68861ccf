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

/** Does what is best until the puzzle is over, past the panels: how somebody clicks is tested elsewhere. */
async function solve(page) {
  for (let n = 0; n < 400; n++) {
    const phase = await page.evaluate(async () => {
      const { store, deeds } = (/** @type {any} */ (window)).longroll;
      const { lesson, news, mode } = store.state;
      const free = mode.kind === 'looking' || mode.kind === 'hand';
      if (lesson.phase === 'ask' && free && lesson.answer && news?.subjects) await deeds.commit(lesson.answer, { seen: true });
      return store.state.lesson.phase;
    });
    if (phase !== 'ask') return;
    await page.waitForTimeout(150);
  }
  assert.fail('the puzzle never ends');
}

/** A puzzle from the school to its solution; what was found is remembered, and changes a rating. */
export async function puzzle(browser, said) {
  const table = await openTable();
  const { page, faults, close } = await open(browser, table);
  await page.goto(table.address);
  await page.getByRole('link', { name: 'School', exact: true }).click();
  await page.getByRole('link', { name: 'Puzzles', exact: true }).click();
  await page.locator('.puzzle').first().waitFor();
  await accessible(page, 'puzzles');
  await shot(page, 'puzzles');
  await page.locator('.puzzle').first().click();
  await page.locator('.lesson-task').waitFor();
  await until(page, () => (/** @type {any} */ (window)).peek.board.hexes.size > 0);
  await accessible(page, 'puzzle');
  await shot(page, 'puzzle');
  said('a puzzle has a task');

  await solve(page);
  await page.locator('.lesson.done', { hasText: 'nobody can do better' }).waitFor();
  await page.locator('.toast', { hasText: 'Your rating' }).waitFor();
  await shot(page, 'puzzle-solved');
  await page.getByRole('link', { name: 'All puzzles' }).click();
  await page.locator('.puzzle.solved').waitFor();
  said('what was found is remembered');

  await page.locator('.puzzle').nth(1).click();
  await page.locator('.lesson-task').waitFor();
  await page.getByRole('button', { name: 'Show me' }).click();
  await page.locator('.toast', { hasText: 'The best:' }).waitFor();
  await solve(page);
  await page.locator('.lesson.done').waitFor();
  await page.getByRole('link', { name: 'All puzzles' }).click();
  await page.locator('.puzzle').first().waitFor();
  assert.equal(await page.locator('.puzzle.solved').count(), 1, 'whoever was shown the solution has not solved it');
  assert.deepEqual(faults, []);
  await close();
  await table.close();
}

/** A first game with a coach: he speaks of the turn and of the first decision, his example can be done, and he leaves when sent away. */
export async function coach(browser, said) {
  const table = await openTable();
  const { page, faults, close } = await open(browser, table);
  await page.goto(table.address);
  await page.getByRole('button', { name: /^Your first battle of .*, with a coach$/ }).first().click();
  const panel = page.locator('.coach');
  await panel.waitFor({ timeout: 60_000 });
  await panel.waitFor();
  assert.equal(await panel.locator('.objective').count(), 0, 'the briefing has just said what must be done');
  await accessible(page, 'coach');
  await shot(page, 'coach');
  await panel.getByRole('button', { name: 'Show me' }).click();
  await page.locator('.toast').waitFor();
  const length = () => page.evaluate(() => (/** @type {any} */ (window)).longroll.store.state.news.length);
  const before = await length();
  await panel.getByRole('button', { name: 'Do it' }).click();
  await until(page, (n) => (/** @type {any} */ (window)).longroll.store.state.news.length > n, before);
  said('his example can be done');
  await panel.waitFor({ state: 'detached' });
  await page.evaluate(() => (/** @type {any} */ (window)).longroll.menu());
  await page.getByRole('button', { name: 'Send the coach away' }).click();
  await page.locator('.toast', { hasText: 'The coach has left' }).waitFor();
  said('he leaves when he is sent away');
  assert.deepEqual(faults, []);
  await close();
  await table.close();
}
