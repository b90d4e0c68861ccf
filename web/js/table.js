// A table: the map, the prompt, what can be done, and whoever sits here. It knows no rules: it lights what the game lists, shows
// its words and sends back the action that was chosen.

import { Board, dark } from './board.js';
import { counterIcon, inWords } from './counters.js';
import { capital, fill, h, s, say, sentence, sideName, sign, wait } from './dom.js';
import { Film } from './film.js';
import { Link, Refused } from './link.js';
import { askSeats, levelName } from './lobby.js';
import { order, ordered, orders, question, undone } from './orders.js';
import { Panels } from './panels.js';
import { Replay } from './replay.js';
import { change, remember, settings } from './settings.js';
import { along, instead, through, together } from './ways.js';

/** @typedef {{ seat: SeatId, link: Link, news: News | null, log: Logged[] }} Chair */

/** A note short enough to stand in a hex: the number it begins with. @param {string | undefined} note */
const short = (note) => note?.match(/^\d+(?:[.½⅓⅔]\d*)?/)?.[0] ?? '';

/** @param {Target} target */
const onMap = (target) => target.kind === 'piece' || target.kind === 'hex';

/** Whether it lies on the table beside the map: a chit, a card, a die. @param {Target} target */
const beside = (target) => !onMap(target) && target.kind !== 'button' && target.kind !== 'column';

/** What a seat sees of the map: whatever differs between two seats is for one of them only. @param {News | null} news */
const seen = (news) => JSON.stringify([news?.view.pieces, news?.view.markers, news?.view.tallies]);

