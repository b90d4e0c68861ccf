// A table: the map, the prompt, what can be done, and whoever sits here. It knows no rules and no game: it lights what the server lists,
// shows its words and sends back the action that was chosen.

import { watchTurn } from './alert.js';
import { Board } from './board.js';
import { hasAccounts } from './house/api.js';
import { another, linkTo } from './invitations.js';
import { askSeats, sit } from './lobby/seats.js';
import { change, mine, onChange, settings } from './settings.js';
import { guide, isGuided, sendAway, watchCoach } from './school/coach.js';
import { CoachPanel } from './school/coaching.js';
import { watchLesson } from './school/lesson.js';
import { LessonPanel } from './school/panel.js';
import { Sidebar, openRule, openWord } from './side/sidebar.js';
import { Store, fresh, useStore } from './store.js';
import { IconButton } from './table/bits.js';
import { Carry } from './table/carry.js';
import { Deeds } from './table/deeds.js';
import { Dock } from './table/dock.js';
import { Hand } from './table/hand.js';
import { Header } from './table/header.js';
import { Keys } from './table/keys.js';
import { Menu } from './table/menu.js';
import { Banner, Curtain, Dice, HexMenu, Inspector, Notes, Toast, Unfinished, Which } from './table/overlays.js';
import { Painter } from './table/painter.js';
import { ReplayBar } from './table/past.js';
import { Pointing } from './table/pointing.js';
import { mattersIn, only, sameSubject } from './table/reading.js';
import { Stage } from './table/stage.js';
import { Welcome, wantsBriefing, wasBriefed } from './table/welcome.js';
import { html, render, useLayoutEffect, useRef } from './vendor/preact.js';

/** The last page comes when it is needed. @type {{ EndPage: unknown }} */
const views = { EndPage: null };

/** The map and what stands over it. @param {{ page: TablePage }} props */
function Map({ page }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => { box.current?.append(page.board.element); }, []);
  const over = [Banner, Dice, Toast, Inspector, Which, HexMenu, Unfinished, Notes, Welcome];
  return html`<main class="stage"><div class="map-box" ref=${box}></div>${over.map((View) => html`<${View} page=${page} />`)}</main>`;
}

/** @param {{ page: TablePage }} props */
const Tools = ({ page }) => html`<nav class="tools-bar" aria-label="The map">
  <${IconButton} name="closer" title="Closer (+)" does=${() => page.board.zoom(1.3)} />
  <${IconButton} name="farther" title="Farther (-)" does=${() => page.board.zoom(1 / 1.3)} />
  <${IconButton} name="whole" title="The whole map (0)" does=${() => page.board.fit()} />
  <${IconButton} name="counters" title="Hide the counters (H)" does=${() => page.board.element.classList.toggle('bare')} />
  <${IconButton} name="trails" title="Show the last marches (M)" does=${() => page.trails()} />
  <${IconButton} name="replay" title="Replay (P)" does=${() => page.acts.replay()} />
</nav>`;

/** @param {{ page: TablePage }} props */
function TableView({ page }) {
  const kind = useStore(page.store, (s) => s.mode.kind);
  const covered = kind === 'curtain';
  const { store, acts } = page;
  return html`<div class="table-page">
    <div class="behind" inert=${covered || kind === 'over'}><${Header} page=${page} /><${Tools} page=${page} /><${Map} page=${page} />
      <div class="below"><${LessonPanel} page=${page} /><${CoachPanel} page=${page} />
        <${Dock} page=${page} /><${ReplayBar} page=${page} /></div>
      ${!covered && html`<${Sidebar} store=${store} acts=${acts} />`}<${Menu} page=${page} /></div>
    <${Curtain} page=${page} />
    ${kind === 'over' && views.EndPage && html`<${views.EndPage} store=${store} acts=${acts} />`}
  </div>`;
}

