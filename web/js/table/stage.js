// What happens at the table in its order: news come, a film shows them, then somebody is asked, or a curtain falls between two at one
// screen, or the game is over.

import { say, wait } from '../dom.js';
import { remember, settings } from '../settings.js';
import { play } from '../sound.js';
import { askedSide } from '../store.js';
import { Chairs } from './chairs.js';
import { Film } from './film.js';
import { hexOf, main, only } from './reading.js';
import { Replay } from './replay.js';

/** What a seat sees of the map: whatever differs between two seats is for one of them only. @param {News | null} news */
const seen = (news) => JSON.stringify([news?.view.pieces, news?.view.markers, news?.view.tallies]);

export class Stage {
  /**
   * @param {string} table
   * @param {Partial<Record<SeatId, string>>} keys
   * @param {import('../store.js').Store} store
   * @param {import('../board.js').Board} board
   * @param {{ replayFirst: boolean, brief(): boolean }} how
   */
  constructor(table, keys, store, board, how) {
    this.table = table;
    this.store = store;
    this.board = board;
    this.how = how;
    /** @type {import('./painter.js').Painter | null} */
    this.painter = null;
    /** @type {import('./deeds.js').Deeds | null} */
    this.deeds = null;
    /** @type {import('./hand.js').Hand | null} */
    this.hand = null;
    /** @type {Promise<void> | null} the map on its way */
    this.loading = null;
    this.number = 0;
    /** How often at this moment it is being found out what goes by itself. */
    this.settling = 0;
    this.relog = false;
    /** @type {Side | undefined} */
    this.lastBy = undefined;
    /** Closes the briefing. */
    this.begin = () => {};
    /** The phase that was framed last. */
    this.framed = '';
    /** The player turn that was framed last. */
    this.turned = '';
    this.film = new Film({
      board,
      own: (by) => by !== undefined && store.state.own.includes(by),
      tell: (entry) => this.tell(entry),
      caption: (told) => {
        const { mode } = store.state;
        if (mode.kind === 'film') store.enter({ ...mode, caption: told.text, paused: this.film.paused, hurried: this.film.hurried });
      },
      banner: (text) => store.set({ banner: { number: ++this.number, text } }),
      dice: (values, text) => {
        play('die');
        store.set({ cast: { number: ++this.number, values, text } });
      },
      show: (news) => this.show(news),
      begin: (foreign) => {
        const { mode } = store.state;
        const newest = this.film.queue.at(-1) ?? this.film.now;
        if (this.replay.on || mode.kind === 'curtain' || !newest) return;
        store.enter({ kind: 'film', foreign, caption: mode.kind === 'film' && mode.foreign && foreign ? mode.caption : '',
          paused: this.film.paused, newest, hurried: this.film.hurried });
      },
      rest: () => void this.rest(),
    });
    this.replay = new Replay({
      ask: (question) => this.chairs.ask(question),
      begin: () => {
        if (this.film.playing) store.set({ log: this.chairs.now?.log ?? [] });
        this.film.cut();
      },
      show: (past) => this.showPast(past),
      scenes: async (frame) => { for (const told of frame.told) await this.film.scene(told, false); },
      leave: () => this.present(),
      refused: (error) => this.deeds?.refused(error),
    });
    this.chairs = new Chairs(table, keys, store, {
      joined: (chair) => void this.joined(chair),
      heard: (chair, news) => this.heard(chair, news),
    });
  }

  close() {
    this.film.stopped = true;
    this.film.cut();
    this.replay.playing = false;
    this.chairs.close();
  }

  /** @param {import('./chairs.js').Chair} chair */
  async joined(chair) {
    const { store } = this;
    const { about, mode } = store.state;
    const news = /** @type {News} */ (chair.news);
    if (about) remember(this.table, {}, `${about.title}: ${about.scenario_title}`);
    // What a broken line has kept from coming is fetched when it is there again.
    this.loading ??= this.board.load(news.view.board, settings.theme).catch(() => { this.loading = null; });
    await this.loading;
    if (!this.loading || mode.kind === 'curtain' || mode.kind === 'replay') return;
    const first = !store.state.news;
    const chairs = [...this.chairs.all.values()];
    if (first && chairs.length > 1) {
      // In turns at one screen: begin with the side that is asked, behind a curtain where something is hidden.
      if (chairs.some((c) => !c.news)) return;
      store.set({ seat: askedSide(store.state, news) ?? store.state.seat });
      if (news.actor.actor !== 'over' &&
        chairs.some((c) => seen(c.news) !== seen(news))) return store.enter({ kind: 'curtain',
          side: /** @type {Side} */ (store.state.seat) });
    } else if (chair.seat !== store.state.seat) return;
    await this.sit(first);
  }

