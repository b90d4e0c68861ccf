// Standing orders: answers that a player wants to give every time at a desk, which is one side of one table.

import { onMap } from './reading.js';

const ORDERS = 'longroll-orders';

/** @typedef {{ role: Role, label: string }} Order  kept under the question that it answers */

/** @returns {Record<string, Record<string, Order>>} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(ORDERS) ?? '{}');
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

/**
 * A text without what changes each time: what stands on the counters and the map, and numbers.
 * @param {string} text
 * @param {string[]} names
 */
export function general(text, names) {
  let kept = text;
  for (const name of names) if (name.length > 1) kept = kept.replaceAll(name, '#');
  return kept.replace(/\d+/g, '#');
}

/** @param {News} news */
const names = (news) => [...new Set([...news.view.pieces.flatMap((p) => [p.name, p.hex ?? '']), news.view.turn_label])].sort((a, b) =>
  b.length - a.length);

/** The orders of a desk: question and answer. @param {string} desk @returns {[string, Order][]} */
export const orders = (desk) => Object.entries(read()[desk] ?? {});

/** What was ordered for the question of these news, if anything. @param {string} desk @param {News} news @returns {Choice | undefined} */
export function ordered(desk, news) {
  const known = names(news);
  const order = (read()[desk] ?? {})[general(news.actor.prompt, known)];
  if (!order) return undefined;
  const choices = (news.subjects ?? []).flatMap((x) => x.choices ?? []).filter((c) => !onMap(c.target) && !c.dice);
  return choices.find((c) => c.role === order.role && general(c.label, known) === order.label);
}

/** Remembers an answer. @param {string} desk @param {News} news @param {Choice} choice */
export function order(desk, news, choice) {
  const known = names(news);
  keep(desk, general(news.actor.prompt, known), { role: choice.role, label: general(choice.label, known) });
}

/** Remembers an answer to a question; null forgets it. @param {string} desk @param {string} question @param {Order | null} answer */
export function keep(desk, question, answer) {
  const all = read();
  const own = { ...all[desk] };
  if (answer === null) delete own[question];
  else own[question] = answer;
  try {
    localStorage.setItem(ORDERS, JSON.stringify({ ...all, [desk]: own }));
  } catch { /* a browser that keeps nothing */ }
}
