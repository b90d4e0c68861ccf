// Lessons in a real Chromium from the first page to the end of their fight, as the lesson's own way says. Marches are clicked on the map,
// battles are begun by their button; what else is asked is done by what the table offers for it.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { show, take as hold, until } from './hand.mjs';
import { here, openTable } from './house.mjs';
import { open, shot } from './scenes.mjs';

const folder = (game) => join(here, '../../crates/games', game, 'data/lessons');

/** What the lesson itself would do in its fight: patterns of actions, the first that fits comes first. */
function wayOf(game, lesson) {
  const file = readdirSync(folder(game)).find((name) => name.replace(/^\d+-|\.toml$/g, '') === lesson);
  const text = readFileSync(join(folder(game), String(file)), 'utf8').match(/^way = (\[[\s\S]*?\])$/m)?.[1] ?? '[]';
  return JSON.parse(text.replace(/([\w-]+) = /g, '"$1": ').replace(/,\s*\]/g, ']'));
}

const meets = (pattern, choice) => Object.entries(pattern).every(([key, value]) => key === 'to'
  ? (choice.action.to ?? choice.target?.at) === value : JSON.stringify(choice.action[key]) === JSON.stringify(value));

/** What the table offers, as far as a lesson needs to know. */
const stand = (page) => page.evaluate(() => {
  const { longroll } = /** @type {any} */ (window);
  // Between two tables there is none.
  if (!longroll) return null;
  const { lesson, news, mode, busy, leaf } = longroll.store.state;
  const { resting } = (/** @type {any} */ (window)).peek;
  const free = !busy && (mode.kind === 'looking' || mode.kind === 'hand') && Boolean(news?.subjects) && resting;
  return lesson && { phase: lesson.phase, scene: lesson.scene, leaf, pages: lesson.pages.length, answer: lesson.answer ?? null,
    length: news?.length, mode: mode.kind, free };
});

/** The choice that the way means, or a quick player's if it means none. */
async function chosen(page, way) {
  const legal = await page.evaluate(async () =>
    (await (/** @type {any} */ (window)).longroll.acts.ask({ op: 'legal', describe: true })).choices);
  for (const pattern of way) {
    const met = legal.find((choice) => meets(pattern, choice));
    if (met) return met;
  }
  const advised = await page.evaluate(async () =>
    (await (/** @type {any} */ (window)).longroll.acts.ask({ op: 'go', level: 'greedy', describe: true })).advised?.choice);
  return advised ?? legal[0];
}

/** Whether the journal has grown, within a while. */
const grown = (page, length, ms) => until(page, (n) => {
  const { store } = (/** @type {any} */ (window)).longroll;
  return store.state.news?.length !== n || store.state.lesson?.phase === 'done' || store.state.lesson?.phase === 'lost';
}, length, ms).then(() => true, () => false);

/** Does it: a march by two clicks on the map, everything else by what the table has for it. */
async function act(page, choice, count) {
  const { length } = await stand(page);
  const { move, piece, pieces, units } = choice.action;
  const [only, ...more] = [move ?? piece ?? pieces ?? units ?? []].flat();
  const from = await page.evaluate((id) => (/** @type {any} */ (window)).peek.board.pieces.find((p) => p.id === id)?.hex, only ?? '');
  if (choice.role === 'march' && only && from && !more.length && choice.target.kind === 'hex' && await hold(page, only, from)) {
    const spot = await show(page, choice.target.at);
    await page.mouse.click(spot.x, spot.y);
    // Where two ways lead there that make a difference, somebody is asked which he means.
    await until(page, (n) => {
      const { state } = (/** @type {any} */ (window)).longroll.store;
      return state.news?.length !== n || state.mode.kind === 'which';
    }, length, 3_000).catch(() => {});
    if ((await stand(page))?.mode === 'which') await page.locator('.popup button', { hasText: choice.label }).first().click();
    if (await grown(page, length, 3_000)) { count.clicked += 1; return; }
    const answer = await page.locator('.toast').allInnerTexts();
    count.missed.push(`${choice.label}${answer.length ? ` (${answer.join(' ')})` : ''}`);
    await page.keyboard.press('Escape');
  }
  await page.evaluate(async (c) => { await (/** @type {any} */ (window)).longroll.deeds.commit(c, {}); }, choice);
  if ((await stand(page)).mode === 'confirm') await page.locator('.dock .fights .primary').first().click();
  else if ((await stand(page)).mode === 'finish') await page.locator('.warning .primary').click();
  assert.ok(await grown(page, length, 30_000), `nothing came of ${choice.label}`);
  count.committed += 1;
}

