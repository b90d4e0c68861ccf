// The log: what happened, by turn and phase. Any line leads to its moment.

import { capital, sideName } from '../dom.js';
import { useStore } from '../store.js';
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from '../vendor/preact.js';
import { RuleLink } from './bits.js';
import { Icon } from './icons.js';
import { folded, followed, marksOf, ordered, summary } from './logbook.js';

/** @typedef {import('./logbook.js').Line} Line */
/** @typedef {import('./logbook.js').Mark} Mark */

/**
 * Where the phases began: asked once, then followed as they come.
 * @param {import('../store.js').Store} store
 * @param {Acts} acts
 * @returns {Mark[]}
 */
export function useMarks(store, acts) {
  const [marks, setMarks] = useState(/** @type {Mark[]} */ ([]));
  const news = useStore(store, (s) => s.news);
  const seat = useStore(store, (s) => s.seat);
  useEffect(() => {
    let there = true;
    acts.ask({ op: 'replay' }).then((timeline) => { if (there) setMarks(marksOf(timeline)); }, () => {});
    return () => { there = false; };
  }, [seat]);
  useEffect(() => { if (news) setMarks((before) => (before.length ? followed(before, news) : before)); }, [news]);
  return marks;
}

/** @param {{ line: Line, acts: Acts, now: boolean }} props */
function Entry({ line: { entry, told }, acts, now }) {
  const dice = told.dice?.length ? html`<span class="pips" aria-hidden="true">${told.dice.map((d) => html`<b>${d}</b>`)}</span>` : null;
  const hexes = told.hexes ?? [];
  const text = html`<${Icon} name=${told.kind} />${dice}<span>${told.text}</span>`;
  return html`<li class="told ${told.kind} ${entry.by ?? ''} ${entry.taken_back ? 'back' : ''} ${now ? 'now' : ''}"
    data-entry=${entry.entry}>
    ${entry.taken_back ? html`<s class="line" aria-label="Taken back: ${told.text}">${text}</s>`
    : html`<button class="line" title="See this moment again" onClick=${() => acts.moment(entry.entry)}>${text}</button>`}
    ${told.rule && html`<${RuleLink} id=${told.rule} acts=${acts} />`}
    ${hexes.length > 0 && html`<button class="icon-button small" title="Show on the map" aria-label="Show on the map: ${told.text}"
      onClick=${() => acts.look(hexes)}><${Icon} name="look" /></button>`}
  </li>`;
}

/**
 * @param {{ chapter: import('./logbook.js').Chapter, acts: Acts, at: number | undefined, remarks: TableState['remarks'], seat: SeatId }}
 *   props
 */
function Phase({ chapter: { mark, lines }, acts, at, remarks, seat }) {
  const last = lines.at(-1)?.entry.entry ?? 0;
  const said = remarks.filter((r, i) => r.entry >= lines[0].entry.entry && r.entry <= last + 1 && r.side === mark.active
    && r.text !== remarks[i - 1]?.text);
  const theirs = mark.active && mark.active !== seat;
  return html`<li class="log-phase">
    ${mark.phase && html`<h2 class=${mark.active ?? ''}>
      <span>${mark.active ? `${sideName(mark.active)}: ${mark.phase}` : capital(mark.phase)}</span>
      ${theirs && lines.length > 1 && html`<button class="link" onClick=${() => acts.moment(lines[0].entry.entry)}>
        ${summary(lines) || 'see it again'}</button>`}</h2>`}
    <ol class="log">${folded(lines).map((item) => ('fold' in item
      ? html`<li class="told gathered ${item.by ?? ''}"><details open=${item.lines.some((l) => l.entry.entry === at)}>
        <summary>${item.lines.length} ${item.fold}</summary>
        <ol class="log">${item.lines.map((line) => html`<${Entry} line=${line} acts=${acts} now=${line.entry.entry === at} />`)}</ol>
          </details></li>`
    : html`<${Entry} line=${item} acts=${acts} now=${item.entry.entry === at} />`))}
      ${said.map((r) => html`<li class="told remark ${r.side}"><span class="line">${sideName(r.side)} headquarters: “${r.text}”</span>
        </li>`)}
    </ol></li>`;
}

/**
 * @param {{ turn: import('./logbook.js').TurnOfLog, open: boolean, acts: Acts, at: number | undefined, remarks: TableState['remarks'],
 *   seat: SeatId }} props
 */
function Turn({ turn, open, ...rest }) {
  // Older turns are made when they are looked into: a long game has thousands of lines.
  const [wanted, setWanted] = useState(open);
  useEffect(() => { if (open) setWanted(true); }, [open]);
  return html`<details class="log-turn" open=${wanted}
    onToggle=${(/** @type {Event} */ e) => setWanted(/** @type {HTMLDetailsElement} */ (e.currentTarget).open)}>
    <summary><b>${turn.turn > 0 ? `Turn ${turn.turn}` : 'Before the first turn'}</b> <small>${turn.label}</small></summary>
    ${wanted && html`<ol class="log">${turn.chapters.map((c, i) => html`<${Phase} key=${i} chapter=${c} ...${rest} />`)}</ol>`}
  </details>`;
}

/** @param {{ store: import('../store.js').Store, acts: Acts }} props */
export function Log({ store, acts }) {
  const log = useStore(store, (s) => s.log);
  const remarks = useStore(store, (s) => s.remarks);
  const seat = useStore(store, (s) => s.seat);
  const at = useStore(store, (s) => (s.mode.kind === 'replay' ? s.mode.past.frame.entry : undefined));
  const marks = useMarks(store, acts);
  const turns = useMemo(() => ordered(log, marks), [log, marks]);
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const low = useRef(true);
  const shown = at === undefined ? turns.length - 1
    : turns.findIndex((t) => t.chapters.some((c) => c.lines.some((l) => l.entry.entry === at)));
  useEffect(() => {
    const box = place.current?.closest('.page');
    if (!box) return undefined;
    const scrolled = () => { low.current = box.scrollTop + box.clientHeight > box.scrollHeight - 80; };
    box.addEventListener('scroll', scrolled);
    return () => box.removeEventListener('scroll', scrolled);
  }, []);
  // New lines are followed by whoever looks at the newest; a replay shows its own.
  useLayoutEffect(() => {
    const box = place.current?.closest('.page');
    const now = at === undefined ? null : place.current?.querySelector('.now');
    if (now) now.scrollIntoView({ block: 'nearest' });
    else if (box && at === undefined && low.current) box.scrollTo(0, box.scrollHeight);
  }, [turns, at]);
  return html`<div ref=${place} role="log" aria-live="polite" aria-label="What happened">
    ${turns.length === 0 && html`<p class="dim">Nothing has happened yet.</p>`}
    ${turns.map((turn, i) => html`<${Turn} key=${turn.turn} turn=${turn} open=${i === shown || i === turns.length - 1} acts=${acts}
      at=${at} remarks=${remarks} seat=${seat} />`)}
  </div>`;
}