  /** Shows what is to be seen from the present seat, without a film. @param {boolean} first */
  async sit(first) {
    const chair = this.chairs.now;
    if (!chair?.news) return;
    this.film.cut();
    this.store.set({ log: chair.log, mode: { kind: 'looking' } });
    this.show(chair.news);
    if (first) this.frame(chair.news);
    if (first && this.how.brief()) this.brief(chair.news);
    if (first && this.how.replayFirst) await this.replay.open({ step: 0 });
    else if (!this.film.playing) await this.rest();
  }

  /** Lays the briefing over the map, with all that decides the game in sight; what others do comes after it. @param {News} news */
  brief(news) {
    const { handout } = this.store.state;
    if (!handout) return;
    const goals = handout.briefing.objectives.flatMap((o) => o.hexes).filter((hex) => this.board.hexes.has(hex));
    if (goals.length) this.board.frame([], [...goals, ...this.able(news)]);
    this.film.gate = new Promise((done) => { this.begin = () => {
      this.film.gate = null;
      this.begin = () => {};
      this.store.set({ briefed: true, marked: false });
      const now = this.store.state.news;
      if (now) this.frame(now);
      done();
      if (!this.film.playing) void this.rest();
    }; });
    this.store.set({ briefed: false, marked: true });
    requestAnimationFrame(() => this.uncover(goals));
  }

  /** On a phone the briefing lies over the lower part of the map: what it speaks of is moved above it. @param {string[]} hexes */
  uncover(hexes) {
    const sheet = document.querySelector('.welcome')?.getBoundingClientRect();
    const map = this.board.element.getBoundingClientRect();
    if (sheet && sheet.width > map.width * 0.8 && sheet.top > map.top) this.board.reveal(hexes, map.bottom - sheet.top);
  }

  /** The player of the side behind the curtain is there. */
  async lift() {
    const { mode } = this.store.state;
    if (mode.kind !== 'curtain') return;
    const first = !this.store.state.news;
    this.store.set({ seat: mode.side, mode: { kind: 'looking' } });
    await this.sit(first);
    this.board.element.focus({ preventScroll: true });
  }

  /** @param {import('./chairs.js').Chair} chair @param {News} news */
  heard(chair, news) {
    const { state } = this.store;
    if (chair.seat !== state.seat || !state.news || this.replay.on || state.mode.kind === 'curtain') return;
    this.film.push(news);
  }

  /** Something happened: it comes into the log, and its march onto the map. @param {Logged} entry */
  tell(entry) {
    if (entry.told.some((t) => t.kind === 'rewind')) {
      this.relog = true;
      return;
    }
    const { store, painter } = this;
    store.set({ log: [...store.state.log.filter((e) => e.entry < entry.entry), entry] });
    const own = entry.by !== undefined && store.state.own.includes(entry.by);
    if (painter && own && entry.by !== this.lastBy) painter.ways = [];
    for (const told of entry.told) {
      if (told.kind === 'phase' || told.kind === 'turn') say(told.text);
      if (told.kind === 'battle' || told.kind === 'fire') play('volley');
      if (painter && !own && entry.by && (told.hexes?.length ?? 0) > 1) painter.ways.push(told.hexes ?? []);
    }
    // What a battle of ours costs is said beside its dice.
    const lost = own || !entry.by ? entry.told.filter((t) => t.kind === 'loss').map((t) => t.text) : [];
    if (lost.length) store.set({ notice: { text: lost.join(' ') } });
    if (entry.by) this.lastBy = entry.by;
  }

  /** @param {News} news */
  show(news) {
    // A replay shows the past; the present comes back when it is left.
    if (this.store.state.mode.kind === 'replay') return;
    this.store.set({ news, sight: null });
  }

  /** The film has ended: what now? */
  async rest() {
    this.settling += 1;
    try {
      await this.settle();
    } finally {
      this.settling -= 1;
    }
  }

