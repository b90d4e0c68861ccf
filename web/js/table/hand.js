// The hand over the map: what is taken, what goes along, by which way and where to. What a click means beyond what was listed the
// server says (`meant`); nothing is composed here.

import { say, sentence } from '../dom.js';
import { askedSide } from '../store.js';
import { aims, direct, hexOf, isCard, members, onMap, pieceOf, rash, sameSubject, sameTarget } from './reading.js';

export class Hand {
  /**
   * @param {import('../store.js').Store} store
   * @param {import('./deeds.js').Deeds} deeds
   * @param {import('../board.js').Board} board
   */
  constructor(store, deeds, board) {
    this.store = store;
    this.deeds = deeds;
    this.board = board;
    this.wish = 0;
    /** Where the map was clicked last. @type {string | null} */
    this.last = null;
    /**
     * A click that came while one's own march was still on its way.
     * @type {{ hex: string, piece: string | null, moment: string } | null}
     */
    this.early = null;
  }

  get mode() {
    return this.store.state.mode;
  }

  get subjects() {
    return this.store.state.news?.subjects ?? [];
  }

  /** The counter in hand, if it is one. */
  get held() {
    return this.mode.kind === 'hand' ? pieceOf(this.mode.able.target) : null;
  }

  /** All counters in hand. */
  get all() {
    return this.mode.kind === 'hand' && this.held !== null ? [this.held, ...this.mode.company] : [];
  }

  /** @param {string | null} id */
  piece(id) {
    return this.board.pieces.find((p) => p.id === id);
  }

  letGo() {
    this.wish += 1;
    if (['hand', 'which', 'confirm', 'finish'].includes(this.mode.kind)) this.store.enter({ kind: 'looking' });
    this.board.showPath([]);
    this.board.cursor(null);
  }

  /** Whether something may be taken now. */
  get free() {
    return !this.store.state.busy && ['looking', 'hand', 'confirm', 'finish', 'which'].includes(this.mode.kind);
  }

  /** Whether it soon may, for what is under way is one's own doing. */
  get soon() {
    return this.store.state.busy || (this.mode.kind === 'film' && !this.mode.foreign);
  }

  /** Turn, phase and side: what was meant in one may mean something else in the next. */
  get moment() {
    const { turn, phase, active } = this.store.state.news?.view ?? {};
    return `${turn} ${phase} ${active}`;
  }

  /** Takes whom somebody quick has clicked before the last march had ended; it is taken and nothing else. */
  async catchUp() {
    const { early } = this;
    this.early = null;
    if (!early || early.moment !== this.moment || this.mode.kind !== 'looking') return;
    const there = this.ableIn(early.hex).filter((x) => x.target.kind === 'piece');
    const found = there.find((x) => pieceOf(x.target) === early.piece) ?? there[0];
    if (found) await this.take(found, true);
  }

  /** What can act in a hex, its counters first. @param {string} hex */
  ableIn(hex) {
    const here = this.subjects.filter((x) => hexOf(x.target, this.board.pieces) === hex);
    return [...here.filter((x) => x.target.kind === 'piece'), ...here.filter((x) => x.target.kind !== 'piece')];
  }

  /** The counters of a hex that could go with the one in hand. @param {string} hex */
  movable(hex) {
    return this.ableIn(hex).map((x) => pieceOf(x.target)).filter((id) => id !== null);
  }

