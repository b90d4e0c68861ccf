// What the workshop makes of rows from a spreadsheet, of fields, and of a point on the map.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idOf, nearest, pasted, pointed, read, saidIn, sectionAt, written } from '../../js/workshop/bench.js';

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

test('paragraphs and pairs go into a field and come back', () => {
  const lines = /** @type {any} */ ({ key: 'union', label: 'Hints', kind: 'paragraphs', needed: false });
  assert.deepEqual(read(lines, 'One.\n\n Two. \n'), ['One.', 'Two.']);
  assert.equal(written(['One.', 'Two.'], 'paragraphs'), 'One.\nTwo.');
  const exits = /** @type {any} */ ({ key: 'exits', label: 'Leads on', kind: 'pairs', needed: false });
  assert.deepEqual(read(exits, '0103 Winchester, 0803 New Market'), { '0103': 'Winchester', '0803': 'New Market' });
  assert.equal(written({ '0103': 'Winchester', '0803': 'New Market' }, 'pairs'), '0103 Winchester, 0803 New Market');
  assert.equal(saidIn({ exempt: { group: 'late' } }, 'exempt.group'), 'late');
  assert.equal(saidIn({}, 'exempt.group'), undefined);
});

test('a line of a file stands in a section, and in one of its entries', () => {
  const file = '# mine\n[title]\nid = "x"\n\n[[score]]\nto = "union"\n[[score]] # two\nto = "confederate"\n[night.union]\nmove = true\n';
  assert.equal(sectionAt(file, 1), null);
  assert.deepEqual(sectionAt(file, 3), { section: 'title', number: 0 });
  assert.deepEqual(sectionAt(file, 6), { section: 'score', number: 0 });
  assert.deepEqual(sectionAt(file, 7), { section: 'score', number: 1 });
  assert.deepEqual(sectionAt(file, 10), { section: 'night.union', number: 0 });
});

test('pointing at a hex writes it into a field, and again takes it out', () => {
  assert.equal(pointed('', '0101', true), '0101');
  assert.equal(pointed('0101', '0202', true), '0101 0202');
  assert.equal(pointed('0101, 0202', '0101', true), '0202');
  assert.equal(pointed('0101', '0202', false), '0202');
});

test('a counter that was only named has an id', () => {
  assert.equal(idOf('Adams'), 'Adams');
  assert.equal(idOf('1/2/XV'), '1/2/XV');
  assert.equal(idOf(' The Iron Brigade! '), 'The-Iron-Brigade');
});
