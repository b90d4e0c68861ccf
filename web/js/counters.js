// Counters: 48 units square. Sides differ by colour, by the shape of the strength box and by the stripes in the corner; conditions
// are marks on the edge, never colour alone. Each counter has three faces: from afar its strength and nothing else, from nearer its
// arm and its numbers, near at hand everything; the map shows the one that can be read.

import { s } from './dom.js';
import { formationOf } from './formations.js';
import { settings } from './settings.js';
import { SILHOUETTES } from './silhouettes.js';

export const COUNTER = 48;
/** How far each counter of a stack lies from the one above it. */
export const STEP = 4.2;

/** Conditions that weaken a counter: its face is hatched. @type {Condition[]} */
const HATCHED = ['ineffective', 'reduced', 'inverted', 'out-of-supply'];
/** Conditions that tear its corner. @type {Condition[]} */
const TORN = ['disrupted 1', 'disrupted 2', 'disrupted 3', 'demoralized', 'disorganized', 'displaced or retreated', 'retreated'];
/** The most marks on an edge. */
const MARKS = 3;

const ARROW = 'M3 2l5 3-5 3z';
const BURST =
  'M5 1l1 2.700 2.600-1.200-1.200 2.500 1.200 2.500-2.600-1.200-1 2.700-1-2.700-2.600 1.200 1.200-2.500-1.200-2.500 2.600 1.200z';
const CROSS = 'M2 2l6 6M8 2l-6 6';
const ONWARD = 'M5 1.500l3.200 3.600h-2v3.400h-2.400v-3.400h-2z';
const BACK = 'M5 8.500l3.200-3.600h-2v-3.400h-2.400v3.400h-2z';
const HALT = 'M2 2h6v6h-6z';
const CRATE = 'M1.500 2.500h7v5h-7zM1.500 8l7-6';

/** Marks in a square of ten units; conditions without one show a letter. @type {Partial<Record<Condition, string>>} */
const GLYPHS = {
  moved: ARROW, halted: ARROW, fired: BURST, attacked: BURST, bombarded: BURST, fought: BURST,
  'out-of-supply': CRATE, 'was attacked': CROSS,
  'in battle': CROSS, advanced: ONWARD, 'may advance': ONWARD, retreated: BACK, 'must retreat': BACK, 'displaced or retreated': BACK,
  immobile: HALT, frozen: HALT, stop: HALT,
};

/** What the numbers on a fighting unit mean, in this game. @type {string[]} */
let meanings = [];

/** Learns what the numbers on the counters of a table mean. @param {string[]} numbers */
export const learnNumbers = (numbers) => { meanings = numbers; };

/** The numbers on a counter, with what they mean if it has as many as a fighting unit has. @param {string} strengths */
export function numbersInWords(strengths) {
  const [numbers, ...more] = strengths.split(' ');
  const each = numbers.split('-');
  if (meanings.length === 0 || each.length !== meanings.length) return strengths;
  return [...each.map((n, i) => `${meanings[i]} ${n}`), ...more].join(', ');
}

/** Commanders fight nothing by themselves. @param {Piece} piece */
export const commands = (piece) => piece.type === 'headquarters' || piece.type === 'leader';

/** What a counter is worth in a fight; 0 if that is nothing or not known. @param {Piece} piece */
export const strengthOf = (piece) => (commands(piece) ? 0 : piece.strength ?? 0);

/** What stands on a counter from afar. @param {Piece} piece @param {number} worth */
function farText(piece, worth) {
  if (piece.type === 'hidden') return '?';
  return worth ? String(worth) : commands(piece) ? '' : piece.type.charAt(0).toUpperCase();
}

const STAR = 'M0-8.4l2.1 5.700 6 .2-4.700 3.700 1.600 5.800-5-3.300-5 3.300 1.600-5.800-4.700-3.700 6-.2z';

const SLASH = 'M-10.500 6.100l21-12.200';
const SALTIRE = 'M-10.500-6.100l21 12.200M10.500-6.100l-21 12.200';
/** What stands in the box of an arm, and whether a ball lies in it. @type {Partial<Record<PieceKind, [string, boolean]>>} */
const BOXES = {
  infantry: [SALTIRE, false], brigade: [SALTIRE, false], cavalry: [SLASH, false], 'horse-artillery': [SLASH, true], artillery: ['', true],
};

