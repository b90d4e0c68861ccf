// How news are read: where a thing stands, what a click on it does, what is left undone, what is ordered.

import assert from 'node:assert/strict';
import { test } from 'node:test';

// What the browser has and node has not.
globalThis.matchMedia ??= () => ({ matches: false });
const { gathered } = await import('../../js/table/battle.js');
const { verb } = await import('../../js/table/deeds.js');
const { general } = await import('../../js/table/orders.js');
const { advice, aims, answers, desk, direct, grave, isQuestion, main, mattersIn, members, only, picks, rash, tone, undone } =
  await import('../../js/table/reading.js');
const { byFormation } = await import('../../js/table/tray.js');

const hex = (at) => ({ kind: 'hex', at });
const piece = (at) => ({ kind: 'piece', at });
const button = (at) => ({ kind: 'button', at });
const choice = (role, target, more = {}) =>
  ({ role, target, label: `${role} ${target.at}`, action: { n: JSON.stringify([role, target, more]) }, ...more });
const able = (role, target, choices, more = {}) =>
  ({ role, target, label: `${role} ${target.at}`, subject: { of: target.at, role }, ...(choices ? { choices } : {}), ...more });
const news = (subjects, view = {}) => ({
  subjects, length: 1, since: 0, entries: [], actor: { actor: 'union', prompt: 'What now?' },
  view: { active: 'union', overlays: [],
    pieces: [{ id: 'a', side: 'union', name: 'Ames', hex: '0101' }, { id: 'b', side: 'union', name: 'Barlow', off: 'reinforcements' },
      { id: 'x', side: 'confederate', name: 'Early', hex: '0102' }], ...view },
});
const isHex = (name) => ['0101', '0102', '0103'].includes(name);

test('each thing stands in one place: header, dock, tray or map', () => {
  const all = desk(news([
    able('march', piece('a')), able('enter', piece('b')), able('activate', { kind: 'chit', at: 'c' }, [choice('activate', hex('0103'))]),
    able('finish', button('done'), [choice('finish', button('end'))]), able('set-up', button('s'), [choice('set-up', button('s'))]),
    able('build', button('forts')),
  ]), isHex);
  assert.deepEqual(all.loose.map((x) => x.target.at), ['b']);
  assert.deepEqual(all.cards.map((x) => x.target.at), ['c']);
  assert.deepEqual(all.endings.map((c) => c.role), ['finish']);
  assert.deepEqual(all.setUps.map((c) => c.role), ['set-up']);
  assert.deepEqual(all.lists.map((x) => x.role), ['build']);
});

test('the battle has its own buttons, and who takes part is listed', () => {
  const all = desk(news([
    able('fight', button('fight'), [choice('fight', { kind: 'column', at: '2-1' }, { dice: true }),
      choice('fight', { kind: 'column', at: '1-1' }, { dice: true })]),
    able('join', hex('0101'), [choice('join', hex('0101'))]), able('finish', button('x'), [choice('finish', button('x'))]),
  ], { battle: { attackers: [], targets: ['0102'] } }), isHex);
  assert.equal(all.fights.length, 2);
  assert.deepEqual(all.takers.map((x) => x.role), ['join']);
  assert.deepEqual(all.endings.map((c) => c.role), ['finish'], 'the end of the phase stays where it always is');
});

test('a battle for which many could be called in is taken up by itself', () => {
  const battle = able('fight', hex('0102'));
  assert.equal(only(news([battle], { battle: { attackers: ['a'], targets: ['0102'] } })), battle);
  assert.equal(only(news([battle])), null);
  assert.equal(only(news([able('march', piece('a'))], { battle: { attackers: ['a'], targets: ['0102'] } })), null);
});

test('enemies that the battle may take in too stand in the dock', () => {
  const also = able('engage', hex('0102'), [choice('engage', hex('0102'))]);
  const all = desk(news([also], { battle: { attackers: ['a'], targets: ['0103'] } }), isHex);
  assert.deepEqual(all.wider, [also]);
  assert.deepEqual(desk(news([also]), isHex).wider, [], 'before a battle they are on the map alone');
});

test('in a battle the answers to a question stand together', () => {
  const yes = able('build', hex('0102'), [choice('build', hex('0102'))]);
  const no = able('stay', { kind: 'button', at: 'fight' }, [choice('stay', { kind: 'button', at: 'done' })]);
  const asked = news([yes, no], { battle: { attackers: ['a'], targets: ['0102'] } });
  assert.deepEqual(answers(asked), yes.choices);
  const all = desk(asked, isHex);
  assert.deepEqual([all.endings, all.fights], [no.choices, []]);
});

