// A table: the map, the prompt, what can be done, and whoever sits here. It knows no rules: it lights what the game lists, shows
// its words and sends back the action that was chosen.

import { Board, dark } from './board.js';
import { counterIcon, inWords } from './counters.js';
import { capital, fill, h, s, say, sideName, wait } from './dom.js';
import { Film } from './film.js';
import { Link, Refused } from './link.js';
import { levelName } from './lobby.js';
import { Panels } from './panels.js';
import { change, remember, settings } from './settings.js';

/** @typedef {{ seat: SeatId, link: Link, news: News | null, log: Logged[] }} Chair */

/** A note short enough to stand in a hex: the number it begins with. @param {string | undefined} note */
const short = (note) => note?.match(/^\d+(?:[.½⅓⅔]\d*)?/)?.[0] ?? '';

/** @param {Target} target */
const onMap = (target) => target.kind === 'piece' || target.kind === 'hex';

export class TablePage {
  /**
   * @param {HTMLElement} root
   * @param {string} table
   * @param {Partial<Record<SeatId, string>>} keys
   * @param {SeatId[]} own
   */
  constructor(root, table, keys, own) {
    this.table = table;
    this.keys = keys;
    /** @type {About | null} */
    this.about = null;
    /** @type {News | null} */
    this.shown = null;
    /** @type {Subject | null} */
    this.subject = null;
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {Map<string, Promise<Choice[]>>} */
    this.known = new Map();
    this.knownAt = -1;
    this.cursorAt = -1;
    this.busy = false;
    this.wish = 0;
    /** @type {string[][]} */
    this.ways = [];
    this.board = new Board({ tap: (hex, piece, event) => void this.tap(hex, piece, event), point: (hex, piece, event) => this.point(hex, piece, event) });
    this.panels = new Panels({ look: (hexes) => { this.board.reveal(hexes); this.board.flash(hexes); document.body.classList.remove('drawer'); }, overlays: () => this.showOverlays() });
    /** @type {string | null | undefined} */
    this.pointed = null;
    this.prompt = h('h1', { class: 'prompt' }, 'Taking a seat …');
    this.buttons = h('div', { class: 'buttons', role: 'group', 'aria-label': 'What can be done' });
    this.undoButton = h('button', { class: 'quiet', title: 'Take back (U)', onclick: () => void this.undo() }, '↶ Undo');
    this.skipButton = h('button', { class: 'quiet skip', title: 'Skip to the end of the film (S)', hidden: true, onclick: () => this.film.skip() }, 'Skip ▸▸');
    this.seatsBar = h('div', { class: 'seats' });
    this.line = h('div', { class: 'line-state', role: 'status' }, 'The line to the table broke; trying again …');
    const icon = (/** @type {string} */ sign, /** @type {string} */ title, /** @type {() => void} */ does) => h('button', { class: 'icon-button', title, 'aria-label': title, onclick: does }, sign);
    this.menu = h('div', { class: 'menu', hidden: true, role: 'group', 'aria-label': 'Settings' });
    this.drawBar = h('div', { class: 'corner' },
      icon('+', 'Closer (+)', () => this.board.zoom(1.3)), icon('−', 'Farther (-)', () => this.board.zoom(1 / 1.3)), icon('⤢', 'The whole map (0)', () => this.board.fit()),
      icon('◫', 'Hide the counters (H)', () => this.hide()));
    this.top = h('header', { class: 'top' },
      h('a', { class: 'home', href: '#/', title: 'To the lobby', 'aria-label': 'To the lobby' }, '☰'),
      h('div', { class: 'ask' }, this.prompt, this.seatsBar),
      h('div', { class: 'acts' }, this.buttons, this.skipButton, this.undoButton,
        icon('☼', 'Hint: what would the computer do? (G)', () => void this.hint()),
        icon('⚙', 'Settings', () => this.openMenu()),
        icon('☷', 'Panels', () => document.body.classList.toggle('drawer'))));
    this.bannerBox = h('div', { class: 'banner', 'aria-hidden': 'true' });
    this.diceBox = h('div', { class: 'dice', 'aria-hidden': 'true' });
    this.toast = h('div', { class: 'toast', role: 'alert' });
    this.inspector = h('div', { class: 'inspector', hidden: true });
    this.popup = h('div', { class: 'popup', role: 'menu', hidden: true });
    this.tray = h('section', { class: 'tray-panel', 'aria-label': 'The battle at hand', hidden: true });
    this.curtain = h('div', { class: 'curtain', hidden: true, role: 'dialog', 'aria-modal': 'true' });
    const map = h('main', { class: 'stage' }, this.board.element, this.drawBar, this.bannerBox, this.diceBox, this.tray, this.toast, this.inspector, this.popup, this.line);
    root.replaceChildren(h('div', { class: 'table-page' }, this.top, map, this.panels.element, this.menu, this.curtain));
    this.film = new Film({
      board: this.board,
      own: (by) => by !== undefined && this.chairs.has(by),
      tell: (entry) => this.tell(entry),
      banner: (text) => this.banner(text),
      dice: (values, text) => this.throwDice(values, text),
      show: (news, last) => this.show(news, last),
      rest: () => void this.rest(),
    });
    /** @type {Map<SeatId, Chair>} */
    this.chairs = new Map();
    for (const seat of own) {
      const key = keys[seat];
      if (!key) continue;
      const link = new Link(table, key, {
        joined: (hello) => void this.joined(seat, hello),
        news: (news) => this.hear(seat, news),
        here: (here) => this.showSeats(here),
        line: (open) => this.line.classList.toggle('broken', !open),
        gone: (because) => this.gone(because),
      });
      this.chairs.set(seat, { seat, link, news: null, log: [] });
    }
    this.at = own[0];
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener('keydown', this.onkey);
    if (this.chairs.size === 0) this.gone('this browser has no key to this table');
  }

