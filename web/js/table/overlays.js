// What stands over the map for a moment: a line with a refusal, a question which of several, dice, what lies in a hex, a curtain.

import { inWords } from '../counters.js';
import { capital, sentence, sideName } from '../dom.js';
import { STILL } from '../still.js';
import { shownView, useStore } from '../store.js';
import { html, useEffect, useLayoutEffect, useRef, useState } from '../vendor/preact.js';
import { Die, FirstButton, IconButton, Rule } from './bits.js';
import { declines, hexOf, onMap } from './reading.js';
import { effects, terrainChart } from './terrain.js';

/** @typedef {import('../table.js').TablePage} Page */

/**
 * Puts a box beside a point of the screen, wholly inside the map.
 * @param {HTMLElement | null} box
 * @param {number} x
 * @param {number} y
 * @param {number} gap
 */
function beside(box, x, y, gap) {
  const stage = box?.parentElement?.getBoundingClientRect();
  if (!box || !stage) return;
  const [w, t] = [box.offsetWidth, box.offsetHeight];
  const left = x - stage.left + gap + w > stage.width ? x - stage.left - w - gap : x - stage.left + gap;
  box.style.left = `${Math.max(4, Math.min(stage.width - w - 4, left))}px`;
  box.style.top = `${Math.max(4, Math.min(stage.height - t - 4, y - stage.top + gap))}px`;
}

/**
 * Puts a box into the corner of the map where it covers least of what can be clicked, and nothing round the hex it is about.
 * @param {HTMLElement | null} box
 * @param {import('../board.js').Board} board
 * @param {string} hex
 */
function apart(box, board, hex) {
  const about = board.onScreen(hex);
  const stage = box?.parentElement?.getBoundingClientRect();
  if (!box || !stage || !about) return;
  const { lights, pieces } = board;
  const acting = pieces.filter((p) => lights.pieces.has(p.id) || lights.picks.has(p.id)).map((p) => p.hex ?? '');
  const lit = [...lights.stops.keys(), ...lights.hexes, ...acting].map((name) => board.onScreen(name)).filter((p) => p !== null);
  const [w, t, near] = [box.offsetWidth, box.offsetHeight, 190 * board.k];
  const covers = (/** @type {{ x: number, y: number }} */ corner, /** @type {{ x: number, y: number }} */ p, /** @type {number} */ pad) =>
    p.x > stage.left + corner.x - pad && p.x < stage.left + corner.x + w + pad &&
    p.y > stage.top + corner.y - pad && p.y < stage.top + corner.y + t + pad;
  const [right, foot] = [stage.width - w - 10, stage.height - t - 10];
  const corners = [{ x: 10, y: foot }, { x: right, y: foot }, { x: 10, y: 10 }, { x: right, y: 10 }];
  const beside = [...(box.parentElement?.querySelectorAll('.horizon button, .minimap') ?? [])].map((e) => e.getBoundingClientRect())
    .filter((b) => b.width > 0).map((b) => ({ x: b.x + b.width / 2, y: b.y + b.height / 2, half: b.width / 2 }));
  const cost = (/** @type {{ x: number, y: number }} */ corner) => (covers(corner, about, near) ? 1000 : 0) +
    lit.filter((p) => covers(corner, p, 20 * board.k)).length + 2 * beside.filter((p) => covers(corner, p, p.half)).length;
  const best = corners.reduce((a, b) => (cost(b) < cost(a) ? b : a));
  box.style.left = `${Math.max(4, best.x)}px`;
  box.style.top = `${Math.max(4, best.y)}px`;
}

/** Puts a box right below a button, wholly inside the window. @param {HTMLElement} box @param {Spot} spot */
function under(box, spot) {
  box.style.left = `${Math.max(4, Math.min(innerWidth - box.offsetWidth - 8, spot.x))}px`;
  box.style.top = `${Math.max(4, Math.min(innerHeight - box.offsetHeight - 8, spot.y))}px`;
}

/**
 * One line over the map; a refusal stays longer. What passes by itself has nothing to press, for it may lie over what can be touched.
 * @param {{ page: Page }} props
 */
export function Toast({ page }) {
  const notice = useStore(page.store, (s) => s.notice);
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => { if (page.store.state.notice === notice) shut(); }, notice.act ? 30_000 : notice.no ? 9000 : 3500);
    return () => clearTimeout(timer);
  }, [notice]);
  const shut = () => page.store.set({ notice: null, hint: null });
  return html`<div class="toast ${notice ? 'on' : ''} ${notice?.no ? 'no' : ''}" role=${notice?.no ? 'alert' : 'status'}>${notice && html`
    <span>${notice.text}</span>${notice.rule && html`<${Rule} rule=${notice.rule} acts=${page.acts} />`}
    ${notice.act && html`<button class="primary" onClick=${notice.act.does}>${notice.act.label}</button>`}
    ${(notice.no || notice.act) && html`<${IconButton} name="close" title="Close" does=${shut} />`}`}</div>`;
}

