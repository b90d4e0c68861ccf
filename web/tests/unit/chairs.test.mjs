// A long log comes in pages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Store } from '../../js/store.js';
import { Chairs } from '../../js/table/chairs.js';

test('the beginning of a long log is fetched page by page, and a film still tells the end itself', async () => {
  const all = Array.from({ length: 1234 }, (_, entry) => ({ entry, told: [] }));
  const asked = [];
  const link = { ask: async ({ since, count }) => { asked.push(since); return { entries: all.slice(since, since + Math.min(count, 500)),
    length: all.length }; } };
  const chair = { seat: 'union', link, news: null, log: all.slice(1034) };
  const store = new Store(/** @type {any} */ ({ log: all.slice(1034, 1100) }));
  await Chairs.prototype.recall.call(/** @type {any} */ ({ now: chair, store }), /** @type {any} */ (chair));
  assert.deepEqual(asked, [0, 500, 1000]);
  assert.deepEqual(chair.log.map((e) => e.entry), all.map((e) => e.entry));
  assert.equal(store.state.log.length, 1100);
});
