// Scenes that need no whole game: the lobby, two at one screen, a friend by link, looking on, the past, and the finer gestures.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { GAMES, field, setUp, setUpOnce, settingUp, sit } from './games.mjs';
import { actByMouse, changed, march, marchers, nearest, onScreen, play, ready, show, showAny, state, take, until } from './hand.mjs';
import { accessible, openTable, prepare, reach, shots, watch } from './house.mjs';

const spec = (game) => GAMES.find((g) => g.game === game);
export const shot = (page, name) => page.screenshot({ path: join(shots, `${name}.png`) });
const where = (page, id) => page.evaluate((piece) => (/** @type {any} */ (window)).peek.board.pieces.find((p) => p.id === piece)?.hex, id);

/** A page with settings of its own. */
export async function open(browser, table, settings = {}, more = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...more, acceptDownloads: true, reducedMotion: settings.still ? 'reduce' : 'no-preference' });
  const page = await context.newPage();
  const faults = watch(page, table.address);
  const { still: _, ...look } = settings;
  await prepare(page, look);
  return { page, faults, close: () => context.close() };
}

/** The lobby and the board: axe-core in both themes, phone and large screen. */
export async function lobby(browser, said) {
  const table = await openTable();
  const { page, faults, close } = await open(browser, table, { still: true });
  await page.goto(table.address);
  await page.locator('.card').nth(4).waitFor();
  await until(page, () => [...document.images].every((i) => i.complete && i.naturalWidth > 0));
  await accessible(page, 'the lobby');
  await shot(page, 'lobby');
  await page.getByRole('button', { name: /Campfire/ }).click();
  // The lobby is drawn anew: the button then offers the other theme.
  await page.getByRole('button', { name: /Paper/ }).waitFor();
  await page.locator('.card').nth(4).waitFor();
  await accessible(page, 'the lobby by firelight');
  await page.setViewportSize({ width: 390, height: 800 });
  await shot(page, 'lobby-phone');
  await page.getByRole('button', { name: /^Play Blue & Gray/ }).first().click();
  await ready(page);
  await accessible(page, 'the board on a phone by firelight');
  await shot(page, 'phone');
  await page.getByRole('button', { name: 'Panels', exact: true }).click();
  await page.locator('.side').waitFor({ state: 'visible' });
  await shot(page, 'phone-drawer');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 3840, height: 2160 });
  await page.keyboard.press('0');
  await page.locator('.side .turn-now').waitFor();
  await until(page, () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))));
  await shot(page, 'large');
  await page.setViewportSize({ width: 1440, height: 900 });
  await shot(page, 'campfire');
  for (const tab of ['rules', 'forces', 'charts']) {
    await page.locator(`#tab-${tab}`).click();
    await accessible(page, `the panel ${tab}`);
    await shot(page, `panel-${tab}`);
  }
  assert.deepEqual(faults, []);
  said('lobby and board pass axe-core in both themes, on a phone and in large');
  await close();
  await table.close();
}

/** A curtain hangs, and nothing can be seen or reached behind it. */
async function covered(page) {
  await page.locator('.curtain').waitFor();
  assert.equal(await page.locator('.layer-stacks .counter, .layer-markers .marker').count(), 0, 'behind the curtain the map is empty');
  assert.equal(await page.locator('.side').count(), 0, 'and so are the panels');
  assert.ok(await page.evaluate(() => /** @type {HTMLElement} */ (document.querySelector('.behind')).inert), 'and nothing is to be reached');
}

