// The page without a server in a real Chromium: a whole game, reload, no network, lost workers, two tabs, full storage, a new version.

import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { until } from './hand.mjs';
import { engine, prepare, reach, watch } from './house.mjs';
import { SLOW, openSite } from './site.mjs';

/** How the table in the page stands. */
const look = (page) => page.evaluate(() => {
  const now = /** @type {any} */ (window).longroll?.deeds.chairs.now;
  return { length: now?.news?.length ?? null, turn: now?.news?.view.turn, actor: now?.news?.actor.actor ?? null, seat: now?.seat ?? null,
    line: /** @type {any} */ (window).longroll?.store.state.line };
});

/** Waits until our side is asked, or it is over. */
export const asked = (page) => until(page, () => {
  const { longroll } = /** @type {any} */ (window);
  const now = longroll?.deeds.chairs.now;
  return longroll?.store.state.line === 'open' && [now?.seat, 'over', 'both'].includes(now?.news?.actor.actor);
}, null, 90_000);

/**
 * Does what a quick computer advises, so many times or to the end; answers how many decisions that was. Whoever is idle finishes a phase
 * where he may.
 */
export async function play(page, times, idle = false) {
  for (let n = 0; n < times; n++) {
    await asked(page);
    const done = await page.evaluate(async (finishes) => {
      const { chairs } = /** @type {any} */ (window).longroll.deeds;
      const { actor, subjects } = chairs.now.news;
      if (actor.actor === 'over') return false;
      const finish = finishes && subjects.find((/** @type {any} */ s) => s.role === 'finish')?.choices?.[0].action;
      if (finish && await chairs.ask({ op: 'apply', action: finish }).catch(() => null)) return true;
      const { action } = await chairs.ask({ op: 'go', level: 'greedy' });
      await chairs.ask({ op: 'apply', action });
      return true;
    }, idle);
    if (!done) return n;
  }
  return times;
}

/** Sits down from the lobby: the first battle of a newcomer, against the captain. */
async function sit(page, address) {
  await page.goto(address);
  await page.locator('.first').getByRole('button').first().click();
  await asked(page);
}

/** A save in the native program: its hash. It may need titles that lie in a folder. */
export async function nativeHash(position, titles = undefined) {
  const { ask, end } = engine(titles);
  const loaded = await ask({ op: 'load', position });
  assert.equal(loaded.ok, true, JSON.stringify(loaded));
  assert.equal(loaded.remark, undefined);
  const { hash } = await ask({ op: 'hash' });
  end();
  return hash;
}

export const saved = (page) => page.evaluate(async () => {
  const { chairs } = /** @type {any} */ (window).longroll.deeds;
  return { ...(await chairs.ask({ op: 'save' })), ...(await chairs.ask({ op: 'hash' })) };
});

/** The page is kept by the browser: it works without a network from here on. */
const kept = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => true));

export async function tab(browser, site, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  // What can only be done in one way is left to the test.
  await prepare(page, { forced: false });
  return { context, page, faults: watch(page, site.address) };
}

/** A whole game of Chattanooga against the captain, through a reload, without a network, and with the worker killed in the middle. */
export async function wholeGame(browser, said) {
  const site = await openSite();
  const { context, page, faults } = await tab(browser, site);
  const start = Date.now();
  await page.goto(site.address);
  await page.locator('.first').waitFor();
  const sum = () => [...site.sent.values()].reduce((a, b) => a + b, 0);
  said(`the lobby stands after ${Date.now() - start} ms`);
  await sit(page, site.address);
  said(`a game is begun after ${Date.now() - start} ms and ${Math.round(sum() / 1000)} KB, nothing compressed by the host`);
  await play(page, 15);
  const before = await look(page);
  await page.reload();
  await asked(page);
  assert.ok((await look(page)).length >= before.length, 'a reload loses nothing');

  await kept(page);
  await context.setOffline(true);
  await page.reload();
  await asked(page);
  await play(page, 15);
  const offline = await look(page);

  const worker = page.workers().find((w) => w.url().endsWith('/tables.js'));
  await worker.evaluate(() => close());
  await until(page, () => /** @type {any} */ (window).longroll.store.state.line === 'broken', null, 40_000);
  await asked(page);
  assert.ok((await look(page)).length >= offline.length, 'a lost worker loses nothing');

  let decisions = 0;
  for (let more = 1; more > 0; decisions += more) {
    more = await play(page, 20, true);
    said(`turn ${(await look(page)).turn}`);
  }
  assert.equal((await look(page)).actor, 'over');
  const { position, hash } = await saved(page);
  assert.equal(await nativeHash(position), hash, 'the save opens in the program with the same hash');
  said(`${position.journal.entries.length} entries, ${decisions + 30} decisions of ours, in ${Math.round((Date.now() - start) / 1000)} s`);
  await context.setOffline(false);
  assert.deepEqual(faults.filter((f) => !/ERR_INTERNET_DISCONNECTED/.test(f)), []);
  await context.close();
  site.close();
}

