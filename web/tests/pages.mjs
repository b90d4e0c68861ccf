// Every page, in both themes, on a phone and in large: nothing for axe-core to find, nothing too wide. What is typed goes where it is
// meant; what decided a game is told at its end.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setUp, sit } from './games.mjs';
import { ready, state, until } from './hand.mjs';
import { accessible, here, openTable, playQuickly, program } from './house.mjs';
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

/** A short game that quick computers began and the Confederates gave up, at a table of one's own; the page is at its end. */
async function givenUp(page, address) {
  const save = await playQuickly('blue-gray', async (prompt, ask) => {
    if (!/turn 2/.test(prompt)) return null;
    await ask({ op: 'resign', as: 'confederate' });
    return (await ask({ op: 'save', as: 'referee' })).position;
  });
  const answer = await fetch(`${address}/api/tables`, { method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ save, seats: { union: 'me', confederate: 'me' } }) });
  const made = await answer.json();
  await page.goto(`${address}/#/join/${made.table}/union/${made.keys.union}`);
  await page.locator('.end-page h1').waitFor();
}

/**
 * The last page with the chapter of what decided the game, weighed by the general himself; he only looks at fewer positions than usual.
 * @param {any} browser @param {(text: string) => void} said
 */
export async function analysed(browser, said) {
  const table = await openTable();
  const { page, faults, close } = await open(browser, table, { still: true });
  await givenUp(page, table.address);
  await page.evaluate(() => {
    const { acts } = /** @type {any} */ (window).longroll;
    const ask = acts.ask.bind(acts);
    acts.ask = (/** @type {any} */ q) => ask(q.op === 'analyse' && q.weigh !== false ? { ...q, nodes: 200 } : q);
  });
  await page.getByRole('button', { name: 'Analyse the game' }).click();
  // Stopped at once: on a quick machine there is not much to stop later.
  await page.locator('.decided').getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: /^Go on: |^Analyse the game/ }).click();
  await page.locator('.decided progress').waitFor();
  await accessible(page, 'the end while it is weighed');
  await until(page, () => document.querySelector('.decided svg'), null, 300_000);
  said('it is stopped, goes on, and ends with the graph');
  for (const theme of ['paper', 'campfire']) {
    await inTheme(page, theme);
    await accessible(page, `what decided the game, ${theme}`);
  }
  await page.locator('.decided').scrollIntoViewIfNeeded();
  await shot(page, 'analysis');
  const { phases, sum } = await page.evaluate(() => {
    const { analysis } = /** @type {any} */ (window).longroll.store.state;
    const [union, confederate] = analysis.sides;
    return { phases: analysis.phases.length,
      sum: analysis.start + union.decisions - confederate.decisions + analysis.luck + analysis.hidden + analysis.drift - analysis.end };
  });
  assert.ok(Math.abs(sum) < 1e-9, `decisions, luck and drift add up to the change of the chance, but for ${sum}`);
  assert.equal(await page.locator('.decided .luck-bar').count(), phases);

  // A moment leads into the replay, with what the general would have done there; from there a game of one's own begins.
  await page.locator('.chance-moments .link').first().click();
  await page.locator('.replay').waitFor();
  await page.getByLabel('Go to a phase').selectOption({ index: 0 });
  await page.locator('.said-of-step', { hasText: 'The general' }).waitFor();
  // The plan of the general has arrows.
  await until(page, () => document.querySelector('.planned-way'));
  await shot(page, 'analysis-replay');
  const before = page.url();
  await page.getByRole('button', { name: 'Branch from here' }).click();
  await page.getByRole('button', { name: 'Branch', exact: true }).click();
  await until(page, (url) => location.href !== url && (/** @type {any} */ (window)).peek?.shown?.view.turn === 1, before);
  assert.deepEqual(faults, []);
  said('a moment leads into the replay, with the plan as arrows, and a game branches there');
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
