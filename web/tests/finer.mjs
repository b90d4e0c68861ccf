// Scenes of what is easily got wrong: fingers, a replay while things go on, links to seats, decisions that nobody takes back.

import assert from 'node:assert/strict';
import { setUp, sit } from './games.mjs';
import { actByMouse, changed, marchers, play, ready, show, state, until } from './hand.mjs';
import { openTable, prepare, reach } from './house.mjs';
import { load, open, shot } from './scenes.mjs';

/** A game with secrets is shown before it is over: a link holds what its seat sees, and nothing else; what is no such link is refused. */
export async function view(browser, said) {
  const table = await openTable();
  const { page, faults, close } = await open(browser, table, {}, { permissions: ['clipboard-read', 'clipboard-write'] });
  await load(page, table, await reach('chancellorsville-1974', /^Union: choose units and the enemy hex they attack\./));
  await ready(page);
  const seen = (p) => p.evaluate(() => {
    const { news } = (/** @type {any} */ (window)).longroll.store.state;
    return news.view.pieces.map((piece) => [piece.id, piece.side, piece.hex ?? null, piece.strengths ?? null]);
  });
  const own = await seen(page);
  assert.ok(own.some(([, side]) => side === 'confederate') && own.some(([, side]) => side === 'union'));
  await page.getByRole('button', { name: 'Menu (?)' }).click();
  await page.getByRole('button', { name: 'Share this view' }).click();
  await page.getByText('what you see now is in it, and nothing else').first().waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const guest = await open(browser, table);
  await guest.page.goto(link);
  await until(guest.page, () => (/** @type {any} */ (window)).longroll?.store.state.news);
  assert.deepEqual(await seen(guest.page), own);
  await guest.page.getByText('a view that somebody shared').first().waitFor();
  assert.equal(await guest.page.evaluate(() => (/** @type {any} */ (window)).longroll.store.state.seat), 'spectator');
  assert.ok(await guest.page.locator('.map').first().isVisible());
  await shot(guest.page, 'shared-view');
  const { table: id, keys } = await page.evaluate(() => { const { table, keys } = (/** @type {any} */ (window)).peek; return { table, keys }; });
  const told = JSON.stringify(await guest.page.evaluate(() => (/** @type {any} */ (window)).longroll.store.state));
  for (const secret of [id, ...Object.values(keys)]) assert.ok(!told.includes(secret), 'whoever has the view has no way to the table');
  for (const bad of ['', 'AAAA', 'A'.repeat(250_000), '%3Cscript%3E', link.split('/view/')[1].slice(0, 300)]) {
    await guest.page.goto(`${table.address}/#/view/${bad}`);
    await guest.page.getByText('holds no view').first().waitFor();
    await guest.page.goto(`${table.address}/#/`);
    await guest.page.getByText('holds no view').first().waitFor({ state: 'detached' });
  }
  assert.deepEqual([...faults, ...guest.faults], []);
  said(`a link of ${Math.ceil(link.length / 1000)} KB shows what one side sees`);
  await close();
  await guest.close();
  await table.close();
}

/** What the table knows of itself. */
const hand = (page) => page.evaluate(() => {
  const t = (/** @type {any} */ (window)).peek;
  return { held: t.held, length: t.shown.length, card: t.state.menu !== null || t.inspected !== null, carried: t.carried !== null, k: t.board.k };
});

