// How news are read: what lies on the map, what beside it, what ends a phase. Pure, and the same for every game.

import { askedSide } from '../store.js';

/** @param {Target} target */
export const onMap = (target) => target.kind === 'piece' || target.kind === 'hex' || target.kind === 'hexside';

/** Whether it lies on the table beside the map: a chit, a card, a die. @param {Target} target */
export const isCard = (target) => ['chit', 'card', 'box', 'die', 'space'].includes(target.kind);

/** @param {Target} a @param {Target} b */
export const sameTarget = (a, b) => a.kind === b.kind && JSON.stringify(a.at) === JSON.stringify(b.at);

/** @param {{ subject: unknown }} a @param {{ subject: unknown }} b */
export const sameSubject = (a, b) => a === b || JSON.stringify(a.subject) === JSON.stringify(b.subject);

/** The id of the counter that a target is, if it is one. @param {Target} target */
export const pieceOf = (target) => (target.kind === 'piece' ? target.at : null);

/** The hex that a target is or stands in, if it is on the map. @param {Target} target @param {Piece[]} pieces @returns {string | null} */
export function hexOf(target, pieces) {
  if (target.kind === 'hex') return target.at;
  if (target.kind === 'hexside') return target.at[0];
  return target.kind === 'piece' ? pieces.find((p) => p.id === target.at)?.hex ?? null : null;
}

/** The counters on the map that a card of a formation speaks for. @param {Able} able @param {Piece[]} pieces @param {Side | null} side */
export const members = ({ formation }, pieces, side) =>
  (formation === undefined ? [] : pieces.filter((p) => p.formation === formation && p.side === side && p.hex !== undefined));

/** What ends something: a phase, a step, one's right to act. @type {Role[]} */
const ENDS = ['finish', 'stay', 'pass'];

/** @param {{ role: Role }} thing */
export const ends = (thing) => ENDS.includes(thing.role);

/** Whose roles say who takes part. @type {Role[]} */
const TAKERS = ['include', 'exclude', 'join', 'widen'];

/** @param {{ role: Role }} thing */
export const takesPart = (thing) => TAKERS.includes(thing.role);

/** Guns that add their fire to the battle at hand, from where they stand: they take part like others. @param {Choice} choice */
const addsFire = (choice) => choice.role === 'fire' && choice.target.kind === 'piece' && !choice.dice;

/**
 * What is done by a click on the thing itself: there is one choice, it is about nothing else, and it is what the thing is for.
 * @param {Able} able
 * @param {Choice[]} choices
 */
export function direct(able, choices) {
  const [only] = choices;
  if (choices.length !== 1 || !only) return false;
  if (!onMap(able.target)) return !onMap(only.target);
  // Whoever clicks a brigade wants to look or to march, and not to break it up.
  if (able.role === 'form') return false;
  return sameTarget(only.target, able.target) && (only.role === able.role || takesPart(only));
}

/** What is laid on a hex or taken from it: whoever clicked may have meant a counter there. @type {Role[]} */
const LAID = ['place', 'build', 'destroy'];

/** Whether something on a hex would be done by mistake if one click did it. @param {Able} able */
export const rash = ({ target, role }) => target.kind === 'hex' && LAID.includes(role);

/**
 * @typedef {object} Desk  what stands beside the map
 * @property {Choice[]} verbs  buttons that do something
 * @property {Choice[]} endings  buttons that end something
 * @property {Able[]} lists  buttons that open: more than fits, or hexes to be chosen
 * @property {Choice[]} fights  the battle's own buttons
 * @property {Choice[]} setUps  ready set-ups
 * @property {Able[]} cards
 * @property {Able[]} takers  who may take part, or leave
 * @property {Able[]} wider  enemies that the battle at hand may take in too
 * @property {Able[]} battles  battles that may be decided
 * @property {Able[]} bearers  who could bear a loss
 * @property {Able[]} loose  counters off the map
 */

/** Sorts what can act by where it stands. @param {News | null} news @param {(hex: string) => boolean} isHex @returns {Desk} */
export function desk(news, isHex) {
  /** @type {Desk} */
  const all = { verbs: [], endings: [], lists: [], fights: [], setUps: [], cards: [], takers: [], wider: [], battles: [], bearers: [],
    loose: [] };
  const battle = Boolean(news?.view.battle);
  // Yes and no stand side by side.
  const asked = answers(news).length > 0;
  for (const able of news?.subjects ?? []) {
    const { target, choices } = able;
    if (isCard(target)) all.cards.push(able);
    else if (onMap(target)) {
      const hex = hexOf(target, news?.view.pieces ?? []);
      if (!hex || !isHex(hex)) all.loose.push(able);
      else if (choices ? choices.some((c) => (takesPart(c) && (battle || sameTarget(c.target, target))) ||
        (battle && addsFire(c) && sameTarget(c.target, target)))
        : takesPart(able)) all.takers.push(able);
      else if (battle && able.role === 'engage' && choices && direct(able, choices)) all.wider.push(able);
      else if (able.role === 'lose') all.bearers.push(able);
      else if (able.role === 'fight' && !battle) all.battles.push(able);
      if (battle && hex) all.fights.push(...(choices ?? []).filter((c) => !onMap(c.target)));
    } else if (choices && choices.every((c) => !onMap(c.target)) &&
      (choices.length <= 4 || choices.every((c) => c.target.kind === 'column'))) {
      for (const choice of choices) {
        if (choice.role === 'fight' || choice.role === 'fire' || choice.target.kind === 'column') all.fights.push(choice);
        else if (choice.role === 'set-up') all.setUps.push(choice);
        else if (choice.role === 'finish' || (ends(choice) && (asked || !battle))) all.endings.push(choice);
        else if (battle) all.fights.push(choice);
        else all.verbs.push(choice);
      }
    } else all.lists.push(able);
  }
  return all;
}

