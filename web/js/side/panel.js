// Which panel beside the map is open, and the rule it shows: set from anywhere, so that a rule can be opened from any line.

export const TABS = /** @type {const} */ ([
  ['briefing', 'Briefing', 'E'], ['log', 'Log', 'L'], ['forces', 'Forces', 'T'], ['rules', 'Rules', 'R'], ['charts', 'Tables', 'C'],
]);

/** Opens a panel. @param {import('../store.js').Store} store @param {Panel['tab']} tab */
export function openTab(store, tab) {
  store.set({ panel: { tab } });
}

/**
 * Goes into the panel that was just opened, before the next key can come: views are drawn at the end of the task that changed the store.
 * Whatever is typed after the key of the rulebook is looked up there.
 */
function goInto() {
  queueMicrotask(() => {
    const page = document.getElementById('page');
    const field = /** @type {HTMLElement | null | undefined} */ (page?.querySelector("input[type='search']"));
    (field ?? page)?.focus({ preventScroll: true });
  });
}

/**
 * Opens a panel by its key and goes into it; on a phone it comes over the map.
 * @param {import('../store.js').Store} store
 * @param {string} letter
 * @returns {boolean}
 */
export function tabOfKey(store, letter) {
  const found = TABS.find(([, , own]) => own.toLowerCase() === letter);
  if (!found) return false;
  openTab(store, found[0]);
  document.body.classList.add('drawer');
  goInto();
  return true;
}

/** Opens the rulebook at a rule. @param {import('../store.js').Store} store @param {string} rule */
export function openRule(store, rule) {
  store.set({ panel: { tab: 'rules', rule } });
  document.body.classList.add('drawer');
}

/** Opens the glossary at a word. @param {import('../store.js').Store} store @param {string} word */
export function openWord(store, word) {
  store.set({ panel: { tab: 'rules', word } });
  document.body.classList.add('drawer');
}

/** Closes the drawer that the panels are on a phone. */
export function shut() {
  document.body.classList.remove('drawer');
}
