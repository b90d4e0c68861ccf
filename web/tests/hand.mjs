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
    if (Date.now() > end) throw new Error(`waited ${ms} ms in vain for ${String(test).slice(0, 160)} (${JSON.stringify(given)}); ${await page.evaluate(() => document.querySelector('.prompt')?.textContent)}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** What the page shows: the length of the journal, who is asked, whether the film runs. */
export const state = (page) => page.evaluate(() => {
  const table = /** @type {any} */ (window).longroll;
  const news = table?.shown;
  return news && table && {
    length: news.length, asked: document.body.dataset.asked, turn: news.view.turn, phase: news.view.phase, active: news.view.active ?? null,
    actor: news.actor.actor, prompt: document.querySelector('.prompt')?.textContent ?? '', battle: Boolean(news.view.battle), over: news.actor.actor === 'over',
    resting: !table.film.playing && !table.busy && table.curtain.hidden, held: table.subject?.label ?? null,
  };
});

export const prompt = (page) => page.locator('.prompt').innerText();

/** Waits until the film has ended and somebody of ours is asked, or a curtain hangs, or the game is over. */
export const ready = (page, ms = 90_000) => until(page, () => {
  const table = /** @type {any} */ (window).longroll;
  if (table && !table.curtain.hidden) return 'curtain';
  if (!table?.shown) return false;
  if (table.film.playing || table.busy || table.film.queue.length > 0) return false;
  if (table.shown.actor.actor === 'over') return 'over';
  if (!['union', 'confederate'].includes(document.body.dataset.asked ?? '')) return false;
  // Buttons are written when their choices are known; a single forced choice is done by itself.
  const buttons = (table.shown.subjects ?? []).filter((x) => x.target.kind === 'button').length;
  if (buttons > table.ready.size && table.ready.size < buttons) return false;
  return table.chairs.get(table.at)?.news?.length === table.shown.length && 'asked';
}, null, ms);

/** Waits until something was done since. */
export async function changed(page, length, ms = 30_000) {
  await until(page, (n) => ((/** @type {any} */ (window)).longroll?.shown?.length ?? n) !== n, length, ms);
  return ready(page);
}

/** The middle of whatever matches and can be touched on the map, nothing lying over it: [{x, y, hex?, piece?}]. */
export const inSight = (page, selector) => page.evaluate((wanted) => {
  const map = /** @type {Element} */ (document.querySelector('.map'));
  const room = map.getBoundingClientRect();
  return [...map.querySelectorAll(wanted)].map((element) => {
    const box = element.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, piece: element.getAttribute('data-piece') };
  }).filter(({ x, y }) => x > room.left + 10 && y > room.top + 10 && x < room.right - 10 && y < room.bottom - 10 && document.elementFromPoint(x, y)?.closest('.map'));
}, selector);

/** Brings a hex into the middle of the map, and says where it is on the screen. */
export async function show(page, hex) {
  await page.evaluate((name) => {
    const { board } = (/** @type {any} */ (window)).longroll;
    const at = board.hexes.get(name);
    const box = board.element.getBoundingClientRect();
    board.halt();
    board.x = box.width / 2 - at.x * board.k;
    board.y = box.height / 2.6 - at.y * board.k;
    board.place();
  }, hex);
  return page.evaluate((name) => (/** @type {any} */ (window)).longroll.board.onScreen(name), hex);
}

/** The first of these hexes that can be brought into sight with nothing lying over it: where it is. */
export async function showAny(page, hexes) {
  for (const hex of hexes) {
    const spot = await show(page, hex);
    if (await page.evaluate(({ x, y }) => Boolean(document.elementFromPoint(x, y)?.closest('.map')), spot)) return { hex, ...spot };
  }
  throw new Error('no hex can be seen');
}

/** Where hexes are on the screen. */
export const onScreen = (page, hex) => page.evaluate((name) => (/** @type {any} */ (window)).longroll.board.onScreen(name), hex);

/** The hexes that the keys go through. */
const stations = (page) => page.evaluate(() => (/** @type {any} */ (window)).longroll.stations().slice(0, 40).map((x) => x.hex));

/** Counters that may march: their hex, their stops, a hex that they cannot reach though it is not far. */
export const marchers = (page, most = 6) => page.evaluate(async (n) => {
  const table = (/** @type {any} */ (window)).longroll;
  const found = [];
  const onMap = (table.shown.subjects ?? []).filter((x) => x.target.kind === 'piece' && table.board.pieces.find((p) => p.id === x.target.at)?.hex && table.visible(x.target));
  for (const subject of onMap) {
    if (found.length >= n) break;
    const hex = table.board.pieces.find((p) => p.id === subject.target.at).hex;
    const choices = await table.legal(subject);
    const stops = choices.filter((c) => c.target.kind === 'hex' && (c.path?.length ?? 0) > 1 && !table.enemyIn(c.target.at) && choices.filter((o) => o.target.at === c.target.at).length === 1);
    if (stops.length < 2) continue;
    const lit = new Set(choices.map((c) => c.target.at));
    // A ring round what it can reach.
    const beyond = [...new Set(stops.flatMap((c) => table.board.neighbours(c.target.at)))].filter((x) => !lit.has(x) && x !== hex && !table.board.pieces.some((p) => p.hex === x));
    found.push({ piece: subject.target.at, hex, stops: stops.map((c) => ({ hex: c.target.at, path: c.path })), beyond });
  }
  return found;
}, most);

/** Clicks a counter, in its stack again and again, until exactly it is in hand. */
export async function take(page, piece, hex) {
  const spot = await show(page, hex);
  const held = () => page.evaluate(() => (/** @type {any} */ (window)).longroll.held());
  if ((await held()) !== null) await page.keyboard.press('Escape');
  for (let i = 0; i < 16; i++) {
    const was = await held();
    // A fanned stack shows each counter by itself.
    const [own] = (await inSight(page, '.layer-fan .counter')).filter((c) => c.piece === piece);
    await page.mouse.click(own?.x ?? spot.x, own?.y ?? spot.y);
    await until(page, (before) => { const now = (/** @type {any} */ (window)).longroll.held(); return now !== null && now !== before; }, was, 1500).catch(() => {});
    if ((await held()) === piece) return true;
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
  for (const stop of spots.filter(({ spot }) => spot.x > map.x + 80 && spot.y > map.y + 30 && spot.x < map.x + map.width - 40 && spot.y < map.y + map.height * 0.7)) {
    if (await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('.map') !== null && !document.elementFromPoint(x, y)?.closest('.counter'), stop.spot)) free.push(stop);
    if (free.length > 6) break;
  }
  assert.ok(free.length, 'a hex to march to is in sight');
  return free[Math.floor(free.length / 2)];
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
      const table = (/** @type {any} */ (window)).longroll;
      return table.shown.length !== n.length || !table.popup.hidden || (table.subject?.label ?? null) !== n.held || document.querySelector('.toast.on.no') || !table.curtain.hidden;
    }, now, 8000).catch(() => {});
    await ready(page);
    return word;
  };
  if (await button('.warning:not([hidden]) .primary')) return did('warned');
  if (await button('.popup:not([hidden]) button')) return did('popup');
  if (now.held) {
    for (const spot of [...(await inSight(page, '.layer-stacks .counter.pick:not(.under)')), ...(await inSight(page, '.layer-lit:not(.faint) .stop'))].slice(0, 1)) {
      await page.mouse.click(spot.x, spot.y);
      return did('choice');
    }
    if (await button('.tray-panel:not([hidden]) .row button')) return did('panel');
    const hexes = await stations(page);
    if (hexes.length) {
      const spot = await showAny(page, hexes);
      await page.mouse.click(spot.x, spot.y);
      return did('far choice');
    }
    await page.keyboard.press('Escape');
    return 'let go';
  }
  if (await button('.tray-panel:not([hidden]) .row button.primary')) return did('panel');
  // Some questions are better not passed by.
  const keen = seen.keen?.test(now.prompt) && !seen.has(now.prompt);
  if (keen) {
    seen.add(now.prompt);
    if (await button('.tray-panel:not([hidden]) .cards-row button')) return did('card');
    const hexes = await stations(page);
    if (hexes.length) {
      const spot = await showAny(page, hexes);
      await page.mouse.click(spot.x, spot.y);
      return did('keen');
    }
  }
  const refused = seen.has(now.prompt) && !seen.keen?.test(now.prompt);
  if (!refused && (await button('.buttons button[data-finish]'))) {
    const word = await did('finish');
    if ((await state(page)).length === now.length) seen.add(now.prompt);
    return word;
  }
  if (await button('.tray-panel:not([hidden]) .cards-row button')) return did('card');
  // Without a way to finish, whatever waits off the map must come on first.
  if (!(await page.locator('.buttons button[data-finish]').count()) && (await button('.shelf:not([hidden]) .loose'))) return did('shelf');
  for (const spot of [...(await inSight(page, '.layer-lit .subject.enemy')), ...(await inSight(page, '.layer-stacks .counter.can:not(.under)')), ...(await inSight(page, '.layer-lit .subject'))].slice(0, 1)) {
    await page.mouse.click(spot.x, spot.y);
    return did('subject');
  }
  if (await button('.buttons button.primary')) return did('button');
  if (await button('.buttons button:not(.quiet)')) return did('button');
  const hexes = await stations(page);
  if (!hexes.length) return 'nothing';
  const spot = await showAny(page, hexes);
  await page.mouse.click(spot.x, spot.y);
  return did('far subject');
}

/** Does one thing of whatever is asked, by keys alone. */
export async function actByKey(page, seen) {
  const now = await state(page);
  const settle = async () => {
    await until(page, (n) => {
      const table = (/** @type {any} */ (window)).longroll;
      return table.shown.length !== n.length || !table.popup.hidden || !table.warning.hidden || (table.subject?.label ?? null) !== n.held || document.querySelector('.toast.on.no') || !table.curtain.hidden;
    }, now, 6000).catch(() => {});
    await ready(page);
  };
  const has = (selector) => page.evaluate((wanted) => document.querySelector(wanted) !== null, selector);
  if (await has('.warning:not([hidden])')) {
    await page.keyboard.press('f');
    await settle();
    return 'warned';
  }
  if (await has('.popup:not([hidden])')) {
    await page.keyboard.press('Enter');
    await settle();
    return 'popup';
  }
  if (await has(now.held ? '.tray-panel:not([hidden]) .row button' : '.tray-panel:not([hidden]) .row button.primary')) {
    await page.keyboard.press('b');
    await page.keyboard.press('Enter');
    await settle();
    return 'panel';
  }
  if (now.held === null && !seen.has(now.prompt) && (await has('.buttons button[data-finish]'))) {
    await page.keyboard.press('f');
    await settle();
    if ((await state(page)).length === now.length && !(await has('.warning:not([hidden])'))) seen.add(now.prompt);
    return 'finish';
  }
  const stations = await page.evaluate(() => (/** @type {any} */ (window)).longroll.stations().length);
  if (now.held === null && !(await has('.buttons button[data-finish]')) && (await has('.shelf:not([hidden]) .loose'))) {
    await page.keyboard.press('b');
    await page.keyboard.press('Enter');
    await settle();
    return 'shelf';
  }
  if (stations > 0) {
    await page.locator('.map').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await settle();
    return now.held ? 'choice' : 'subject';
  }
  if (await has('.tray-panel:not([hidden]) button:not(.rule)')) {
    await page.keyboard.press('b');
    await page.keyboard.press('Enter');
    await settle();
    return 'card';
  }
  // Whatever else is a button is reached with Tab.
  await page.locator('.buttons button').first().focus();
  await page.keyboard.press('Enter');
  await settle();
  return 'button';
}

/**
 * Plays with one of the two hands until a test of the state holds. Where the hand gets nowhere, it asks for nothing cleverer: it fails.
 */
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
    trail.push(await hand(page, seen));
    if (process.env.TRAIL) console.log(Date.now() % 1e6, trail.at(-1), (await state(page)).prompt);
  }
  const now = await state(page);
  throw new Error(`got nowhere in ${most} steps: ${now.prompt} [${trail.slice(-30).join(', ')}]`);
}
