// The settings, as a window over any page.

import { alone } from './line.js';
import { change, houseOf, onChange, settings } from './settings.js';
import { play } from './sound.js';
import { html, useEffect, useState } from './vendor/preact.js';
import { Window, overPage } from './window.js';

/** @template {keyof Settings} K @typedef {{ name: K, title: string, hint?: string, values: [Settings[K], string][] }} Pick */

/** @type {Pick<any>[]} */
const PICKS = [
  { name: 'theme', title: 'Theme', values: [['paper', 'Paper'], ['campfire', 'Campfire']] },
  { name: 'symbols', title: 'Counters', values: [['nato', 'Map symbols'], ['silhouette', 'Silhouettes']] },
  { name: 'speed', title: 'Film of the others',
    values: [[1, 'At ease'], [2, 'Quick'], [4, 'Very quick'], [0, 'None, only where it ends']] },
  { name: 'dice', title: 'Dice', values: [['roll', 'Are seen to roll'], ['instant', 'Show their face at once']] },
  { name: 'warn', title: 'When a phase is finished',
    values: [['always', 'Say all that is left undone'], ['duties', 'Say only what must be done'], ['never', 'Say nothing']] },
];

/** @type {{ name: 'quick' | 'briefings' | 'forced' | 'trails' | 'sound' | 'notify', title: string, hint: string }[]} */
const CHECKS = [
  { name: 'quick', title: 'Quick hand', hint: 'Throw dice and bear losses at the first click, without a last look.' },
  { name: 'briefings', title: 'Briefings', hint: 'A new game begins with its briefing over the map.' },
  { name: 'forced', title: 'Do what is forced', hint: 'A single legal choice is taken by itself, and said.' },
  { name: 'trails', title: 'Trails', hint: 'The last marches of the others stay on the map.' },
  { name: 'sound', title: 'Sounds', hint: 'A drum when it is your turn, volleys and dice.' },
  { name: 'notify', title: 'Notifications', hint: 'When it is your turn and you look elsewhere.' },
];

/** Some settings need the browser's leave, or are heard at once. @param {(typeof CHECKS)[number]['name']} name @param {boolean} on */
async function turn(name, on) {
  if (name === 'notify' && on && (typeof Notification === 'undefined' || (await Notification.requestPermission()) !== 'granted')) return;
  change({ [name]: on });
  if (name === 'sound' && on) play('drum');
}

/** @param {{ close: () => void }} props */
export function Preferences({ close }) {
  const [now, setNow] = useState(settings);
  useEffect(() => onChange(setNow), []);
  const set = (/** @type {Pick<any>} */ pick) => (/** @type {Event} */ e) => {
    change({ [pick.name]: pick.values[/** @type {HTMLSelectElement} */ (e.currentTarget).selectedIndex][0] });
  };
  return html`<${Window} label="Settings" close=${close}><h2>Settings</h2><div class="form">
    ${PICKS.map((p) => html`<label key=${p.name}><b>${p.title}</b>
      <select value=${String(/** @type {any} */ (now)[p.name])} onChange=${set(p)}>
      ${p.values.map(([value, title]) => html`<option value=${String(value)}>${title}</option>`)}</select></label>`)}
    <ul class="options">${CHECKS.map((c) => html`<li key=${c.name}><label>
      <input type="checkbox" checked=${now[c.name]} onChange=${() => turn(c.name, !now[c.name])} /><b>${c.title}</b></label>
        <p class="dim">${c.hint}</p></li>`)}</ul>
    ${alone && html`<label><b>A house for friends</b><input type="url" value=${now.house} placeholder="https://…"
      onChange=${(/** @type {Event} */ e) => change({ house: houseOf(/** @type {HTMLInputElement} */ (e.currentTarget).value) })} /></label>
      <p class="dim">The address of a table server where you meet friends. This page itself needs none.</p>`}
    <div class="row"><button class="primary" onClick=${close}>Done</button></div>
  </div><//>`;
}

/** Opens the settings over the page. */
export const openPreferences = () => overPage((close) => html`<${Preferences} close=${close} />`);
