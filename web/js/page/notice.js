// A line at the foot of the page about the page itself: what cannot be kept, a new version.

import { html, render } from '../vendor/preact.js';

/** @type {Map<string, HTMLElement>} */
const shown = new Map();

/**
 * Says something until it is put away; nothing takes back what was said under the same name.
 * @param {string} name
 * @param {string | null} text
 * @param {{ label: string, does: () => void }} [act]
 */
export function notice(name, text, act) {
  const old = shown.get(name);
  if (!text) {
    old?.remove();
    shown.delete(name);
    return;
  }
  const place = old ?? document.body.appendChild(document.createElement('div'));
  place.className = 'page-notice';
  place.setAttribute('role', 'status');
  shown.set(name, place);
  render(html`<span>${text}</span>${act && html`<button onClick=${() => { notice(name, null); act.does(); }}>${act.label}</button>`}
    <button class="quiet" onClick=${() => notice(name, null)}>${act ? 'Later' : 'I see'}</button>`, place);
}
