// Where people who had never seen the program stumbled, so that nobody stumbles there again.

import assert from 'node:assert/strict';
import { actByMouse, changed, onScreen, play, ready, show, state } from './hand.mjs';
import { openTable } from './house.mjs';
import { load, open } from './scenes.mjs';

/** A brigade between two enemies, whom it must attack together. */
const BETWEEN = { game: 'blue-gray', scenario: 'chattanooga', turn: 2, phase: 'combat', active: 'union',
  units: [{ id: '1/2/XV', hex: '1909' }, { id: 'Liddell', hex: '2008' }, { id: 'Vaughan', hex: '2009' }] };

/** Sits down by the big button of a card, as a newcomer does. */
async function sitAtOnce(page, table, title) {
  await page.goto(`${table.address}/#/`);
  await page.getByRole('button', { name: `Play ${title}`, exact: true }).click();
  await ready(page);
}

/** "I chose the enemy and the attacker, and there is no button": the dock and the prompt say what is missing. */
async function together(page, table) {
  /** @type {string[]} */
  const sent = [];
  page.on('websocket', (line) => line.on('framesent', ({ payload }) => sent.push(String(payload))));
  await load(page, table, BETWEEN);
  for (const hex of ['2008', '1909']) {
    const { length } = await state(page);
    const spot = await onScreen(page, hex);
    sent.length = 0;
    await page.mouse.click(spot.x, spot.y);
    await changed(page, length);
    assert.equal(sent.length, 1, `one click, one request: ${sent}`);
  }
  assert.match(await page.locator('.prompt').innerText(), /attack him as well/i);
  const too = page.locator('.dock .wider button');
  assert.equal(await too.count(), 1);
  assert.equal(await page.locator('.dock .fights .primary').count(), 0);
  const { length } = await state(page);
  await too.click();
  await changed(page, length);
  await page.locator('.dock .fights .primary').waitFor();
}

/** "I cannot read what is in this stack": spread, its counters are large enough at any distance, and wholly in the window. */
async function spread(page, table, title) {
  await sitAtOnce(page, table, title);
  await play(page, actByMouse, async () => (await page.locator('.layer-stacks .count').count()) > 0, 20);
  await page.keyboard.press('0');
  const hex = await page.evaluate(() => {
    const { board } = (/** @type {any} */ (window)).peek;
    const stacks = [...board.hexes.keys()].filter((name) => board.stack(name).length > 2 && board.stack(name)[0].type !== 'hidden');
    return stacks.sort((a, b) => board.stack(b).length - board.stack(a).length)[0];
  });
  assert.ok(hex, 'there is a stack');
  const boxes = await page.evaluate((name) => {
    const { board } = (/** @type {any} */ (window)).peek;
    board.fan(name);
    const box = (/** @type {Element} */ e) => {
      const b = e.getBoundingClientRect();
      return { x: b.x, y: b.y, right: b.right, bottom: b.bottom };
    };
    return { map: box(board.element), counters: [...document.querySelectorAll('.layer-fan .counter')].map(box) };
  }, hex);
  assert.ok(boxes.counters.length > 2);
  for (const b of boxes.counters) {
    assert.ok(b.right - b.x >= 36, `a counter of a spread stack is ${b.right - b.x} points wide`);
    const inside = b.x >= boxes.map.x && b.y >= boxes.map.y && b.right <= boxes.map.right && b.bottom <= boxes.map.bottom;
    assert.ok(inside, 'it lies in the window');
  }
}

/** "I pressed the card, and it was not chosen": where there are several ways, it asks for one. */
async function ways(page, table, title) {
  await sitAtOnce(page, table, title);
  const card = page.locator('.dock .playing-card').first();
  await card.click();
  await page.locator('.dock .others b', { hasText: 'which way?' }).waitFor();
  const { length } = await state(page);
  await page.locator('.dock .others .primary').click();
  await changed(page, length);
  await page.locator(".dock .playing-card.picked[aria-pressed='true']").waitFor();
}