/** The arm, in a box of 21 by 12.2 units about the origin. @param {PieceKind} type */
function symbol(type) {
  const silhouette = settings.symbols === 'silhouette' && SILHOUETTES[type];
  if (silhouette) return s('g', {}, s('path', { class: 'silhouette', d: silhouette }));
  const box = BOXES[type];
  if (box) {
    return s('g', { class: 'sign' }, s('rect', { x: -10.5, y: -6.1, width: 21, height: 12.2 }),
      box[0] && s('path', { d: box[0] }), box[1] && s('circle', { r: 3, class: 'ball' }));
  }
  if (type === 'headquarters') {
    const flag = s('path', { class: 'flag', d: 'M-10-6.300h20.500l-5 4.600l5 4.600h-20.500z' });
    return s('g', { class: 'sign' }, s('path', { d: 'M-10-6.900v14.400' }), flag);
  }
  if (type === 'leader') return s('g', {}, s('path', { class: 'star', d: STAR }));
  return s('g', {}, s('text', { class: 'word', y: 2.8, 'font-size': Math.min(8, 56 / Math.max(type.length, 1)) }, type));
}

/** The box behind the numbers: round for the Union, cornered for the Confederacy. @param {boolean} union @param {number} high */
function plate(union, high) {
  const [r, cut] = [high / 2, high * 0.31];
  return s('path', {
    class: 'plate',
    d: union ? `M${r - 16.500} 0h${33 - high}a${r} ${r} 0 0 1 0 ${high}h${high - 33}a${r} ${r} 0 0 1 0-${high}z`
      : `M${cut - 17} 0h${34 - 2 * cut}l${cut} ${cut}v${high - 2 * cut}l-${cut} ${cut}h${2 * cut - 34}l-${cut}-${cut}v${2 * cut - high}z`,
  });
}

/** @typedef {{ x: number, y: number, high: number, largest: number }} Box */

/** Numbers in their box. @param {SideId} side @param {string} text @param {Box} where */
function numbers(side, text, { x, y, high, largest }) {
  if (!text) return null;
  const size = Math.min(largest, 30 / Math.max(text.length * 0.5, 1));
  return s('g', { transform: `translate(${x} ${y})` }, plate(side === 'union', high),
    s('text', { class: 'strengths', y: high / 2 + size * 0.35, 'font-size': size }, text));
}

/** Conditions as marks down the right edge. @param {Condition[]} states */
function marks(states) {
  const shown = states.slice(0, MARKS);
  return s('g', { class: 'marks' }, shown.map((state, i) => {
    const glyph = GLYPHS[state];
    const letter = states.length > MARKS && i === MARKS - 1 ? '+' : state.match(/\d+$/)?.[0] ?? state.charAt(0).toUpperCase();
    return s('g', { class: 'mark', transform: `translate(42.500 ${11 + i * 10.8})` }, s('rect', { width: 10, height: 10, rx: 2 }),
      glyph && letter !== '+' ? s('path', { d: glyph }) : s('text', { x: 5, y: 8 }, letter));
  }));
}

/** The face from afar: the shape and colour of the side, one big number. @param {Piece} piece */
function farFace(piece) {
  const union = piece.side === 'union';
  const shape = union ? 'M5 1h38a4 4 0 0 1 4 4v38a4 4 0 0 1-4 4h-38a4 4 0 0 1-4-4v-38a4 4 0 0 1 4-4z' : 'M14 1h20l15 23-15 23h-20l-15-23z';
  return s('g', { class: 'far' },
    s('path', { class: 'card', d: shape }),
    commands(piece) && s('path', { class: 'star', transform: 'translate(24 24) scale(1.900)', d: STAR }),
    s('text', { class: 'sum', x: 24, y: 36 }, farText(piece, strengthOf(piece))));
}

/**
 * Says on a counter what its whole stack is worth; `null` is the counter alone.
 * @param {Element} element
 * @param {Piece} piece
 * @param {number | null} total
 */
export function sum(element, piece, total) {
  const text = element.querySelector('.far .sum');
  const worth = total ?? strengthOf(piece);
  if (!text) return;
  text.textContent = farText(piece, worth);
  text.classList.toggle('long', worth > 9);
}

const HATCH = 'M2 14L14 2M2 24L24 2M2 34L34 2M4 42L42 4M14 46L46 14M24 46L46 24M34 46L46 34';
const TEAR = 'M.3 31.200l3.200 2.600l-.9 2.400l4.300 1.500l-.6 3l4.200.6l.2 3.200l3.800 1.100l.7 2.200h-14.900z';
/** The stripes in the corner: one for the Union, two for the Confederacy. @type {Record<Side, string>} */
const STRIPES = {
  union: 'M36.500 1.200L46.800 11.500V6.600L41.400 1.200z',
  confederate: 'M35.200 1.200L46.800 12.800V9.900L38.100 1.200zM41.200 1.200L46.800 6.800V3.900L44.100 1.200z',
};
/** The band of a formation, plain and notched. */
const BAND = 'M1.600 6a4.400 4.400 0 0 1 4.400-4.400h1.400v44.800h-1.400a4.400 4.400 0 0 1-4.400-4.400z';
const NOTCHED = `M1.600 6a4.400 4.400 0 0 1 4.400-4.400h2${'l-3 5.600 3 5.600'.repeat(4)}a4.400 4.400 0 0 1-6.400-4.400z`;