export class TablePage {
  /**
   * @param {HTMLElement} root
   * @param {string} table
   * @param {Partial<Record<SeatId, string>>} keys
   * @param {SeatId[]} own
   * @param {boolean} [replay]
   */
  constructor(root, table, keys, own, replay = false) {
    this.table = table;
    this.replayFirst = replay;
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
    this.covered = false;
    /** @type {Promise<void> | null} the map on its way */
    this.loading = null;
    /** @type {Promise<void> | null} rules and charts on their way */
    this.filling = null;
    this.wish = 0;
    /** @type {Roster | null} who takes part in the attack that is being put together */
    this.roster = null;
    /** @type {Set<string>} counters that go with the one in hand */
    this.company = new Set();
    /** @type {string[]} the hexes that a march shall touch on its way */
    this.points = [];
    /** @type {{ ghost: HTMLElement, taken: Promise<void>, from: string | null } | null} */
    this.carried = null;
    /** @type {Map<string, Choice[]>} what the buttons do, by subject */
    this.ready = new Map();
    /** @type {View | null} what a replay shows */
    this.past = null;
    this.foreign = { first: -1, marches: 0, battles: 0, losses: 0 };
    /** @type {string[][]} */
    this.ways = [];
    this.board = new Board({ tap: (hex, piece, event) => void this.tap(hex, piece, event), point: (hex, piece, event) => this.point(hex, piece, event),
      press: (hex, event) => { if (hex) this.inspect(hex, event.clientX, event.clientY, true); }, grab: (hex, piece, event) => this.grab(hex, piece, event), drag: (hex, event) => this.drag(hex, event), drop: (hex) => void this.drop(hex) });
    this.panels = new Panels({ moment: (entry) => void this.replay.open({ entry }), look: (hexes) => { this.board.reveal(hexes); this.board.flash(hexes); document.body.classList.remove('drawer'); }, overlays: () => this.showOverlays() });
    /** @type {string | null | undefined} */
    this.pointed = null;
    this.prompt = h('h1', { class: 'prompt' }, 'Taking a seat …');
    this.buttons = h('div', { class: 'buttons', role: 'group', 'aria-label': 'What can be done' });
    this.undoButton = h('button', { class: 'quiet', title: 'Take back (U)', onclick: () => void this.undo() }, sign('undo'), h('span', { class: 'word' }, 'Undo'));
    this.redoButton = h('button', { class: 'quiet', title: 'Do again (Shift + U)', hidden: true, onclick: () => void this.redo() }, sign('redo'), h('span', { class: 'word' }, 'Redo'));
    this.thinkingBox = h('div', { class: 'thinking', hidden: true }, h('i', { class: 'drum', 'aria-hidden': 'true' }), h('span', {}),
      h('button', { title: 'Let it decide with what it has (N)', onclick: () => void this.ask({ op: 'stop' }).catch((e) => this.refused(e)) }, 'Move now'));
    this.skipButton = h('button', { class: 'quiet skip', title: 'Skip to the end of the film (S)', hidden: true, onclick: () => this.film.skip() }, 'Skip', sign('skip'));
    this.seatsBar = h('div', { class: 'seats' });
    this.line = h('div', { class: 'line-state', role: 'status' }, 'The line to the table broke; trying again …');
    const icon = (/** @type {string} */ what, /** @type {string} */ title, /** @type {() => void} */ does) => h('button', { class: 'icon-button', title, 'aria-label': title, onclick: does }, sign(what));
    this.menu = h('div', { class: 'menu', hidden: true, role: 'dialog', 'aria-label': 'Settings' });
    this.drawBar = h('div', { class: 'corner' },
      icon('closer', 'Closer (+)', () => this.board.zoom(1.3)), icon('farther', 'Farther (-)', () => this.board.zoom(1 / 1.3)), icon('whole', 'The whole map (0)', () => this.board.fit()),
      icon('counters', 'Hide the counters (H)', () => this.hide()), icon('trails', 'Show the last marches (M)', () => this.toggleTrails()),
      icon('replay', 'Replay (P)', () => void this.replay.open()));
    this.top = h('header', { class: 'top' },
      h('a', { class: 'home', href: '#/', title: 'To the lobby', 'aria-label': 'To the lobby' }, sign('lobby')),
      h('div', { class: 'ask' }, this.prompt, this.seatsBar),
      h('div', { class: 'acts' }, this.thinkingBox, this.buttons, this.skipButton, this.undoButton, this.redoButton,
        icon('hint', 'Hint: what would the computer do? (G)', () => void this.hint()),
        icon('settings', 'Settings', () => this.openMenu()),
        icon('panels', 'Panels', () => document.body.classList.toggle('drawer'))));
    this.bannerBox = h('div', { class: 'banner', 'aria-hidden': 'true' });
    this.diceBox = h('div', { class: 'dice', 'aria-hidden': 'true' });
    this.toast = h('div', { class: 'toast', role: 'alert' });
    this.inspector = h('div', { class: 'inspector', hidden: true });
    this.popup = h('div', { class: 'popup', role: 'menu', hidden: true });
    this.tray = h('section', { class: 'tray-panel', 'aria-label': 'The battle at hand', hidden: true });
    this.inviteBox = h('div', { class: 'invite', role: 'group', 'aria-label': 'Your friend', hidden: true });
    this.invited = false;
    this.closedBox = h('div', { class: 'invite', role: 'status', hidden: true });
    this.warning = h('div', { class: 'warning', role: 'alertdialog', 'aria-label': 'Left undone', hidden: true });
    this.replay = new Replay({
      ask: (request) => this.ask(request),
      frame: (frame, play) => this.showFrame(frame, play),
      leave: () => this.present(),
      branch: (step) => this.branch(step),
      mayBranch: () => this.mayBranch(),
      refused: (error) => this.refused(error),
    });
    this.curtain = h('div', { class: 'curtain', hidden: true, role: 'dialog', 'aria-modal': 'true', 'aria-label': 'The table is covered' });
    const map = h('main', { class: 'stage' }, this.board.element, this.drawBar, this.bannerBox, this.diceBox, this.tray, this.replay.element, this.toast, this.inspector, this.popup, this.warning, this.inviteBox, this.closedBox, this.line);
    this.behind = [this.top, map, this.panels.element, this.menu];
    root.replaceChildren(h('div', { class: 'table-page' }, this.behind, this.curtain));
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
        thinking: (thinking) => this.showThinking(thinking),
        remark: (remark) => { if (seat === this.at) this.panels.addRemark(remark); },
        closed: (because) => { this.showClosed(because); if (because) this.notice(sentence(because), undefined, true); },
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
    clearInterval(this.clock);
    clearTimeout(this.thought);
    this.replay.playing = false;
    document.body.classList.remove('replaying');
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
      const any = hello.news.view.pieces.find((p) => p.hex)?.hex;
      if (any) chair.link.ask({ op: 'sight', hex: any }).then(({ hexes }) => { this.seesFire = hexes !== null; }, () => { this.seesFire = false; });
      this.showSeats({});
    }
    // What a broken line has kept from coming is fetched when it is there again.
    this.filling ??= this.panels.fetch(hello.about).catch(() => { this.filling = null; });
    this.loading ??= this.board.load(hello.news.view.board, settings.theme).catch(() => { this.loading = null; });
    await this.loading;
    if (!this.loading) return;
    if (this.covered || this.replay.on) return;
    const chairs = [...this.chairs.values()];
    const first = !this.shown;
    if (first && chairs.length > 1) {
      // In turns at one screen: begin with the side that is asked, behind a curtain where something is hidden.
      if (chairs.some((c) => !c.news)) return;
      this.at = this.asked(hello.news) ?? this.at;
      const secret = hello.news.actor.actor !== 'over' && chairs.some((c) => seen(c.news) !== seen(hello.news));
      if (secret) await this.cover(/** @type {SideId} */ (this.at));
    } else if (seat !== this.at) return;
    const now = /** @type {Chair} */ (this.chairs.get(this.at));
    if (!now.news) return;
    this.film.cut();
    this.panels.setLog(now.log);
    this.show(now.news, true);
    this.foreign = { first: -1, marches: 0, battles: 0, losses: 0 };
    if (first) this.frame(now.news);
    if (first && this.replayFirst) await this.replay.open({ step: 0 });
    else if (!this.film.playing && !this.replay.on) await this.rest();
  }

  /** Shows the counters, on a phone those that can act. @param {News} news */
  frame(news) {
    const hexes = (/** @type {Piece[]} */ pieces) => pieces.filter((p) => p.hex).map((p) => /** @type {string} */ (p.hex));
    const can = new Set((news.subjects ?? []).filter((x) => x.target.kind === 'piece').map((x) => x.target.at));
    this.board.frame(hexes(news.view.pieces), hexes(news.view.pieces.filter((p) => can.has(p.id))));
  }

  /** @param {SeatId} seat @param {News} news */
  hear(seat, news) {
    const chair = /** @type {Chair} */ (this.chairs.get(seat));
    chair.news = news;
    chair.log.length = Math.min(chair.log.length, news.since);
    chair.log.push(...news.entries);
    if (seat !== this.at || !this.shown || this.replay.on || this.covered) return;
    if (this.subject) this.letGo();
    this.warning.hidden = true;
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
      if (!own && entry.by && this.foreign.first < 0) this.foreign.first = entry.entry;
      if (!own && this.foreign.first >= 0) {
        if (['move', 'march', 'enter'].includes(told.kind)) this.foreign.marches += 1;
        if (['battle', 'combat', 'attack', 'bombardment'].includes(told.kind)) this.foreign.battles += 1;
        if (told.kind === 'loss') this.foreign.losses += 1;
      }
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
    // A replay shows the past; the present comes back when it is left.
    if (this.replay.on) return;
    const before = this.shown;
    this.shown = news;
    this.board.setPieces(news.view.pieces);
    this.board.setMarkers(news.view.markers);
    this.board.trails(settings.trails ? this.ways.slice(-40) : []);
    this.board.arcs(news.view.battle);
    this.panels.show(news);
    this.showOverlays();
    if (news.length !== before?.length || !before) {
      this.subject = null;
      this.choices = [];
      this.cursorAt = -1;
      this.company.clear();
      this.roster = null;
      this.points = [];
      this.ready.clear();
      this.popup.hidden = true;
      this.board.showSight(null);
    }
    this.prompt.title = news.actor.prompt;
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
    if (!news || this.replay.on || this.covered) return;
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
    if (asked) {
      this.summary();
      say(news.actor.prompt);
      if (await this.obey(news)) return;
    }
    await this.forced(news);
  }

  /** What the others did while one looked on. */
  summary() {
    const { first, marches, battles, losses } = this.foreign;
    this.foreign = { first: -1, marches: 0, battles: 0, losses: 0 };
    const count = (/** @type {number} */ n, /** @type {string} */ one, /** @type {string} */ many) => (n ? [n === 1 ? `1 ${one}` : `${n} ${many}`] : []);
    const what = [...count(marches, 'march', 'marches'), ...count(battles, 'battle', 'battles'), ...count(losses, 'loss', 'losses')];
    if (first >= 0 && marches + battles > 2) this.panels.addSummary(`The other side: ${what.join(', ')}.`, first);
  }

  /** Where standing orders are kept: each side has its own. */
  get desk() {
    return `${this.table}/${this.at}`;
  }

  /** Answers as the player has ordered. @param {News} news @returns {Promise<boolean>} */
  async obey(news) {
    if (orders(this.desk).length === 0 || !news.subjects || news.subjects.length > 40) return false;
    const lists = await Promise.all(news.subjects.filter((x) => !onMap(x.target)).map((x) => this.legal(x).catch(() => [])));
    const choice = ordered(this.desk, news.actor.prompt, lists.flat());
    if (!choice || this.shown !== news || this.keepStill === news.length) return false;
    this.notice(`${choice.label}, as ordered. The settings change it.`);
    await this.apply(choice);
    return true;
  }

  /** In turns at one screen: the other side's seat, behind a curtain where something is hidden. @param {SideId} side */
  async handOver(side) {
    const chair = /** @type {Chair} */ (this.chairs.get(side));
    for (let i = 0; i < 100 && (chair.news?.length ?? 0) < (this.shown?.length ?? 0); i++) await wait(20);
    if (!chair.news || this.covered) return;
    if (seen(this.shown) !== seen(chair.news)) await this.cover(side);
    this.at = side;
    this.ways = [];
    this.panels.setLog(chair.log);
    this.show(chair.news, true);
    this.board.element.focus({ preventScroll: true });
    await this.rest();
  }

  /** Covers the table until the player of a side is there; nothing is left to be seen behind the curtain. @param {SideId} side */
  async cover(side) {
    this.covered = true;
    this.film.cut();
    this.board.setPieces([]);
    this.board.setMarkers([]);
    this.board.trails([]);
    this.board.arcs(undefined);
    this.panels.clear();
    for (const part of [this.tray, this.popup, this.inspector, this.menu]) part.hidden = true;
    this.toast.classList.remove('on');
    const ready = h('button', { class: 'primary big' }, `I am the ${sideName(side)} player`);
    this.hang(h('h2', {}, `${sideName(side)} to play`), h('p', {}, 'Hand over the table. Nothing of the other side shows when you go on.'), ready);
    await new Promise((done) => ready.addEventListener('click', done, { once: true }));
    this.covered = false;
    this.lift();
  }

  /** Hangs the curtain: what lies behind it cannot be reached. @param {...HTMLElement} words */
  hang(...words) {
    this.curtain.replaceChildren(...words);
    for (const part of this.behind) part.inert = true;
    this.curtain.hidden = false;
    this.curtain.querySelector('button')?.focus();
  }

  lift() {
    for (const part of this.behind) part.inert = false;
    this.curtain.hidden = true;
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
    this.hang(h('h2', {}, won), h('p', {}, outcome?.text ?? 'The game is over.'),
      h('div', { class: 'row' }, h('button', { class: 'primary', onclick: () => this.lift() }, 'Look at the map'), h('button', { onclick: () => { this.lift(); void this.replay.open({ step: 0 }); } }, 'Replay'), h('button', { onclick: () => void this.save() }, 'Save the game'), h('a', { class: 'button', href: '#/' }, 'To the lobby')));
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
    if (this.busy || this.replay.on) return;
    this.busy = true;
    this.warning.hidden = true;
    if (this.standing && 'label' in choice) order(this.desk, this.shown?.actor.prompt ?? '', choice.label);
    this.standing = false;
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
    if (error instanceof Refused) this.notice(sentence(error.because), error.rule, true);
    else this.notice(sentence(/** @type {Error} */ (error).message), undefined, true);
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

  async redo() {
    try {
      await this.ask({ op: 'redo' });
    } catch (error) {
      this.refused(error);
    }
  }

  /** @param {{ side: SideId, level: string, ms: number } | null} thinking */
  showThinking(thinking) {
    clearTimeout(this.thought);
    if (!thinking) {
      // Between two decisions of a turn it does not flicker.
      this.thought = setTimeout(() => {
        clearInterval(this.clock);
        this.clock = undefined;
        this.thinkingBox.hidden = true;
      }, 700);
      return;
    }
    const since = performance.now() - (thinking.ms ?? 0);
    const text = /** @type {HTMLElement} */ (this.thinkingBox.querySelector('span'));
    const tick = () => { text.textContent = `${sideName(thinking.side)} is thinking … ${Math.round((performance.now() - since) / 1000)} s`; };
    tick();
    clearInterval(this.clock);
    this.clock = setInterval(tick, 1000);
    this.thinkingBox.hidden = false;
  }

  /** A table whose rules have changed can only be looked at until it is opened again. @param {string | null} because */
  showClosed(because) {
    this.closedBox.hidden = !because;
    if (!because) return;
    fill(this.closedBox, h('span', {}, sentence(because)),
      this.at !== 'spectator' && h('button', { class: 'primary', onclick: () => void this.ask({ op: 'reopen' }).catch((e) => this.refused(e)) }, 'Go on under the present rules'),
      h('button', { onclick: () => void this.replay.open({ step: 0 }) }, 'Replay'));
  }

  // ---- the past

  mayBranch() {
    const news = /** @type {any} */ (this.shown);
    return Boolean(news?.may_branch ?? this.about?.may_branch ?? false);
  }

  /** @param {import('./replay.js').Frame} frame @param {boolean} play */
  async showFrame(frame, play) {
    if (!this.past) {
      this.letGo();
      if (this.film.playing) this.panels.setLog(this.chairs.get(this.at)?.log ?? []);
      this.film.cut();
      this.tray.hidden = true;
      this.warning.hidden = true;
    }
    if (play) for (const told of frame.told) await this.film.scene(told, false);
    // Meanwhile somebody may have gone elsewhere.
    if (!this.replay.on || this.replay.at !== frame.step) return;
    this.past = frame.view;
    this.board.setPieces(frame.view.pieces);
    this.board.setMarkers(frame.view.markers);
    this.board.trails(frame.told.filter((x) => (x.hexes?.length ?? 0) > 1).map((x) => x.hexes ?? []));
    this.board.arcs(frame.view.battle);
    this.board.light(dark());
    const hexes = frame.told.flatMap((x) => x.hexes ?? []);
    if (hexes.length) this.board.reveal(hexes.slice(-1), 110);
    this.panels.show(/** @type {News} */ ({ view: frame.view }));
    this.showOverlays();
    this.panels.mark(frame.entry);
    this.prompt.textContent = frame.told.map((x) => x.text).join(' ') || (frame.step === 0 ? 'The start of the game.' : 'Nothing to be seen.');
    this.buttons.replaceChildren();
    this.undoButton.hidden = true;
    this.redoButton.hidden = true;
  }

  /** Back from the past. */
  present() {
    this.past = null;
    this.ways = [];
    this.panels.mark(undefined);
    // A reload shall not begin it again.
    if (location.hash.endsWith('/replay')) history.replaceState(null, '', `#/table/${this.table}`);
    const chair = this.chairs.get(this.at);
    if (!chair?.news) return;
    this.film.cut();
    this.panels.setLog(chair.log);
    this.shown = null;
    this.show(chair.news, true);
    this.board.element.focus({ preventScroll: true });
    if (!this.film.playing) void this.rest();
  }

  /** @param {number} step */
  async branch(step) {
    const key = this.keys[this.at];
    if (!this.about || !key) return;
    const { table, players, title, scenario_title } = this.about;
    await askSeats({ title: `A new game from step ${step}`, players, go: 'Branch' }, { branch: { table, key, step } }, `${title}: ${scenario_title}`);
  }

  async hint() {
    const news = this.shown;
    if (!news?.subjects || !this.about) {
      this.notice('It is not your decision now.');
      return;
    }
    try {
      const level = this.about.players[this.about.players.length - 1];
      this.notice('The computer looks at the map …');
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

  /** Takes a subject in hand; `hold` only takes it, even if there is but one thing to do. @param {Subject} subject @param {boolean} [hold] */
  async choose(subject, hold = false) {
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
    if (direct && !hold) {
      if (this.isFinish(choices[0]) && this.warn(choices[0])) return;
      await this.apply(choices[0]);
      return;
    }
    if (choices.some((c) => c.target.kind === 'hex')) this.board.fan(null);
    this.subject = subject;
    this.company.clear();
    this.points = [];
    this.choices = choices;
    this.roster = enlist(choices);
    this.cursorAt = -1;
    this.light();
    this.showButtons();
    this.showTray();
    const stops = choices.filter((c) => c.target.kind === 'hex').length;
    const lit = choices.filter((c) => c.target.kind === 'hex').map((c) => c.target.at);
    if (stops && !this.visible(subject.target) && !this.board.anyInSight(lit, this.tray.hidden ? 0 : this.tray.offsetHeight)) this.board.reveal(lit.slice(0, 1));
    say(`${subject.label}: ${choices.length === 0 ? 'nothing can be done' : stops ? `${stops} hexes` : `${choices.length} choices`}.`);
    if (choices.length === 0) this.notice(`${subject.label} can do nothing now.`);
  }

  /** Warns of what is left undone; answers whether there is anything. @param {Choice} choice */
  warn(choice) {
    const news = this.shown;
    if (!news || settings.warn === 'never' || !this.warning.hidden) return false;
    let left = undone(news, (target) => this.visible(target));
    if (settings.warn === 'duties') left = left.filter((x) => !/could still/.test(x.text));
    if (left.length === 0) return false;
    this.letGo();
    const anyway = h('button', { class: 'primary', onclick: () => void this.apply(choice) }, `${choice.label} anyway`, h('kbd', {}, 'F'));
    fill(this.warning, h('b', {}, 'Left undone'),
      h('ul', {}, left.map(({ text, hexes }) => h('li', {}, hexes.length ? h('button', { class: 'link', title: 'Show on the map', onclick: () => { this.board.reveal(hexes); this.board.flash(hexes); } }, text) : text))),
      h('div', { class: 'row' }, anyway, h('button', { onclick: () => { this.warning.hidden = true; this.board.element.focus({ preventScroll: true }); } }, 'Go back', h('kbd', {}, 'Esc'))));
    this.warning.hidden = false;
    say(left.map((x) => x.text).join(' '));
    anyway.focus();
    return true;
  }

  /** Takes another counter along, or leaves it behind. @param {string} id */
  async join(id) {
    const subject = this.subject;
    if (!subject || subject.target.kind !== 'piece' || subject.target.at === id) return;
    if (!this.company.delete(id)) this.company.add(id);
    await this.common();
  }

  /** All counters of the stack in hand. */
  async joinAll() {
    const held = this.held();
    const hex = held ? this.board.pieces.find((p) => p.id === held)?.hex : null;
    if (!hex) {
      this.notice('Take a counter of a stack first.');
      return;
    }
    for (const id of this.movable(hex)) if (id !== held) this.company.add(id);
    await this.common();
  }

  /** The counters of a hex that can act. @param {string} hex */
  movable(hex) {
    const subjects = this.shown?.subjects ?? [];
    return this.board.stack(hex).map((p) => p.id).filter((id) => subjects.some((x) => x.target.kind === 'piece' && x.target.at === id));
  }

  /** The counter in hand. */
  held() {
    return this.subject?.target.kind === 'piece' ? /** @type {string} */ (this.subject.target.at) : null;
  }

  /** Lights the hexes that all of those in hand can reach. */
  async common() {
    const subject = this.subject;
    if (!subject) return;
    const length = this.shown?.length;
    const subjects = this.shown?.subjects ?? [];
    const own = await this.legal(subject).catch(() => []);
    const others = await Promise.all([...this.company].map((id) => {
      const found = subjects.find((x) => x.target.kind === 'piece' && x.target.at === id);
      return found ? this.legal(found).catch(() => []) : [];
    }));
    if (this.shown?.length !== length || this.subject !== subject) return;
    const reach = others.map((list) => new Set(list.filter((c) => c.target.kind === 'hex').map((c) => c.target.at)));
    this.choices = this.company.size === 0 ? own : own.filter((c) => c.target.kind === 'hex' && reach.every((r) => r.has(c.target.at)));
    this.light();
    this.showButtons();
    this.showTray();
    say(`${this.company.size + 1} counters in hand, ${this.choices.length} hexes.`);
  }

  /** Those in hand go to a hex: in one march if the game knows such, else one after the other. @param {Choice} choice */
  async marchTogether(choice) {
    const held = this.held();
    if (!held) return;
    const ids = [held, ...this.company];
    const joint = together(choice, held, ids);
    if (joint) {
      const answer = await this.ask({ op: 'why', action: joint }).catch(() => null);
      if (answer?.legal) {
        await this.apply({ action: joint });
        return;
      }
    }
    const chair = this.chairs.get(this.at);
    for (const id of ids) {
      const found = chair?.news?.subjects?.find((x) => x.target.kind === 'piece' && x.target.at === id);
      const answer = found ? await this.ask({ op: 'legal', subject: found.subject, describe: true }).catch(() => null) : null;
      const own = /** @type {Choice[] | undefined} */ (answer?.choices)?.find((c) => c.target.kind === 'hex' && c.target.at === choice.target.at);
      if (!own) {
        const piece = this.board.pieces.find((p) => p.id === id);
        this.notice(`${piece?.name ?? 'One'} cannot go there any more.`, undefined, true);
        return;
      }
      await this.apply(own);
    }
  }

  letGo() {
    this.wish += 1;
    this.company.clear();
    this.roster = null;
    this.points = [];
    this.warning.hidden = true;
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
    lights.side = this.shown ? this.asked(this.shown) : null;
    const subjects = this.shown?.subjects ?? [];
    if (this.subject) {
      const target = this.subject.target;
      if (target.kind === 'piece') {
        lights.selected = target.at;
        lights.company = new Set(this.company);
        lights.from = this.board.pieces.find((p) => p.id === target.at)?.hex ?? null;
      } else if (target.kind === 'hex') lights.from = target.at;
      this.lightChoices(lights, this.choices);
      for (const { target: t } of subjects) if (t.kind === 'piece') lights.pieces.add(t.at);
      if (this.roster) {
        lights.picks = new Set(this.roster.all);
        lights.company = new Set(this.roster.chosen);
        lights.pieces.clear();
      }
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
    document.body.classList.remove('drawer');
    if (!this.popup.hidden) {
      this.popup.hidden = true;
      return;
    }
    const news = this.shown;
    if (!news) return;
    this.inspector.hidden = true;
    // Between the counters of a spread stack: its topmost.
    if (piece === null && this.board.fanned && this.board.overFan(event)) {
      hex = this.board.fanned;
      piece = this.board.stack(hex)[0]?.id ?? null;
    }
    if (this.replay.on || this.film.playing) {
      if (hex) this.inspect(hex, event.clientX, event.clientY);
      return;
    }
    if (!this.warning.hidden) this.warning.hidden = true;
    const subjects = news.subjects ?? [];
    const own = this.held();
    if (own && event.shiftKey && hex !== null) {
      const there = this.movable(hex);
      const more = piece !== null && piece !== own && there.includes(piece) && (this.board.overFan(event) || !this.company.has(piece)) ? piece : there.find((id) => id !== own && !this.company.has(id));
      if (hex === this.board.lights.from && more) return this.join(more);
    }
    if (own && (event.altKey || event.ctrlKey || event.metaKey) && hex !== null) {
      this.pointOut(hex);
      return;
    }
    if (this.subject) {
      if (this.roster && piece !== null && this.roster.all.has(piece)) return this.enlist(piece);
      const picked = this.choices.filter((c) => piece !== null && c.target.kind === 'piece' && c.target.at === piece);
      if (picked.length) return this.offer(picked, hex);
      const held = this.subject.target.kind === 'piece' ? this.subject.target.at : null;
      const same = piece !== null && this.board.pieces.find((p) => p.id === piece)?.hex === this.board.pieces.find((p) => p.id === held)?.hex;
      const stops = this.choices.filter((c) => hex !== null && c.target.kind === 'hex' && c.target.at === hex);
      if (hex !== null && this.points.length && !same) return this.goAlong(hex);
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
    // A finger cannot point without touching: what cannot act tells what it is.
    if (event.pointerType === 'touch' && hex && !this.subject) this.inspect(hex, event.clientX, event.clientY, true);
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
    if (this.company.size && choices[0]?.target.kind === 'hex') return this.marchTogether(choices[0]);
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
    /** @type {(Choice & { of?: Subject }) | null} */
    const model = this.choices.find((c) => c.target.kind === 'hex' && (c.path?.length ?? 0) > 1) ?? this.choices.find((c) => c.target.kind === 'hex') ?? (await this.model('hex'));
    const piece = subject.target.kind === 'piece' ? subject.target.at : null;
    if (!model) {
      this.board.shake(piece);
      this.notice(`${subject.label}: this cannot be done here.`, undefined, true);
      return;
    }
    const from = this.board.pieces.find((p) => p.id === piece)?.hex ?? this.board.lights.from;
    const way = from ? through(this.board, this.choices, from, [hex], (name) => this.enemyIn(name)) ?? [from, hex] : [hex];
    await this.try(instead(this.board, model, { was: model.of?.target.at ?? piece, piece, way }), piece);
  }

  /** Why a counter may not act: what another can do, put to the rules for this one. @param {string} piece */
  async explainPiece(piece) {
    const found = this.board.pieces.find((p) => p.id === piece);
    const model = await this.model('hex');
    const next = found?.hex ? this.board.neighbours(found.hex).find((n) => !this.board.pieces.some((p) => p.hex === n)) : undefined;
    if (!model || !found?.hex || !next) {
      this.board.shake(piece);
      this.notice(`${found ? capital(inWords(found)) : 'This'} can do nothing now.`, undefined, true);
      return;
    }
    await this.try(instead(this.board, model, { was: model.of?.target.at ?? null, piece, way: [found.hex, next] }), piece, true);
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

  /** @param {Record<string, unknown>} action @param {string | null} piece @param {boolean} [only] */
  async try(action, piece, only = false) {
    try {
      const answer = await this.ask({ op: 'why', action });
      if (answer.legal && !only) return await this.apply({ action });
      this.board.shake(piece);
      if (answer.legal) this.notice('This can act: take it in hand.', undefined, true);
      else this.notice(sentence(answer.because), answer.rule, true);
    } catch (error) {
      this.board.shake(piece);
      const found = this.board.pieces.find((p) => p.id === piece);
      if (error instanceof Refused && error.rule) this.refused(error);
      else if (error instanceof Refused && error.field?.includes('path')) this.notice('That is farther than anything can march.', undefined, true);
      else this.notice(`${found ? capital(inWords(found)) : 'This'} cannot do that now.`, undefined, true);
    }
  }

  // ---- other ways

  /** The way of the march in hand over the points to a hex, and how it is written. @param {string} [hex] */
  wayTo(hex) {
    const from = this.board.lights.from;
    const model = this.choices.find((c) => c.target.kind === 'hex' && (c.path?.length ?? 0) > 1 && c.path?.[0] === from);
    if (!from || !model) return null;
    const points = hex === undefined ? this.points : [...this.points, hex];
    const way = through(this.board, this.choices, from, points, (name) => this.enemyIn(name));
    if (!way || way.length < 2) return null;
    let action = along(this.board, model, way);
    const held = this.held();
    if (action && held && this.company.size) action = together({ ...model, action }, held, [held, ...this.company]);
    return action ? { way, action } : null;
  }

  /** Another hex that the march shall touch. @param {string} hex */
  pointOut(hex) {
    if (!this.wayTo(hex)) {
      this.notice('A way cannot be laid out here.', undefined, true);
      return;
    }
    this.points.push(hex);
    void this.traceWay();
    say(`By way of ${this.points.join(', ')}.`);
    this.notice(`By way of ${this.points.join(', ')}; now the hex to march to. Esc lets go.`);
  }

  /** Shows the way over the points, red if the rules forbid it. @param {string} [hex] */
  async traceWay(hex) {
    const found = this.wayTo(hex);
    if (!found) return;
    this.board.showPath(found.way, this.points);
    const name = JSON.stringify(found.action);
    this.traced = name;
    const answer = await this.ask({ op: 'why', action: found.action }).catch(() => null);
    if (this.traced === name && this.points.length) this.board.showPath(found.way, this.points, answer?.legal === false && hex !== undefined);
  }

  /** Marches over the points to a hex. @param {string} hex */
  async goAlong(hex) {
    const found = this.wayTo(hex === this.points[this.points.length - 1] ? undefined : hex);
    if (!found) return this.subject ? this.explain(this.subject, hex) : undefined;
    await this.try(found.action, this.held());
  }

  // ---- dragging

  /** Takes a counter off the map. @param {string | null} hex @param {string | null} piece @param {PointerEvent} event */
  grab(hex, piece, event) {
    const news = this.shown;
    if (!piece || !hex || !news?.subjects || this.film.playing || this.busy || this.replay.on) return false;
    const held = this.held();
    const company = held !== null && (piece === held || this.company.has(piece));
    if (event.pointerType === 'touch' && !company) return false;
    const subject = company ? this.subject : news.subjects.find((x) => x.target.kind === 'piece' && x.target.at === piece);
    if (!subject) return false;
    this.carry(subject, company ? [/** @type {string} */ (held), ...this.company] : [piece], hex, event, company);
    return true;
  }

  /** @param {Subject} subject @param {string[]} ids @param {string | null} from @param {PointerEvent} event @param {boolean} held */
  carry(subject, ids, from, event, held) {
    const pieces = ids.map((id) => this.board.pieces.find((p) => p.id === id)).filter((p) => p !== undefined);
    const size = Math.max(34, Math.min(90, 51 * this.board.k));
    const ghost = h('div', { class: 'ghost', 'aria-hidden': 'true' }, pieces.slice(0, 4).map((p, i) => {
      const icon = counterIcon(p, size);
      icon.style.left = `${i * 5}px`;
      icon.style.top = `${i * -5}px`;
      return icon;
    }));
    ghost.style.setProperty('--size', `${size}px`);
    document.body.append(ghost);
    this.inspector.hidden = true;
    clearTimeout(this.hover);
    if (!held && this.subject) this.letGo();
    this.carried = { ghost, from, taken: held ? Promise.resolve() : this.choose(subject, true) };
    this.drag(null, event);
  }

  /** @param {string | null} hex @param {PointerEvent} event */
  drag(hex, event) {
    if (!this.carried) return;
    this.carried.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
    const stop = this.choices.find((c) => c.target.kind === 'hex' && c.target.at === hex);
    if (this.points.length && hex) void this.traceWay(hex);
    else this.board.showPath(stop?.path ?? []);
  }

  /** @param {string | null} hex */
  async drop(hex) {
    const carried = this.carried;
    if (!carried) return;
    this.carried = null;
    carried.ghost.remove();
    await carried.taken;
    if (!hex || hex === carried.from || !this.subject) return;
    const stops = this.choices.filter((c) => c.target.kind === 'hex' && c.target.at === hex);
    if (this.points.length) return this.goAlong(hex);
    if (stops.length) return this.offer(stops, hex);
    const enemy = this.choices.filter((c) => c.target.kind === 'piece' && this.board.pieces.find((p) => p.id === c.target.at)?.hex === hex);
    if (enemy.length) return this.offer(enemy, hex);
    await this.explain(this.subject, hex);
    this.letGo();
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
        if (this.points.length && hex) void this.traceWay(hex);
        else this.board.showPath(stop?.path ?? []);
        this.board.element.classList.toggle('aim', Boolean(stop));
      }
      if (!this.board.overFan(event)) this.board.fan(null);
      if (!this.subject && !this.film.playing) this.preview(null);
    }
    // During the film and in the past one may look, but nothing can be done.
    const subjects = this.film.playing || this.replay.on ? [] : this.shown?.subjects ?? [];
    const subject = subjects.find((x) => x.target.kind === 'piece' && x.target.at === piece);
    this.board.element.classList.toggle('hand', !this.subject && Boolean(subject || subjects.some((x) => x.target.kind === 'hex' && x.target.at === hex)));
    const [x, y] = [event.clientX, event.clientY];
    this.hover = setTimeout(() => {
      const aimed = this.choices.some((c) => c.target.kind === 'hex' && c.target.at === hex);
      // With a counter in hand the hexes round a stack are wanted more than its fan.
      const marching = this.held() !== null && this.choices.some((c) => c.target.kind === 'hex');
      if (hex && piece && !aimed && !marching && !this.film.playing && this.board.stack(hex).length > 1) this.board.fan(hex);
      if (!this.subject && subject) this.preview(subject);
      this.hover = setTimeout(() => { if (hex) this.inspect(hex, x, y); }, 450);
    }, 140);
  }

  /** Shows what a counter could do before it is taken in hand. @param {Subject | null} subject */
  async preview(subject) {
    if (!subject) {
      if (this.previewed && !this.replay.on && !this.film.playing) this.light();
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

  /** What lies in a hex; all of it if it is `wanted`. @param {string} name @param {number} x @param {number} y @param {boolean} [wanted] */
  inspect(name, x, y, wanted = false) {
    const hex = this.board.hexes.get(name);
    const view = this.past ?? this.shown?.view;
    if (!hex || !view) return;
    const choice = this.past || this.roster ? undefined : this.choices.find((c) => (c.target.kind === 'hex' ? c.target.at === name : this.board.pieces.find((p) => p.id === c.target.at)?.hex === name));
    const pieces = this.board.stack(name);
    const shaded = view.overlays.filter((o) => o.hexes.includes(name)).map((o) => o.label);
    const markers = view.markers.filter((m) => m.hexes.includes(name)).map((m) => (m.side ? `${m.label}: ${sideName(m.side)}` : m.label));
    // With a counter in hand only what helps to aim.
    const brief = this.held() !== null && !wanted;
    const effects = brief ? [] : this.panels.effects(hex.terrain);
    fill(this.inspector,
      h('b', {}, [name, ...hex.places].join(' · ')),
      h('div', {}, capital(hex.terrain.length ? hex.terrain.join(', ') : 'clear'), hex.roads.length ? `; ${hex.roads.join(', ')}` : ''),
      effects.length > 0 && h('dl', { class: 'effects' }, effects.flatMap(([what, effect]) => [h('dt', {}, what), h('dd', {}, effect)])),
      choice && h('div', { class: 'choice' }, choice.label, choice.note && ` (${choice.note})`),
      pieces.length > 0 && !brief && h('ul', {}, pieces.map((p) => h('li', { class: p.side }, inWords(p)))),
      (brief ? [] : [...shaded, ...markers]).map((text) => h('div', { class: 'dim' }, text)),
      this.seesFire && !brief && h('div', { class: 'dim key-hint' }, h('kbd', {}, 'V'), ' line of fire from here'));
    this.inspector.hidden = false;
    this.inspected = name;
    const stage = /** @type {HTMLElement} */ (this.inspector.parentElement).getBoundingClientRect();
    const [w, t] = [this.inspector.offsetWidth, this.inspector.offsetHeight];
    this.inspector.style.left = `${x - stage.left + 18 + w > stage.width ? Math.max(4, x - stage.left - w - 18) : x - stage.left + 18}px`;
    this.inspector.style.top = `${Math.max(4, Math.min(stage.height - t - 4, y - stage.top + 18))}px`;
  }

  /** Shows what can be seen and fired at from a hex, where the game has such a thing. @param {string | null} hex */
  async sight(hex) {
    if (this.sightFrom || !hex) {
      this.sightFrom = null;
      this.board.showSight(null);
      return;
    }
    const answer = await this.ask({ op: 'sight', hex }).catch(() => null);
    if (!answer?.hexes) {
      this.seesFire = false;
      this.notice('This game has no lines of sight.');
      return;
    }
    this.sightFrom = hex;
    this.inspector.hidden = true;
    this.board.showSight(hex, new Set(answer.hexes));
    this.notice(`${answer.hexes.length} hexes can be fired at from ${hex}. V or Esc shows all again.`);
  }

  // ---- what stands round the map

  showOverlays() {
    const view = this.past ?? this.shown?.view;
    if (!view) return;
    this.board.setZones(view.overlays.filter((o) => this.panels.shaded.has(o.id)));
    for (const button of this.panels.overlays.querySelectorAll('button')) {
      const overlay = view.overlays.find((o) => o.label === button.textContent);
      button.setAttribute('aria-pressed', String(overlay !== undefined && this.panels.shaded.has(overlay.id)));
    }
  }

  /** @param {Choice | Subject} thing @param {() => void} does @param {boolean} first @param {string} [key] */
  actButton(thing, does, first, key) {
    return h('button', { class: first ? 'primary' : '', 'data-kind': thing.target.kind, 'data-finish': key === 'F', title: [key ? `${thing.label} (${key})` : thing.label, thing.note].filter(Boolean).join(': '), onclick: does },
      thing.label, thing.note && h('small', {}, thing.note));
  }

  showButtons() {
    const news = this.shown;
    if (!news || this.replay.on) return;
    const subjects = (news.subjects ?? []).filter((x) => x.target.kind === 'button' || x.target.kind === 'column');
    /** @type {import('./dom.js').Child[]} */
    const drawn = [];
    if (this.subject) {
      const held = this.held();
      const hex = held ? this.board.pieces.find((p) => p.id === held)?.hex : null;
      const others = hex ? this.movable(hex).filter((id) => id !== held && !this.company.has(id)).length : 0;
      if (others > 0 && this.choices.some((c) => c.target.kind === 'hex')) drawn.push(h('button', { title: 'All of the stack that can (A); Shift + click takes one more along', onclick: () => void this.joinAll() }, `+ ${others} of the stack`));
      drawn.push(h('button', { class: 'quiet', title: 'Let go (Esc)', onclick: () => this.letGo() }, sign('close'), `${this.subject.label}${this.company.size ? ` and ${this.company.size} more` : ''}`));
    }
    const battle = Boolean(news.view.battle);
    let first = true;
    if (!this.subject) {
      for (const subject of answers(news)) {
        const ways = this.choicesOf(subject);
        drawn.push(this.actButton(ways?.length === 1 ? ways[0] : subject, () => void this.choose(subject), first));
        first = false;
      }
    }
    for (const subject of subjects) {
      // The battle's own button stands in the battle's panel.
      if (battle && subject.note) continue;
      const choices = this.choicesOf(subject);
      const plain = choices?.filter((c) => !onMap(c.target)) ?? [];
      const spread = choices && plain.length === choices.length && (plain.length === 1 || (plain.length <= 5 && (plain.some((c) => this.isFinish(c)) || (!plain.some((c) => c.note && c.note.length > 30) && plain.reduce((sum, c) => sum + c.label.length, 0) <= 80))));
      if (spread) {
        for (const choice of plain) {
          const finish = this.isFinish(choice) || (plain.length === 1 && this.isFinish(subject));
          const button = this.actButton(choice, () => { if (!finish || !this.warn(choice)) void this.apply(choice); }, finish || first, finish ? 'F' : undefined);
          drawn.push(button);
          first = false;
        }
      } else {
        drawn.push(this.actButton(subject, () => void this.choose(subject).then(() => { if (this.subject === subject && this.choices.length && this.choices.every((c) => !onMap(c.target))) this.offer(this.choices, null); }), first, this.isFinish(subject) ? 'F' : undefined));
        first = false;
      }
    }
    if (subjects.length > 0 && !this.subject && repeated(news)) drawn.push(this.orderBox());
    if (!news.subjects && news.actor.actor !== 'over') {
      const waiting = news.actor.actor === 'both' ? 'the other side' : sideName(news.actor.actor);
      if (this.at !== 'spectator' && !/waiting/i.test(news.actor.prompt)) drawn.push(h('span', { class: 'waiting' }, `Waiting for ${waiting} …`));
    }
    if (news.asides?.length) drawn.push(h('button', { class: 'quiet', 'aria-haspopup': 'menu', title: 'Rights that you have between any two decisions (O)', onclick: () => this.offer(news.asides ?? [], null) }, 'Out of turn ▾'));
    fill(this.buttons, drawn);
    this.undoButton.hidden = this.at === 'spectator' || news.actor.actor === 'over';
    this.undoButton.disabled = news.undo === false && !this.subject;
    this.redoButton.hidden = news.redo !== true;
  }

  /** What a button does, once it is known. @param {Subject} subject @returns {Choice[] | undefined} */
  choicesOf(subject) {
    const name = JSON.stringify(subject.subject);
    const ready = this.ready.get(name);
    if (ready) return ready;
    const news = this.shown;
    this.legal(subject).then((choices) => {
      if (this.shown !== news) return;
      this.ready.set(name, choices);
      this.showButtons();
      if (this.shown?.view.battle) this.showTray();
    }, () => {});
    return undefined;
  }

  /** A box to tick: the answer that follows is given every time in this game. */
  orderBox() {
    const box = h('input', { type: 'checkbox' });
    box.checked = Boolean(this.standing);
    box.addEventListener('change', () => { this.standing = box.checked; });
    return h('label', { class: 'standing', title: 'Whenever this is asked again in this game, your answer is given for you' }, box, 'Always answer so');
  }

  /** Whether a target can be seen on the map. @param {Target} target */
  visible(target) {
    if (target.kind === 'hex') return this.board.hexes.has(target.at);
    return this.board.pieces.some((p) => p.id === target.at && p.hex !== undefined && this.board.hexes.has(p.hex));
  }

  /** @param {Described} thing */
  isFinish(thing) {
    return thing.target.kind === 'button' && (thing.target.at === 'done' || /^(finish|end|done|stay|pass|stop|no )/i.test(thing.label));
  }

  /** The battle at hand, cards and chits, and choices that have no place on the map. */
  showTray() {
    const news = this.shown;
    if (!news || this.replay.on) return;
    const battle = news.view.battle;
    const choices = this.choices.filter((c) => !onMap(c.target) || !this.visible(c.target));
    const fights = (news.subjects ?? []).filter((x) => x.target.kind === 'button' && battle && x.note);
    const loose = (news.subjects ?? []).filter((x) => onMap(x.target) && !this.visible(x.target));
    const cards = (news.subjects ?? []).filter((x) => beside(x.target));
    const bare = !battle && choices.length === 0 && cards.length === 0 && !this.roster;
    this.tray.classList.toggle('shelf', bare);
    this.tray.setAttribute('aria-label', battle ? 'The battle at hand' : loose.length ? 'Counters off the map' : 'What can be chosen');
    if (bare) {
      this.tray.hidden = loose.length === 0;
      this.showShelf(loose);
      return;
    }
    if (this.roster) {
      this.showRoster(this.roster);
      return;
    }
    /** @type {import('./dom.js').Child[]} */
    const parts = [];
    /** @type {HTMLElement[]} */
    const acts = [];
    this.tray.classList.toggle('fight', Boolean(battle));
    if (battle) {
      this.resultsBox = h('div', { class: 'distribution' });
      parts.push(...this.battleParts(battle), this.resultsBox);
      this.showResults(battle);
    }
    if (cards.length) {
      parts.push(h('div', { class: 'cards-row', role: 'group', 'aria-label': 'Chits and cards' }, cards.map((x) => h('button', {
        class: `playing-card ${x.target.kind}`, 'data-kind': x.target.kind, 'aria-pressed': String(JSON.stringify(this.subject?.subject) === JSON.stringify(x.subject)),
        onclick: () => void this.takeCard(x),
      }, h('b', {}, x.label), x.note && h('small', {}, x.note)))));
    }
    if (choices.length) {
      if (this.subject && !battle) parts.push(h('h2', {}, this.subject.label));
      acts.push(...choices.map((c, i) => this.actButton(c, () => void this.apply(c), i === 0)));
    } else {
      for (const x of fights) {
        const ways = this.choicesOf(x);
        if (!ways || ways.length === 0) {
          acts.push(this.actButton(x, () => void this.choose(x), true));
          continue;
        }
        // Lower columns may be announced too: pointing at one shows what it would do.
        acts.push(...ways.slice(0, 12).flatMap((c, i) => {
          const lower = i > 0 && c.target.kind === 'column';
          const button = lower ? h('button', { class: 'column', 'aria-label': c.label, title: c.label, onclick: () => void this.apply(c) }, String(c.target.at)) : this.actButton({ ...c, note: c.target.kind === 'column' ? undefined : c.note }, () => void this.apply(c), i === 0);
          const column = c.target.kind === 'column' ? String(c.target.at) : null;
          if (column && battle) {
            for (const event of ['pointerenter', 'focus']) button.addEventListener(event, () => this.showResults(battle, column));
            for (const event of ['pointerleave', 'blur']) button.addEventListener(event, () => this.showResults(battle));
          }
          if (i === 1 && lower) return [h('span', { class: 'dim' }, 'or announce lower odds:'), button];
          return [button];
        }));
      }
    }
    parts.push(acts.length > 0 && h('div', { class: 'row' }, acts));
    fill(this.tray, parts);
    this.tray.hidden = false;
    if (battle) {
      const from = battle.attackers.map((id) => this.board.pieces.find((p) => p.id === id)?.hex ?? '');
      this.board.reveal([...battle.targets, ...from], this.tray.offsetHeight);
    }
  }

  /** Takes a counter into the attack in hand, or out of it. @param {string} piece */
  enlist(piece) {
    const { roster } = this;
    if (!roster) return;
    if (!roster.chosen.delete(piece)) roster.chosen.add(piece);
    this.light();
    this.showTray();
  }

  /** An attack that is put together: who takes part, the odds, all results. @param {Roster} roster */
  showRoster(roster) {
    const chosen = [...roster.chosen];
    const listed = roster.choices.find((c) => { const own = /** @type {string[]} */ (c.action[roster.field]); return own.length === chosen.length && own.every((id) => roster.chosen.has(id)); });
    const action = listed?.action ?? { ...roster.choices[0].action, [roster.field]: chosen };
    const note = listed?.note ?? '';
    const column = note.match(/\d+-\d+$/)?.[0] ?? note.match(/\d+-\d+/)?.[0];
    this.resultsBox = h('div', { class: 'distribution' });
    const words = column ? this.panels.column(column, []) : null;
    if (words) this.showResults({ targets: [], attackers: [], odds: '', modifiers: [], results: words });
    const named = (/** @type {string} */ id) => this.board.pieces.find((p) => p.id === id);
    fill(this.tray,
      h('h2', {}, this.subject?.label ?? '', note && h('small', {}, ` ${note}`)),
      h('div', { class: 'roster', role: 'group', 'aria-label': 'Who takes part' }, [...roster.all].map((id) => {
        const piece = named(id);
        return h('button', { 'aria-pressed': String(roster.chosen.has(id)), onclick: () => this.enlist(id) }, piece && counterIcon(piece, 34), piece?.name ?? id);
      })),
      words && this.resultsBox,
      h('div', { class: 'row' }, h('button', { class: 'primary', disabled: chosen.length === 0, onclick: () => void this.apply(listed ?? { action }) }, listed?.label ?? `${capital(roster.word)} with ${chosen.map((id) => named(id)?.name ?? id).join(', ')}`),
        h('span', { class: 'dim' }, 'Click counters to add or remove them.')));
    this.tray.hidden = false;
  }

  /** @param {BattleView} battle @returns {import('./dom.js').Child[]} */
  battleParts(battle) {
    const named = (/** @type {string} */ id) => this.board.pieces.find((p) => p.id === id)?.name ?? id;
    const icons = battle.attackers.map((id) => this.board.pieces.find((p) => p.id === id)).filter((p) => p !== undefined).slice(0, 8);
    const defenders = this.board.pieces.filter((p) => p.hex && battle.targets.includes(p.hex) && !battle.attackers.includes(p.id)).slice(0, 8);
    return [
      h('div', { class: 'versus' }, h('div', { class: 'ranks' }, icons.map((p) => counterIcon(p, 38))),
        h('h2', {}, battle.odds || 'The battle'),
        h('div', { class: 'ranks' }, defenders.map((p) => counterIcon(p, 38)))),
      h('p', { class: 'who' }, battle.attackers.length ? battle.attackers.map(named).join(', ') : 'Nobody yet', ' against ', battle.targets.join(', ')),
      battle.modifiers.length > 0 && h('ul', { class: 'modifiers' }, battle.modifiers.map(([rule, what]) => h('li', {}, what, ' ', this.panels.ruleLink(rule)))),
    ];
  }

  /** All that the dice may bring, for the column at hand or another one of the same table. @param {BattleView} battle @param {string} [column] */
  showResults(battle, column) {
    const box = this.resultsBox;
    if (!box) return;
    const words = column ? this.panels.column(column, battle.results) : null;
    const results = words ?? battle.results;
    const same = new Map();
    for (const [, result] of results) same.set(result, (same.get(result) ?? 0) + 1);
    fill(box,
      words !== null && column && h('p', { class: 'which' }, `If ${column} is announced:`),
      h('ol', { class: 'results' }, results.map(([face, result]) => h('li', { class: tone(result) }, h('b', {}, face), h('span', {}, result)))),
      same.size > 1 && results.length >= 6 && h('div', { class: 'shares', 'aria-label': 'How likely each result is' }, [...same].map(([result, n]) => {
        const share = h('span', { class: tone(result), title: `${result}: ${n} in ${results.length}` }, `${Math.round((100 * n) / results.length)} % ${result}`);
        share.style.flexGrow = String(n);
        return share;
      })));
  }

  /** @param {Subject} subject */
  async takeCard(subject) {
    if (JSON.stringify(this.subject?.subject) === JSON.stringify(subject.subject)) {
      this.letGo();
      return;
    }
    if (this.subject) this.letGo();
    await this.choose(subject);
  }

  /** Counters off the map that can be brought on or set up. @param {Subject[]} loose */
  showShelf(loose) {
    if (loose.length === 0) return;
    const scrolled = this.tray.querySelector('.counters')?.scrollTop ?? 0;
    const finish = (this.shown?.subjects ?? []).some((x) => this.isFinish(x) || x.target.kind === 'button');
    fill(this.tray, h('h2', {}, `Off the map: ${loose.length}`, h('small', {}, `Drag one to a lit hex, or click it and then the hex.${finish ? '' : ' The phase cannot be finished before.'}`)),
      h('div', { class: 'counters' }, loose.map((subject) => {
        const piece = this.board.pieces.find((p) => p.id === subject.target.at);
        const held = this.subject?.target.at === subject.target.at;
        const button = h('button', { class: 'loose', 'aria-pressed': String(held), 'aria-label': subject.label, title: [subject.label, subject.note].filter(Boolean).join(', '), onclick: () => { if (this.subject) this.letGo(); void this.choose(subject); } },
          piece ? counterIcon(piece, 46) : subject.label);
        button.addEventListener('pointerdown', (event) => this.pull(event, subject, button));
        return button;
      })));
    this.tray.querySelector('.counters')?.scrollTo(0, scrolled);
  }

  /** Drags a counter from the tray onto the map. @param {PointerEvent} down @param {Subject} subject @param {HTMLElement} button */
  pull(down, subject, button) {
    if (down.button !== 0 || down.pointerType === 'touch') return;
    const move = (/** @type {PointerEvent} */ event) => {
      if (!this.carried) {
        if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < 6) return;
        this.carry(subject, [subject.target.at], null, event, false);
      }
      this.drag(this.overMap(event) ? this.board.hexUnder(event) : null, event);
    };
    const up = (/** @type {PointerEvent} */ event) => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      if (!this.carried) return;
      // The click that follows is none.
      const none = (/** @type {Event} */ e) => { e.stopPropagation(); e.preventDefault(); };
      addEventListener('click', none, { capture: true });
      setTimeout(() => { removeEventListener('click', none, { capture: true }); button.blur(); });
      void this.drop(this.overMap(event) ? this.board.hexUnder(event) : null);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
  }

  /** @param {PointerEvent} event */
  overMap(event) {
    return document.elementFromPoint(event.clientX, event.clientY)?.closest('.map') !== null;
  }

  toggleTrails() {
    change({ trails: !settings.trails });
    this.board.trails(settings.trails ? this.ways.slice(-40) : []);
    this.notice(settings.trails ? 'The last marches are shown.' : 'The last marches are not shown.');
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
    const absent = /** @type {SideId[]} */ (['union', 'confederate']).find((side, i) => about.seats[i].kind === 'friend' && !this.chairs.has(side) && this.keys[side] && !here[side]);
    if (!absent || this.invited) this.inviteBox.hidden = true;
    else if (this.inviteBox.hidden) {
      const field = h('input', { readonly: true, value: this.address(absent), 'aria-label': 'The link for your friend' });
      field.addEventListener('focus', () => field.select());
      fill(this.inviteBox, h('b', {}, `Send your friend this link to the ${sideName(absent)} seat:`), field,
        h('button', { class: 'primary', onclick: () => void this.invite(absent) }, 'Copy'), h('button', { class: 'icon-button', 'aria-label': 'Close', onclick: () => { this.invited = true; this.inviteBox.hidden = true; } }, sign('close')));
      this.inviteBox.hidden = false;
    }
  }

  /** The link to a seat. @param {SideId} side */
  address(side) {
    return `${location.origin}/#/join/${this.table}/${side}/${this.keys[side]}`;
  }

  /** @param {SideId} side */
  async invite(side) {
    const address = this.address(side);
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
    this.diceBox.classList.toggle('instant', settings.dice === 'instant' || settings.speed === 0);
    this.diceBox.classList.remove('on');
    void this.diceBox.offsetWidth;
    this.diceBox.classList.add('on');
  }

  /** One line over the map. @param {string} text @param {string} [rule] @param {boolean} [no] */
  notice(text, rule, no = false) {
    this.toast.replaceChildren(h('span', {}, text), rule ? this.panels.ruleLink(rule) : '', h('button', { class: 'icon-button', 'aria-label': 'Close', onclick: () => this.toast.classList.remove('on') }, sign('close')));
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
    fill(this.menu,
      row('Theme', choose([['paper', 'Paper (light)'], ['campfire', 'Campfire (dark)']], settings.theme, (v) => void this.retheme(v))),
      row('Film', choose([['1', 'Normal'], ['2', 'Twice as fast'], ['4', 'Four times'], ['0', 'Instant']], String(settings.speed), (v) => change({ speed: Number(v) }))),
      row('Dice', choose([['roll', 'Seen to roll'], ['instant', 'At once']], settings.dice, (v) => change({ dice: v === 'instant' ? 'instant' : 'roll' }))),
      row('Finish a phase', choose([['always', 'Warn of all that is left'], ['duties', 'Warn of duties only'], ['never', 'Never warn']], settings.warn, (v) => change({ warn: /** @type {'always' | 'duties' | 'never'} */ (v) }))),
      row('Only one thing to do', choose([['yes', 'Do it for me'], ['no', 'Ask me anyway']], settings.forced ? 'yes' : 'no', (v) => change({ forced: v === 'yes' }))),
      orders(this.desk).length > 0 && h('div', { class: 'orders' }, h('b', {}, 'Standing orders'), h('ul', {}, orders(this.desk).map(([asked, answer]) => {
        const item = h('li', {}, h('span', {}, `${asked} → ${answer}`), h('button', { class: 'icon-button', 'aria-label': `Forget: ${answer}`, onclick: () => { order(this.desk, asked, null); item.remove(); } }, '✕'));
        return item;
      }))),
      h('div', { class: 'row' },
        h('button', { onclick: () => { this.menu.hidden = true; void this.replay.open({ step: 0 }); } }, 'Replay'),
        this.about?.may_save && h('button', { onclick: () => void this.save() }, 'Save to a file'),
        this.at !== 'spectator' && h('button', { class: 'danger', onclick: () => void this.resign() }, 'Resign …')),
      h('div', { class: 'keys' }, h('b', {}, 'Keys'), h('dl', {}, [
        ['← → ↑ ↓', 'go through what can be done'], ['Enter', 'choose'], ['Esc', 'let go'], ['U', 'undo'], ['Shift + U', 'redo'], ['F', 'finish the phase'], ['A', 'the whole stack'], ['X', 'add this counter to those in hand'], ['W', 'march by way of this hex'], ['B', 'into the panel below the map'], ['O', 'out of turn'], ['G', 'a hint'],
        ['+ − 0', 'closer, farther, all'], ['Shift + arrows', 'move the map'], ['H', 'hide the counters'], ['M', 'the last marches'], ['I', 'what lies here'], ['V', 'line of fire from here'], ['1 … 9', 'shade the map'], ['P', 'replay'], ['N', 'move now: the computer decides'], ['L R T C', 'log, rules, forces, tables'], ['S', 'skip the film'],
        ['Shift + click', 'add a counter of the stack'], ['Alt + click', 'march by way of this hex'],
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
    if (this.replay.on) return [];
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
    if (document.querySelector('dialog[open]')) return;
    if (this.replay.on && this.curtain.hidden && !target.closest('select') && !(target === this.replay.slider && event.key.startsWith('Arrow')) && this.replay.key(event)) return;
    if (!this.curtain.hidden) return;
    const writing = target.closest('input:not([type=checkbox]):not([type=range]), select, textarea');
    if (writing && event.key === 'Escape') {
      this.menu.hidden = true;
      this.board.element.focus({ preventScroll: true });
    }
    if (writing || event.ctrlKey || event.metaKey || event.altKey) return;
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
        if (this.subject && this.points.length) void this.goAlong(station.hex);
        else if (this.subject && (same.length > 1 || (this.company.size && same.length))) void this.offer(same, station.hex);
        else station.does();
      }
      return;
    }
    const does = /** @type {Record<string, () => void>} */ ({
      Escape: () => {
        this.menu.hidden = true;
        document.body.classList.remove('drawer');
        this.toast.classList.remove('on');
        void this.sight(null);
        this.letGo();
        this.board.element.focus({ preventScroll: true });
      },
      u: () => void (event.shiftKey ? this.redo() : this.undo()),
      a: () => void this.joinAll(),
      x: () => {
        const hex = this.board.lights.from;
        const more = hex ? this.movable(hex).find((id) => id !== this.held() && !this.company.has(id)) : undefined;
        if (more) void this.join(more);
        else this.notice('Nobody else of this stack can come along.');
      },
      w: () => {
        const hex = this.stations()[this.cursorAt]?.hex;
        if (this.held() && hex) this.pointOut(hex);
      },
      o: () => {
        if (this.shown?.asides?.length) this.offer(this.shown.asides, null);
        else this.notice('There is nothing to do out of turn.');
      },
      b: () => {
        const first = /** @type {HTMLElement | null} */ (this.tray.hidden ? null : this.tray.querySelector('.row button') ?? this.tray.querySelector('button:not(.rule)'));
        if (first) first.focus();
        else this.notice('There is no panel below the map now.');
      },
      n: () => void this.ask({ op: 'stop' }).catch(() => {}),
      m: () => this.toggleTrails(),
      p: () => void this.replay.open(),
      v: () => void this.sight(this.stations()[this.cursorAt]?.hex ?? this.pointed ?? this.inspected ?? null),
      f: () => {
        if (!this.warning.hidden) {
          this.warning.querySelector('button.primary')?.dispatchEvent(new MouseEvent('click'));
          return;
        }
        const inline = /** @type {HTMLButtonElement | null} */ (this.buttons.querySelector('button[data-finish]'));
        if (inline && !this.film.playing) {
          inline.click();
          return;
        }
        const finish = (this.shown?.subjects ?? []).find((x) => this.isFinish(x));
        if (finish && !this.film.playing) void this.choose(finish);
        else this.notice('There is nothing to finish now.');
      },
      g: () => void this.hint(),
      h: () => this.hide(),
      i: () => {
        const hex = this.stations()[this.cursorAt]?.hex ?? this.pointed;
        const spot = hex ? this.board.onScreen(hex) : null;
        if (hex && spot) this.inspect(hex, spot.x, spot.y, true);
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
    const shade = /^[1-9]$/.test(event.key) ? (this.past ?? this.shown?.view)?.overlays[Number(event.key) - 1] : undefined;
    if (shade) {
      event.preventDefault();
      this.panels.toggle(shade.id);
      this.notice(`${shade.label}: ${this.panels.shaded.has(shade.id) ? 'shaded' : 'not shaded'}.`);
      return;
    }
    if (does) {
      event.preventDefault();
      does();
    }
  }
}

/** @typedef {{ field: string, word: string, all: Set<string>, chosen: Set<string>, choices: Choice[] }} Roster */

/** Whether these choices are one attack or fire with different counters in it: then it is put together by hand. @param {Choice[]} choices @returns {Roster | null} */
function enlist(choices) {
  const [first] = choices;
  const field = ['attackers', 'guns'].find((name) => Array.isArray(first?.action[name]));
  if (!first || !field || choices.length < 2) return null;
  const rest = (/** @type {Choice} */ c) => JSON.stringify({ ...c.action, [field]: null });
  if (choices.some((c) => !Array.isArray(c.action[field]) || rest(c) !== rest(first))) return null;
  const largest = choices.reduce((a, b) => (b.action[field].length > a.action[field].length ? b : a));
  return { field, word: field === 'guns' ? 'fire' : 'attack', all: new Set(choices.flatMap((c) => c.action[field])), chosen: new Set(largest.action[field]), choices };
}

/** Whether this is a question that comes again and again with few answers, so that one may want to answer it once for all. @param {News} news */
function repeated(news) {
  const few = (news.subjects?.length ?? 0) <= 12;
  return few && /\?|, or (stand|stay|go on|leave)|destroy|accompan|turn .*(down|up)/i.test(news.actor.prompt) && !/set.?up/i.test(news.actor.prompt);
}

/** The few things on the map that a question can be answered with. @param {News} news @returns {Subject[]} */
function answers(news) {
  const found = (news.subjects ?? []).filter((x) => onMap(x.target));
  return news.actor.prompt.endsWith('?') && found.length <= 3 ? found : [];
}

/** Whether a result is good for the attacker, bad, or neither: only a tint, the words say it. @param {string} result */
function tone(result) {
  const text = result.toLowerCase();
  if (text.startsWith('attacker') || text.startsWith('a')) return 'bad';
  if (text.startsWith('defender') || text.startsWith('d')) return 'good';
  return 'even';
}
