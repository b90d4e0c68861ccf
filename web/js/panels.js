// The panels beside the map: turn and tallies, log, rules, forces, tables.

import { counterIcon, inWords } from './counters.js';
import { capital, getJson, h, sideName, sign } from './dom.js';

const TABS = /** @type {const} */ ([['log', 'Log', 'L'], ['rules', 'Rules', 'R'], ['forces', 'Forces', 'T'], ['charts', 'Tables', 'C']]);

/** Kinds of events that come by the dozen in a set-up. */
const PLACINGS = ['set-up', 'setup', 'place'];
/** Kinds of events worth going back to. */
const MOMENTS = ['turn', 'phase', 'battle', 'combat', 'attack', 'bombardment', 'loss', 'score'];

/** A result of a combat table in words: `DR2/d1` is a retreat of two hexes and disruption for one turn. @param {string} result */
function spelled(result) {
  const found = result.match(/^([AD])(R|E|X)(\d*)(?:\/d(\d+))?$/i);
  if (!found) return result;
  const who = found[1].toUpperCase() === 'A' ? 'attacker' : 'defender';
  const what = found[2].toUpperCase() === 'R' ? `retreats${found[3] ? ` ${found[3]}` : ''}` : 'eliminated';
  return `${who} ${what}${found[4] ? `, disrupted ${found[4]}` : ''}`;
}

