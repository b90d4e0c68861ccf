// Dead links of the home page are found.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { deadLinks } from '../../../site/links.mjs';

test('links to files and places that are not there are found, others are not', () => {
  const site = mkdtempSync(join(tmpdir(), 'longroll-links-'));
  mkdirSync(join(site, 'manual'));
  mkdirSync(join(site, 'play'));
  writeFileSync(join(site, 'play/index.html'), '<a href="program"></a>');
  writeFileSync(join(site, 'manual/one.html'), '<h1 id="head">One</h1><a href="../index.html#here">up</a><a href="#head">here</a><a href="#tail">dead</a>');
  writeFileSync(join(site, 'index.html'), `<p id="here"><a href="manual/one.html#head">good</a><a href="play/">good</a><a href="https://example.org/">elsewhere</a>
    <img src="none.jpg"><a href="manual/one.html#none">dead</a><a href="/manual/one.html">dead under a path</a><a href="../../etc/passwd">outside</a>
    <code>&lt;a href="shown"&gt;</code>`);
  const dead = deadLinks(site).sort();
  rmSync(site, { recursive: true });
  assert.deepEqual(dead, ['index.html: ../../etc/passwd', 'index.html: /manual/one.html', 'index.html: manual/one.html#none', 'index.html: none.jpg',
    'manual/one.html: #tail']);
});
