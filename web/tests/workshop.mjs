// The workshop: somebody makes a title of ten hexes from nothing and plays it to its end.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
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

/** Points at a hex or a hexside, and waits until the file says so. */
async function pointAt(page, says, hex, across = undefined) {
  const { x, y } = await spot(page, hex, across);
  await page.mouse.click(x, y);
  await until(page, () => document.querySelector('.error') === null);
  await inFile(page, says);
}

/** The files of the title, as they lie on the disk. */
let folder = '';
const text = (name) => readFileSync(join(folder, name), 'utf8');
async function inFile(page, says) {
  const [name, wanted] = says;
  for (let i = 0; i < 300; i++) {
    if (wanted.test(text(name))) return;
    await page.waitForTimeout(50);
  }
  assert.match(text(name), wanted);
}

const choose = (page, tool) => page.getByRole('radio', { name: tool, exact: true }).click();

/** Writes into a field and leaves it. */
async function enter(page, label, value) {
  const field = page.getByLabel(label, { exact: true });
  if (await field.evaluate((e) => e.tagName === 'SELECT')) await field.selectOption(value);
  else {
    await field.fill(value);
    await field.blur();
  }
}

export async function tenHexes(browser, said) {
  const db = join(mkdtempSync(join(tmpdir(), 'longroll-')), 'tables.sqlite');
  const table = await openTable(db);
  folder = join(dirname(db), 'longroll/titles/ten-hexes');
  const { page, faults, close } = await open(browser, table, { still: true });
  await page.goto(table.address);
  await page.getByRole('link', { name: 'Workshop' }).click();
  await page.getByLabel('Its name').fill('Ten hexes');
  await page.getByLabel('Columns').fill('5');
  await page.getByLabel('Rows').fill('2');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('.bench-map polygon').nth(9).waitFor();
  assert.equal(await page.locator('.bench-map polygon').count(), 10);
  assert.equal(await page.getByRole('button', { name: 'Play it' }).isDisabled(), true, 'an empty title cannot be played');

  // The ground.
  await choose(page, 'Forest');
  await pointAt(page, ['board.toml', /forest = \["0202"\]/], '0202');
  await choose(page, 'Creek');
  await pointAt(page, ['board.toml', /hexsides = \["0301\/0401"\]/], '0301', '0401');
  await pointAt(page, ['board.toml', /"0301\/0401", "0302\/0401"\]/], '0302', '0401');
  await pointAt(page, ['board.toml', /"0302\/0401", "0302\/0402"\]/], '0302', '0402');
  await choose(page, 'Bridge');
  await pointAt(page, ['board.toml', /kind = "bridge"/], '0302', '0401');
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
  said('ground, creek, bridge and road drawn; undone and done again');

  // The armies: one in the table, one pasted.
  await page.getByRole('tab', { name: 'Counters' }).click();
  await enter(page, 'Id of the new counter', 'A');
  await enter(page, 'Side of the new counter', 'union');
  await enter(page, 'Strength of the new counter', '6');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await inFile(page, ['title.toml', /id = "A"[^[]*strength = 6/]);
  await page.getByText('Paste from a spreadsheet').click();
  await page.getByLabel('Rows of counters').fill('id\tside\tname\ttype\tstrength\tstart\nX\tconfederate\tXavier\tinfantry\t4\t0501\n');
  await page.getByRole('button', { name: 'Take them over' }).click();
  await inFile(page, ['title.toml', /id = "X"[^[]*start = "0501"/]);
  // It has no place yet: that is told, with its line.
  assert.match(await page.locator('.faults').innerText(), /title\.toml, line \d+.*has no place/s);

  // Set up by dragging: taken from the tray, then dragged on.
  await page.getByRole('tab', { name: 'Map' }).click();
  await choose(page, 'Set up');
  await page.locator('.tray .waiting').click();
  await pointAt(page, ['title.toml', /start = "0102"/], '0102');
  const from = await spot(page, '0102');
  const to = await spot(page, '0101');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
  await inFile(page, ['title.toml', /start = "0101"/]);

  // A rule by a form, and a comment by hand that outlives the next change.
  await page.getByRole('tab', { name: 'Rules' }).click();
  await enter(page, 'Author', 'A test');
  await inFile(page, ['title.toml', /author = "A test"/]);
  const followed = page.locator('[data-section="control"]');
  await followed.getByRole('button', { name: 'Another one' }).click();
  await enter(page, 'Hex of new Hexes that are followed', '0501');
  await followed.getByRole('button', { name: 'Add' }).click();
  await inFile(page, ['title.toml', /\[\[control\]\]\nhex = "0501"/]);
  await page.getByRole('tab', { name: 'Files' }).click();
  await page.getByLabel('The file').selectOption('title.toml');
  await page.getByLabel('Its text').fill(`# A word of mine.\n${text('title.toml')}`);
  await page.getByLabel('Its text').blur();
  await inFile(page, ['title.toml', /^# A word of mine\./]);
  await page.getByRole('tab', { name: 'Rules' }).click();
  await enter(page, 'In a sentence', 'Ten hexes and two brigades.');
  await inFile(page, ['title.toml', /^# A word of mine\.[^]*summary = "Ten hexes/]);
  said('counters, set-up, forms; a comment by hand stays');

  await page.getByRole('tab', { name: 'Map' }).click();
  await until(page, () => document.querySelector('.faults summary')?.textContent?.startsWith('It can be played'));
  await accessible(page, 'the workshop');
  for (const [width, height] of [[1280, 800], [390, 844], [1440, 900]]) {
    await page.setViewportSize({ width, height });
    await shot(page, `workshop-${width}`);
  }
  await page.getByRole('tab', { name: 'Counters' }).click();
  await shot(page, 'workshop-counters');
  await page.getByRole('tab', { name: 'Rules' }).click();
  await shot(page, 'workshop-rules');

  await page.getByRole('button', { name: 'Play it' }).click();
  await ready(page);
  await shot(page, 'workshop-played');
  await play(page, actByMouse, (now) => now.mode === 'over', 200);
  assert.equal((await state(page)).mode, 'over');
  said('and played to its end');
  // Nothing went wrong but the one thing that was to be refused.
  assert.deepEqual(faults.filter((fault) => !fault.includes('400')), []);
  assert.equal(faults.filter((fault) => fault.endsWith('/api/workshop')).length, 1);
  await close();
  await table.close();
}
