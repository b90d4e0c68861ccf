// The lobby: the games as cards, one's tables, a save from a file.

import { capital, getJson, h, postJson, sideName, sign } from './dom.js';
import { change, forget, mine, remember, settings } from './settings.js';

const LEVELS = /** @type {Record<string, string>} */ ({ random: 'anything goes', greedy: 'quick' });

/** What people call a computer player. @param {string} level */
export const levelName = (level) => `Computer (${LEVELS[level] ?? level})`;

/** The computer player that a newcomer meets. @param {string[]} players */
const usual = (players) => ['captain', 'greedy'].find((p) => players.includes(p)) ?? players[players.length - 1];

/**
 * Makes a table and goes to it.
 * @param {Record<string, unknown>} request
 * @param {Record<SideId, string>} seats
 * @param {string} title
 * @param {boolean} [replay]
 */
async function sit(request, seats, title, replay = false) {
  const made = await postJson('/api/tables', { ...request, seats });
  remember(made.table, made.keys, title);
  location.hash = `#/table/${made.table}${replay ? '/replay' : ''}`;
}

/** @param {string[]} players @param {SideId} side @param {string} chosen */
const seatSelect = (players, side, chosen) => h('select', { 'aria-label': `${sideName(side)} seat` },
  h('option', { value: 'me', selected: chosen === 'me' }, 'Me'),
  players.map((p) => h('option', { value: `computer:${p}`, selected: chosen === `computer:${p}` }, levelName(p))),
  h('option', { value: 'friend', selected: chosen === 'friend' }, 'A friend, by link'));

/**
 * Asks who sits where, then makes the table and goes to it.
 * @param {{ title: string, players: string[], go: string, replay?: boolean }} what
 * @param {Record<string, unknown>} request
 * @param {string} title
 */
