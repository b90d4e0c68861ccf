// The worker that has the tables: it passes messages to the rules, keeps what they say is to be kept, and only then passes on the rest.

import { Keeper, Overtaken } from './keeper.js';
import { Shelf } from './shelf.js';

const IN_MEMORY = 'This browser keeps nothing for this page (a private window?): games last as long as this tab. Save them to a file.';
const FULL = 'The storage of this browser is full: what is played from here on is not kept until there is room. Save the game to a file.';
const NO_GAME = 'no such game is on the shelf';
const NO_TABLE = 'no such table, or not with this key';
const UNFETCHED = 'the rules of this game are not in this browser yet, and cannot be fetched now: try again when there is a network';
const ELSEWHERE = 'This game is open in another tab of this browser. Close it there; it opens here by itself.';

/** @type {Promise<Keeper | null>} */
const keeper = Keeper.open().catch(() => null);
const shelf = new Shelf(keeper, (message, game) => hear({ game, message }));

/** Which game is played at each table. @type {Map<string, string>} */
const games = new Map();
/** How much of each table is in memory. @type {Map<string, number>} */
const known = new Map();
/** Which table each line is at, and what gives a table back to other tabs. @type {Map<number, string>} */
const lines = new Map();
/** @type {Map<string, () => void>} */
const held = new Map();
/** What could not be kept yet, in order. @type {any[]} */
let owed = [];
let told = false;

/** @param {unknown} message */
const say = (message) => postMessage(message);

/** Whether this tab has the table; another tab must not write in it meanwhile. @param {string} table @returns {Promise<boolean>} */
const hold = (table) => {
  const { locks } = navigator;
  if (held.has(table) || !locks) return Promise.resolve(true);
  return new Promise((done) => {
    void locks.request(`longroll-${table}`, { ifAvailable: true }, (lock) => {
      if (!lock) {
        done(false);
        return undefined;
      }
      return new Promise((release) => {
        held.set(table, () => { held.delete(table); release(undefined); });
        done(true);
      });
    });
  });
};

/** A table is read again if another tab has played on. @param {string} table */
async function lend(table) {
  const base = await keeper;
  if (!base || owed.length) return;
  const length = await base.length(table);
  if (length === null || known.get(table) === length) return;
  const kept = await base.table(table);
  if (!kept) return;
  const rules = await shelf.of(kept.card.game)?.catch(() => null);
  if (!rules) return;
  known.set(table, length);
  rules.pass('hear', { restore: kept });
}

/** The game of a table; nothing if there is no such table. @param {unknown} table */
async function gameAt(table) {
  if (typeof table !== 'string') return undefined;
  return games.get(table) ?? (await keeper)?.game(table);
}

/** The game that a message is about. @param {any} message @returns {Promise<string | undefined>} */
async function gameOf({ line, hang_up: gone, post }) {
  if (line || gone) return gameAt(lines.get((line ?? gone).line));
  const { table, branch, lesson, puzzle, save, game } = post.body ?? {};
  return (lesson ?? puzzle ?? save)?.game ?? await gameAt(branch?.table ?? table) ?? game;
}

/** The tables that a message is about. @param {any} message @returns {string[]} */
function named({ line, post }) {
  const body = post?.body;
  const items = Array.isArray(body) ? body : [body, body?.branch, line?.request.op === 'join' ? line.request : null];
  return items.map((item) => item?.table).filter((table) => typeof table === 'string');
}

/** Everything is kept before anybody hears of it; what cannot be kept is told once, and tried again. @param {any[]} keeps */
async function keep(keeps) {
  for (const { create, append, delete: gone } of keeps) {
    if (create) {
      known.set(create.card.id, 0);
      games.set(create.card.id, create.card.game);
    }
    if (append) known.set(append.table, append.number + append.entries.length);
    if (gone) known.delete(gone.table);
  }
  owed.push(...keeps);
  const base = await keeper;
  try {
    if (!base) throw new Error(IN_MEMORY);
    await base.keep(owed);
    owed = [];
    if (told) say({ unkept: null });
    told = false;
  } catch (error) {
    if (error instanceof Overtaken) throw error;
    if (!told) say({ unkept: base ? FULL : IN_MEMORY });
    told = true;
    if (!base) owed = [];
  }
}

/** All tables as they are kept. */
async function exported() {
  const base = await keeper;
  if (!base) throw new Error(IN_MEMORY);
  return Promise.all((await base.names()).map((table) => base.table(table)));
}

/** Keeps tables from elsewhere, each only if the rules can open it and there is none of its name. @param {any[]} tables */
async function imported(tables) {
  const base = await keeper;
  if (!base) throw new Error(IN_MEMORY);
  const here = new Set(await base.names());
  /** @type {string[]} */
  const brought = [];
  for (const { card, opening = null, journal } of tables) {
    if (here.has(card?.id) || !Array.isArray(journal)) continue;
    const rules = await shelf.of(card?.game);
    if (!rules) continue;
    rules.pass('hear', { restore: { card, opening, journal } });
    await base.keep([{ create: { card, opening } }, { append: { table: card.id, number: 0, entries: journal } }]);
    known.set(card.id, journal.length);
    brought.push(card.id);
  }
  return brought;
}

