// The bar of a replay: slider, steps, phases, and a new game from any moment.

import { SaidOfStep } from '../analysis/decided.js';
import { judgedAt } from '../analysis/study.js';
import { sideName } from '../dom.js';
import { useStore } from '../store.js';
import { html, useLayoutEffect, useRef } from '../vendor/preact.js';
import { IconButton, Sign } from './bits.js';

/** @param {{ page: import('../table.js').TablePage }} props */
export function ReplayBar({ page }) {
  const mode = useStore(page.store, (s) => s.mode);
  const branch = useStore(page.store, (s) => s.news?.may_branch ?? s.about?.may_branch ?? false);
  const analysis = useStore(page.store, (s) => s.analysis);
  const slider = useRef(/** @type {HTMLElement | null} */ (null));
  const open = mode.kind === 'replay';
  useLayoutEffect(() => { if (open) slider.current?.focus({ preventScroll: true }); }, [open]);
  if (!open) return null;
  const { replay } = page.stage;
  const { frame, steps, phases, playing } = mode.past;
  const chapter = phases.filter((p) => p.step <= frame.step).at(-1);
  const told = frame.told.map((t) => t.text).join(' ');
  const judged = judgedAt(analysis, frame.step);
  return html`<section class="replay" aria-label="Replay">
    ${judged && html`<${SaidOfStep} judged=${judged} />`}
    <div class="replay-row">
      <${IconButton} name="start" title="To the start (Home)" does=${() => replay.jump(0)} />
      <${IconButton} name="back" title="One step back (,)" does=${() => replay.step(-1)} />
      <${IconButton} name=${playing ? 'pause' : 'play'} title=${playing ? 'Halt (Space)' : 'Play (Space)'} does=${() => replay.toggle()} />
      <${IconButton} name="on" title="One step on (.)" does=${() => replay.step(1)} />
      <${IconButton} name="end" title="To the end (End)" does=${() => replay.jump(steps)} />
      <input ref=${slider} type="range" min="0" max=${steps} value=${frame.step} aria-label="Step of the game"
        aria-valuetext=${`step ${frame.step} of ${steps}, ${told}`}
          onInput=${(/** @type {any} */ e) => replay.jump(Number(e.target.value))} />
      <span class="replay-label" aria-live="polite">${frame.step} of ${steps}</span>
    </div>
    <div class="replay-row">
      <select aria-label="Go to a phase" value=${String(chapter?.step ?? 0)}
        onChange=${(/** @type {any} */ e) => replay.jump(Number(e.target.value))}>
        ${phases.map((p) => html`<option value=${p.step}
          selected=${p === chapter}>Turn ${p.turn}: ${p.active ? `${sideName(p.active)} ` : ''}${p.phase}</option>`)}</select>
      ${branch && html`<button title="A new game from this step" onClick=${() => void page.branch(frame.step)}><${Sign} name="branch"
        />Branch from here</button>`}
      <button class="primary" title="Back to the game (Esc)" onClick=${() => replay.close()}>Back to the game</button>
    </div>
  </section>`;
}
