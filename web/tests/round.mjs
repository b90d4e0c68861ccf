// What stands round the table: the lobby, the panels beside the map, the end of a game, settings and whose turn it is.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { accessible, openTable, program, shots, watch } from './house.mjs';

const GAMES = ['blue-gray', 'bull-run', 'chancellorsville-1974', 'chancellorsville-1961', 'give-us-victories'];
const TABS = ['briefing', 'log', 'forces', 'rules', 'charts'];

/** A game that quick computers have played to its end: the save, and how many dice and losses its log tells. */
export async function finished(game) {
  const child = spawn(program, ['engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (request) => {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    return JSON.parse((await answers.next()).value);
  };
  try {
    await ask({ op: 'new', game, seed: 11 });
    for (let i = 0; i < 20000; i++) {
      const { actor, awaited } = await ask({ op: 'actor' });
      if (actor === 'over') return { save: (await ask({ op: 'save' })).position, log: (await ask({ op: 'log' })).entries };
      if (actor === 'chance') await ask({ op: 'roll' });
      else await ask({ op: 'apply', action: (await ask({ op: 'go', level: 'greedy', seed: i })).action,
        ...(actor === 'both' ? { as: awaited[0] } : {}) });
    }
  } finally {
    child.stdin.end();
  }
  throw new Error(`${game} does not end`);
}

/** Waits until something holds on a page, whose policy forbids the usual way. */
async function until(page, holds, given) {
  const end = Date.now() + 20000;
  while (!(await page.evaluate(holds, given))) {
    if (Date.now() > end) throw new Error(`it never came: ${holds}`);
    await page.waitForTimeout(50);
  }
}

/** A page in a window of its own. */
async function open(browser, address, size, settings = {}) {
  const context = await browser.newContext({ viewport: { width: size[0], height: size[1] }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const faults = watch(page, address);
  await page.addInitScript((given) => localStorage.setItem('longroll-settings',
    localStorage.getItem('longroll-settings') ?? JSON.stringify(given)), { theme: 'paper', speed: 0, ...settings });
  return { page, faults, close: () => context.close() };
}

/** Makes a table and opens it with the keys of its maker. */
async function sit(page, address, body) {
  const answer = await fetch(`${address}/api/tables`,
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const made = await answer.json();
  assert.ok(answer.ok, JSON.stringify(made));
  await page.goto(`${address}/#/join/${made.table}/union/${made.keys.union}`);
  await until(page, () => window.longroll?.store?.state.news);
}

const tab = (page, id) => page.evaluate((wanted) => window.longroll.store.set({ panel: { tab: wanted } }), id);
const narrowEnough = async (page, selector,
  name) => assert.ok(await page.locator(selector).first().evaluate((e) => e.scrollWidth <= e.clientWidth + 1), `${name} is not too wide`);

/** The lobby: a newcomer's first game, what is asked for, one's own games, windows that give the focus back. */
export async function welcome(browser, said) {
  const table = await openTable();
  const { page, faults, close } = await open(browser, table.address, [1280, 800]);
  await page.goto(table.address);
  const shelf = await (await fetch(`${table.address}/api/games`)).json();
  const easy = shelf.flatMap((g) => g.briefings.map((b) => ({ game: g, b }))).sort((a, b) => a.b.complexity - b.b.complexity)[0];
  await page.locator('.first').waitFor();
  assert.match(await page.locator('.first').innerText(), new RegExp(easy.game.title));
  assert.equal(await page.locator('.card').count(), shelf.length);
  for (const width of [320, 390, 1280, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    await narrowEnough(page, '.lobby', `the lobby at ${width}`);
    await accessible(page, `the lobby at ${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  const choose = page.getByRole('button', { name: `${easy.game.title}: choose` }).first();
  await choose.click();
  await accessible(page, 'choosing a game');
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  assert.ok(await choose.evaluate((e) => e === document.activeElement), 'the focus is back');
  await page.getByRole('button', { name: 'Settings' }).click();
  await accessible(page, 'the settings');
  await page.getByLabel('Quick hand').check();
  await page.getByLabel('Theme').selectOption({ label: 'Campfire' });
  assert.deepEqual(await page.evaluate(() => { const s = JSON.parse(localStorage.getItem('longroll-settings')); return [s.quick, s.theme,
    document.documentElement.dataset.theme]; }), [true, 'campfire', 'campfire']);
  await page.getByRole('button', { name: 'Done' }).click();
  await accessible(page, 'the lobby by firelight');
  const asked = page.waitForRequest((r) => r.url().endsWith('/api/tables'));
  await page.getByRole('button', { name: /^Play your first battle/ }).click();
  const body = (await asked).postDataJSON();
  assert.equal(body.set_up, 'standard');
  assert.equal(body.seats[easy.b.beginner], 'me');
  await until(page, () => window.longroll?.store?.state.news);
  // The briefing lies over the map, once.
  await page.locator('.welcome').waitFor();
  await accessible(page, 'the briefing');
  assert.ok((await page.locator('.goal').count()) > 0, 'what decides the game is flagged');
  await page.setViewportSize({ width: 390, height: 844 });
  const begin = await page.locator('.welcome .primary').boundingBox();
  assert.ok(begin && begin.y + begin.height <= 844, 'its button is in sight on a phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('Enter');
  await page.locator('.welcome').waitFor({ state: 'detached' });
  await page.reload();
  await until(page, () => window.longroll?.store?.state.news);
  assert.equal(await page.locator('.welcome').count(), 0);
  await page.goto(`${table.address}/#/`);
  await page.locator('.resume-list').waitFor();
  assert.equal(await page.locator('.resume-list details .tables li').count(), 1, 'nobody has decided anything there yet');
  assert.equal(await page.locator('.first:visible').count(), 0, 'who has games is no newcomer');
  await page.locator('#save-file').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('no') });
  await page.getByText('This file is not a save of Longroll').waitFor();
  assert.deepEqual(faults, []);
  said('the easiest game first, the standard set-up, the side for beginners; from 320 to 2560 points wide');
  await close();
  await table.close();
}

/** Every panel and the last page of every game, in both themes. */
export async function panels(browser, said) {
  const table = await openTable();
  for (const [i, game] of GAMES.entries()) {
    const { save, log } = await finished(game);
    const { page, faults, close } = await open(browser, table.address, i % 2 ? [390, 844] : [1280, 800],
      { theme: i % 2 ? 'campfire' : 'paper' });
    await sit(page, table.address, { save, seats: { union: 'me', confederate: 'me' } });
    await lastPage(page, game, log);
    await page.evaluate(() => { window.longroll.store.enter({ kind: 'looking' }); document.body.classList.add('drawer'); });
    for (const id of TABS) {
      await tab(page, id);
      await page.locator(`#tab-${id}[aria-selected='true']`).waitFor();
      await until(page, () => (document.querySelector('#page')?.textContent ?? '').length > 40);
      await accessible(page, `${game}: ${id}`);
      await narrowEnough(page, '#page', `${game}: ${id}`);
      await page.screenshot({ path: join(shots, `${game}-${id}.png`) });
    }
    await rulebook(page);
    await tellsAll(page, game);
    assert.deepEqual(faults, []);
    await close();
    said(`${game}: five panels and the last page`);
  }
  await table.close();
}

/** The end of a game has charts, every die of the battles, and everything that was lost. */
async function lastPage(page, game, log) {
  await page.evaluate(() => window.longroll.store.enter({ kind: 'over' }));
  await page.locator('.end-page h1').waitFor();
  await page.locator('.plot').first().waitFor();
  await accessible(page, `${game}: the end`);
  await narrowEnough(page, '.end-page', `${game}: the end`);
  await page.screenshot({ path: join(shots, `${game}-end.png`) });
  const words = await page.locator('.luck').allInnerTexts();
  const shown = words.reduce((sum, text) => sum + Number(text.match(/(\d+) dice/)?.[1] ?? 0), 0);
  const thrown = log.flatMap((e) => e.told).filter((t) => t.dice && !t.pieces?.length && ['roll', 'result'].includes(t.kind))
    .flatMap((t) => t.dice).length;
  assert.ok(shown > 0 && shown <= thrown, `${game}: ${shown} dice of battles among ${thrown}`);
  for (const name of ['Rematch', 'Rematch, sides changed', 'Replay',
    'Look at the map']) assert.equal(await page.locator('.end-page').getByRole('button', { name, exact: true }).count(), 1, name);
}

/** A search marks what it finds; a rule that is asked for is open. */
async function rulebook(page) {
  await tab(page, 'rules');
  await page.getByRole('searchbox').fill('attack');
  await page.locator('.rule-text mark').first().waitFor();
  assert.equal((await page.locator('.rule-text mark').first().innerText()).toLowerCase(), 'attack');
  const id = await page.locator('.rule-id').first().innerText();
  await page.evaluate((rule) => window.longroll.acts.rule(rule), id);
  await page.locator('.rule-text.found').waitFor();
  assert.equal(await page.locator('.rule-text.found .rule-id').innerText(), id);
  await until(page, () => /** @type {HTMLInputElement | null} */ (document.querySelector("input[type='search']"))?.value === '');
}

/** The forces hold every piece once; a line of the log leads to its moment. */
async function tellsAll(page, game) {
  await tab(page, 'forces');
  const [pieces, lines] = await page.evaluate(() => {
    for (const d of document.querySelectorAll('#page details')) d.open = true;
    return [window.longroll.store.state.news.view.pieces.length, document.querySelectorAll('#page .piece-line').length];
  });
  assert.equal(lines, pieces, `${game}: everybody is in the forces`);
  await tab(page, 'log');
  const line = page.locator('#page button.line').last();
  const entry = Number(await line.evaluate((e) => e.closest('[data-entry]').dataset.entry));
  await line.click();
  await until(page, (wanted) => { const { mode } = window.longroll.store.state; return mode.kind === 'replay'
    && mode.past.frame.entry === wanted; }, entry);
}

/** Whose turn it is stands in the title and on the icon. */
export async function turn(browser, said) {
  const table = await openTable();
  const { page, faults, close } = await open(browser, table.address, [1280, 800]);
  await sit(page, table.address, { game: GAMES[0], seats: { union: 'me', confederate: 'computer:greedy' } });
  await page.locator('.welcome .primary').click();
  await until(page, () => document.title.startsWith('●'));
  await until(page, () => document.querySelector("link[rel='icon']")?.getAttribute('href')?.startsWith('data:'));
  // Settings are heard at an open table.
  assert.equal(await page.locator('.map .silhouette').count(), 0);
  await page.keyboard.press('?');
  await page.getByRole('button', { name: /^Settings/ }).click();
  await page.locator('dialog').getByLabel('Counters').selectOption({ label: 'Silhouettes' });
  await until(page, () => document.querySelectorAll('.map .silhouette').length > 20);
  await page.getByRole('button', { name: 'Done' }).click();
  await until(page, () => document.activeElement?.classList.contains('map'));
  await page.evaluate(() => window.longroll.acts.ask({ op: 'resign' }));
  await until(page, () => !document.title.startsWith('●')
    && document.querySelector("link[rel='icon']")?.getAttribute('href') === 'icon.svg');
  // The last page comes by itself, and goes with Escape.
  await page.locator('.end-page h1').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.end-page').waitFor({ state: 'detached' });
  assert.deepEqual(faults, []);
  said('the title and the icon say whose turn it is; silhouettes instead of map symbols');
  await close();
  await table.close();
}