  close() {
    this.film.stopped = true;
    document.removeEventListener('keydown', this.onkey);
    clearTimeout(this.hover);
    for (const { link } of this.chairs.values()) link.close();
    document.body.classList.remove('drawer');
  }

  /** @param {string} because */
  gone(because) {
    this.prompt.textContent = `This table cannot be opened: ${because}.`;
    this.buttons.replaceChildren(h('a', { class: 'button primary', href: '#/' }, 'To the lobby'));
  }

  // ---- news

  /** @param {SeatId} seat @param {{ seat: SeatId, about: About, news: News }} hello */
  async joined(seat, hello) {
    const chair = /** @type {Chair} */ (this.chairs.get(seat));
    chair.news = hello.news;
    chair.log = hello.news.entries;
    if (!this.about) {
      this.about = hello.about;
      document.title = `${hello.about.scenario_title || hello.about.title} · Longroll`;
      remember(this.table, {}, `${hello.about.title}: ${hello.about.scenario_title}`);
      this.loading = this.board.load(hello.news.view.board, settings.theme);
      void this.panels.fetch(hello.about);
      this.showSeats({});
    }
    await this.loading;
    // In turns at one screen: begin with the side that is asked.
    if (this.chairs.size > 1) {
      if ([...this.chairs.values()].some((c) => !c.news)) return;
      const asked = this.asked(hello.news);
      if (asked && asked !== this.at) this.at = asked;
    } else if (seat !== this.at) return;
    const now = /** @type {Chair} */ (this.chairs.get(this.at));
    if (!now.news) return;
    const first = !this.shown;
    this.film.queue = [];
    this.panels.setLog(now.log);
    this.show(now.news, true);
    if (first) this.board.frame(now.news.view.pieces.filter((p) => p.hex).map((p) => /** @type {string} */ (p.hex)));
    if (!this.film.playing) await this.rest();
  }

  /** @param {SeatId} seat @param {News} news */
  hear(seat, news) {
    const chair = /** @type {Chair} */ (this.chairs.get(seat));
    chair.news = news;
    chair.log.length = Math.min(chair.log.length, news.since);
    chair.log.push(...news.entries);
    if (seat !== this.at || !this.shown) return;
    if (this.subject) this.letGo();
    this.skipButton.hidden = news.entries.every((e) => e.by !== undefined && this.chairs.has(e.by));
    this.film.push(news);
  }

  /** @param {Logged} entry */
  tell(entry) {
    if (entry.told.some((t) => t.kind === 'rewind')) {
      this.relog = true;
      return;
    }
    this.panels.addLog(entry);
    const own = entry.by !== undefined && this.chairs.has(entry.by);
    for (const told of entry.told) {
      if (own && entry.by !== this.lastBy) this.ways = [];
      if (told.kind === 'phase' || told.kind === 'turn') say(told.text);
      if (!own && entry.by && (told.hexes?.length ?? 0) > 1) this.ways.push(told.hexes ?? []);
    }
    if (entry.by) this.lastBy = entry.by;
  }

  /** The side of ours that is asked, if any. @param {News} news @returns {SideId | null} */
  asked(news) {
    const sides = news.actor.actor === 'both' ? news.actor.awaited ?? [] : [news.actor.actor];
    const own = /** @type {SideId[]} */ (sides).filter((side) => this.chairs.has(side));
    return own.find((side) => side === this.at) ?? own[0] ?? null;
  }

  /** @param {News} news @param {boolean} last */
  show(news, last) {
    const before = this.shown;
    this.shown = news;
    this.board.setPieces(news.view.pieces);
    this.board.setMarkers(news.view.markers);
    this.board.trails(this.ways.slice(-40));
    this.board.arcs(news.view.battle);
    this.panels.show(news);
    this.showOverlays();
    if (news.length !== before?.length || !before) {
      this.subject = null;
      this.choices = [];
      this.cursorAt = -1;
      this.popup.hidden = true;
    }
    this.prompt.textContent = news.actor.actor === 'over' && news.actor.outcome ? news.actor.outcome.text : news.actor.prompt || news.view.prompt;
    document.body.dataset.asked = this.asked(news) ?? 'nobody';
    if (last) {
      this.light();
      this.showButtons();
      this.showTray();
    } else {
      this.board.light(dark());
      this.buttons.replaceChildren();
    }
  }

  /** The film has ended: what now? */
  async rest() {
    this.skipButton.hidden = true;
    const news = this.shown;
    if (!news) return;
    if (this.relog) {
      this.relog = false;
      const answer = await this.ask({ op: 'log', since: 0 }).catch(() => null);
      if (answer) {
        this.panels.setLog(answer.entries);
        const chair = this.chairs.get(this.at);
        if (chair) chair.log = answer.entries;
      }
    }
    if (news.actor.actor === 'over') {
      this.ended(news.actor.outcome);
      return;
    }
    const asked = this.asked(news);
    if (asked && asked !== this.at) {
      await this.handOver(asked);
      return;
    }
    if (asked) say(news.actor.prompt);
    await this.forced(news);
  }

  /** In turns at one screen: the other side's seat, behind a curtain where something is hidden. @param {SideId} side */
  async handOver(side) {
    const chair = /** @type {Chair} */ (this.chairs.get(side));
    for (let i = 0; i < 100 && (chair.news?.length ?? 0) < (this.shown?.length ?? 0); i++) await wait(20);
    const news = chair.news;
    if (!news) return;
    const secret = [this.shown, news].some((n) => n?.view.pieces.some((p) => p.type === 'hidden'));
    if (secret) {
      const ready = h('button', { class: 'primary big' }, `I am the ${sideName(side)} player`);
      this.curtain.replaceChildren(h('h2', {}, `${sideName(side)} to play`), h('p', {}, 'Hand over the table. Nothing of the other side shows when you go on.'), ready);
      this.curtain.hidden = false;
      ready.focus();
      await new Promise((done) => ready.addEventListener('click', done, { once: true }));
      this.curtain.hidden = true;
    }
    this.at = side;
    this.ways = [];
    this.panels.setLog(chair.log);
    this.show(/** @type {News} */ (chair.news), true);
    this.board.element.focus({ preventScroll: true });
    await this.rest();
  }

