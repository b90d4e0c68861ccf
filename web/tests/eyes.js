// What a person sees on the screen, for tests: put into the page before anything else. It changes nothing.

Object.defineProperty(window, 'eyes', { value: (() => {
  const LIT = '.counter.can:not(.under), .counter.pick:not(.under), .layer-lit:not(.faint) :is(.stop, .subject)';
  const BUTTONS = ':is(.top, .dock, .tools-bar, .horizon, .minimap) button';
  const box = (element) => element.getBoundingClientRect();
  const seen = (element) => box(element).width > 0 && box(element).height > 0 && element.checkVisibility();
  const any = (selector) => [...document.querySelectorAll(selector)].some(seen);
  const words = (selector) => document.querySelector(selector)?.textContent?.trim() ?? '';
  const middle = (element) => { const b = box(element); return { x: b.x + b.width / 2, y: b.y + b.height / 2 }; };
  const inside = (p, b, margin) => p.x > b.left + margin && p.y > b.top + margin && p.x < b.right - margin && p.y < b.bottom - margin;

  /** What can be pressed, each with what finds it again. */
  const pressable = (selector) => [...document.querySelectorAll(selector)].map((element, nth) => ({ element, nth }))
    .filter(({ element }) => seen(element) && !(/** @type {any} */ (element).disabled))
    .map(({ element, nth }) => ({ selector, nth, text: (element.textContent || element.getAttribute('aria-label') || '').trim(),
      role: element.getAttribute('data-role') ?? '', primary: element.classList.contains('primary') }));

  /** Whether a point belongs to the map itself, not to a small map or an arrow over it; or to an answer to the last gesture. */
  const ground = (under) => (under?.closest('.map') && !under.closest('.minimap, .horizon')) || under?.closest('.toast');

  /** What lies on the map and within its window: where it is, and what is met there. */
  const lying = (selector) => {
    const map = document.querySelector('.map');
    return [...(map?.querySelectorAll(selector) ?? [])].map((element) => ({ element, ...middle(element) }))
      .filter((spot) => inside(spot, box(map), 6)).map((spot) => ({ ...spot, under: document.elementFromPoint(spot.x, spot.y),
        name: spot.element.getAttribute('data-piece') ?? spot.element.getAttribute('transform') }));
  };
  const touchable = (selector) => lying(selector).filter(({ element, under }) => (element.matches('.counter') ? element.contains(under)
    : ground(under))).map(({ x, y, name }) => ({ x, y, name }));

  const look = () => ({
    prompt: words('.prompt'), phase: `${words('.turn-now')} ${words('.phase-now')}`, over: any('.end-page'),
    held: any('.buttons .held'), refusal: words('.toast.on.no'), said: words('#said'),
    cover: pressable('.curtain .primary, .welcome .primary'), popup: pressable('.popup button'), warning: pressable('.warning .primary'),
    confirm: pressable('.dock .confirm .fights button.primary'), fights: pressable('.dock .fights button.primary'),
    takers: pressable(".dock .taker[role='checkbox'][aria-checked='false']"),
    bearers: pressable(".dock .taker[role='radio'][aria-checked='false']"),
    setUps: pressable('.dock .tray-panel .row .primary'), cards: pressable(".dock .playing-card:not([aria-pressed='true'])"),
    loose: pressable('.dock .loose'), others: pressable('.dock .others button'), dock: pressable('.dock button:not(.rule):not(.loose)'),
    buttons: pressable('.top .buttons > button:not(.held)'), arrows: pressable('.horizon button'),
    odds: any('.dock .results li') || any('.dock .confirm'),
    counters: touchable('.layer-stacks .counter.can:not(.under)'), hexes: touchable('.layer-lit:not(.faint) .subject'),
    picks: touchable('.layer-stacks .counter.pick:not(.under):not(.held)'), stops: touchable('.layer-lit:not(.faint) .stop'),
    foes: touchable('.layer-stacks .counter.foe:not(.under)'),
  });

  /** Whether a point lies in a part that is scrolled away, and so can be scrolled to. */
  const scrolledAway = (element, spot) => {
    for (let holder = element.parentElement; holder; holder = holder.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(holder).overflow) && !inside(spot, box(holder), 2)) return true;
    }
    return false;
  };

  /** Whether what lies over something keeps to the edge of a list that can be scrolled further, so that what is under it can be met. */
  const underEdge = (under) => {
    for (let over = under; over; over = over.parentElement) {
      if (getComputedStyle(over).position !== 'sticky') continue;
      for (let holder = over.parentElement; holder; holder = holder.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(holder).overflow)) return holder.scrollHeight > holder.scrollTop + holder.clientHeight + 1;
      }
    }
    return false;
  };

  /** What must not be: a prompt that cannot be read, something to be pressed or touched with something else over it. */
  const faults = () => {
    const found = [];
    const prompt = /** @type {HTMLElement | null} */ (document.querySelector('.prompt'));
    if (!prompt) return ['there is no prompt'];
    const told = box(prompt);
    if (!prompt.textContent?.trim() || told.width < 120 || told.height < 12 || told.top < 0 || told.right > innerWidth + 1) {
      found.push(`the prompt cannot be seen: ${JSON.stringify(told)}`);
    }
    if (prompt.scrollHeight > prompt.clientHeight + 3) found.push(`the prompt is cut off: ${prompt.textContent}`);
    const top = document.elementFromPoint(told.x + 20, told.y + told.height / 2);
    if (!any('.curtain, .end-page') && !top?.closest('.ask')) found.push(`the prompt is covered by ${top?.outerHTML.slice(0, 80)}`);
    if (document.documentElement.scrollWidth > innerWidth + 1) found.push('the page is wider than the window');
    const open = any('.popup, .warning, .menu, dialog[open], .curtain, .welcome, .end-page');
    const stage = document.querySelector('.map');
    const room = stage && box(stage);
    if (room && (room.bottom > innerHeight + 1 || room.right > innerWidth + 1)) found.push('the map is larger than the window');
    if (!open) {
      for (const { element, under, name } of lying(LIT)) {
        if (!ground(under)) found.push(`${element.getAttribute('class')} ${name} is covered by ${under?.outerHTML.slice(0, 100)}`);
      }
    }
    for (const button of document.querySelectorAll(open ? ':is(.popup, .warning, .welcome, .end-page) button' : BUTTONS)) {
      if (!seen(button)) continue;
      const spot = middle(button);
      if (scrolledAway(button, spot)) continue;
      const under = document.elementFromPoint(spot.x, spot.y);
      const over = under?.outerHTML.slice(0, 100) ?? 'the edge of the window';
      if (underEdge(under)) continue;
      if (!button.contains(under)) found.push(`the button ${button.textContent || button.getAttribute('title')} is covered by ${over}`);
    }
    return found;
  };

  /** Each counter on the map tells where it stands, what it is and how it fares: by marks, and in words for those who listen. */
  const unmarked = () => {
    const { board } = /** @type {any} */ (window).peek;
    return board.pieces.filter((p) => p.hex && board.hexes.has(p.hex) && p.type !== 'hidden').flatMap((p) => {
      const drawn = board.counters.get(p.id)?.element;
      const label = drawn?.getAttribute('aria-label') ?? '';
      const marks = drawn?.querySelectorAll('.mark').length ?? 0;
      const states = p.states ?? [];
      const told = [p.hex, p.type, ...states].every((word) => label.toLowerCase().includes(word.toLowerCase()));
      return told && marks === Math.min(3, states.length) ? [] : [`${p.id} (${states}) has ${marks} marks and is called ${label}`];
    });
  };

  /** What the film and the map have shown of what happened. */
  const shown = { dice: new Set(), banners: new Set(), captions: new Set(), flashes: new Set(), moved: new Set(), trails: new Set() };
  const witness = () => {
    const { dice, banners, captions, flashes, moved, trails } = shown;
    for (const e of document.querySelectorAll('.dice.on p')) dice.add(e.textContent);
    for (const e of document.querySelectorAll('.banner.on')) banners.add(e.textContent);
    captions.add(words('.prompt'));
    for (const e of document.querySelectorAll('.layer-path .flash')) flashes.add(e.getAttribute('transform'));
    for (const e of document.querySelectorAll('.layer-moving .counter')) moved.add(e.getAttribute('data-piece'));
    for (const e of document.querySelectorAll('.layer-trails .trail')) trails.add(e.getAttribute('d'));
  };
  const watching = new MutationObserver(witness);

  /** What happened and was not shown. @param {any[]} entries */
  const missed = (entries) => {
    const { board, state } = /** @type {any} */ (window).peek;
    const at = (name) => { const p = board.hexes.get(name); return p && `translate(${p.x.toFixed(1)} ${p.y.toFixed(1)})`; };
    const way = (names) => names.map((n) => board.hexes.get(n)).filter(Boolean).map((p, i) => `${i ? 'L' : 'M'}${p.x} ${p.y}`).join('');
    const found = [];
    for (const { by, told } of entries) for (const { kind, text, hexes = [], pieces = [], dice = [] } of told) {
      const own = state.own.includes(by);
      const here = hexes.filter((n) => board.hexes.has(n));
      const march = ['march', 'enter', 'leave', 'retreat', 'advance'].includes(kind) && pieces.length > 0 && here.length > 1;
      const fault = dice.length ? !shown.dice.has(text) : ['phase', 'turn', 'weather'].includes(kind) ? !shown.banners.has(text)
        : march ? !pieces.some((id) => shown.moved.has(id)) && !shown.trails.has(way(hexes))
          : ['battle', 'fire', 'loss', 'control'].includes(kind) ? !here.every((n) => shown.flashes.has(at(n)))
            : !own && !shown.captions.has(text);
      if (fault) found.push(`${kind}${own ? ' (own)' : ''}: ${text}`);
    }
    return found;
  };

  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  /** What is left of a gesture: the state in which nothing but a person or the server can change anything. */
  const kind = () => {
    const t = /** @type {any} */ (window).peek;
    if (t?.curtain) return 'curtain';
    // The briefing is read before anything else happens.
    if (t?.shown && any('.welcome')) return 'asked';
    if (!t?.shown || !t.resting) return '';
    return t.over ? 'over' : t.asked && t.current ? 'asked' : '';
  };

  return {
    look, faults, unmarked, missed,
    witness: () => watching.observe(document.body,
      { childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ['class'] }),
    /**
     * Waits until somebody of ours is asked and the last gesture has had its effect; some have none.
     * @param {string | null} before
     * @param {number} ms
     * @param {number} nothing  after how many milliseconds it is thought to have had none
     */
    async next(before, ms, nothing) {
      const end = performance.now() + ms;
      const patience = performance.now() + nothing;
      let lay = '';
      for (;;) {
        const now = kind();
        // Nobody presses what still moves.
        const lies = /** @type {any} */ (document.querySelector('.above'))?.style.transform ?? '';
        const still = lies === lay;
        lay = lies;
        if (now && still) {
          const screen = look();
          const { shown: news, state } = /** @type {any} */ (window).peek;
          const same = JSON.stringify({ ...screen, said: '' }) === before;
          if (!same || performance.now() > patience) {
            const log = state.log.map(({ entry, by, told }) => ({ entry, by, told }));
            return { kind: now, screen, same, turn: news?.view.turn ?? 0, length: news?.length ?? 0, own: state.own, log };
          }
        }
        if (performance.now() > end) return { kind: 'stuck', screen: look(), same: true, turn: 0, length: 0, own: [], log: [] };
        await pause(30);
      }
    },
  };
})() });