/** The back of a counter. @param {boolean} union */
function back(union) {
  const buckle = union ? s('ellipse', { class: 'plate', cx: 24, cy: 24, rx: 17, ry: 11.5 })
    : s('path', { class: 'plate', d: 'M10 12.500h28l3 3v17l-3 3h-28l-3-3v-17z' });
  return s('g', { class: 'near mid' }, s('path', { class: 'stripes', d: STRIPES[union ? 'union' : 'confederate'] }), buckle,
    s('text', { class: 'letters', x: 24, y: 29.6 }, union ? 'US' : 'CS'));
}

/** What is read near at hand, and what is read from nearer than afar. @param {Piece} piece @param {boolean} hatched */
function front(piece, hatched) {
  const formation = formationOf(piece);
  const arm = (/** @type {string} */ where) => s('g', { transform: where }, symbol(piece.type));
  const small = Math.min(8.4, 25 / Math.max(formation?.badge.length ?? 1, 1));
  const letters = formation && { x: 9.7, y: 25.6, fill: formation.ink, 'font-size': small };
  return [
    s('g', { class: 'near mid' }, hatched && s('path', { class: 'hatch', d: HATCH }),
      formation && s('path', { class: 'band', fill: formation.colour, d: formation.notched ? NOTCHED : BAND }),
      s('path', { class: 'stripes', d: STRIPES[piece.side] })),
    s('g', { class: 'near' },
      s('text', { class: 'name', x: 24, y: 9.6, 'font-size': Math.min(8.4, 32 / Math.max(piece.name.length * 0.5, 1)) }, piece.name),
      letters && s('g', { class: 'badge' }, s('rect', { x: 2, y: 16.6, width: 15.4, height: 12.2, fill: formation.colour }),
        s('text', letters, formation.badge)),
      arm(formation ? 'translate(31 22.700)' : 'translate(26 22.700)'),
      numbers(piece.side, piece.strengths, { x: 26.4, y: 31.2, high: 14.2, largest: 15.6 }), marks(piece.states ?? [])),
    // What is added in a fight is left out from farther away: "4-4 +1" is a 4-4.
    s('g', { class: 'mid only' }, arm('translate(27 12) scale(1.200)'),
      numbers(piece.side, (piece.strengths ?? '').split(' ')[0], { x: 27, y: 22.5, high: 22.5, largest: 22 })),
  ];
}

/**
 * A counter as an SVG group, its middle at the origin.
 * @param {Piece} piece
 */
export function counter(piece) {
  const has = (/** @type {Condition[]} */ names) => (piece.states ?? []).some((state) => names.includes(state));
  const hidden = piece.type === 'hidden';
  const hatched = !hidden && has(HATCHED);
  const face = s('g', { class: 'face', transform: 'translate(-24 -24)' },
    s('rect', { class: 'shadow', x: 2.2, y: 3, width: 46, height: 46, rx: 5 }),
    s('rect', { class: 'card square', x: 1, y: 1, width: 46, height: 46, rx: 5 }),
    hidden ? back(piece.side === 'union') : front(piece, hatched),
    !hidden && has(TORN) && s('path', { class: 'near mid tear', d: TEAR }),
    farFace(piece));
  const name = `counter ${piece.side}${hatched ? ' weak' : ''}`;
  const glow = s('g', { class: 'glow' }, s('rect', { x: -26, y: -26, width: 52, height: 52, rx: 7 }));
  return s('g', { class: name, 'data-piece': piece.id, role: 'img', 'aria-label': inWords(piece) }, glow, face);
}

/**
 * A counter alone, for lists.
 * @param {Piece} piece
 * @param {number} size
 */
export function counterIcon(piece, size) {
  const icon = s('svg', { class: 'icon', viewBox: '-25 -25 54 51', width: size, height: size, 'aria-hidden': 'true' });
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
  // "Bonham brigade" need not be called a brigade once more.
  const named = piece.name.toLowerCase().split(' ').includes(piece.type);
  const parts = [piece.name, named ? '' : piece.type].filter(Boolean);
  return [parts.join(' '), numbersInWords(piece.strengths), ...(piece.states ?? [])].filter(Boolean).join(', ');
}
