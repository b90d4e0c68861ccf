// The pure parts of what stands beside the map.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chapterOf, chapters, citations, marked, matches, terms } from '../../js/side/chapters.js';
import { folded, followed, marksOf, ordered, summary } from '../../js/side/logbook.js';
import { expected, groups, placeOf, totals } from '../../js/side/musters.js';
import { explained } from '../../js/side/terms.js';

const word = (name, ...forms) => ({ word: name, forms, means: `${name}.`, rules: [] });

const rule = (id, text) => ({ id, text, optional: false, info: false, enforced: [], tests: [] });

test('a rule belongs to the chapter that its id names', () => {
  assert.equal(chapterOf('AB-5.12'), 'AB-5');
  assert.equal(chapterOf('AB-20.12-1'), 'AB-20');
  assert.equal(chapterOf('X61-MOV-3'), 'X61-MOV');
  assert.equal(chapterOf('X74-IV.J.4.c'), 'X74-IV');
});

test('chapters stand in the order of the book and are named by their first rule', () => {
  const book = chapters([
    { ...rule('AB-2.1', 'Units move along roads.'), chapter: 'Movement' }, rule('AB-2.2', 'A march ends in a road hex.'),
    rule('AB-1.1', 'An attack is thrown at odds.'), rule('AB-1.2', 'The defender may not decline combat.'),
  ]);
  assert.deepEqual(book.map((c) => [c.name, c.about, c.rules.length]), [['2', 'Movement', 2], ['1', '', 2]]);
});

test('a search wants all of its words and marks them', () => {
  const wanted = terms('  Road BRIDGE ');
  assert.deepEqual(wanted, ['road', 'bridge']);
  assert.ok(matches(rule('AB-1', 'A bridge joins two roads.'), wanted));
  assert.ok(!matches(rule('AB-1', 'A bridge.'), wanted));
  assert.deepEqual(marked('Roads and a Bridge', wanted), [['Road', true], ['s and a ', false], ['Bridge', true]]);
  assert.deepEqual(marked('nothing', wanted), [['nothing', false]]);
  assert.deepEqual(marked('plain', []), [['plain', false]]);
});

test('what was taken back cites no rule', () => {
  const told = { text: 'lost', kind: 'loss', rule: 'AB-7' };
  const found = citations([{ entry: 3, told: [told] }, { entry: 4, taken_back: true, told: [told] }]);
  assert.deepEqual(found.get('AB-7'), [{ entry: 3, text: 'lost' }]);
});

const piece = (id, more) => ({ id, side: 'union', name: id, type: 'infantry', strengths: '5-6', strength: 5, ...more });

test('forces stand by formation, in the order of the handout, those of none last', () => {
  const formations = [{ name: 'II Corps', side: 'union', badge: 'II', colour: 0 },
    { name: 'I Corps', side: 'union', badge: 'I', colour: 1 }];
  const list = groups([
    piece('a', { hex: '0101', formation: 'I Corps' }), piece('b', { off: 'eliminated', formation: 'I Corps', strength: 3 }),
      piece('c', { off: 'reinforcements' }),
    piece('d', { hex: '0102', formation: 'II Corps' }), piece('e', { off: 'box', formation: 'II Corps' }),
      piece('f', { hex: '0103', side: 'confederate' }),
  ], formations, 'union');
  assert.deepEqual(list.map((g) => [g.name, g.formation?.badge, g.left, g.lost]),
    [['II Corps', 'II', 5, 0], ['I Corps', 'I', 5, 3], ['In no formation', undefined, 5, 0]]);
  assert.deepEqual(totals(list), { left: 15, lost: 3, map: 2, waiting: 1, gone: 1 });
  assert.equal(placeOf(piece('x', { off: 'left the map' })), 'away');
});

