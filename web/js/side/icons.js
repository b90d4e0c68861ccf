// Small signs beside lines of the log and on buttons: 16 units square, drawn so that no font has to have them.

import { html } from '../vendor/preact.js';

/** @type {Partial<Record<EventKind, string>>} */
const KINDS = {
  turn: 'M8 3v5l3 2M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13',
  phase: 'M3 3h10M3 8h10M3 13h6',
  place: 'M8 2v9M4.5 7.5L8 11l3.5-3.5M3 14h10',
  march: 'M2 12c4 0 3-7 7-7h3M9.5 2.5L12.5 5 9.5 7.5',
  enter: 'M9 2h5v12H9M2 8h8M7 5l3 3-3 3',
  leave: 'M7 2H2v12h5M6 8h8M11 5l3 3-3 3',
  reveal: 'M1.5 8c3-5 10-5 13 0-3 5-10 5-13 0M8 6.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4',
  battle: 'M3 3l10 10M13 3L3 13M3 13l-1 1M13 13l1 1',
  fire: 'M8 1.5l1.2 4 4-1.5-2 3.7 3.3 2.3-4 .5.5 4L8 11.5 5 14.5l.5-4-4-.5 3.3-2.3-2-3.7 4 1.5z',
  roll: 'M3 3h10v10H3zM6 6h.01M10 10h.01M8 8h.01',
  result: 'M2.5 8.5l3.5 3.5 7.5-8',
  loss: 'M8 2v12M4.5 5.5h7M3 14h10',
  retreat: 'M13 4v4H4M7 5L4 8l3 3',
  advance: 'M8 14V3M4 7l4-4 4 4',
  condition: 'M8 2l6.5 11.5h-13zM8 6.5v3M8 11.5h.01',
  rally: 'M4 14.5V2l9 2.5-9 3',
  weather: 'M4.5 10a2.5 2.5 0 0 1 .5-5 3.5 3.5 0 0 1 6.5 1 2 2 0 0 1 0 4zM5 12.5l-.5 1.5M8 12.5l-.5 1.5M11 12.5l-.5 1.5',
  chit: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M8 5.5v5M5.5 8h5',
  card: 'M4 2h8v12H4zM6.5 5h3',
  works: 'M2 13V7h2.5v2h2V7h3v2h2V7H14v6z',
  bridge: 'M1.5 6.5c4 3 9 3 13 0M1.5 11h13M4 8v3M8 8.7V11M12 8v3',
  exchange: 'M3 5.5h9M9.5 3L12 5.5 9.5 8M13 10.5H4M6.5 8L4 10.5 6.5 13',
  control: 'M4 14.5V2h8.5l-2 3 2 3H4',
  score: 'M8 2l1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.4l-3.7 2.1.8-4.2L2 6.4l4.2-.5z',
  rewind: 'M5.5 3.5L2.5 6.5l3 3M2.5 6.5h7a3.5 3.5 0 0 1 0 7h-3',
  resign: 'M4 14.5V2l8 2-3 2 3 2.5-8 .5',
  end: 'M4 14.5V2h9v6H4M8.5 2v6M4 5h9',
};

/** @type {Record<string, string>} */
const OTHERS = {
  look: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.5 10.5L14 14',
  moon: 'M10.5 2a6 6 0 1 0 3.5 8.5A5 5 0 0 1 10.5 2z',
  flag: KINDS.control ?? '',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  replay: 'M3 8a5 5 0 1 0 1.6-3.7M3 2.5v3h3',
  again: KINDS.exchange ?? '',
};

/** @param {{ name: string }} props */
export const Icon = ({ name }) => html`<svg class="kind-icon" viewBox="0 0 16 16" aria-hidden="true">
  <path d=${/** @type {any} */ (KINDS)[name] ?? OTHERS[name] ?? ''} /></svg>`;
