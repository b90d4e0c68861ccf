// The briefing: where and when, what one must do, what the enemy must, and the places that decide it.

import { sideName } from '../dom.js';
import { useStore } from '../store.js';
import { html } from '../vendor/preact.js';
import { Hints, History } from './history.js';
import { Icon } from './icons.js';

/** @param {{ store: import('../store.js').Store, acts: Acts }} props */
export function Briefing({ store, acts }) {
  const briefing = useStore(store, (s) => s.handout)?.briefing;
  const about = useStore(store, (s) => s.about);
  const seat = useStore(store, (s) => s.seat);
  const marked = useStore(store, (s) => s.marked);
  const board = useStore(store, (s) => s.news)?.view.board;
  if (!briefing || !about) return null;
  const mine = seat === 'confederate' ? 'confederate' : 'union';
  const enemy = mine === 'union' ? 'confederate' : 'union';
  const task = (/** @type {Side} */ side, /** @type {string} */ title) => html`<section class="task ${side}"><h3>${title}</h3>
    <p>${briefing[side]}</p></section>`;
  const show = (/** @type {string[]} */ hexes) => {
    if (!marked) acts.objectives();
    acts.look(hexes);
  };
  const options = Object.entries(about.options).filter(([, value]) => value === 'on');
  return html`<article class="briefing">
    <h2>${about.scenario_title || about.title}</h2>
    <p class="dim">${about.title}. ${briefing.turns.length} turns, ${briefing.length}.</p>
    <p>${briefing.story}</p>
    ${seat === 'spectator' ? [task('union', 'The Union'), task('confederate', 'The Confederacy')] : [
      task(mine, `Your task: ${sideName(mine)}`), task(enemy, `The enemy's: ${sideName(enemy)}`)]}
    ${briefing.objectives.length > 0 && html`<section><h3>What decides it</h3>
      <label class="check"><input type="checkbox" checked=${marked} onChange=${() => acts.objectives()} /> Mark on the map</label>
      <ul class="objectives">${briefing.objectives
        .map((o) => html`<li key=${o.label}><button title="Show on the map" onClick=${() => show(o.hexes)}>
        <${Icon} name="flag" /><span>${o.label}</span></button></li>`)}</ul></section>`}
    ${seat === 'spectator' ? [html`<${Hints} title="Hints for the Union" hints=${briefing.hints.union} />`,
      html`<${Hints} title="Hints for the Confederacy" hints=${briefing.hints.confederate} />`]
      : html`<${Hints} title="Keep in mind" hints=${briefing.hints[mine]} />`}
    <${History} briefing=${briefing} board=${board} />
    ${options.length > 0 && html`<p class="dim">Optional rules: ${options.map(([id]) => id.replaceAll('-', ' ')).join(', ')}.</p>`}
  </article>`;
}
