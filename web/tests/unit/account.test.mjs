// The account of a finished game, and the shelf of the lobby.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bloodiest, counted, figure, longestMarch, luck, plotted, samples, series, ticks } from '../../js/account.js';
import { lookOf } from '../../js/formations.js';
import { atOnce, byEase, easiest, levelName, opponent, ownSeats, plain, standing, tempers, usual } from '../../js/lobby/shelf.js';

const entry = (number, by, ...told) => ({ entry: number, by, told });
const roll = (...dice) => ({ text: '', kind: 'roll', dice });
const battle = { text: 'A battle.', kind: 'battle', hexes: ['0505'] };

test('dice belong to the side that attacks, a second throw to the other; weather and single pieces to nobody', () => {
  const { union, confederate } = luck([
    entry(0, undefined, { text: '', kind: 'weather', dice: [6] }), entry(1, 'union', battle), entry(2, undefined, roll(2, 4)),
      entry(3, undefined, roll(6)),
    entry(4, 'confederate', { text: '', kind: 'fire' }), entry(5, undefined, { text: '', kind: 'result', dice: [1] }),
      entry(6, undefined, { ...roll(5), pieces: ['general'] }),
    { ...entry(7, 'union', battle), taken_back: true }, entry(8, 'union', { text: '', kind: 'phase' }), entry(9, undefined, roll(3)),
  ]);
  assert.deepEqual([union.count, union.mean, union.faces], [2, 3, [0, 1, 0, 1, 0, 0]]);
  assert.deepEqual([confederate.count, confederate.mean, confederate.faces], [2, 3.5, [1, 0, 0, 0, 0, 1]]);
  assert.equal(luck([]).union.mean, 3.5);
});

test('a march in parts is one march, in one phase', () => {
  const march = (...hexes) => ({ text: '', kind: 'march', pieces: ['a'], hexes });
  const log = [entry(0, 'union', march('1', '2', '3')), entry(1, 'union', march('3', '4')), entry(2, 'union', march('4', '5', '6'))];
  assert.deepEqual(longestMarch(log, [0, 2]), { piece: 'a', hexes: 3, from: '1', to: '4', entry: 1 });
  assert.equal(longestMarch(log, [0])?.hexes, 5);
  assert.equal(longestMarch([], []), null);
});

test('a loss without a place is where the battle is', () => {
  const loss = (pieces, hexes) => ({ text: '', kind: 'loss', pieces, hexes });
  const { hex, battle: worst } = bloodiest([
    entry(0, 'union', battle), entry(1, undefined, loss(['a', 'b'])), entry(2, undefined, { text: 'owes', kind: 'loss' }),
    entry(3, 'union', { ...battle, text: 'Another.', hexes: ['0606'] }), entry(4, undefined, loss(['c'], ['0505'])),
  ]);
  assert.deepEqual([hex?.hex, hex?.losses], ['0505', 3]);
  assert.deepEqual([worst?.text, worst?.losses], ['A battle.', 2]);
});

test('a game is looked at where its turns end', () => {
  const phases = [0, 1, 1, 2].map((turn, i) => ({ step: i * 10, turn, turn_label: '', phase: `${i}` }));
  assert.deepEqual(samples({ steps: 35, phases, entries: [] }), [{ turn: 1, step: 30 }, { turn: 2, step: 35 }]);
});

test('figures are numbers and nothing else', () => {
  assert.deepEqual(['12', '+3', '-14', '3½', '½', '2 available', '', '-14: a draw'].map(figure), [12, 3, -14, 3.5, 0.5, null, null, null]);
});