/** What the lobby and the first game take, on a cold cache. */
export async function quick(browser, said) {
  const site = await openSite();
  const { context, page } = await tab(browser, site, { serviceWorkers: 'block' });
  const size = (/** @type {string} */ name) => (/\.(gz|jpg|lzma|png)$/.test(name) ? readFileSync(join(site.folder, name))
    : gzipSync(readFileSync(join(site.folder, name)))).length;
  const taken = () => [...site.sent].reduce(([plain, small], [name, bytes]) => [plain + bytes, small + size(name)], [0, 0])
    .map((bytes) => Math.round(bytes / 1000));
  await page.goto(site.address);
  await page.locator('.first img').evaluate((image) => /** @type {HTMLImageElement} */ (image).decode());
  const [plain, small] = taken();
  const pictures = Math.round([...site.sent.keys()].filter((name) => name.endsWith('.jpg')).reduce((sum, name) => sum + size(name), 0) / 1000);
  said(`the lobby takes ${plain} KB from a host that compresses nothing, ${small} KB from one that does; ${pictures} KB are pictures`);
  assert.ok(small - pictures < 300, 'the lobby stands soon, its pictures come after it');
  await sit(page, site.address);
  said(`a game is begun after ${taken()[0]} KB, or ${taken()[1]} KB compressed`);
  assert.ok(taken()[1] < 2_000, 'a first game needs less than 2 MB');
  await context.close();
  site.close();
}

/** The same over a slow line, with nothing in the cache: how long one waits. */
export async function slow(browser, said) {
  const site = await openSite({ line: SLOW });
  const { context, page } = await tab(browser, site, { serviceWorkers: 'block' });
  page.setDefaultTimeout(180_000);
  const start = Date.now();
  const after = () => `${((Date.now() - start) / 1000).toFixed(1)} s`;
  await page.goto(site.address, { waitUntil: 'commit' });
  await page.locator('.first').getByRole('button').first().waitFor();
  said(`slow 3G: the lobby stands after ${after()}`);
  await page.locator('.first').getByRole('button').first().click();
  await until(page, () => /** @type {any} */ (window).longroll?.deeds.chairs.now?.news, null, 180_000);
  said(`slow 3G: a first game is begun after ${after()}`);
  await context.close();
  site.close();
}

/** "Move now" reaches a general that thinks; a lost study costs no game. */
export async function hurried(browser, said) {
  const site = await openSite();
  const { context, page, faults } = await tab(browser, site);
  await page.goto(site.address);
  await page.evaluate(async () => {
    const { line } = await import(new URL('js/line.js', document.baseURI).href);
    const { remember } = await import(new URL('js/settings.js', document.baseURI).href);
    const made = await line.post('/api/tables', { game: 'give-us-victories', set_up: 'standard',
      seats: { union: 'computer:general', confederate: 'computer:general' } });
    remember(made.table, made.keys, 'Give Us Victories', { owner: made.owner });
    location.hash = `#/table/${made.table}`;
  });
  await until(page, () => Boolean(/** @type {any} */ (window).longroll?.store.state.thinking));
  const { length } = await look(page);
  const took = await page.evaluate(async () => {
    const { chairs } = /** @type {any} */ (window).longroll.deeds;
    const since = performance.now();
    const before = chairs.now.news.length;
    const { stopped } = await chairs.ask({ op: 'stop' });
    while (chairs.now.news.length === before && performance.now() - since < 10_000) await new Promise((done) => setTimeout(done, 5));
    return { stopped, ms: Math.round(performance.now() - since) };
  });
  assert.ok(took.stopped, 'somebody was thinking');
  // Later than that it would not have heard, and somebody simple would decide for it.
  assert.ok(took.ms < 5_000, `it decided after ${took.ms} ms`);
  assert.ok((await look(page)).length > length);
  said(`"Move now" took ${took.ms} ms`);
  assert.deepEqual(faults, []);
  await context.close();
  site.close();
}

