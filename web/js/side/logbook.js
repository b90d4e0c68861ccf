// The log in order: turns, phases in them, and what happened in each.

/**
 * Where a phase begins: after that many entries of the journal.
 * @typedef {{ from: number, turn: number, label: string, phase: string, active?: Side }} Mark
 */
/** @typedef {{ entry: Logged, told: LogEntry }} Line */
/** @typedef {{ mark: Mark, lines: Line[] }} Chapter */
/** @typedef {{ turn: number, label: string, chapters: Chapter[] }} TurnOfLog */

/** Kinds that the headings say already. @type {EventKind[]} */
const SAID = ['turn', 'phase'];

/**
 * The marks of a timeline: a phase that begins at a step begins after the entry that led there.
 * @param {Timeline} timeline
 * @returns {Mark[]}
 */
export const marksOf = (timeline) => timeline.phases.map((p) => ({
  from: p.step === 0 ? 0 : timeline.entries[p.step - 1] + 1, turn: p.turn, label: p.turn_label, phase: p.phase, active: p.active,
}));

/**
 * The marks with that of the present, if it has come since. What is taken back leads on to an older phase again.
 * @param {Mark[]} marks
 * @param {News} news
 * @returns {Mark[]}
 */
export function followed(marks, { view, length }) {
  const last = marks.at(-1);
  if (last && last.turn === view.turn && last.phase === view.phase && last.active === view.active) return marks;
  return [...marks, { from: length, turn: view.turn, label: view.turn_label, phase: view.phase, active: view.active }];
}

/**
 * The log by turns and phases; phases in which nothing happened are left out.
 * @param {Logged[]} log
 * @param {Mark[]} marks
 * @returns {TurnOfLog[]}
 */
export function ordered(log, marks) {
  /** @type {TurnOfLog[]} */
  const turns = [];
  let at = -1;
  /** @type {Chapter | null} */
  let chapter = null;
  for (const entry of log) {
    let next = at;
    while (next + 1 < marks.length && marks[next + 1].from <= entry.entry) next += 1;
    if (next !== at || !chapter) {
      at = next;
      const mark = marks[at] ?? { from: 0, turn: 0, label: '', phase: '' };
      if (turns.at(-1)?.turn !== mark.turn) turns.push({ turn: mark.turn, label: mark.label, chapters: [] });
      chapter = { mark, lines: [] };
      turns.at(-1)?.chapters.push(chapter);
    }
    for (const told of entry.told) {
      if (marks.length === 0 || !SAID.includes(told.kind) || told.pieces?.length || told.hexes?.length
        || told.dice?.length) chapter.lines.push({ entry, told });
    }
  }
  return turns.map((t) => ({ ...t, chapters: t.chapters.filter((c) => c.lines.length > 0) })).filter((t) => t.chapters.length > 0);
}

/** What a phase came to, in a few words: marches, battles, losses. @param {Line[]} lines @returns {string} */
export function summary(lines) {
  const count = (/** @type {EventKind[]} */ ...kinds) => lines.filter((l) => !l.entry.taken_back && kinds.includes(l.told.kind)).length;
  const parts = /** @type {[number, string, string][]} */ ([
    [count('march', 'enter'), 'march', 'marches'], [count('battle'), 'battle', 'battles'], [count('fire'), 'bombardment', 'bombardments'],
    [count('retreat'), 'retreat', 'retreats'],
    [lines.filter((l) => !l.entry.taken_back && l.told.kind === 'loss' && l.told.pieces?.length).length, 'loss', 'losses'],
  ]);
  return parts.filter(([n]) => n > 0).map(([n, one, many]) => `${n} ${n === 1 ? one : many}`).join(', ');
}

/** Lines that stand together under one. @typedef {{ fold: string, by?: Side, lines: Line[] }} Fold */

/**
 * What is folded when it comes in long runs, and how long: set-ups soon, marches only by the dozen.
 * @type {{ kinds: EventKind[], name: string, long: number }[]}
 */
const FOLDS = [
  { kinds: ['place', 'works', 'exchange'], name: 'placings', long: 4 },
  { kinds: ['chit'], name: 'chits', long: 4 },
  { kinds: ['march', 'enter'], name: 'marches', long: 12 },
];

/** The lines of a phase with long runs by one side folded. @param {Line[]} lines @returns {(Line | Fold)[]} */
export function folded(lines) {
  /** @type {(Line | Fold)[]} */
  const out = [];
  for (let i = 0; i < lines.length;) {
    const { entry, told } = lines[i];
    const fold = FOLDS.find((f) => f.kinds.includes(told.kind));
    let end = i;
    while (fold && end < lines.length && fold.kinds.includes(lines[end].told.kind) && lines[end].entry.by === entry.by
      && !lines[end].entry.taken_back) end += 1;
    if (fold && end - i > fold.long) out.push({ fold: fold.name, by: entry.by, lines: lines.slice(i, end) });
    else out.push(...lines.slice(i, Math.max(end, i + 1)));
    i = Math.max(end, i + 1);
  }
  return out;
}
