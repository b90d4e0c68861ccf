// What a click takes: the counter that one sees, and no other.

import assert from 'node:assert/strict';
import { actByMouse, changed, marchers, nearest, onScreen, play, ready, show, state, take, until } from './hand.mjs';
import { openTable } from './house.mjs';
import { setUp, sit } from './games.mjs';
import { open, shot } from './scenes.mjs';

/** A stack with its topmost counter; and of those who can march one who could end beside a friend that can, too. */
const lookedFor = (page) => page.evaluate(async () => {
  const table = (/** @type {any} */ (window)).peek;
  const hexes = [...new Set(table.board.pieces.map((p) => p.hex).filter((hex) => hex && table.movable(hex).length > 0))];
  const stack = hexes.find((hex) => table.movable(hex).length > 2);
  for (const subject of table.shown.subjects.filter((x) => x.target.kind === 'piece' && table.visible(x.target))) {
    const from = table.board.pieces.find((p) => p.id === subject.target.at).hex;
    if (table.board.stack(from)[0].id !== subject.target.at) continue;
    const stop = (await table.legal(subject)).find((c) => c.role === 'march' && c.target.kind === 'hex' && c.target.at !== from &&
      hexes.includes(c.target.at));
    if (stack && stop) return { stack, piece: subject.target.at, from, to: stop.target.at };
  }
  return null;
});

/** Points just within the corners of a hex that are taken for another, or for none: a click there would let go of what is in hand. */
const lostCorners = (page) => page.evaluate(() => {
  const { board } = (/** @type {any} */ (window)).peek;
  const corners = [0, 1, 2, 3, 4, 5].map((i) => [Math.cos((i * Math.PI) / 3), Math.sin((i * Math.PI) / 3)]);
  return [...board.hexes.values()].flatMap(({ hex, x, y }) => corners
    .filter(([dx, dy]) => board.hexAt(x + 38.5 * dx, y + 38.5 * dy) !== hex).map((corner) => `${hex} ${corner}`));
});

/** Whoever clicks the next counter before the march of the last has ended has it in hand afterwards. */
async function quick(page) {
  const [first, second] = await marchers(page, 8).then((all) => [all[0], all.find((m) => m.hex !== all[0].hex)]);
  assert.ok(await take(page, first.piece, first.hex));
  const stop = await onScreen(page, (await nearest(page, first)).hex);
  const next = await onScreen(page, second.hex);
  const { length } = await state(page);
  // So slow that nobody can be too late.
  await page.evaluate(async () => (await import(/** @type {any} */ ('/js/settings.js'))).change({ speed: 0.1 }));
  await page.mouse.click(stop.x, stop.y);
  await page.mouse.click(next.x, next.y);
  assert.equal((await state(page)).length, length, 'the march is still on its way');
  await changed(page, length);
  await until(page, (hex) => {
    const { held, board } = (/** @type {any} */ (window)).peek;
    return board.pieces.find((p) => p.id === held)?.hex === hex;
  }, second.hex, 5000);
}

/** A click on a spread stack takes its topmost counter, and on a friend's hex asks whom it means. */
export async function clicks(browser, said) {
  const table = await openTable();
  const { page, faults, close } = await open(browser, table, { warn: 'always' });
  await sit(page, table, 'Chancellorsville (1961)', { Confederate: 'computer:greedy' });
  await ready(page);
  await setUp(page);
  await play(page, actByMouse, async () => (await marchers(page, 1)).length > 0);
  const found = await lookedFor(page);
  assert.ok(found, 'there is a stack, and somebody who could join others');

  assert.deepEqual(await lostCorners(page), [], 'a hex is itself to its corners');
  const spot = await show(page, found.stack);
  const top = await page.evaluate((hex) => (/** @type {any} */ (window)).peek.board.stack(hex)[0].id, found.stack);
  await page.mouse.move(spot.x, spot.y);
  await page.locator('.layer-fan .tray').waitFor({ state: 'attached' });
  await shot(page, 'fan');
  await page.mouse.click(spot.x, spot.y);
  await until(page, (id) => (/** @type {any} */ (window)).peek.held === id, top);
  said('a click on a spread stack takes the counter that lay on top');
  await page.keyboard.press('Escape');
  await until(page, () => (/** @type {any} */ (window)).peek.held === null);
  const again = await show(page, found.stack);
  await page.mouse.move(again.x + 2, again.y);
  await page.locator('.layer-fan .tray').waitFor({ state: 'attached' });
  await page.mouse.move(700, 8);
  await page.locator('.layer-fan .tray').waitFor({ state: 'detached' });
  said('a stack falls back when the pointer leaves the map');

  const from = await show(page, found.from);
  await page.mouse.click(from.x, from.y);
  await until(page, (id) => (/** @type {any} */ (window)).peek.held === id, found.piece);
  const to = await onScreen(page, found.to);
  await page.mouse.click(to.x, to.y);
  await until(page, () => (/** @type {any} */ (window)).peek.which);
  await shot(page, 'march-or-take');
  await page.locator('.popup button', { hasText: 'instead' }).click();
  await until(page, (hex) => {
    const { held, board } = (/** @type {any} */ (window)).peek;
    return board.pieces.find((p) => p.id === held)?.hex === hex;
  }, found.to);
  said('a click on a friend asks whether he is meant or the march');
  await page.keyboard.press('Escape');
  await quick(page);
  said('a click that comes too early is not lost');
  assert.deepEqual(faults, []);
  await close();
  await table.close();
}
