// A hand at the table: waits for conditions, never for times; clicks where a person would, or uses keys alone.

import assert from 'node:assert/strict';

/** Waits until a function of the page answers something true. The page's own policy forbids strings as code, so it is asked again and again. */
export async function until(page, test, given = null, ms = 30_000) {
  const end = Date.now() + ms;
  for (;;) {
    const answer = await page.evaluate(test, given).catch((error) => {
      if (/context was destroyed|navigation/i.test(String(error))) return null;
      throw error;
    });
    if (answer) return answer;
    if (Date.now() > end) {
      const now = await page.evaluate(() =>
        [document.querySelector('.prompt')?.textContent, (/** @type {any} */ (window)).peek?.mode.kind]);
      throw new Error(`waited ${ms} ms in vain for ${String(test).slice(0, 160)} (${JSON.stringify(given)}); ${now}`);
    }
    await new Promise((done) => setTimeout(done, 40));
  }
}

/** What the page shows: the length of the journal, who is asked, what the player is at. */
export const state = (page) => page.evaluate(() => {
  const t = /** @type {any} */ (window).peek;
  const news = t?.shown;
  return news && {
    length: news.length, asked: t.asked, turn: news.view.turn, phase: news.view.phase, active: news.view.active ?? null,
    actor: news.actor.actor, prompt: document.querySelector('.prompt')?.textContent ?? '', battle: Boolean(news.view.battle), over: t.over,
    mode: t.mode.kind, held: t.label, roles: [...new Set((news.subjects ?? []).map((x) => x.role))],
  };
});

export const prompt = (page) => page.locator('.prompt').innerText();

/** Waits until the film has ended and somebody of ours is asked, or a curtain hangs, or the game is over. */
export const ready = (page, ms = 90_000) => until(page, () => {
  const t = /** @type {any} */ (window).peek;
  if (t?.curtain) return 'curtain';
  if (!t?.shown || !t.resting) return false;
  if (t.over) return 'over';
  return t.asked && t.current && 'asked';
}, null, ms);

/** Waits until something was done since. */
export async function changed(page, length, ms = 30_000) {
  await until(page, (n) => ((/** @type {any} */ (window)).peek?.shown?.length ?? n) !== n, length, ms);
  return ready(page);
}

/** The middle of whatever matches and can be touched on the map, nothing lying over it: [{x, y, piece?}]. */
export const inSight = (page, selector) => page.evaluate((wanted) => {
  const map = /** @type {Element} */ (document.querySelector('.map'));
  const room = map.getBoundingClientRect();
  return [...map.querySelectorAll(wanted)].map((element) => {
    const box = element.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, piece: element.getAttribute('data-piece') };
  }).filter(({ x, y }) => x > room.left + 10 && y > room.top + 10 && x < room.right - 10 && y < room.bottom - 10 &&
    document.elementFromPoint(x, y)?.closest('.map'));
}, selector);

/** Brings a hex into the middle of the map, and says where it is on the screen. */
export async function show(page, hex) {
  await page.evaluate((name) => {
    const { board } = (/** @type {any} */ (window)).peek;
    const at = board.hexes.get(name);
    const box = board.element.getBoundingClientRect();
    board.halt();
    board.x = box.width / 2 - at.x * board.k;
    board.y = box.height / 2 - at.y * board.k;
    board.place();
  }, hex);
  return onScreen(page, hex);
}

/** Where a hex is on the screen. */
export const onScreen = (page, hex) => page.evaluate((name) => (/** @type {any} */ (window)).peek.board.onScreen(name), hex);

/** Whether nothing but the map is at a point of the screen. */
export const open = (page, spot) => page.evaluate(({ x, y }) => Boolean(document.elementFromPoint(x, y)?.closest('.map')), spot);

/** The first of these hexes that can be brought into sight with nothing lying over it: where it is. */
export async function showAny(page, hexes) {
  for (const hex of hexes) {
    const spot = await show(page, hex);
    if (await open(page, spot)) return { hex, ...spot };
  }
  throw new Error('no hex can be seen');
}

/** The hexes that the keys go through. */
const stations = (page) => page.evaluate(() => (/** @type {any} */ (window)).peek.stations().slice(0, 40).map((x) => x.hex));

