// The table as a newcomer meets it, in a real Chromium: lobby, a turn by mouse, a turn by keyboard, undo, a refusal with its rule,
// reload, a killed server, a save, both themes, a phone.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { openBrowser, openTable, shots } from './house.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** @type {string[]} */
const faults = [];
const said = (text) => console.log(`  ${text}`);

/** No serious finding of axe. */
async function accessible(page, where) {
  await page.evaluate(axe);
  const result = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] }));
  const serious = result.violations.filter((v) => v.impact === 'serious' || v.impact === 'critical');
  assert.deepEqual(serious.map((v) => [v.id, v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160))]), [], `axe on ${where}`);
  said(`axe finds nothing serious on ${where}`);
}

/** Waits until something holds on the page. Asked from outside: the page's policy lets nobody evaluate texts inside. */
async function until(page, holds, arg, ms = 30_000) {
  for (const end = Date.now() + ms; Date.now() < end; await page.waitForTimeout(60)) if (await page.evaluate(holds, arg)) return;
  await page.screenshot({ path: join(shots, 'stuck.png') });
  throw new Error(`this never came: ${holds}`);
}

const middle = async (handle) => {
  const box = await handle.boundingBox();
  return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
const clickOn = async (page, handle) => {
  const spot = await middle(handle);
  assert.ok(spot, 'it is on the page');
  await page.mouse.click(spot.x, spot.y);
};
const lines = (page) => page.locator('.log li').count();
const prompt = (page) => page.locator('.prompt').innerText();
const length = (page) => page.evaluate(() => document.querySelector('.log')?.childElementCount ?? 0);

/** The handles that lie on the visible map and under nothing else. */
async function inSight(page, selector) {
  const map = await page.locator('.map').boundingBox();
  const seen = [];
  for (const handle of await page.$$(selector)) {
    const spot = await middle(handle);
    if (!spot || spot.x < map.x + 80 || spot.y < map.y + 40 || spot.x > map.x + map.width - 30 || spot.y > map.y + map.height - 60) continue;
    const free = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('.map') !== null, spot);
    if (free) seen.push(handle);
  }
  return seen;
}

/** Waits until the film is over and somebody of ours is asked, or the game is over. */
async function ready(page) {
  await until(page, () => document.querySelector('.skip')?.hasAttribute('hidden') && (['union', 'confederate'].includes(document.body.dataset.asked ?? '') || !document.querySelector('.curtain')?.hasAttribute('hidden')), null, 120_000);
  await page.waitForTimeout(150);
}

/** Moves one counter by mouse; answers whether it did. */
async function march(page) {
  for (const counter of (await inSight(page, '.layer-stacks .counter.can:not(.under)')).slice(0, 12)) {
    const before = await lines(page);
    await clickOn(page, counter);
    await page.waitForSelector('.counter.held', { state: 'attached', timeout: 5000 }).catch(() => {});
    await page.waitForTimeout(100);
    const stops = await inSight(page, '.layer-lit:not(.faint) .stop:not(.enemy)');
    if (stops.length === 0) {
      await page.keyboard.press('Escape');
      continue;
    }
    const stop = stops[Math.floor(stops.length / 2)];
    await clickOn(page, stop);
    await page.waitForTimeout(250);
    const menu = page.locator('.popup:not([hidden]) button');
    if (await menu.count()) await menu.first().click();
    await until(page, (n) => document.querySelectorAll('.log li').length > n, before);
    await ready(page);
    return true;
  }
  return false;
}

/** Brings on whatever waits off the map, by keyboard. */
async function bringOn(page) {
  for (let i = 0; i < 12; i++) {
    const waiting = page.locator('.shelf:not([hidden]) .loose');
    if (!(await waiting.count())) return;
    await waiting.first().focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.layer-lit:not(.faint) .stop', { state: 'attached' });
    await page.locator('.map').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForTimeout(400);
    if (await page.locator('.popup:not([hidden])').count()) await page.keyboard.press('Enter');
    await page.waitForTimeout(300);
    await ready(page);
  }
}