test('a click does at once only what the thing is for', () => {
  const form = able('march', piece('a'), [choice('form', piece('a'))]);
  assert.equal(direct(form, form.choices), false, 'a counter that could only be exchanged is not, by a click');
  const apart = able('form', piece('a'), [choice('form', piece('a'))]);
  assert.equal(direct(apart, apart.choices), false, 'nor one that can do nothing else');
  assert.deepEqual(['place', 'build', 'destroy', 'engage'].map((role) => rash(able(role, hex('0102')))), [true, true, true, false]);
  const lose = able('lose', piece('a'), [choice('lose', piece('a'))]);
  assert.equal(direct(lose, lose.choices), true);
  const out = able('include', piece('a'), [choice('exclude', piece('a'))]);
  assert.equal(direct(out, out.choices), true, 'a click again removes');
  const away = able('retreat', piece('a'), [choice('retreat', hex('0103'))]);
  assert.equal(direct(away, away.choices), false);
  assert.equal(only(news([away])), away, 'but where the only one goes is asked at once');
  assert.equal(only(news([away, lose])), null);
});

test('what is left undone is told with its places, duties first of all', () => {
  const left = undone(news([able('march', piece('a')), able('enter', piece('b')), able('engage', hex('0102'))]), isHex);
  assert.deepEqual(left.map((x) => [x.duty, x.hexes]), [[true, []], [false, ['0102']], [false, ['0101']]]);
  const duty = undone(news([able('engage', hex('0102'))],
    { overlays: [{ id: 'd', kind: 'duty', label: 'Must be attacked', hexes: ['0102'] }] }), isHex);
  assert.deepEqual(duty, [{ text: 'Must be attacked: 0102.', hexes: ['0102'], duty: true }]);
  const moved = news([able('march', piece('a'))]);
  moved.view.pieces[0].states = ['moved'];
  assert.deepEqual(undone(moved, isHex), []);
});

test('a question that comes again can be answered for good, and with buttons', () => {
  const asked = news([able('build', hex('0101'), [choice('build', hex('0101'))]),
    able('stay', button('n'), [choice('stay', button('n'))])]);
  assert.ok(isQuestion(asked));
  assert.deepEqual(answers(asked).map((c) => c.role), ['build']);
  assert.equal(isQuestion(news([able('finish', button('n'), [choice('finish', button('n'))])])), false, 'a phase is finished by hand');
  assert.equal(general('Ames in 0101: stand?', ['Ames', '0101']), general('Barlow in 0102: stand?', ['Barlow', '0102']));
});

test('results are tinted from where the viewer sits, and the same are one', () => {
  assert.deepEqual([tone('attacker', true), tone('attacker', false), tone('defender', false), tone('neither', true)],
    ['good', 'bad', 'good', 'even']);
  const result = (face, text, favours) => ({ faces: [face], text, chance: 1 / 6, favours });
  const list = gathered([result(1, 'back', 'attacker'), result(2, 'back', 'attacker'), result(3, 'out', 'attacker')]);
  assert.deepEqual(list.map((r) => [r.faces, Math.round(r.chance * 6)]), [[[1, 2], 2], [[3], 1]]);
});

test('a button that throws a die has a verb and the odds', () => {
  const battle = { fire: true, columns: [{ label: '1-3', results: [] }] };
  assert.equal(verb(choice('fire', hex('0102'), { dice: true }), battle), 'Fire at 1-3');
  assert.equal(verb(choice('fight', { kind: 'column', at: '2-1' }, { dice: true }), { ...battle, fire: false }), 'Attack at 2-1');
  assert.equal(verb(choice('stay', button('x'), { label: 'stand' }), null), 'Stand');
});

test('the tray is grouped by when they come, else by formation', () => {
  const pieces = [{ id: 'a', formation: 'I Corps' }, { id: 'b', formation: 'II Corps' }, { id: 'c', formation: 'I Corps' },
    { id: 'd', formation: 'I Corps', due: 'turn 3' }];
  const groups = byFormation(pieces.map((p) => able('place', piece(p.id))), pieces);
  assert.deepEqual(groups.map(([name, list]) => [name, list.length]), [['I Corps', 2], ['II Corps', 1], ['turn 3', 1]]);
});

test('what those aim at who go or attack is known before anybody is in hand', () => {
  const goes = choice('advance', hex('0103'));
  const attacks = choice('engage', piece('x'));
  const here = choice('engage', hex('0102'));
  const told = news([able('advance', piece('a'), [goes]), able('engage', piece('a'), [attacks]), able('engage', hex('0102'), [here]),
    able('march', piece('a'), [choice('march', hex('0103'))])]);
  assert.deepEqual(aims(told), [goes, attacks], 'a hex that is the thing itself is no aim, and a march is none');
});