  /**
   * Takes something in hand; `hold` only takes it, even if there is but one thing to do. What opens for it opens at `spot`.
   * @param {Able} able
   * @param {boolean} [hold]
   * @param {Spot | null} [spot]
   */
  async take(able, hold = false, spot = null) {
    const { news } = this.store.state;
    const wish = ++this.wish;
    let choices;
    try {
      choices = await this.deeds.legal(able);
    } catch (error) {
      return this.deeds.refused(error);
    }
    if (this.store.state.news !== news || this.wish !== wish || !this.free) return undefined;
    if (choices.length === 0) return this.deeds.notice(`${able.label} can do nothing now.`, { no: true });
    if (direct(able, choices) && rash(able) && !hold) {
      return this.ask(able.label, [this.entry(choices[0])], spot ?? this.board.onScreen(String(able.target.at)));
    }
    if (direct(able, choices) && !hold) return this.deeds.commit(choices[0], { to: hexOf(choices[0].target, this.board.pieces) });
    // An attack that can be put together in several ways is opened with all who can take part.
    const aimed = able.target.kind === 'hex' && choices.every((c) => c.dice && onMap(c.target) && c.target.at === able.target.at);
    if (aimed && !hold) return this.gather(able.target.at, choices);
    this.board.fan(null);
    this.store.enter({ kind: 'hand', able, choices, company: [], via: [] });
    this.showPlaces(able, choices);
    const stops = choices.filter((c) => c.target.kind === 'hex').length;
    say(`${able.label}: ${stops ? `${stops} hexes` : `${choices.length} choices`}.`);
    // What a card can do is listed in the dock, where it lies.
    if (choices.every((c) => !onMap(c.target)) && !onMap(able.target) && !isCard(able.target)) this.offer(choices, null, spot);
  }

  /**
   * What is in hand can go where nobody sees it: then the map moves to the nearest such place. Whoever comes from beside the map looks for
   * no place on it yet, and sees all of them.
   * @param {Able} able
   * @param {Choice[]} choices
   */
  showPlaces(able, choices) {
    const places = choices.map((c) => hexOf(c.target, this.board.pieces) ?? '').filter((hex) => this.board.hexes.has(hex));
    if (places.length && !this.board.anyInSight(places)) this.board.reveal([this.board.horizon.nearest(places)]);
    else if (!this.board.hexes.has(hexOf(able.target, this.board.pieces) ?? '')) this.board.keep(places);
  }

  /** Opens an attack on a hex: everybody who could take part, and at first all of them. @param {unknown} at @param {Choice[]} choices */
  async gather(at, choices) {
    const { news } = this.store.state;
    const looks = await Promise.all(choices.slice(0, 16).map((c) => this.deeds.preview(c)));
    if (this.store.state.news !== news) return;
    const able = [...new Set(looks.flatMap((b) => b?.attackers ?? []))];
    let best = 0;
    looks.forEach((b, i) => { if ((b?.attackers.length ?? 0) > (looks[best]?.attackers.length ?? 0)) best = i; });
    await this.deeds.commit(choices[best], { battle: looks[best], able, to: String(at) });
  }

  /** Takes a counter into the attack that is looked at, or out of it. @param {string} id */
  async enlist(id) {
    const { mode } = this;
    if (mode.kind !== 'confirm' || !mode.to) return;
    const now = mode.battle?.attackers ?? [];
    const wanted = now.includes(id) ? now.filter((x) => x !== id) : [...now, id];
    if (wanted.length === 0) return this.deeds.notice('Somebody has to take part.', { no: true });
    const wish = ++this.wish;
    const meant = await this.deeds.meant(wanted, [], mode.to).catch(() => null);
    if (this.wish !== wish || this.mode.kind !== 'confirm') return;
    if (!meant?.choice || meant.left.length) {
      this.board.shake(id);
      return this.deeds.notice(sentence(meant?.refusal?.because ?? 'They cannot do that together'),
        { rule: meant?.refusal?.rule, no: true });
    }
    const able = [...new Set([...mode.able, ...now, id])];
    this.store.enter({ ...this.mode, choice: meant.choice, battle: meant.battle ?? null, able, others: [] });
  }

  /** Takes another counter along, or leaves it behind. @param {string} id */
  async join(id) {
    const { mode } = this;
    if (mode.kind !== 'hand' || this.held === null || this.held === id) return;
    await this.go(mode.company.includes(id) ? mode.company.filter((x) => x !== id) : [...mode.company, id]);
  }

  /** All counters of the stack in hand. */
  async joinAll() {
    const hex = this.piece(this.held)?.hex;
    if (!hex) return this.deeds.notice('Take a counter of a stack first.');
    await this.go(this.movable(hex).filter((id) => id !== this.held));
  }

  /** One more of the stack in hand. */
  async joinNext() {
    const hex = this.piece(this.held)?.hex;
    const more = hex ? this.movable(hex).find((id) => !this.all.includes(id)) : undefined;
    if (more) return this.join(more);
    this.deeds.notice('Nobody else of this stack can come along.');
  }

