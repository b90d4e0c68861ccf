// The way in: which page stands at which address.

import { postJson, sentence } from './dom.js';
import { ask, hasAccounts, who } from './house/api.js';
import { claim } from './invitations.js';
import { alone } from './line.js';
import { contentOf, lobby, ownSeats } from './lobby/lobby.js';
import { mine, remember, show } from './settings.js';
import { unpacked } from './share.js';
import { STILL, layOut } from './still.js';
import { TablePage } from './table.js';

const root = /** @type {HTMLElement} */ (document.getElementById('app'));
/** @type {TablePage | null} */
let page = null;
let leaveLobby = () => {};

/** The save in a link; what is wrong with it is told in the lobby. @param {string} text */
function given(text) {
  const save = unpacked(text);
  save.catch(() => {});
  return save;
}

/** The pages of the house. */
const HOUSE = ['house', 'you', 'player', 'tournament', 'ratings', 'order', 'unsubscribe'];

/** The key of a seat that the house keeps for me, if it does. Answers whether I must sign in to be known. @param {string} table */
async function seated(table) {
  if (!(await hasAccounts())) return false;
  const seat = await ask('seat', { table }).catch(() => null);
  if (seat) remember(table, { [seat.seat]: seat.key }, seat.title);
  return !seat && (await who())?.account === null && (await ask('game', { table }).then((g) => g.game !== null, () => true));
}

/** @param {string} place @param {string} id */
async function house(place, id) {
  const { openHouse } = await import('./house/page.js');
  leaveLobby = openHouse(root, place, id, () => void go());
}

async function go() {
  page?.close();
  page = null;
  leaveLobby();
  leaveLobby = () => {};
  Object.assign(window, { longroll: null });
  const [, place, table, seat, key] = location.hash.split('/');
  if (place === 'join' && table && key && (seat === 'union' || seat === 'confederate' || seat === 'spectator')) {
    remember(table, { [seat]: key }, '');
    location.replace(`#/table/${table}/${seat}`);
    return;
  }
  let refused = '';
  if (place === 'invite' && table && key && (seat === 'union' || seat === 'confederate')) {
    try {
      await claim(table, seat, key);
      location.replace(`#/table/${table}/${seat}`);
      return;
    } catch (error) {
      refused = sentence(/** @type {Error} */ (error).message);
    }
  }
  if (HOUSE.includes(place) && (await hasAccounts())) {
    await house(place, table ?? '');
    return;
  }
  if (place === 'workshop') {
    const { workshop } = await import('./workshop/workshop.js');
    leaveLobby = workshop(root, decodeURIComponent(table ?? ''));
    return;
  }
  if (place === 'school') {
    const { school } = await import('./school/school.js');
    leaveLobby = school(root);
    return;
  }
  if (place === 'puzzles') {
    const { puzzles } = await import('./school/puzzles.js');
    leaveLobby = puzzles(root);
    return;
  }
  if (place === 'view') {
    try {
      await layOut(table ?? '');
      page = new TablePage(root, STILL, { spectator: STILL }, ['spectator']);
      Object.assign(window, { longroll: page });
      return;
    } catch (error) {
      refused = sentence(/** @type {Error} */ (error).message);
    }
  }
  if (place === 'table' && table && !mine().some((m) => m.table === table) && (await seated(table))) {
    await house(place, table);
    return;
  }
  const known = place === 'table' ? mine().find((m) => m.table === table) : undefined;
  if (!known) {
    leaveLobby = lobby(root, refused, place === 'game' ? given(table ?? '') : undefined);
    return;
  }
  // Whoever came by a link sits where it leads; whoever has only one key sits there; others have to ask who sits where.
  const keys = /** @type {[SeatId, string][]} */ (Object.entries(known.keys));
  let own = keys.map(([s]) => s);
  const named = own.find((s) => s === seat);
  if (named) own = [named];
  else if (keys.length > 1) {
    /** @type {Standing[]} */
    const standing = await postJson('/api/mine', [{ table: known.table, key: keys[0][1] }]).catch(() => []);
    own = standing.length ? ownSeats(standing[0].seats, known.keys) : own.slice(0, 1);
  }
  page = new TablePage(root, known.table, known.keys, own, seat === 'replay');
  // For whoever looks under the table: consoles and tests.
  Object.assign(window, { longroll: page });
}

/** A file that the system opens with the installed page. @param {{ files?: readonly { getFile(): Promise<File> }[] }} launch */
function launched({ files }) {
  if (!files?.length) return;
  const save = files[0].getFile().then(contentOf);
  save.catch(() => {});
  page?.close();
  page = null;
  leaveLobby();
  history.replaceState(null, '', '#/');
  leaveLobby = lobby(root, '', save);
}

show();
if (alone) void import('./page/boot.js');
addEventListener('hashchange', () => void go());
void go();
/** @type {any} */ (window).launchQueue?.setConsumer(launched);