/** Fingers on a phone: they take, ask, carry and spread, and none does what another meant. */
export async function touch(browser, said) {
  const table = await openTable();
  const { page, faults, close } = await open(browser, table, {}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await sit(page, table, 'Blue & Gray', { Confederate: 'me' });
  await ready(page);
  assert.ok((await hand(page)).k >= 0.6, 'the map opens close enough to read');
  const line = await page.context().newCDPSession(page);
  const fingers = (type, ...points) => line.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  const [mover, other] = await marchers(page, 6).then((all) => [all[0], all.find((m) => m.hex !== all[0].hex)]);

  // A finger that rests asks what lies there, and takes nothing.
  const own = await show(page, mover.hex);
  await fingers('touchStart', own);
  await until(page, () => (/** @type {any} */ (window)).peek.state.menu?.kind === 'hex');
  await fingers('touchEnd');
  assert.deepEqual(await hand(page).then(({ held, card }) => ({ held, card })), { held: null, card: true }, 'what was asked for stays, and nothing is in hand');
  await shot(page, 'touch-press');

  // So does a tap on what cannot act.
  const enemy = await page.evaluate(() => (/** @type {any} */ (window)).peek.board.pieces.find((p) => p.side === 'confederate' && p.hex && (/** @type {any} */ (window)).peek.board.hexes.has(p.hex)).hex);
  const foe = await show(page, enemy);
  await page.touchscreen.tap(foe.x, foe.y);
  await until(page, (hex) => { const t = (/** @type {any} */ (window)).peek; return t.inspected?.hex === hex; }, enemy);
  await shot(page, 'touch-card');
  said('a finger that rests, and a tap on what cannot act, tell what lies there');

  // Taking a counter does not move the map under the finger.
  const spot = await show(page, other.hex);
  await page.touchscreen.tap(spot.x, spot.y);
  await until(page, () => (/** @type {any} */ (window)).peek.held !== null && (/** @type {any} */ (window)).peek.choices.length > 0);
  await until(page, () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))));
  const after = await page.evaluate((hex) => (/** @type {any} */ (window)).peek.board.onScreen(hex), other.hex);
  assert.ok(Math.hypot(after.x - spot.x, after.y - spot.y) < 1, 'the map stays where it is');
  await shot(page, 'touch-held');

  // Two fingers on lit hexes march nothing; a second finger that is lifted drops nothing.
  const held = await hand(page);
  const lit = await page.evaluate(() => {
    const t = (/** @type {any} */ (window)).peek;
    return t.choices.filter((c) => c.target.kind === 'hex').map((c) => ({ hex: c.target.at, ...t.board.onScreen(c.target.at) })).filter(({ x, y }) => { const under = document.elementFromPoint(x, y); return under?.closest('.map') && !under.closest('.counter'); });
  });
  const [a, z] = [{ x: lit[0].x, y: lit[0].y, id: 1 }, { x: lit.at(-1).x, y: lit.at(-1).y, id: 2 }];
  await fingers('touchStart', a);
  await fingers('touchStart', a, z);
  await fingers('touchMove', a);
  await fingers('touchEnd');
  assert.equal((await hand(page)).length, held.length, 'two fingers march nothing');
  const from = { ...after, id: 1 };
  await fingers('touchStart', from);
  for (const part of [0.3, 0.6, 1]) await fingers('touchMove', { x: from.x + (a.x - from.x) * part, y: from.y + (a.y - from.y) * part, id: 1 });
  assert.ok((await hand(page)).carried, 'a finger carries what is in hand');
  await page.evaluate(({ x, y }) => {
    for (const type of ['pointerdown', 'pointerup']) document.querySelector('.map')?.dispatchEvent(new PointerEvent(type, { pointerId: 77, pointerType: 'touch', clientX: x, clientY: y, bubbles: true }));
  }, z);
  assert.ok((await hand(page)).carried, 'the other finger drops nothing');
  await fingers('touchEnd');
  await changed(page, held.length);
  assert.equal(await page.evaluate((id) => (/** @type {any} */ (window)).peek.board.pieces.find((p) => p.id === id).hex, held.held), lit[0].hex, 'the finger that carries drops');
  assert.deepEqual(faults, []);
  said('two fingers march nothing, and only the finger that carries drops');
  await close();
  await table.close();
}