test('who could only change his form is not what it is about, unless nothing else is', () => {
  const forms = able('form', piece('a'), [choice('form', button('f'))]);
  const fights = able('fight', piece('x'), [choice('fight', piece('x'))]);
  const done = able('finish', button('d'), [choice('finish', button('d'))]);
  assert.deepEqual(main(news([fights, forms, done])), [fights, done]);
  assert.deepEqual(main(news([forms, done])), [forms, done]);
});

test('dice and losses are looked at first; what is picked can be let go of', () => {
  assert.deepEqual(['lose', 'destroy', 'march', 'stay'].map((role) => grave(choice(role, piece('a')))), [true, true, false, false]);
  assert.ok(grave(choice('fight', button('f'), { dice: true })));
  assert.ok(picks(choice('activate', { kind: 'chit', at: 'c' })));
  assert.ok(!picks(choice('activate', hex('0103'))), 'a chit that is laid on the map is laid');
  assert.ok(picks(choice('fire', piece('a'))));
  assert.ok(!picks(choice('fire', piece('a'), { dice: true })));
});

test('guns at range are listed among those who may take part', () => {
  const gun = able('fire', piece('a'), [choice('fire', piece('a'))]);
  assert.deepEqual(desk(news([gun], { battle: { attackers: [] } }), isHex).takers, [gun]);
  assert.deepEqual(desk(news([gun]), isHex).takers, []);
});

test('what could still act is counted by the quota', () => {
  const two = news([able('march', piece('a')), able('march', piece('c'))]);
  two.view.pieces.push({ id: 'c', side: 'union', name: 'Cross', hex: '0103' });
  assert.match(undone(two, isHex)[0].text, /^2 counters could/);
  two.actor.quota = 1;
  assert.match(undone(two, isHex)[0].text, /^1 of 2 counters could/);
  two.actor.quota = 0;
  assert.deepEqual(undone(two, isHex), []);
});

test('advice says what, at which odds, why, and what it is worth', () => {
  const choice = { label: 'attack the hill', dice: true };
  assert.equal(advice(choice, { odds: '3-1' }, 'Takes the ridge.', 0.614),
    'The computer would: attack the hill at 3-1. Takes the ridge. It gives your side 61 % to win.');
  assert.equal(advice(choice, null), 'The computer would: attack the hill.');
});

test('what matters is the battle and what can be chosen in it, then what is in hand, else all that can act', () => {
  const marches = news([able('march', piece('a')), able('build', hex('0103')), able('form', piece('x'))]);
  assert.deepEqual(mattersIn({ mode: { kind: 'looking' }, news: null }), []);
  const looking = (what) => ({ mode: { kind: 'looking' }, news: what, own: ['union'], seat: 'union' });
  assert.deepEqual(mattersIn(looking(marches)), ['0101', '0103'], 'who only changes his form does not matter');
  const held = (choices) => ({ mode: { kind: 'hand', able: able('march', piece('a')), choices }, news: marches, own: ['union'], seat: 'union' });
  assert.deepEqual(mattersIn(held([choice('march', hex('0103'))])), ['0101', '0103']);
  const many = Array.from({ length: 30 }, (_, i) => choice('march', hex(`02${10 + i}`)));
  assert.deepEqual(mattersIn(held(many)), ['0101'], 'a whole army of hexes is not brought into sight');
  const battle = { targets: ['0102'], attackers: ['a'], defenders: ['x'] };
  const back = news([able('retreat', piece('x'), [choice('retreat', hex('0103'))])], { battle });
  assert.deepEqual(mattersIn(looking(back)), ['0102', '0101', '0103'], 'the ways out of a battle belong to it');
});

test('a card of a formation speaks for its counters on the map, of the side that is asked', () => {
  const pieces = [{ id: 'a', side: 'union', formation: 'II', hex: '0101' }, { id: 'b', side: 'union', formation: 'II' },
    { id: 'c', side: 'union', formation: 'V', hex: '0103' }, { id: 'x', side: 'confederate', formation: 'II', hex: '0102' }];
  const card = able('activate', { kind: 'chit', at: 'two' }, [], { formation: 'II' });
  assert.deepEqual(members(card, pieces, 'union').map((p) => p.id), ['a']);
  assert.deepEqual(members(able('activate', { kind: 'chit', at: 'none' }, []), pieces, 'union'), []);
  const asked = { mode: { kind: 'looking' }, news: news([card], { pieces }), own: ['union'], seat: 'union' };
  assert.deepEqual(mattersIn(asked), ['0101']);
});
