// The account of a game that is over: luck, marches, losses, points over the turns; all from the log and from moments of the replay.

import { groups, totals } from './side/musters.js';

/** @typedef {{ count: number, mean: number, faces: number[] }} Luck */

/** The mean of a fair die. */
export const FAIR = 3.5;
const FACES = 6;

/** What was told and not taken back, in order. @param {Logged[]} log @returns {{ entry: Logged, told: LogEntry }[]} */
const lines = (log) => log.filter((e) => !e.taken_back).flatMap((entry) => entry.told.map((told) => ({ entry, told })));

/** @param {Side} side @returns {Side} */
const enemy = (side) => (side === 'union' ? 'confederate' : 'union');

/**
 * The dice of each side's battles. The first throw after a battle or a bombardment is the attacker's; where the other side throws too,
 * its throw follows. Dice about weather, single pieces and the like are nobody's battle.
 * @param {Logged[]} log
 * @returns {Record<Side, Luck>}
 */
export function luck(log) {
  /** @type {Record<Side, number[]>} */
  const thrown = { union: [], confederate: [] };
  /** @type {Side | null} */
  let side = null;
  for (const { entry, told } of lines(log)) {
    if (told.kind === 'battle' || told.kind === 'fire') side = entry.by ?? null;
    else if (told.kind === 'turn' || told.kind === 'phase') side = null;
    else if (side && told.dice?.length && !told.pieces?.length && (told.kind === 'roll' || told.kind === 'result')) {
      thrown[side].push(...told.dice.filter((d) => d >= 1 && d <= FACES));
      side = enemy(side);
    }
  }
  const of = (/** @type {number[]} */ dice) => ({
    count: dice.length, mean: dice.length ? dice.reduce((a, b) => a + b, 0) / dice.length : FAIR,
    faces: Array.from({ length: FACES }, (_, i) => dice.filter((d) => d === i + 1).length),
  });
  return { union: of(thrown.union), confederate: of(thrown.confederate) };
}

/**
 * The longest way that a piece marched in one phase.
 * @param {Logged[]} log
 * @param {number[]} begun  the entries at which phases began
 * @returns {{ piece: string, hexes: number, from: string, to: string, entry: number } | null}
 */
export function longestMarch(log, begun) {
  let best = /** @type {{ piece: string, hexes: number, from: string, to: string, entry: number } | null} */ (null);
  /** @type {Map<string, { hexes: number, from: string }>} */
  let way = new Map();
  let phase = 0;
  for (const { entry, told } of lines(log)) {
    while (phase < begun.length && begun[phase] <= entry.entry) {
      phase += 1;
      way = new Map();
    }
    if ((told.kind !== 'march' && told.kind !== 'enter') || !told.hexes || told.hexes.length < 2) continue;
    for (const piece of told.pieces ?? []) {
      const so = way.get(piece) ?? { hexes: 0, from: told.hexes[0] };
      so.hexes += told.hexes.length - 1;
      way.set(piece, so);
      const to = told.hexes[told.hexes.length - 1];
      if (so.hexes > (best?.hexes ?? 0)) best = { piece, ...so, to, entry: entry.entry };
    }
  }
  return best;
}

/** Where most was lost, and in which battle. @param {Logged[]} log */
export function bloodiest(log) {
  /** @type {Map<string, { losses: number, entry: number }>} */
  const by = new Map();
  /** @type {{ text: string, entry: number, losses: number, hexes: string[] } | null} */
  let fight = null;
  let worst = /** @type {{ text: string, entry: number, losses: number, hexes: string[] } | null} */ (null);
  for (const { entry, told } of lines(log)) {
    if (told.kind === 'battle' || told.kind === 'fire') fight = { text: told.text, entry: entry.entry, losses: 0, hexes: told.hexes ?? [] };
    else if (told.kind === 'loss' && told.pieces?.length) {
      const hex = told.hexes?.[0] ?? fight?.hexes[0];
      if (hex) by.set(hex, { losses: (by.get(hex)?.losses ?? 0) + told.pieces.length, entry: entry.entry });
      if (fight) fight.losses += told.pieces.length;
      if (fight && fight.losses > (worst?.losses ?? 0)) worst = { ...fight };
    }
  }
  const hexes = [...by].sort((a, b) => b[1].losses - a[1].losses);
  return { hex: hexes.length ? { hex: hexes[0][0], ...hexes[0][1] } : null, battle: worst };
}

/** Names with those that come several times counted. @param {string[]} names */
export function counted(names) {
  const once = [...new Set(names)];
  return once.map((name) => [name, names.filter((n) => n === name).length])
    .map(([name, n]) => (n === 1 ? name : `${name} × ${n}`)).join(', ');
}

/**
 * The steps at which a game is looked at for its charts: where each turn ends, and the end.
 * @param {Timeline} timeline
 * @returns {{ turn: number, step: number }[]}
 */