test('tallies of both sides that belong together stand on one chart; what never moves on none', () => {
  const tally = (id, label, value, side) => ({ id, label, value, side, score: id !== 'activation' });
  const moment = (turn, u, c) => ({ turn, view: { pieces: [{ id: 'a', side: 'union', strength: 6 - turn, hex: '1' }],
    tallies: [tally('union-points', 'Union points', `${u}`, 'union'),
      tally('confederate-points', 'Confederate points', `${c}`, 'confederate'), tally('quota', 'Quota', '11', 'union'),
        tally('clock', 'Clock', `${turn}`), tally('activation', 'Activation points', `${u}`, 'union')] } });
  const charts = series([moment(1, 0, 0), moment(2, 4, 2)], []);
  assert.deepEqual(charts.map((c) => [c.title, c.lines.map((l) => [l.side, l.points.map((p) => p.value)])]), [
    ['Points', [['union', [0, 4]], ['confederate', [0, 2]]]], ['Strength left', [['union', [5, 4]], ['confederate', [0, 0]]]],
  ]);
  const drawn = plotted(charts[0], { width: 100, height: 50 });
  assert.deepEqual([drawn.first, drawn.last, drawn.scale], [1, 2, [0, 1, 2, 3, 4]]);
  assert.equal(drawn.lines[0].path, 'M0.0 50.0L100.0 0.0');
  const close = plotted({ title: '', lines: [{ side: 'union', points: [{ turn: 1, value: 51 }] },
    { side: 'confederate', points: [{ turn: 1, value: 50 }] }] }, { width: 100, height: 50 });
  assert.ok(close.lines[1].label - close.lines[0].label >= 12);
});

test('scales are round and hold everything', () => {
  for (const [low, high] of [[0, 1], [0, 72], [-17, 3], [0, 203], [0, 0]]) {
    const scale = ticks(low, high);
    assert.ok(scale[0] <= low && scale[scale.length - 1] >= high && scale.length <= 7, `${low} ${high}: ${scale}`);
  }
});

test('names that come several times are counted', () => assert.equal(counted(['a', 'b', 'a']), 'a × 2, b'));

const game = (id, ...levels) => ({ game: id, title: id, scenarios: levels.map((_, i) => ({ id: `${id}${i}`, title: '', summary: '' })),
  options: [], players: ['random', 'captain', 'general'], boards: {},
    briefings: levels.map((complexity, i) => ({ scenario: `${id}${i}`, complexity, beginner: 'confederate' })) });

test('the easiest game is the first, with its easiest scenario and the side for beginners', () => {
  const shelf = [game('b', 5, 3), game('a', 1), { ...game('c', 2), briefings: undefined }];
  assert.deepEqual(byEase(shelf).map((g) => g.game), ['a', 'b', 'c']);
  assert.equal(easiest(shelf[0]).id, 'b1');
  assert.deepEqual(atOnce(shelf[0]), { request: { game: 'b', scenario: 'b1' }, side: 'confederate',
    seats: { union: 'computer:captain', confederate: 'me' } });
  assert.equal(usual(['x', 'y', 'z']), 'y');
});

test('a level may be of a temperament', () => {
  const players = ['random', 'captain+bold', 'captain+cautious', 'captain'];
  assert.deepEqual(plain(players), ['random', 'captain']);
  assert.deepEqual(tempers(players, 'captain'), ['bold', 'cautious']);
  assert.deepEqual(tempers(players, 'random'), []);
  assert.equal(levelName('captain+bold'), 'Computer (captain, bold)');
});

test('a table of mine says against whom it is and whose turn', () => {
  const seats = [{ kind: 'me' }, { kind: 'computer', level: 'captain' }];
  assert.deepEqual(ownSeats(seats, { union: 'k', confederate: 'k' }), ['union']);
  assert.equal(opponent(seats, ['union']), 'against computer (captain)');
  assert.deepEqual(standing({ actor: 'union' }, ['union']), { text: 'Your turn', mine: true, over: false });
  assert.deepEqual(standing({ actor: 'confederate' }, ['union']), { text: 'Their turn', mine: false, over: false });
  assert.equal(standing({ actor: 'over', outcome: { winner: 'union' } }, ['confederate']).text, 'You lost');
});

test('a dozen formations have colours of their own, and letters that can be read on them', () => {
  const looks = Array.from({ length: 24 }, (_, i) => lookOf(i, 'X'));
  assert.equal(new Set(looks.slice(0, 12).map((l) => l.colour)).size, 12);
  assert.ok(looks.slice(12).every((l) => l.notched) && looks.slice(0, 12).every((l) => !l.notched));
  const light = (hex) => {
    const [r, g, b] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255)
      .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  for (const { colour, ink } of looks) {
    const [a, b] = [light(colour), light(ink)].sort((x, y) => y - x);
    assert.ok((a + 0.05) / (b + 0.05) >= 4.5, `${ink} on ${colour}`);
  }
});