/** What is the only thing to be taken in hand, because it is about nothing but where it goes. @param {News} news @returns {Able | null} */
export function only(news) {
  const able = (news.subjects ?? []).filter((x) => onMap(x.target) || isCard(x.target));
  const [one] = able;
  const aimed = one?.choices?.some((c) => c.target.kind === 'hex' && !sameTarget(c.target, one.target) && !c.dice);
  if (able.length !== 1) return null;
  // A battle for which more could be called in than came with the news.
  if (!one.choices) return news.view.battle && one.role === 'fight' ? one : null;
  const parts = one.choices.some((c) => takesPart(c) && !sameTarget(c.target, one.target));
  return parts || (aimed && ['retreat', 'activate', 'advance'].includes(one.role)) ? one : null;
}

/**
 * What those aim at who must leave their hex, may follow up or can attack: it is lit before anybody is in hand, and a click there says who
 * goes.
 * @param {News} news
 * @returns {Choice[]}
 */
export function aims(news) {
  const goers = (news.subjects ?? []).filter((x) => ['retreat', 'advance', 'engage'].includes(x.role));
  const one = only(news);
  return (one && !goers.includes(one) ? [...goers, one] : goers).flatMap((x) => (x.choices ?? []).filter((c) =>
    (c.target.kind === 'hex' || (c.target.kind === 'piece' && c.role === 'engage')) && !sameTarget(c.target, x.target) && !c.dice));
}

/** What it is about now: those who could only change their form meanwhile are none of it. @param {News} news @returns {Able[]} */
export function main(news) {
  const subjects = news.subjects ?? [];
  const kept = subjects.filter((x) => x.role !== 'form');
  return kept.some((x) => !ends(x)) ? kept : subjects;
}

/** So many hexes to choose from are few: all of them matter. */
const FEW = 8;

/**
 * The hexes that matter for the decision at hand: those of the battle and of what can be chosen in it; what is in hand, and where it can
 * go if that is little; else everything that can act.
 * @param {TableState} state
 * @returns {string[]}
 */
export function mattersIn(state) {
  const { mode, news } = state;
  if (!news) return [];
  const { pieces } = news.view;
  const place = (/** @type {Target} */ target) => hexOf(target, pieces) ?? '';
  const battle = mode.kind === 'confirm' ? mode.battle : news.view.battle;
  const fought = battle ? [...battle.targets, ...battle.attackers.map((id) => pieces.find((p) => p.id === id)?.hex ?? '')] : [];
  const goals = [...new Set((mode.kind === 'hand' ? mode.choices : mode.kind === 'looking' ? aims(news) : []).map((c) => place(c.target)))];
  const near = [...fought, ...(mode.kind === 'hand' ? [place(mode.able.target)] : []), ...(goals.length <= FEW ? goals : [])];
  const all = near.length > 0 ? near : main(news).flatMap((x) =>
    [place(x.target), ...members(x, pieces, askedSide(state)).map((p) => p.hex ?? '')]);
  return [...new Set(all)].filter((hex) => hex !== '');
}

/** The few things that a question can be answered with, if this is one that comes again. @param {News | null} news */
export function isQuestion(news) {
  const subjects = news?.subjects ?? [];
  const choices = subjects.flatMap((x) => x.choices ?? []);
  const answers = choices.filter((c) => !onMap(c.target) && ['stay', 'pass', 'answer', 'retreat', 'destroy', 'build'].includes(c.role));
  return subjects.length > 0 && subjects.length <= 12 && answers.length > 0 &&
    !choices.some((c) => ['place', 'set-up', 'finish', 'fight', 'allot', 'activate'].includes(c.role));
}

/**
 * What a question can be answered with on the map, if that is little: then there are buttons for it, too.
 * @param {News | null} news
 * @returns {Choice[]}
 */
export function answers(news) {
  if (!isQuestion(news)) return [];
  const found = (news?.subjects ?? []).filter((x) => onMap(x.target));
  const plain = found.every((x) => x.choices?.length === 1 && sameTarget(x.choices[0].target, x.target));
  return plain && found.length <= 3 ? found.flatMap((x) => x.choices ?? []) : [];
}