/** Plays a lesson until it is won; what the dice spoil is fought again. */
export async function take(page, game, lesson, count) {
  const way = wayOf(game, lesson);
  for (let n = 0; n < 240; n++) {
    const now = await stand(page);
    if (!now) { await page.waitForTimeout(100); continue; }
    if (now.leaf < now.pages - 1) {
      await page.locator('.lesson-buttons .primary', { hasText: 'Next' }).click();
      continue;
    }
    if (now.phase === 'done') return;
    if (now.phase === 'lost') {
      count.lost += 1;
      assert.ok(count.lost < 6, `${game}, ${lesson}: its own way loses again and again`);
      await page.getByRole('button', { name: 'Try the fight again' }).click();
      await until(page, () => ['ask', 'fight'].includes((/** @type {any} */ (window)).longroll?.store.state.lesson?.phase));
      continue;
    }
    if (now.mode === 'confirm') { await page.locator('.dock .fights .primary').first().click(); continue; }
    if (!now.free) { await page.waitForTimeout(120); continue; }
    await act(page, now.phase === 'ask' && now.answer ? now.answer : await chosen(page, way), count);
  }
  assert.fail(`${game}, ${lesson}: it never ends`);
}

const ALL = ['blue-gray', 'bull-run', 'chancellorsville-1974', 'chancellorsville-1961', 'give-us-victories'];
const ids = (game) => readdirSync(folder(game)).sort().map((name) => name.replace(/^\d+-|\.toml$/g, ''));

/** Lessons of these games, each in a fresh table of the same house. */
async function course(browser, said, lessons) {
  const table = await openTable();
  const { page, faults, close } = await open(browser, table, { still: true });
  for (const [game, lesson] of lessons) {
    const answer = await fetch(`${table.address}/api/tables`, { method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ lesson: { game, lesson } }) });
    const made = await answer.json();
    const [side] = Object.keys(made.keys);
    await page.goto(`${table.address}/#/join/${made.table}/${side}/${made.keys[side]}`);
    await page.locator('.lesson').waitFor();
    await until(page, () => (/** @type {any} */ (window)).peek.board.hexes.size > 0);
    const count = { clicked: 0, committed: 0, missed: /** @type {string[]} */ ([]), lost: 0 };
    await take(page, game, lesson, count);
    await page.locator('.lesson.done').waitFor();
    await shot(page, `lesson-${game}-${lesson}`);
    said(`${game}, ${lesson}: ${count.clicked} marches clicked, ${count.committed} other decisions, ${count.lost} fights lost${
      count.missed.length ? `; clicked in vain: ${count.missed.join(', ')}` : ''}`);
  }
  assert.deepEqual(faults, []);
  await close();
  await table.close();
}

/** A lesson of each game with its fight; all of them with LONG=1. */
export const fights = (browser, said) => course(browser, said, process.env.LONG ? ALL.flatMap((game) => ids(game).map((id) => [game, id]))
  : ALL.map((game) => [game, ids(game)[2]]));

/** The whole course of Blue & Gray. */
export const blueGray = (browser, said) => course(browser, said, ids('blue-gray').map((id) => ['blue-gray', id]));
