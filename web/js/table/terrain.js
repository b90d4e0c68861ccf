// What the terrain of a hex does, from the game's own chart.

import { getJson } from '../dom.js';

/** @param {string} row */
const parts = (row) => row.toLowerCase().split(/, | and |\+/).map((x) => x.trim());

/** The chart of terrain effects of a table, if its game has one. @param {About} about @returns {Promise<Chart | null>} */
export async function terrainChart(about) {
  const options = new URLSearchParams({ scenario: about.scenario, ...about.options });
  /** @type {Chart[]} */
  const charts = await getJson(`/api/games/${about.game}/charts?${options}`).catch(() => []);
  return charts.find((c) => c.id === 'terrain') ?? null;
}

/**
 * Column and effect, for each kind of terrain in a hex.
 * @param {Chart | null} chart
 * @param {string[]} terrain
 * @returns {[string, string][]}
 */
export function effects(chart, terrain) {
  if (!chart) return [];
  const wanted = terrain.length ? terrain.map((x) => x.toLowerCase()) : ['clear'];
  const whole = chart.rows.findIndex((row) => parts(row).length === wanted.length && wanted.every((w) => parts(row).includes(w)));
  const single = wanted.map((w) => chart.rows.findIndex((row) => parts(row).includes(w))).filter((i) => i >= 0);
  const rows = whole >= 0 && !chart.rows[whole].includes(',') ? [whole] : single;
  const named = (/** @type {number} */ row, /** @type {string} */ column) =>
    (rows.length > 1 ? `${chart.rows[row]}, ${column}` : column).toLowerCase();
  const cells = rows.flatMap((row) => chart.columns.map((column, i) =>
    /** @type {[string, string]} */ ([named(row, column), chart.cells[row]?.[i] ?? ''])));
  return cells.filter(([, text]) => text !== '' && text !== '-' && text !== 'no effect');
}
