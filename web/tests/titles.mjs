// Titles in the page without a server: one that somebody passed on is brought along and played, a hostile one is refused, one is made from
// nothing; all of it is there after a reload and without a network.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asked, nativeHash, play, saved, tab } from './anywhere.mjs';
import { until } from './hand.mjs';
import { here, program } from './house.mjs';
import { shot } from './scenes.mjs';
import { openSite } from './site.mjs';

/** The worked example of the manual as a folder, and packed: { above, archive }. */
function example() {
  const above = mkdtempSync(join(tmpdir(), 'longroll-titles-'));
  const folder = join(above, 'millers-ford');
  mkdirSync(folder);
  const manual = readFileSync(join(here, '../../docs/titles.md'), 'utf8');
  for (const name of ['board.toml', 'title.toml', 'rules.toml', 'briefing.toml']) {
    writeFileSync(join(folder, name), manual.split(`\n\`${name}\`:\n\n\`\`\`toml\n`)[1].split('```')[0]);
  }
  execFileSync(program, ['pack', 'millers-ford'], { cwd: above, stdio: 'pipe' });
  return { above, archive: join(above, 'millers-ford-1.0.longroll') };
}

/** A file dropped on the page. */
const drop = (page, name, bytes) => page.evaluate(([called, data]) => {
  const carried = new DataTransfer();
  carried.items.add(new File([Uint8Array.from(data)], called));
  document.querySelector('.lobby')?.dispatchEvent(new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true }));
}, [name, [...bytes]]);

const heading = (page) => page.getByRole('heading', { level: 1 });

export async function titles(browser, said) {
  const { above, archive } = example();
  const site = await openSite();
  const { context, page, faults } = await tab(browser, site);
  await page.goto(site.address);
  await page.locator('.first').waitFor();

  // What was tampered with is refused in words, whether it is dropped or chosen.
  const bytes = readFileSync(archive);
  await drop(page, 'evil.longroll', Buffer.concat([bytes, Buffer.from('behind')]));
  await page.locator('.error').waitFor();
  assert.match(await page.locator('.error').innerText(), /no archive of a title/i);
  const strange = Buffer.from(bytes.toString('latin1').replaceAll('rules.toml', '../ls.toml'), 'latin1');
  await page.locator('#save-file').setInputFiles({ name: 'evil.longroll', mimeType: 'application/zip', buffer: strange });
  await until(page, () => /no file of a title/i.test(document.querySelector('.error')?.textContent ?? ''));
  said('hostile archives are refused');

  // The title itself is dropped, looked at, and played.
  await drop(page, 'millers-ford-1.0.longroll', bytes);
  await page.locator('.bench-map polygon').nth(47).waitFor();
  assert.equal(await heading(page).innerText(), 'Miller\'s Ford');
  await until(page, () => (/** @type {HTMLImageElement | null} */ (document.querySelector('.bench-map img'))?.naturalWidth ?? 0) > 0);
  await shot(page, 'page-workshop');
  await page.getByRole('button', { name: 'Play it' }).click();
  await asked(page);
  await shot(page, 'page-title-played');
  await play(page, 12);
  await page.reload();
  await asked(page);
  const { position, hash } = await saved(page);
  assert.equal(await nativeHash(position, above), hash, 'the program with that title plays the same game from the same journal');
  said('a title of somebody else was played, through a reload; its save has the same hash in the program');

  // It is on the shelf, with its own rules, and goes as it came.
  const shelf = await page.evaluate(async () => (await (await import(new URL('js/line.js', document.baseURI).href)).line.get('/api/games')));
  assert.ok(shelf.some((game) => game.scenarios.some((scenario) => scenario.id === 'millers-ford@1.0')));
  await page.goto(`${site.address}#/workshop/millers-ford@1.0`);
  await page.locator('.bench-map polygon').first().waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()]);
  assert.equal(download.suggestedFilename(), 'millers-ford-1.0.longroll');
  assert.deepEqual(readFileSync(await download.path()), bytes, 'byte for byte');

  // One is made from nothing; it is there after a reload, and a step can be taken back before.
  await page.goto(`${site.address}#/workshop`);
  await page.getByLabel('Its name').fill('Ten hexes');
  await page.getByLabel('Columns').fill('5');
  await page.getByLabel('Rows').fill('2');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('.bench-map polygon').nth(9).waitFor();
  await page.getByRole('radio', { name: 'Zone', exact: true }).click();
  await page.locator('.bench-map polygon[data-hex="0101"]').click();
  await page.locator('.bench-map .area').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await until(page, () => document.querySelector('.bench-map .area') === null);
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.locator('.bench-map .area').waitFor();
  await page.getByRole('tab', { name: 'Counters' }).click();
  await page.getByText('Paste from a spreadsheet').click();
  await page.getByLabel('Rows of counters').fill('id\tside\tname\ttype\tstrength\tstart\nA\tunion\tA\tinfantry\t5\t0101\nX\tconfederate\tX\tinfantry\t4\t0501');
  await page.getByRole('button', { name: 'Take them over' }).click();
  await until(page, () => document.querySelector('.faults summary')?.textContent?.startsWith('It can be played'));
  await page.reload();
  await page.locator('.bench-map polygon').nth(9).waitFor();
  await page.getByRole('button', { name: 'Play it' }).click();
  await asked(page);
  for (let more = 1; more > 0;) more = await play(page, 20, true);
  said('one was made from nothing, and played to its end');
  assert.deepEqual(faults, []);
  await context.close();
  site.close();
}
