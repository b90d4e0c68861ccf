// A person plays on while the line is bad: a server that is killed in the middle of things, a slow line, the same seat in two windows.

import assert from 'node:assert/strict';
import { GAMES } from './games.mjs';
import { ready, state, until } from './hand.mjs';
import { openTable, slowLine } from './house.mjs';
import { Person } from './person.mjs';
import { openPage, sitDown, turnsLater } from './turns.mjs';

const [first] = GAMES;

/** The journal as a page knows it: every entry once, none left out. */
async function whole(page) {
  const entries = await page.evaluate(() => (/** @type {any} */ (window)).peek.state.log.map((e) => e.entry));
  assert.deepEqual(entries, entries.map((_, i) => i + entries[0]), 'the log tells everything once');
  return entries.length;
}

/**
 * The server is killed the moment something was done, and comes back: after a march and the end of a phase; where there is time, after every
 * kind of thing in two turns.
 */
export async function killed(browser, said, long = true) {
  let table = await openTable();
  const { page, faults, close } = await openPage(browser, table.address, 'middle', 'mouse', { speed: 0 });
  await sitDown(page, table.address, first.title);
  const wanted = long ? [/^aim/, /^anyway/, /^fight/, /^finish/] : [/^aim/, /^anyway/];
  const all = wanted.length;
  let kills = 0;
  const person = new Person(page, 'mouse', {
    after: async (word) => {
      const which = wanted.findIndex((w) => w.test(word));
      if (which < 0) return;
      wanted.splice(which, 1);
      const { length } = await state(page);
      await table.kill();
      await page.locator('.line-state.broken').waitFor();
      table = await table.again();
      await page.locator('.line-state.broken').waitFor({ state: 'hidden' });
      await ready(page);
      assert.ok((await state(page)).length >= length, 'nothing that was seen is lost');
      kills += 1;
    },
  });
  const two = turnsLater(2);
  await person.play((now, start) => (long ? two(now, start) : kills === all));
  assert.equal(kills, all);
  const entries = await whole(page);
  assert.deepEqual(faults, []);
  said(`${long ? 'two turns with ' : ''}${kills} kills in the middle of things, ${entries} entries, none lost or twice`);
  await close();
  await table.close();
}

/** A line of a second there and back, and somebody who presses everything twice: each gesture is done once. */
export async function slow(browser, said) {
  const table = await openTable();
  const line = await slowLine(table.address, 500);
  const { page, faults, close } = await openPage(browser, line.address, 'small', 'mouse', { speed: 0 });
  await sitDown(page, line.address, first.title);
  const decided = () => page.evaluate(() => {
    const { log, own } = (/** @type {any} */ (window)).peek.state;
    return log.filter((e) => own.includes(e.by)).length;
  });
  const doubles = [];
  let before = await decided();
  let last = '';
  const person = new Person(page, 'impatience', {
    deeds: 2, nothing: 3000,
    seen: async () => {
      const now = await decided();
      if (last && now > before + 1) doubles.push(`${last}: ${now - before} decisions`);
      before = now;
    },
    after: async (word) => { last = /^(aim|finish|anyway)/.test(word) ? word : ''; },
  });
  const gestures = await person.play((now) => now.turn > 1 || person.trail.filter((w) => /^(fight|confirm)/.test(w)).length > 1);
  assert.deepEqual({ doubles, faults, unasked: person.unasked }, { doubles: [], faults: [], unasked: [] });
  await whole(page);
  said(`${gestures} gestures, each pressed twice, on a line of a second: each is done once`);
  await close();
  line.close();
  await table.close();
}

/**
 * A line as the browser's own tools make it slow: from the lobby to a march. Everybody sees at once that something is on its way, and it
 * comes.
 */
export async function throttled(browser, said) {
  const table = await openTable();
  const { page, faults, close } = await openPage(browser, table.address, 'middle', 'mouse', { speed: 0 });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', { offline: false, latency: 300, downloadThroughput: 120_000, uploadThroughput: 60_000 });
  const begun = Date.now();
  await page.goto(`${table.address}/#/`);
  await page.getByRole('button', { name: `Play ${first.title}`, exact: true }).click();
  await ready(page);
  const taken = Date.now() - begun;
  const person = new Person(page, 'mouse', { deeds: 1, nothing: 3000 });
  const start = await state(page);
  await person.play((now) => now.length > start.length);
  await whole(page);
  assert.deepEqual({ faults, unasked: person.unasked }, { faults: [], unasked: [] });
  said(`on a line of 120 KB a second and 0.3 s one sits at the table after ${(taken / 1000).toFixed(1)} s, and marches`);
  await close();
  await table.close();
}

/** The same seat in two windows: what is done in one is seen in the other, and either may go on. */
export async function twoTabs(browser, said) {
  const table = await openTable();
  const { page, faults, close } = await openPage(browser, table.address, 'small', 'mouse', { speed: 0 });
  await sitDown(page, table.address, first.title);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await until(other, () => document.querySelector('.ask.asked'));
  // Nothing goes on in a window where the briefing is still being read.
  await other.locator('.welcome .primary').click();
  const stand = (tab) => tab.evaluate(() => ({ length: (/** @type {any} */ (window)).longroll.store.state.news.length,
    prompt: document.querySelector('.prompt')?.textContent, counters: [...document.querySelectorAll('.layer-stacks .counter')].map((c) =>
      `${c.getAttribute('data-piece')} ${c.getAttribute('transform')}`).sort() }));
  const alike = async () => {
    const { length } = await stand(page);
    await until(other, (n) => (/** @type {any} */ (window)).longroll.store.state.news.length === n, length);
    await until(other, () => document.querySelector('.ask.asked'));
    assert.deepEqual(await stand(other), await stand(page), 'both windows show the same');
  };
  const person = new Person(page, 'mouse', { deeds: 9 });
  await person.play((now) => now.length > 0);
  await alike();
  // Something is in hand in the one while the other goes on: it is let go, and nothing is done with it.
  await other.locator('.layer-stacks .counter.can:not(.under)').first().click({ force: true });
  await until(other, () => document.querySelector('.buttons .held'));
  await person.play((now, start) => now.length > start.length);
  await until(other, () => !document.querySelector('.buttons .held'));
  await alike();
  // Both press the same button at once: it is done once.
  const { length } = await stand(page);
  const press = (tab) => tab.locator('.top .buttons button.primary').click().then(() => tab.locator('.warning .primary').click());
  await Promise.allSettled([press(page), press(other)]);
  await until(page, (n) => (/** @type {any} */ (window)).longroll.store.state.news.length > n, length);
  await ready(page);
  await alike();
  assert.equal(await whole(page), (await stand(page)).length);
  assert.deepEqual(faults, []);
  said('two windows at one seat show the same, and a button pressed in both is pressed once');
  await close();
  await table.close();
}
