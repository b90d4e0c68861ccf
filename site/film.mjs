// The moving pictures of the home page: `node site/film.mjs` plays at a real table, takes pictures, and puts them together (needs ffmpeg, and longroll built).
// It writes site/film.webm and site/film.jpg, which are kept in the repository.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sit } from '../web/tests/games.mjs';
import { changed, march, marchers, onScreen, ready, state, take, until } from '../web/tests/hand.mjs';
import { openBrowser, openTable } from '../web/tests/house.mjs';
import { Person } from '../web/tests/person.mjs';
import { openPage } from '../web/tests/turns.mjs';

const into = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'longroll-film-'));
const table = await openTable();
const browser = await openBrowser();
const { page } = await openPage(browser, table.address, 'small', 'mouse', { speed: 0, warn: 'never', briefings: false });
/** Each picture and how long it is shown. @type {[string, number][]} */
const frames = [];

/** A picture, when everything is drawn sharp, shown for so many seconds. */
async function frame(seconds, settle = 900) {
  await page.evaluate(() => (/** @type {any} */ (window)).peek?.store.set({ notice: null, banner: null }));
  await page.waitForTimeout(settle);
  const name = join(folder, `${String(frames.length).padStart(3, '0')}.png`);
  await page.screenshot({ path: name });
  frames.push([name, seconds]);
}

/** Takes a counter, points along its way hex by hex, and marches. */
async function walk(mover, stop) {
  await take(page, mover.piece, mover.hex);
  await page.mouse.move(8, 400);
  await frame(0.9);
  const { length } = await state(page);
  for (const hex of stop.path.slice(1)) {
    const spot = await onScreen(page, hex);
    await page.mouse.move(spot.x, spot.y);
    await frame(0.22, 250);
  }
  const spot = await onScreen(page, stop.hex);
  await page.mouse.click(spot.x, spot.y);
  await changed(page, length);
  await page.mouse.move(8, 400);
  await frame(0.7);
}

await sit(page, table, 'Blue & Gray', { Confederate: 'computer:greedy' });
await ready(page);
await page.mouse.move(8, 400);
await frame(1.2, 2500);
const all = await marchers(page, 30);
const longest = (mover) => mover.stops.reduce((best, stop) => (stop.path.length > best.path.length ? stop : best));
const movers = [all.find((m) => m.hex === '1507') ?? all[5], ...all.filter((m) => m.hex !== '1507').slice(8, 9)];
for (const mover of movers) await walk(mover, longest(mover));
for (let i = 0; i < 5; i++) {
  await march(page);
  await page.mouse.move(8, 400);
  if (i % 2 === 0) await frame(0.35);
}
const person = new Person(page, 'mouse', { seed: 5 });
await person.play(({ screen }) => screen.fights.length > 0 && screen.odds);
await page.mouse.move(1260, 700);
await frame(2.4, 1500);
const before = (await state(page)).length;
await page.locator('.fights button, .dock .primary').first().click();
await until(page, (n) => (/** @type {any} */ (window)).peek.shown.length !== n, before).catch(() => {});
await frame(2.0, 700);
await browser.close();
await table.close();

const list = frames.map(([name, seconds]) => `file '${name}'\nduration ${seconds}`).join('\n');
writeFileSync(join(folder, 'list.txt'), `${list}\nfile '${frames.at(-1)?.[0]}'\n`);
const ffmpeg = (...args) => execFileSync('ffmpeg', ['-y', '-loglevel', 'error', ...args]);
ffmpeg('-f', 'concat', '-safe', '0', '-i', join(folder, 'list.txt'), '-vf', 'fps=12,scale=960:600:flags=lanczos', '-an', '-c:v', 'libvpx-vp9', '-crf', '36', '-b:v', '0',
  '-g', '240', '-row-mt', '1', '-pix_fmt', 'yuv420p', join(into, 'film.webm'));
ffmpeg('-i', frames[1][0], '-vf', 'scale=960:600:flags=lanczos', '-q:v', '6', '-frames:v', '1', join(into, 'film.jpg'));
rmSync(folder, { recursive: true, force: true });
console.log(`${frames.length} pictures, ${frames.reduce((sum, [, seconds]) => sum + seconds, 0).toFixed(1)} s`);
process.exit();