/** What decided a game is weighed beside the table, which answers meanwhile; what came of it is kept. */
export async function analysed(browser, said) {
  const site = await openSite();
  const { context, page, faults } = await tab(browser, site);
  await page.goto(site.address);
  await page.evaluate(async () => {
    const { line } = await import(new URL('js/line.js', document.baseURI).href);
    const { remember } = await import(new URL('js/settings.js', document.baseURI).href);
    const made = await line.post('/api/tables', { game: 'blue-gray', scenario: 'chattanooga', set_up: 'standard', seats: { union: 'me', confederate: 'me' } });
    remember(made.table, made.keys, 'Chattanooga', { owner: made.owner });
    location.hash = `#/table/${made.table}`;
  });
  await asked(page);
  await page.evaluate(async () => {
    const { chairs } = /** @type {any} */ (window).longroll.deeds;
    for (let n = 0; n < 12; n++) {
      const { action } = await chairs.ask({ op: 'go', level: 'greedy' });
      await chairs.ask({ op: 'apply', action });
    }
  });
  const { analysis, most, slices } = await page.evaluate(async () => {
    const { chairs } = /** @type {any} */ (window).longroll.deeds;
    let [looks, most, slices] = [0, 0, 0];
    let going = true;
    const looking = (async () => {
      while (going) {
        await chairs.ask({ op: 'view' });
        looks += 1;
        await new Promise((done) => setTimeout(done, 20));
      }
    })();
    for (;;) {
      const before = looks;
      const { analysis } = await chairs.ask({ op: 'analyse', nodes: 20_000 });
      slices += 1;
      most = Math.max(most, looks - before);
      if (!analysis) continue;
      going = false;
      await looking;
      return { analysis, most, slices };
    }
  });
  assert.equal(analysis.phases.length, slices);
  assert.ok(most >= 2, `the table answered ${most} times while a phase was weighed`);
  said(`${slices} phases weighed; the table answered up to ${most} times meanwhile`);
  await page.reload();
  await asked(page);
  const again = await page.evaluate(() => /** @type {any} */ (window).longroll.deeds.chairs.ask({ op: 'analyse', nodes: 20_000, weigh: false }));
  assert.deepEqual(again.analysis, analysis, 'it is kept with the table');
  assert.deepEqual(faults, []);
  await context.close();
  site.close();
}

/** A table is open in one tab at a time; the other waits, and goes on where the first has stopped. */
export async function twoTabs(browser) {
  const site = await openSite();
  const { context, page } = await tab(browser, site);
  await sit(page, site.address);
  await play(page, 3);
  const { length } = await look(page);
  const address = page.url();
  const second = await context.newPage();
  await prepare(second, { forced: false });
  await second.goto(address);
  await second.getByText('open in another tab').first().waitFor();
  await page.close();
  await asked(second);
  assert.ok((await look(second)).length >= length);
  await play(second, 2);
  await context.close();
  site.close();
}

/** The worker's own way to its storage, changed before the page is opened. */
function tamper(site, from, to) {
  const keeper = join(site.folder, 'js/page/keeper.js');
  const text = readFileSync(keeper, 'utf8');
  assert.ok(text.includes(from));
  writeFileSync(keeper, text.replace(from, to));
}

/**
 * Where nothing can be kept the page says so, and the game goes on; when there is room again, it is kept after all. There is no room as long
 * as there is a file of that name.
 */
export async function fullStorage(browser) {
  const site = await openSite();
  tamper(site, '  keep(keeps) {', `  async keep(keeps) {
    if ((await fetch(new URL('../../full', import.meta.url))).ok) throw new DOMException('no room', 'QuotaExceededError');`);
  const { context, page } = await tab(browser, site, { serviceWorkers: 'block' });
  await sit(page, site.address);
  await play(page, 2);
  writeFileSync(join(site.folder, 'full'), 'there is no room');
  await play(page, 3);
  await page.locator('.page-notice').getByText('storage of this browser is full').waitFor();
  rmSync(join(site.folder, 'full'));
  await play(page, 2);
  await page.locator('.page-notice').waitFor({ state: 'detached' });
  const { length } = await look(page);
  await page.reload();
  await asked(page);
  assert.ok((await look(page)).length >= length, 'what was owed is kept');
  await context.close();
  site.close();
}

/** A browser that keeps nothing plays all the same, and says so. */
export async function privately(browser) {
  const site = await openSite();
  tamper(site, 'indexedDB.open(', 'globalThis.nothing.open(');
  const { context, page } = await tab(browser, site, { serviceWorkers: 'block' });
  await sit(page, site.address);
  await play(page, 3);
  await page.locator('.page-notice').getByText('keeps nothing').waitFor();
  await context.close();
  site.close();
}