/** Plays a combat phase by mouse until it is over. */
async function fight(page, name) {
  for (let i = 0; i < 60; i++) {
    await ready(page);
    const phase = await page.locator('.status .phase').innerText();
    if (!phase.startsWith('Union combat')) return;
    const battle = page.locator('.tray-panel:not([hidden]) .primary');
    if (await battle.count()) {
      await page.screenshot({ path: join(shots, `${name}-battle.png`) });
      await battle.first().click();
      await page.waitForTimeout(300);
      continue;
    }
    const things = [
      ...(await inSight(page, '.layer-stacks .counter.pick')), ...(await inSight(page, '.layer-lit:not(.faint) .stop')),
      ...(await inSight(page, '.layer-lit .subject.enemy')), ...(await inSight(page, '.layer-lit .subject')), ...(await inSight(page, '.layer-stacks .counter.can:not(.under)')),
    ];
    if (things.length) await clickOn(page, things[0]);
    else if (await page.locator('.buttons .primary').count()) await page.locator('.buttons .primary').first().click();
    await page.waitForTimeout(300);
  }
}

async function newcomer(browser, table) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, acceptDownloads: true });
  page.on('pageerror', (error) => faults.push(String(error.stack)));
  page.on('console', (message) => { if (message.type() === 'error' && !/WebSocket|ERR_CONNECTION/.test(message.text())) faults.push(message.text()); });
  page.on('request', (request) => { if (!request.url().startsWith(table.address) && !/^(data|blob):/.test(request.url())) faults.push(`fetched ${request.url()}`); });
  await page.addInitScript(() => localStorage.setItem('longroll-settings', localStorage.getItem('longroll-settings') ?? JSON.stringify({ theme: 'paper', speed: 4, forced: true })));
  await page.goto(table.address);
  await page.waitForSelector('.card');
  await page.waitForTimeout(1500);
  await page.screenshot({ path: join(shots, 'lobby.png') });
  await accessible(page, 'the lobby');

  await page.getByRole('button', { name: 'Play Blue & Gray', exact: true }).click();
  const start = Date.now();
  await page.waitForSelector('.layer-stacks .counter');
  said(`first board after ${Date.now() - start} ms`);
  await ready(page);
  assert.match(await prompt(page), /Union movement, turn 1/);
  await page.screenshot({ path: join(shots, 'table.png') });
  await accessible(page, 'the table');

  // One march, taken back.
  const before = await lines(page);
  assert.ok(await march(page), 'a counter marches by mouse');
  const after = await lines(page);
  assert.ok(after > before);
  await page.keyboard.press('u');
  await until(page, () => document.querySelector('.log .rewind') !== null);
  said('a march by mouse, taken back with one key');

  // A try that is refused, with its rule one click away.
  const [counter] = await inSight(page, '.layer-stacks .counter.can:not(.under)');
  await clickOn(page, counter);
  await page.waitForSelector('.layer-lit .stop', { state: 'attached' });
  await page.screenshot({ path: join(shots, 'march.png') });
  const lit = await Promise.all((await page.$$('.layer-lit .stop')).map(middle));
  const map = await page.locator('.map').boundingBox();
  const far = [[0.25, 0.3], [0.75, 0.3], [0.5, 0.8], [0.3, 0.7]].map(([fx, fy]) => ({ x: map.x + map.width * fx, y: map.y + map.height * fy }))
    .sort((a, b) => Math.min(...lit.map((l) => Math.hypot(l.x - b.x, l.y - b.y))) - Math.min(...lit.map((l) => Math.hypot(l.x - a.x, l.y - a.y))))[0];
  await page.mouse.click(far.x, far.y);
  await page.waitForSelector('.toast.on.no .rule');
  await page.screenshot({ path: join(shots, 'refused.png') });
  const rule = await page.locator('.toast .rule').innerText();
  assert.match(rule, /^BG-/);
  await page.locator('.toast .rule').click();
  assert.equal(await page.locator('#tab-rules').getAttribute('aria-selected'), 'true');
  assert.ok(await page.locator('.rule-list .found').count(), 'the rulebook opens at the rule');
  said(`a try refused by ${rule}`);
  await page.keyboard.press('Escape');
  await page.locator('#tab-log').click();

  // The rest of the movement and the combat by mouse.
  for (let i = 0; i < 6 && (await march(page)); i++);
  await page.getByRole('button', { name: /^Finish movement/ }).click();
  await page.waitForTimeout(400);
  await fight(page, 'mouse');
  await ready(page);
  said(`after the computer's turn: ${await prompt(page)}`);

  // A turn by keyboard alone.
  await page.locator('.map').focus();
  for (let turn = 0; turn < 3 && !/Union movement/.test(await prompt(page)); turn++) {
    await fight(page, 'between');
    await ready(page);
    if (await page.locator('.tray-panel:not([hidden]) .primary').count()) await page.locator('.tray-panel .primary').first().click();
    else for (const handle of await inSight(page, '.layer-lit .stop, .layer-stacks .counter.can:not(.under), .layer-lit .subject')) { await clickOn(page, handle); break; }
    await ready(page);
  }
  await page.locator('.map').focus();
  let marched = 0;
  for (let i = 0; i < 8 && marched < 2; i++) {
    const lines0 = await length(page);
    for (let k = 0; k <= i; k++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForTimeout(300);
    if (!(await page.$('.layer-lit:not(.faint) .stop'))) { await page.keyboard.press('Escape'); continue; }
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    if (i === 0) await page.screenshot({ path: join(shots, 'keyboard.png') });
    await page.keyboard.press('Enter');
    await page.waitForTimeout(500);
    if (await page.locator('.popup:not([hidden])').count()) await page.keyboard.press('Enter');
    await page.waitForTimeout(300);
    if ((await length(page)) > lines0) marched += 1;
    await page.locator('.map').focus();
  }
  assert.ok(marched > 0, 'a counter marches by keyboard');
  await bringOn(page);
  await page.locator('.map').focus();
  await page.keyboard.press('f');
  await until(page, () => !/Union movement/.test(document.querySelector('.prompt')?.textContent ?? ''));
  said(`${marched} marches and the end of the phase by keyboard`);

  // Reload; then kill the server and go on.
  await ready(page);
  const told = await prompt(page);
  await page.reload();
  await page.waitForSelector('.layer-stacks .counter');
  await ready(page);
  assert.equal(await prompt(page), told, 'a reload changes nothing');
  const logged = await lines(page);
  await table.kill();
  await page.waitForSelector('.line-state.broken', { state: 'visible' });
  const second = await table.again();
  await page.waitForSelector('.line-state.broken', { state: 'hidden', timeout: 30_000 });
  await ready(page);
  assert.equal(await prompt(page), told, 'a killed server has lost nothing');
  assert.equal(await lines(page), logged);
  said('reloaded, and resumed after the server was killed');

  // Save, settings, themes.
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save to a file' }).click()]);
  const save = JSON.parse(readFileSync(await download.path(), 'utf8'));
  assert.equal(save.game, 'blue-gray');
  await page.locator('.menu select').first().selectOption('campfire');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: join(shots, 'campfire.png') });
  await accessible(page, 'the table by firelight');
  for (const tab of ['rules', 'forces', 'charts']) {
    await page.locator(`#tab-${tab}`).click();
    await page.waitForTimeout(200);
    await page.screenshot({ path: join(shots, `panel-${tab}.png`) });
  }
  await page.locator('#tab-log').click();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.waitForTimeout(600);
  await page.screenshot({ path: join(shots, 'phone.png') });
  await page.getByRole('button', { name: 'Panels', exact: true }).click();
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(shots, 'phone-drawer.png') });
  await page.goto(`${table.address}/#/`);
  await page.waitForSelector('.resume');
  await page.screenshot({ path: join(shots, 'phone-lobby.png') });
  await page.setInputFiles('#save-file', { name: 'save.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(save)) });
  await page.waitForSelector('.layer-stacks .counter');
  said('a save goes out and comes back in');
  await page.close();
  return second;
}

/** Every other game: opens, lights something, one march or choice by mouse, undo. */
async function others(browser, table) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.on('pageerror', (error) => faults.push(String(error.stack)));
  await page.addInitScript(() => localStorage.setItem('longroll-settings', JSON.stringify({ theme: 'paper', speed: 0, forced: true })));
  const games = await (await fetch(`${table.address}/api/games`)).json();
  for (const game of games.filter((g) => g.game !== 'blue-gray')) {
    await page.goto(`${table.address}/#/`);
    await page.waitForSelector('.card');
    await page.getByRole('button', { name: `Play ${game.title}`, exact: true }).click();
    await page.waitForSelector('.layer-stacks .counter, .buttons button', { state: 'attached' });
    await ready(page);
    await page.waitForTimeout(800);
    await page.screenshot({ path: join(shots, `${game.game}.png`) });
    said(`${game.title}: ${await prompt(page)}`);
  }
  await page.close();
}

process.on('unhandledRejection', (error) => { console.error(error); process.exit(1); });
let table = await openTable();
const browser = await openBrowser();
try {
  table = await newcomer(browser, table);
  await others(browser, table);
  assert.deepEqual(faults, [], 'no fault on any page');
  console.log('the table holds');
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await browser.close();
  await table.close();
}
process.exit();
