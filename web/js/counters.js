// Counters: 48 units square. Sides differ by colour, by the shape of the strength box and by the stripes in the corner; states
// are marks on the edge, never colour alone.

import { s } from './dom.js';

export const COUNTER = 48;
/** How far each counter of a stack lies from the one above it. */
export const STEP = 4.2;

const BANDS = ['#c9463d', '#e2a72e', '#4f8f4a', '#7a5aa6', '#3d8fa8', '#b5653a', '#d9d3c4', '#8a8f3a', '#c77aa0', '#4a4f63'];

const PUFFED = ['fired', 'attacked', 'bombarded', 'fought'];
const TORN = ['disrupted', 'shaken', 'routed', 'demoralized', 'displaced or retreated'];
const HATCHED = ['ineffective', 'reduced', 'depleted', 'flipped', 'out of supply', 'isolated', 'out of command', 'exhausted'];

/** @type {Map<string, string>} */
const bands = new Map();

/**
 * The colour of a formation: the same all game.
 * @param {string | undefined} formation
 */
export function bandOf(formation) {
  if (!formation) return null;
  const known = bands.get(formation);
  if (known) return known;
  const colour = BANDS[bands.size % BANDS.length];
  bands.set(formation, colour);
  return colour;
}

/** @param {string} type */
function symbol(type) {
  const t = type.toLowerCase();
  const frame = (/** @type {string} */ inside, ball = false) => s('g', { class: 'sign' },
    s('rect', { x: 16, y: 16.6, width: 21, height: 12.2 }),
    inside && s('path', { d: inside }),
    ball && s('circle', { cx: 26.5, cy: 22.7, r: 3, class: 'ball' }));
  if (t.includes('horse')) return frame('M16 28.8l21-12.2', true);
  if (t.includes('infantry') || t.includes('brigade') || t.includes('division') || t.includes('regiment')) return frame('M16 16.6l21 12.2M37 16.6l-21 12.2');
  if (t.includes('cavalry')) return frame('M16 28.8l21-12.2');
  if (t.includes('artillery') || t.includes('battery') || t.includes('guns')) return frame('', true);
  if (t.includes('headquarters') || t === 'hq') {
    return s('g', { class: 'sign' }, s('path', { d: 'M16.5 15.8v14.4' }), s('path', { class: 'flag', d: 'M16.5 16.4h20.5l-5 4.6l5 4.600h-20.5z' }));
  }
  if (t.includes('leader') || t.includes('general') || t.includes('commander')) {
    return s('path', { class: 'star', transform: 'translate(26.5 22.4)', d: 'M0-8.4l2.1 5.700 6 .2-4.700 3.700 1.600 5.800-5-3.300-5 3.300 1.600-5.800-4.700-3.700 6-.2z' });
  }
  if (t.includes('supply') || t.includes('train') || t.includes('wagon')) {
    return s('g', { class: 'sign', transform: 'translate(26.5 22.6)' }, s('circle', { r: 6.6 }), s('path', { d: 'M0-6.6v13.200M-6.600 0h13.200M-4.700-4.700l9.400 9.400M-4.700 4.700l9.400-9.400' }));
  }
  return s('text', { class: 'word', x: 26.5, y: 25.5, 'font-size': Math.min(8, 56 / Math.max(type.length, 1)) }, type);
}

/**
 * A counter as an SVG group, its middle at the origin.
 * @param {Piece} piece
 */
