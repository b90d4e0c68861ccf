// What is read off a counter, without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands, inWords, learnNumbers, strengthOf } from '../../js/counters.js';
import { formationOf, muster } from '../../js/formations.js';

const piece = (given) => ({ id: 'a', side: 'union', name: 'Birney', type: 'infantry', strengths: '6-4', strength: 6, ...given });

test('commanders are worth nothing in the strength of a stack', () => {
  for (const type of ['leader', 'headquarters']) {
    assert.ok(commands(piece({ type })));
    assert.equal(strengthOf(piece({ type, strength: 6 })), 0);
  }
  assert.ok(!commands(piece({})));
  assert.equal(strengthOf(piece({})), 6);
  assert.equal(strengthOf(piece({ strength: undefined, type: 'hidden' })), 0);
});

test('two dozen formations of a side look different, whatever is seen first', () => {
  muster(Array.from({ length: 24 }, (_, i) => ({ side: 'union', name: `${i + 1} Corps`, badge: String(i + 1), colour: i })));
  const looks = Array.from({ length: 24 }, (_, i) => {
    const { colour, notched } = formationOf(piece({ formation: `${i + 1} Corps` }));
    return `${colour} ${notched}`;
  });
  assert.equal(new Set(looks).size, 24);
  assert.equal(formationOf(piece({ formation: 'Nobody knows' })), null);
});

test('a counter in words has its name, what it is and how it fares', () => {
  const words = inWords(piece({ states: ['moved', 'disrupted 2'] }));
  for (const part of ['Birney', 'infantry', '6-4', 'moved', 'disrupted 2']) assert.ok(words.includes(part), `${part} in ${words}`);
});

test('numbers have words where a counter has as many as a fighting unit', () => {
  learnNumbers(['attack', 'defence', 'movement']);
  assert.equal(inWords(piece({ strengths: '2-3-4' })), 'Birney infantry, attack 2, defence 3, movement 4');
  assert.equal(inWords(piece({ strengths: '2-3-4 +1' })), 'Birney infantry, attack 2, defence 3, movement 4, +1');
  assert.equal(inWords(piece({ strengths: '6' })), 'Birney infantry, 6');
  learnNumbers([]);
});

test('what stands in the name of a counter is not said twice', () => {
  assert.equal(inWords(piece({ name: 'Bonham brigade', type: 'brigade', strengths: '' })), 'Bonham brigade');
  assert.equal(inWords(piece({ name: '2nd Reserve Artillery', type: 'artillery', strengths: '' })), '2nd Reserve Artillery');
});
