// Two turns of every game, from the lobby, as a person plays them: by mouse, by finger and by keys, in windows of every size.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { field } from './games.mjs';
import { ready } from './hand.mjs';
import { accessible, here, openTable, prepare, shots, watch } from './house.mjs';
import { Person } from './person.mjs';

export const SIZES = { phone: [390, 844], small: [1280, 800], middle: [1440, 900], large: [2560, 1440] };
const eyes = readFileSync(join(here, 'eyes.js'), 'utf8');

/** A page of a size, with eyes; fingers on a phone, unless there are keys. */
export async function openPage(browser, address, size, by, settings = {}) {
  const [width, height] = SIZES[size];
  const finger = size === 'phone' && by !== 'keys';
  const context = await browser.newContext({ viewport: { width, height }, ...(finger ? { hasTouch: true, isMobile: true } : {}) });
  const page = await context.newPage();
  const faults = watch(page, address);
  await page.addInitScript(eyes);
  await prepare(page, { warn: 'always', briefings: true, ...settings });
  return { page, faults, by: finger ? 'touch' : by, close: () => context.close() };
}

/** Sits down in the lobby against a quick computer, on the side for beginners or on the other; all else is as a newcomer finds it. */
export async function sitDown(page, address, title, other = false) {
  await page.goto(`${address}/#/`);
  await page.getByRole('button', { name: `${title}: choose side, scenario, set-up, options`, exact: true }).last().click();
  const dialog = page.locator('dialog[open]');
  for (const side of ['Union', 'Confederate']) {
    const mine = ((await field(dialog, side).inputValue()) === 'me') !== other;
    await field(dialog, side).selectOption(mine ? 'me' : 'computer:greedy');
  }
  await dialog.getByRole('button', { name: 'Sit down' }).click();
  await ready(page);
}

/** Whether so many turns are over; what is set up before the first is none. @param {number} turns */
export const turnsLater = (turns) => (now, first) => now.turn >= Math.max(1, first.turn) + turns;

/**
 * What does not hold of what must hold whenever somebody is asked: noted once, with where it was first seen.
 * @param {any} page
 * @param {{ prompt: string }} screen
 * @param {Map<string, string>} found
 */
export async function inspect(page, screen, found) {
  const faults = await page.evaluate(() => { const e = (/** @type {any} */ (window)).eyes; return [...e.faults(), ...e.unmarked()]; });
  for (const fault of faults) {
    if (!found.has(fault)) found.set(fault, screen.prompt);
  }
  if (faults.length && found.size < 5) await page.screenshot({ path: join(shots, `fault-${found.size}.png`) });
}

/**
 * Two turns of a game by one hand in one window; with the film everything that happens must be seen.
 * @param {any} browser
 * @param {{ game: string, title: string }} spec
 * @param {keyof SIZES} size
 * @param {'mouse' | 'keys'} hand
 * @param {boolean} film
 * @param {(text: string) => void} said
 */
export async function twoTurns(browser, { game, title }, size, hand, film, said) {
  const table = await openTable();
  const { page, faults, by, close } = await openPage(browser, table.address, size, hand, { speed: film ? 20 : 0 });
  try {
    await sitDown(page, table.address, title, hand === 'keys');
    if (film) await page.evaluate(() => (/** @type {any} */ (window)).eyes.witness());
    const start = await page.evaluate(() => (/** @type {any} */ (window)).peek.state.log.length);
    const found = new Map();
    /** What axe-core has looked at: the first decision, the first battle. @type {Set<string>} */
    const axed = new Set();
    const person = new Person(page, /** @type {any} */ (by), {
      seen: async ({ screen }) => {
        await inspect(page, screen, found);
        const what = screen.fights.length ? 'a battle' : 'the board';
        if (!axed.has(what)) await accessible(page, `${title}: ${what} at ${size}`);
        axed.add(what);
      },
    });
    // Where the armies are far apart it goes on until they have met.
    const [two, five] = [turnsLater(2), turnsLater(5)];
    const fought = () => [...person.told.values()].some(({ told }) => told.some((t) => t.kind === 'battle' || t.kind === 'fire'));
    const gestures = await person.play((now, first) => two(now, first) && (fought() || five(now, first)));
    await page.screenshot({ path: join(shots, `turns-${game}-${size}-${by}.png`) });
    const entries = [...person.told.values()].slice(start);
    const missed = film ? await page.evaluate((list) => (/** @type {any} */ (window)).eyes.missed(list), entries) : [];
    assert.deepEqual({ faults, found: [...found].map((x) => x.join(' | ')), unasked: person.unasked, missed },
      { faults: [], found: [], unasked: [], missed: [] }, 'nothing is amiss: on the page, on the screen, with the dice, in the film');
    const kinds = new Set(entries.flatMap(({ told }) => told.map((t) => t.kind)));
    said(`two turns at ${SIZES[size].join(' by ')} by ${by}: ${gestures} gestures, ${person.refused.length} refused, ${entries.length} `
      + `decisions and dice${film ? `; shown: ${[...kinds].join(', ')}` : ''}`);
    if (process.env.TRAIL) console.log(person.refused);
  } catch (error) {
    await page.screenshot({ path: join(shots, `turns-${game}-${size}-${by}-failed.png`) }).catch(() => {});
    throw error;
  } finally {
    await close();
    await table.close();
  }
}