export class Panels {
  /**
   * @param {{ look(hexes: string[]): void, overlays(): void, moment(entry: number): void }} hand
   */
  constructor(hand) {
    this.hand = hand;
    this.status = h('section', { class: 'status', 'aria-label': 'Turn and points' });
    this.overlays = h('div', { class: 'overlays', role: 'group', 'aria-label': 'Shade the map' });
    /** @type {Set<string>} */
    this.shaded = new Set();
    this.log = h('ol', { class: 'log' });
    this.search = h('input', { type: 'search', placeholder: 'Search the rules', 'aria-label': 'Search the rules', oninput: () => this.filter() });
    this.ruleList = h('dl', { class: 'rule-list' });
    this.forces = h('div', { class: 'forces' });
    this.charts = h('div', { class: 'charts' });
    const pages = { log: h('div', {}, h('div', { role: 'log', 'aria-live': 'polite', 'aria-label': 'What happened' }, this.log)), rules: h('div', {}, this.search, this.ruleList), forces: this.forces, charts: this.charts };
    this.tabs = new Map();
    const bar = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Panels' });
    const body = h('div', { class: 'pages' });
    for (const [id, title, key] of TABS) {
      const tab = h('button', { role: 'tab', id: `tab-${id}`, 'aria-controls': `page-${id}`, title: `${title} (${key})`, onclick: () => this.open(id) }, title);
      const page = pages[id];
      page.classList.add('page');
      page.id = `page-${id}`;
      page.setAttribute('role', 'tabpanel');
      page.setAttribute('aria-labelledby', tab.id);
      page.tabIndex = 0;
      this.tabs.set(id, { tab, page });
      bar.append(tab);
      body.append(page);
    }
    bar.addEventListener('keydown', (event) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      const i = TABS.findIndex(([id]) => id === this.current);
      const id = TABS[(i + step + TABS.length) % TABS.length][0];
      this.open(id);
      this.tabs.get(id).tab.focus();
    });
    this.element = h('aside', { class: 'side', 'aria-label': 'Beside the map' }, this.status, this.overlays, bar, body, h('button', { class: 'drawer-close', onclick: () => document.body.classList.remove('drawer') }, sign('close'), 'To the map'));
    this.current = 'log';
    this.open('log');
    /** @type {RuleText[]} */
    this.rules = [];
    this.forcesLook = '';
    /** @type {Chart[]} */
    this.chartList = [];
  }

  /** What the terrain of a hex does, from the game's own chart. @param {string[]} terrain @returns {[string, string][]} */
  effects(terrain) {
    const chart = this.chartList.find((c) => c.id === 'terrain');
    if (!chart) return [];
    const parts = (/** @type {string} */ row) => row.toLowerCase().split(/, | and |\+/).map((x) => x.trim());
    const wanted = terrain.length ? terrain.map((x) => x.toLowerCase()) : ['clear'];
    const whole = chart.rows.findIndex((row) => parts(row).length === wanted.length && wanted.every((w) => parts(row).includes(w)));
    const rows = whole >= 0 && !chart.rows[whole].includes(',') ? [whole] : wanted.map((w) => chart.rows.findIndex((row) => parts(row).includes(w))).filter((i) => i >= 0);
    return rows.flatMap((i) => chart.columns.map((column, c) => /** @type {[string, string]} */ ([rows.length > 1 ? `${chart.rows[i]}, ${column}`.toLowerCase() : column.toLowerCase(), chart.cells[i]?.[c] ?? '']))
      .filter(([, text]) => text !== '' && text !== '-' && text !== 'no effect'));
  }

  /** What a column of the combat table brings, in the words of the results at hand. @param {string} column @param {[string, string][]} known @returns {[string, string][] | null} */
  column(column, known) {
    for (const chart of this.chartList) {
      const i = chart.columns.indexOf(column);
      if (i < 0 || chart.rows.length < 6) continue;
      const words = /** @type {Record<string, string>} */ ({ Ae: 'attacker eliminated', Ar: 'attacker retreats', De: 'defender eliminated', Dr: 'defender retreats', Ex: 'exchange' });
      // The words that the game itself uses come first.
      for (const [face, text] of known) {
        const here = chart.columns.findIndex((_, c) => known.every(([f, w]) => { const cell = chart.cells[chart.rows.indexOf(f)]?.[c]; return cell !== undefined && (words[cell] === undefined || words[cell] === w || w.startsWith(words[cell].slice(0, 8))); }));
        const cell = chart.cells[chart.rows.indexOf(face)]?.[here];
        if (cell) words[cell] = text;
      }
      return chart.rows.map((row, r) => [row, words[chart.cells[r][i]] ?? spelled(chart.cells[r][i])]);
    }
    return null;
  }

  /** A line about what the others did, with the way back to it. @param {string} text @param {number} entry */
  addSummary(text, entry) {
    this.log.append(h('li', { class: 'told summary' }, h('span', { class: 'line' }, text), h('button', { class: 'link', onclick: () => this.hand.moment(entry) }, 'see it again')));
    const box = this.log.closest('.page');
    box?.scrollTo(0, box.scrollHeight);
  }

  /** Marks the lines of an entry. @param {number | undefined} entry */
  mark(entry) {
    for (const line of this.log.querySelectorAll('.now')) line.classList.remove('now');
    if (entry === undefined) return;
    const lines = this.log.querySelectorAll(`[data-entry='${entry}']`);
    for (const line of lines) line.classList.add('now');
    lines[0]?.scrollIntoView({ block: 'nearest' });
  }

  /** @param {string} id */
  open(id) {
    this.current = id;
    for (const [name, { tab, page }] of this.tabs) {
      tab.setAttribute('aria-selected', String(name === id));
      tab.tabIndex = name === id ? 0 : -1;
      page.hidden = name !== id;
    }
    if (id === 'log') this.log.closest('.page')?.scrollTo(0, this.log.scrollHeight);
  }

  /** @param {About} about */
  async fetch(about) {
    const query = new URLSearchParams({ scenario: about.scenario, ...about.options });
    const [rules, charts] = await Promise.all([getJson(`/api/games/${about.game}/rules`), getJson(`/api/games/${about.game}/charts?${query}`)]);
    this.rules = rules;
    /** @type {Chart[]} */
    this.chartList = charts;
    this.ruleList.replaceChildren(...this.rules.flatMap((rule) => [
      h('dt', { id: `rule-${rule.id}`, 'data-text': `${rule.id} ${rule.text}`.toLowerCase(), tabindex: -1 }, rule.id, rule.optional && h('span', { class: 'tag' }, 'optional')),
      h('dd', {}, rule.text),
    ]));
    this.charts.replaceChildren(...charts.map((/** @type {Chart} */ chart) => h('details', { open: charts.length < 3 },
      h('summary', {}, chart.title),
      h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': chart.title }, h('table', {},
        h('thead', {}, h('tr', {}, h('td', {}), chart.columns.map((c) => h('th', { scope: 'col' }, c)))),
        h('tbody', {}, chart.rows.map((row, i) => h('tr', {}, h('th', { scope: 'row' }, row), (chart.cells[i] ?? []).map((cell) => h('td', {}, cell))))))))));
  }

  filter() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const dt of this.ruleList.querySelectorAll('dt')) {
      const fits = words.every((w) => dt.dataset.text?.includes(w));
      dt.hidden = !fits;
      /** @type {HTMLElement} */ (dt.nextElementSibling).hidden = !fits;
    }
  }

  /** Opens the rulebook at a rule. @param {string} id */
  rule(id) {
    this.search.value = '';
    this.filter();
    this.open('rules');
    let dt = document.getElementById(`rule-${id}`);
    // A finer id than the book's: the nearest rule above it.
    for (let cut = id; !dt && cut.includes('-'); cut = cut.slice(0, -1)) dt = document.getElementById(`rule-${cut}`);
    if (!dt) {
      this.search.value = id.split('-')[0];
      return;
    }
    dt.scrollIntoView({ block: 'center' });
    dt.classList.remove('found');
    void dt.offsetWidth;
    dt.classList.add('found');
    dt.focus();
  }

  /** @param {string} id */
  ruleLink(id) {
    return h('button', { class: 'rule', title: 'Open this rule', onclick: (/** @type {Event} */ e) => { e.stopPropagation(); this.rule(id); document.body.classList.add('drawer'); } }, id);
  }

  /** @param {Logged[]} entries */
  setLog(entries) {
    this.log.replaceChildren();
    for (const entry of entries) this.addLog(entry);
    if (entries.length === 0) {
      this.log.append(h('li', { class: 'welcome' }, 'Counters with a golden edge can act. Click one, then one of the lit hexes. U takes back, F finishes the phase, G asks for a hint; all keys are in the settings.'));
    }
  }

  /** Nothing is left to be read. */
  clear() {
    this.setLog([]);
    this.forcesLook = '';
    for (const part of [this.status, this.overlays, this.forces]) part.replaceChildren();
  }

  /** What the computer meant to do. @param {{ side: SideId, text: string }} remark */
  addRemark(remark) {
    const box = this.log.closest('.page');
    const low = !box || box.scrollTop + box.clientHeight > box.scrollHeight - 60;
    this.log.append(h('li', { class: `told remark ${remark.side}` }, h('span', { class: 'line' }, `${sideName(remark.side)} headquarters: “${remark.text}”`)));
    if (low && box) box.scrollTo(0, box.scrollHeight);
  }

  /** @param {Logged} entry */
  addLog(entry) {
    const box = this.log.closest('.page');
    const low = !box || box.scrollTop + box.clientHeight > box.scrollHeight - 60;
    for (const told of entry.told) {
      const line = this.logLine(entry, told);
      if (entry.by && !entry.taken_back && (PLACINGS.includes(told.kind) || (told.kind === 'form' && /** @type {HTMLElement | null} */ (this.log.lastElementChild)?.dataset.group === entry.by))) this.gather(entry, line);
      else this.log.append(line);
    }
    if (low && box) box.scrollTo(0, box.scrollHeight);
  }

  /** @param {Logged} entry @param {Told} told */
  logLine(entry, told) {
    const hexes = told.hexes ?? [];
    const dice = told.dice?.length ? h('span', { class: 'pips', 'aria-hidden': 'true' }, told.dice.map((d) => h('b', {}, d))) : null;
    const text = h('span', {}, told.text);
    const line = hexes.length ? h('button', { class: 'line', title: 'Show on the map', onclick: () => this.hand.look(hexes) }, dice, text) : h('span', { class: 'line' }, dice, text);
    const moment = MOMENTS.includes(told.kind) && !entry.taken_back && h('button', { class: 'moment', title: 'See this moment again', 'aria-label': `See again: ${told.text}`, onclick: () => this.hand.moment(entry.entry) }, sign('replay'));
    return h('li', { class: `told ${told.kind} ${entry.by ?? ''} ${entry.taken_back ? 'back' : ''}`, 'data-entry': entry.entry }, line, told.rule && this.ruleLink(told.rule), moment);
  }

  /** Lines of a set-up stand together under one. @param {Logged} entry @param {HTMLElement} line */
  gather(entry, line) {
    const last = this.log.lastElementChild;
    let group = last instanceof HTMLElement && last.dataset.group === entry.by ? last : null;
    if (!group) {
      group = h('li', { class: `told gathered ${entry.by}`, 'data-group': entry.by }, h('details', {}, h('summary', {}), h('ol', { class: 'log' })));
      this.log.append(group);
    }
    group.querySelector('ol')?.append(line);
    const number = group.querySelectorAll('li').length;
    const summary = group.querySelector('summary');
    if (summary) summary.textContent = `${sideName(entry.by ?? '')} set-up: ${number === 1 ? '1 counter' : `${number} counters and markers`}`;
  }

  /** @param {News} news */
  show(news) {
    const { view } = news;
    const side = view.active;
    this.status.replaceChildren(
      h('div', { class: 'turn' }, h('b', {}, `Turn ${view.turn}`), view.turn_label && h('span', {}, view.turn_label)),
      h('div', { class: `phase ${side ?? ''}` }, side ? `${sideName(side)} ${view.phase}` : capital(view.phase)),
      h('dl', { class: 'tallies' }, view.tallies.flatMap((t) => [h('dt', {}, t.label), h('dd', {}, t.value)])));
    const known = new Set(view.overlays.map((o) => o.id));
    for (const id of this.shaded) if (!known.has(id)) this.shaded.delete(id);
    this.overlays.replaceChildren(...view.overlays.map((overlay, i) => h('button', {
      class: 'toggle', title: i < 9 ? `${overlay.label} (${i + 1})` : overlay.label, 'aria-pressed': String(this.shaded.has(overlay.id)),
      onclick: () => this.toggle(overlay.id),
    }, overlay.label)));
    this.showForces(view);
  }

  /** @param {string} id */
  toggle(id) {
    if (this.shaded.has(id)) this.shaded.delete(id);
    else {
      // At most two at a time.
      if (this.shaded.size >= 2) this.shaded.delete([...this.shaded][0]);
      this.shaded.add(id);
    }
    this.hand.overlays();
  }

  /** @param {View} view */
  showForces(view) {
    const look = view.pieces.map((p) => `${p.id}${p.hex}${p.off}${p.states}`).join();
    if (look === this.forcesLook) return;
    this.forcesLook = look;
    const open = new Map([...this.forces.querySelectorAll('details')].map((d) => [d.dataset.name, d.open]));
    const part = (/** @type {string} */ name, /** @type {Piece[]} */ pieces, /** @type {boolean} */ unfolded) => pieces.length > 0 && h('details', { 'data-name': name, open: open.get(name) ?? unfolded },
      h('summary', {}, name, h('span', { class: 'number' }, pieces.length)),
      h('ul', {}, pieces.map((p) => h('li', {}, h('button', { title: p.hex ? 'Show on the map' : '', onclick: () => p.hex && this.hand.look([p.hex]) },
        counterIcon(p, 34), h('span', {}, inWords(p)), h('small', {}, p.hex ?? p.off ?? ''))))));
    const sides = /** @type {SideId[]} */ (['union', 'confederate']).map((side) => {
      const own = view.pieces.filter((p) => p.side === side);
      const off = [...new Set(own.filter((p) => !p.hex).map((p) => p.off ?? 'off the map'))];
      return h('section', { class: side }, h('h3', {}, sideName(side)),
        part(`${sideName(side)} on the map`, own.filter((p) => p.hex), false),
        off.map((where) => part(`${sideName(side)}: ${where}`, own.filter((p) => !p.hex && (p.off ?? 'off the map') === where), false)));
    });
    this.forces.replaceChildren(...sides);
  }
}