  /** What goes by itself is done, and what can only be meant is taken in hand. */
  async settle() {
    const { store } = this;
    const { news, mode } = store.state;
    if (!news || mode.kind === 'replay' || mode.kind === 'curtain') return;
    if (mode.kind !== 'over') store.enter({ kind: 'looking' });
    // Nothing goes on by itself while somebody reads his briefing.
    if (!store.state.briefed) return;
    if (this.relog) {
      this.relog = false;
      const { now } = this.chairs;
      if (now) await this.chairs.recall(now).then(() => store.set({ log: now.log }), () => {});
    }
    // News come before the answer to what led to them.
    for (let i = 0; i < 200 && store.state.busy; i++) await wait(10);
    if (store.state.news !== news) return;
    if (news.actor.actor === 'over') {
      // A lesson or a puzzle says itself how it went.
      if (!this.ended && !store.state.lesson) store.enter({ kind: 'over' });
      this.ended = true;
      return;
    }
    const asked = askedSide(store.state);
    if (asked && asked !== store.state.seat) return this.handOver(asked);
    if (asked) {
      this.film.fresh();
      this.bring(news);
      say(news.actor.prompt);
      if (await this.deeds?.obey(news)) return;
    }
    await this.deeds?.forced(news);
    const one = asked && this.store.state.news === news && this.store.state.mode.kind === 'looking' ? only(news) : null;
    if (one) await this.hand?.take(one, true);
    else if (asked) await this.hand?.catchUp();
  }

  /** In turns at one screen: the other side's seat, behind a curtain where something is hidden. @param {Side} side */
  async handOver(side) {
    const chair = this.chairs.all.get(side);
    const { news } = this.store.state;
    for (let i = 0; i < 100 && (chair?.news?.length ?? 0) < (news?.length ?? 0); i++) await wait(20);
    if (!chair?.news || this.store.state.news !== news) return;
    if (seen(news) !== seen(chair.news)) {
      this.film.cut();
      this.store.set({ mode: { kind: 'curtain', side }, log: [], notice: null, inspected: null, menu: null, cast: null });
      return;
    }
    this.store.set({ seat: side });
    await this.sit(false);
  }

  /** Shows the counters, on a phone those that can act. @param {News} news */
  frame(news) {
    const all = news.view.pieces.filter((p) => p.hex).map((p) => /** @type {string} */ (p.hex));
    const own = news.view.pieces.filter((p) => p.hex && this.store.state.own.includes(p.side)).map((p) => /** @type {string} */ (p.hex));
    const able = this.able(news);
    this.framed = `${news.view.turn} ${news.view.phase} ${news.view.active}`;
    this.turned = `${news.view.turn} ${news.view.active}`;
    this.board.frame(own.length ? own : all, able.length ? able : own);
  }

  /** The hexes where something can act. @param {News} news */
  able(news) {
    const hexes = main(news).map((x) => hexOf(x.target, news.view.pieces) ?? '');
    return [...new Set(hexes.filter((hex) => this.board.hexes.has(hex)))];
  }

  /**
   * One's turn begins with all that can act in sight, a phase with most of it; later the map moves only if nothing of it is.
   * @param {News} news
   */
  bring(news) {
    const { turn, phase, active } = news.view;
    const now = `${turn} ${phase} ${active}`;
    const able = this.able(news);
    const seen = able.filter((hex) => this.board.anyInSight([hex])).length;
    const most = this.turned === `${turn} ${active}` ? able.length / 2 : able.length;
    if (now !== this.framed && seen < most) this.board.frame(able, able);
    else if (able.length && seen === 0) this.board.reveal(able.slice(0, 1));
    [this.framed, this.turned] = [now, `${turn} ${active}`];
  }

  /** The window has another size: what can act comes back into sight. */
  resized() {
    const { news, mode } = this.store.state;
    if (!news || !['looking', 'hand'].includes(mode.kind)) return;
    const able = this.able(news);
    if (!able.every((hex) => this.board.anyInSight([hex]))) this.board.frame(able, able);
  }

  /** @param {Past} past */
  showPast(past) {
    document.body.classList.add('replaying');
    this.store.set({ mode: { kind: 'replay', past }, inspected: null, menu: null, sight: null });
    const hexes = past.frame.told.flatMap((x) => x.hexes ?? []);
    if (hexes.length) this.board.reveal(hexes.slice(-1));
  }

  /** Back from the past. */
  present() {
    document.body.classList.remove('replaying');
    // A reload shall not begin it again.
    if (location.hash.endsWith('/replay')) history.replaceState(null, '', `#/table/${this.table}`);
    if (this.painter) this.painter.ways = [];
    this.store.enter({ kind: 'looking' });
    void this.sit(false);
    this.board.element.focus({ preventScroll: true });
  }
}
