// Standing orders: answers that a player wants to give every time at a desk, which is one side of one table. And what a player leaves undone.

const ORDERS = 'longroll-orders';

/** @returns {Record<string, Record<string, string>>} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(ORDERS) ?? '{}');
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

/** A question without what changes each time: numbers and names of hexes. @param {string} prompt */
export const question = (prompt) => prompt.replace(/\b[A-Z]{1,3}-?\d+\b|\d+/g, '#').replace(/\([^)]*\)/g, '').trim();

/** An answer without what changes each time. @param {string} label */
const answerOf = (label) => question(label);

/** The orders of a desk: question and answer. @param {string} desk @returns {[string, string][]} */
export const orders = (desk) => Object.entries(read()[desk] ?? {});

/** What was ordered for a question, if anything. @param {string} desk @param {string} prompt @param {Choice[]} choices */
export function ordered(desk, prompt, choices) {
  const answer = (read()[desk] ?? {})[question(prompt)];
  return answer === undefined ? undefined : choices.find((c) => answerOf(c.label) === answer);
}

/** Remembers an answer; null forgets it. @param {string} desk @param {string} prompt @param {string | null} label */
export function order(desk, prompt, label) {
  const all = read();
  const own = { ...all[desk] };
  if (label === null) delete own[question(prompt)];
  else own[question(prompt)] = answerOf(label);
  try {
    localStorage.setItem(ORDERS, JSON.stringify({ ...all, [desk]: own }));
  } catch { /* a browser that keeps nothing */ }
}

/** @param {number} n @param {string} one @param {string} many */
const count = (n, one, many) => (n === 1 ? `1 ${one}` : `${n} ${many}`);

/** @param {string[]} names */
const some = (names) => (names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', '));

/**
 * What could still be done before a phase is finished, in words, with the hexes it concerns.
 * @param {News} news
 * @param {(target: Target) => boolean} visible
 * @returns {{ text: string, hexes: string[] }[]}
 */
export function undone(news, visible) {
  const { view } = news;
  const subjects = news.subjects ?? [];
  const piece = new Map(view.pieces.map((p) => [p.id, p]));
  const own = subjects.filter((x) => x.target.kind === 'piece').map((x) => piece.get(x.target.at)).filter((p) => p !== undefined);
  const left = [];
  const waiting = own.filter((p) => p.side === view.active && !visible({ kind: 'piece', at: p.id }));
  if (waiting.length) left.push({ text: `${count(waiting.length, 'counter has', 'counters have')} not come on: ${some(waiting.map((p) => p.name))}.`, hexes: [] });
  const duty = view.overlays.filter((o) => o.id.includes('must') && o.hexes.length > 0);
  for (const o of duty) left.push({ text: `${o.label}: ${some(o.hexes)}.`, hexes: o.hexes });
  const enemies = subjects.filter((x) => x.target.kind === 'hex' && view.pieces.some((p) => p.hex === x.target.at && p.side !== view.active));
  if (enemies.length && duty.length === 0) left.push({ text: `${count(enemies.length, 'enemy hex', 'enemy hexes')} could be attacked: ${some(enemies.map((x) => x.target.at))}.`, hexes: enemies.map((x) => x.target.at) });
  const idle = own.filter((p) => p.hex && p.side === view.active && visible({ kind: 'piece', at: p.id }) && !(p.states ?? []).some((s) => s === 'moved' || s === 'marched'));
  if (idle.length) left.push({ text: `${count(idle.length, 'counter', 'counters')} could still act: ${some(idle.map((p) => p.name))}.`, hexes: [...new Set(idle.map((p) => /** @type {string} */ (p.hex)))] });
  for (const [kind, one, many] of [['chit', 'chit', 'chits'], ['card', 'card', 'cards']]) {
    const names = subjects.filter((x) => x.target.kind === kind).map((x) => x.label);
    if (names.length) left.push({ text: `${count(names.length, one, many)} could still be chosen: ${some(names)}.`, hexes: [] });
  }
  return left;
}