test('those that come together stand together', () => {
  const due = (id, when, side = 'union') => piece(id, { off: 'reinforcements', due: when, side });
  const list = expected([due('a', undefined), due('b', 'turn 2'), due('c', 'turn 2'), due('d', 'turn 2', 'confederate'),
    piece('e', { hex: '0101' }), piece('f', { off: 'eliminated' })]);
  assert.deepEqual(list.map((g) => [g.side, g.due, g.pieces.map((p) => p.id)]),
    [['union', 'turn 2', ['b', 'c']], ['confederate', 'turn 2', ['d']], ['union', '', ['a']]]);
});

const timeline = {
  steps: 4, entries: [0, 1, 4, 5],
  phases: [{ step: 0, turn: 1, turn_label: 'dawn', phase: 'movement', active: 'union' },
    { step: 2, turn: 1, turn_label: 'dawn', phase: 'combat', active: 'union' },
      { step: 3, turn: 2, turn_label: 'noon', phase: 'movement', active: 'union' }],
};
const line = (entry, kind, more = {}) => ({ entry, by: 'union', told: [{ text: `${kind} ${entry}`, kind }], ...more });

test('the log stands by turns and phases, and headings are not said twice', () => {
  const marks = marksOf(timeline);
  assert.deepEqual(marks.map((m) => m.from), [0, 2, 5]);
  const log = [line(0, 'march'), line(1, 'phase'), line(2, 'battle', { taken_back: true }), line(3, 'rewind'), line(4, 'battle'),
    line(5, 'march')];
  const turns = ordered(log, marks);
  assert.deepEqual(turns.map((t) => [t.turn, t.label, t.chapters.map((c) => [c.mark.phase, c.lines.map((l) => l.told.text)])]), [
    [1, 'dawn', [['movement', ['march 0']], ['combat', ['battle 2', 'rewind 3', 'battle 4']]]], [2, 'noon', [['movement', ['march 5']]]],
  ]);
  assert.equal(summary(turns[0].chapters[1].lines), '1 battle');
  assert.equal(ordered(log, [])[0].chapters[0].lines.length, 6);
});

test('a phase that begins gets its heading; after it was taken back the older one gets another', () => {
  const news = (phase, length) => ({ length, view: { turn: 2, turn_label: 'noon', phase, active: 'union' } });
  const marks = marksOf(timeline);
  assert.equal(followed(marks, news('movement', 8)), marks);
  const on = followed(marks, news('combat', 9));
  assert.deepEqual(on.at(-1), { from: 9, turn: 2, label: 'noon', phase: 'combat', active: 'union' });
  assert.deepEqual(followed(on, news('movement', 10)).map((m) => [m.from, m.phase]),
    [[0, 'movement'], [2, 'combat'], [5, 'movement'], [9, 'combat'], [10, 'movement']]);
});

test('long runs of placings are folded, short ones are not', () => {
  const lines = (n, kind) => Array.from({ length: n },
    (_, i) => ({ entry: { entry: i, by: 'union', told: [] }, told: { text: '', kind } }));
  assert.equal(folded(lines(9, 'place')).length, 1);
  assert.equal(folded(lines(3, 'place')).length, 3);
  assert.equal(folded(lines(9, 'march')).length, 9);
  assert.deepEqual(folded([...lines(20, 'march'), ...lines(2, 'battle')])
    .map((l) => ('fold' in l ? `${l.lines.length} ${l.fold}` : l.told.kind)), ['20 marches', 'battle', 'battle']);
});

test('a word is explained where it comes first, by its longest name, and never within another', () => {
  const words = [word('zone of control', 'zones', 'zone'), word('stack', 'stacks'), word('odds')];
  const parts = explained('Stacks in a zone of control, or zones: Stack them. Oddsmakers.', words);
  assert.deepEqual(parts.filter((p) => p.entry).map((p) => [p.text, p.entry.word]), [['Stacks', 'stack'], ['zone of control', 'zone of control']]);
  assert.equal(parts.map((p) => p.text).join(''), 'Stacks in a zone of control, or zones: Stack them. Oddsmakers.');
  assert.deepEqual(explained('', words), []);
});
