// The school: texts with rules in them, what a page shows, what is remembered.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Store, fresh } from '../../js/store.js';
import { begin, begunAt, finish, isDone, nextOf } from '../../js/school/done.js';
import { guide, isGuided, sendAway, watchCoach } from '../../js/school/coach.js';
import { atTask, leafOf, parts, shownBy, taught, watchLesson } from '../../js/school/lesson.js';
import { fitting, memory, ofTheDay, solved, wasShown } from '../../js/school/puzzled.js';

const kept = new Map();
Object.assign(globalThis, {
  localStorage: { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) },
  document: { getElementById: () => null },
});

const page = (text, more = {}) => ({ text, hexes: [], pieces: [], ...more });
const stand = (scene, phase, ...pages) => ({ game: 'g', lesson: 'l', title: 'L', phase, scene, scenes: 3, pages, left: 1 });

test('rules in brackets become links, other brackets stay', () => {
  assert.deepEqual(parts('One point (AB-5.21, C9-ZONE-1). Or (two) more.'), [
    { text: 'One point ' }, { text: 'AB-5.21', rule: 'AB-5.21' }, { text: 'C9-ZONE-1', rule: 'C9-ZONE-1' }, { text: '. Or ' },
    { text: '(two)' }, { text: ' more.' }]);
});

test('a page shows its hexes and those under its pieces', () => {
  const state = { ...fresh(['union'], {}), lesson: stand(1, 'ask', page('a', { hexes: ['0101'], pieces: ['x', 'gone'] })), leaf: 0 };
  const view = { pieces: [{ id: 'x', hex: '0202' }] };
  assert.deepEqual(shownBy(state, view).map((o) => o.hexes), [['0101', '0202']]);
  assert.deepEqual(shownBy({ ...state, lesson: null }, view), []);
});

test('a task shows the counters and hexes that it names', () => {
  const lesson = { ...stand(1, 'ask', page('a')), task: 'March x and 1/2/Y to 0303, or stay.' };
  const state = { ...fresh(['union'], {}), lesson, leaf: 0 };
  const view = { pieces: [{ id: 'x', name: 'X', hex: '0202' }, { id: 'y', name: '1/2/Y', hex: '0204' }, { id: 'z', name: 'Z', hex: '0205' }] };
  assert.deepEqual(shownBy(state, view, (hex) => hex === '0303').map((o) => o.hexes), [['0202', '0204', '0303']]);
  assert.deepEqual(shownBy({ ...state, lesson: { ...lesson, phase: 'done' } }, view), []);
});

test('what a lesson says waits for the film, and begins with its first page', () => {
  const store = new Store({ ...fresh(['union'], {}), mode: { kind: 'film', foreign: false, caption: '', paused: false } });
  watchLesson(store);
  store.set({ coming: stand(1, 'ask', page('a'), page('b')) });
  assert.equal(store.state.lesson, null);
  assert.ok(taught(store.state), 'nothing is done by itself from the moment it has come');
  store.enter({ kind: 'looking' });
  assert.equal(leafOf(store.state).text, 'a');
  assert.ok(!atTask(store.state));
  store.set({ leaf: 1 });
  assert.ok(atTask(store.state));
  store.set({ coming: { ...stand(1, 'ask', page('a'), page('b')), left: 0 } });
  assert.equal(store.state.leaf, 1, 'a part of a task turns no page');
  store.set({ coming: stand(3, 'done', page('c')) });
  assert.equal(store.state.leaf, 0);
  assert.ok(isDone('g', 'l'));
});

test('the school remembers what is done and what is begun', () => {
  const course = { game: 'c', title: '', year: 0, lessons: [{ lesson: 'a' }, { lesson: 'b' }] };
  assert.equal(begin('c', 'a', 't1'), undefined);
  assert.equal(begin('c', 'a', 't2'), 't1', 'the table of before is told, to be forgotten');
  assert.equal(begunAt('c', 'a'), 't2');
  assert.equal(nextOf(course).lesson, 'a');
  finish('c', 'a');
  assert.equal(begunAt('c', 'a'), undefined);
  assert.equal(nextOf(course).lesson, 'b');
  finish('c', 'b');
  assert.equal(nextOf(course), undefined);
});

