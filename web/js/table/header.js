// The line at the top: who is asked for what, at most two buttons, and a menu for the rest.

import { capital, sideName } from '../dom.js';
import { Explained, useGlossary } from '../side/glossary.js';
import { askedSide, useStore } from '../store.js';
import { html, useEffect, useState } from '../vendor/preact.js';
import { IconButton, Sign, below } from './bits.js';
import { answers, declines, desk, isQuestion } from './reading.js';

/** What people call a computer player. @param {string} level */
const levelName = (level) => `computer (${level.replace('+', ', ')})`;

/** A prompt of more letters than this is set smaller, so that all of it can be read. */
const LONG = 130;

/** Who is waited for, in words. @param {TableState} state */
function waiting(state) {
  const { news, about, thinking, here } = state;
  if (!news || !about) return 'Taking a seat …';
  const { lesson } = state;
  if (lesson?.phase === 'done' || lesson?.phase === 'lost') return lesson.puzzle ? 'The puzzle is over.' : 'The lesson is over.';
  const { actor, awaited } = news.actor;
  if (actor === 'chance') return 'The dice are thrown …';
  const sides = actor === 'both' ? awaited ?? [] : actor === 'over' ? [] : [actor];
  const [side] = sides.filter((s) => !state.own.includes(s));
  if (!side) return news.actor.prompt;
  const sitter = about.seats[side === 'union' ? 0 : 1];
  if (news.view.pieces.some((p) => p.side === side && p.off === 'to be set up')) return `The ${sideName(side)} side sets up …`;
  const { phase } = news.view;
  if (sitter.kind === 'computer' || thinking) return `The ${sideName(side)} side is thinking${phase && ` (${phase})`} …`;
  return here[side] ? `The ${sideName(side)} side has to decide …` : `Waiting for the ${sideName(side)} side, which is not here …`;
}

/** Whether a film shows what has led to somebody else's decision: nothing is ours to do then. @param {TableState} state */
const passing = ({ mode, ...state }) => mode.kind === 'film' &&
  (mode.foreign || askedSide({ ...state, mode, news: mode.newest }) === null);

/** What the line at the top says. @param {TableState} state */
export function promptOf(state) {
  const { news, mode, gone } = state;
  if (gone) return `This table cannot be opened: ${gone}.`;
  if (mode.kind === 'replay') {
    const { frame } = mode.past;
    return frame.told.map((x) => x.text).join(' ') || (frame.step === 0 ? 'The start of the game.' : 'Nothing to be seen.');
  }
  if (!news) return 'Taking a seat …';
  if (mode.kind === 'film' && mode.foreign && mode.caption) return mode.caption;
  if (mode.kind === 'film' && passing(state) && state.seat !== 'spectator') return waiting({ ...state, news: mode.newest });
  if (news.actor.actor === 'over') return news.actor.outcome?.text ?? 'The game is over.';
  if (state.seat === 'spectator' || askedSide(state)) return news.actor.prompt || news.view.prompt;
  return waiting(state);
}

/** How long a computer has thought. @param {{ since: number }} props */
function Clock({ since }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return html`<span class="elapsed">${Math.max(0, Math.round((performance.now() - since) / 1000))} s</span>`;
}

/** @param {{ state: TableState }} props */
function Seats({ state }) {
  const { about, own, here } = state;
  if (!about) return null;
  const seat = (/** @type {Side} */ side, /** @type {Sitter} */ sitter) => {
    const who = own.includes(side) ? 'you' : sitter.kind === 'computer' ? levelName(sitter.level) : here[side] ? 'here' : 'not here';
    return html`<span class="seat ${side}"><i></i>${sideName(side)}: ${who}</span>`;
  };
  return html`<div class="seats"><span class="scenario">${about.scenario_title || about.title}</span>
    ${seat('union', about.seats[0])}${seat('confederate', about.seats[1])}</div>`;
}

/** Whether a button may draw the eye: not one that gives something up, nor one that is beside the point. @param {{ role: Role }} x */
const leads = (x) => !declines(x) && !['destroy', 'build', 'form', 'hide', 'place'].includes(x.role);

