// Where a bridge lies between its hexes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { across } from '../../js/markers.js';

test('a bridge lies in the middle of its hexes, along the way over it', () => {
  assert.deepEqual(across({ x: 0, y: 0 }, { x: 100, y: 0 }), { x: 50, y: 0, turned: 0 });
  assert.deepEqual(across({ x: 0, y: 0 }, { x: 0, y: 80 }), { x: 0, y: 40, turned: 90 });
  assert.equal(across({ x: 10, y: 10 }, { x: 10 + Math.sqrt(3), y: 11 }).turned, 30);
});