  /** Lights the hexes that all of those in hand can reach. @param {string[]} company */
  async go(company) {
    const { mode } = this;
    if (mode.kind !== 'hand') return;
    const wish = ++this.wish;
    const lists = await Promise.all([mode.able, ...this.subjects.filter((x) => company.includes(pieceOf(x.target) ?? ''))].map((x) =>
      this.deeds.legal(x).catch(() => [])));
    if (this.wish !== wish || this.mode.kind !== 'hand') return;
    const [own, ...others] = lists.map((list) => list.filter((c) => company.length === 0 || c.target.kind === 'hex'));
    const reach = others.map((list) => new Set(list.map((c) => c.target.at)));
    const choices = own.filter((c) => reach.every((r) => r.has(c.target.at)));
    this.store.enter({ ...this.mode, company, choices });
    say(`${company.length + 1} counters in hand, ${choices.length} hexes.`);
  }

  /** Another hex that the march shall touch. @param {string} hex */
  async pointOut(hex) {
    const { mode } = this;
    if (mode.kind !== 'hand' || this.held === null) return;
    const via = [...mode.via, hex];
    this.store.enter({ ...mode, via });
    await this.trace();
    say(`By way of ${via.join(', ')}.`);
    this.deeds.notice(`By way of ${via.join(', ')}; now the hex to march to. Esc lets go.`);
  }

  /** Shows the way over the points, red if the rules forbid it. @param {string} [hex] */
  async trace(hex) {
    const { mode } = this;
    if (mode.kind !== 'hand' || mode.via.length === 0) return;
    const points = hex === undefined ? mode.via : [...mode.via, hex];
    const meant = await this.deeds.meant(this.all, points.slice(0, -1), points.at(-1)).catch(() => null);
    if (meant && this.mode === mode) this.board.showPath(meant.way, mode.via, !meant.choice && hex !== undefined);
  }

  /** Those in hand go to a hex: in one action if the game knows such, else one after the other. @param {string} hex */
  async march(hex) {
    const { mode } = this;
    if (mode.kind !== 'hand') return;
    const pieces = this.all;
    if (pieces.length === 0) return this.deeds.notice(`${mode.able.label}: this cannot be done here.`, { no: true });
    const via = mode.via.at(-1) === hex ? mode.via.slice(0, -1) : mode.via;
    let wanted = pieces;
    for (let first = true; wanted.length > 0; first = false) {
      /** @type {Meant} */
      let meant;
      try {
        meant = await this.deeds.meant(wanted, via, hex);
      } catch (error) {
        return this.deeds.refused(error);
      }
      if (!meant.choice) {
        this.board.shake(wanted[0]);
        const name = first ? '' : `${this.piece(wanted[0])?.name ?? 'One'}: `;
        return this.deeds.notice(name + sentence(meant.refusal?.because ?? 'this cannot be done'), { rule: meant.refusal?.rule, no: true });
      }
      if (meant.choice.dice) return this.deeds.commit(meant.choice, { battle: meant.battle ?? null, able: pieces, to: hex });
      if (!(await this.deeds.apply(meant.choice))) return undefined;
      wanted = meant.left;
    }
  }

  /** Why a counter can do nothing now. @param {string} id */
  async explain(id) {
    const meant = await this.deeds.meant([id], []).catch(() => null);
    this.board.shake(id);
    const because = meant?.refusal?.because ?? `${this.piece(id)?.name ?? 'This'} can do nothing now`;
    this.deeds.notice(sentence(because), { rule: meant?.refusal?.rule, no: true });
  }

  /** Does it, or asks which if there are several. @param {Choice[]} choices @param {string | null} hex @param {Spot | null} [spot] */
  offer(choices, hex, spot = null) {
    if (choices.length === 1) return this.deeds.commit(choices[0], { to: hex });
    const at = spot ?? (hex ? this.board.onScreen(hex) : null);
    this.ask(this.mode.kind === 'hand' ? this.mode.able.label : '', choices.map((c) => this.entry(c, hex)), at);
  }