/** What costs something that does not come back: never done by the first click. @type {Role[]} */
const COSTS = ['lose', 'destroy'];

/** Whether one looks at it once more before it is done. @param {{ role: Role, dice?: boolean }} choice */
export const grave = (choice) => Boolean(choice.dice) || COSTS.includes(choice.role);

/** Whether it is to do without something: that is never the button that draws the eye. @param {{ role: Role }} thing */
export const declines = (thing) => thing.role === 'stay' || thing.role === 'pass';

/** Whether it picks one of several that are then done together, so that it may be let go of again. @param {Choice} choice */
export const picks = (choice) => takesPart(choice) || addsFire(choice) ||
  (isCard(choice.target) && ['activate', 'allot'].includes(choice.role));

/** For whom a result is good, as the viewer sees it. @param {Favours} favours @param {boolean} attacking */
export const tone = (favours, attacking) => (favours === 'neither' ? 'even' : (favours === 'attacker') === attacking ? 'good' : 'bad');

/** @param {number} n @param {string} one @param {string} many */
export const count = (n, one, many) => (n === 1 ? `1 ${one}` : `${n} ${many}`);

/** @param {string[]} names */
const some = (names) => (names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', '));

/** @param {Piece} piece */
const idle = (piece) => !(piece.states ?? []).some((s) => s === 'moved' || s === 'stirred' || s === 'activated');

/**
 * What could still be done before a phase is finished, in words, with the hexes it concerns.
 * @param {News} news
 * @param {(hex: string) => boolean} isHex
 * @returns {Undone[]}
 */
export function undone(news, isHex) {
  const { view } = news;
  const subjects = news.subjects ?? [];
  const piece = new Map(view.pieces.map((p) => [p.id, p]));
  const here = (/** @type {Piece} */ p) => p.hex !== undefined && isHex(p.hex);
  const able = (/** @type {Role[]} */ ...roles) => subjects.filter((x) => roles.includes(x.role));
  const pieces = (/** @type {Able[]} */ list) => list.map((x) => piece.get(pieceOf(x.target) ?? '')).filter((p) => p !== undefined);
  const places = (/** @type {Piece[]} */ list) => [...new Set(list.map((p) => p.hex ?? ''))].filter(isHex);
  /** @type {Undone[]} */
  const left = [];
  const waiting = pieces(able('enter', 'march', 'place')).filter((p) => !here(p));
  if (waiting.length) left.push({ text: `${count(waiting.length, 'counter has',
    'counters have')} not come on: ${some(waiting.map((p) => p.name))}.`, hexes: [], duty: true });
  const duties = view.overlays.filter((o) => o.kind === 'duty' && o.hexes.length > 0);
  for (const o of duties) left.push({ text: `${o.label}: ${some(o.hexes)}.`, hexes: o.hexes, duty: true });
  const foes = able('engage').map((x) => hexOf(x.target, view.pieces) ?? '').filter((hex) => isHex(hex) &&
    view.pieces.some((p) => p.hex === hex && p.side !== view.active));
  const hexes = [...new Set(foes)];
  if (hexes.length && !duties.length) left.push({ text: `${count(hexes.length, 'enemy hex',
    'enemy hexes')} could be attacked: ${some(hexes)}.`, hexes, duty: false });
  const marching = pieces(able('march', 'fire')).filter((p) => here(p) && idle(p));
  const quota = Math.min(marching.length, news.actor.quota ?? Infinity);
  const who = quota < marching.length ? `${quota} of ${marching.length} counters` : count(quota, 'counter', 'counters');
  if (quota > 0) left.push({ text: `${who} could still act: ${some(marching.map((p) => p.name))}.`, hexes: places(marching), duty: false });
  const cards = subjects.filter((x) => isCard(x.target)).map((x) => x.label);
  if (cards.length) left.push({ text: `${count(cards.length, 'thing', 'things')} could still be chosen: ${some(cards)}.`, hexes: [],
    duty: false });
  return left;
}

/**
 * What the computer would do and why: its odds, what it means to do in this phase, and what it gives for the game.
 * @param {Choice} choice
 * @param {BattleView | null} battle
 * @param {string} [intent]
 * @param {number} [chance]
 */
export function advice(choice, battle, intent, chance) {
  const odds = battle?.odds ? ` at ${battle.odds}` : '';
  const hope = chance === undefined ? '' : `It gives your side ${Math.round(100 * chance)} % to win.`;
  return [`The computer would: ${choice.label}${odds}.`, intent, hope].filter(Boolean).join(' ');
}

/**
 * The second best of an advice, and what it would be worth: what is gained by the first.
 * @param {Choice} choice
 * @param {BattleView | null} battle
 * @param {number} [chance]
 */
export function instead(choice, battle, chance) {
  const odds = battle?.odds ? ` at ${battle.odds}` : '';
  const hope = chance === undefined ? '' : `, with ${Math.round(100 * chance)} %`;
  return `Without that, the best it sees${hope}: ${choice.label}${odds}.`;
}
