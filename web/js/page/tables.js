// The worker that has the tables: it passes messages to the rules, keeps what they say is to be kept, and only then passes on the rest.

import { Keeper, Overtaken } from './keeper.js';
import { fetched, opened } from './module.js';
import { Studies } from './thinking.js';

const IN_MEMORY = 'This browser keeps nothing for this page (a private window?): games last as long as this tab. Save them to a file.';
const FULL = 'The storage of this browser is full: what is played from here on is not kept until there is room. Save the game to a file.';
const ELSEWHERE = 'This game is open in another tab of this browser. Close it there; it opens here by itself.';

/** @type {Promise<Keeper | null>} */
const keeper = Keeper.open().catch(() => null);
const module = fetched();
/** The titles on the shelf: whoever thinks needs them as well. @type {Map<string, any>} */
const titles = new Map();
const studies = module.then((made) => new Studies(made, titles, (thought) => hear({ thought }), () => hear('study_lost')));
const rules = module.then((made) => opened(made, () => false)).then(async (pass) => {
  for (const { scenario, texts } of (await (await keeper)?.shelf()) ?? []) shelve(pass, scenario, texts);
  return pass;
});

/** How much of each table is in memory. @type {Map<string, number>} */
const known = new Map();
/** Which table each line is at, and what gives a table back to other tabs. @type {Map<number, string>} */
const lines = new Map();
/** @type {Map<string, () => void>} */
const held = new Map();
/** What could not be kept yet, in order. @type {any[]} */
let owed = [];
let told = false;

/**
 * A title that this version of the rules cannot read any more stays away; its games say so.
 * @param {any} pass @param {string} scenario @param {any} texts
 */
function shelve(pass, scenario, texts) {
  try {
    pass('bring', texts);
    titles.set(scenario, texts);
  } catch (error) {
    console.warn(`${scenario} is not on the shelf: ${/** @type {Error} */ (error).message}`);
  }
}

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
  known.set(table, length);
  (await rules)('hear', { restore: kept });
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
    if (create) known.set(create.card.id, 0);
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
    (await rules)('hear', { restore: { card, opening, journal } });
    await base.keep([{ create: { card, opening } }, { append: { table: card.id, number: 0, entries: journal } }]);
    known.set(card.id, journal.length);
    brought.push(card.id);
  }
  return brought;
}

/**
 * Titles that are on the shelf from now on: kept, or as they are where nothing is kept.
 * @param {{ scenario: string, texts?: any }[]} shelved
 */
async function brought(shelved) {
  for (const { scenario, texts } of shelved) {
    const kept = texts ?? (await (await keeper)?.shelf(scenario))?.[0]?.texts;
    if (!kept) continue;
    shelve(await rules, scenario, kept);
    (await studies).bring(kept);
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

/** @param {any} said */
async function pass(said) {
  if (said.line || said.posted) say(said);
  else if (said.think) (await studies).think(said.think);
  else if (said.halt) (await studies).halt(said.halt.question);
  else if (said.later) setTimeout(() => hear({ wake: said.later.wake }), said.later.ms);
}

/** @param {any} message */
async function work(message) {
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
  const said = (await rules)('hear', message);
  const keeps = said.filter((/** @type {any} */ one) => one.keep).map((/** @type {any} */ one) => one.keep);
  if (keeps.length) await keep(keeps);
  for (const one of said) await pass(one);
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
  else hear(data);
});
