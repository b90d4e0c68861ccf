// The coach of a first game: he speaks at the first decision of each kind and at the start of each turn, until somebody sends him away.
// Which tables he sits at, and what was heard there, is remembered by this browser.

import { say, sideName } from '../dom.js';
import { askedSide } from '../store.js';

const PLACE = 'longroll-coach';
/** So many tables are remembered. */
const MOST = 40;

/** @returns {Record<string, string[]>} what was heard at each table that has a coach, the latest table first */
function tables() {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? '{}');
    return kept && typeof kept === 'object' ? kept : {};
  } catch {
    return {};
  }
}

/** @param {Record<string, string[]>} kept */
function keep(kept) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(Object.entries(kept).slice(0, MOST))));
  } catch { /* a browser that keeps nothing */ }
}

/** Whether a coach sits at a table. @param {string} table */
export const isGuided = (table) => table in tables();

/** A coach sits down at a table. @param {string} table */
export function guide(table) {
  keep({ [table]: [], ...tables() });
}

/** He is sent away. @param {string} table */
export function sendAway(table) {
  const { [table]: _, ...others } = tables();
  keep(others);
}

/** Notes that something was heard, or that it is new. @param {string} table @param {string} kind */
function heard(table, kind) {
  const kept = tables();
  if (kept[table]?.includes(kind)) return true;
  keep({ ...kept, [table]: [...kept[table] ?? [], kind] });
  return false;
}

/**
 * What must be done in this game, at the start of a turn; before the first the briefing has just said it.
 * @param {TableState} state
 * @returns {string}
 */
function objective({ handout, news, seat }) {
  if (!handout || !news || seat === 'spectator') return '';
  const { turns } = handout.briefing;
  const number = turns.findIndex((t) => t.turn === news.view.turn) + 1;
  if (number === 1) return '';
  const when = number > 0 ? `Turn ${number} of ${turns.length}, ${news.view.turn_label}.` : `${news.view.turn_label}.`;
  return `${when} You are the ${sideName(seat)}. ${handout.briefing[seat]}`;
}

/**
 * Lets the coach of a table speak when it is one's turn. What comes back ends it.
 * @param {import('../table.js').TablePage} page
 */
export function watchCoach(page) {
  const { store, table } = page;
  /** The news of which he was asked. @type {News | null} */
  let known = null;
  /** What he has to say of them, until it is said: first the briefing is read. @type {CoachRemark | null | undefined} */
  let ready;
  const speak = () => {
    const { news, briefed, seat } = store.state;
    if (ready === undefined || !news || news !== known || !briefed || !isGuided(table)) return;
    const [answer, turn] = [ready, heard(table, `turn/${news.view.turn}/${seat}`) ? '' : objective(store.state)];
    ready = undefined;
    const remark = answer && !heard(table, answer.kind) ? answer : null;
    if (!turn && !remark) return;
    store.set({ coach: { news, turn, remark } });
    say([turn, remark?.asks, remark?.matters].filter(Boolean).join(' '));
  };
  return store.subscribe((now) => {
    const { news, mode, coach, about } = now;
    if (coach && coach.news !== news) return void store.set({ coach: null });
    if (news && news === known) return speak();
    if (!news || mode.kind !== 'looking' || about?.lesson || !askedSide(now) || !isGuided(table)) return undefined;
    // He thinks while the briefing is read, so that the map does not shrink under a hand that reaches for it.
    known = news;
    ready = undefined;
    page.acts.ask({ op: 'coach' }).then((/** @type {{ coach: CoachRemark | null }} */ answer) => {
      if (known !== news) return;
      ready = answer.coach;
      speak();
    }, () => {});
    return undefined;
  });
}
