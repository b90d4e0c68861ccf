// Starts the real program and a real Chromium for a test.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const here = dirname(fileURLToPath(import.meta.url));
export const shots = join(here, 'shots');
mkdirSync(shots, { recursive: true });

const target = process.env.CARGO_TARGET_DIR ?? join(here, '../../target');
const program = process.env.LONGROLL ?? [join(target, 'release/longroll'), join(target, 'debug/longroll')].find((p) => existsSync(p));
if (!program) throw new Error('build longroll first: cargo build -p longroll');

/** Whatever was started ends with the test. */
const children = new Set();
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')));

/** A table server of our own: { address, db, kill(), again() }. */
export async function openTable(db = join(mkdtempSync(join(tmpdir(), 'longroll-')), 'tables.sqlite'), port = 0) {
  const child = spawn(program, ['serve', '--no-open', '--addr', `127.0.0.1:${port}`, '--db', db, '--web', join(here, '..')], { stdio: ['ignore', 'pipe', 'inherit'] });
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
    again: () => openTable(db, Number(new URL(address).port)),
    async close() {
      await kill();
      rmSync(dirname(db), { recursive: true, force: true });
    },
  };
}

export const openBrowser = () => chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
});
