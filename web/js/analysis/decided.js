// The chapter of the end page that says what decided the game: the graph of the chance, bars of luck, how each side did, and the
// moments, each of which leads into the replay.

import { sideName } from '../dom.js';
import { useStore } from '../store.js';
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { SIGNS, drawn, howItDid, percent, points, summed, weighAll } from './study.js';

/** @typedef {import('../store.js').Store} Store */

const BOX = { width: 860, height: 200, bars: 34 };
const GAP = 22;

/** @param {{ analysis: Analysis, go: (step: number) => void }} props */
function Graph({ analysis, go }) {
  const g = drawn(analysis, BOX);
  const middle = BOX.height + GAP + BOX.bars;
  const foot = middle + BOX.bars;
  return html`<svg class="chances" viewBox="-44 -12 ${BOX.width + 52} ${foot + 34}" role="img"
    aria-label="The Union's chance to win, from ${percent(analysis.start)} to ${percent(analysis.end)}">
    ${g.turns.map((t) => html`<g class="grid"><path d="M${t.x} 0V${foot}" /><text x=${t.x + 3} y=${foot + 16}>${t.turn}</text></g>`)}
    ${[0, 0.25, 0.5, 0.75, 1].map((c) => html`<g class="grid"><path d="M0 ${g.y(c)}h${BOX.width}" />
      <text x="-6" y=${g.y(c) + 4} text-anchor="end">${percent(c)}</text></g>`)}
    <path class="chance-area" d=${g.area} /><path class="chance-line" d=${g.path} />
    <g class="grid"><path d="M0 ${middle}h${BOX.width}" /><text x="-6" y=${middle + 4} text-anchor="end">luck</text></g>
    ${g.bars.map((b) => html`<rect class="luck-bar ${b.up ? 'union' : 'confederate'}" x=${b.x + b.width * 0.15}
      y=${b.up ? middle - b.height : middle} width=${Math.max(1, b.width * 0.7)} height=${b.height} />`)}
    ${g.marks.map((m) => html`<g class="chance-mark ${m.side}"><circle cx=${m.x} cy=${m.y} r="8" />
      <text x=${m.x} y=${m.y + 4} text-anchor="middle">${SIGNS[m.mark]}</text></g>`)}
    ${analysis.phases.map((p, n) => html`<rect class="chance-phase" x=${g.x(n)} y="0" width=${g.x(n + 1) - g.x(n)} height=${foot}
      onClick=${() => go(p.step)}><title>Turn ${p.turn}: ${p.side ? `${sideName(p.side)} ` : ''}${p.phase},
      ${percent(p.before)}, luck ${points(p.luck)}</title></rect>`)}
  </svg>`;
}

/** @param {{ moment: AnalysedMoment, go: (step: number) => void }} props */
const Moment = ({ moment, go }) => html`<li><b class=${moment.worth < 0 ? 'bad' : 'good'}>${points(moment.worth)}</b>
  <button class="link" title="See this moment again" onClick=${() => go(moment.step)}>${moment.turn_label}: ${moment.text}${
    moment.kind === 'decision' ? ` (${moment.mark ? `${moment.mark} ${SIGNS[moment.mark]}` : 'better than the general'})`
      : ''}</button></li>`;

/** @param {{ side: AnalysedSide, go: (step: number) => void }} props */
function HowItDid({ side, go }) {
  const list = (/** @type {string} */ title, /** @type {AnalysedMoment[]} */ moments) => moments.length > 0 && html`<h3>${title}</h3>
    <ul class="chance-moments">${moments.map((m) => html`<${Moment} moment=${m} go=${go} />`)}</ul>`;
  return html`<section class="how-it-did ${side.side}"><h3>${sideName(side.side)}</h3>
    <p>${howItDid(side)}</p>
    ${list('Best moments', side.best)}${list('Worst moments', side.worst)}</section>`;
}

/** @param {{ store: Store, acts: Acts }} props */
export function Decided({ store, acts }) {
  const analysis = useStore(store, (s) => s.analysis);
  const [far, setFar] = useState(/** @type {import('./study.js').Far | null} */ (null));
  const [paused, setPaused] = useState(/** @type {import('./study.js').Far | null} */ (null));
  const [refused, setRefused] = useState('');
  const going = useRef(false);
  useEffect(() => {
    let there = true;
    // What was weighed before is there at once.
    if (!store.state.analysis) acts.ask({ op: 'analyse', weigh: false })
      .then((answer) => { if (there && answer.analysis) store.set({ analysis: answer.analysis }); }, () => {});
    return () => { there = false; going.current = false; };
  }, []);
  const begin = async () => {
    going.current = true;
    setRefused('');
    setFar(paused ?? { done: 0, of: 0 });
    try {
      const found = await weighAll((q) => acts.ask(q), (now) => { if (going.current) setFar(now); return going.current; });
      if (found) store.set({ analysis: found });
    } catch (error) {
      setRefused(error instanceof Error ? error.message : String(error));
    }
    going.current = false;
    setFar(null);
  };
  const stop = () => { going.current = false; setPaused(far?.of ? far : null); setFar(null); };
  if (!analysis) return html`<section class="decided"><h2>What decided it</h2>
    ${far ? html`<p class="row"><progress max=${far.of || 1} value=${far.done} aria-label="How far it is"></progress>
      <span aria-live="polite">${far.of ? `${far.done} of ${far.of} phases` : 'The general looks at the game'}</span>
      <button onClick=${stop}>Stop</button></p>`
    : html`<p>The general weighs every phase: the chance to win, luck and skill, and what he would have done.</p>
      <p><button class="primary" onClick=${() => void begin()}>${
        paused ? `Go on: ${paused.done} of ${paused.of} phases are weighed` : 'Analyse the game'}</button></p>`}
    ${refused && html`<p role="alert">${refused}</p>`}</section>`;
  return html`<section class="decided"><h2>What decided it</h2>
    <${Graph} analysis=${analysis} go=${(/** @type {number} */ step) => acts.past(step)} />
    <p class="dim">${summed(analysis)} A click leads to the phase.</p>
    <div class="both">${analysis.sides.map((side) => html`<${HowItDid} key=${side.side} side=${side}
      go=${(/** @type {number} */ step) => acts.past(step)} />`)}</div></section>`;
}

/** What the general says of the step that is shown, over the bar of the replay. @param {{ judged: Judged }} props */
export const SaidOfStep = ({ judged }) => html`<div class="replay-row said-of-step ${judged.side}">
  <b>${sideName(judged.side)}: ${percent(judged.played)}${judged.mark ? ` ${SIGNS[judged.mark]}` : ''}</b>
  <span>The general: ${percent(judged.best)}. ${judged.intent}</span></div>`;