/** Several things can be done: which? @param {{ page: Page }} props */
export function Which({ page }) {
  const mode = useStore(page.store, (s) => s.mode);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (mode.kind !== 'which' || !box.current) return;
    const stage = box.current.parentElement?.getBoundingClientRect();
    const spot = mode.at ?? (stage && { x: stage.left + stage.width / 2 - box.current.offsetWidth / 2, y: stage.top + 20 });
    if (mode.at?.button) under(box.current, mode.at);
    else if (spot) beside(box.current, spot.x, spot.y, mode.at ? 22 : 0);
    box.current.querySelector('button')?.focus({ preventScroll: true });
  }, [mode]);
  if (mode.kind !== 'which') return null;
  const spot = mode.at ?? { x: 0, y: 0 };
  return html`<div class="popup ${mode.at?.button ? 'under' : ''}" role="menu" aria-label=${mode.title || 'Which'}
    ref=${box}>${mode.entries.map((x) => {
    const look = () => page.board.showPath(x.path ?? []);
    return html`<button role="menuitem" onMouseEnter=${look} onFocus=${look} onClick=${() => x.does(spot)}>
      <span>${x.label}</span>${x.note && html`<small>${x.note}</small>`}</button>`;
  })}</div>`;
}

/** What is left undone, before a phase is finished. @param {{ page: Page }} props */
export function Unfinished({ page }) {
  const mode = useStore(page.store, (s) => s.mode);
  if (mode.kind !== 'finish') return null;
  const gives = declines(mode.choice);
  const words = capital(mode.choice.label);
  const title = gives ? `${words}?` : 'Left undone';
  const does = () => void page.deeds.apply(mode.choice);
  return html`<div class="warning" role="alertdialog" aria-label=${title}><b>${title}</b>
    <ul>${mode.left.map(({ text, hexes }) =>
      html`<li>${hexes.length ? html`<button class="link" title="Show on the map" onClick=${() => page.acts.look(hexes)}>${text}</button>`
        : text}</li>`)}</ul>
    <div class="row">${gives ? html`<button class="primary" onClick=${does}>${words} <kbd>F</kbd></button>
      <${FirstButton} class="plain" does=${() => page.escape()}>Go back <kbd>Esc</kbd><//>`
      : html`<${FirstButton} does=${does}>${words} anyway <kbd>F</kbd><//>
        <button onClick=${() => page.escape()}>Go back <kbd>Esc</kbd></button>`}
    </div></div>`;
}

/** @param {{ page: Page }} props */
export function Dice({ page }) {
  const cast = useStore(page.store, (s) => s.cast);
  const { dice, speed } = page.store.state.settings;
  if (!cast) return null;
  return html`<div key=${cast.number} class="dice on ${dice === 'instant' || speed === 0 ? 'instant' : ''}" aria-hidden="true">
    <div class="thrown">${cast.values.map((value, i) => html`<${Die} key=${i} value=${value} />`)}</div><p>${cast.text}</p></div>`;
}

/** @param {{ page: Page }} props */
export function Banner({ page }) {
  const banner = useStore(page.store, (s) => s.banner);
  return banner && html`<div key=${banner.number} class="banner on" aria-hidden="true">${banner.text}</div>`;
}

/** What lies in a hex. @param {{ page: Page }} props */
export function Inspector({ page }) {
  const state = useStore(page.store, (s) => s);
  const [chart, setChart] = useState(/** @type {Chart | null} */ (null));
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const { inspected, about, mode } = state;
  useEffect(() => { if (about) void terrainChart(about).then(setChart); }, [about?.table]);
  useLayoutEffect(() => { if (inspected) apart(box.current, page.board, inspected.hex); });
  // What is lit may change after it was laid there.
  useEffect(() => {
    if (!inspected) return undefined;
    const soon = requestAnimationFrame(() => apart(box.current, page.board, inspected.hex));
    return () => cancelAnimationFrame(soon);
  }, [inspected, state.news, mode]);
  const view = shownView(state);
  const hex = inspected && page.board.hexes.get(inspected.hex);
  if (!hex || !view || ['confirm', 'which', 'finish'].includes(mode.kind)) return null;
  const choice = mode.kind === 'hand' ? mode.choices.find((c) => hexOf(c.target, view.pieces) === hex.hex) : undefined;
  // With a counter in hand only what helps to aim.
  const brief = mode.kind === 'hand' && !inspected.wanted;
  const pieces = brief ? [] : page.board.stack(hex.hex);
  const shades = brief ? [] : view.overlays.filter((o) => o.hexes.includes(hex.hex)).map((o) => o.label);
  const markers = brief ? [] : view.markers.filter((m) => m.hexes.includes(hex.hex)).map((m) =>
    (m.side ? `${m.label}: ${sideName(m.side)}` : m.label));
  const goals = (state.handout?.briefing.objectives ?? []).filter((o) => !brief && o.hexes.includes(hex.hex)).map((o) => o.label);
  return html`<div class="inspector" ref=${box}>
    <b>${[hex.hex, ...hex.places].join(' · ')}</b>
    <div>${capital(hex.terrain.length ? hex.terrain.join(', ') : 'clear')}${hex.roads.length > 0 && `; ${hex.roads.join(', ')}`}</div>
    ${!brief && html`<dl class="effects">${effects(chart, hex.terrain).map(([what, effect]) =>
      html`<dt>${what}</dt><dd>${effect}</dd>`)}</dl>`}
    ${choice && html`<div class="choice">${choice.label}${choice.note && ` (${choice.note})`}</div>`}
    ${pieces.length > 0 && html`<ul>${pieces.map((p) => html`<li class=${p.side}>${inWords(p)}</li>`)}</ul>`}
    ${[...shades, ...markers, ...goals].map((text) => html`<div class="dim">${text}</div>`)}
    ${!brief && state.handout?.lines_of_fire && html`<div class="dim key-hint"><kbd>V</kbd> line of fire from here</div>`}
  </div>`;
}

/** What can be done in a hex, by right click or a long press. @param {{ page: Page }} props */
export function HexMenu({ page }) {
  const menu = useStore(page.store, (s) => s.menu);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (menu?.kind !== 'hex') return;
    beside(box.current, menu.x, menu.y, 4);
    box.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [menu]);
  if (menu?.kind !== 'hex') return null;
  const { hex } = menu;
  const close = (/** @type {() => void} */ does) => () => { page.store.set({ menu: null }); does(); };
  const able = page.hand.free ? page.hand.ableIn(hex) : [];
  const held = page.hand.mode.kind === 'hand' ?
    page.hand.mode.choices.filter((c) => onMap(c.target) && hexOf(c.target, page.board.pieces) === hex) : [];
  return html`<div class="popup" role="menu" aria-label="In ${hex}" ref=${box}>
    ${held.map((c) => html`<button role="menuitem" onClick=${close(() => void page.hand.offer([c], hex))}>${c.label}</button>`)}
    ${able.map((x) => html`<button role="menuitem" onClick=${close(() => void page.hand.take(x, true))}>${x.label}</button>`)}
    ${page.board.stack(hex).length > 1 &&
      html`<button role="menuitem" onClick=${close(() => page.board.fan(hex))}>Spread the stack</button>`}
    <button role="menuitem" onClick=${close(() => page.inspect(hex))}>What lies in ${hex}?</button>
    ${page.store.state.handout?.lines_of_fire &&
      html`<button role="menuitem" onClick=${close(() => void page.deeds.sight(hex))}>Lines of fire from here</button>`}
  </div>`;
}

/** A friend who is not here yet; a table that is closed; a line that broke. @param {{ page: Page }} props */
export function Notes({ page }) {
  const state = useStore(page.store, (s) => s);
  const [shut, setShut] = useState(false);
  const { about, own, here, closed, line, full, seat, invitations } = state;
  const sides = /** @type {Side[]} */ (['union', 'confederate']);
  const absent = about && sides.find((side, i) => about.seats[i].kind === 'friend' && !own.includes(side) && !here[side]
    && (about.invited.includes(side) ? invitations[side] : page.keys[side]));
  return html`<div class="notes">
    ${absent && !shut && html`<div class="invite" role="group"
      aria-label="Your friend"><b>Send your friend this link to the ${sideName(absent)} seat:</b>
      <input readonly value=${page.address(absent)} aria-label="The link for your friend"
        onFocus=${(/** @type {any} */ e) => e.target.select()} />
      <button class="primary" onClick=${() => void page.invite(absent)}>Copy</button>
      ${invitations[absent] && html`<button title="The link that you have sent is void then" onClick=${() => void page.reinvite(absent)}>
        Another link</button>`}<${IconButton} name="close" title="Close"
        does=${() => setShut(true)} /></div>`}
    ${closed && html`<div class="invite" role="status"><span>${sentence(closed)}</span>
      ${seat !== 'spectator' && html`<button class="primary"
        onClick=${() => void page.acts.ask({ op: 'reopen' }).catch((e) => page.deeds.refused(e))}>Go on under the present rules</button>`}
      ${page.table === STILL ? html`<a class="button" href="#/">To the lobby</a>`
        : html`<button onClick=${() => page.acts.replay()}>Replay</button>`}</div>`}
    ${line === 'broken' && html`<div class="line-state broken" role="status">
      ${full ? sentence(full) : 'The line to the table broke; trying again …'}</div>`}
  </div>`;
}

/** @param {{ page: Page }} props */
export function Curtain({ page }) {
  const mode = useStore(page.store, (s) => s.mode);
  if (mode.kind !== 'curtain') return null;
  return html`<div class="curtain" role="dialog" aria-modal="true" aria-label="The table is covered"><h2>${sideName(mode.side)} to play</h2>
    <p>Hand over the table. Nothing of the other side shows when you go on.</p>
    <${FirstButton} class="primary big" does=${() => void page.stage.lift()}>I am the ${sideName(mode.side)} player<//></div>`;
}