export class TablePage {
  /**
   * @param {HTMLElement} root
   * @param {string} table
   * @param {Partial<Record<SeatId, string>>} keys
   * @param {SeatId[]} own
   * @param {boolean} [replay]
   */
  constructor(root, table, keys, own, replay = false) {
    this.root = document.createElement('div');
    this.root.className = 'table-root';
    root.replaceChildren(this.root);
    this.table = table;
    this.keys = keys;
    this.store = new Store({ ...fresh(own, settings), invitations: this.kept.invitations ?? {} });
    this.board = new Board({
      tap: (hex, piece, event) => void (this.store.state.briefed ? this.hand.tap(hex, piece, event) : this.begin()),
      point: (hex, piece, event) => this.pointing?.point(hex, piece, event),
      press: (hex) => this.context(hex),
      grab: /** @returns {boolean} */ (hex, piece, event) => this.carry.grab(hex, piece, event),
      drag: (hex, event) => this.carry.move(hex, event),
      drop: (hex) => void this.carry.drop(hex),
    });
    this.board.element.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      this.context(this.board.hexUnder(/** @type {PointerEvent} */ (event)));
    });
    this.painter = new Painter(this.store, this.board);
    this.stage = new Stage(table, keys, this.store, this.board,
      { replayFirst: replay, brief: () => !replay && wantsBriefing(table, this.store.state) });
    this.deeds = new Deeds(this.store, this.stage.chairs, this.board, table);
    this.stage.painter = this.painter;
    this.stage.deeds = this.deeds;
    this.hand = new Hand(this.store, this.deeds, this.board);
    this.stage.hand = this.hand;
    /** @type {Carry} */
    this.carry = new Carry(this.hand, this.board);
    this.pointing = new Pointing(this.hand, this.painter, this.board);
    this.keyboard = new Keys(this);
    this.acts = this.makeActs();
    this.forget = onChange((now) => this.changed(now));
    this.unwatch = watchTurn(this.store);
    this.unlearn = watchLesson(this.store);
    this.uncoach = watchCoach(this);
    this.resize = () => {
      clearTimeout(this.resizing);
      this.resizing = setTimeout(() => this.stage.resized(), 200);
    };
    addEventListener('resize', this.resize);
    this.draw();
    void this.fetchViews();
    void this.fetchHouse();
  }

  draw() {
    render(html`<${TableView} page=${this} />`, this.root);
  }

  /** The page of the end comes after the map. */
  async fetchViews() {
    const end = await import(/** @type {string} */ ('./end.js')).catch(() => null);
    views.EndPage = end?.EndPage ?? null;
    if (!this.closed) this.draw();
  }

  /** What the house knows of this table comes after the map too, where there are accounts. */
  async fetchHouse() {
    if (!(await hasAccounts())) return;
    const { sitDown } = await import('./house/seat.js');
    const slot = this.root.querySelector('.house-slot');
    if (this.closed || !(slot instanceof HTMLElement)) return;
    this.house = sitDown(this.table, slot, {
      strip: this.root.querySelector('.clock-slot'),
      film: (entry) => void this.stage.replay.open({ entry }).then(() => this.stage.replay.toggle()),
      length: () => this.store.state.news?.length ?? 0,
    });
    this.store.subscribe((now, before) => { if (now.house && now.house !== before.house) this.house?.hear(now.house); });
  }

  close() {
    this.closed = true;
    this.house?.close();
    this.stage.close();
    this.keyboard.close();
    this.pointing.close();
    this.painter.off();
    this.forget();
    this.unwatch();
    this.unlearn();
    this.uncoach();
    clearTimeout(this.resizing);
    removeEventListener('resize', this.resize);
    document.body.classList.remove('drawer', 'replaying');
    render(null, this.root);
    this.root.remove();
  }

  /** @returns {Acts} */
  makeActs() {
    const { store, board } = this;
    const { replay } = this.stage;
    return {
      look: (hexes) => {
        document.body.classList.remove('drawer');
        board.reveal(hexes);
        board.flash(hexes);
      },
      rule: (rule) => openRule(store, rule),
      word: (word) => openWord(store, word),
      moment: (entry) => void replay.open({ entry }),
      past: (step) => void replay.open({ step }),
      shade: (id) => store.set({ shaded: store.state.shaded.includes(id) ? store.state.shaded.filter((x) => x !== id)
        : [...store.state.shaded, id] }),
      replay: () => {
        if (store.state.mode.kind === 'over') store.enter({ kind: 'looking' });
        void replay.open({ step: 0 });
      },
      save: () => void this.deeds.save(),
      rematch: (swap) => void this.rematch(swap),
      objectives: () => store.set({ marked: !store.state.marked }),
      ask: (question) => this.stage.chairs.ask(question),
    };
  }

  // ---- what the views ask for

  /** The briefing is read. */
  begin() {
    wasBriefed(this.table);
    this.stage.begin();
    this.board.element.focus({ preventScroll: true });
  }

  /** Lets go of whatever is in hand or open; with nothing there, of what is said. */
  escape() {
    const { mode, briefed } = this.store.state;
    if (!briefed) return this.begin();
    document.body.classList.remove('drawer');
    this.store.set({ menu: null, inspected: null, notice: null, sight: null, hint: null });
    if (mode.kind === 'over') this.store.enter({ kind: 'looking' });
    this.hand.letGo();
    this.board.element.focus({ preventScroll: true });
  }

  /** Takes back: first what the player has taken in hand, then the last decision. */
  undo() {
    const { mode, news } = this.store.state;
    const one = news && only(news);
    const given = mode.kind === 'hand' && one !== null && sameSubject(one, mode.able);
    if (mode.kind === 'looking' || given) return void this.deeds.undo();
    this.hand.letGo();
    if (mode.kind === 'hand') this.deeds.notice(`${mode.able.label} is put down. Once more takes back the last decision.`);
  }

  /** Calls a coach, or sends him away. */
  coach() {
    if (isGuided(this.table)) sendAway(this.table);
    else guide(this.table);
    this.store.set({ coach: null });
    this.deeds.notice(isGuided(this.table) ? 'The coach sits down beside you: he speaks at your next decision.' : 'The coach has left.');
  }

  menu() {
    this.store.set({ menu: this.store.state.menu?.kind === 'table' ? null : { kind: 'table' } });
  }

  /** @param {string | null} hex */
  context(hex) {
    const spot = hex ? this.board.onScreen(hex) : null;
    if (hex && spot) this.store.set({ menu: { kind: 'hex', hex, piece: null, ...spot }, inspected: null });
  }

  /** @param {string | null} hex */
  inspect(hex) {
    const spot = hex ? this.board.onScreen(hex) : null;
    if (hex && spot) this.store.set({ inspected: { hex, ...spot, wanted: true } });
  }

  /** @param {Spot | null} [spot] */
  outOfTurn(spot = null) {
    this.hand.ask('Out of turn', (this.store.state.news?.asides ?? []).map((c) => this.hand.entry(c)), spot);
  }

  intoDock() {
    const dock = document.querySelector('.dock:not([hidden])');
    const first = /** @type {HTMLElement | null | undefined} */ (dock?.querySelector('.fights button') ??
      dock?.querySelector("button:not(.rule, .picked, [aria-checked='true'])") ?? dock?.querySelector('button:not(.rule)'));
    if (first) first.focus();
    else this.deeds.notice('There is nothing in the dock now.');
  }

  trails() {
    change({ trails: !settings.trails });
    this.deeds.notice(settings.trails ? 'The last marches are shown.' : 'The last marches are not shown.');
  }

  /** How many more of the stack in hand could come along. */
  others() {
    const { mode } = this.store.state;
    const hex = this.hand.piece(this.hand.held)?.hex;
    if (mode.kind !== 'hand' || !hex || !mode.choices.some((c) => c.target.kind === 'hex' && c.role === 'march')) return 0;
    return this.hand.movable(hex).filter((id) => !this.hand.all.includes(id)).length;
  }

  /** Shows on the map what something in the dock is or could do. @param {Able | null} able */
  point(able) {
    if (this.store.state.mode.kind === 'looking') void this.pointing.preview(able);
  }

  /** What matters stays in sight when something opens below the map. */
  keepInSight() {
    requestAnimationFrame(() => {
      const { mode, news } = this.store.state;
      if (!news || mode.kind === 'film' || mode.kind === 'curtain') return;
      this.board.keep(mattersIn(this.store.state).filter((hex) => this.board.hexes.has(hex)));
    });
  }

  pause() {
    const { film } = this.stage;
    film.toggle();
    const { mode } = this.store.state;
    if (mode.kind === 'film') this.store.enter({ ...mode, paused: film.paused });
  }

  faster() {
    change({ speed: settings.speed === 1 ? 2 : settings.speed === 2 ? 4 : 1 });
  }

  /** @param {Settings} now */
  changed(now) {
    const { news, settings: before } = this.store.state;
    this.store.set({ settings: now });
    if (news && now.theme !== before.theme) void this.board.load(news.view.board, now.theme);
  }

  /** What this browser keeps of the table. @returns {Mine} */
  get kept() {
    return mine().find((m) => m.table === this.table) ?? { table: this.table, keys: this.keys, title: '', at: 0 };
  }

  /** The link to a seat. @param {Side} side */
  address(side) {
    return linkTo({ ...this.kept, invitations: this.store.state.invitations }, side);
  }

  /** Takes an invitation back, and makes another. @param {Side} side */
  async reinvite(side) {
    try {
      const invitation = await another(this.table, side);
      if (invitation) this.store.set({ invitations: { ...this.store.state.invitations, [side]: invitation } });
      this.deeds.notice('The old link is void; this is another.');
    } catch (error) {
      this.deeds.refused(error);
    }
  }

  /** @param {Side} side */
  async invite(side) {
    try {
      await navigator.clipboard.writeText(this.address(side));
      this.deeds.notice('The link is copied: send it to your friend.');
    } catch {
      this.deeds.notice(`Send this link to your friend: ${this.address(side)}`);
    }
  }

  /** @param {number} step */
  async branch(step) {
    const { about, seat } = this.store.state;
    const key = this.keys[seat];
    if (!about || !key) return;
    await askSeats({ title: `A new game from step ${step}`, players: about.players, go: 'Branch' },
      { branch: { table: about.table, key, step } }, `${about.title}: ${about.scenario_title}`);
  }

  /** @param {boolean} swap */
  async rematch(swap) {
    const { about } = this.store.state;
    if (!about) return;
    const [union, confederate] = about.seats.map((s) => (s.kind === 'computer' ? `computer:${s.level}` : s.kind));
    const seats = swap ? { union: confederate, confederate: union } : { union, confederate };
    await sit({ game: about.game, scenario: about.scenario, options: about.options }, seats, about.title).catch((e) =>
      this.deeds.refused(e));
  }
}