  /** A line that does a choice. @param {Choice} choice @param {string | null} [hex] @returns {Entry} */
  entry(choice, hex = null) {
    return { label: choice.label, note: choice.note, path: choice.path, does: () => void this.deeds.commit(choice, { to: hex }) };
  }

  /** Asks which of several. @param {string} title @param {Entry[]} entries @param {Spot | null} at */
  ask(title, entries, at) {
    this.store.enter({ kind: 'which', title, entries, at });
  }

  /** @param {string | null} hex @param {string | null} piece @param {PointerEvent} event */
  async tap(hex, piece, event) {
    const { state } = this.store;
    this.store.set({ menu: null, inspected: null });
    document.body.classList.remove('drawer');
    if (!state.news) return;
    // Between the counters of a spread stack: its topmost.
    if (piece === null && hex && this.board.overFan(event)) piece = this.board.stack(hex)[0]?.id ?? null;
    const again = hex === this.last;
    this.last = hex;
    this.early = null;
    if (!this.free) {
      if (!hex) return;
      // Whoever gets no answer at once clicks the same hex again, and means nothing more by it.
      if (this.soon) this.early = again ? null : { hex, piece, moment: this.moment };
      else this.store.set({ inspected: { hex, x: event.clientX, y: event.clientY, wanted: false } });
      return;
    }
    if (this.mode.kind === 'which' || this.mode.kind === 'finish') return this.letGo();
    if (this.mode.kind === 'confirm') return this.tapConfirm(hex, piece, event);
    if (this.mode.kind === 'hand' && (await this.tapHand(hex, piece, event))) return;
    this.tapFresh(hex, piece, event);
  }

  /**
   * An attack is looked at: clicks add and remove who takes part; the open map lets go.
   * @param {string | null} hex
   * @param {string | null} piece
   * @param {PointerEvent} event
   */
  tapConfirm(hex, piece, event) {
    const { mode } = this;
    if (mode.kind !== 'confirm') return undefined;
    const own = this.piece(piece);
    if (own && own.side === this.store.state.news?.view.pieces.find((p) =>
      mode.battle?.attackers.includes(p.id))?.side) return this.enlist(own.id);
    const there = this.board.stack(hex ?? '').map((p) => p.id).find((id) => mode.able.includes(id));
    if (there) return this.enlist(there);
    this.letGo();
    if (hex !== mode.to || hex === null) return this.tapFresh(hex, piece, event);
    // Once more on a stack of which one shall bear a loss: the next of it.
    const bearers = this.ableIn(hex).filter((x) => x.role === mode.choice.role && x.target.kind === 'piece');
    const at = bearers.findIndex((x) => sameTarget(x.target, mode.choice.target));
    if (at >= 0 && bearers.length > 1) return this.take(bearers[(at + 1) % bearers.length]);
  }

  /**
   * With something in hand; answers whether the click is used up.
   * @param {string | null} hex
   * @param {string | null} piece
   * @param {PointerEvent} event
   */
  async tapHand(hex, piece, event) {
    const { mode } = this;
    if (mode.kind !== 'hand' || hex === null) return false;
    const { held } = this;
    const from = hexOf(mode.able.target, this.board.pieces);
    if (held && (event.altKey || event.ctrlKey || event.metaKey)) return this.pointOut(hex).then(() => true);
    if (held && event.shiftKey && hex === from) {
      const there = this.movable(hex);
      const fresh = piece !== null && piece !== held && there.includes(piece) &&
        (this.board.overFan(event) || !mode.company.includes(piece));
      const more = fresh ? piece : there.find((id) => !this.all.includes(id));
      if (more) return this.join(more).then(() => true);
    }
    const picked = mode.choices.filter((c) => piece !== null && pieceOf(c.target) === piece && piece !== held);
    if (picked.length) return this.use(picked, hex);
    const stops = mode.choices.filter((c) => c.target.kind === 'hex' && c.target.at === hex);
    const same = hex === from;
    if (!same && (mode.via.length || (mode.company.length && stops.length))) return this.march(hex).then(() => true);
    if (stops.length && !same) return this.aside(hex, stops) || this.use(stops, hex);
    const inHex = mode.choices.filter((c) => c.target.kind === 'piece' && c.target.at !== held &&
      hexOf(c.target, this.board.pieces) === hex);
    if (inHex.length && !same) return this.use(inHex, hex);
    if (same && held && !this.board.overFan(event)) {
      // Once more on the same stack: the next counter in it.
      const stack = this.movable(hex);
      const next = this.ableIn(hex).find((x) => pieceOf(x.target) === stack[(stack.indexOf(held) + 1) % stack.length]);
      if (!next || sameSubject(next, mode.able)) this.letGo();
      else await this.take(next, true);
      return true;
    }
    if (same && !held) {
      this.letGo();
      return true;
    }
    // Another that can act is taken instead; anywhere else the server says what is meant.
    if (this.ableIn(hex).length) return false;
    if (held === null) return false;
    await this.march(hex);
    return true;
  }

