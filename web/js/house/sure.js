// What cannot be taken back, or weighs on somebody else: the first press says what will happen, the second does it.

import { html, useState } from '../vendor/preact.js';

/**
 * @param {{ label: string, says: string, yes: string, go: () => void, primary?: boolean, disabled?: boolean, title?: string }} props
 */
export function Sure({ label, says, yes, go, primary = false, disabled = false, title = '' }) {
  const [asked, setAsked] = useState(false);
  if (!asked) return html`<button class=${primary ? 'primary' : 'quiet'} disabled=${disabled} title=${title || null}
    onClick=${() => setAsked(true)}>${label}</button>`;
  return html`<span class="sure" role="group" aria-label=${label}><span role="status">${says}</span>
    <button class="primary" ref=${(/** @type {HTMLElement | null} */ b) => b?.focus()}
      onClick=${() => { setAsked(false); go(); }}>${yes}</button>
    <button class="quiet" onClick=${() => setAsked(false)}>No</button></span>`;
}
