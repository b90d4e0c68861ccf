// Small helpers to make elements.

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

/**
 * @param {string} address
 * @returns {Promise<any>}
 */
export async function getJson(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

/**
 * @param {string} address
 * @param {unknown} body
 * @returns {Promise<any>}
 */
export async function postJson(address, body) {
  const answer = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const value = await answer.json().catch(() => ({ error: { because: `the server answered ${answer.status}` } }));
  if (!answer.ok) {
    /** @type {Refusal} */
    const refusal = value.error ?? { because: `the server answered ${answer.status}` };
    throw new Error(refusal.field ? `${refusal.field}: ${refusal.because}` : refusal.because);
  }
  return value;
}

/** @param {number} ms */
export const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** @param {string} side */
export const sideName = (side) => (side === 'union' ? 'Union' : side === 'confederate' ? 'Confederate' : side);

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A text as a sentence: a capital at the start, one full stop at the end. @param {string} text */
export const sentence = (text) => `${capital(text).replace(/[.\s]+$/, '')}.`;
