// Small things that several panels show: a counter in a list, the mark of a formation, a link to a rule.

import { counterIcon, inWords } from '../counters.js';
import { lookOf } from '../formations.js';
import { settings } from '../settings.js';
import { html, useLayoutEffect, useRef } from '../vendor/preact.js';

/** A counter as it lies on the map. @param {{ piece: Piece, size?: number }} props */
export function Counter({ piece, size = 32 }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const look = JSON.stringify([piece.side, piece.name, piece.type, piece.strengths, piece.formation, piece.states, settings.symbols]);
  useLayoutEffect(() => { place.current?.replaceChildren(counterIcon(piece, size)); }, [look, size]);
  return html`<span class="counter-icon" ref=${place}></span>`;
}

/** The badge of a formation on its colour. @param {{ formation: Formation }} props */
export function Badge({ formation }) {
  const look = lookOf(formation.colour, formation.badge);
  return html`<span class="formation-badge lap${look.lap % 3}" style=${{ background: look.colour, color: look.ink }} aria-hidden="true">
    ${look.badge}</span>`;
}

/** @param {{ id: string, acts: Acts }} props */
export const RuleLink = ({ id, acts }) => html`<button class="rule" title="Open the rulebook here" onClick=${() => acts.rule(id)}>
  ${id}</button>`;

/** Where a piece is, in a word or two. @param {Piece} piece */
export const whereabouts = (piece) => piece.hex ?? [piece.off, piece.due].filter(Boolean).join(': ');

/** A line of a list about a piece: click looks at it. @param {{ piece: Piece, acts: Acts }} props */
export function PieceLine({ piece, acts }) {
  const inside = html`<${Counter} piece=${piece} /><span class="piece-words">${inWords(piece)}</span><small>${whereabouts(piece)}</small>`;
  const { hex } = piece;
  return hex ? html`<li><button class="piece-line" title="Show on the map" onClick=${() => acts.look([hex])}>${inside}</button></li>`
    : html`<li><span class="piece-line">${inside}</span></li>`;
}
