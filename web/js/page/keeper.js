// What is kept in the browser, in IndexedDB: tables and their journals, titles on the workbench and on the shelf.
// Journals only grow; of two writers one wins.

const NAME = 'longroll';
const SHAPE = 2;

/** Somebody else has written there first, or has deleted the table. */
export class Overtaken extends Error {}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const asked = (request) => new Promise((done, failed) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => failed(request.error);
});

/** A title on the workbench. @typedef {{ folder: string, files: Record<string, string> }} KeptTitle */
/** The drawing of a board in each style, and where its hexes lie. @typedef {{ data: any, paper: string, campfire: string }} DrawnBoard */
/** A title on the shelf, with its own board. @typedef {{ scenario: string, texts: any, board: DrawnBoard | null }} ShelvedTitle */

/** All entries of a table. @param {string} table */
const entriesOf = (table) => IDBKeyRange.bound([table, 0], [table, Infinity]);

export class Keeper {
  /** @param {IDBDatabase} base */
  constructor(base) {
    this.base = base;
    // A later version of the page in another tab may change the shape: it is let through.
    base.onversionchange = () => base.close();
  }

  /** @returns {Promise<Keeper>} */
  static async open() {
    const request = indexedDB.open(NAME, SHAPE);
    request.onupgradeneeded = ({ oldVersion }) => {
      const base = request.result;
      if (oldVersion < 1) {
        base.createObjectStore('tables', { keyPath: 'card.id' });
        base.createObjectStore('journal');
      }
      base.createObjectStore('titles', { keyPath: 'folder' });
      base.createObjectStore('shelf', { keyPath: 'scenario' });
    };
    return new Keeper(await asked(request));
  }

  /** How many entries of a table are kept; nothing if there is no such table. @param {string} table @returns {Promise<number | null>} */
  async length(table) {
    const look = this.base.transaction(['tables', 'journal']);
    const [there, entries] = await Promise.all([asked(look.objectStore('tables').count(table)),
      asked(look.objectStore('journal').count(entriesOf(table)))]);
    return there ? entries : null;
  }

  /** The game of a table; nothing if there is no such table. @param {string} table @returns {Promise<string | undefined>} */
  async game(table) {
    return (await asked(this.base.transaction('tables').objectStore('tables').get(table)))?.card.game;
  }

  /** A table with everything that was kept of it. @param {string} table */
  async table(table) {
    const look = this.base.transaction(['tables', 'journal']);
    const [made, journal] = await Promise.all([asked(look.objectStore('tables').get(table)),
      asked(look.objectStore('journal').getAll(entriesOf(table)))]);
    return made ? { ...made, journal } : null;
  }

  /** @returns {Promise<string[]>} */
  async names() {
    return /** @type {string[]} */ (await asked(this.base.transaction('tables').objectStore('tables').getAllKeys()));
  }

  /** Keeps all of this or nothing; it is kept when this is done. @param {any[]} keeps */
  keep(keeps) {
    return new Promise((done, failed) => {
      const work = this.base.transaction(['tables', 'journal'], 'readwrite');
      const [tables, journal] = [work.objectStore('tables'), work.objectStore('journal')];
      /** @type {Error | null} */
      let fault = null;
      const overtaken = () => {
        fault = new Overtaken();
        work.abort();
      };
      work.oncomplete = () => done(undefined);
      work.onabort = () => failed(fault ?? work.error ?? new Error('the browser gave up'));
      for (const { create, append, rekey, analysis: weighed, delete: gone } of keeps) {
        if (create) tables.add(create);
        if (append) {
          tables.count(append.table).onsuccess = (found) => {
            if (/** @type {IDBRequest<number>} */ (found.target).result === 0) overtaken();
          };
          append.entries.forEach((/** @type {unknown} */ entry, /** @type {number} */ i) => {
            journal.add(entry, [append.table, append.number + i]).onerror = (event) => {
              if (/** @type {IDBRequest} */ (event.target).error?.name === 'ConstraintError') fault = new Overtaken();
            };
          });
        }
        if (rekey) {
          tables.get(rekey.table).onsuccess = (found) => {
            const made = /** @type {IDBRequest} */ (found.target).result;
            if (made) tables.put({ ...made, card: { ...made.card, keys: rekey.keys } });
            else overtaken();
          };
        }
        if (weighed) {
          tables.get(weighed.table).onsuccess = (found) => {
            const made = /** @type {IDBRequest} */ (found.target).result;
            if (made) tables.put({ ...made, analysis: weighed.analysis });
          };
        }
        if (gone) {
          tables.delete(gone.table);
          journal.delete(entriesOf(gone.table));
        }
      }
    });
  }

  /** Titles on the workbench, or the one of that name. @param {string} [folder] @returns {Promise<KeptTitle[]>} */
  titles(folder) {
    return asked(this.base.transaction('titles').objectStore('titles').getAll(folder));
  }

  /** Titles on the shelf, or the one of that name. @param {string} [scenario] @returns {Promise<ShelvedTitle[]>} */
  shelf(scenario) {
    return asked(this.base.transaction('shelf').objectStore('shelf').getAll(scenario));
  }

  /** What is on the shelf, by name. @returns {Promise<string[]>} */
  async shelved() {
    return /** @type {string[]} */ (await asked(this.base.transaction('shelf').objectStore('shelf').getAllKeys()));
  }

  /**
   * Keeps titles; they are kept when this is done. Others are kept no more.
   * @param {KeptTitle[]} titles @param {ShelvedTitle[]} shelved @param {string[]} gone @param {string[]} off
   */
  keepTitles(titles, shelved, gone, off) {
    return new Promise((done, failed) => {
      const work = this.base.transaction(['titles', 'shelf'], 'readwrite');
      work.oncomplete = () => done(undefined);
      work.onabort = () => failed(new Error('The storage of this browser is full: the title is not kept. Export it.'));
      titles.forEach((title) => work.objectStore('titles').put(title));
      shelved.forEach((title) => work.objectStore('shelf').put(title));
      gone.forEach((folder) => work.objectStore('titles').delete(folder));
      off.forEach((scenario) => work.objectStore('shelf').delete(scenario));
    });
  }
}