/** "Which of them is Anderson?": a card lights its units, and a unit means its card, to take it and to let go of it. */
async function formations(page, table, title) {
  await sitAtOnce(page, table, title);
  const card = page.locator('.dock .playing-card', { has: page.locator('.formation-badge') }).first();
  await card.hover();
  await page.locator('.layer-stacks .counter.held').first().waitFor({ state: 'attached' });
  const hex = await page.evaluate(() => {
    const { state, board } = (/** @type {any} */ (window)).peek;
    const { formation } = state.news.subjects.find((x) => x.formation);
    const inside = (name) => board.stack(name)[0]?.formation === formation && board.stack(name)[0].side === state.seat;
    return [...board.hexes.keys()].find(inside);
  });
  const tap = async () => { const spot = await show(page, hex); await page.mouse.click(spot.x, spot.y); };
  await tap();
  await page.locator(".dock .playing-card[aria-pressed='true']").waitFor();
  const { length } = await state(page);
  await page.locator('.dock .others .primary').click();
  await changed(page, length);
  await page.locator('.dock .playing-card.picked').waitFor();
  await tap();
  await page.locator('.dock .playing-card.picked').waitFor({ state: 'detached' });
}

/** "What do the numbers mean?": whoever rests on a counter is told, each with its word. */
async function numbers(page) {
  const told = await page.evaluate(() => {
    const { state, board } = (/** @type {any} */ (window)).peek;
    const unit = board.pieces.find((p) => p.hex && p.type === 'infantry' && board.hexes.has(p.hex));
    return { label: document.querySelector(`.layer-stacks [data-piece="${CSS.escape(unit.id)}"]`)?.getAttribute('aria-label'),
      words: state.handout.numbers };
  });
  assert.ok(told.words.length > 1);
  for (const word of told.words) assert.ok(told.label.includes(`${word} `), `${word} in ${told.label}`);
}

/** "I am asked about a hex, and the map shows another county": what is framed stays in sight, whatever the film was gliding to. */
async function framed(page) {
  const seen = await page.evaluate(async () => {
    const { board } = (/** @type {any} */ (window)).peek;
    const far = (/** @type {(h: any) => number} */ way) => [...board.hexes.values()].sort((a, b) => way(a) - way(b))[0].hex;
    const [here, there] = [far((h) => h.x + h.y), far((h) => -h.x - h.y)];
    board.frame([there], [there]);
    board.zoom(1.8);
    board.reveal([here]);
    board.frame([there], [there]);
    await new Promise((done) => setTimeout(done, 700));
    return board.anyInSight([there]);
  });
  assert.ok(seen, 'what was framed is in sight');
}

/** "I clicked a brigade to look at it, and it broke up": whoever can only be exchanged is taken in hand, and a button does it. */
async function whole(page, table, title) {
  await sitAtOnce(page, table, title);
  await play(page, actByMouse, async () => page.evaluate(() => (/** @type {any} */ (window)).peek.shown.subjects
    .some((x) => x.role === 'form' && (/** @type {any} */ (window)).peek.visible(x.target))), 20);
  const hex = await page.evaluate(() => {
    const { shown, board, visible } = (/** @type {any} */ (window)).peek;
    const able = shown.subjects.filter((x) => x.role === 'form' && visible(x.target)).map((x) => x.target.at);
    return board.pieces.find((p) => able.includes(p.id) && board.stack(p.hex)[0].id === p.id)?.hex;
  });
  assert.ok(hex, 'somebody on top of a stack can only be exchanged');
  const { length } = await state(page);
  const spot = await show(page, hex);
  await page.mouse.click(spot.x, spot.y);
  await page.locator('.dock .others button').first().waitFor();
  assert.equal((await state(page)).length, length, 'nothing is done yet');
  await page.locator('.dock .others button').last().click();
  await changed(page, length);
}

/** @param {any} browser @param {(text: string) => void} said */
export async function strangers(browser, said) {
  const table = await openTable();
  const { page, faults, close } = await open(browser, table, {}, { viewport: { width: 1280, height: 800 } });
  await page.goto(`${table.address}/#/`);
  await page.locator('.card').nth(4).waitFor();
  const pictures = await page.evaluate(() => [...document.querySelectorAll('.card img')]
    .map((i) => (/** @type {HTMLImageElement} */ (i)).src));
  assert.equal(new Set(pictures).size, 5, 'each game has a picture of its own');
  // A page with two scrollers shows an empty window to whoever jumps to its end.
  assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight));
  await together(page, table);
  said('who must be attacked together: said, and one click away');
  await spread(page, table, 'Bull Run');
  await numbers(page);
  said('a spread stack can be read, and numbers have words');
  await framed(page);
  said('what is framed stays in sight');
  await whole(page, table, 'Bull Run');
  said('a click on a brigade does not break it up');
  await ways(page, table, 'Give Us Victories');
  said('a card that can be played in several ways asks which');
  await formations(page, table, 'Give Us Victories');
  said('a card of a formation lights its units, and they stand for it');
  assert.deepEqual(faults, []);
  await close();
  await table.close();
}