/** Counters that may march: their hex, their stops, hexes round what they can reach. */
export const marchers = (page, most = 6) => page.evaluate(async (n) => {
  const t = (/** @type {any} */ (window)).peek;
  const found = [];
  const all = (t.shown.subjects ?? []).filter((x) => x.target.kind === 'piece' && x.role === 'march' && t.visible(x.target));
  for (const able of all) {
    if (found.length >= n) break;
    const { hex } = t.board.pieces.find((p) => p.id === able.target.at);
    const choices = await t.legal(able);
    const alone = (c) => choices.filter((o) => o.target.at === c.target.at).length === 1;
    const stops = choices.filter((c) => c.target.kind === 'hex' && c.role === 'march' && (c.path?.length ?? 0) > 1 &&
      !t.enemyIn(c.target.at) && alone(c));
    if (stops.length < 2) continue;
    const lit = new Set(choices.map((c) => c.target.at));
    const beyond = [...new Set(stops.flatMap((c) => t.board.neighbours(c.target.at)))].filter((x) => !lit.has(x) && x !== hex &&
      !t.board.pieces.some((p) => p.hex === x));
    found.push({ piece: able.target.at, hex, stops: stops.map((c) => ({ hex: c.target.at, path: c.path })), beyond });
  }
  return found;
}, most);

const held = (page) => page.evaluate(() => (/** @type {any} */ (window)).peek.held);

/** Clicks a counter, in its stack again and again, until exactly it is in hand. */
export async function take(page, piece, hex) {
  if ((await held(page)) !== null) await page.keyboard.press('Escape');
  const spot = await show(page, hex);
  for (let i = 0; i < 16; i++) {
    const was = await held(page);
    // A fanned stack shows each counter by itself.
    const [own] = (await inSight(page, '.layer-fan .counter')).filter((c) => c.piece === piece);
    await page.mouse.click(own?.x ?? spot.x, own?.y ?? spot.y);
    await until(page, (before) => { const now = (/** @type {any} */ (window)).peek.held; return now !== null && now !== before; }, was,
      1500).catch(() => {});
    if ((await held(page)) === piece) return true;
  }
  return false;
}

/** Marches one counter by mouse: click, click. Answers what it did, or nothing if none can. */
export async function march(page, not = []) {
  for (const mover of await marchers(page, 8)) {
    if (not.includes(mover.piece)) continue;
    const { length } = await state(page);
    if (!(await take(page, mover.piece, mover.hex))) {
      await page.keyboard.press('Escape');
      continue;
    }
    const stop = await nearest(page, mover);
    const spot = await onScreen(page, stop.hex);
    await page.mouse.click(spot.x, spot.y);
    await changed(page, length);
    return { ...mover, to: stop.hex };
  }
  return null;
}

/** The stop that lies best on the screen. */
export async function nearest(page, mover) {
  const map = await page.locator('.map').boundingBox();
  const spots = await Promise.all(mover.stops.slice(0, 60).map(async (stop) => ({ ...stop, spot: await onScreen(page, stop.hex) })));
  const free = [];
  for (const stop of spots.filter(({ spot }) => spot.x > map.x + 30 && spot.y > map.y + 60 && spot.x < map.x + map.width - 40 &&
    spot.y < map.y + map.height - 30)) {
    const clear = await page.evaluate(({ x, y }) =>
      { const e = document.elementFromPoint(x, y); return Boolean(e?.closest('.map')) && !e?.closest('.counter'); }, stop.spot);
    if (clear) free.push(stop);
    if (free.length > 6) break;
  }
  assert.ok(free.length, 'a hex to march to is in sight');
  return free[Math.floor(free.length / 2)];
}

/** What must hold whenever somebody is asked: the prompt can be read, and nothing lies over what must be clicked. */
export async function sound(page) {
  const faults = await page.evaluate(() => {
    const t = (/** @type {any} */ (window)).peek;
    const found = [];
    const prompt = /** @type {HTMLElement} */ (document.querySelector('.prompt'));
    const box = prompt.getBoundingClientRect();
    if (!prompt.textContent?.trim() || box.width < 120 || box.height < 12 || box.top < 0 ||
      box.right > innerWidth + 1) found.push(`the prompt cannot be seen: ${JSON.stringify(box)}`);
    if (prompt.scrollHeight > prompt.clientHeight + 3) found.push(`the prompt is cut off: ${prompt.textContent}`);
    if (t.mode.kind !== 'looking' && t.mode.kind !== 'hand') return found;
    const room = document.querySelector('.map')?.getBoundingClientRect() ?? new DOMRect();
    if (room.bottom > innerHeight + 1 ||
      room.right > innerWidth + 1) found.push(`the map is larger than the window: ${JSON.stringify(room)}`);
    for (const { hex } of t.stations()) {
      const spot = t.board.onScreen(hex);
      if (spot.x < room.left + 4 || spot.y < room.top + 4 || spot.x > room.right - 4 || spot.y > room.bottom - 4) continue;
      const over = document.elementFromPoint(spot.x, spot.y);
      if (over && !over.closest('.map, .toast, .dice, .inspector')) found.push(`${hex} is covered by ${over.outerHTML.slice(0, 80)}`);
    }
    for (const button of document.querySelectorAll('.buttons button, .dock:not([hidden]) .fights button, .dock:not([hidden]) .tray-panel .row button')) {
      const b = button.getBoundingClientRect();
      if (b.width === 0) continue;
      const over = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
      const scrolled = button.closest('.dock') && (b.bottom > innerHeight || over?.closest('.dock'));
      if (over && !button.contains(over) && !over.contains(button) &&
        !scrolled) found.push(`the button ${button.textContent} is covered by ${over.className}`);
    }
    return found;
  });
  assert.deepEqual(faults, [], await prompt(page));
}

