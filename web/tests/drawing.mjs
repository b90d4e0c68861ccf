// How smoothly the map moves, before and after a change, measured in one run: by hand, not with the other tests.
//
//   git worktree add ../before <commit> && (cd ../before && cargo build -p longroll)
//   node web/tests/drawing.mjs ../before [../before/target/debug/longroll]
//
// Each round opens a browser without a GPU for each build, turns the wheel twenty times, drags the map forty times, and rests. What
// counts are the ratios: the machine may be busy with other things, but then it is for both.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { until } from './hand.mjs';
import { here, openBrowser, openTable, program, reach } from './house.mjs';

const [folder, other] = process.argv.slice(2);
if (!folder) throw new Error('the folder of the build before is wanted: node web/tests/drawing.mjs FOLDER [PROGRAM]');
const builds = {
  before: { program: other ?? join(resolve(folder), 'target/debug/longroll'), web: join(resolve(folder), 'web') },
  after: { program, web: join(here, '..') },
};
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const GAMES = [['give-us-victories', /./, 12], ['blue-gray', /./, 12]];
const GESTURE = 50;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const middle = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** What the processes of a browser have used: seconds of CPU, and megabytes of their own memory. */
async function used(session) {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const memory = processInfo.filter((p) => p.type !== 'browser').map(({ id }) => {
    const found = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8').match(/^Pss:\s+(\d+)/m);
    return found ? Number(found[1]) / 1024 : 0;
  });
  return { cpu: processInfo.reduce((sum, p) => sum + p.cpuTime, 0), memory: memory.reduce((a, b) => a + b, 0) };
}

/** One build, one game, one fresh browser. */
async function measure(build, save, size) {
  const server = await openTable(undefined, 0, build);
  const browser = await openBrowser();
  const root = await browser.newBrowserCDPSession();
  const page = await browser.newPage({ viewport: size });
  const answer = await fetch(`${server.address}/api/tables`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ save, seats: { union: 'me', confederate: 'friend' } }),
  });
  const table = await answer.json();
  await page.goto(`${server.address}/#/join/${table.table}/union/${table.keys.union}`);
  await until(page, () => (/** @type {any} */ (window)).longroll?.board.ground.firstElementChild
    && !/^(Taking a seat.*)?$/.test(document.querySelector('.prompt')?.textContent ?? ''));
  await page.waitForTimeout(4000);
  await page.evaluate(() => {
    const frames = (/** @type {any} */ (window)).frames_ = [performance.now()];
    const look = (now) => { frames.push(now); requestAnimationFrame(look); };
    requestAnimationFrame(look);
  });
  const worst = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => {
    const frames = (/** @type {any} */ (window)).frames_;
    const gaps = frames.slice(1).map((t, i) => t - frames[i]);
    frames.splice(0, frames.length, performance.now());
    done(Math.max(...gaps));
  })));
  const box = await page.locator('.map').boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const input = await page.context().newCDPSession(page);
  /** Events at the pace of a hand, whether or not the page keeps up; then how long it took until the last was on the screen. */
  const gesture = async (count, event) => {
    await worst();
    const begun = performance.now();
    const sent = [];
    for (let i = 0; i < count; i++) {
      sent.push(input.send('Input.dispatchMouseEvent', event(i)));
      await pause(Math.max(0, begun + (i + 1) * GESTURE - performance.now()));
    }
    await Promise.all(sent);
    const frame = await worst();
    return { beyond: performance.now() - begun - count * GESTURE, frame };
  };

  /** Steps that each wait until the one before is on the screen. */
  const awaited = async (count) => {
    for (let i = 0; i < count; i++) {
      await input.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, deltaX: 0, deltaY: i < count / 2 ? -120 : 120 });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    }
  };
  let cpu = 0;
  const counted = async (act) => {
    const start = await used(root);
    const answer = await act();
    cpu += (await used(root)).cpu - start.cpu;
    return answer;
  };

  const wheel = await counted(() => gesture(20, (i) => ({ type: 'mouseWheel', x, y, deltaX: 0, deltaY: i < 10 ? -120 : 120 })));
  await page.waitForTimeout(2000);
  const rest = await worst();
  await counted(() => awaited(20));
  await page.evaluate(() => { const { board } = (/** @type {any} */ (window)).longroll; board.fit(); board.zoom(2.2); });
  await page.waitForTimeout(2000);
  await input.send('Input.dispatchMouseEvent', { type: 'mousePressed', x, y, button: 'middle', clickCount: 1 });
  const away = (i) => (i < 20 ? i : 40 - i);
  const moved = (i) => ({ type: 'mouseMoved', x: x + away(i) * 14, y: y + away(i) * 8, button: 'middle', buttons: 4 });
  const drag = await counted(() => gesture(40, moved));
  await input.send('Input.dispatchMouseEvent', { type: 'mouseReleased', x, y, button: 'middle', clickCount: 1 });
  await page.waitForTimeout(2000);
  const restDrag = await worst();
  // What is held, not what waits to be collected.
  await input.send('HeapProfiler.collectGarbage');
  await page.waitForTimeout(500);
  const { memory } = await used(root);
  const sharp = await sharpness(page);
  await browser.close();
  await server.close();
  return {
    'beyond the gestures (ms)': Math.max(wheel.beyond, 1), 'worst frame, wheel (ms)': wheel.frame, 'worst frame, drag (ms)': drag.frame,
    'worst frame, 2 s of rest (ms)': Math.max(rest, restDrag), 'CPU of the gestures (s)': cpu, 'memory (MB)': memory, ...sharp,
  };
}