/** The buttons of what is asked: a verb, and what ends it. @param {{ state: TableState, page: import('../table.js').TablePage }} props */
function Buttons({ state, page }) {
  const { news, mode } = state;
  if (state.gone) return html`<div class="buttons"><a class="button primary" href="#/">To the lobby</a></div>`;
  if (!news || mode.kind === 'replay' || passing(state)) return null;
  const still = mode.kind === 'film' || state.busy;
  const { verbs, endings, lists } = desk(news, (hex) => page.board.hexes.has(hex));
  /** @type {(Entry & { role: Role })[]} */
  const entries = [
    ...lists.map((x) => ({ label: x.label, note: x.note, role: x.role,
      does: (/** @type {Spot} */ spot) => void page.hand.take(x, false, spot) })),
    ...[...answers(news), ...verbs, ...endings].map((c) =>
      ({ label: c.label, note: c.note, role: c.role, does: () => void page.deeds.commit(c) })),
  ];
  const opens = (/** @type {(spot: Spot) => void} */ does) => (/** @type {MouseEvent} */ e) =>
    does(below(/** @type {Element} */ (e.currentTarget)));
  // What ends something is always at hand; of the others as many as fit, the rest in a menu.
  const last = entries.slice(-1);
  const rest = entries.slice(0, -1);
  const shown = rest.length <= 1 ? [...rest, ...last] : last;
  const more = rest.length <= 1 ? [] : rest;
  return html`<div class="buttons" role="group" aria-label="What can be done">
    ${mode.kind === 'hand' && html`<button class="quiet held" title="Let go (Esc)" onClick=${() => page.hand.letGo()}>
      <${Sign} name="close" /><span>${mode.able.label}${mode.company.length > 0 && ` and ${mode.company.length} more`}</span></button>`}
    ${more.length > 0 && html`<button aria-haspopup="menu" disabled=${still}
      onClick=${opens((spot) => page.hand.ask('More', more, spot))}>More …</button>`}
    ${shown.map((x, i) => html`<button key=${x.label} class=${i === shown.length - 1 && leads(x) ? 'primary' : ''} disabled=${still}
      data-role=${x.role} title=${[x.role === 'finish' ? `${x.label} (F)` : x.label, x.note].filter(Boolean).join(': ')}
      onClick=${opens(x.does)}>${capital(x.label)}</button>`)}
    ${(news.asides?.length ?? 0) > 0 && html`<button class="quiet" aria-haspopup="menu" disabled=${still}
      title="What the rules let you do between any two decisions (O)"
      onClick=${opens((spot) => page.outOfTurn(spot))}>${askedSide(state) ? 'You may also …' : 'Out of turn …'}</button>`}
    ${isQuestion(news) && html`<label class="standing" title="Whenever this is asked again in this game, your answer is given for you">
      <input type="checkbox" checked=${state.standing} onChange=${(/** @type {any} */ e) => page.store.set({ standing: e.target.checked })}
        />Always answer so</label>`}
  </div>`;
}

/**
 * The film of what others did can be halted, stepped through, hurried.
 * @param {{ state: TableState, page: import('../table.js').TablePage }} props
 */
function FilmBar({ state, page }) {
  const { mode } = state;
  if (mode.kind !== 'film' || !mode.foreign) return null;
  const { film } = page.stage;
  return html`<div class="film-bar" role="group" aria-label="The film">
    <${IconButton} name=${mode.paused ? 'play' : 'pause'} title=${mode.paused ? 'Go on (Space)' : 'Halt (Space)'}
      does=${() => page.pause()} />
    <${IconButton} name="on" title="One scene (.)" does=${() => film.step()} />
    ${mode.hurried ? html`<button class="quiet" title="This is long and shown quickly; see all of it at ease"
      onClick=${() => page.stage.film.ease()}>Watch all</button>`
      : html`<button class="quiet" title="How fast" onClick=${() => page.faster()}>${state.settings.speed || 8}×</button>`}
    <button class="skip" title="Skip to the end of the film (S)" onClick=${() => film.skip()}>Skip<${Sign} name="skip" /></button>
  </div>`;
}

/** @param {{ page: import('../table.js').TablePage }} props */
export function Header({ page }) {
  const state = useStore(page.store, (s) => s);
  const { news, thinking, mode } = state;
  const asked = askedSide(state) !== null && !passing(state) && mode.kind !== 'replay';
  const prompt = promptOf(state);
  const words = useGlossary(state.about?.game);
  const at = mode.kind !== 'replay' && state.seat !== 'spectator' && news?.actor.actor !== 'over';
  return html`<header class="top">
    <a class="home" href="#/" title="To the lobby" aria-label="To the lobby"><${Sign} name="lobby" /></a>
    <div class="ask ${asked ? 'asked' : ''} ${prompt.length > LONG ? 'long' : ''}">
      <h1 class="prompt" title=${prompt}>${asked ? html`<${Explained} text=${prompt} words=${words} acts=${page.acts} />` : prompt}</h1>
      <${Seats} state=${state} /></div>
    <div class="clock-slot"></div>
    <div class="acts">
      ${thinking && !asked && mode.kind !== 'replay' &&
        html`<div class="thinking"><i class="drum" aria-hidden="true"></i><${Clock} since=${thinking.since} />
        <button title="Let it decide with what it has (N)" onClick=${() => page.deeds.hurry()}>Move now</button></div>`}
      <${Buttons} state=${state} page=${page} /><${FilmBar} state=${state} page=${page} />
      <span class="tools">
        ${at && html`<${IconButton} name="undo" title="Take back (U)" disabled=${!news?.undo && mode.kind === 'looking'}
          does=${() => page.undo()} />`}
        ${at && news?.redo && html`<${IconButton} name="redo" title="Do again (Shift + U)" does=${() => void page.deeds.redo()} />`}
        ${at && html`<${IconButton} name="hint" title="Hint: what would the computer do? (G)" does=${() => void page.deeds.hint()} />`}
        <${IconButton} name="more" title="Menu (?)" does=${() => page.menu()} />
        <span class="to-panels"><${IconButton} name="panels" title="Panels" does=${() => document.body.classList.toggle('drawer')} /></span>
      </span>
    </div>
  </header>`;
}
