// A person at the table who knows no game and does the next sensible thing: takes a lit counter, points at a lit hex, looks at the odds,
// presses the button with the verb, finishes. Sees only what is on the screen; uses a mouse, a finger or the keys.

import assert from 'node:assert/strict';

/** How long the other side may take, and how long a gesture of ours until it is thought to have done nothing: milliseconds. */
const PATIENCE = 120_000;
const NOTHING = 450;

/** A generator of numbers from 0 to 1 that always begins the same. @param {number} seed */
function numbers(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Goes to a button as one does without a mouse, and presses it. */
async function pressByKeys(page, { selector, nth }) {
  const there = () => page.evaluate(([s, n]) => document.activeElement === document.querySelectorAll(s)[n], [selector, nth]);
  if (selector.startsWith('.dock') && !(await there())) await page.keyboard.press('b');
  for (let i = 0; i < 120; i++) {
    if (await there()) return page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${selector} (${nth})`);
}

/** How each hand presses what stands in the page, takes what lies on the map, points at where it shall go, and lets go. */
const HANDS = {
  mouse: {
    press: (page, { selector, nth }) => page.locator(selector).nth(nth).click({ timeout: 30_000 }),
    take: (page, { x, y }) => page.mouse.click(x, y),
    aim: (page, { x, y }) => page.mouse.click(x, y),
    letGo: (page) => page.locator('.buttons .held').click(),
  },
  touch: {
    press: (page, { selector, nth }) => page.locator(selector).nth(nth).tap({ timeout: 30_000 }),
    take: (page, { x, y }) => page.touchscreen.tap(x, y),
    aim: (page, { x, y }) => page.touchscreen.tap(x, y),
    letGo: (page) => page.locator('.buttons .held').tap(),
  },
  keys: { press: pressByKeys, take: null, aim: null, letGo: (page) => page.keyboard.press('Escape') },
  // Whoever gets no answer at once presses again.
  impatience: {
    press: (page, { selector, nth }) => page.locator(selector).nth(nth).dblclick({ timeout: 30_000 }),
    take: (page, { x, y }) => page.mouse.click(x, y),
    aim: (page, { x, y }) => page.mouse.dblclick(x, y),
    letGo: (page) => page.locator('.buttons .held').click(),
  },
};

/** @typedef {{ word: string, act: () => Promise<any>, button: boolean }} Gesture */

export class Person {
  /**
   * @param {any} page
   * @param {'mouse' | 'touch' | 'keys' | 'impatience'} by
   * @param {{ seed?: number, deeds?: number, nothing?: number, seen?: (now: any) => Promise<void>,
   *   after?: (word: string) => Promise<void> }} [how]  `deeds`: things done in a phase before it is finished; `seen` looks at every
   *   decision, `after` comes at once after a gesture
   */
  constructor(page, by, { seed = 1, deeds = 3, nothing = NOTHING, seen = async () => {}, after = async () => {} } = {}) {
    this.page = page;
    this.by = by;
    this.hand = HANDS[by];
    this.after = after;
    this.nothing = nothing;
    this.chance = numbers(seed);
    this.deeds = deeds;
    this.seen = seen;
    this.phase = '';
    this.done = 0;
    this.enlisted = 0;
    /** What was tried since something last happened. @type {Set<string>} */
    this.tried = new Set();
    this.length = -1;
    /** @type {string[]} */
    this.trail = [];
    /** What was refused of what looked as if it could be done. @type {string[]} */
    this.refused = [];
    /** Dice that fell without their odds having been seen and a button pressed. @type {string[]} */
    this.unasked = [];
    /** The entries of the journal that were told, by their numbers. @type {Map<number, any>} */
    this.told = new Map();
  }

  /** Plays until the table has come so far from where it was, or the game is over; answers how many gestures it took. */
  async play(enough, most = 1500) {
    let before = null;
    let idle = 0;
    let first = null;
    for (let i = 0; i < most; i++) {
      const now = await this.page.evaluate(([b, ms, nothing]) => (/** @type {any} */ (window)).eyes.next(b, ms, nothing),
        [before, PATIENCE, this.nothing]);
      const { screen } = now;
      assert.notEqual(now.kind, 'stuck', `nobody was asked for ${PATIENCE / 1000} s: ${screen.prompt}`);
      this.hear(now);
      await this.seen(now);
      first ??= now;
      if (now.kind === 'over' || enough(now, first)) return i;
      if (now.length !== this.length) {
        this.length = now.length;
        this.tried.clear();
        idle = 0;
      }
      assert.ok((idle += 1) < 60, `got nowhere: ${screen.prompt} [${this.trail.slice(-24).join(', ')}]`);
      if (this.phase !== screen.phase) Object.assign(this, { phase: screen.phase, done: 0, enlisted: 0 });
      this.last = { ...(await this.choose(screen)), odds: screen.odds, refusal: screen.refusal };
      this.trail.push(this.last.word);
      if (process.env.TRAIL) console.log(`${this.by} ${now.length} ${this.last.word} | ${screen.prompt}`);
      before = JSON.stringify({ ...screen, said: '' });
      await this.last.act();
      await this.after(this.last.word);
    }
    throw new Error(`not there after ${most} gestures: ${(this.trail.slice(-24)).join(', ')}`);
  }

  /** What came of the last gesture: refusals are counted, and dice that nobody asked for. */
  hear({ screen, log, own }) {
    const fresh = log.filter(({ entry }) => !this.told.has(entry));
    const first = this.told.size === 0;
    for (const entry of log) this.told.set(entry.entry, entry);
    if (!this.last || first) return;
    const { word, button, odds, refusal } = this.last;
    if (screen.refusal && screen.refusal !== refusal) this.refused.push(`${word}: ${screen.refusal}`);
    // The dice that came at once upon our own decision.
    const at = fresh.findIndex(({ by }) => own.includes(by));
    const decided = fresh[at];
    // An entry that tells nothing is not in the log: dice after a gap belong to somebody else's decision.
    const next = fresh[at + 1]?.entry === decided?.entry + 1 ? fresh[at + 1] : undefined;
    const dice = next && !next.by ? next.told.find((t) => t.dice?.length) : decided?.told.find((t) => t.dice?.length);
    if (!decided || !dice) return;
    const fight = decided.told.some((t) => t.kind === 'battle' || t.kind === 'fire');
    if (!button || (fight && !odds)) this.unasked.push(`${word}: ${decided.told.map((t) => t.text).join(' ')} ${dice.text}`);
  }

  /** The first of these that was not tried since something last happened. */
  fresh(kind, things) {
    const name = (x) => `${kind} ${x.name ?? x.text ?? ''} ${x.nth ?? ''}`;
    const found = things.find((x) => !this.tried.has(name(x)));
    if (found) this.tried.add(name(found));
    return found;
  }

  /** Presses the first of these that was not tried. @returns {Gesture | undefined} */
  offer(word, things) {
    const found = this.fresh(word, things);
    return found && { word: `${word} (${found.text.slice(0, 40)})`, act: () => this.hand.press(this.page, found), button: true };
  }

  /** The same, for what counts as a deed of the phase. */
  counted(gesture) {
    if (gesture) this.done += 1;
    return gesture;
  }

  /** What to do next. @returns {Promise<Gesture>} */
  async choose(screen) {
    // All was tried, and nothing came of it: once more from the beginning.
    const away = { word: 'away', button: false, act: () => { this.tried.clear(); return this.page.keyboard.press('Escape'); } };
    for (const [word, things] of [['cover', screen.cover], ['anyway', screen.warning], ['confirm', screen.confirm]]) {
      if (things.length) return { word: `${word} (${things[0].text})`, act: () => this.hand.press(this.page, things[0]), button: true };
    }
    if (screen.popup.length) return this.offer('which', screen.popup) ?? away;
    if (screen.held) return this.aim(screen);
    const { buttons } = screen;
    const endings = [...buttons.filter((b) => b.primary), ...buttons.filter((b) => ['stay', 'pass', 'finish'].includes(b.role))];
    const wanted = this.done < this.deeds;
    return this.enlist(screen) ?? this.fight(screen) ?? this.offer('set up', screen.setUps) ?? this.offer('bear', screen.bearers)
      ?? (endings.length === 0 ? this.offer('bring on', screen.loose) : undefined)
      ?? (wanted ? this.counted(this.offer('card', screen.cards) ?? await this.take(screen)) : undefined)
      ?? this.offer('finish', endings) ?? this.offer('card', screen.cards) ?? await this.take(screen) ?? this.offer('enlist', screen.takers)
      ?? this.offer('loose', screen.loose) ?? this.offer('button', screen.buttons) ?? this.offer('dock', screen.dock)
      ?? (this.by === 'keys' ? undefined : this.offer('arrow', screen.arrows)) ?? away;
  }

  /** Two take part in a battle, if they may. */
  enlist(screen) {
    const found = this.enlisted < 2 ? this.offer('enlist', screen.takers) : undefined;
    if (found) this.enlisted += 1;
    return found;
  }

  fight(screen) {
    const found = this.offer('fight', screen.fights);
    if (found) Object.assign(this, { enlisted: 0, done: 0 });
    return found;
  }

  /** Something that can act is taken. @returns {Promise<Gesture | undefined>} */
  async take(screen) {
    if (this.by === 'keys') return this.walk('take');
    const found = this.fresh('take', [...this.shuffled(screen.counters), ...this.shuffled(screen.hexes)]);
    return found && { word: 'take', act: () => this.hand.take(this.page, found), button: false };
  }

  /** With something in hand: where to? Towards the enemy, if there is a choice. @returns {Promise<Gesture>} */
  async aim(screen) {
    const rest = () => this.offer('other', screen.others) ?? { word: 'let go', act: () => this.hand.letGo(this.page), button: false };
    if (this.by === 'keys') return (await this.walk('aim')) ?? rest();
    const near = (p) => Math.min(1e9, ...screen.foes.map((f) => Math.hypot(f.x - p.x, f.y - p.y)));
    const ranked = screen.stops.map((p) => ({ ...p, far: near(p) * (0.7 + 0.6 * this.chance()) })).sort((a, b) => a.far - b.far);
    const found = this.fresh('aim', [...screen.picks, ...ranked]);
    if (found) return { word: 'aim', act: () => this.hand.aim(this.page, found), button: false };
    // Perhaps it lies under what the pointer has spread.
    if (this.by === 'touch' || this.tried.has('step back')) return rest();
    this.tried.add('step back');
    return { word: 'step back', act: () => this.page.mouse.move(4, 4), button: false };
  }

  /**
   * With the keys: arrows go through what is lit, Enter chooses. Nothing, if all that was met was tried.
   * @param {string} word
   * @returns {Promise<Gesture | undefined>}
   */
  async walk(word) {
    const { keyboard } = this.page;
    const onMap = () => this.page.evaluate(() => [document.body, document.querySelector('.map')].includes(document.activeElement));
    // Escape leads back to the map, but lets go of what is in hand.
    if (word === 'take' && !(await onMap())) await keyboard.press('Escape');
    for (let i = 0; i < 120 && !(await onMap()); i++) await keyboard.press('Tab');
    const arrows = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'];
    let way = Math.floor(this.chance() * 4);
    let last = '';
    for (let i = 0; i < 24; i++) {
      await keyboard.press(arrows[way % 4]);
      const at = await this.page.evaluate(() => {
        const ring = document.querySelector('.layer-cursor .cursor');
        return ring && `${ring.getAttribute('transform')} ${document.querySelector('#said')?.textContent}`;
      });
      if (!at) return undefined;
      // Another way where this one ends, and now and then.
      if (at === last || i % 4 === 3) way += 1;
      last = at;
      if (this.tried.has(`${word} ${at}`)) continue;
      this.tried.add(`${word} ${at}`);
      return { word: `${word} by keys`, act: () => keyboard.press('Enter'), button: false };
    }
    return undefined;
  }

  shuffled(list) {
    return list.map((x) => ({ x, n: this.chance() })).sort((a, b) => a.n - b.n).map(({ x }) => x);
  }
}
