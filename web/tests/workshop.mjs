// The workshop as a stranger uses it: a title of ten hexes from nothing, with everything that a battle needs; played to its end against the
// computer, passed on to another table, where the same game goes on from the same save; removed and brought back.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { saved } from './anywhere.mjs';
import { drag } from './games.mjs';
import { actByMouse, play, ready, state, until } from './hand.mjs';
import { accessible, openTable } from './house.mjs';
import { open, shot } from './scenes.mjs';

/** Where a hex lies on the screen, or the middle of the side between two. */
async function spot(page, hex, across = undefined) {
  const middle = async (name) => {
    const box = await page.locator(`.bench-map polygon[data-hex="${name}"]`).boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const a = await middle(hex);
  if (!across) return a;
  const b = await middle(across);
  // A little on this side of the middle: that is the hex it is pointed from.
  return { x: a.x + (b.x - a.x) * 0.45, y: a.y + (b.y - a.y) * 0.45 };
}

/** The files of the title, as they lie on the disk. */
let folder = '';
const text = (name) => readFileSync(join(folder, name), 'utf8');
async function inFile(page, [name, wanted]) {
  for (let i = 0; i < 300; i++) {
    if (existsSync(join(folder, name)) && wanted.test(text(name))) return;
    await page.waitForTimeout(50);
  }
  assert.match(text(name), wanted);
}

/** Points at a hex or a hexside, and waits until the file says so. */
async function pointAt(page, says, hex, across = undefined) {
  const { x, y } = await spot(page, hex, across);
  await page.mouse.click(x, y);
  await until(page, () => document.querySelector('.error') === null);
  await inFile(page, says);
}

const choose = (page, tool) => page.getByRole('radio', { name: tool, exact: true }).click();
const tab = (page, name) => page.getByRole('tab', { name }).click();

/** Writes into a field and leaves it. */
async function enter(page, label, value) {
  const field = page.getByLabel(label, { exact: true });
  if (await field.evaluate((e) => e.tagName === 'SELECT')) await field.selectOption(value);
  else if (await field.evaluate((e) => /** @type {HTMLInputElement} */ (e).type === 'checkbox')) await field.check();
  else {
    await field.fill(value);
    await field.blur();
  }
}

/** Fills a field of hexes by pointing at the map. */
async function point(page, label, ...hexes) {
  await page.getByLabel(label, { exact: true }).focus();
  for (const hex of hexes) {
    const { x, y } = await spot(page, hex);
    await page.mouse.click(x, y);
  }
  assert.equal(await page.getByLabel(label, { exact: true }).inputValue(), hexes.join(' '));
}

/** Fills in a form of the page of rules; a value in a list is pointed at on the map. */
async function fillIn(page, section, title, fields, says) {
  const form = page.locator(`[data-section="${section}"]`);
  if (!(await form.evaluate((e) => /** @type {HTMLDetailsElement} */ (e).open))) await form.locator('summary').click();
  await form.getByRole('button', { name: /Add one|Another one/ }).click();
  for (const [label, value] of Object.entries(fields)) {
    if (Array.isArray(value)) await point(page, `${label} of new ${title}`, ...value);
    else await enter(page, `${label} of new ${title}`, value);
  }
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await inFile(page, says);
}

async function counter(page, name, fields) {
  await enter(page, 'Name of the new counter', name);
  for (const [label, value] of Object.entries(fields)) await enter(page, `${label} of the new counter`, value);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await inFile(page, ['title.toml', new RegExp(`name = "${name}"`)]);
}

/** A new title of ten hexes, and its ground. */
async function ground(page, table) {
  await page.goto(table.address);
  await page.getByRole('link', { name: 'Workshop' }).click();
  await page.getByLabel('Its name').fill('Ten hexes');
  await page.getByLabel('Columns').fill('5');
  await page.getByLabel('Rows').fill('2');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('.bench-map polygon').nth(9).waitFor();
  assert.equal(await page.locator('.bench-map polygon').count(), 10);
  assert.equal(await page.getByRole('button', { name: 'Play it' }).isDisabled(), true, 'an empty title cannot be played');
  await choose(page, 'Forest');
  await pointAt(page, ['board.toml', /forest = \["0202"\]/], '0202');
  await choose(page, 'Town');
  await pointAt(page, ['board.toml', /town = \["0401"\]/], '0401');
  await choose(page, 'Creek');
  await pointAt(page, ['board.toml', /hexsides = \["0301\/0401"\]/], '0301', '0401');
  await pointAt(page, ['board.toml', /"0301\/0401", "0302\/0401"\]/], '0302', '0401');
  await pointAt(page, ['board.toml', /"0302\/0401", "0302\/0402"\]/], '0302', '0402');
  await choose(page, 'Bridge');
  await pointAt(page, ['board.toml', /kind = "bridge"/], '0302', '0401');
  await choose(page, 'Slope');
  await pointAt(page, ['board.toml', /0102 = \["0101"\]/], '0102', '0101');
  await choose(page, 'Road');
  for (const [i, hex] of ['0101', '0201', '0302', '0401', '0501'].entries()) {
    await pointAt(page, ['board.toml', new RegExp(`class = "road"\nhexes = \\[(?:"\\d+", ){${i}}"${hex}"\\]`)], hex);
  }
  // A road is not taken away in its middle: that is refused in words, and nothing is changed.
  const before = text('board.toml');
  await page.mouse.click(...Object.values(await spot(page, '0302')));
  await page.locator('.error').waitFor();
  assert.match(await page.locator('.error').innerText(), /not neighbours|runs there/);
  assert.equal(text('board.toml'), before);
  // Undo, and again.
  await page.getByRole('button', { name: 'Undo' }).click();
  await inFile(page, ['board.toml', /"0302", "0401"\]/]);
  await page.getByRole('button', { name: 'Redo' }).click();
  await inFile(page, ['board.toml', /"0401", "0501"\]/]);
}

