// The menu of a table: standing orders, keys, and what is done once in a game.

import { openPreferences } from '../preferences.js';
import { isGuided } from '../school/coach.js';
import { STILL } from '../still.js';
import { useStore } from '../store.js';
import { html, useLayoutEffect, useReducer, useRef } from '../vendor/preact.js';
import { IconButton } from './bits.js';
import { KEYS } from './keys.js';
import { keep, orders } from './orders.js';

/** @param {{ page: import('../table.js').TablePage }} props */
export function Menu({ page }) {
  const menu = useStore(page.store, (s) => s.menu);
  const [, again] = useReducer((/** @type {number} */ n) => n + 1, 0);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const open = menu?.kind === 'table';
  useLayoutEffect(() => { if (open) box.current?.querySelector('button')?.focus(); }, [open]);
  if (!open) return null;
  const { about, seat, news } = page.store.state;
  const may_branch = news?.may_branch;
  const close = (/** @type {() => void} */ does) => () => { page.store.set({ menu: null }); does(); };
  const given = orders(page.deeds.desk);
  return html`<div class="menu" role="dialog" aria-label="Menu" ref=${box}>
    <div class="row">
      <button onClick=${close(openPreferences)}>Settings …</button>
      <button onClick=${close(() => page.acts.replay())}>Replay</button>
      ${seat !== 'spectator' && !about?.lesson && html`<button onClick=${close(() => page.coach())}>
        ${isGuided(page.table) ? 'Send the coach away' : 'Call a coach'}</button>`}
      ${about?.may_save && html`<button onClick=${close(() => page.acts.save())}>Save to a file</button>`}
      ${about?.may_save && may_branch && html`<button onClick=${close(() => void page.deeds.share())}>Share as a link</button>`}
      ${news && page.table !== STILL && html`<button title="What you see now, and nothing else"
        onClick=${close(() => void page.deeds.shareView())}>Share this view</button>`}
      ${seat !== 'spectator' && html`<button class="danger" onClick=${close(() => void page.deeds.resign())}>Resign …</button>`}
      <${IconButton} name="close" title="Close the menu (Esc)" does=${close(() => page.board.element.focus())} />
    </div>
    ${given.length > 0 && html`<div class="orders"><b>Standing orders</b><ul>${given.map(([asked, answer]) =>
      html`<li key=${asked}><span>${asked} → ${answer.label}</span>
      <${IconButton} name="close" title=${`Forget: ${answer.label}`} does=${() => { keep(page.deeds.desk, asked, null); again(0); }}
        /></li>`)}</ul></div>`}
    <div class="keys"><b>Keys</b><dl>${KEYS.map(([k, v]) => html`<dt>${k}</dt><dd>${v}</dd>`)}</dl></div>
  </div>`;
}