/** A replay shows the step that it names, whatever goes on meanwhile; and the film can be asked what lies there. */
export async function reel(browser, said) {
  let table = await openTable();
  const { page, faults, close } = await open(browser, table, { speed: 1 });
  await sit(page, table, 'Blue & Gray', { Union: 'computer:greedy', Confederate: 'computer:greedy' });
  await until(page, () => (/** @type {any} */ (window)).peek?.film.playing && (/** @type {any} */ (window)).peek.film.queue.length > 5);
  await page.evaluate(() => {
    /** @type {any} */ (window).told = 0;
    (/** @type {any} */ (window)).peek.store.subscribe((now, before) => { if (now.inspected && now.inspected !== before.inspected) /** @type {any} */ (window).told += 1; });
  });
  await page.mouse.click(600, 400);
  assert.equal(await page.evaluate(() => (/** @type {any} */ (window)).told), 1);
  // The map may glide away under the mouse: then it points anew.
  for (let i = 0; i < 20 && !(await until(page, () => (/** @type {any} */ (window)).told > 1, null, 900).catch(() => false)); i++) await page.mouse.move(600 + 9 * i, 440);
  assert.ok(await page.evaluate(() => (/** @type {any} */ (window)).told > 1), 'pointing tells, too');
  said('the film lets itself be asked what lies there');
  assert.ok(await page.evaluate(() => (/** @type {any} */ (window)).peek.film.playing));
  await page.evaluate(() => (/** @type {any} */ (window)).peek.replay.open({ step: 0 }));
  const asNamed = () => page.evaluate(() => { const t = (/** @type {any} */ (window)).peek; return t.replay.on && t.mode.past?.frame.step === 0 && JSON.stringify(t.board.pieces) === JSON.stringify(t.past.pieces) && /start of the game/i.test(document.querySelector('.prompt')?.textContent ?? ''); });
  await until(page, () => !(/** @type {any} */ (window)).peek.film.playing);
  assert.ok(await asNamed(), 'the film has ended, and the replay shows its step');
  await table.kill();
  await page.locator('.line-state.broken').waitFor();
  table = await table.again();
  await page.locator('.line-state.broken').waitFor({ state: 'hidden' });
  await until(page, () => new Promise((done) => setTimeout(() => done(true), 300)));
  assert.ok(await asNamed(), 'the line has come back, and the replay shows its step');
  for (const key of ['.', '.', '.', 'Home']) await page.keyboard.press(key);
  await until(page, () => new Promise((done) => setTimeout(() => done(true), 1200)));
  assert.ok(await asNamed(), 'a march that was not waited for changes nothing');
  await page.keyboard.press('Escape');
  await until(page, () => { const t = (/** @type {any} */ (window)).peek; return t.past === null && t.board.pieces === t.shown.view.pieces; });
  const twice = await page.evaluate(() => { const { log } = (/** @type {any} */ (window)).peek.state; return log.length - new Set(log.map((e) => e.entry)).size; });
  assert.equal(twice, 0, 'the log tells nothing twice');
  said('a replay shows its step while the film runs and while the line breaks');

  // Whoever has left a replay is not led back to it.
  const hash = await page.evaluate(() => location.hash);
  await page.goto(`${table.address}/${hash}/replay`);
  await page.locator('.replay').waitFor();
  await page.getByRole('button', { name: 'Back to the game' }).click();
  assert.equal(await page.evaluate(() => location.hash), hash);
  assert.deepEqual(faults, []);
  await close();
  await table.close();
}

