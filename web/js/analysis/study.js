// What decided a game: asked for phase by phase, until all are weighed, so that it can be stopped at any time; and what of it
// belongs to a step of the replay.

/** @typedef {{ done: number, of: number }} Far */

const PAUSE = 250;

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/**
 * Asks until everything is weighed. Nothing if somebody stopped it.
 * @param {(question: Question) => Promise<any>} ask
 * @param {(far: Far) => boolean} going  told how far it is; false stops it
 * @returns {Promise<Analysis | null>}
 */
export async function weighAll(ask, going) {
  let last = -1;
  for (;;) {
    const answer = await ask({ op: 'analyse' });
    if (answer.analysis) return answer.analysis;
    if (!going({ done: answer.done, of: answer.of })) return null;
    // Others are at what is left.
    if (answer.done === last) await pause(PAUSE);
    last = answer.done;
  }
}

/** The phase that a step lies in. @param {Analysis | null} analysis @param {number} step @returns {AnalysedPhase | null} */
export function phaseAt(analysis, step) {
  return analysis?.phases.find((p) => step >= p.step && step < p.until) ?? null;
}

/**
 * What is to be said of a step: who is judged there, by his side's plan. Before a side had its choice there is nothing to say of it.
 * @param {Analysis | null} analysis @param {number} step @returns {Judged | null}
 */
export function judgedAt(analysis, step) {
  const phase = phaseAt(analysis, step);
  if (!phase) return null;
  const all = phase.judged.filter((j) => step >= j.step);
  return all.find((j) => j.side === phase.side) ?? all[0] ?? phase.judged.find((j) => j.side === phase.side) ?? null;
}

/** The ways of a plan, as far as it has any. @param {Judged | null} judged @returns {string[][]} */
export const waysOf = (judged) => (judged?.plan ?? []).map((c) => c.path ?? []).filter((path) => path.length > 1);

/** A change of a chance in points: `−4.2`. @param {number} change */
export function points(change) {
  const tenths = Math.round(change * 1000) / 10;
  return tenths === 0 ? '0.0' : `${tenths < 0 ? '−' : '+'}${Math.abs(tenths).toFixed(1)}`;
}

/** What a side lost in a phase against the general, on average; who found better things gained. @param {number} error */
export function heldAgainst(error) {
  const tenths = Math.abs(100 * error).toFixed(1);
  return error < 0 && tenths !== '0.0' ? `Gained ${tenths} points a phase on the general's plans`
    : `Lost ${tenths} points a phase against the general's plans`;
}

/** @param {number} n @param {string} one @param {string} [many] */
const counted = (n, one, many = `${one}s`) => (n === 1 ? `1 ${one}` : `${n} ${many}`);

/** How a side did, in a sentence or two. @param {Pick<AnalysedSide, 'error' | 'marks' | 'phases' | 'luck'>} side */
export function howItDid({ error, marks, phases, luck }) {
  const [inaccuracies, mistakes, blunders] = marks;
  return `${heldAgainst(error)}: ${counted(inaccuracies, 'inaccuracy', 'inaccuracies')}, ${counted(mistakes, 'mistake')}, ${
    counted(blunders, 'blunder')} in ${counted(phases, 'phase')}. Luck ${points(luck)}.`;
}

/** What the change of the chance is made of. @param {Analysis} analysis */
export function summed({ start, end, luck, hidden, drift, drift_per_phase: each, sides: [union, confederate] }) {
  const secret = Math.abs(hidden) < 5e-4 ? '' : `, what lay hidden ${points(hidden)}`;
  return `The Union's chance to win, from ${percent(start)} to ${percent(end)}: its decisions were worth ${points(union.decisions)} ${
    ''}points to it, the Confederates' ${points(-confederate.decisions)}, the dice ${points(luck)}${secret}; ${
    ''}the estimate drifted by ${points(drift)} (${(100 * each).toFixed(1)} a phase).`;
}

/** @param {number} chance */
export const percent = (chance) => `${Math.round(100 * chance)} %`;

/** As players write it. @type {Record<Mark, string>} */
export const SIGNS = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/**
 * The graph: the line of the chance, a bar of luck for each phase, and the marks.
 * @param {Analysis} analysis
 * @param {{ width: number, height: number, bars: number }} box
 */
export function drawn(analysis, { width, height, bars }) {
  const { phases } = analysis;
  const x = (/** @type {number} */ n) => (width * n) / Math.max(1, phases.length);
  const y = (/** @type {number} */ chance) => height * (1 - chance);
  const chances = [...phases.map((p) => p.before), analysis.end];
  const path = chances.map((c, n) => `${n ? 'L' : 'M'}${x(n).toFixed(1)} ${y(c).toFixed(1)}`).join('');
  const most = Math.max(0.1, ...phases.map((p) => Math.abs(p.luck)));
  return {
    x, y, path, area: `${path}L${x(phases.length).toFixed(1)} ${height}L0 ${height}Z`,
    turns: phases.map((p, n) => ({ turn: p.turn, x: x(n) })).filter((t, n) => n === 0 || phases[n - 1].turn !== t.turn),
    bars: phases.map((p, n) => ({ x: x(n), width: x(n + 1) - x(n), height: (bars * Math.abs(p.luck)) / most, up: p.luck >= 0 })),
    marks: phases.flatMap((p, n) => p.judged.filter((j) => j.mark === 'mistake' || j.mark === 'blunder')
      .map((j) => ({ x: x(n), y: y(p.before), side: j.side, mark: /** @type {Mark} */ (j.mark), step: j.step }))),
  };
}