  /** Does what is the only thing that can be done. @param {News} news */
  async forced(news) {
    const only = news.subjects?.length === 1 ? news.subjects[0] : null;
    if (!settings.forced || !only || this.keepStill === news.length) return;
    const choices = await this.legal(only).catch(() => []);
    if (choices.length !== 1 || this.shown !== news) return;
    this.notice(`${choices[0].label}: nothing else could be done.`);
    await wait(settings.speed === 0 ? 0 : 650);
    if (this.shown === news && !this.busy) await this.apply(choices[0]);
  }

  /** @param {Outcome | undefined} outcome */
  ended(outcome) {
    if (this.endShown) return;
    this.endShown = true;
    const won = outcome?.winner === 'draw' ? 'A draw' : `${sideName(outcome?.winner ?? '')} victory`;
    this.curtain.replaceChildren(h('h2', {}, won), h('p', {}, outcome?.text ?? 'The game is over.'),
      h('div', { class: 'row' }, h('button', { class: 'primary', onclick: () => { this.curtain.hidden = true; } }, 'Look at the map'), h('button', { onclick: () => void this.save() }, 'Save the game'), h('a', { class: 'button', href: '#/' }, 'To the lobby')));
    this.curtain.hidden = false;
    this.curtain.querySelector('button')?.focus();
  }

  // ---- asking and doing

  /** @param {Record<string, unknown>} request */
  ask(request) {
    const chair = this.chairs.get(this.at);
    return chair ? chair.link.ask(request) : Promise.reject(new Error('nobody sits here'));
  }

  /** What a subject can do. @param {Subject} subject @returns {Promise<Choice[]>} */
  legal(subject) {
    const length = this.shown?.length ?? 0;
    if (this.knownAt !== length) {
      this.known.clear();
      this.knownAt = length;
    }
    const name = JSON.stringify(subject.subject);
    let known = this.known.get(name);
    if (!known) {
      known = this.ask({ op: 'legal', subject: subject.subject, describe: true }).then((answer) => answer.choices);
      this.known.set(name, known);
      known.catch(() => this.known.delete(name));
    }
    return known;
  }

  /** @param {Choice | { action: unknown }} choice */
  async apply(choice) {
    if (this.busy) return;
    this.busy = true;
    this.board.showPath([]);
    this.popup.hidden = true;
    this.inspector.hidden = true;
    try {
      await this.ask({ op: 'apply', action: choice.action });
      this.keepStill = -1;
    } catch (error) {
      this.refused(error);
    } finally {
      this.busy = false;
    }
  }

  /** @param {unknown} error */
  refused(error) {
    if (error instanceof Refused) this.notice(`${capital(error.because)}.`, error.rule, true);
    else this.notice(`${capital(/** @type {Error} */ (error).message)}.`, undefined, true);
  }

  async undo() {
    if (this.subject) {
      this.letGo();
      return;
    }
    try {
      this.keepStill = -1;
      await this.ask({ op: 'undo' });
      this.keepStill = this.chairs.get(this.at)?.news?.length ?? -1;
      this.notice('Taken back.');
    } catch (error) {
      this.refused(error);
    }
  }

  async hint() {
    const news = this.shown;
    if (!news?.subjects || !this.about) {
      this.notice('It is not your decision now.');
      return;
    }
    try {
      const level = this.about.players[this.about.players.length - 1];
      const { action } = await this.ask({ op: 'go', level });
      const wanted = JSON.stringify(action);
      const all = /** @type {Choice[]} */ ((await this.ask({ op: 'legal', describe: true })).choices);
      const choice = all.find((c) => JSON.stringify(c.action) === wanted);
      this.notice(`The computer would: ${choice?.label ?? wanted}.`);
      if (choice?.path?.length) this.board.showPath(choice.path);
      if (choice?.target.kind === 'hex') {
        this.board.reveal([choice.target.at]);
        if (!choice.path?.length) this.board.flash([choice.target.at]);
      }
    } catch (error) {
      this.refused(error);
    }
  }

