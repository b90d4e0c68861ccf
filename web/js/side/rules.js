// The rulebook: chapters, a search, and where this game came upon a rule.

import { getJson } from '../dom.js';
import { useStore } from '../store.js';
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from '../vendor/preact.js';
import { GlossaryChapter, useGlossary } from './glossary.js';
import { chapterOf, chapters, citations, marked, matches, terms } from './chapters.js';

/** The most moments of this game that a rule leads to. */
const MOMENTS = 5;

/** What stands at an address about the game of a table. @template T @param {string | null} address @returns {T | null} */
export function useFetched(address) {
  const [value, setValue] = useState(/** @type {any} */ (null));
  useEffect(() => {
    let there = true;
    setValue(null);
    if (address) getJson(address).then((v) => { if (there) setValue(v); }, () => {});
    return () => { there = false; };
  }, [address]);
  return value;
}

/** @param {{ text: string, wanted: string[] }} props */
const Marked = ({ text, wanted }) => html`${marked(text, wanted).map(([part, hit]) => (hit ? html`<mark>${part}</mark>` : part))}`;

/** @param {{ rule: RuleText, wanted: string[], cited: { entry: number, text: string }[], open: boolean, acts: Acts }} props */
function Rule({ rule, wanted, cited, open, acts }) {
  return html`<div class="rule-text ${open ? 'found' : ''}" id="rule-${rule.id}" tabindex=${open ? -1 : undefined}>
    <p><b class="rule-id"><${Marked} text=${rule.id} wanted=${wanted} /></b> ${rule.optional && html`<span class="tag">optional</span>`}
      <${Marked} text=${rule.text} wanted=${wanted} /></p>
    ${cited.length > 0 && html`<details class="cited">
      <summary>${cited.length === 1 ? 'Once in this game' : `${cited.length} times in this game`}</summary>
      <ul>${cited.slice(-MOMENTS).map((c) => html`<li key=${c.entry}>
        <button class="link" title="See this moment again" onClick=${() => acts.moment(c.entry)}>${c.text}</button></li>`)}</ul></details>`}
  </div>`;
}

/**
 * @param {{ chapter: import('./chapters.js').Chapter, wanted: string[], cited: Map<string, { entry: number, text: string }[]>, rule:
 *   string | undefined, acts: Acts }} props
 */
function ChapterPart({ chapter, wanted, cited, rule, acts }) {
  const shown = wanted.length ? chapter.rules.filter((r) => matches(r, wanted)) : chapter.rules;
  const holds = rule !== undefined && chapterOf(rule) === chapter.id;
  const [open, setOpen] = useState(holds);
  useEffect(() => { if (holds) setOpen(true); }, [holds, rule]);
  if (shown.length === 0) return null;
  const unfolded = open || wanted.length > 0;
  return html`<details class="rule-chapter" open=${unfolded}
    onToggle=${(/** @type {Event} */ e) => { if (!wanted.length) setOpen(/** @type {HTMLDetailsElement} */ (e.currentTarget).open); }}>
    <summary><b>${chapter.name}</b> ${chapter.about} <span class="number">${shown.length}</span></summary>
    ${unfolded && shown.map((r) => html`<${Rule} key=${r.id} rule=${r} wanted=${wanted} cited=${cited.get(r.id) ?? []}
      open=${r.id === rule} acts=${acts} />`)}
  </details>`;
}

/** @param {{ store: import('../store.js').Store, acts: Acts }} props */
export function Rules({ store, acts }) {
  const game = useStore(store, (s) => s.about?.game);
  const scenario = useStore(store, (s) => s.about?.scenario);
  const log = useStore(store, (s) => s.log);
  const panel = useStore(store, (s) => s.panel);
  /** @type {RuleText[] | null} */
  const rules = useFetched(game ? `/api/games/${game}/rules?scenario=${encodeURIComponent(scenario ?? '')}` : null);
  const words = useGlossary(game);
  const book = useMemo(() => chapters(rules ?? []), [rules]);
  const cited = useMemo(() => citations(log), [log]);
  const [search, setSearch] = useState('');
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => { if (panel.rule || panel.word) setSearch(''); }, [panel]);
  // A rule or word that was asked for comes into sight once its chapter is there.
  useLayoutEffect(() => {
    const id = panel.rule ? `rule-${panel.rule}` : panel.word && `word-${panel.word.replaceAll(' ', '-')}`;
    if (!id || !rules || (panel.word && !words.length)) return undefined;
    const frame = requestAnimationFrame(() => {
      const found = document.getElementById(id);
      found?.scrollIntoView({ block: 'center' });
      found?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [panel, rules, words]);
  const wanted = terms(search);
  const hits = wanted.length ? (rules ?? []).filter((r) => matches(r, wanted)).length : 0;
  return html`<div class="rulebook" ref=${place}>
    <input type="search" placeholder="Search rules and words" aria-label="Search rules and words" value=${search}
      onInput=${(/** @type {InputEvent} */ e) => setSearch(/** @type {HTMLInputElement} */ (e.currentTarget).value)} />
    ${wanted.length > 0 && html`<p class="dim" role="status">
      ${hits === 0 ? 'No rule has these words.' : hits === 1 ? 'One rule' : `${hits} rules`}</p>`}
    ${!rules && html`<p class="dim">Fetching the rulebook…</p>`}
    <${GlossaryChapter} words=${words} wanted=${wanted} word=${panel.word} acts=${acts} />
    ${book.map((c) => html`<${ChapterPart} key=${c.id} chapter=${c} wanted=${wanted} cited=${cited} rule=${panel.rule} acts=${acts} />`)}
  </div>`;
}

/** The tables of the game. @param {{ store: import('../store.js').Store }} props */
export function Charts({ store }) {
  const about = useStore(store, (s) => s.about);
  /** @type {Chart[] | null} */
  const charts = useFetched(about ? `/api/games/${about.game}/charts?scenario=${encodeURIComponent(about.scenario)}` : null);
  return html`<div class="charts">${(charts ?? [])
    .map((chart) => html`<section key=${chart.id}><h2 id="chart-${chart.id}">${chart.title}</h2>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="chart-${chart.id}"><table>
      <thead><tr><td></td>${chart.columns.map((c) => html`<th scope="col">${c}</th>`)}</tr></thead>
      <tbody>${chart.rows.map((row, r) => html`<tr><th scope="row">${row}
        </th>${chart.columns.map((_, c) => html`<td>${chart.cells[r]?.[c] ?? ''}</td>`)}</tr>`)}</tbody>
    </table></div></section>`)}</div>`;
}