/** Two counters a side and one that comes later; set up by dragging. */
async function armies(page) {
  await tab(page, 'Counters');
  await counter(page, 'Adams', { Strength: '6' });
  await counter(page, 'Baker', { Strength: '4' });
  await counter(page, 'Young', { Side: 'confederate', Strength: '4' });
  await counter(page, 'Zeb', { Strength: '3', Group: 'late' });
  await page.getByText('Paste from a spreadsheet').click();
  await page.getByLabel('Rows of counters').fill('id\tside\tname\ttype\tstrength\tstart\nX\tconfederate\tXavier\tinfantry\t4\t0501\n');
  await page.getByRole('button', { name: 'Take them over' }).click();
  await inFile(page, ['title.toml', /id = "X"[^[]*start = "0501"/]);
  // Whoever points at the map on this page draws nothing.
  const before = text('board.toml');
  await page.mouse.click(...Object.values(await spot(page, '0302')));
  // They have no place yet: that is told, with the way to the table and to the line.
  const fault = page.locator('.faults li', { hasText: 'has no place' }).first();
  assert.match(await fault.innerText(), /title\.toml, line \d+/);
  await tab(page, 'Rules');
  await fault.getByRole('button', { name: 'Show it' }).click();
  await page.getByLabel('Strength of Adams', { exact: true }).waitFor();
  await fault.getByRole('button', { name: /line/ }).click();
  await until(page, () => /id = "/.test(String(getSelection())) || (document.activeElement instanceof HTMLTextAreaElement
    && document.activeElement.selectionEnd > document.activeElement.selectionStart));
  // Set up by dragging from the tray, by taking and pointing, and on from there.
  await tab(page, 'Map');
  await choose(page, 'Set up');
  assert.equal(text('board.toml'), before);
  const dragged = async (what, hex) => {
    const box = await what.boundingBox();
    await drag(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, await spot(page, hex));
  };
  await dragged(page.locator('.tray .waiting', { hasText: 'Adams' }), '0102');
  await inFile(page, ['title.toml', /id = "Adams"[^[]*start = "0102"/]);
  await page.locator('.tray .waiting', { hasText: 'Baker' }).click();
  await pointAt(page, ['title.toml', /id = "Baker"[^[]*start = "0201"/], '0201');
  await page.locator('.tray .waiting', { hasText: 'Young' }).click();
  await pointAt(page, ['title.toml', /id = "Young"[^[]*start = "0502"/], '0502');
  await drag(page, await spot(page, '0102'), await spot(page, '0101'));
  await inFile(page, ['title.toml', /id = "Adams"[^[]*start = "0101"/]);
}

/** A reinforcement, an objective, an exclusive rule, and what players are told. */
async function rules(page) {
  await tab(page, 'Rules');
  await enter(page, 'Author', 'A test');
  await inFile(page, ['title.toml', /author = "A test"/]);
  const rule = (id, says) => fillIn(page, 'rule', 'Rules in your words', { Id: id, 'What it says': says }, ['rules.toml', new RegExp(id)]);
  await rule('TH-1', 'Whoever was last in the town has 5 points.');
  await rule('TH-2', 'The Confederates may burn the bridge.');
  await rule('TH-3', 'Zeb comes on the road from the second turn on.');
  await fillIn(page, 'reinforcement', 'Reinforcements', { Group: 'late', Side: 'confederate', 'From turn': '2', 'At hexes': ['0501'],
    'If they cannot': 'when-possible' }, ['title.toml', /\[\[reinforcement\]\][^[]*entry = \["0501"\]/]);
  await fillIn(page, 'control', 'Hexes that are followed', { Hex: ['0401'], 'At first': 'confederate' },
    ['title.toml', /\[\[control\]\]\nhex = "0401"/]);
  await fillIn(page, 'score', 'Points', { Rule: 'TH-1', To: 'union', For: 'last-control-at-end', Points: '5', 'In hexes': ['0401'] },
    ['title.toml', /rule = "TH-1"[^[]*hexes = \["0401"\]/]);
  await fillIn(page, 'event', 'Events', { Id: 'burnt', Rule: 'TH-2', 'What is told': 'The bridge burns.', Side: 'confederate',
    'Its side stands in one of': ['0401', '0402'], 'Its side says when': 'yes' },
    ['title.toml', /\[\[event\]\][^]*standing = \["0401", "0402"\]/]);
  await fillIn(page, 'bridge', 'Crossings that come and go', { Rule: 'TH-2', 'Where, as 0403/0503': '0302/0401',
    'Gone after the event': 'burnt' },
    ['title.toml', /\[\[bridge\]\][^[]*gone = "burnt"/]);
  await fillIn(page, 'objectives', 'Objectives', { 'What it is worth': 'The town: 5 points', Hexes: ['0401'] },
    ['briefing.toml', /hexes = \["0401"\]/]);
  await page.locator('[data-sheet="hints"] summary').click();
  await enter(page, 'To the Union of Hints', 'Cross early.\nTake both hexes beyond the creek.');
  await inFile(page, ['briefing.toml', /union = \["Cross early\.", "Take both/]);
  await page.locator('[data-sheet="rules"] summary').click();
  await enter(page, 'Arrivals of Which rule is cited', 'TH-3');
  await inFile(page, ['title.toml', /arrival = "TH-3"/]);
  // A comment by hand outlives the next change.
  await tab(page, 'Files');
  await page.getByLabel('The file').selectOption('title.toml');
  await page.getByLabel('Its text').fill(`# A word of mine.\n${text('title.toml')}`);
  await page.getByLabel('Its text').blur();
  await inFile(page, ['title.toml', /^# A word of mine\./]);
  await tab(page, 'Rules');
  await enter(page, 'In a sentence', 'Ten hexes and five brigades.');
  await inFile(page, ['title.toml', /^# A word of mine\.[^]*summary = "Ten hexes/]);
}

/** Every page of the editor, looked at and pictured. */
async function looks(page) {
  for (const name of ['Counters', 'Rules', 'Files', 'Map']) {
    await tab(page, name);
    await accessible(page, `the workshop, ${name}`);
    await shot(page, `workshop-${name.toLowerCase()}`);
  }
  for (const [width, height] of [[390, 844], [1440, 900]]) {
    await page.setViewportSize({ width, height });
    await shot(page, `workshop-${width}`);
  }
}

/** On another table, with a data folder of its own: the title by its archive, the game by its save. */
async function elsewhere(browser, archive, save) {
  const table = await openTable();
  const { page, faults, close } = await open(browser, table, { still: true });
  await page.goto(`${table.address}#/workshop`);
  await page.getByLabel('A title', { exact: true }).setInputFiles(archive);
  await page.locator('.bench-map polygon').nth(9).waitFor();
  assert.match(await page.locator('.faults summary').innerText(), /^It can be played/);
  await page.goto(table.address);
  await page.locator('.card').first().waitFor();
  const file = { name: 'save.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(save.position)) };
  await page.locator('#save-file').setInputFiles(file);
  await page.getByRole('button', { name: 'Go on playing' }).click();
  await ready(page);
  assert.equal((await state(page)).mode, 'over');
  assert.equal((await saved(page)).hash, save.hash, 'the same journal leads to the same position');
  assert.deepEqual(faults, []);
  await close();
  await table.close();
}

/** It goes after a look, and comes back; then it goes for good. */
async function farewell(page, table) {
  await page.goto(`${table.address}#/workshop`);
  const remove = async () => {
    await page.getByRole('button', { name: 'Remove Ten hexes' }).click();
    await page.getByRole('alertdialog').waitFor();
  };
  await remove();
  await accessible(page, 'whether a title shall go');
  await shot(page, 'workshop-farewell');
  await page.getByRole('button', { name: 'Keep it' }).click();
  assert.match(text('title.toml'), /Ten hexes/);
  await remove();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await page.getByText('Ten hexes is gone.').waitFor();
  assert.throws(() => text('title.toml'));
  const kept = await page.locator('[role="status"] code').innerText();
  assert.equal(readFileSync(kept).subarray(0, 2).toString(), 'PK');
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await page.getByRole('link', { name: /Ten hexes/ }).waitFor();
  assert.match(text('title.toml'), /^# A word of mine\./);
}

export async function tenHexes(browser, said) {
  const db = join(mkdtempSync(join(tmpdir(), 'longroll-')), 'tables.sqlite');
  const table = await openTable(db);
  folder = join(dirname(db), 'longroll/titles/ten-hexes');
  const { page, faults, close } = await open(browser, table, { still: true });
  await ground(page, table);
  said('ground, creek, bridge and road drawn; undone and done again');
  await armies(page);
  await rules(page);
  said('counters, set-up, forms; a comment by hand stays');
  await tab(page, 'Map');
  await until(page, () => document.querySelector('.faults summary')?.textContent?.startsWith('It can be played'));
  await looks(page);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()]);
  const archive = await download.path();
  await page.getByRole('button', { name: 'Play it' }).click();
  await ready(page);
  await shot(page, 'workshop-played');
  await play(page, actByMouse, (now) => now.mode === 'over', 300);
  assert.equal((await state(page)).mode, 'over');
  await shot(page, 'workshop-over');
  const save = await saved(page);
  said('played to its end');
  await elsewhere(browser, { name: 'ten-hexes-1.longroll', mimeType: 'application/zip', buffer: readFileSync(archive) }, save);
  said('and the same game stands on another table, from the archive and the save');
  await farewell(page, table);
  said('removed after a look, and brought back');
  // Nothing went wrong but the one thing that was to be refused.
  assert.deepEqual(faults.filter((fault) => !fault.includes('400')), []);
  assert.equal(faults.filter((fault) => fault.endsWith('/api/workshop')).length, 1);
  await close();
  await table.close();
}