/** Two at one screen: a curtain falls where something is hidden, and nothing lies open behind it. */
export async function hotSeat(browser, said) {
  let table = await openTable();
  const { page, faults, close } = await open(browser, table);
  await sit(page, table, 'Bull Run', { Union: 'me', Confederate: 'me' });
  assert.equal(await ready(page), 'curtain', 'each side sees its own counters only');
  await covered(page);
  await page.locator('.curtain .primary').click();
  assert.equal(await ready(page), 'asked');
  const { asked } = await state(page);
  // The first side sets up; then the table is handed over.
  for (let i = 0; i < 12 && (await ready(page)) !== 'curtain'; i++) await setUpOnce(page);
  await covered(page);
  await accessible(page, 'the curtain');
  await shot(page, 'curtain');
  // Neither a line that breaks nor a reload lifts it.
  await table.kill();
  await page.locator('.line-state.broken').waitFor({ state: 'attached' });
  table = await table.again();
  await until(page, () => [...(/** @type {any} */ (window)).peek.chairs.values()].every((c) => c.link.tries === 0));
  await covered(page);
  await page.reload();
  await covered(page);
  await page.locator('.curtain .primary').click();
  await ready(page);
  const now = await state(page);
  assert.notEqual(now.asked, asked, 'the other side plays');
  const hidden = await page.evaluate((other) => (/** @type {any} */ (window)).peek.shown.view.pieces.filter((p) => p.side === other && p.hex && p.type === 'hidden').length, asked);
  assert.ok(hidden > 0, 'the enemy lies face down');
  assert.deepEqual(faults, []);
  said(`the curtain falls; ${hidden} counters lie face down behind it`);
  // Whoever comes back to the table is asked who it is.
  for (const back of [() => page.reload(), async () => { await page.getByRole('link', { name: 'To the lobby' }).click(); await page.locator('.resume').first().click(); }]) {
    await back();
    await covered(page);
    await page.locator('.curtain .primary').click();
    assert.equal(await ready(page), 'asked');
    assert.equal((await state(page)).asked, now.asked);
  }
  assert.deepEqual(faults, []);
  said('coming back goes through the curtain too');
  await close();
  await table.close();
}

/** A friend by link: two browsers, one game, and nothing of the one's secrets on the other's page or line. */
export async function friend(browser, game, said) {
  const table = await openTable();
  const host = await open(browser, table);
  const guest = await open(browser, table);
  const heard = { host: [], guest: [] };
  host.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.host.push(String(payload))));
  guest.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.guest.push(String(payload))));
  const { title, hidden } = spec(game);
  await sit(host.page, table, title, { Union: 'me', Confederate: 'friend' });
  await until(host.page, () => (/** @type {any} */ (window)).peek?.shown);
  const link = await host.page.getByLabel('The link for your friend').inputValue();
  await shot(host.page, `${game}-invite`);
  await guest.page.goto(link);
  await until(guest.page, () => (/** @type {any} */ (window)).peek?.shown);
  await until(host.page, () => /Confederate: here/.test(document.querySelector('.seats')?.textContent ?? ''));
  // Both set up, each on the own page, whoever is asked.
  const pages = { union: host.page, confederate: guest.page };
  for (let i = 0; i < 24; i++) {
    const actor = await until(host.page, () => (/** @type {any} */ (window)).peek.shown.actor.actor);
    if (!(actor in pages)) break;
    const page = pages[actor];
    await ready(page);
    if (!settingUp(await state(page))) break;
    const length = await setUpOnce(page);
    for (const p of Object.values(pages)) await until(p, (n) => (/** @type {any} */ (window)).peek.shown.length !== n, length);
  }
  await until(host.page, () => !(/** @type {any} */ (window)).peek.film.playing);
  await until(guest.page, () => !(/** @type {any} */ (window)).peek.film.playing);
  let secrets = 0;
  for (const [side, owner, other, lines] of [['union', host.page, guest.page, heard.guest], ['confederate', guest.page, host.page, heard.host]]) {
    const pieces = (page) => page.evaluate((whose) => (/** @type {any} */ (window)).peek.shown.view.pieces.filter((p) => p.side === whose && p.hex), side);
    const own = await pieces(owner);
    const seen = await pieces(other);
    const known = new Set(seen.filter((p) => p.type !== 'hidden').map((p) => p.id));
    const secret = own.filter((p) => !known.has(p.id) && p.type !== 'hidden');
    secrets += secret.length;
    if (!hidden) assert.equal(seen.length, own.length);
    const drawn = await other.evaluate(() => [...document.querySelectorAll('[data-piece]')].map((e) => e.getAttribute('data-piece')));
    for (const piece of secret) {
      assert.ok(!drawn.includes(piece.id), `${piece.id} is drawn on the other's page`);
      // On the line no face-down counter stands with its place.
      for (const text of lines) assert.ok(!new RegExp(`"hex":"${piece.hex}"[^{}]*"id":"${piece.id}"|"id":"${piece.id}"[^{}]*"hex":"${piece.hex}"`).test(text), `${piece.id} in ${piece.hex} went over the other's line`);
    }
  }
  assert.equal(secrets > 0, hidden, 'counters lie face down where the game has it so');
  // Whoever is not asked is offered nothing.
  const waiting = (await state(host.page)).asked === 'union' ? guest.page : host.page;
  if (!hidden) assert.equal(await waiting.locator('.counter.can').count(), 0);
  await shot(guest.page, `${game}-friend`);
  assert.deepEqual([...host.faults, ...guest.faults], []);
  said(`${title}: a friend joins by link; ${secrets} counters stay secret`);
  await host.close();
  await guest.close();
  await table.close();
}