/** How sharp the ground is a second after the wheel rests: the strength of its edges beside those of the same drawing as a vector. */
async function sharpness(page) {
  const box = await page.locator('.map').boundingBox();
  await page.evaluate(() => { const { board } = (/** @type {any} */ (window)).longroll; board.fit(); board.zoom(5.3); board.above.style.visibility = 'hidden'; });
  await page.waitForTimeout(1000);
  const clip = { x: box.x + 80, y: box.y + 20, width: box.width - 100, height: box.height - 180 };
  const shown = (await page.screenshot({ clip })).toString('base64');
  await page.evaluate(async () => {
    const { board } = (/** @type {any} */ (window)).longroll;
    const theme = document.documentElement.dataset.theme;
    const text = await fetch(`/api/boards/${board.board}.svg?style=${theme}`).then((r) => r.text());
    const drawn = document.importNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true);
    drawn.setAttribute('style', `position:absolute;left:0;top:0;transform-origin:0 0;transform:translate(${Math.round(board.x)}px,${Math.round(board.y)}px) scale(${board.k})`);
    board.element.replaceChildren(drawn);
  });
  await page.waitForTimeout(2500);
  const vector = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(async (pictures) => {
    const pixels = await Promise.all(pictures.map(async (picture) => {
      const image = new Image();
      image.src = `data:image/png;base64,${picture}`;
      await image.decode();
      const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
      pen.drawImage(image, 0, 0);
      return pen.getImageData(0, 0, image.width, image.height);
    }));
    const edges = ({ data, width }) => {
      let sum = 0;
      for (let i = 0; i + 4 * width + 4 < data.length; i += 4) sum += (data[i + 1] - data[i + 5]) ** 2 + (data[i + 1] - data[i + 4 * width + 1]) ** 2;
      return Math.sqrt(sum);
    };
    let apart = 0;
    for (let i = 0; i < pixels[0].data.length; i++) apart += Math.abs(pixels[0].data[i] - pixels[1].data[i]);
    return { 'edges beside the vector': edges(pixels[0]) / edges(pixels[1]), 'mean difference of a pixel (of 255)': (apart / pixels[0].data.length) * (4 / 3) };
  }, [shown, vector]);
}

for (const [game, asked, least] of GAMES) {
  const save = await reach(game, asked, least);
  const rows = { before: [], after: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, build] of Object.entries(builds)) rows[name].push(await measure(build, save, { width: 1440, height: 900 }));
  }
  console.log(`\n${game}, 1440 by 900, the middle of ${ROUNDS} rounds`);
  console.log(`${''.padEnd(38)}${'before'.padStart(10)}${'after'.padStart(10)}${'ratio'.padStart(10)}`);
  for (const what of Object.keys(rows.after[0])) {
    const [before, after] = [rows.before, rows.after].map((list) => middle(list.map((row) => row[what])));
    console.log(`${what.padEnd(38)}${before.toFixed(2).padStart(10)}${after.toFixed(2).padStart(10)}${(after / before).toFixed(3).padStart(10)}`);
  }
}
process.exit();
