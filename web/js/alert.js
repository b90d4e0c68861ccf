// It is your turn: the title and the icon of the page say so, and if wanted a drum and a notification.

import { settings } from './settings.js';
import { play } from './sound.js';
import { askedSide } from './store.js';

const ICON = 'icon.svg';

/** @type {Promise<string> | null} */
let badged = null;

/** The icon with a dot, made once. */
function badge() {
  badged ??= fetch(ICON).then((r) => r.text()).then((text) => {
    const dot = '<circle cx="37" cy="11" r="10" fill="#d23b30" stroke="#fff" stroke-width="3"/></svg>';
    return `data:image/svg+xml,${encodeURIComponent(text.replace('</svg>', dot))}`;
  });
  return badged;
}

/** @param {boolean} on */
async function mark(on) {
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel='icon']"));
  if (!link) return;
  const href = on ? await badge().catch(() => ICON) : ICON;
  if (link.getAttribute('href') !== href) link.setAttribute('href', href);
}

/** What the title says. @param {TableState} state */
export function titleOf(state) {
  const name = state.about?.scenario_title || state.about?.title || 'Longroll';
  const over = state.news?.actor.actor === 'over';
  return over ? `Over: ${name}` : askedSide(state) ? `● Your turn: ${name}` : `${name} · Longroll`;
}

/** Tells whoever looks elsewhere. @param {TableState} state */
function notify(state) {
  if (!settings.notify || !document.hidden || typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const told = new Notification('Your turn', { body: state.news?.actor.prompt, icon: ICON, tag: state.about?.table });
  told.onclick = () => { focus(); told.close(); };
}

/** Minds the title, the icon and the sounds of a table until it is told to stop. @param {import('./store.js').Store} store */
export function watchTurn(store) {
  let asked = askedSide(store.state);
  const show = () => {
    document.title = titleOf(store.state);
    void mark(askedSide(store.state) !== null);
  };
  show();
  const stop = store.subscribe((now, before) => {
    if (now.news === before.news && now.about === before.about && now.seat === before.seat) return;
    show();
    const side = askedSide(now);
    // Only what comes after somebody else was asked is news to one.
    if (side && !asked && before.news) {
      play('drum');
      notify(now);
    }
    asked = side;
  });
  return () => {
    stop();
    document.title = 'Longroll';
    void mark(false);
  };
}
