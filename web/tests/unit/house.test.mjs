// What the house says of games that are seen later than they are played.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { later } from '../../js/house/find.js';
import { lapsed, shows } from '../../js/house/seat.js';

test('how much later is said in words', () => {
  assert.deepEqual([15, 60, 90, 120, 1440, 2880].map(later), ['15 minutes later', 'an hour later', '90 minutes later', '2 hours later',
    'a day later', '2 days later']);
});

test('whoever sees a game later sees no clock, and no clock that has run out', () => {
  const game = { clock: null, delay: 15, end: null, deadline: null, pace: { kind: 'live', main: 60, increment: 0 } };
  assert.equal(shows(game, 0, 0), '');
  assert.equal(lapsed(game, 0, 0), false);
});
