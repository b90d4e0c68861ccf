// The seats that this browser has taken at a table, each with its line to the server and what it was told.

import { learnNumbers } from '../counters.js';
import { muster } from '../formations.js';
import { Link } from '../link.js';

/** How many entries of the log are asked for at once. */
const PAGE = 500;

/** @typedef {{ seat: SeatId, link: Link, news: News | null, log: Logged[] }} Chair */

/** So long somebody is still said to think who has decided. */
const FLICKER = 700;

export class Chairs {
  /**
   * @param {string} table
   * @param {Partial<Record<SeatId, string>>} keys
   * @param {import('../store.js').Store} store
   * @param {{ joined(chair: Chair): void, heard(chair: Chair, news: News): void }} ears
   */
  constructor(table, keys, store, ears) {
    this.store = store;
    /** @type {Map<SeatId, Chair>} */
    this.all = new Map();
    for (const seat of store.state.own) {
      const key = keys[seat];
      if (!key) continue;
      /** @type {Chair} */
      const chair = { seat, link: /** @type {any} */ (null), news: null, log: [] };
      chair.link = new Link(table, key, {
        joined: (hello) => {
          chair.news = hello.news;
          chair.log = hello.news.entries;
          if (hello.handout) {
            muster(hello.handout.formations);
            learnNumbers(hello.handout.numbers);
          }
          store.set({ about: hello.about, handout: hello.handout ?? store.state.handout });
          ears.joined(chair);
          if (hello.news.since > 0) void this.recall(chair).catch(() => {});
        },
        news: (news) => {
          chair.news = news;
          chair.log = [...chair.log.filter((e) => e.entry < news.since), ...news.entries];
          ears.heard(chair, news);
        },
        here: (here) => store.set({ here }),
        thinking: (thinking) => this.think(thinking),
        lesson: (coming) => store.set({ coming }),
        remark: (remark) => {
          if (seat === store.state.seat) store.set({ remarks: [...store.state.remarks, { ...remark, entry: chair.news?.length ?? 0 }] });
        },
        closed: (closed) => store.set({ closed }),
        invited: (invited) => { if (store.state.about) store.set({ about: { ...store.state.about, invited } }); },
        house: (house) => store.set({ house }),
        line: (open, full) => store.set({ line: open ? 'open' : 'broken', full }),
        gone: (gone) => store.set({ gone }),
      });
      this.all.set(seat, chair);
    }
    if (this.all.size === 0) store.set({ gone: 'this browser has no key to this table' });
  }

  /** The chair at whose seat one looks. */
  get now() {
    return this.all.get(this.store.state.seat);
  }

  /** @param {Question} question @returns {Promise<any>} */
  ask(question) {
    return this.now?.link.ask(question) ?? Promise.reject(new Error('nobody sits here'));
  }

  /**
   * Fetches the whole log of a seat, page by page: a long one comes without its beginning, and what is taken back changes it.
   * @param {Chair} chair
   */
  async recall(chair) {
    /** @type {Logged[]} */
    const log = [];
    for (let end = Infinity; log.length < end;) {
      const { entries, length } = await chair.link.ask({ op: 'log', since: log.length, count: PAGE });
      log.push(...entries);
      end = entries.length ? length : 0;
    }
    chair.log = [...log, ...chair.log.filter((e) => e.entry >= log.length)];
    if (chair !== this.now) return;
    // A film that is still on has not told everything yet.
    const told = this.store.state.log.at(-1)?.entry ?? Infinity;
    this.store.set({ log: chair.log.filter((e) => e.entry <= told) });
  }

  /** Shows who thinks; between two decisions of a turn it does not flicker. @param {Omit<Thinking, 'since'> | null} thinking */
  think(thinking) {
    clearTimeout(this.thought);
    if (thinking) this.store.set({ thinking: { ...thinking, since: performance.now() - (thinking.ms ?? 0) } });
    else this.thought = setTimeout(() => this.store.set({ thinking: null }), FLICKER);
  }

  close() {
    for (const { link } of this.all.values()) link.close();
  }
}
