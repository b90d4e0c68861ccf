// One seat's line to the server: requests with answers, news in between, and coming back when the line breaks.

import { line } from './line.js';
import { STILL, openStill } from './still.js';

/** A refusal by the rules or the server. */
export class Refused extends Error {
  /** @param {Refusal} refusal */
  constructor(refusal) {
    super(refusal.because);
    this.rule = refusal.rule;
    this.because = refusal.because;
    this.field = refusal.field;
  }
}

/**
 * @typedef {object} Ears
 * @property {(hello: { seat: SeatId, about: About, handout: Handout | null, news: News }) => void} joined
 * @property {(news: News) => void} news
 * @property {(here: Partial<Record<SeatId, number>>) => void} here
 * @property {(thinking: Omit<Thinking, 'since'> | null) => void} thinking
 * @property {(lesson: LessonStand) => void} lesson
 * @property {(remark: { side: Side, text: string }) => void} remark
 * @property {(because: string | null) => void} closed
 * @property {(sides: Side[]) => void} invited
 * @property {(message: any) => void} house  what the house has to say about the game
 * @property {(open: boolean, full: string | null) => void} line
 * @property {(because: string) => void} gone
 */

/** How long one waits before one knocks again at a house that is full. */
const FULL = 15_000;
/** The state of a line that is open. */
const OPEN = 1;

export class Link {
  /**
   * @param {string} table
   * @param {string} key
   * @param {Ears} ears
   */
  constructor(table, key, ears) {
    this.table = table;
    this.key = key;
    this.ears = ears;
    this.next = 1;
    /** @type {Map<number, { done: (answer: any) => void, failed: (error: Error) => void }>} */
    this.waiting = new Map();
    this.closed = false;
    this.tries = 0;
    /** @type {string | null} why there was no room */
    this.full = null;
    /** @type {any} the view as it came, pieces under their ids */
    this.keyed = null;
    this.open();
  }

  open() {
    const socket = this.table === STILL ? openStill() : line.open();
    this.socket = socket;
    socket.onopen = () => {
      const joined = this.ask({ op: 'join', table: this.table, key: this.key, patches: true });
      joined.then((hello) => {
        this.tries = 0;
        this.ears.line(true, null);
        this.ears.joined({ ...hello, news: this.whole(hello.news) });
        if (hello.lesson) this.ears.lesson(hello.lesson);
        this.ears.thinking(hello.thinking ?? null);
        this.ears.closed(hello.about?.closed ?? null);
      }, (error) => {
        if (error instanceof Refused) {
          this.close();
          this.ears.gone(error.because);
        }
      });
    };
    socket.onmessage = (message) => this.hear(JSON.parse(message.data));
    socket.onclose = () => {
      for (const { failed } of this.waiting.values()) failed(new Error('the line to the table broke'));
      this.waiting.clear();
      if (this.closed) return;
      this.ears.line(false, this.full);
      this.tries += 1;
      setTimeout(() => { if (!this.closed) this.open(); }, this.full ? FULL : Math.min(200 * 2 ** this.tries, 5000));
      this.full = null;
    };
  }

  /** @param {any} message */
  hear(message) {
    if (message.news && message.id === undefined) this.ears.news(this.whole(message.news));
    else if (message.here) this.ears.here(message.here);
    else if (message.id === undefined && 'thinking' in message) this.ears.thinking(message.thinking);
    else if (message.id === undefined && message.lesson) this.ears.lesson(message.lesson);
    else if (message.id === undefined && message.remark) this.ears.remark(message.remark);
    else if (message.full) this.full = message.full;
    else if (message.id === undefined && message.invited) this.ears.invited(message.invited);
    else if (message.id === undefined && message.house) this.ears.house(message.house);
    else if (message.id === undefined && 'closed' in message) this.ears.closed(message.closed);
    else {
      // A refusal that names no request is of the oldest one that waits.
      const id = message.id ?? (message.ok ? undefined : [...this.waiting.keys()][0]);
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      if (message.ok) waiting?.done(message);
      else waiting?.failed(new Refused(message.error));
    }
  }

  /** News tell only what changed in the view: it is put together here. @param {any} news @returns {News} */
  whole(news) {
    const { patch, ...rest } = news;
    this.keyed = news.view ?? (patch ? merged(this.keyed, patch) : this.keyed);
    return { ...rest, view: listed(this.keyed) };
  }

  /**
   * @param {Record<string, unknown>} request
   * @returns {Promise<any>}
   */
  ask(request) {
    const id = this.next++;
    return new Promise((done, failed) => {
      if (this.socket?.readyState !== OPEN) {
        failed(new Error('there is no line to the table just now'));
        return;
      }
      this.waiting.set(id, { done, failed });
      this.socket.send(JSON.stringify({ id, ...request }));
    });
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }
}

/** A document with a JSON merge patch applied (RFC 7396). @param {any} target @param {any} patch @returns {any} */
export function merged(target, patch) {
  if (patch === null || typeof patch !== 'object' || Array.isArray(patch)) return patch;
  const result = target !== null && typeof target === 'object' && !Array.isArray(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = merged(result[name], value);
  }
  return result;
}

/** A view with its pieces in a list. @param {any} view @returns {View} */
const listed = (view) => ({ ...view, pieces: Object.values(view.pieces) });
