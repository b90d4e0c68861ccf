// What the workshop makes of rows from a spreadsheet, of fields, and of a point on the map.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest, pasted, read, written } from '../../js/workshop/bench.js';

const FIELDS = /** @type {any[]} */ ([
  { key: 'id', label: 'Id', kind: 'text', needed: true }, { key: 'strength', label: 'Strength', kind: 'number', needed: true },
  { key: 'start', label: 'Begins in', kind: 'hex', needed: false }, { key: 'flags', label: 'Flags', kind: 'words', needed: false },
]);

test('rows of a spreadsheet are counters: columns in any order, by name or label, empty cells left out', () => {
  const rows = pasted('Begins in\tid\tStrength\tRemark\r\n0102\tA\t6\tbrave\r\n\tB\t4\t\r\n\r\n', FIELDS);
  assert.deepEqual(rows, [{ start: '0102', id: 'A', strength: 6 }, { id: 'B', strength: 4 }]);
  assert.deepEqual(pasted('id;flags\nC;immobile no-zone', FIELDS), [{ id: 'C', flags: ['immobile', 'no-zone'] }]);
  assert.throws(() => pasted('name\nA', FIELDS), /one of them is id/);
  const strengths = { key: 'strengths', label: 'Strengths', kind: 'numbers', needed: true };
  assert.deepEqual(read(strengths, '1, 2 5'), [1, 2, 5]);
  assert.deepEqual(read(strengths, '1 x'), [1, 'x'], 'what is no number is told by the house');
});

test('a field says what was written; what is no number is told by the house', () => {
  const [, strength, start, flags] = FIELDS;
  assert.equal(read(strength, '6'), 6);
  assert.equal(read(strength, 'six'), 'six');
  assert.equal(read(start, '  '), null);
  assert.deepEqual(read(flags, 'a, b c'), ['a', 'b', 'c']);
  assert.equal(written(['a', 'b']), 'a b');
  assert.equal(written(undefined), '');
});

test('a point on the map is a hex, and the one across its nearest side', () => {
  const sheet = { width: 300, height: 100, side: 50, hexes: [{ hex: '0101', x: 50, y: 50, terrain: [] }, { hex: '0201', x: 125, y: 93, terrain: [] },
    { hex: '0301', x: 200, y: 50, terrain: [] }] };
  assert.deepEqual(nearest(sheet, 80, 65), ['0101', '0201']);
  assert.deepEqual(nearest(sheet, 100, 80), ['0201', '0101']);
  assert.equal(nearest(sheet, 50, 290), null);
});
