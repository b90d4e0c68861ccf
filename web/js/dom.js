// Small helpers to make elements.

import { line } from './line.js';

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 */
function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, attributes);
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) element.append(typeof child === 'number' ? String(child) : child);
  }
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  dress(element, attributes);
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) element.append(typeof child === 'number' ? String(child) : child);
  }
  return element;
}

/**
 * Puts children into an element in place of what is there.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  const kept = children.flat().filter((c) => c !== null && c !== undefined && c !== false);
  element.replaceChildren(...kept.map((c) => (typeof c === 'number' ? String(c) : c)));
}

/**
 * Says something to those who listen instead of looking.
 * @param {string} text
 */
export function say(text) {
  const said = document.getElementById('said');
  if (said && said.textContent !== text) said.textContent = text;
}

/** @param {string} address @returns {Promise<any>} */
export const getJson = (address) => line.get(address);

/** @param {string} address @param {unknown} body @returns {Promise<any>} */
export const postJson = (address, body) => line.post(address, body);

/** @param {number} ms */
export const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** @param {string} side */
export const sideName = (side) => (side === 'union' ? 'Union' : side === 'confederate' ? 'Confederate' : side);

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A text as a sentence: a capital at the start, one full stop at the end. @param {string} text */
export const sentence = (text) => `${capital(text).replace(/[.\s]+$/, '')}.`;

/** Signs on buttons, drawn so that no font has to have them: 24 units square. */
export const SIGNS = /** @type {Record<string, string>} */ ({
  closer: 'M12 5v14M5 12h14', farther: 'M5 12h14', whole: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5', counters: 'M4 4h16v16H4zM4 20L20 4',
  trails: 'M3 17c4 0 4-9 9-9s4 6 8 6M17 10.500l3.500 3.500-3.500 3.500', replay: 'M4 12a8 8 0 1 0 2.500-5.800M4 3.500v5h5M12 8v4.500l3 2',
  hint: 'M9 17.500c0-3-3-4-3-7.500a6 6 0 0 1 12 0c0 3.500-3 4.500-3 7.500zM9.500 21h5',
  panels: 'M4 4h16v16H4zM14 4v16M16.500 8h1.500M16.500 11.500h1.500', start: 'M6 5v14M19 5L9 12l10 7z', back: 'M16 5L7 12l9 7z',
  play: 'M7 4.500L19 12 7 19.500z', pause: 'M8 5v14M16 5v14', on: 'M8 5l9 7-9 7z', end: 'M18 5v14M5 5l10 7-10 7z',
  branch: 'M7 4v16M7 14c0-5 10-2 10-8M14 8.500L17 5.500l3 3', undo: 'M8 5L4 9l4 4M4 9h10a5.500 5.500 0 0 1 0 11h-4',
  redo: 'M16 5l4 4-4 4M20 9H10a5.500 5.500 0 0 0 0 11h4', close: 'M6 6l12 12M18 6L6 18', lobby: 'M4 7h16M4 12h16M4 17h16',
  skip: 'M4 5l8 7-8 7zM13 5l8 7-8 7z', more: 'M5 12h.01M12 12h.01M19 12h.01', check: 'M5 12.500l4.500 4.500L19 7',
});

/** @param {string} name */
export const sign = (name) =>
  s('svg', { class: 'sign-icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: SIGNS[name] ?? '' }));
