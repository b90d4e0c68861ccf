// At a table of the house: the clocks, what the players have offered each other, words, a note of one's own. It stands beside the map.

import { html, render, useEffect, useRef, useState } from '../vendor/preact.js';
import { ask, span } from './api.js';
import { because, typed } from './entrance.js';
import { later } from './find.js';

const OFFERS = /** @type {Record<string, [string, string]>} */ ({ draw: ['Offer a draw', 'a draw'],
  'take-back': ['Ask to take back', 'to take back'],
  pause: ['Ask for a pause', 'to stop the clocks'], 'call-off': ['Offer to call it off', 'to call it off'],
  'stand-in': ['Ask that a computer plays on for me', 'that a computer plays on, unrated'] });
const SIDES = ['union', 'confederate'];

/** @param {number} ms */
function clock(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** What a side's clock shows. @param {any} game @param {number} side @param {number} now */
export function shows(game, side, now) {
  if (!game.clock) return '';
  const { asked, since, left, stopped } = game.clock;
  if (game.pace.kind === 'free') return '';
  const used = asked[side] && !stopped && !game.end ? now - since : 0;
  if (game.pace.kind === 'live') return clock(left[side] - used);
  const rest = game.pace.hours * 3_600_000 - used;
  if (!asked[side] || game.end) return `${span(left[side])} in the bank`;
  if (rest >= 0) return `${span(rest)}, then ${span(left[side])} in the bank`;
  return left[side] + rest >= 0 ? `${span(left[side] + rest)} of the bank` : 'out of time';
}

/** Whether the clock of a side has run out. @param {any} game @param {number} side @param {number} now */
export const lapsed = (game, side, now) =>
  !game.end && !!game.clock && game.clock.asked[side] && !game.clock.stopped && game.deadline !== null && game.deadline < now;

/**
 * The clocks in one line, for screens on which the panels are a drawer; it opens it.
 * @param {{ game: any, now: number, news: string }} props
 */
const Strip = ({ game, now, news }) => html`<button class="clock-strip ${news ? 'news' : ''}"
  onClick=${() => document.body.classList.add('drawer')} title="Clocks, offers and words">${SIDES.map((side, i) => html`<span
    key=${side} class="${side} ${game.clock?.asked[i] && !game.end ? 'asked' : ''}"><b>${game.players[i].name}</b>
    ${' '}<span class="time">${game.clock?.stopped ? 'stopped' : brief(shows(game, i, now))}</span></span>`)}
    ${news && html`<span class="what">${news}</span>`}</button>`;

/** As short as a small screen needs it. @param {string} time */
const brief = (time) => time.replace(/, then .*/, '').replace(' in the bank', '').replace(' of the bank', '');

/**
 * Where the clocks stand on a small screen, what shows the game from an entry of its journal on, and how long that is.
 * @typedef {{ strip: Element | null, film: (entry: number) => void, length: () => number }} Around
 */

/** @param {{ table: string, heard: { tell: (message: any) => void }, around: Around }} props */
function Seat({ table, heard, around: { strip, film, length } }) {
  const [state, setState] = useState(/** @type {any} */ (null));
  const [offset, setOffset] = useState(0);
  const [, tick] = useState(0);
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const [error, setError] = useState('');
  const lines = useRef(/** @type {HTMLElement | null} */ (null));
  const [since, setSince] = useState(0);
  const look = () => ask('game', { table }).then((s) => {
    if (!s.game) return;
    setState(s);
    setSince(s.game.seen ?? 0);
    setNote(s.note ?? '');
    setOffset(s.now - Date.now());
  }, () => {});
  useEffect(() => {
    void look();
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  heard.tell = (message) => {
    if (message.game) setState((/** @type {any} */ s) => s && ({ ...s, game: { ...message.game, side: s.game.side } }));
    if (message.said) setState((/** @type {any} */ s) => s && ({ ...s, said: [...s.said.filter((/** @type {any} */ l) =>
      l.number !== message.said.number), message.said] }));
    if (message.now) setOffset(message.now - Date.now());
  };
  useEffect(() => { lines.current?.scrollTo(0, lines.current.scrollHeight); }, [state?.said?.length]);
  const read = useRef(-1);
  useEffect(() => {
    if (!strip || !state) return;
    if (read.current < 0 || document.body.classList.contains('drawer')) read.current = state.said.length;
    const mine = SIDES.indexOf(state.game.side);
    const offers = mine >= 0 && !state.game.end ? state.game.offers[1 - mine] : [];
    const words = state.said.length - read.current;
    const news = offers.length > 0 ? `offers ${OFFERS[offers[0]][1]}` : words > 0 ? `${words} new ${words > 1 ? 'words' : 'word'}` : '';
    render(html`<${Strip} game=${state.game} now=${Date.now() + offset} news=${news} />`, strip);
  });
  useEffect(() => () => { if (strip) render(null, strip); }, []);
  if (!state) return null;
  const { game, said } = state;
  const now = Date.now() + offset;
  const own = SIDES.indexOf(game.side);
  const act = (/** @type {string} */ what, /** @type {any} */ body = {}) => ask(what, { table, ...body }).then((answer) => {
    setError('');
    if (answer.game) setState((/** @type {any} */ s) => ({ ...s, game: answer.game }));
    return answer;
  }, (e) => setError(because(e)));
  const say = (/** @type {Event} */ e) => {
    e.preventDefault();
    if (text.trim()) void act('say', { text }).then((done) => { if (done) { setText(''); heard.tell(done); } });
  };
  const offered = own >= 0 ? game.offers[1 - own] : [];
  const mine = own >= 0 ? game.offers[own] : [];
  const other = own >= 0 && game.players[1 - own].id;
  return html`<section class="house-seat" aria-label="The players">
    <ul class="clocks">${SIDES.map((side, i) => html`<li key=${side} class="${side} ${game.clock?.asked[i] && !game.end ? 'asked' : ''}">
      <b>${game.players[i].name}</b>
      <span class="time">${game.clock?.stopped ? 'stopped' : shows(game, i, now)}</span></li>`)}</ul>
    ${own < 0 && game.delay > 0 && !game.end && html`<p role="status">You see this game ${later(game.delay)} than its players, as they
      wish. When it is over you see everything.</p>`}
    ${game.end && html`<p role="status"><b>${game.end.text}</b></p>`}
    ${since > 0 && length() > since && html`<p><button
      onClick=${() => { setSince(0); film(since); }}>What happened since you were here</button></p>`}
    ${!game.end && SIDES.map((side, i) => game.stand_in?.[i] && html`<p key=${side} role="status">
      A computer plays on for ${game.players[i].name}.
      ${i === own && html`<button onClick=${() => act('play-on')}>Play on myself</button>`}</p>`)}
    ${own >= 0 && !game.end && html`
      ${lapsed(game, 1 - own, now) && html`<p><button class="primary" onClick=${() =>
        act('claim')}>Claim the game: their time is out</button></p>`}
      ${game.clock?.stopped && html`<p>The clocks are stopped. <button onClick=${() => act('go-on')}>Go on</button></p>`}
      ${offered.map((/** @type {string} */ o) => html`<p key=${o} role="status">${game.players[1 - own].name} offers ${OFFERS[o][1]}.
        <button class="primary" onClick=${() => act('offer', { offer: o })}>Agree</button> <button class="quiet" onClick=${() =>
          act('decline', { offer: o })}>No</button></p>`)}
      ${other && html`<details class="offers"><summary>Offer something</summary><div class="row">${Object.entries(OFFERS).map(([o,
        [title]]) =>
        mine.includes(o) ? html`<button key=${o} class="quiet" onClick=${() => act('decline', {
          offer: o })}>No longer ${OFFERS[o][1]}</button>`
          : html`<button key=${o} class="quiet" onClick=${() => act('offer', { offer: o })}>${title}</button>`)}</div></details>`}`}
    ${own >= 0 && game.end && other && html`<p><button onClick=${() => act('rematch').then((d) =>
      d && setError('The other is asked for a rematch, with sides changed.'))}>
      Rematch, sides changed</button></p>`}
    ${error && html`<p role="status">${error}</p>`}
    <details class="talk" open=${said.length > 0}><summary>Words (${said.length})</summary>
      <ol class="said" ref=${lines} tabindex="0" aria-label="What was said">${said.map((/** @type {any} */ l) => html`<li
        key=${l.number}><b>${l.name}</b> ${l.text}</li>`)}</ol>
      <form class="say" onSubmit=${say}><input aria-label="Say something" maxlength="500" value=${text} onInput=${typed(setText)} />
        <button>Say</button></form></details>
    ${state.note !== null && html`<details class="notes-own" open=${note !== ''}><summary>Your note</summary><textarea
      aria-label="A note that nobody else reads" rows="3" value=${note}
      onInput=${typed(setNote)} onBlur=${() => act('note', { text: note })}></textarea></details>`}
  </section>`;
}

/**
 * Puts what the house knows of a table beside the map, if it is one of its own. Answers who hears its news, and closes it.
 * @param {string} table
 * @param {HTMLElement} side
 * @param {Around} around
 */
export function sitDown(table, side, around) {
  const heard = { tell: (/** @type {any} */ _message) => {} };
  const place = side.appendChild(document.createElement('div'));
  place.className = 'house-place';
  render(html`<${Seat} table=${table} heard=${heard} around=${around} />`, place);
  return { hear: (/** @type {any} */ message) => heard.tell(message), close: () => { render(null, place); place.remove(); } };
}
