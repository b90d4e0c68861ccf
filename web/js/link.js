// One seat's line to the server: requests with answers, news in between, and coming back when the line breaks.

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

export class Link {
  /**
   * @param {string} table
   * @param {string} key
   * @param {{ joined(hello: { seat: SeatId, about: About, news: News }): void, news(news: News): void,
   *   here(here: Record<string, number>): void, thinking(thinking: { side: SideId, level: string, ms: number } | null): void,
   *   remark(remark: { side: SideId, text: string }): void, closed(because: string | null): void, line(open: boolean): void, gone(because: string): void }} ears
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
    /** @type {View | null} what was seen last */
    this.view = null;
    this.open();
  }

  open() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket = socket;
    socket.onopen = () => {
      const joined = this.ask({ op: 'join', table: this.table, key: this.key, deltas: true });
      joined.then((hello) => {
        this.tries = 0;
        this.view = hello.news.view;
        this.ears.line(true);
        this.ears.joined(hello);
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
      this.ears.line(false);
      this.tries += 1;
      setTimeout(() => { if (!this.closed) this.open(); }, Math.min(200 * 2 ** this.tries, 5000));
    };
  }

  /** @param {any} message */
  hear(message) {
    if (message.news && message.id === undefined) this.ears.news(this.whole(message.news));
    else if (message.here) this.ears.here(message.here);
    else if (message.id === undefined && 'thinking' in message) this.ears.thinking(message.thinking);
    else if (message.id === undefined && message.remark) this.ears.remark(message.remark);
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
    const { changes, ...rest } = news;
    let view = /** @type {View} */ (news.view ?? this.view);
    if (changes) {
      view = { ...view, ...changes, pieces: view.pieces };
      for (const [name, value] of Object.entries(changes)) if (value === null) delete (/** @type {any} */ (view)[name]);
      if (changes.pieces) {
        const pieces = view.pieces.slice(0, changes.pieces.length);
        for (const [place, piece] of Object.entries(changes.pieces.set)) pieces[Number(place)] = /** @type {Piece} */ (piece);
        view.pieces = pieces;
      }
    }
    this.view = view;
    return { ...rest, view };
  }

  /**
   * @param {Record<string, unknown>} request
   * @returns {Promise<any>}
   */
  ask(request) {
    const id = this.next++;
    return new Promise((done, failed) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
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
