// What the coach says, below the map: the task of the turn, what is asked and what matters, and one thing that could be done.

import { capital } from '../dom.js';
import { useStore } from '../store.js';
import { html, useLayoutEffect } from '../vendor/preact.js';
import { sendAway } from './coach.js';
import { Words } from './panel.js';
import { useGlossary } from '../side/glossary.js';
import { hexOf } from '../table/reading.js';

/** @typedef {import('../table.js').TablePage} Page */

/** One thing that could be done now. @param {{ remark: CoachRemark, page: Page }} props */
function Example({ remark, page }) {
  const { choice } = remark.example;
  const pieces = page.store.state.news?.view.pieces ?? [];
  return html`<p class="lesson-task"><b>For example</b> ${capital(choice.label)}.
    <button class="quiet" onClick=${() => page.deeds.showAdvised(remark.example)}>Show me</button>
    <button class="quiet" onClick=${() => void page.deeds.commit(choice, { to: hexOf(choice.target, pieces) })}>Do it</button></p>`;
}

/** @param {{ page: Page }} props */
export function CoachPanel({ page }) {
  const coach = useStore(page.store, (s) => s.coach);
  const mode = useStore(page.store, (s) => s.mode);
  const words = useGlossary(useStore(page.store, (s) => s.about)?.game);
  useLayoutEffect(() => page.keepInSight(), [coach]);
  if (!coach || mode.kind === 'replay' || mode.kind === 'film' || mode.kind === 'curtain') return null;
  const { turn, remark } = coach;
  const away = () => {
    sendAway(page.table);
    page.store.set({ coach: null });
    page.deeds.notice('The coach has left. The menu brings him back.');
  };
  const said = remark ? `${remark.asks} ${remark.matters} (${remark.rules.join(', ')})` : '';
  return html`<section class="lesson coach" aria-label="The coach">
    <header><b>${remark ? `Coach: ${remark.title}` : 'Coach'}</b></header>
    <div class="lesson-body"><div class="lesson-words">
      ${turn && html`<p class="objective">${turn}</p>`}
      ${said && html`<p><${Words} text=${said} page=${page} words=${words} /></p>`}
      ${remark && html`<${Example} remark=${remark} page=${page} />`}
    </div><div class="lesson-buttons">
      <button class="quiet" onClick=${away}>No more coaching</button>
      <button class="primary" onClick=${() => page.store.set({ coach: null })}>Understood</button>
    </div></div></section>`;
}
