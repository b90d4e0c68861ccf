// What stands beside the map: turn, points and who is to come; below it briefing, log, forces, rules and tables.

import { useStore } from '../store.js';
import { html } from '../vendor/preact.js';
import { Briefing } from './briefing.js';
import { Forces } from './forces.js';
import { Icon } from './icons.js';
import { Log } from './log.js';
import { TABS, openTab, shut } from './panel.js';
import { Charts, Rules } from './rules.js';
import { Reinforcements, Shades, Tallies, TurnTrack } from './track.js';

export { openRule, openTab, openWord } from './panel.js';

/** @type {Record<Panel['tab'], unknown>} */
const PAGES = { briefing: Briefing, log: Log, forces: Forces, rules: Rules, charts: Charts };

/** @param {{ store: import('../store.js').Store, acts: Acts }} props */
export function Sidebar({ store, acts }) {
  const tab = useStore(store, (s) => s.panel.tab);
  const key = (/** @type {KeyboardEvent} */ event) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const at = TABS.findIndex(([id]) => id === tab);
    const next = TABS[(at + step + TABS.length) % TABS.length][0];
    openTab(store, next);
    requestAnimationFrame(() => document.getElementById(`tab-${next}`)?.focus());
  };
  return html`<aside class="side" aria-label="Beside the map">
    <div class="side-top">
      <${TurnTrack} store=${store} acts=${acts} /><${Tallies} store=${store} acts=${acts} />
      <${Reinforcements} store=${store} acts=${acts} /><${Shades} store=${store} acts=${acts} />
    </div>
    <div class="house-slot"></div>
    <div class="tabs" role="tablist" aria-label="Panels" onKeyDown=${key}>${TABS.map(([id, title, letter]) => html`
      <button key=${id} role="tab" id="tab-${id}" aria-controls="page" aria-selected=${String(tab === id)} tabindex=${tab === id ? 0 : -1}
        title="${title} (${letter})" onClick=${() => openTab(store, id)}>${title}</button>`)}</div>
    <div class="pages"><div key=${tab} class="page" id="page" role="tabpanel" aria-labelledby="tab-${tab}" tabindex="0">
      <${PAGES[tab]} store=${store} acts=${acts} /></div></div>
    <button class="drawer-close" onClick=${shut}><${Icon} name="close" /> To the map</button>
  </aside>`;
}
