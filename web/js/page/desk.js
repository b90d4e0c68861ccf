// The worker that has the workbench. Titles are read from the browser before each errand, because another tab may have changed them, and
// kept before anybody hears what came of it.

import { Keeper } from './keeper.js';
import { fetched, opened } from './module.js';

const rules = fetched('workshop.wasm.lzma').then((made) => opened(made, () => false));
/** @type {Promise<Keeper | null>} */
const keeper = Keeper.open().catch(() => null);

/** The folder that an errand is about; nothing if it is about all of them. @param {any} errand @returns {string | undefined} */
const about = ({ ask, export: taken, draw }) => (ask ?? taken ?? draw)?.folder;

/** @param {any} errand */
async function done(errand) {
  const [pass, base] = [await rules, await keeper];
  if (base) pass('work', { restore: await base.titles(about(errand)) });
  const { keep, gone, shelve, taken_off: off, ok, body } = pass('work', errand);
  if (keep.length + gone.length + shelve.length + off.length > 0 && base) await base.keepTitles(keep, shelve, gone, off);
  const shelved = shelve.map((/** @type {any} */ one) => (base ? { scenario: one.scenario } : one));
  return { ok, body, shelved: [...shelved, ...off.map((/** @type {string} */ scenario) => ({ scenario, off: true }))] };
}

let last = Promise.resolve();

addEventListener('message', ({ data: { number, errand } }) => {
  last = last.then(() => done(errand)).catch((error) => ({ ok: false, body: { error: { because: error.message } }, shelved: [] }))
    .then((answer) => postMessage({ number, ...answer }));
});
