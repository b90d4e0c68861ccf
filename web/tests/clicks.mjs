// What a click takes: the counter that one sees, and no other.

import assert from 'node:assert/strict';
import { actByMouse, marchers, onScreen, play, ready, show, until } from './hand.mjs';
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
  assert.deepEqual(faults, []);
  await close();
  await table.close();
}