const rating = (number) => ({ rating: number, deviation: 100, volatility: 0.06 });
const attempt = (share) => ({ ...stand(1, share >= 0.95 ? 'done' : 'lost', page('a')), lesson: 'p',
  puzzle: { rating: 1400, share, best: 0.6, rated: { you: [rating(1500), rating(1540)], puzzle: [rating(1400), rating(1380)] } } });

test('only a first attempt at a puzzle without help changes a rating', () => {
  const remember = (more) => kept.set('longroll-puzzles', JSON.stringify({ tables: { 'g/p': 't' }, ...more }));
  remember({});
  assert.ok(solved(attempt(1)));
  assert.equal(memory().you.rating, 1540);
  assert.deepEqual(memory().tried['g/p'], { share: 1, rating: rating(1380) });
  assert.ok(!solved(attempt(1)), 'the same end is told again when one comes back');
  remember({ tried: { 'g/p': { share: 0.4, rating: rating(1420) } }, you: rating(1490) });
  assert.ok(!solved(attempt(1)));
  assert.equal(memory().you.rating, 1490);
  remember({});
  wasShown(attempt(1));
  assert.ok(!solved(attempt(1)));
  assert.deepEqual(memory().tried, {});
});

test('the next puzzle is as hard as one is good, and new ones come before missed ones', () => {
  const card = (puzzle, number) => ({ puzzle, title: puzzle, theme: 'guns', side: 'union', scenario: '', rating: number });
  const book = { game: 'g', title: 'G', themes: [], puzzles: [card('easy', 900), card('near', 1450), card('hard', 2000)] };
  const knows = (tried) => ({ you: null, tried, tables: {}, shown: [] });
  assert.equal(fitting(book, knows({})).puzzle, 'near');
  assert.equal(fitting(book, knows({ 'g/near': { share: 0.2, rating: rating(1450) } })).puzzle, 'hard');
  assert.equal(fitting(book, knows({}), 'near').puzzle, 'hard');
  const all = Object.fromEntries(book.puzzles.map((p) => [`g/${p.puzzle}`, { share: 1, rating: rating(1) }]));
  assert.equal(fitting(book, knows(all)), undefined);
  const shelf = { books: [book], days: [['g', 'easy'], ['g', 'hard']] };
  const day = (n) => ofTheDay(shelf, new Date(new Date(1970, 0, 1 + n, 12))).card.puzzle;
  assert.notEqual(day(20_000), day(20_001));
});

test('a coach speaks once of each kind of decision, and no more when he is sent away', async () => {
  const view = { turn: 2, turn_label: '24 Nov, 10 AM', pieces: [] };
  const news = () => ({ actor: { actor: 'union', prompt: '' }, view, length: 1 });
  const handout = { briefing: { turns: [{ turn: 1 }, { turn: 2 }], union: 'Take the hill.' } };
  const store = new Store({ ...fresh(['union'], {}), handout, about: { lesson: undefined } });
  const remark = { kind: 'march', title: 'Marching', asks: 'Who?', matters: 'Roads.', rules: ['AB-1'], example: {} };
  watchCoach({ store, table: 't', acts: { ask: async () => ({ coach: remark }) } });
  const hears = async () => {
    store.set({ news: news() });
    await new Promise((done) => setTimeout(done));
    return store.state.coach;
  };
  assert.equal(await hears(), null, 'there is no coach');
  guide('t');
  assert.ok(isGuided('t'));
  const first = await hears();
  assert.equal(first.turn, 'Turn 2 of 2, 24 Nov, 10 AM. You are the Union. Take the hill.');
  assert.equal(first.remark.title, 'Marching');
  assert.equal(await hears(), null, 'both were heard');
  sendAway('t');
  assert.ok(!isGuided('t'));
});