/** Stacks, other ways, warnings, redo, standing help: in a game without secrets. */
export async function gestures(browser, said) {
  const table = await openTable();
  const { page, faults, close } = await open(browser, table, { warn: 'always' });
  await sit(page, table, 'Chancellorsville (1961)', { Confederate: 'computer:greedy' });
  await ready(page);
  await setUp(page);
  await play(page, actByMouse, async () => (await marchers(page, 1)).length > 0);

  // A stack: one in hand, one more with Shift, all with A; they march as one.
  const stacked = await page.evaluate(() => {
    const table = (/** @type {any} */ (window)).peek;
    const hexes = [...new Set(table.board.pieces.map((p) => p.hex).filter(Boolean))];
    const found = hexes.find((x) => table.movable(x).length > 1);
    return found && { hex: found, pieces: table.movable(found) };
  });
  assert.ok(stacked, 'there is a stack');
  const spot = await show(page, stacked.hex);
  await page.mouse.click(spot.x, spot.y);
  await until(page, () => (/** @type {any} */ (window)).peek.held !== null);
  await page.keyboard.down('Shift');
  await page.mouse.click(spot.x, spot.y);
  await page.keyboard.up('Shift');
  await until(page, () => (/** @type {any} */ (window)).peek.company.length === 1);
  await shot(page, 'stack');
  const company = await page.evaluate(() => { const t = (/** @type {any} */ (window)).peek; return [t.held, ...t.company]; });
  const stops = await until(page, () => { const t = (/** @type {any} */ (window)).peek; return t.choices.length > 0 && t.choices.filter((c) => c.target.kind === 'hex').map((c) => ({ hex: c.target.at, path: c.path })); });
  let { length } = await state(page);
  const stop = await nearest(page, { stops });
  const to = await onScreen(page, stop.hex);
  await page.mouse.click(to.x, to.y);
  await changed(page, length);
  await until(page, ({ ids, hex }) => ids.every((id) => (/** @type {any} */ (window)).peek.board.pieces.find((p) => p.id === id)?.hex === hex), { ids: company, hex: stop.hex });
  said('two counters of a stack march as one');

  // Undo and redo.
  length = (await state(page)).length;
  await page.keyboard.press('u');
  await changed(page, length);
  assert.equal(await where(page, company[0]), stacked.hex);
  await page.getByRole('button', { name: /Do again/ }).waitFor();
  length = (await state(page)).length;
  await page.keyboard.press('Shift+U');
  await changed(page, length);
  assert.equal(await where(page, company[0]), stop.hex);
  said('undo and redo');

  // Another way: Alt + click marks a hex that the march touches.
  const detour = await page.evaluate(async () => {
    const table = (/** @type {any} */ (window)).peek;
    for (const subject of table.shown.subjects.filter((x) => x.target.kind === 'piece' && table.visible(x.target))) {
      const from = table.board.pieces.find((p) => p.id === subject.target.at).hex;
      const choices = (await table.legal(subject)).filter((c) => c.target.kind === 'hex' && c.path?.[0] === from);
      for (const c of choices.filter((x) => x.path.length === 3)) {
        const other = choices.find((o) => o.path.length === 2 && o.target.at !== c.path[1] && table.board.neighbours(c.target.at).includes(o.target.at));
        if (!other) continue;
        const meant = await table.ask({ op: 'meant', pieces: [subject.target.at], via: [other.target.at], to: c.target.at }).catch(() => null);
        if (meant?.choice && meant.way.length === 3) return { piece: subject.target.at, from, by: other.target.at, to: c.target.at };
      }
    }
    return null;
  });
  assert.ok(detour, 'there is another way');
  await take(page, detour.piece, detour.from);
  const by = await onScreen(page, detour.by);
  await page.keyboard.down('Alt');
  await page.mouse.click(by.x, by.y);
  await page.keyboard.up('Alt');
  await until(page, () => (/** @type {any} */ (window)).peek.points.length === 1);
  const end = await onScreen(page, detour.to);
  await page.mouse.move(end.x, end.y);
  await page.locator('.way-point').waitFor({ state: 'attached' });
  await shot(page, 'waypoint');
  length = (await state(page)).length;
  await page.mouse.click(end.x, end.y);
  await changed(page, length);
  assert.equal(await where(page, detour.piece), detour.to);
  const told = await page.evaluate(() => (/** @type {any} */ (window)).peek.chairs.get((/** @type {any} */ (window)).peek.at).log.at(-1).told[0].hexes);
  assert.deepEqual(told, [detour.from, detour.by, detour.to], 'the march went the way that was shown');
  said('a march by another way');

  // Finishing warns of what is left; Esc goes back, F twice finishes.
  length = (await state(page)).length;
  await page.locator('.map').focus();
  await page.keyboard.press('f');
  await page.locator('.warning').waitFor();
  await accessible(page, 'the warning');
  await shot(page, 'warning');
  await page.keyboard.press('Escape');
  await page.locator('.warning').waitFor({ state: 'detached' });
  assert.equal((await state(page)).length, length);
  await page.keyboard.press('f');
  await page.locator('.warning').waitFor();
  await page.keyboard.press('f');
  await changed(page, length);
  said('finishing warns of what is left undone');

  // Hex, shades, counters away.
  await page.keyboard.press('1');
  await page.locator('.layer-zones .zone').first().waitFor({ state: 'attached' });
  await page.keyboard.press('h');
  await page.locator('.map.bare').waitFor();
  await page.keyboard.press('h');

  // Esc leads back to the map from the settings and from the search.
  const onTheMap = () => document.activeElement?.classList.contains('map');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.menu').waitFor({ state: 'detached' });
  assert.ok(await page.evaluate(onTheMap));
  await page.keyboard.press('r');
  await page.keyboard.type('fire');
  assert.equal(await page.getByRole('searchbox', { name: 'Search rules' }).inputValue(), 'fire');
  await page.keyboard.press('Escape');
  assert.ok(await page.evaluate(onTheMap));
  assert.deepEqual(faults, []);
  await close();
  await table.close();
}

