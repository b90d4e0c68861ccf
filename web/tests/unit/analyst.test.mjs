import assert from 'node:assert/strict';
import test from 'node:test';
import { Analyst } from '../../js/page/analyst.js';

/** Workers that only write down what they are told. @type {any[]} */
const called = [];
globalThis.Worker = /** @type {any} */ (class {
  constructor() {
    this.told = /** @type {any[]} */ ([]);
    this.ended = false;
    called.push(this);
  }

  /** @param {any} message */
  postMessage(message) { this.told.push(message); }

  terminate() { this.ended = true; }
});

test('an analyst is called when somebody asks, told of titles, and gone when nobody has asked for a while', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  /** @type {any[]} */
  const found = [];
  let lost = 0;
  const analyst = new Analyst(/** @type {any} */ ('module'), (one) => found.push(one), () => { lost += 1; });
  analyst.bring('ford', 'texts of a title');
  assert.equal(called.length, 0, 'nobody has asked');
  analyst.weigh({ question: 1 });
  const [first] = called;
  assert.deepEqual(first.told, [{ module: 'module' }, { bring: 'texts of a title' }, { door: 'weigh', message: { question: 1 } }]);
  analyst.bring('other', 'another');
  assert.deepEqual(first.told.at(-1), { bring: 'another' });
  // As long as it is heard to think, it may think.
  for (let n = 0; n < 5; n++) {
    t.mock.timers.tick(15_000);
    first.onmessage({ data: { thinking: true } });
  }
  assert.equal(lost, 0);
  first.onmessage({ data: { said: { question: 1, found: {} } } });
  assert.deepEqual(found, [{ question: 1, found: {} }]);
  t.mock.timers.tick(59_000);
  assert.ok(!first.ended);
  t.mock.timers.tick(2_000);
  assert.ok(first.ended && lost === 1, 'whoever asks next tells the game again');

  // One that is silent over a phase is given up; the next is another.
  analyst.weigh({ question: 2 });
  assert.deepEqual(called[1].told.slice(0, 3), [{ module: 'module' }, { bring: 'texts of a title' }, { bring: 'another' }]);
  t.mock.timers.tick(21_000);
  assert.ok(called[1].ended && lost === 2);
  analyst.weigh({ question: 3 });
  called[2].onerror();
  assert.ok(called[2].ended && lost === 3 && called.length === 3);
});
