// The page without a server, written by the program and served by a plain host of files.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { here, program } from './house.mjs';

export const target = process.env.CARGO_TARGET_DIR ?? join(here, '../../target');
/** The folder with the rules as WebAssembly, a module for each game. */
export const rules = process.env.LONGROLL_WASM ?? join(target, 'web');
/** Whether they have been built (web/build-wasm.sh). */
export const built = existsSync(rules) && readdirSync(rules).some((name) => name.endsWith('.wasm.lzma'));

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.json': 'application/json',
  '.jpg': 'image/jpeg', '.png': 'image/png', '.webmanifest': 'application/manifest+json' };

/** Writes a site into a folder. */
export const writeSite = (folder) => execFileSync(program, ['site', folder, '--wasm', rules], { stdio: 'pipe' });

/** A slow line, as browsers' tools define "slow 3G": so many bytes a second for all that is asked together, and so many milliseconds before each answer. */
export const SLOW = { rate: 50_000, wait: 400 };

/** Sends bytes over a slow line, in turn with whatever else is sent. @param {typeof SLOW} line */
function slowly({ rate, wait }) {
  const PIECE = 2_000;
  let last = Promise.resolve();
  return async (response, bytes) => {
    await new Promise((done) => setTimeout(done, wait));
    for (let at = 0; at < bytes.length; at += PIECE) {
      const piece = bytes.subarray(at, at + PIECE);
      last = last.then(() => new Promise((done) => setTimeout(done, (1000 * piece.length) / rate)));
      await last;
      response.write(piece);
    }
    response.end();
  };
}

/**
 * A site under a path of its own, on a host that knows files and their kinds and nothing else: { address, folder, sent, close() }.
 * `sent` counts the bytes of each file that was asked for. With a `line` it sends no faster than that, and compresses texts, as most hosts do.
 * @param {{ line?: typeof SLOW }} [host]
 */
export async function openSite({ line } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'longroll-site-'));
  writeSite(folder);
  const sent = new Map();
  const send = line && slowly(line);
  const server = createServer((request, response) => {
    if (request.url === '/some/where') {
      response.writeHead(301, { location: '/some/where/' }).end();
      return;
    }
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname)).replace(/^\/some\/where\//, '');
    const file = join(folder, path || 'index.html');
    if (!file.startsWith(folder) || path.startsWith('/') || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const packed = line && /\.(html|js|css|svg|json|webmanifest|ttf)$/.test(file);
    const bytes = packed ? gzipSync(readFileSync(file)) : readFileSync(file);
    sent.set(path || 'index.html', (sent.get(path || 'index.html') ?? 0) + bytes.length);
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', ...(packed ? { 'content-encoding': 'gzip' } : {}) });
    if (send) void send(response, bytes);
    else response.end(bytes);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    address: `http://127.0.0.1:${port}/some/where/`, folder, sent,
    close() {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
