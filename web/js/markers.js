// Markers on the map: works and bridges are drawn as what they are, everything else is a flag in the colours of whose it is.

import { s, sideName } from './dom.js';

const FLAGS = { confederate: 'M0-9h13l-4 4.500l4 4.500h-13z', other: 'M0-9h13v9h-13z' };
/** Works at the lower edge of a hex, seen from in front. @type {Record<string, string>} */
const WORKS = {
  breastworks: 'M-22 4l5-8l5 8l5-8l5 8l5-8l5 8l5-8l5 8',
  abatis: 'M-22 4l8-8m-8 0l8 8m4 0l8-8m-8 0l8 8m4 0l8-8m-8 0l8 8',
  fort: 'M-13 5v-6l-4-5h10l3 4h8l3-4h10l-4 5v6z',
};
/** Planks, along which one crosses. */
const BRIDGE = 'M-15-4h30M-15 4h30M-11-4v8M-4-4v8M4-4v8M11-4v8';

/** @typedef {{ x: number, y: number }} Spot */

/** Where a bridge lies and how it is turned: between the first and the last of its hexes. @param {Spot} a @param {Spot} b */
export const across = (a, b) => ({
  x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, turned: Math.round(Math.atan2(b.y - a.y, b.x - a.x) * 180 / Math.PI),
});

/**
 * A marker; nothing if it stands nowhere on this map.
 * @param {Marker} marker @param {{ get: (name: string) => Spot | undefined }} hexes
 */
export function drawMarker({ kind, hexes: names, side, label }, hexes) {
  const [hex, last] = [hexes.get(names[0]), hexes.get(names[names.length - 1])];
  if (!hex) return null;
  const whose = side ?? 'nobody';
  const group = (/** @type {string} */ transform, /** @type {SVGElement[]} */ ...drawn) => s('g', { class: `marker ${whose} ${kind}`,
    transform }, s('title', {}, `${label}: ${sideName(whose)} (${kind})`), ...drawn);
  const sign = (/** @type {string} */ d) => [s('path', { class: 'under', d }), s('path', { class: 'sign', d })];
  if (kind === 'bridge' && last && last !== hex) {
    const { x, y, turned } = across(hex, last);
    return group(`translate(${x} ${y}) rotate(${turned})`, ...sign(BRIDGE));
  }
  if (WORKS[kind]) return group(`translate(${hex.x} ${hex.y + 27})`, ...sign(WORKS[kind]));
  return group(`translate(${hex.x - 29} ${hex.y + 8})`, s('path', { class: 'pole', d: 'M0-9v22' }),
    s('path', { class: 'cloth', d: whose === 'confederate' ? FLAGS.confederate : FLAGS.other }));
}