/** The past: slider, steps, playing, and a new game from there; saves come back in; the battle's table. */
export async function past(browser, said) {
  const table = await openTable();
  const { page, faults, close } = await open(browser, table);
  await sit(page, table, 'Blue & Gray', { Confederate: 'computer:greedy' });
  await ready(page);
  const start = await page.evaluate(() => (/** @type {any} */ (window)).peek.board.pieces.map((p) => `${p.id} ${p.hex}`).join());
  for (let i = 0; i < 3; i++) assert.ok(await march(page));
  const middle = await page.evaluate(() => (/** @type {any} */ (window)).peek.board.pieces.map((p) => `${p.id} ${p.hex}`).join());
  await page.locator('.buttons button.primary').click();
  await play(page, actByMouse, (now) => now.turn > 1 || now.active === 'confederate');
  const now = await state(page);

  // Line of fire, where the game has guns.
  await page.keyboard.press('p');
  await page.locator('.replay').waitFor();
  await page.keyboard.press('Home');
  const seen = () => page.evaluate(() => (/** @type {any} */ (window)).peek.board.pieces.map((p) => `${p.id} ${p.hex}`).join());
  await until(page, (s) => (/** @type {any} */ (window)).peek.board.pieces.map((p) => `${p.id} ${p.hex}`).join() === s, start);
  for (let i = 0; i < 3; i++) {
    await page.keyboard.press('.');
    await until(page, (n) => (/** @type {any} */ (window)).peek.mode.past?.frame.step === n, i + 1);
  }
  await until(page, (s) => (/** @type {any} */ (window)).peek.board.pieces.map((p) => `${p.id} ${p.hex}`).join() === s, middle);
  assert.equal(await seen(), middle);
  await accessible(page, 'the replay');
  await shot(page, 'replay');
  await page.getByRole('button', { name: /Play \(Space\)/ }).click();
  await until(page, () => (/** @type {any} */ (window)).peek.replay.at > 8);
  await page.getByRole('button', { name: /Halt \(Space\)/ }).click();
  await page.locator('.replay input[type=range]').fill('3');
  await until(page, (s) => (/** @type {any} */ (window)).peek.board.pieces.map((p) => `${p.id} ${p.hex}`).join() === s, middle);
  said('the past: start, steps, playing, slider');

  // From there another game.
  const old = await page.evaluate(() => location.hash);
  await page.getByRole('button', { name: /Branch from here/ }).click();
  await page.locator('dialog[open]').waitFor();
  await accessible(page, 'the dialog of seats');
  await page.getByRole('button', { name: 'Branch', exact: true }).click();
  await until(page, (h) => location.hash !== h, old);
  await ready(page);
  assert.equal(await seen(), middle, 'the branch begins where it was cut');
  assert.equal((await state(page)).turn, 1);
  assert.ok(await march(page), 'and it can be played');
  said('a branch is a game of its own');
  // The old game is untouched.
  await page.goto(`${table.address}/${old}`);
  await page.reload();
  await ready(page);
  assert.equal((await state(page)).length, now.length);

  // A save goes out, comes in by the lobby, and can be replayed there.
  await page.getByRole('button', { name: 'Menu (?)' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save to a file' }).click()]);
  await page.goto(`${table.address}/#/`);
  await page.locator('.resume').first().waitFor();
  await page.setInputFiles('#save-file', await download.path());
  await page.getByRole('button', { name: 'Only replay it' }).click();
  await page.locator('.replay').waitFor();
  await until(page, (s) => (/** @type {any} */ (window)).peek.board.pieces.map((p) => `${p.id} ${p.hex}`).join() === s, start);
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await until(page, (n) => (/** @type {any} */ (window)).peek.shown.view.turn === n, now.turn);
  said('a save is loaded and replayed in the lobby');
  assert.deepEqual(faults, []);
  await close();
  await table.close();
}

/** A battle: odds, modifiers, all results, and those of a lower column. */
export async function battle(browser, said) {
  const table = await openTable();
  const { page, faults, close } = await open(browser, table);
  await sit(page, table, 'Blue & Gray', { Confederate: 'computer:greedy' });
  await ready(page);
  // Line of fire from a hex.
  await page.mouse.move(700, 500);
  await page.keyboard.press('v');
  await page.locator('.eye').waitFor({ state: 'attached' });
  await page.keyboard.press('v');
  await page.locator('.eye').waitFor({ state: 'detached' });
  await page.locator('.buttons button.primary').click();
  await play(page, actByMouse, async (now) => now.battle && (await page.locator('.dock .lower .column').count()) > 1 &&
    (await page.locator('.dock .rolled').count()) === 0, 90);
  const shown = () => page.locator('.results').innerText();
  const own = await shown();
  const faces = await page.locator('.results .faces').allInnerTexts();
  assert.equal(faces.join(' ').split(' ').length, 6, 'every face of the die has its result');
  await accessible(page, 'the battle');
  await shot(page, 'battle');
  assert.ok(!(await page.locator('.dock .lower .column').first().isVisible()), 'lower odds are folded away');
  await page.locator('.dock .lower summary').click();
  const columns = page.locator('.dock .lower .column');
  const { length } = await state(page);
  let other = own;
  for (let i = 1; i < (await columns.count()) && other === own; i++) {
    await columns.nth(i).click();
    other = await shown();
  }
  assert.notEqual(other, own, 'a lower column shows its own results');
  assert.equal((await state(page)).length, length, 'and nothing is fought by looking at it');
  await shot(page, 'battle-column');
  await columns.first().click();
  await page.locator('.dock .fights .primary').click();
  await changed(page, length);
  await page.locator('.dock .results .came').waitFor();
  assert.deepEqual(faults, []);
  said('a battle with all its results, and those of a lower column');
  await close();
  await table.close();
}

/** Loads a save in the lobby and goes on with the Union, against a quick computer if nobody else is named. */
export async function load(page, table, save, confederate = 'computer:greedy') {
  await page.goto(`${table.address}/#/`);
  await page.locator('.card').first().waitFor();
  await page.setInputFiles('#save-file', { name: 'save.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(save)) });
  await field(page.locator('dialog[open]'), 'Confederate').selectOption(confederate);
  await page.getByRole('button', { name: 'Go on playing' }).click();
  await ready(page);
}

/** An attack put together counter by counter; and a question answered once for all. */
export async function orders(browser, said) {
  const table = await openTable();
  const { page, faults, close } = await open(browser, table);
  await load(page, table, await reach('chancellorsville-1974', /^Union: choose units and the enemy hex they attack\./, 6));
  const hexes = await page.evaluate(() => (/** @type {any} */ (window)).peek.shown.subjects.filter((x) => x.target.kind === 'hex').map((x) => x.target.at));
  let able = [];
  for (const hex of hexes) {
    const spot = await showAny(page, [hex]);
    await page.mouse.click(spot.x, spot.y);
    able = await until(page, () => { const t = (/** @type {any} */ (window)).peek; return t.confirm && t.mode.able; }, null, 5000).catch(() => []);
    if (able.length > 1) break;
    await page.keyboard.press('Escape');
  }
  assert.ok(able.length > 1, 'an attack with several counters can be put together');
  await accessible(page, 'an attack put together');
  await shot(page, 'roster');
  const { length } = await state(page);
  const odds = () => page.locator('.dock .versus').innerText();
  const all = await odds();
  await page.locator('.roster .taker').first().click();
  await until(page, (was) => /** @type {HTMLElement} */ (document.querySelector('.dock .versus')).innerText !== was || document.querySelector('.toast.on.no'), all);
  const less = await odds();
  await page.locator('.roster .taker').first().click();
  if (less !== all) await until(page, (was) => /** @type {HTMLElement} */ (document.querySelector('.dock .versus')).innerText === was, all);
  assert.equal((await state(page)).length, length, 'no die has fallen yet');
  await page.locator('.dock .fights .primary').click();
  await changed(page, length);
  said('an attack put together counter by counter, with its odds');

  await load(page, table, await reach('chancellorsville-1974', /^Union: you may destroy bridges and boats/));
  await page.getByLabel('Always answer so').check();
  const asked = await state(page);
  await page.evaluate(() => {
    const noticed = (/** @type {any} */ (window).noticed = []);
    (/** @type {any} */ (window)).peek.store.subscribe((now, before) => { if (now.notice && now.notice !== before.notice) noticed.push(now.notice.text); });
  });
  await page.getByRole('button', { name: /Destroy nothing more/ }).click();
  await changed(page, asked.length);
  const questions = [];
  await play(page, actByMouse, async (now) => {
    questions.push(now.prompt);
    return now.turn > asked.turn + 1 || (await page.evaluate(() => (/** @type {any} */ (window)).noticed.some((n) => /as ordered/.test(n))));
  }, 120);
  assert.ok(await page.evaluate(() => (/** @type {any} */ (window)).noticed.some((n) => /as ordered/.test(n))), 'the answer was given as ordered');
  await page.getByRole('button', { name: 'Menu (?)' }).click();
  await page.locator('.orders li').first().waitFor();
  assert.ok(await page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem('longroll-orders') ?? '{}')).every((desk) => desk.endsWith('/union'))), 'an order is of one side only');
  await page.locator('.orders li button').first().click();
  await page.locator('.orders li').first().waitFor({ state: 'detached' });
  assert.deepEqual(faults, []);
  said('a question answered once for all, and the order withdrawn');
  await close();
  await table.close();
}

/** A computer that takes its time is seen to think, and moves when it is told to. */
export async function thinking(browser, said) {
  const table = await openTable();
  const { page, faults, close } = await open(browser, table);
  await sit(page, table, 'Blue & Gray', { Confederate: 'computer:general' });
  await ready(page);
  await page.locator('.buttons button.primary').click();
  const begun = Date.now();
  const past_combat = play(page, actByMouse, (now) => now.turn > 1, 60).catch(() => {});
  await page.locator('.thinking').waitFor({ timeout: 60_000 });
  await shot(page, 'thinking');
  await page.getByRole('button', { name: 'Move now' }).click();
  const { length } = await state(page);
  await until(page, (n) => (/** @type {any} */ (window)).peek.shown.length !== n, length, 20_000);
  said(`the general thinks, and moves when told to, ${((Date.now() - begun) / 1000).toFixed(1)} s after the phase`);
  void past_combat;
  assert.deepEqual(faults, []);
  await close();
  await table.close();
}

/** Two computers play, somebody looks on. */
export async function lookOn(browser, said) {
  const table = await openTable();
  const { page, faults, close } = await open(browser, table, { speed: 4 });
  await page.goto(table.address);
  await page.getByRole('button', { name: 'Watch two computers play Blue & Gray', exact: true }).last().click();
  const length = await until(page, () => (/** @type {any} */ (window)).peek?.shown?.length);
  await until(page, (n) => (/** @type {any} */ (window)).peek.shown.length > n + 3, length, 60_000);
  assert.equal(await page.locator('.counter.can').count(), 0, 'a spectator is offered nothing');
  await page.keyboard.press('s');
  await shot(page, 'look-on');
  assert.deepEqual(faults, []);
  said('two computers play, and one can look on');
  await close();
  await table.close();
}
