// Starts the real program and a real Chromium for a test.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const here = dirname(fileURLToPath(import.meta.url));
export const shots = join(here, 'shots');
mkdirSync(shots, { recursive: true });

const target = process.env.CARGO_TARGET_DIR ?? join(here, '../../target');
export const program = process.env.LONGROLL ?? [join(target, 'release/longroll'), join(target, 'debug/longroll')].find((p) => existsSync(p));
if (!program) throw new Error('build longroll first: cargo build -p longroll');

/** Whatever was started ends with the test. */
const children = new Set();
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')));

/**
 * A table server of our own: { address, db, kill(), again() }. `build` is another program with the folder of its client. With LINE=page it
 * is the page without a server, for scenes that need nothing of a server's own.
 */
export async function openTable(db = join(mkdtempSync(join(tmpdir(), 'longroll-')), 'tables.sqlite'), port = 0, build = { program, web: join(here, '..') }) {
  if (process.env.LINE === 'page') {
    const { openSite } = await import('./site.mjs');
    const { address, close } = await openSite();
    return { address: address.replace(/\/$/, ''), close, kill() {}, again() {} };
  }
  const child = spawn(build.program, ['serve', '--no-open', '--addr', `127.0.0.1:${port}`, '--db', db, '--web', build.web, ...(build.more ?? [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Whatever somebody makes there lies beside the tables, not in the home of whoever runs this.
    env: { ...process.env, XDG_DATA_HOME: dirname(db) },
  });
  children.add(child);
  const address = await new Promise((done, failed) => {
    let text = '';
    child.stdout.on('data', (piece) => {
      text += piece;
      const found = text.match(/http:\/\/[\d.]+:\d+/);
      if (found) done(found[0]);
    });
    child.on('exit', () => failed(new Error(`the server did not start: ${text}`)));
  });
  const gone = new Promise((done) => child.on('exit', done));
  const kill = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  return {
    address,
    kill,
    again: () => openTable(db, Number(new URL(address).port), build),
    async close() {
      await kill();
      rmSync(dirname(db), { recursive: true, force: true });
    },
  };
}

/** A line to a server that takes its time, so many milliseconds each way: { address, close() }. @param {string} address @param {number} ms */
export async function slowLine(address, ms) {
  const { hostname, port } = new URL(address);
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [[near, far], [far, near]]) {
      from.on('data', (piece) => setTimeout(() => to.write(piece), ms));
      from.on('close', () => setTimeout(() => to.destroy(), ms));
      from.on('error', () => to.destroy());
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const { port: own } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { address: `http://127.0.0.1:${own}`, close: () => server.close() };
}

/** A conversation with the program itself: `ask` and `end`. */
export function engine(titles = undefined) {
  const child = spawn(program, [...(titles ? ['--titles', titles] : []), 'engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.add(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(request) {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      return JSON.parse((await lines.next()).value);
    },
    end: () => child.stdin.end(),
  };
}

/** Quick computers play a game; `see` looks at each decision, with what asks for whoever is asked, and ends it by answering true. */
export async function playQuickly(game, see, most = 6000) {
  const { ask, end } = engine();
  try {
    await ask({ op: 'new', game, seed: 5 });
    for (let i = 0; i < most; i++) {
      const { actor, awaited, prompt } = await ask({ op: 'actor' });
      if (actor === 'over') return null;
      if (actor === 'chance') {
        await ask({ op: 'roll' });
        continue;
      }
      const as = actor === 'both' ? { as: awaited[0] } : {};
      const seen = await see(prompt, (request) => ask({ ...request, ...as }));
      if (seen) return seen;
      const { action } = await ask({ op: 'go', level: 'greedy', seed: i, ...as });
      await ask({ op: 'apply', action, ...as });
    }
    return null;
  } finally {
    end();
  }
}

/** A save of a game that quick computers have played to where somebody is asked so, with at least so many things that can be done. */
export async function reach(game, asked, least = 1) {
  const save = await playQuickly(game, async (prompt, ask) => {
    if (!asked.test(prompt) || (least > 1 && (await ask({ op: 'legal' })).actions.length < least)) return null;
    return (await ask({ op: 'save', as: 'referee' })).position;
  });
  if (!save) throw new Error(`${game}: nobody was asked ${asked}`);
  return save;
}

export const openBrowser = () => chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
});

const peek = readFileSync(join(here, 'peek.js'), 'utf8');

/** Gives a page its settings, and tests their look under the table. */
export async function prepare(page, settings = {}) {
  await page.addInitScript(peek);
  await page.addInitScript((given) => localStorage.setItem('longroll-settings', localStorage.getItem('longroll-settings') ?? JSON.stringify(given)),
    { theme: 'paper', speed: 0, forced: true, warn: 'never', briefings: false, ...settings });
}

const axe = readFileSync(join(here, '../node_modules/axe-core/axe.min.js'), 'utf8');

/** No finding of axe-core, not the slightest, on a page. The drawing of the map is hidden from readers and left out. */
export async function accessible(page, name) {
  // A page that is still on its way has no heading yet; one that never gets one is a finding.
  await page.locator('h1').first().waitFor({ state: 'attached', timeout: 15_000 }).catch(() => undefined);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(async () => {
    const found = await (/** @type {any} */ (window)).axe.run({ exclude: [['.ground'], ['.above']] }, { resultTypes: ['violations'] });
    return { violations: found.violations.map((v) => ({ id: v.id, impact: v.impact, nodes: v.nodes.slice(0, 3).map((n) => `${n.html.slice(0, 160)} ${n.failureSummary ?? ''}`) })) };
  });
  assert.deepEqual(violations, [], `axe-core on ${name}`);
}

/** Collects what must never happen on a page: errors, and anything fetched from elsewhere. */
export function watch(page, address) {
  const faults = [];
  page.on('pageerror', (error) => faults.push(String(error.stack)));
  page.on('console', (message) => { if (message.type() === 'error' && !/WebSocket|ERR_CONNECTION/.test(message.text())) faults.push(message.text()); });
  page.on('response', (response) => { if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`); });
  page.on('request', (request) => { if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url())) faults.push(`fetched ${request.url()}`); });
  return faults;
}
