// The way in: which page stands at which address.

import { postJson } from './dom.js';
import { lobby, ownSeats } from './lobby.js';
import { mine, remember, show } from './settings.js';
import { TablePage } from './table.js';

const root = /** @type {HTMLElement} */ (document.getElementById('app'));
/** @type {TablePage | null} */
let page = null;

async function go() {
  page?.close();
  page = null;
  Object.assign(window, { longroll: null });
  const [, place, table, seat, key] = location.hash.split('/');
  if (place === 'join' && table && key && (seat === 'union' || seat === 'confederate' || seat === 'spectator')) {
    remember(table, { [seat]: key }, '');
    location.replace(`#/table/${table}`);
    return;
  }
  const known = place === 'table' ? mine().find((m) => m.table === table) : undefined;
  if (!known) {
    delete document.body.dataset.asked;
    await lobby(root);
    return;
  }
  // Whoever has only one key sits there; the maker of a table has more, and sits where it says "me".
  const keys = /** @type {[SeatId, string][]} */ (Object.entries(known.keys));
  let own = keys.map(([s]) => s);
  if (keys.length > 1) {
    /** @type {Standing[]} */
    const standing = await postJson('/api/mine', [{ table: known.table, key: keys[0][1] }]).catch(() => []);
    own = standing.length ? ownSeats(standing[0].seats) : own.slice(0, 1);
  }
  page = new TablePage(root, known.table, known.keys, own, seat === 'replay');
  // For whoever looks under the table: consoles and tests.
  Object.assign(window, { longroll: page });
}

show();
addEventListener('hashchange', () => void go());
void go();
