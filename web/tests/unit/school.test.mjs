// The school: texts with rules in them, what a page shows, what is remembered.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Store, fresh } from '../../js/store.js';
import { begin, begunAt, finish, isDone, nextOf } from '../../js/school/done.js';
import { atTask, leafOf, parts, shownBy, taught, watchLesson } from '../../js/school/lesson.js';

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
