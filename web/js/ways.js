// Other ways and larger companies than the game lists. `legal` names one way to each hex; the rules allow any. An action that was
// listed is written anew for another way or for more counters, and then put to the rules with `why`: nothing here decides anything.

const NAMES = ['N', 'NE', 'SE', 'S', 'SW', 'NW'];

/** @typedef {import('./board.js').Board} Board */

/** The direction from one hex to the next, if they touch. @param {BoardHex} a @param {BoardHex} b */
function direction(a, b) {
  const turn = Math.atan2(b.x - a.x, a.y - b.y);
  return NAMES[((Math.round((turn * 3) / Math.PI) % 6) + 6) % 6];
}

/**
 * A listed march for another way, from its first hex to its last; nothing if it is written in no way that we know.
 * @param {Board} board
 * @param {Choice} choice
 * @param {string[]} way
 * @returns {Record<string, unknown> | null}
 */
export function along(board, choice, way) {
  const { action } = choice;
  const listed = choice.path ?? [];
  if (listed.length < 2 || way[0] !== listed[0]) return null;
  if (Array.isArray(action.path)) {
    const steps = action.path.every((/** @type {unknown} */ p) => NAMES.includes(String(p)));
    const hexes = way.map((name) => board.hexes.get(name));
    if (hexes.some((x) => x === undefined)) return null;
    const path = steps
      ? way.slice(1).map((_, i) => direction(/** @type {BoardHex} */ (hexes[i]), /** @type {BoardHex} */ (hexes[i + 1])))
      : action.path.length === listed.length ? way : way.slice(1);
    return { ...action, path };
  }
  if (typeof action.move === 'string' && action.to === listed[listed.length - 1]) return { move: action.move, path: way };
  return null;
}

/**
 * A listed march of one counter for several; nothing if each has to march alone.
 * @param {Choice} choice
 * @param {string} id
 * @param {string[]} company
 * @returns {Record<string, unknown> | null}
 */
export function together(choice, id, company) {
  const { action } = choice;
  for (const [name, value] of Object.entries(action)) {
    if (Array.isArray(value) && value.length === 1 && value[0] === id) return { ...action, [name]: company };
  }
  if (action.do === 'march' && action.piece === id) return { do: 'march-together', pieces: company, path: action.path };
  return null;
}

/**
 * A listed action for another counter and another hex, to ask the rules why it may not be.
 * @param {Board} board
 * @param {Choice} choice
 * @param {{ was: string | null, piece: string | null, way: string[] }} other
 * @returns {Record<string, unknown>}
 */
export function instead(board, choice, { was, piece, way }) {
  const end = way[way.length - 1];
  const path = choice.path?.length && Array.isArray(choice.action.path) ? along(board, { ...choice, path: [way[0], ...choice.path.slice(1)] }, way) : null;
  /** @type {Record<string, unknown>} */
  const action = {};
  for (const [name, value] of Object.entries(path ?? choice.action)) {
    if (piece !== null && value === was) action[name] = piece;
    else if (piece !== null && Array.isArray(value) && value.length > 0 && value.every((v) => v === was)) action[name] = [piece];
    else if (name !== 'path' && value === choice.target.at) action[name] = end;
    else if (typeof value === 'string' || path) action[name] = value;
  }
  return action;
}

/**
 * A way through hexes in that order: the listed one to the first of them, then as straight as the open hexes allow.
 * @param {Board} board
 * @param {Choice[]} choices
 * @param {string} from
 * @param {string[]} points
 * @param {(hex: string) => boolean} closed
 * @returns {string[] | null}
 */
export function through(board, choices, from, points, closed) {
  const open = new Set(choices.filter((c) => c.target.kind === 'hex').map((c) => c.target.at));
  /** @type {string[]} */
  let way = [from];
  for (const point of points) {
    const here = way[way.length - 1];
    if (point === here) continue;
    const listed = way.length === 1 ? choices.find((c) => c.target.kind === 'hex' && c.target.at === point && c.path?.[0] === from)?.path : undefined;
    const leg = listed ?? straight(board, here, point, open, closed);
    if (!leg) return null;
    way = [...way, ...leg.slice(1)];
  }
  return way;
}

/**
 * @param {Board} board
 * @param {string} from
 * @param {string} to
 * @param {Set<string>} open
 * @param {(hex: string) => boolean} closed
 * @returns {string[] | null}
 */
function straight(board, from, to, open, closed) {
  /** @type {Map<string, { cost: number, back: string | null }>} */
  const best = new Map([[from, { cost: 0, back: null }]]);
  const rim = new Set([from]);
  while (rim.size > 0) {
    let here = '';
    let least = Infinity;
    for (const name of rim) {
      const { cost } = /** @type {{ cost: number }} */ (best.get(name));
      if (cost < least) [here, least] = [name, cost];
    }
    rim.delete(here);
    if (here === to) {
      /** @type {string[]} */
      const way = [];
      /** @type {string | null} */
      let back = here;
      while (back !== null) {
        way.unshift(back);
        back = best.get(back)?.back ?? null;
      }
      return way;
    }
    if (least > 60) return null;
    for (const next of board.neighbours(here)) {
      if (closed(next) && next !== to) continue;
      const cost = least + (open.has(next) ? 1 : 3);
      if (cost < (best.get(next)?.cost ?? Infinity)) {
        best.set(next, { cost, back: here });
        rim.add(next);
      }
    }
  }
  return null;
}