export function samples({ steps, phases }) {
  /** @type {{ turn: number, step: number }[]} */
  const out = [];
  for (const [i, mark] of phases.entries()) {
    const next = phases[i + 1];
    if (!next) out.push({ turn: mark.turn, step: steps });
    else if (next.turn !== mark.turn) out.push({ turn: mark.turn, step: next.step });
  }
  return out.filter((s) => s.turn > 0);
}

/** A number of a tally: `+3`, `-14`, `3½`; nothing where more words stand. @param {string} value @returns {number | null} */
export function figure(value) {
  const half = value.endsWith('½');
  const plain = (half ? `${value.slice(0, -1) || '0'}` : value).replace('−', '-');
  const number = plain.trim() === '' ? NaN : Number(plain);
  return Number.isFinite(number) ? number + (half ? (number < 0 ? -0.5 : 0.5) : 0) : null;
}

/** @typedef {{ turn: number, value: number }} Point */
/** A chart: a line for each side, or one. @typedef {{ title: string, lines: { side?: Side, points: Point[] }[] }} Series */

/** A tally's name and words without those of its side. @param {Tally} tally */
function shared({ id, label, side }) {
  const words = label.split(' ');
  const own = side && words[0].toLowerCase() === side ? words.slice(1).join(' ') : label;
  return { key: side ? id.split(side).join('') : `one ${id}`, title: own.charAt(0).toUpperCase() + own.slice(1) };
}

/** @param {Series} series */
const moves = (series) => series.lines.some((l) => l.points.some((p) => p.value !== l.points[0].value));

/**
 * What there was of numbers at each moment, as charts: tallies of both sides that belong together on one, and the strength that was left.
 * @param {{ turn: number, view: View }[]} moments
 * @param {Formation[]} formations
 * @returns {Series[]}
 */
export function series(moments, formations) {
  /** @type {Map<string, Series>} */
  const charts = new Map();
  for (const { turn, view } of moments) {
    for (const tally of view.tallies.filter((t) => t.score)) {
      const value = figure(tally.value);
      if (value === null) continue;
      const { key, title } = shared(tally);
      const chart = charts.get(key) ?? { title, lines: [] };
      charts.set(key, chart);
      let line = chart.lines.find((l) => l.side === tally.side);
      if (!line) chart.lines.push(line = { side: tally.side, points: [] });
      line.points.push({ turn, value });
    }
  }
  const strength = {
    title: 'Strength left',
    lines: /** @type {Side[]} */ (['union', 'confederate']).map((side) => ({
      side, points: moments.map(({ turn, view }) => ({ turn, value: totals(groups(view.pieces, formations, side)).left })),
    })),
  };
  const told = [...charts.values()].filter((c) => c.lines.some((l) => l.side) && moves(c));
  return [...told.filter((c) => c.lines.length > 1), ...(moves(strength) ? [strength] : []), ...told.filter((c) => c.lines.length === 1)];
}

/**
 * Round numbers from low to high that a scale may show.
 * @param {number} low
 * @param {number} high
 * @param {number} [most]
 * @returns {number[]}
 */
export function ticks(low, high, most = 4) {
  const span = Math.max(high - low, 1);
  const rough = span / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? power * 10);
  const out = [];
  for (let at = Math.floor(low / step) * step; at < high + step; at += step) out.push(at);
  return out;
}

/** How high the letters of a chart are, with air. */
const LETTERS = 13;

/** Where the lines of a chart run in a box. @param {Series} chart @param {{ width: number, height: number }} box */
export function plotted(chart, { width, height }) {
  const points = chart.lines.flatMap((l) => l.points);
  const values = points.map((p) => p.value);
  const scale = ticks(Math.min(0, ...values), Math.max(...values));
  const [low, high] = [scale[0], scale[scale.length - 1]];
  const turns = points.map((p) => p.turn);
  const [first, last] = [Math.min(...turns), Math.max(...turns)];
  const x = (/** @type {number} */ turn) => (last === first ? width / 2 : (width * (turn - first)) / (last - first));
  const y = (/** @type {number} */ value) => height - (height * (value - low)) / (high - low || 1);
  // Two numbers at the ends of lines stand clear of each other.
  const ends = chart.lines.map((l) => y(l.points[l.points.length - 1].value));
  const crowded = ends.length === 2 && Math.abs(ends[0] - ends[1]) < LETTERS;
  const apart = (/** @type {number} */ i) => (crowded
    ? (ends[0] + ends[1]) / 2 + (LETTERS / 2) * (ends[i] > ends[1 - i] || (ends[i] === ends[1 - i] && i === 1) ? 1 : -1) : ends[i]);
  const path = (/** @type {Point[]} */ list) => list
    .map((p, i) => `${i ? 'L' : 'M'}${x(p.turn).toFixed(1)} ${y(p.value).toFixed(1)}`).join('');
  const drawn = chart.lines.map((l, i) => ({ side: l.side, path: path(l.points), end: l.points[l.points.length - 1], label: apart(i) }));
  return { x, y, scale, first, last, lines: drawn };
}
