// Every page, in both themes, on a phone and in large: nothing for axe-core to find, nothing too wide; and what is typed goes where it is meant.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setUp, sit } from './games.mjs';
import { ready, state, until } from './hand.mjs';
import { accessible, here, openTable, program } from './house.mjs';
import { finished } from './round.mjs';
import { open, shot } from './scenes.mjs';

/** The pages that need no table, and what stands on each when it is there. @type {[string, string, string][]} */
const PAGES = [['', 'the lobby', '.card'], ['school', 'the school', '.lobby h2'], ['puzzles', 'the puzzles', '.lobby h2'],
  ['workshop', 'the workshop', 'h1'], ['house', 'the entrance', 'form, .entrance, button'], ['ratings', 'the ratings', 'main'],
  ['player/Nobody', 'a player who is none', 'main'], ['you', 'an account without one', 'main button'],
  ['unsubscribe/nothing', 'a link of a mail that is void', 'main']];

/** A page in a theme, when its colours have come to rest. */
async function inTheme(page, theme) {
  await page.evaluate((t) => { document.documentElement.dataset.theme = t; }, theme);
  await until(page, () => new Promise((done) => requestAnimationFrame(() => done(document.getAnimations()
    .every((a) => a.playState !== 'running' || !(a instanceof CSSTransition))))));
}

/** Nothing on a page is found, in either theme, at any width. */
async function clean(page, name) {
  for (const theme of ['paper', 'campfire']) {
    await inTheme(page, theme);
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await accessible(page, `${name}, ${theme}, ${width} points wide`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 1, `${name} is ${wide} points too wide at ${width}`);
    }
  }
}

/** @param {any} browser @param {(text: string) => void} said */
export async function pages(browser, said) {
  const table = await openTable(undefined, 0, { program, web: join(here, '..'), more: ['--accounts'] });
  const { page, faults, close } = await open(browser, table, { still: true });
  for (const [place, name, there] of PAGES) {
    await page.goto(`${table.address}/#/${place}`);
    await page.locator(there).first().waitFor();
    await until(page, () => !document.querySelector('[aria-busy=true]'));
    await clean(page, name);
    await shot(page, `page-${place.split('/')[0] || 'lobby'}`);
  }
  // A link that is void is refused, and that is told: no fault of the page.
  assert.deepEqual(faults.filter((f) => !/^4\d\d |status of 4\d\d/.test(f)), []);
  said(`${PAGES.length} pages: axe-core finds nothing in either theme, at 320 and 1440 points`);
  await close();
  await table.close();
}

const moment = { step: 3, turn_label: 'Turn 1', text: 'Attack at 2-1', kind: 'decision', mark: 'mistake', worth: -0.08, side: 'union' };
const did = { error: 0.02, marks: [1, 2, 1], phases: 9, luck: 0.04, decisions: -0.1, best: [{ ...moment, worth: 0.05, mark: null }], worst: [moment] };

/** What the general might say of a game; weighing one takes him longer than a test has. */
const ANALYSIS = { start: 0.5, end: 1, luck: 0.04, hidden: 0.01, drift: 0.02, drift_per_phase: 0.002,
  phases: [0.5, 0.4, 0.7].map((before, n) => ({ step: 3 * n, until: 3 * n + 3, turn: n + 1, side: n % 2 ? 'confederate' : 'union', phase: 'combat',
    before, luck: 0.03 - 0.03 * n, judged: [{ side: 'union', step: 3 * n, mark: n ? 'blunder' : 'mistake', plan: [] }] })),
  sides: [{ ...did, side: 'union' }, { ...did, side: 'confederate' }] };

/** The last page with the chapter of what decided the game. @param {any} browser @param {(text: string) => void} said */
export async function analysed(browser, said) {
  const table = await openTable();
  const { page, faults, close } = await open(browser, table, { still: true });
  const { save } = await finished('blue-gray');
  const answer = await fetch(`${table.address}/api/tables`, { method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ save, seats: { union: 'me', confederate: 'me' } }) });
  const made = await answer.json();
  await page.goto(`${table.address}/#/join/${made.table}/union/${made.keys.union}`);
  await page.locator('.end-page h1').waitFor();
  await page.getByRole('button', { name: 'Analyse the game' }).click();
  await page.locator('.decided progress').waitFor();
  await accessible(page, 'the end while it is weighed');
  await page.locator('.decided').getByRole('button', { name: 'Stop' }).click();
  await page.evaluate((analysis) => (/** @type {any} */ (window)).longroll.store.set({ analysis }), ANALYSIS);
  await page.locator('.decided svg').waitFor();
  for (const theme of ['paper', 'campfire']) {
    await inTheme(page, theme);
    await accessible(page, `what decided the game, ${theme}`);
  }
  await page.locator('.decided').scrollIntoViewIfNeeded();
  await shot(page, 'analysis');
  assert.deepEqual(faults, []);
  said('the end of a game while it is weighed, and what decided it');
  await close();
  await table.close();
}

/** On a slow machine whatever is typed after the key of the rulebook goes into its search, and nothing of it to the map. */
export async function typing(browser, said) {
  const table = await openTable();
  const { page, faults, close } = await open(browser, table, {});
  await sit(page, table, 'Blue & Gray', { Confederate: 'computer:greedy' });
  await ready(page);
  await setUp(page);
  const before = await state(page);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  await page.locator('.map').first().focus();
  // All at once, as fast as hands can: no key waits for the one before it to be seen.
  await Promise.all([...'rfinish bug'].map((key) => page.keyboard.press(key === ' ' ? 'Space' : key)));
  await until(page, () => /** @type {HTMLInputElement | null} */ (document.querySelector("input[type='search']"))?.value === 'finish bug');
  const after = await state(page);
  assert.deepEqual([after.length, after.mode, after.held], [before.length, before.mode, before.held], 'nothing came to the map');
  await page.keyboard.press('Escape');
  await until(page, () => document.activeElement?.classList.contains('map'));
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  assert.deepEqual(faults, []);
  said('typed at once after R: all of it is in the search');
  await close();
  await table.close();
}