/**
 * Titles that are on the shelf from now on: kept, or as they are where nothing is kept; or no more.
 * @param {{ scenario: string, texts?: any, off?: boolean }[]} shelved
 */
async function brought(shelved) {
  for (const { scenario, texts, off } of shelved) {
    if (off) await shelf.takeOff(scenario);
    const kept = texts ?? (await (await keeper)?.shelf(scenario))?.[0]?.texts;
    if (kept) await shelf.bring(scenario, kept);
  }
  return { ok: true };
}

/** What the page asks of its storage, not of the rules. @type {Record<string, (body: any) => Promise<any>>} */
const ERRANDS = { '/page/export': exported, '/page/import': imported, '/page/bring': brought };

/** @param {{ post: number, address: string, body: any }} asked */
async function errand({ post, address, body }) {
  try {
    say({ posted: { post, ok: true, body: await ERRANDS[address](body) } });
  } catch (error) {
    say({ posted: { post, ok: false, body: { error: { because: /** @type {Error} */ (error).message } } } });
  }
}

/** Another tab was first: everything here is put away and read again. */
function overtaken() {
  say({ lost: true });
  close();
}

/** Passes on what the rules of a game say. @param {any} said @param {string} game @param {import('./shelf.js').Rules} rules */
function pass(said, game, { studies, analyst }) {
  if (said.line || said.posted) say(said);
  else if (said.think) studies.think(said.think);
  else if (said.weigh) analyst.weigh(said.weigh);
  else if (said.halt) studies.halt(said.halt.question);
  else if (said.later) setTimeout(() => hear({ game, message: { wake: said.later.wake } }), said.later.ms);
}

/**
 * The rules of a game hear a message; what they say is kept, then passed on. Says why not, if they cannot.
 * @param {string} game @param {unknown} message @returns {Promise<string | null>}
 */
async function tell(game, message) {
  const opening = shelf.of(game);
  if (!opening) return NO_GAME;
  const rules = await opening.catch(() => null);
  if (!rules) return UNFETCHED;
  const said = rules.pass('hear', message);
  const keeps = said.filter((/** @type {any} */ one) => one.keep).map((/** @type {any} */ one) => one.keep);
  if (keeps.length) await keep(keeps);
  for (const one of said) pass(one, game, rules);
  return null;
}

/** @param {any} message @param {string} because */
function refuse({ line, post }, because) {
  const error = { because };
  if (line) say({ line: { line: line.line, text: JSON.stringify({ id: line.request.id ?? null, ok: false, error }) } });
  if (post) say({ posted: { post: post.post, ok: false, body: { ok: false, error } } });
}

/** How the tables stand: each is asked of its own game. @param {any} post */
async function standings(post) {
  /** @type {any[]} */
  const stand = [];
  for (const item of post.body) {
    const rules = await shelf.of(await gameAt(item?.table))?.catch(() => null);
    const said = rules ? rules.pass('hear', { post: { ...post, body: [item] } }) : [];
    stand.push(...said.flatMap((/** @type {any} */ one) => one.posted?.body ?? []));
  }
  say({ posted: { post: post.post, ok: true, body: stand } });
}

/** @param {any} message */
async function work(message) {
  if (message.game) {
    await tell(message.game, message.message);
    return;
  }
  const { line, post, hang_up: gone } = message;
  if (post?.address.startsWith('/page/')) {
    await errand(post);
    return;
  }
  if (line?.request.op === 'join') {
    const { table } = line.request;
    if (!await hold(table)) {
      say({ line: { line: line.line, text: JSON.stringify({ full: ELSEWHERE }) } });
      say({ broken: { line: line.line } });
      return;
    }
    lines.set(line.line, table);
  }
  for (const table of named(message)) if (![...lines.values()].includes(table) || line) await lend(table);
  if (Array.isArray(post?.body)) await standings(post);
  else {
    const game = await gameOf(message);
    const because = game ? await tell(game, message) : line ? NO_TABLE : NO_GAME;
    if (because) refuse(message, because);
  }
  if (gone) {
    const table = lines.get(gone.line);
    lines.delete(gone.line);
    if (table && ![...lines.values()].includes(table)) held.get(table)?.();
  }
}

let last = Promise.resolve();

/** Hears one message after the other. @param {unknown} message */
function hear(message) {
  last = last.then(() => work(message)).catch((error) => {
    // Whatever it is, nothing that was kept is lost: another worker begins from there.
    console.error(error);
    overtaken();
  });
}

addEventListener('message', ({ data }) => {
  if (data.knock) say({ here: true });
  // Whoever reads about a game may play it: its rules are fetched meanwhile.
  else if (data.warm) void Promise.resolve(shelf.of(data.warm)).catch(() => {}).then(() => say({ warmed: true }));
  else hear(data);
});
