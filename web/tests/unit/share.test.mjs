// A game in a link, and what is no game in one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { packed, unpacked } from '../../js/share.js';

const fragment = (/** @type {string | Buffer} */ text) => deflateRawSync(text).toString('base64url');

test('a save comes out of a link as it went in', async () => {
  const save = { game: 'any', units: Array.from({ length: 500 }, (_, i) => ({ id: `unit ${i} ½`, hex: String(1000 + i) })) };
  const text = await packed(save);
  assert.ok(text && /^[\w-]+$/.test(text) && text.length < JSON.stringify(save).length / 2);
  assert.deepEqual(await unpacked(text), save);
});

test('a save that fits into no link is left to a file', async () => {
  const noise = Array.from({ length: 60_000 }, () => Math.random());
  assert.equal(await packed({ game: 'any', noise }), null);
});

test('whatever else stands in a fragment is refused in words', async () => {
  const hostile = ['', 'a b', '%3Cscript%3E', 'AAAA', fragment('not json'), fragment('[]'), fragment('null'), fragment('{"game":7}'),
    fragment('{"game":"any"}').slice(0, 8), 'A'.repeat(300_000), fragment(Buffer.alloc(64 << 20))];
  for (const text of hostile) await assert.rejects(unpacked(text), /this link holds no game/, text.slice(0, 40));
});