export async function askSeats(what, request, title) {
  const best = usual(what.players);
  const seats = { union: seatSelect(what.players, 'union', 'me'), confederate: seatSelect(what.players, 'confederate', `computer:${best}`) };
  const error = h('p', { class: 'error', role: 'alert' });
  const go = (/** @type {boolean} */ replay) => sit(request, replay ? { union: 'me', confederate: 'me' } : { union: seats.union.value, confederate: seats.confederate.value }, title, replay)
    .then(() => dialog.close(), (e) => { error.textContent = capital(/** @type {Error} */ (e).message); });
  const dialog = h('dialog', { class: 'seats-dialog', 'aria-label': what.title },
    h('h2', {}, what.title),
    h('div', { class: 'form' }, /** @type {SideId[]} */ (['union', 'confederate']).map((side) => h('label', {}, h('b', {}, sideName(side)), seats[side]))),
    h('p', { class: 'dim' }, 'Two of you at one screen: Me and Me. Two computers: you look on.'), error,
    h('div', { class: 'row' }, h('button', { class: 'primary', onclick: () => void go(false) }, what.go), what.replay && h('button', { onclick: () => void go(true) }, 'Only replay it'), h('button', { class: 'quiet', onclick: () => dialog.close() }, 'Not now')));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * The seats of ours at a table: the maker sits where it says "me" and looks on if it says so nowhere; a guest sits where the key fits.
 * @param {[Sitter, Sitter]} seats
 * @param {Partial<Record<SeatId, string>>} keys
 * @returns {SeatId[]}
 */
export function ownSeats(seats, keys) {
  const me = /** @type {SideId[]} */ (['union', 'confederate']).filter((_, i) => seats[i].kind === 'me');
  const own = (me.length ? me : /** @type {SeatId[]} */ (['spectator'])).filter((seat) => keys[seat]);
  return own.length ? own : /** @type {SeatId[]} */ (['union', 'confederate', 'spectator']).filter((seat) => keys[seat]).slice(0, 1);
}

/** @param {Catalogue} game */
function card(game) {
  const best = usual(game.players);
  const board = game.boards[game.scenarios[0].id];
  const error = h('p', { class: 'error', role: 'alert' });
  const fail = (/** @type {unknown} */ e) => { error.textContent = capital(/** @type {Error} */ (e).message); };
  const play = () => sit({ game: game.game }, { union: 'me', confederate: `computer:${best}` }, game.title).catch(fail);

  const watch = () => sit({ game: game.game }, { union: `computer:${best}`, confederate: `computer:${best}` }, game.title).catch(fail);

  const scenario = h('select', { id: `scenario-${game.game}` }, game.scenarios.map((x) => h('option', { value: x.id }, x.title)));
  const about = h('p', { class: 'dim' });
  const tellScenario = () => { about.textContent = game.scenarios.find((x) => x.id === scenario.value)?.summary ?? ''; };
  scenario.addEventListener('change', tellScenario);
  tellScenario();
  const seats = { union: seatSelect(game.players, 'union', 'me'), confederate: seatSelect(game.players, 'confederate', `computer:${best}`) };
  /** @type {Map<string, () => string>} */
  const chosen = new Map();
  const options = game.options.map((option) => {
    const id = `${game.game}-${option.id}`;
    if (option.values.length === 2 && option.values.includes('on') && option.values.includes('off')) {
      const box = h('input', { type: 'checkbox', id });
      box.checked = option.default === 'on';
      chosen.set(option.id, () => (box.checked ? 'on' : 'off'));
      return h('li', {}, h('label', { for: id }, box, h('b', {}, option.title)), option.text && h('p', { class: 'dim' }, option.text));
    }
    const select = h('select', { id }, option.values.map((v) => h('option', { value: v, selected: v === option.default }, capital(v.replaceAll('-', ' ')))));
    chosen.set(option.id, () => select.value);
    return h('li', {}, h('label', { for: id }, h('b', {}, option.title), select), option.text && h('p', { class: 'dim' }, option.text));
  });
  const start = () => sit(
    { game: game.game, scenario: scenario.value, options: Object.fromEntries([...chosen].map(([id, value]) => [id, value()])) },
    { union: seats.union.value, confederate: seats.confederate.value }, game.title).catch(fail);

  return h('article', { class: 'card' },
    board ? h('img', { src: `/api/boards/${board}.png?style=${settings.theme}`, alt: '', loading: 'lazy', width: 720, height: 400 }) : '',
    h('div', { class: 'card-body' },
      h('h2', {}, game.title, game.year ? h('span', { class: 'year' }, game.year) : ''),
      h('p', {}, game.summary),
      h('button', { class: 'primary big', onclick: play, 'aria-label': `Play ${game.title}` }, 'Play'),
      h('p', { class: 'dim' }, `You lead the Union against the ${levelName(best).toLowerCase()}.`),
      h('button', { class: 'link', onclick: watch, 'aria-label': `Watch two computers play ${game.title}` }, 'Watch two computers instead'),
      h('details', {}, h('summary', {}, 'Choose scenario, seats and options'),
        h('div', { class: 'form' },
          h('label', {}, h('b', {}, 'Scenario'), scenario), about,
          /** @type {SideId[]} */ (['union', 'confederate']).map((side) => h('label', {}, h('b', {}, sideName(side)), seats[side])),
          h('p', { class: 'dim' }, 'Two of you at one screen: Me and Me. Two computers: you look on.'),
          options.length > 0 && h('ul', { class: 'options' }, options),
          h('button', { class: 'primary', onclick: start }, 'Sit down'))),
      error));
}

/** For whoever is here for the first time. */
const welcome = () => h('article', { class: 'card tips' }, h('div', { class: 'card-body' },
  h('h2', {}, 'First time here?'),
  h('ul', {},
    h('li', {}, 'Take Blue & Gray: a turn takes ten minutes.'),
    h('li', {}, 'Counters with a golden edge can act. Click one and then a lit hex, or drag it there; the number is what it has left.'),
    h('li', {}, 'In combat a red ring says who can be attacked. The odds and all results are shown before you commit.'),
    h('li', {}, 'Anything refused says why, and opens the rule.'),
    h('li', {}, h('kbd', {}, 'U'), ' takes back, ', h('kbd', {}, 'F'), ' finishes a phase, ', h('kbd', {}, 'G'), ' asks for a hint, ', h('kbd', {}, '?'), ' shows all keys.')),
  h('p', { class: 'dim' }, 'Every decision is kept: close the window whenever you like and go on from here.')));

/** @param {HTMLElement} section */
async function resume(section) {
  const tables = mine();
  if (tables.length === 0) return;
  const items = tables.map((m) => ({ table: m.table, key: m.keys.union ?? m.keys.confederate ?? m.keys.spectator ?? '' }));
  /** @type {Standing[]} */
  const standing = await postJson('/api/mine', items.slice(0, 12)).catch(() => []);
  if (standing.length === 0) return;
  const rows = standing.map((t) => {
    const own = ownSeats(t.seats, tables.find((m) => m.table === t.table)?.keys ?? {});
    const over = t.actor === 'over';
    const turn = over ? 'over' : own.includes(/** @type {SeatId} */ (t.actor)) ? 'your move' : `${sideName(t.actor)} to move`;
    const row = h('li', {},
      h('a', { href: `#/table/${t.table}`, class: 'resume' }, h('b', {}, t.scenario_title || t.title), h('span', {}, `${t.title}, turn ${t.turn}${t.turn_label ? ` (${t.turn_label})` : ''}`), h('span', { class: over ? 'dim' : 'state' }, turn)),
      t.length > 0 && h('a', { class: 'button quiet', href: `#/table/${t.table}/replay`, 'aria-label': `Replay ${t.scenario_title || t.title}` }, sign('replay'), 'Replay'),
      h('button', { class: 'icon-button', title: 'Take it off this list', 'aria-label': `Take ${t.scenario_title || t.title} off this list`, onclick: () => { forget(t.table); row.remove(); } }, '✕'));
    return row;
  });
  section.replaceChildren(h('h2', {}, 'Your tables'), h('ul', { class: 'tables' }, rows));
}

/** @param {HTMLElement} root */
export async function lobby(root) {
  document.title = 'Longroll';
  const cards = h('div', { class: 'cards', 'aria-busy': 'true' });
  const tables = h('section', { class: 'resume-list' });
  const error = h('p', { class: 'error', role: 'alert' });
  const file = h('input', { type: 'file', accept: '.json,application/json', class: 'unseen', id: 'save-file' });
  file.addEventListener('change', async () => {
    try {
      const text = await file.files?.[0]?.text();
      if (!text) return;
      let save;
      try {
        save = JSON.parse(text);
      } catch {
        throw new Error('this file is not a save of Longroll');
      }
      /** @type {Catalogue[]} */
      const shelf = await getJson('/api/games');
      const game = shelf.find((g) => g.game === save.game);
      if (!game) throw new Error('this save is of no game on the shelf');
      await askSeats({ title: `${game.title}: a saved game`, players: game.players, go: 'Go on playing', replay: true }, { save }, game.title);
    } catch (e) {
      error.textContent = capital(/** @type {Error} */ (e).message);
    }
    file.value = '';
  });
  const theme = h('button', { class: 'quiet', onclick: () => { change({ theme: settings.theme === 'paper' ? 'campfire' : 'paper' }); void lobby(root); } }, settings.theme === 'paper' ? '☾ Campfire' : '☀ Paper');
  root.replaceChildren(h('div', { class: 'lobby' },
    h('header', {}, h('h1', {}, 'Longroll'), h('p', {}, 'Classic games of the American Civil War, every rule enforced.'), h('nav', { 'aria-label': 'More' }, h('label', { class: 'button quiet', for: 'save-file', tabindex: 0, onkeydown: (/** @type {KeyboardEvent} */ e) => { if (e.key === 'Enter') file.click(); } }, 'Load a save'), file, theme)),
    h('main', {}, error, tables, cards)));
  void resume(tables);
  try {
    /** @type {Catalogue[]} */
    const shelf = await getJson('/api/games');
    cards.replaceChildren(...shelf.map(card), welcome());
    cards.removeAttribute('aria-busy');
  } catch (e) {
    error.textContent = `The shelf cannot be reached: ${/** @type {Error} */ (e).message}`;
  }
}
