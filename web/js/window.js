// A window over the page.

import { html, render, useEffect, useRef } from './vendor/preact.js';

/** A window over the page that gives the focus back. @param {{ label: string, close: () => void, children?: unknown }} props */
export function Window({ label, close, children }) {
  const place = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const before = document.activeElement;
    const dialog = place.current;
    dialog?.showModal();
    return () => {
      // What lies behind takes no focus while it is open.
      dialog?.close();
      // Back to where one came from; if that is gone, to the map.
      const there = before instanceof HTMLElement && before.isConnected && before !== document.body;
      const back = there ? before : document.querySelector('.map');
      if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    };
  }, []);
  return html`<dialog class="seats-dialog" ref=${place} aria-label=${label} onClose=${close}
    onClick=${(/** @type {MouseEvent} */ e) => { if (e.target === place.current) place.current?.close(); }}>${children}</dialog>`;
}

/** Opens something over whatever page there is, until it closes itself. @param {(close: () => void) => unknown} made */
export function overPage(made) {
  const place = document.body.appendChild(document.createElement('div'));
  const close = () => {
    render(null, place);
    place.remove();
  };
  render(made(close), place);
}