  async save() {
    try {
      const { position } = await this.ask({ op: 'save' });
      const address = URL.createObjectURL(new Blob([JSON.stringify(position)], { type: 'application/json' }));
      const name = `${this.about?.game}-${this.about?.scenario}-turn-${this.shown?.view.turn}.json`;
      h('a', { href: address, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
      this.notice(`Saved as ${name}.`);
    } catch (error) {
      this.refused(error);
    }
  }

  // ---- choosing

  /** Takes a subject in hand. @param {Subject} subject */
  async choose(subject) {
    const length = this.shown?.length;
    const wish = ++this.wish;
    let choices;
    try {
      choices = await this.legal(subject);
    } catch (error) {
      this.refused(error);
      return;
    }
    if (this.shown?.length !== length || this.wish !== wish) return;
    const direct = choices.length === 1 && (!onMap(choices[0].target) || JSON.stringify(choices[0].target) === JSON.stringify(subject.target));
    if (direct) {
      await this.apply(choices[0]);
      return;
    }
    this.subject = subject;
    this.choices = choices;
    this.cursorAt = -1;
    this.light();
    this.showButtons();
    this.showTray();
    const stops = choices.filter((c) => c.target.kind === 'hex').length;
    if (stops && !this.visible(subject.target)) this.board.reveal(choices.filter((c) => c.target.kind === 'hex').slice(0, 3).map((c) => c.target.at));
    say(`${subject.label}: ${choices.length === 0 ? 'nothing can be done' : stops ? `${stops} hexes` : `${choices.length} choices`}.`);
    if (choices.length === 0) this.notice(`${subject.label} can do nothing now.`);
  }

  letGo() {
    this.wish += 1;
    this.subject = null;
    this.choices = [];
    this.cursorAt = -1;
    this.popup.hidden = true;
    this.board.showPath([]);
    this.board.cursor(null);
    this.light();
    this.showButtons();
    this.showTray();
  }

  /** @param {string} hex */
  enemyIn(hex) {
    const side = this.asked(/** @type {News} */ (this.shown));
    return side !== null && this.board.pieces.some((p) => p.hex === hex && p.side !== side);
  }

  /** Lights subjects, or the choices of the one in hand. */
  light() {
    const lights = dark();
    const subjects = this.shown?.subjects ?? [];
    if (this.subject) {
      const target = this.subject.target;
      if (target.kind === 'piece') {
        lights.selected = target.at;
        lights.from = this.board.pieces.find((p) => p.id === target.at)?.hex ?? null;
      } else if (target.kind === 'hex') lights.from = target.at;
      this.lightChoices(lights, this.choices);
      for (const { target: t } of subjects) if (t.kind === 'piece') lights.pieces.add(t.at);
    } else {
      for (const { target } of subjects) {
        if (target.kind === 'piece') lights.pieces.add(target.at);
        else if (target.kind === 'hex') {
          lights.hexes.add(target.at);
          if (this.enemyIn(target.at)) lights.enemies.add(target.at);
        }
      }
    }
    this.board.light(lights);
  }

  /** @param {import('./board.js').Lights} lights @param {Choice[]} choices */
  lightChoices(lights, choices) {
    for (const { target, note } of choices) {
      if (target.kind === 'hex') {
        if (!lights.stops.has(target.at)) lights.stops.set(target.at, short(note));
        if (this.enemyIn(target.at)) lights.enemies.add(target.at);
      } else if (target.kind === 'piece') lights.picks.add(target.at);
    }
  }

  /** @param {string | null} hex @param {string | null} piece @param {PointerEvent} event */
  async tap(hex, piece, event) {
    this.menu.hidden = true;
    if (!this.popup.hidden) {
      this.popup.hidden = true;
      return;
    }
    const news = this.shown;
    if (!news || this.film.playing) return;
    this.inspector.hidden = true;
    const subjects = news.subjects ?? [];
    if (this.subject) {
      const picked = this.choices.filter((c) => piece !== null && c.target.kind === 'piece' && c.target.at === piece);
      if (picked.length) return this.offer(picked, hex);
      const held = this.subject.target.kind === 'piece' ? this.subject.target.at : null;
      const same = piece !== null && this.board.pieces.find((p) => p.id === piece)?.hex === this.board.pieces.find((p) => p.id === held)?.hex;
      const stops = this.choices.filter((c) => hex !== null && c.target.kind === 'hex' && c.target.at === hex);
      if (stops.length && !same) return this.offer(stops, hex);
      if (piece !== null && piece === held && !this.board.overFan(event)) {
        // Once more on the same stack: the next counter in it.
        const stack = this.board.stack(hex ?? '').map((p) => p.id).filter((id) => subjects.some((x) => x.target.kind === 'piece' && x.target.at === id));
        const order = this.board.pieces.map((p) => p.id).filter((id) => stack.includes(id));
        const next = order[(order.indexOf(piece) + 1) % order.length];
        if (next === undefined || next === piece) return this.letGo();
        piece = next;
      }
    }
    // The topmost counter may be one that cannot act: look below it.
    let subject = subjects.find((x) => x.target.kind === 'piece' && x.target.at === piece);
    if (!subject && piece !== null && hex !== null && !this.board.overFan(event)) {
      const ids = this.board.stack(hex).map((p) => p.id);
      subject = subjects.find((x) => x.target.kind === 'piece' && ids.includes(x.target.at));
    }
    subject ??= subjects.find((x) => x.target.kind === 'hex' && x.target.at === hex);
    if (subject) {
      if (this.subject) this.letGo();
      return this.choose(subject);
    }
    if (event.pointerType === 'touch' && hex && this.board.stack(hex).length > 1 && !this.subject) {
      this.board.fan(this.board.fanned === hex ? null : hex);
      return;
    }
    if (this.subject && hex) return this.explain(this.subject, hex);
    if (piece !== null && subjects.length > 0) return this.explainPiece(piece);
    this.letGo();
  }

  /** Does it, or asks which if there are several ways. @param {Choice[]} choices @param {string | null} hex */
  offer(choices, hex) {
    if (choices.length === 1) return this.apply(choices[0]);
    const spot = hex ? this.board.onScreen(hex) : null;
    this.popup.replaceChildren(...choices.map((c) => {
      const item = h('button', { role: 'menuitem', onclick: () => void this.apply(c) }, c.label, c.note && h('small', {}, c.note));
      item.addEventListener('pointerenter', () => this.board.showPath(c.path ?? []));
      item.addEventListener('focus', () => this.board.showPath(c.path ?? []));
      return item;
    }));
    this.popup.hidden = false;
    const stage = /** @type {HTMLElement} */ (this.popup.parentElement).getBoundingClientRect();
    const [w, t] = [this.popup.offsetWidth, this.popup.offsetHeight];
    const x = (spot?.x ?? stage.width / 2) - stage.left + 24;
    const y = (spot?.y ?? stage.height / 2) - stage.top - t / 2;
    this.popup.style.left = `${Math.max(8, Math.min(stage.width - w - 8, x))}px`;
    this.popup.style.top = `${Math.max(8, Math.min(stage.height - t - 8, y))}px`;
    this.popup.querySelector('button')?.focus();
  }

  /**
   * Why a counter may not go there: the same action as its others with that hex instead, put to the rules. Some are legal though not
   * listed; then it is done.
   * @param {Subject} subject
   * @param {string} hex
   */
  async explain(subject, hex) {
    const model = this.choices.find((c) => c.target.kind === 'hex') ?? (await this.model('hex'));
    const from = subject.target.kind === 'piece' ? subject.target.at : null;
    if (!model) {
      this.board.shake(from);
      this.notice(`${subject.label}: this cannot be done here.`, undefined, true);
      return;
    }
    await this.try(this.rewritten(model, hex, from), from);
  }

  /** Why a counter may not act: what another can do, put to the rules for this one. @param {string} piece */
  async explainPiece(piece) {
    const found = this.board.pieces.find((p) => p.id === piece);
    const model = await this.model('hex');
    if (!model || !found) {
      this.board.shake(piece);
      this.notice(`${found ? inWords(found) : 'This'} can do nothing now.`, undefined, true);
      return;
    }
    await this.try(this.rewritten(model, model.target.at, piece), piece, true);
  }

  /** Some choice that ends on a thing of that kind. @param {string} kind @returns {Promise<(Choice & { of?: Subject }) | null>} */
  async model(kind) {
    for (const subject of (this.shown?.subjects ?? []).filter((x) => x.target.kind === 'piece').slice(0, 3)) {
      const choices = await this.legal(subject).catch(() => []);
      const found = choices.find((c) => c.target.kind === kind);
      if (found) return { ...found, of: subject };
    }
    return null;
  }

  /** @param {Choice & { of?: Subject }} model @param {string} hex @param {string | null} piece */
  rewritten(model, hex, piece) {
    const was = model.of?.target.at ?? this.subject?.target.at;
    /** @type {Record<string, unknown>} */
    const action = {};
    for (const [name, value] of Object.entries(model.action)) {
      if (value === model.target.at) action[name] = hex;
      else if (piece !== null && value === was) action[name] = piece;
      else if (typeof value === 'string') action[name] = value;
    }
    return action;
  }

  /** @param {Record<string, unknown>} action @param {string | null} piece @param {boolean} [only] */
  async try(action, piece, only = false) {
    try {
      const answer = await this.ask({ op: 'why', action });
      if (answer.legal && !only) return await this.apply({ action });
      this.board.shake(piece);
      if (answer.legal) this.notice('This can be done now: choose it.', undefined, true);
      else this.notice(`${capital(answer.because)}.`, answer.rule, true);
    } catch (error) {
      this.board.shake(piece);
      const found = this.board.pieces.find((p) => p.id === piece);
      if (error instanceof Refused && error.rule) this.refused(error);
      else this.notice(`${found ? capital(inWords(found)) : 'This'} cannot do that now.`, undefined, true);
    }
  }

  // ---- pointing

  /** @param {string | null} hex @param {string | null} piece @param {PointerEvent | null} event */
  point(hex, piece, event) {
    clearTimeout(this.hover);
    if (!event || event.pointerType === 'touch') {
      if (!event) {
        this.inspector.hidden = true;
        if (!this.subject) this.preview(null);
      }
      return;
    }
    if (hex !== this.pointed) {
      this.pointed = hex;
      this.inspector.hidden = true;
      const stop = this.choices.find((c) => c.target.kind === 'hex' && c.target.at === hex);
      if (this.subject) {
        this.board.showPath(stop?.path ?? []);
        this.board.element.classList.toggle('aim', Boolean(stop));
      }
      if (!this.board.overFan(event)) this.board.fan(null);
      if (!this.subject && !this.film.playing) this.preview(null);
    }
    if (this.film.playing) return;
    const subject = (this.shown?.subjects ?? []).find((x) => x.target.kind === 'piece' && x.target.at === piece);
    this.board.element.classList.toggle('hand', !this.subject && Boolean(subject || (this.shown?.subjects ?? []).some((x) => x.target.kind === 'hex' && x.target.at === hex)));
    const [x, y] = [event.clientX, event.clientY];
    this.hover = setTimeout(() => {
      const aimed = this.choices.some((c) => c.target.kind === 'hex' && c.target.at === hex);
      if (hex && piece && !aimed && this.board.stack(hex).length > 1) this.board.fan(hex);
      if (!this.subject && subject) this.preview(subject);
      this.hover = setTimeout(() => { if (hex) this.inspect(hex, x, y); }, 450);
    }, 140);
  }

  /** Shows what a counter could do before it is taken in hand. @param {Subject | null} subject */
  async preview(subject) {
    if (!subject) {
      if (this.previewed) this.light();
      this.previewed = false;
      return;
    }
    const choices = await this.legal(subject).catch(() => []);
    if (this.subject || this.film.playing || choices.length === 0) return;
    this.previewed = true;
    const lights = dark();
    lights.pieces = new Set(this.board.lights.pieces);
    lights.faint = true;
    this.lightChoices(lights, choices);
    this.board.light(lights);
  }

  /** What lies in a hex. @param {string} name @param {number} x @param {number} y */
  inspect(name, x, y) {
    const hex = this.board.hexes.get(name);
    const news = this.shown;
    if (!hex || !news) return;
    const choice = this.choices.find((c) => c.target.kind === 'hex' && c.target.at === name);
    const pieces = this.board.stack(name);
    const shaded = news.view.overlays.filter((o) => o.hexes.includes(name)).map((o) => o.label);
    const markers = news.view.markers.filter((m) => m.hexes.includes(name)).map((m) => `${m.label}: ${m.side ? sideName(m.side) : 'nobody'}`);
    fill(this.inspector,
      h('b', {}, [name, ...hex.places].join(' · ')),
      h('div', {}, capital(hex.terrain.length ? hex.terrain.join(', ') : 'clear'), hex.roads.length ? `; ${hex.roads.join(', ')}` : ''),
      choice && h('div', { class: 'choice' }, choice.label, choice.note && ` (${choice.note})`),
      pieces.length > 0 && h('ul', {}, pieces.map((p) => h('li', { class: p.side }, inWords(p)))),
      [...shaded, ...markers].map((text) => h('div', { class: 'dim' }, text)));
    this.inspector.hidden = false;
    const stage = /** @type {HTMLElement} */ (this.inspector.parentElement).getBoundingClientRect();
    const [w, t] = [this.inspector.offsetWidth, this.inspector.offsetHeight];
    this.inspector.style.left = `${x - stage.left + 18 + w > stage.width ? x - stage.left - w - 18 : x - stage.left + 18}px`;
    this.inspector.style.top = `${Math.max(4, Math.min(stage.height - t - 4, y - stage.top + 18))}px`;
  }

  // ---- what stands round the map

  showOverlays() {
    const view = this.shown?.view;
    if (!view) return;
    this.board.setZones(view.overlays.filter((o) => this.panels.shaded.has(o.id)));
    for (const button of this.panels.overlays.querySelectorAll('button')) {
      const overlay = view.overlays.find((o) => o.label === button.textContent);
      button.setAttribute('aria-pressed', String(overlay !== undefined && this.panels.shaded.has(overlay.id)));
    }
  }

  /** @param {Choice | Subject} thing @param {() => void} does @param {boolean} first @param {string} [key] */
  actButton(thing, does, first, key) {
    return h('button', { class: first ? 'primary' : '', 'data-kind': thing.target.kind, title: key ? `${thing.label} (${key})` : thing.label, onclick: does },
      thing.label, thing.note && h('small', {}, thing.note));
  }

  showButtons() {
    const news = this.shown;
    if (!news) return;
    const subjects = (news.subjects ?? []).filter((x) => !onMap(x.target));
    const drawn = [];
    if (this.subject) {
      drawn.push(h('button', { class: 'quiet', title: 'Let go (Esc)', onclick: () => this.letGo() }, `✕ ${this.subject.label}`));
    }
    const battle = Boolean(news.view.battle);
    for (const subject of subjects) {
      // The battle's own button stands in the battle's panel.
      if (battle && subject.note && subjects.length > 0) continue;
      drawn.push(this.actButton(subject, () => void this.choose(subject), true, this.isFinish(subject) ? 'F' : undefined));
    }
    if (!news.subjects && news.actor.actor !== 'over') {
      const waiting = news.actor.actor === 'both' ? 'the other side' : sideName(news.actor.actor);
      if (this.at !== 'spectator') drawn.push(h('span', { class: 'waiting' }, `Waiting for ${waiting} …`));
    }
    if (news.asides?.length) drawn.push(h('button', { class: 'quiet', onclick: () => this.offer(news.asides ?? [], null) }, 'Out of turn …'));
    this.buttons.replaceChildren(...drawn);
    this.undoButton.hidden = this.at === 'spectator' || news.actor.actor === 'over';
  }

  /** Whether a target can be seen on the map. @param {Target} target */
  visible(target) {
    if (target.kind === 'hex') return this.board.hexes.has(target.at);
    return this.board.pieces.some((p) => p.id === target.at && p.hex !== undefined && this.board.hexes.has(p.hex));
  }

  /** @param {Subject} subject */
  isFinish(subject) {
    return subject.target.kind === 'button' && (subject.target.at === 'done' || /^(finish|end|done|stay|pass|stop|no )/i.test(subject.label));
  }

  /** The battle at hand, and choices that have no place on the map. */
  showTray() {
    const news = this.shown;
    if (!news) return;
    const battle = news.view.battle;
    const choices = this.choices.filter((c) => !onMap(c.target) || !this.visible(c.target));
    const fights = (news.subjects ?? []).filter((x) => !onMap(x.target) && battle && x.note);
    const loose = (news.subjects ?? []).filter((x) => onMap(x.target) && !this.visible(x.target));
    this.tray.classList.toggle('shelf', !battle && choices.length === 0);
    if (!battle && choices.length === 0) {
      this.tray.hidden = loose.length === 0;
      this.showShelf(loose);
      return;
    }
    const named = (/** @type {string} */ id) => this.board.pieces.find((p) => p.id === id)?.name ?? id;
    /** @type {import('./dom.js').Child[]} */
    const parts = [];
    if (battle) {
      const same = new Map();
      for (const [face, result] of battle.results) same.set(result, (same.get(result) ?? 0) + 1);
      parts.push(
        h('h2', {}, battle.odds || 'The battle'),
        h('p', { class: 'who' }, battle.attackers.length ? battle.attackers.map(named).join(', ') : 'Nobody yet', ' against ', battle.targets.join(', ')),
        battle.modifiers.length > 0 && h('ul', { class: 'modifiers' }, battle.modifiers.map(([rule, what]) => h('li', {}, what, ' ', this.panels.ruleLink(rule)))),
        h('ol', { class: 'results' }, battle.results.map(([face, result]) => h('li', { class: tone(result), title: `${Math.round((100 * same.get(result)) / battle.results.length)} % for this result` }, h('b', {}, face), h('span', {}, result)))));
    }
    const acts = [];
    if (choices.length) {
      if (this.subject && !battle) parts.push(h('h2', {}, this.subject.label));
      acts.push(...choices.map((c, i) => this.actButton(c, () => void this.apply(c), i === 0)));
    } else acts.push(...fights.map((x) => this.actButton(x, () => void this.choose(x), true)));
    parts.push(h('div', { class: 'row' }, acts));
    fill(this.tray, parts);
    this.tray.hidden = false;
    if (battle) {
      const from = battle.attackers.map((id) => this.board.pieces.find((p) => p.id === id)?.hex ?? '');
      this.board.reveal([...battle.targets, ...from], this.tray.offsetHeight);
    }
  }

  /** Counters off the map that can be brought on or set up. @param {Subject[]} loose */
  showShelf(loose) {
    if (loose.length === 0) return;
    const scrolled = this.tray.querySelector('.counters')?.scrollTop ?? 0;
    fill(this.tray, h('h2', {}, `Off the map: ${loose.length}`, h('small', {}, 'Click one, then a lit hex.')),
      h('div', { class: 'counters' }, loose.map((subject) => {
        const piece = this.board.pieces.find((p) => p.id === subject.target.at);
        const held = this.subject?.target.at === subject.target.at;
        return h('button', { class: 'loose', 'aria-pressed': String(held), 'aria-label': subject.label, title: [subject.label, subject.note].filter(Boolean).join(', '), onclick: () => { if (this.subject) this.letGo(); void this.choose(subject); } },
          piece ? counterIcon(piece, 46) : subject.label);
      })));
    this.tray.querySelector('.counters')?.scrollTo(0, scrolled);
  }

  /** @param {Record<string, number>} here */
  showSeats(here) {
    const about = this.about;
    if (!about) return;
    const drawn = about.seats.map((sitter, i) => {
      const side = /** @type {SideId} */ (['union', 'confederate'][i]);
      const own = this.chairs.has(side);
      const who = own ? 'you' : sitter.kind === 'computer' ? levelName(sitter.level ?? '') : here[side] ? 'here' : 'not here';
      const link = !own && sitter.kind !== 'computer' && this.keys[side] ? h('button', { class: 'link', onclick: () => void this.invite(side) }, 'copy the link') : null;
      return h('span', { class: `seat ${side}` }, h('i', {}), `${sideName(side)}: ${who}`, link);
    });
    this.seatsBar.replaceChildren(h('span', { class: 'scenario' }, about.scenario_title || about.title), ...drawn);
  }

  /** @param {SideId} side */
  async invite(side) {
    const address = `${location.origin}/#/join/${this.table}/${side}/${this.keys[side]}`;
    try {
      await navigator.clipboard.writeText(address);
      this.notice('The link is copied: send it to your friend.');
    } catch {
      this.notice(`Send this link to your friend: ${address}`);
    }
  }

  /** @param {string} text */
  banner(text) {
    this.bannerBox.textContent = text.replace(/\.$/, '');
    this.bannerBox.classList.remove('on');
    void this.bannerBox.offsetWidth;
    this.bannerBox.classList.add('on');
  }

  /** @param {number[]} values @param {string} text */
  throwDice(values, text) {
    const spots = /** @type {Record<number, number[][]>} */ ({ 1: [[12, 12]], 2: [[6, 6], [18, 18]], 3: [[6, 6], [12, 12], [18, 18]], 4: [[6, 6], [18, 6], [6, 18], [18, 18]], 5: [[6, 6], [18, 6], [12, 12], [6, 18], [18, 18]], 6: [[6, 6], [18, 6], [6, 12], [18, 12], [6, 18], [18, 18]] });
    this.diceBox.replaceChildren(
      h('div', { class: 'thrown' }, values.map((value) => s('svg', { viewBox: '0 0 24 24', class: 'die' }, s('rect', { x: 1, y: 1, width: 22, height: 22, rx: 5 }),
        spots[value] ? spots[value].map(([cx, cy]) => s('circle', { cx, cy, r: 2.2 })) : s('text', { x: 12, y: 17 }, value)))),
      h('p', {}, text));
    this.diceBox.classList.remove('on');
    void this.diceBox.offsetWidth;
    this.diceBox.classList.add('on');
  }

  /** One line over the map. @param {string} text @param {string} [rule] @param {boolean} [no] */
  notice(text, rule, no = false) {
    this.toast.replaceChildren(h('span', {}, text), rule ? this.panels.ruleLink(rule) : '', h('button', { class: 'icon-button', 'aria-label': 'Close', onclick: () => this.toast.classList.remove('on') }, '✕'));
    this.toast.classList.toggle('no', no);
    this.toast.classList.add('on');
    clearTimeout(this.toastTimer);
    this.toastTimer = setTimeout(() => this.toast.classList.remove('on'), no ? 9000 : 3500);
  }

  hide() {
    this.board.element.classList.toggle('bare');
  }

  openMenu() {
    const row = (/** @type {string} */ label, /** @type {HTMLElement} */ control) => h('label', {}, h('span', {}, label), control);
    const choose = (/** @type {[string, string][]} */ list, /** @type {string} */ now, /** @type {(v: string) => void} */ does) => {
      const select = h('select', {}, list.map(([value, name]) => h('option', { value, selected: value === now }, name)));
      select.addEventListener('change', () => does(select.value));
      return select;
    };
    this.menu.replaceChildren(
      row('Theme', choose([['paper', 'Paper (light)'], ['campfire', 'Campfire (dark)']], settings.theme, (v) => void this.retheme(v))),
      row('Film', choose([['1', 'Normal'], ['2', 'Twice as fast'], ['4', 'Four times'], ['0', 'Instant']], String(settings.speed), (v) => change({ speed: Number(v) }))),
      row('Only one thing to do', choose([['yes', 'Do it for me'], ['no', 'Ask me anyway']], settings.forced ? 'yes' : 'no', (v) => change({ forced: v === 'yes' }))),
      h('div', { class: 'row' },
        this.about?.may_save && h('button', { onclick: () => void this.save() }, 'Save to a file'),
        this.at !== 'spectator' && h('button', { class: 'danger', onclick: () => void this.resign() }, 'Resign …')),
      h('div', { class: 'keys' }, h('b', {}, 'Keys'), h('dl', {}, [
        ['← → ↑ ↓', 'go through what can be done'], ['Enter', 'choose'], ['Esc', 'let go'], ['U', 'undo'], ['F', 'finish the phase'], ['G', 'a hint'],
        ['+ − 0', 'closer, farther, all'], ['Shift + arrows', 'move the map'], ['H', 'hide the counters'], ['I', 'what lies here'], ['L R T C', 'log, rules, forces, tables'], ['S', 'skip the film'],
      ].flatMap(([k, v]) => [h('dt', {}, k), h('dd', {}, v)]))));
    this.menu.hidden = !this.menu.hidden;
    if (!this.menu.hidden) this.menu.querySelector('select')?.focus();
  }

  /** @param {string} theme */
  async retheme(theme) {
    change({ theme: theme === 'campfire' ? 'campfire' : 'paper' });
    if (this.shown) await this.board.load(this.shown.view.board, settings.theme);
  }

  async resign() {
    if (confirm('Give up this game?')) await this.ask({ op: 'resign' }).catch((e) => this.refused(e));
    this.menu.hidden = true;
  }

  // ---- the keyboard

  /** What the arrows go through: subjects, or choices of the one in hand. @returns {{ hex: string, label: string, does: () => void, path?: string[] }[]} */
  stations() {
    const hexOf = (/** @type {Target} */ target) => (target.kind === 'hex' ? target.at : target.kind === 'piece' ? this.board.pieces.find((p) => p.id === target.at)?.hex ?? null : null);
    const stations = [];
    if (this.subject) {
      for (const c of this.choices) {
        const hex = hexOf(c.target);
        if (hex) stations.push({ hex, label: [c.label, c.note].filter(Boolean).join(', '), does: () => void this.apply(c), path: c.path });
      }
    } else {
      for (const x of this.shown?.subjects ?? []) {
        const hex = hexOf(x.target);
        if (hex) stations.push({ hex, label: [x.label, x.note].filter(Boolean).join(', '), does: () => void this.choose(x) });
      }
    }
    return stations;
  }

  /** @param {number} dx @param {number} dy */
  step(dx, dy) {
    const stations = this.stations();
    if (stations.length === 0) return false;
    const now = stations[this.cursorAt];
    const here = now ? this.board.hexes.get(now.hex) : this.subject && this.board.lights.from ? this.board.hexes.get(this.board.lights.from) : undefined;
    let best = -1;
    if (here) {
      let least = Infinity;
      stations.forEach(({ hex }, i) => {
        const there = this.board.hexes.get(hex);
        if (!there || i === this.cursorAt) return;
        const [ox, oy] = [there.x - here.x, there.y - here.y];
        const ahead = ox * dx + oy * dy;
        const aside = Math.abs(ox * dy - oy * dx);
        // Others in the same stack come next, whatever the direction.
        const cost = ox === 0 && oy === 0 ? (i > this.cursorAt ? i - this.cursorAt : Infinity) : ahead > 1 ? 40 + ahead + 2.2 * aside : Infinity;
        if (cost < least) [best, least] = [i, cost];
      });
      if (best < 0) best = (this.cursorAt + (dx + dy > 0 ? 1 : stations.length - 1)) % stations.length;
    } else best = 0;
    this.cursorAt = best;
    const station = stations[best];
    this.board.cursor(station.hex);
    this.board.showPath(station.path ?? []);
    say(station.label);
    this.notice(station.label);
    return true;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest('input, select, textarea') || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.curtain.hidden) return;
    const arrows = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
    const arrow = arrows[event.key];
    const inMap = target === document.body || target === this.board.element;
    if (arrow) {
      if (!this.popup.hidden) {
        const items = [...this.popup.querySelectorAll('button')];
        const i = items.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
        items[(i + (arrow[0] + arrow[1] > 0 ? 1 : items.length - 1)) % items.length]?.focus();
        event.preventDefault();
        return;
      }
      if (!inMap) return;
      event.preventDefault();
      if (event.shiftKey || this.film.playing || !this.step(arrow[0], arrow[1])) this.board.pan(-arrow[0] * 90, -arrow[1] * 90);
      return;
    }
    if (event.key === 'Enter' || event.key === ' ') {
      if (!inMap) return;
      const station = this.stations()[this.cursorAt];
      event.preventDefault();
      if (station && !this.film.playing) {
        const same = this.choices.filter((c) => c.target.kind === 'hex' && c.target.at === station.hex);
        if (this.subject && same.length > 1) void this.offer(same, station.hex);
        else station.does();
      }
      return;
    }
    const does = /** @type {Record<string, () => void>} */ ({
      Escape: () => {
        this.menu.hidden = true;
        document.body.classList.remove('drawer');
        this.toast.classList.remove('on');
        this.letGo();
        this.board.element.focus({ preventScroll: true });
      },
      u: () => void this.undo(),
      f: () => {
        const finish = (this.shown?.subjects ?? []).find((x) => this.isFinish(x));
        if (finish && !this.film.playing) void this.choose(finish);
        else this.notice('There is nothing to finish now.');
      },
      g: () => void this.hint(),
      h: () => this.hide(),
      i: () => {
        const hex = this.stations()[this.cursorAt]?.hex ?? this.pointed;
        const spot = hex ? this.board.onScreen(hex) : null;
        if (hex && spot) this.inspect(hex, spot.x, spot.y);
      },
      s: () => this.film.skip(),
      l: () => this.panels.open('log'),
      r: () => { this.panels.open('rules'); this.panels.search.focus(); },
      t: () => this.panels.open('forces'),
      c: () => this.panels.open('charts'),
      '+': () => this.board.zoom(1.25),
      '=': () => this.board.zoom(1.25),
      '-': () => this.board.zoom(1 / 1.25),
      0: () => this.board.fit(),
      '?': () => this.openMenu(),
    })[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (does) {
      event.preventDefault();
      does();
    }
  }
}

/** Whether a result is good for the attacker, bad, or neither: only a tint, the words say it. @param {string} result */
function tone(result) {
  const text = result.toLowerCase();
  if (text.startsWith('attacker') || text.startsWith('a')) return 'bad';
  if (text.startsWith('defender') || text.startsWith('d')) return 'good';
  return 'even';
}
