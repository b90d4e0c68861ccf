// Patches are merged here as the server merges them: the examples are those of its own test.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { merged } from '../../js/link.js';

const server = readFileSync(new URL('../../../crates/engine/src/patch.rs', import.meta.url), 'utf8');
const cases = [...server.matchAll(/^\s*\(json!\((.*)\), json!\((.*)\), json!\((.*)\)\),$/gm)].map((found) =>
  found.slice(1).map((text) => JSON.parse(text)));

test('merges as the standard says, with the examples of the server', () => {
  assert.ok(cases.length >= 14, `only ${cases.length} examples were read`);
  for (const [target, patch, result] of cases) {
    const before = JSON.stringify(target);
    assert.deepEqual(merged(target, patch), result, JSON.stringify(patch));
    assert.equal(JSON.stringify(target), before, 'what was there is not changed');
  }
});

test('what a patch does not name stays the very same', () => {
  const view = { turn: 1, pieces: { a: { hex: '1' }, b: { hex: '2' } } };
  const next = merged(view, { pieces: { a: { hex: '3' } } });
  assert.equal(next.pieces.b, view.pieces.b);
  assert.deepEqual(next.pieces.a, { hex: '3' });
});