export function counter(piece) {
  const states = piece.states ?? [];
  const has = (/** @type {string[]} */ names) => names.some((n) => states.includes(n));
  const hidden = piece.type === 'hidden';
  const union = piece.side === 'union';
  const hatched = !hidden && has(HATCHED);
  const face = s('g', { transform: 'translate(-24 -24)' },
    s('rect', { class: 'shadow', x: 2.2, y: 3, width: 46, height: 46, rx: 5 }),
    s('rect', { class: 'card', x: 1, y: 1, width: 46, height: 46, rx: 5 }),
    s('path', { class: 'gleam', d: 'M4 2.1h40' }),
    s('path', { class: 'stripes', d: union ? 'M36.5 1.2L46.800 11.5V6.600L41.400 1.2z' : 'M35.2 1.2L46.800 12.800V9.900L38.100 1.2zM41.200 1.2L46.800 6.800V3.900L44.100 1.2z' }));
  if (hidden) {
    face.append(
      union ? s('ellipse', { class: 'plate', cx: 24, cy: 24, rx: 17, ry: 11.5 }) : s('path', { class: 'plate', d: 'M10 12.5h28l3 3v17l-3 3h-28l-3-3v-17z' }),
      s('text', { class: 'letters', x: 24, y: 29.6 }, union ? 'US' : 'CS'));
  } else {
    if (hatched) face.append(s('path', { class: 'hatch', d: 'M2 14L14 2M2 24L24 2M2 34L34 2M4 42L42 4M14 46L46 14M24 46L46 24M34 46L46 34' }));
    const band = bandOf(piece.formation);
    if (band) face.append(s('path', { class: 'band', fill: band, d: 'M1.6 6a4.4 4.4 0 0 1 4.400-4.400h1v44.800h-1a4.400 4.400 0 0 1-4.400-4.400z' }));
    const size = Math.min(8.2, 31 / Math.max(piece.name.length * 0.5, 1));
    face.append(s('text', { class: 'name', x: 22.8, y: 9.4, 'font-size': size }, piece.name), symbol(piece.type));
    if (piece.strengths) {
      const big = Math.min(15.6, 29 / Math.max(piece.strengths.length * 0.52, 1));
      face.append(
        s('path', { class: 'plate', d: union ? 'M17.400 31.200h18.800a7.100 7.100 0 0 1 0 14.200h-18.800a7.100 7.100 0 0 1 0-14.200z' : 'M14.200 31.200h25.200l4.400 4.400v5.400l-4.400 4.400h-25.200l-4.400-4.400v-5.400z' }),
        s('text', { class: 'strengths', x: 26.8, y: 38.3 + big * 0.35, 'font-size': big }, piece.strengths));
    }
    if (has(['moved'])) face.append(s('path', { class: 'mark', d: 'M48 17.400l-7.400 5.300l7.400 5.300z' }));
    if (has(TORN)) face.append(s('path', { class: 'mark', d: 'M.3 31.200l3.200 2.600l-.9 2.400l4.300 1.500l-.6 3l4.200.6l.2 3.200l3.800 1.100l.7 2.200h-14.900z' }));
    if (has(PUFFED)) face.append(s('path', { class: 'puff', d: 'M33.400 11.600a3.600 3.600 0 0 1-.6-7.100a4.600 4.600 0 0 1 8.400-2a3.700 3.700 0 0 1 5.400 4.400a3.300 3.300 0 0 1-2.600 5.200a4.400 4.400 0 0 1-6.200.9a3.600 3.600 0 0 1-4.400-1.400z' }));
  }
  return s('g', { class: `counter ${piece.side}${hatched ? ' weak' : ''}`, 'data-piece': piece.id }, s('g', { class: 'glow' }, s('rect', { x: -26, y: -26, width: 52, height: 52, rx: 7 })), face);
}

/**
 * A counter alone, for lists.
 * @param {Piece} piece
 * @param {number} size
 */
export function counterIcon(piece, size) {
  const icon = s('svg', { class: 'icon', viewBox: '-25 -25 51 51', width: size, height: size, 'aria-hidden': 'true' });
  const drawn = counter(piece);
  drawn.removeAttribute('data-piece');
  icon.append(drawn);
  return icon;
}

/**
 * A counter in words.
 * @param {Piece} piece
 */
export function inWords(piece) {
  if (piece.type === 'hidden') return `a face-down ${piece.side === 'union' ? 'Union' : 'Confederate'} counter`;
  const parts = [piece.name, piece.type, piece.strengths].filter(Boolean);
  return [parts.join(' '), ...(piece.states ?? [])].join(', ');
}