  /**
   * A friend who can act stands where the march would end: whoever clicks there may mean the march or the friend, so he is asked. Answers
   * whether he is. (Who drags a counter there, wants a quick hand or is in a lesson means the march.)
   * @param {string} hex
   * @param {Choice[]} stops
   */
  aside(hex, stops) {
    const friend = this.ableIn(hex).find((x) => x.target.kind === 'piece' && this.piece(x.target.at)?.side === this.piece(this.held)?.side);
    if (!friend || !stops.every((c) => c.role === 'march') || this.store.state.settings.quick || this.store.state.lesson) return false;
    const takes = { label: `Take ${friend.label} instead`, does: () => void this.take(friend, true) };
    this.ask('', [...stops.map((c) => this.entry(c, hex)), takes], this.board.onScreen(hex));
    return true;
  }

  /** @param {Choice[]} choices @param {string | null} hex */
  async use(choices, hex) {
    await this.offer(choices, hex);
    return true;
  }

  /**
   * A counter whose formation is a card means that card: it is taken, or let go of if it was picked. Returns whether it is.
   * @param {string} id
   */
  tapMember(id) {
    const { state } = this.store;
    const speaks = (/** @type {Able} */ able) => members(able, this.board.pieces, askedSide(state)).some((p) => p.id === id);
    const picked = state.news?.undo ? state.picked.find((x) => speaks(x.able)) : undefined;
    const able = this.subjects.find(speaks);
    if (able) void this.take(able);
    else if (picked) void this.deeds.unpick(picked);
    return Boolean(able ?? picked);
  }

  /** With nothing in hand, or something else wanted. @param {string | null} hex @param {string | null} piece @param {PointerEvent} event */
  tapFresh(hex, piece, event) {
    const able = hex === null ? [] : this.ableIn(hex);
    const fan = this.board.overFan(event);
    // The topmost counter may be one that cannot act: look below it, unless the stack is spread.
    const found = able.find((x) => pieceOf(x.target) === piece) ?? able.find((x) => x.target.kind === 'piece' && !fan) ??
      able.find((x) => x.target.kind !== 'piece');
    if (found) return this.take(found);
    if (piece !== null && this.tapMember(piece)) return undefined;
    // Hexes that are lit with nothing in hand: whoever can go there goes, or it is asked who.
    const { news } = this.store.state;
    const stops = news && hex ? aims(news).filter((c) => hexOf(c.target, this.board.pieces) === hex) : [];
    const own = stops.filter((c) => pieceOf(c.target) === piece);
    if (stops.length) return this.offer(own.length ? own : stops, hex);
    // A finger cannot point without touching: what cannot act tells what it is.
    if (event.pointerType === 'touch' && hex && this.mode.kind === 'looking') {
      this.store.set({ inspected: { hex, x: event.clientX, y: event.clientY, wanted: true } });
      if (this.board.stack(hex).length > 1) return this.board.fan(this.board.fanned === hex ? null : hex);
    }
    const one = this.piece(piece);
    const battle = news?.view.battle;
    if (one && battle && !battle.rolled && battle.attackers.includes(one.id) && news?.undo) return this.deeds.leave(one.id);
    if (one && this.subjects.length > 0) return this.explain(one.id);
    this.letGo();
  }
}