/** A new version waits until it is taken; the game goes on under it. */
export async function newVersion(browser) {
  const site = await openSite();
  const { context, page } = await tab(browser, site);
  await sit(page, site.address);
  await kept(page);
  await page.reload();
  await play(page, 3);
  const { length } = await look(page);
  const watchman = join(site.folder, 'watchman.js');
  writeFileSync(watchman, readFileSync(watchman, 'utf8').replace(/"version":"\w+"/, '"version":"other"'));
  writeFileSync(join(site.folder, 'index.html'), readFileSync(join(site.folder, 'index.html'), 'utf8').replace('<title>Longroll', '<title>Newer'));
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((watchman) => watchman?.update()));
  const notice = page.locator('.page-notice');
  await notice.getByText('new version').waitFor();
  assert.ok((await look(page)).length >= length, 'nothing happens before it is taken');
  await Promise.all([page.waitForEvent('load'), notice.getByRole('button', { name: 'Take it' }).click()]);
  assert.match(await page.evaluate(() => fetch('.').then((r) => r.text())), /<title>Newer/);
  await asked(page);
  assert.ok((await look(page)).length >= length);
  await context.close();
  site.close();
}

/** A game in a link, and what is none; all games in a file. */
export async function links(browser) {
  const site = await openSite();
  const { context, page, faults } = await tab(browser, site, { permissions: ['clipboard-read', 'clipboard-write'] });
  const position = await reach('blue-gray', /Union movement, turn 2/);
  await page.goto(site.address);
  await page.locator('.first').waitFor();
  await page.setInputFiles('#save-file', { name: 'save.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(position)) });
  await page.getByRole('button', { name: 'Go on playing' }).click();
  await asked(page);
  const { hash } = await saved(page);
  await page.evaluate(() => /** @type {any} */ (window).longroll.deeds.share());
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.startsWith(`${site.address}#/game/`), link.slice(0, 80));
  await page.goto(`${site.address}#/`);
  await page.goto(link);
  await page.getByRole('button', { name: 'Go on playing' }).click();
  await asked(page);
  assert.equal((await saved(page)).hash, hash);
  await page.goto(`${site.address}#/`);
  const choose = page.getByRole('button', { name: /choose side, scenario/ }).first();
  await choose.click();
  await page.locator('dialog[open]').getByText('this page has none').waitFor();
  await page.locator('dialog[open]').getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.locator('dialog[open] input[type=url]').fill('house.example/somewhere');
  await page.locator('dialog[open]').getByRole('button', { name: 'Done' }).click();
  await choose.click();
  assert.equal(await page.locator('dialog[open]').getByRole('link', { name: /at your house/ }).getAttribute('href'), 'https://house.example/somewhere');
  await page.locator('dialog[open]').getByRole('button', { name: 'Not now' }).click();
  for (const bad of ['#/game/AAAA', `#/game/${'A'.repeat(250_000)}`, '#/game/<script>']) {
    await page.goto(site.address + bad);
    await page.getByText('holds no game').first().waitFor();
    await page.goto(`${site.address}#/`);
    await page.getByText('holds no game').first().waitFor({ state: 'detached' });
  }
  // The system opens a file with the installed page: here the test is the system.
  const launched = await tab(browser, site);
  await launched.page.addInitScript((text) => Object.defineProperty(window, 'launchQueue', { value: {
    setConsumer: (/** @type {any} */ consumer) => consumer({ files: [{ getFile: async () => new File([text], 'chattanooga.longroll') }] }),
  } }), JSON.stringify(position));
  await launched.page.goto(site.address);
  await launched.page.getByRole('button', { name: 'Go on playing' }).click();
  await asked(launched.page);
  assert.equal((await saved(launched.page)).hash, hash);
  await launched.context.close();

  await page.goto(site.address);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save all games' }).click()]);
  const file = await download.path();
  const other = await tab(browser, site);
  await other.page.goto(site.address);
  await other.page.locator('.first').waitFor();
  await other.page.setInputFiles('#save-file', file);
  await other.page.locator('.resume-list li').nth(1).waitFor();
  await other.page.locator('.resume-list a.resume').first().click();
  await asked(other.page);
  assert.deepEqual([...faults, ...other.faults], []);
  await context.close();
  await other.context.close();
  site.close();
}
