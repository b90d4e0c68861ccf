// Formations: each has a colour and a badge, the same on the map, in lists and in charts.

/** Twelve colours that are told apart by day and by night, each with the colour of letters on it. */
const COLOURS = [
  ['#d23b30', '#ffffff'], ['#f2c531', '#231c0c'], ['#2f7d3b', '#ffffff'], ['#63b7ee', '#10202e'], ['#8a4fc2', '#ffffff'],
    ['#f08a24', '#231c0c'],
  ['#f4f0e4', '#231c0c'], ['#7a4a26', '#ffffff'], ['#f094c2', '#2b0f1d'], ['#17a398', '#06211e'], ['#262422', '#ffffff'],
    ['#b5cf45', '#1c2208'],
];

/**
 * How a formation looks: the second dozen of a side is notched, the third striped.
 * @typedef {{ colour: string, ink: string, badge: string, notched: boolean, lap: number }} Look
 */

/** @type {Map<string, Formation>} what the handout of the open table says */
const known = new Map();

/** @param {Side} side @param {string} name */
const key = (side, name) => `${side} ${name}`;

/** Learns the formations of a table. @param {Formation[]} formations */
export function muster(formations) {
  known.clear();
  for (const formation of formations) known.set(key(formation.side, formation.name), formation);
}

/** How the colour of that number looks, and what letters on it. @param {number} number @param {string} badge @returns {Look} */
export function lookOf(number, badge) {
  const [colour, ink] = COLOURS[number % COLOURS.length];
  const lap = Math.floor(number / COLOURS.length);
  return { colour, ink, badge, notched: lap % 2 === 1, lap };
}

/** How the formation of a counter looks; none for a counter that belongs to none. @param {{ side: Side, formation?: string }} piece */
export function formationOf({ side, formation }) {
  const found = formation ? known.get(key(side, formation)) : undefined;
  return found ? lookOf(found.colour, found.badge) : null;
}
