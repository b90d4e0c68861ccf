// Small parts of which the views are made.

import { counterIcon } from '../counters.js';
import { SIGNS } from '../dom.js';
import { html, useLayoutEffect, useRef } from '../vendor/preact.js';

/** A sign on a button. @param {{ name: string }} props */
export const Sign = ({ name }) => html`<svg class="sign-icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${SIGNS[name] ?? ''} /></svg>`;

/** @param {{ name: string, title: string, does: (event: MouseEvent) => void, pressed?: boolean, disabled?: boolean }} props */
export const IconButton = ({ name, title, does, pressed, disabled }) => html`<button class="icon-button" title=${title} aria-label=${title}
  aria-pressed=${pressed === undefined ? undefined : String(pressed)} disabled=${disabled} onClick=${does}><${Sign} name=${name}
    /></button>`;

/** A rule that opens the rulebook. @param {{ rule: string, acts: Acts }} props */
export const Rule = ({ rule, acts }) => html`<button class="rule" title="Open the rulebook here"
  onClick=${() => acts.rule(rule)}>${rule}</button>`;

/** A counter as on the map. @param {{ piece: Piece, size: number }} props */
export function Counter({ piece, size }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const look = JSON.stringify(piece);
  useLayoutEffect(() => { box.current?.replaceChildren(counterIcon(piece, size)); }, [look, size]);
  return html`<span class="counter-box" ref=${box} />`;
}

/** Takes the focus when it appears. @param {{ class?: string, does: () => void, children: unknown, disabled?: boolean }} props */
export function FirstButton({ class: kind, does, children, disabled }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => { box.current?.focus({ preventScroll: true }); }, []);
  return html`<button ref=${box} class=${kind ?? 'primary'} disabled=${disabled} onClick=${does}>${children}</button>`;
}

/** Where a list opens that belongs to a button: right below it. @param {Element} button @returns {Spot} */
export function below(button) {
  const box = button.getBoundingClientRect();
  return { x: box.left, y: box.bottom + 4, button: true };
}

const SPOTS = /** @type {Record<number, [number, number][]>} */ ({
  1: [[12, 12]], 2: [[6, 6], [18, 18]], 3: [[6, 6], [12, 12], [18, 18]], 4: [[6, 6], [18, 6], [6, 18], [18, 18]],
  5: [[6, 6], [18, 6], [12, 12], [6, 18], [18, 18]], 6: [[6, 6], [18, 6], [6, 12], [18, 12], [6, 18], [18, 18]],
});

/** @param {{ value: number }} props */
export const Die = ({ value }) => html`<svg viewBox="0 0 24 24" class="die" role="img" aria-label=${`die ${value}`}>
  <rect x="1" y="1" width="22" height="22" rx="5" />
  ${SPOTS[value] ? SPOTS[value].map(([cx, cy]) => html`<circle cx=${cx} cy=${cy} r="2.2" />`) : html`<text x="12" y="17">${value}</text>`}
</svg>`;