/** A link leads to its seat, whatever other keys the browser holds. */
export async function links(browser, said) {
  const table = await openTable();
  const host = await open(browser, table);
  await sit(host.page, table, 'Blue & Gray', { Union: 'me', Confederate: 'friend' });
  const at = (page) => until(page, () => (/** @type {any} */ (window)).peek?.shown && (/** @type {any} */ (window)).peek.at);
  assert.equal(await at(host.page), 'union');
  const { id, keys } = await host.page.evaluate(() => { const t = (/** @type {any} */ (window)).peek; return { id: t.table, keys: t.keys }; });
  const link = (seat) => `${table.address}/#/join/${id}/${seat}/${keys[seat]}`;
  assert.equal(keys.confederate, undefined, 'the maker does not hold the key of his friend');
  const shown = () => host.page.getByLabel('The link for your friend').inputValue();
  const void_ = await shown();
  await host.page.getByRole('button', { name: 'Another link' }).click();
  await until(host.page, (old) => (/** @type {any} */ (document.querySelector('.invite input')))?.value !== old, void_);
  const invitation = await shown();
  const second = await host.page.context().newPage();
  await prepare(second);
  await second.goto(invitation);
  assert.equal(await at(second), 'union', 'the maker tries the link, and claims nothing');
  const guest = await open(browser, table);
  for (const [place, seat] of [[invitation, 'confederate'], [link('spectator'), 'spectator'], [invitation, 'confederate']]) {
    await guest.page.goto(place);
    await until(guest.page, (s) => (/** @type {any} */ (window)).peek?.shown && (/** @type {any} */ (window)).peek.at === s, seat);
  }
  await guest.page.reload();
  assert.equal(await at(guest.page), 'confederate', 'a reload keeps the seat');
  const late = await open(browser, table);
  for (const old of [invitation, void_]) {
    await late.page.goto(old);
    await late.page.getByRole('alert').filter({ hasText: 'claimed already' }).waitFor();
    await late.page.goto('about:blank');
  }
  await late.close();
  await guest.page.goto(`${table.address}/#/`);
  await guest.page.locator('.resume-list summary').click();
  await guest.page.locator('.resume').click();
  assert.equal(await at(guest.page), 'confederate', 'from the lobby a guest sits where the key fits');
  // Whoever made the table deletes it, for both.
  await host.page.goto(`${table.address}/#/`);
  await host.page.locator('.resume-list summary').click();
  await host.page.getByRole('button', { name: /off this list/ }).click();
  await host.page.getByRole('button', { name: 'Delete the table' }).click();
  await until(guest.page, () => /cannot be opened/.test(document.querySelector('.prompt')?.textContent ?? ''));
  assert.deepEqual([...host.faults, ...guest.faults].filter((fault) => !/400/.test(fault)), []);
  said('links lead to their seats, once; a table is deleted');
  await host.close();
  await guest.close();
  await table.close();
}

/** Chits that could still be played are told before a decision that nobody takes back. */
export async function leftUndone(browser, said) {
  const table = await openTable();
  const { page, faults, close } = await open(browser, table, { warn: 'always' });
  await sit(page, table, 'Give Us Victories', { Confederate: 'computer:greedy' });
  await setUp(page);
  const told = /** @type {[RegExp, RegExp][]} */ ([
    [/^Choose in secret the formations/, /things? could still be chosen/], [/is drawn: choose the hex to command from/, /^Pass\?$/],
  ]);
  for (const [asked, warns] of told) {
    await play(page, actByMouse, (now) => asked.test(now.prompt), 60, ['activate']);
    const { length } = await state(page);
    await page.keyboard.press('f');
    await page.locator('.warning').getByText(warns).waitFor();
    assert.equal((await state(page)).length, length, 'nothing is done yet');
    await shot(page, 'left-undone');
    await page.keyboard.press('Escape');
  }
  said('chits left over are told before the decision');

  // A question that is answered on the map can be answered with a button, too.
  await load(page, table, await reach('give-us-victories', /make breastworks\?$/), 'me');
  await page.locator('.curtain .primary').click();
  await ready(page);
  const { length } = await state(page);
  await page.getByRole('button', { name: /^Breastworks in/ }).click();
  await until(page, (n) => (/** @type {any} */ (window)).peek.shown.length !== n || !(/** @type {any} */ (window)).peek.curtain.hidden, length);
  assert.deepEqual(faults, []);
  said('a question has a button for each answer');
  await close();
  await table.close();
}
