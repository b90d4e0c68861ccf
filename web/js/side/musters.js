// The forces in order: sides, formations, and where each piece is.

/** Where a piece is, as far as the forces are concerned. @typedef {'map' | 'waiting' | 'lost' | 'away' | 'aside'} Place */

/** @type {Record<Off, Place>} */
const PLACES = {
  'to be set up': 'waiting', reinforcements: 'waiting', available: 'waiting', 'rally box': 'waiting', raid: 'away', 'left the map': 'away',
  eliminated: 'lost', removed: 'lost', box: 'aside', 'set aside': 'aside',
};

/** @param {Piece} piece @returns {Place} */
export const placeOf = (piece) => (piece.hex ? 'map' : piece.off ? PLACES[piece.off] : 'aside');

/**
 * @typedef {{ name: string, side: Side, formation: Formation | null, pieces: Record<Place, Piece[]>, left: number, lost: number }} Group
 */

/** @param {Piece[]} pieces */
const strength = (pieces) => pieces.reduce((sum, p) => sum + (p.strength ?? 0), 0);

/** The best known first: strength, then name. @param {Piece} a @param {Piece} b */
const order = (a, b) => (b.strength ?? 0) - (a.strength ?? 0) || a.name.localeCompare(b.name, 'en', { numeric: true });

/** @param {string} name @param {Side} side @param {Formation | null} formation @param {Piece[]} own @returns {Group} */
function group(name, side, formation, own) {
  /** @type {Record<Place, Piece[]>} */
  const pieces = { map: [], waiting: [], lost: [], away: [], aside: [] };
  for (const piece of own) pieces[placeOf(piece)].push(piece);
  for (const list of Object.values(pieces)) list.sort(order);
  return { name, side, formation, pieces, left: strength([...pieces.map, ...pieces.waiting, ...pieces.away]), lost: strength(pieces.lost) };
}

/**
 * The pieces of a side by formation, in the order of the handout; those of none come last.
 * @param {Piece[]} pieces
 * @param {Formation[]} formations
 * @param {Side} side
 * @returns {Group[]}
 */
export function groups(pieces, formations, side) {
  /** @type {Map<string, Piece[]>} */
  const by = new Map();
  for (const piece of pieces) {
    if (piece.side !== side) continue;
    const name = piece.formation ?? '';
    by.set(name, [...(by.get(name) ?? []), piece]);
  }
  const rank = new Map(formations.filter((f) => f.side === side).map((f, i) => [f.name, i]));
  const names = [...by.keys()].sort((a, b) => (rank.get(a) ?? 1e3) - (rank.get(b) ?? 1e3) || (a ? 0 : 1) - (b ? 0 : 1));
  return names.map((name) => group(name || 'In no formation', side, formations.find((f) => f.side === side && f.name === name) ?? null,
    by.get(name) ?? []));
}

/** How much of a side is left and lost. @param {Group[]} list */
export function totals(list) {
  const count = (/** @type {Place} */ place) => list.reduce((n, g) => n + g.pieces[place].length, 0);
  return { left: list.reduce((n, g) => n + g.left, 0), lost: list.reduce((n, g) => n + g.lost, 0), map: count('map'),
    waiting: count('waiting'), gone: count('lost') };
}

/**
 * Who waits off the map, by when and where: those that come together stand together.
 * @param {Piece[]} pieces
 * @returns {{ due: string, side: Side, pieces: Piece[] }[]}
 */
export function expected(pieces) {
  /** @type {Map<string, { due: string, side: Side, pieces: Piece[] }>} */
  const by = new Map();
  for (const piece of pieces) {
    if (piece.hex || piece.off !== 'reinforcements') continue;
    const due = piece.due ?? '';
    const key = `${piece.side} ${due}`;
    const found = by.get(key) ?? { due, side: piece.side, pieces: [] };
    found.pieces.push(piece);
    by.set(key, found);
  }
  return [...by.values()].sort((a, b) => Number(a.due === '') - Number(b.due === ''));
}