/** Does one thing of whatever is asked, by mouse; answers a word for what it was. `seen` holds the prompts at which finishing was refused. */
export async function actByMouse(page, seen) {
  const now = await state(page);
  const button = async (selector) => {
    const found = page.locator(selector);
    if (!(await found.count())) return false;
    await found.first().click();
    return true;
  };
  const did = async (word) => {
    await until(page, (n) => {
      const t = (/** @type {any} */ (window)).peek;
      return t.shown.length !== n.length || t.mode.kind !== n.mode || t.label !== n.held || document.querySelector('.toast.on.no') ||
        t.curtain;
    }, now, 5000).catch(() => {});
    await ready(page);
    return word;
  };
  const touch = async (hexes, word) => {
    const spot = await showAny(page, hexes);
    await page.mouse.click(spot.x, spot.y);
    return did(word);
  };
  if (now.mode === 'finish') return (await button('.warning .primary')) && did('warned');
  if (now.mode === 'which') return (await button('.popup button')) && did('which');
  if (now.mode === 'confirm') return (await button('.confirm .fights button')) && did('confirm');
  if (now.mode === 'over') return 'over';
  if (now.mode === 'hand') {
    for (const spot of [...(await inSight(page, '.layer-stacks .counter.pick:not(.under):not(.held)')),
      ...(await inSight(page, '.layer-lit:not(.faint) .stop'))].slice(0, 1)) {
      await page.mouse.click(spot.x, spot.y);
      const word = await did('choice');
      if ((await state(page)).length === now.length) await page.keyboard.press('Escape');
      return word;
    }
    if (await button('.dock:not([hidden]) .others button')) return did('other');
    const hexes = await stations(page);
    if (hexes.length) return touch(hexes, 'far choice');
    await page.keyboard.press('Escape');
    return 'let go';
  }
  if (await button('.dock:not([hidden]) .fights button.primary')) return did('fight');
  if (await button('.dock:not([hidden]) .tray-panel .row .primary')) return did('set up');
  // Some questions are better not passed by.
  if (seen.keen?.includes(now.roles[0]) && !seen.has(`${now.prompt} ${now.length}`)) {
    seen.add(`${now.prompt} ${now.length}`);
    if (await button('.dock:not([hidden]) .playing-card:not(.picked)')) return did('card');
    const hexes = await stations(page);
    if (hexes.length) return touch(hexes, 'keen');
  }
  const refused = seen.has(now.prompt);
  if (!refused && (await button('.buttons button.primary'))) {
    const word = await did('button');
    if ((await state(page)).length === now.length && (await state(page)).mode === 'looking') seen.add(now.prompt);
    return word;
  }
  if (await button('.dock:not([hidden]) .playing-card:not(.picked)')) return did('card');
  if (await button(".dock:not([hidden]) .taker[aria-checked='false']")) return did('taker');
  if (await button('.dock:not([hidden]) .loose')) return did('loose');
  const hexes = await stations(page);
  if (hexes.length) return touch(hexes, 'subject');
  if (await button('.buttons button')) return did('button');
  return 'nothing';
}

/** Plays with a hand until a test of the state holds. Where the hand gets nowhere, it asks for nothing cleverer: it fails. */
export async function play(page, hand, done, most = 150, keen = undefined) {
  const seen = Object.assign(new Set(), { keen });
  const trail = [];
  for (let i = 0; i < most; i++) {
    const kind = await ready(page);
    if (kind === 'over') return trail;
    if (kind === 'curtain') {
      await page.locator('.curtain .primary').click();
      continue;
    }
    if (await done(await state(page))) return trail;
    await sound(page);
    trail.push(await hand(page, seen));
    if (process.env.TRAIL) console.log(Date.now() % 1e6, trail.at(-1), (await state(page)).mode, (await state(page)).prompt);
  }
  const now = await state(page);
  throw new Error(`got nowhere in ${most} steps: ${now.prompt} [${trail.slice(-30).join(', ')}]`);
}
