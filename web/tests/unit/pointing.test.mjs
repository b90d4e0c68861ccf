// Pointing without pressing: only a counter under the pointer shows what it could do, and a stack falls back when the pointer leaves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pointing } from '../../js/table/pointing.js';

const mouse = { pointerType: 'mouse', clientX: 5, clientY: 5 };
const rest = () => new Promise((done) => setTimeout(done, 400));

/** A hand over a map with a stack in 0101; who can act is a counter of it, and a hex. */
function over() {
  const seen = { previews: 0, fans: /** @type {(string | null)[]} */ ([]) };
  const subjects = [{ target: { kind: 'hex', at: '0105' } }, { target: { kind: 'piece', at: 'a' } }];
  const hand = {
    store: { set() {} }, mode: { kind: 'looking' }, free: true, subjects, ableIn: () => [],
    deeds: { legal: async () => [{ target: { kind: 'hex', at: '0106' } }] },
  };
  const board = {
    pieces: [], element: { classList: { toggle() {} } }, overFan: () => false, fan: (hex) => seen.fans.push(hex),
    stack: (hex) => (hex === '0101' ? ['a', 'b'] : []), showPath() {},
  };
  const painter = { preview: (choices) => { seen.previews += choices ? 1 : 0; } };
  return { seen, pointing: new Pointing(/** @type {any} */ (hand), /** @type {any} */ (painter), /** @type {any} */ (board)) };
}

test('an empty hex shows nothing of what stands elsewhere', async () => {
  const { seen, pointing } = over();
  pointing.point('0102', null, /** @type {any} */ (mouse));
  await rest();
  assert.equal(seen.previews, 0);
  pointing.point('0101', 'a', /** @type {any} */ (mouse));
  await rest();
  assert.equal(seen.previews, 1);
  pointing.close();
});

test('a stack spreads under a pointer that rests, and falls back when it leaves', async () => {
  const { seen, pointing } = over();
  pointing.point('0101', 'a', /** @type {any} */ (mouse));
  await rest();
  assert.equal(seen.fans.at(-1), '0101');
  pointing.point(null, null, null);
  assert.equal(seen.fans.at(-1), null);
  pointing.close();
});
