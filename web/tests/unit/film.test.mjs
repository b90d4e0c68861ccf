// The film: nobody is hurried past the dice of his own decision.

import assert from 'node:assert/strict';
import { test } from 'node:test';

globalThis.matchMedia ??= () => ({ matches: false });
globalThis.localStorage ??= { getItem: () => null, setItem() {} };
const { Film } = await import('../../js/table/film.js');

test('dice that follow a decision of ours are seen at ease, whatever others do after them', async () => {
  /** @type {[string, boolean][]} */
  const seen = [];
  const film = new Film(/** @type {any} */ ({ own: (by) => by === 'union', tell() {}, caption() {}, banner() {}, dice() {}, show() {}, board: {} }));
  film.scene = async (told) => { seen.push([told.text, film.ours]); };
  const entry = (by, text) => ({ by, told: [{ kind: 'roll', text }] });
  const news = { entries: [entry('union', 'We attack.'), entry(undefined, 'A six.'), entry('confederate', 'They march.'), entry(undefined, 'A one.')] };
  film.now = /** @type {any} */ (news);
  await film.entries(/** @type {any} */ (news));
  assert.deepEqual(seen, [['We attack.', true], ['A six.', true], ['They march.', false], ['A one.', false]]);
});
