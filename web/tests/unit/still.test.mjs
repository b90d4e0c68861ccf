// A view in a link: what is in it, what is shown of it, and what is none.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packed } from '../../js/share.js';
import { layOut, linkToView, openStill } from '../../js/still.js';

Object.assign(globalThis, { location: { href: 'https://any.example/play/#/table/x' } });

const piece = { id: 'us-meade', side: 'union', type: 'infantry', name: 'Meade', strengths: '6-5', hex: '3020' };
const view = { board: 'bull-run', turn: 2, turn_label: 'noon', phase: 'movement', prompt: 'March', pieces: [piece], markers: [], tallies: [], overlays: [] };
const seen = /** @type {any} */ ({
  seat: 'union', handout: null, log: Array.from({ length: 100 }, (_, entry) => ({ entry, text: `entry ${entry}` })),
  about: { table: 'secret-table', game: 'bull-run', scenario: 'first', title: 'Bull Run', scenario_title: 'First', options: {}, invited: ['union'],
    seats: [{ kind: 'me' }, { kind: 'computer', level: 'captain' }], players: [], may_save: true, may_branch: true, lesson: 'x' },
  news: { since: 90, entries: [], length: 100, actor: { actor: 'union', prompt: 'March' }, undo: true, redo: true, may_branch: true,
    subjects: [{ label: 'Meade' }], view },
});

/** What somebody hears who asks a view. */
async function hears(request) {
  const wire = openStill();
  return new Promise((done) => {
    wire.onmessage = ({ data }) => done(JSON.parse(data));
    wire.onopen = () => wire.send(JSON.stringify({ id: 1, ...request }));
  });
}

const fragment = (/** @type {string | null} */ link) => link?.match(/^https:\/\/any\.example\/play\/#\/view\/([\w-]+)$/)?.[1] ?? '';

test('a view comes out of a link as its seat saw it, to be looked at', async () => {
  const text = fragment(await linkToView(seen));
  await layOut(text);
  const hello = await hears({ op: 'join' });
  assert.deepEqual(hello.news.view, seen.news.view);
  assert.equal(hello.seat, 'spectator');
  assert.deepEqual([hello.news.subjects, hello.news.undo, hello.about.may_save, hello.about.lesson], [[], false, false, undefined]);
  assert.equal(hello.news.entries.length, 40);
  assert.ok(!JSON.stringify(hello).includes('secret-table'), 'whoever has the view has no way to the table');
  for (const op of ['apply', 'save', 'replay', 'log']) assert.equal((await hears({ op })).ok, false);
});

test('whatever else stands in a fragment is refused in words', async () => {
  const whole = { format: 'longroll-view-1', seat: 'union', about: seen.about, news: seen.news, handout: null };
  const bad = [{}, { ...whole, format: 'other' }, { ...whole, about: { ...seen.about, game: '../../x' } }, { ...whole, about: null },
    { ...whole, about: { ...seen.about, seats: [] } }, { ...whole, news: { ...seen.news, view: { ...view, board: '//evil' } } },
    { ...whole, news: { ...seen.news, view: { ...view, pieces: [{ ...piece, side: 'red' }] } } },
    { ...whole, news: { ...seen.news, view: { ...view, pieces: [{ ...piece, hex: {} }] } } },
    { ...whole, news: { ...seen.news, entries: 7 } }, { ...whole, news: null }];
  for (const still of bad) await assert.rejects(layOut(await packed(still) ?? ''), /holds no view/);
  for (const text of ['', 'AAAA', 'A'.repeat(300_000), '<script>']) await assert.rejects(layOut(text), /holds no view/);
  await layOut(await packed(whole) ?? '');
});
