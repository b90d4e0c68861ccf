// What decided a game, in the browser: the graph, and what belongs to which step.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawn, heldAgainst, howItDid, judgedAt, percent, phaseAt, points, summed, waysOf, weighAll } from '../../js/analysis/study.js';

const judged = (side, step, mark) => ({ side, step, mark, plan: [{ path: ['0101', '0102'] }, { path: [] }, {}] });
const phase = (step, until, turn, before, luck, side, all = []) => ({ step, until, turn, before, luck, side, judged: all });
const analysis = {
  start: 0.5, end: 1,
  phases: [phase(0, 4, 1, 0.5, 0.05, 'union', [judged('union', 1, 'blunder')]), phase(4, 9, 1, 0.4, -0.2, 'confederate'),
    phase(9, 10, 2, 0.75, 0, 'union', [judged('confederate', 9), judged('union', 9, 'inaccuracy')])],
};

test('the line goes from the start to the end, and bars up and down', () => {
  const g = drawn(analysis, { width: 300, height: 100, bars: 20 });
  assert.equal(g.path, 'M0.0 50.0L100.0 60.0L200.0 25.0L300.0 0.0');
  assert.deepEqual(g.bars.map((b) => [b.up, b.height]), [[true, 5], [false, 20], [true, 0]]);
  assert.deepEqual(g.turns, [{ turn: 1, x: 0 }, { turn: 2, x: 200 }]);
  assert.deepEqual(g.marks.map((m) => [m.mark, m.side, m.x]), [['blunder', 'union', 0]], 'an inaccuracy is no mark on the line');
});

test('a step belongs to its phase, and to whoever is judged in it', () => {
  assert.equal(phaseAt(analysis, 4), analysis.phases[1]);
  assert.equal(phaseAt(analysis, 10), null);
  assert.equal(judgedAt(analysis, 2)?.side, 'union');
  assert.equal(judgedAt(analysis, 5), null);
  assert.equal(judgedAt(analysis, 9)?.side, 'union', 'whose phase it is comes first');
  assert.equal(judgedAt(null, 3), null);
  assert.deepEqual(waysOf(judgedAt(analysis, 2)), [['0101', '0102']]);
});

test('changes have signs', () => {
  assert.deepEqual([points(0.042), points(-0.1), points(-0.0001), percent(0.545)], ['+4.2', '−10.0', '0.0', '55 %']);
  assert.equal(howItDid({ error: 0.021, marks: [1, 2, 1], phases: 9, luck: 0.04 }),
    "Lost 2.1 points a phase against the general's plans: 1 inaccuracy, 2 mistakes, 1 blunder in 9 phases. Luck +4.0.");
  assert.equal(summed({ start: 0.1, end: 1, luck: 0.04, hidden: 0, drift: 0.02, drift_per_phase: 0.012,
    sides: [{ decisions: 0.5 }, { decisions: -0.3 }] }),
    "The Union's chance to win, from 10 % to 100 %: its decisions were worth +50.0 points to it, the Confederates' +30.0, the dice +4.0; " +
    'the estimate drifted by +2.0 (1.2 a phase).');
  assert.match(heldAgainst(0.021), /^Lost 2\.1 /);
  assert.match(heldAgainst(-0.0004), /^Lost 0\.0 /);
  assert.match(heldAgainst(-0.006), /^Gained 0\.6 /);
});

test('it is asked for until all is weighed, or until somebody has had enough', async () => {
  let asked = 0;
  const ask = async () => { asked += 1; return asked < 4 ? { done: asked, of: 4 } : { analysis }; };
  const seen = [];
  assert.equal(await weighAll(ask, (far) => { seen.push(far.done); return true; }), analysis);
  assert.deepEqual(seen, [1, 2, 3]);
  asked = 0;
  assert.equal(await weighAll(ask, ({ done }) => done < 2), null);
  assert.equal(asked, 2);
});
