// Forms: made of what the house says of each section; no field is known here.

import { capital } from '../dom.js';
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { idOf, pasted, read, saidIn, written } from './bench.js';

/** @typedef {import('./bench.js').Drawn} Drawn */
/** @typedef {import('./bench.js').Fields} Fields */
/** @typedef {(edit: Edit) => Promise<boolean>} Changing */

/** @param {{ field: FormField, value: any, set: (value: any) => void, of: string }} props */
function Input({ field, value, set, of }) {
  const label = `${field.label}${of ? ` of ${of}` : ''}`;
  const change = (/** @type {Event} */ e) => set(read(field, /** @type {HTMLInputElement} */ (e.currentTarget).value));
  if (field.kind === 'flag') return html`<input type="checkbox" aria-label=${label} checked=${Boolean(value)}
    onChange=${(/** @type {Event} */ e) => set(/** @type {HTMLInputElement} */ (e.currentTarget).checked || null)} />`;
  if (field.kind === 'yes-no') return html`<select aria-label=${label} value=${written(value)} onChange=${change}>
    <option value="">as usual</option><option value="yes">Yes</option><option value="no">No</option></select>`;
  if (field.kind === 'prose' || field.kind === 'paragraphs') return html`<textarea rows="4" aria-label=${label}
    value=${written(value, field.kind)} onChange=${change}></textarea>`;
  if (field.kind === 'word') return html`<select aria-label=${label} value=${written(value)} onChange=${change}>
    <option value="">${field.needed ? '…' : field.words?.includes('union') ? 'nobody' : 'nothing'}</option>
    ${(field.words ?? []).map((word) => html`<option value=${word}>${capital(word.replaceAll('-', ' '))}</option>`)}</select>`;
  return html`<input aria-label=${label} value=${written(value, field.kind)} inputmode=${field.kind === 'number' ? 'numeric' : undefined}
    data-hexes=${field.kind === 'hex' ? 'one' : field.kind === 'hexes' ? 'many' : undefined}
    size=${field.kind === 'number' || field.kind === 'hex' ? 5 : 12} onChange=${change} />`;
}

/** What the title says of itself. @param {{ draft: Drawn, change: Changing }} props */
export function Heading({ draft, change }) {
  const turns = /** @type {Fields[]} */ (draft.heading.turns ?? []);
  const set = (/** @type {Fields[]} */ value) => change({ do: 'heading', key: 'turns', value });
  return html`<section class="form-section"><h2>The title</h2><div class="form">
    ${draft.heading_fields.map((field) => html`<label key=${field.key}><b>${field.label}</b>
      <${Input} field=${field} value=${draft.heading[field.key]} of=""
        set=${(/** @type {any} */ value) => change({ do: 'heading', key: field.key, value })} /></label>`)}</div>
    <h2>Turns</h2>
    <ol class="turn-list">${turns.map((turn, i) => html`<li key=${i}>
      <input aria-label="Turn ${i + 1}" value=${turn.label} onChange=${(/** @type {Event} */ e) => set(turns.map((t, k) => (k === i
        ? { ...t, label: /** @type {HTMLInputElement} */ (e.currentTarget).value } : t)))} />
      <label><input type="checkbox" checked=${Boolean(turn.night)} onChange=${() => set(turns.map((t, k) => (k === i
        ? { label: t.label, ...(t.night ? {} : { night: true }) } : t)))} /> night</label>
      <button class="quiet" aria-label="Turn ${i + 1} goes" onClick=${() => set(turns.filter((_, k) => k !== i))}>×</button></li>`)}</ol>
    <button class="quiet" onClick=${() => set([...turns, { label: `turn ${turns.length + 1}` }])}>Another turn</button></section>`;
}

/** Opens a section to which somebody was led. @param {boolean} shown */
function useOpened(shown) {
  const place = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  useEffect(() => {
    if (!shown || !place.current) return;
    place.current.open = true;
    place.current.scrollIntoView({ block: 'start' });
  }, [shown]);
  return place;
}

/** A section that there is once. @param {{ sheet: Sheet, draft: Drawn, change: Changing, shown: boolean }} props */
export function SheetForm({ sheet, draft, change, shown }) {
  const said = /** @type {Fields} */ (draft.filled[sheet.id] ?? {});
  const place = useOpened(shown);
  return html`<details class="form-section" data-sheet=${sheet.id} ref=${place}>
    <summary>${sheet.title}</summary><p class="dim">${sheet.about}</p>
    <div class="form">${sheet.fields.map((field) => html`<label key=${field.key}><b>${field.label}</b>
      <${Input} field=${field} value=${saidIn(said, field.key)} of=${sheet.title}
        set=${(/** @type {any} */ value) => change({ do: 'field', sheet: sheet.id, key: field.key, value })} /></label>`)}</div></details>`;
}

/** The entries of a section. @param {{ section: Section, draft: Drawn, change: Changing, shown: number }} props */
export function SectionForm({ section, draft, change, shown }) {
  const entries = /** @type {Fields[]} */ (draft.entries[section.section] ?? []);
  const [fresh, setFresh] = useState(/** @type {Fields | null} */ (null));
  const place = useOpened(shown >= 0);
  /** @type {(entry: Fields, set: (key: string, value: any) => void, of: string) => unknown} */
  const row = (entry, set, of) => section.fields.map((field) => html`<label key=${field.key}><b>${field.label}</b>
    <${Input} field=${field} value=${saidIn(entry, field.key)} of=${of}
      set=${(/** @type {any} */ value) => set(field.key, value)} /></label>`);
  const add = async () => {
    if (await change({ do: 'entry', section: section.section, number: entries.length, fields: fresh ?? {} })) setFresh(null);
  };
  return html`<details class="form-section" data-section=${section.section} ref=${place}>
    <summary>${section.title}${entries.length > 0 && html` <span class="count">${entries.length}</span>`}</summary>
    <p class="dim">${section.about}</p>
    ${entries.map((entry, number) => html`<div class="entry ${shown === number ? 'shown' : ''}" key=${number}>
      ${row(entry, (key, value) => void change({ do: 'entry', section: section.section, number, fields: { [key]: value } }),
    `${section.title} ${number + 1}`)}
      <button class="quiet" aria-label="${section.title} ${number + 1} goes"
        onClick=${() => change({ do: 'entry', section: section.section, number, fields: null })}>×</button></div>`)}
    ${fresh ? html`<div class="entry fresh">${row(fresh, (key, value) => setFresh({ ...fresh, [key]: value }), `new ${section.title}`)}
      <button class="primary" onClick=${add}>Add</button><button class="quiet" onClick=${() => setFresh(null)}>Not now</button></div>`
    : html`<button onClick=${() => setFresh({})}>${entries.length > 0 ? 'Another one' : 'Add one'}</button>`}</details>`;
}

/**
 * All forms of a kind, under their headings.
 * @param {{ draft: Drawn, change: Changing, ofBoard: boolean, led: { section: string, number: number } | null }} props
 */
export function Forms({ draft, change, ofBoard, led }) {
  const sections = draft.sections.filter((s) => (s.file === 'board.toml') === ofBoard);
  const groups = [...new Set(sections.map((s) => s.group))];
  const sheets = ofBoard ? [] : draft.sheets;
  return groups.map((group) => html`<section class="form-group" key=${group}><h2>${group}</h2>
    ${sections.filter((s) => s.group === group).map((s) => html`<${SectionForm} key=${s.section} section=${s} draft=${draft}
      change=${change} shown=${led?.section === s.section ? led.number : -1} />`)}
    ${sheets.filter((s) => s.group === group).map((s) => html`<${SheetForm} key=${s.id} sheet=${s} draft=${draft} change=${change}
      shown=${led?.section === s.id} />`)}</section>`);
}

/** An entry with something else in a field; nothing takes the field away. @param {Fields} entry @param {string} key @param {any} value */
function filledIn(entry, key, value) {
  const { [key]: _, ...rest } = entry;
  return value === null ? rest : { ...rest, [key]: value };
}

/** The counters as a table. @param {{ draft: Drawn, change: Changing, fail: (text: string) => void }} props */
export function Counters({ draft, change, fail }) {
  const fields = draft.counter_fields;
  const first = Object.fromEntries(fields.filter((f) => f.needed && f.kind === 'word').map((f) => [f.key, f.words?.[0]]));
  const [fresh, setFresh] = useState(/** @type {Fields} */ (first));
  const [text, setText] = useState('');
  const set = (/** @type {Fields} */ counter, /** @type {string} */ key, /** @type {any} */ value) => change({ do: 'counters',
    rows: [{ id: counter.id, [key]: value }] });
  const add = async () => {
    const name = fresh.name ?? fresh.id;
    const id = fresh.id ?? (name ? idOf(String(name)) : undefined);
    if (!id) { fail('Give the counter a name first.'); return; }
    if (draft.counters.some((c) => c.id === id)) { fail(`There is a counter ${id} already: give this one another name or id.`); return; }
    const strength = fresh.untried ? {} : { strength: 1 };
    // The next one is most likely of the same side, arm and formation.
    const alike = ['side', 'type', 'formation'].flatMap((key) => (fresh[key] ? [[key, fresh[key]]] : []));
    if (await change({ do: 'counters', rows: [{ ...strength, ...fresh, id, name }] })) setFresh(Object.fromEntries(alike));
  };
  const paste = async () => {
    try {
      if (await change({ do: 'counters', rows: pasted(text, fields) })) setText('');
    } catch (error) {
      fail(/** @type {Error} */ (error).message);
    }
  };
  return html`<section class="form-section counters"><h2>Counters</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="The counters"><table>
      <thead><tr>${fields.map((f) => html`<th scope="col">${f.label}</th>`)}<td></td></tr></thead>
      <tbody>${draft.counters.map((counter) => html`<tr key=${counter.id}>
        ${fields.map((field) => html`<td>${field.key === 'id' ? html`<b>${counter.id}</b>` : html`<${Input} field=${field}
          value=${counter[field.key]} of=${counter.id} set=${(/** @type {any} */ value) => set(counter, field.key, value)} />`}</td>`)}
        <td><button class="quiet" aria-label="${counter.id} goes"
          onClick=${() => change({ do: 'dismiss', id: String(counter.id) })}>×</button></td>
      </tr>`)}
      <tr class="fresh">${fields.map((field) => html`<td><${Input} field=${field} value=${fresh[field.key]} of="the new counter"
        set=${(/** @type {any} */ value) => setFresh((now) => filledIn(now, field.key, value))} /></td>`)}
        <td><button class="primary" onClick=${add}>Add</button></td></tr></tbody></table></div>
    <p class="dim">A name is enough: the id is made of it. A counter that begins in no hex waits below the map: drag it onto its hex.
      One that comes later has a group, and the reinforcements say when.</p>
    <details><summary>Paste from a spreadsheet</summary><p class="dim">The first line names the columns:
      ${fields.map((f) => f.key).join(', ')}. Counters whose id is there already are changed.</p>
      <textarea rows="6" aria-label="Rows of counters" value=${text}
        onInput=${(/** @type {Event} */ e) => setText(/** @type {HTMLTextAreaElement} */ (e.currentTarget).value)}></textarea>
      <button class="primary" onClick=${paste}>Take them over</button></details></section>`;
}

/**
 * The files themselves.
 * @typedef {{ file: string, line: number }} Place
 * @param {{ draft: Drawn, change: Changing, place: Place, go: (place: Place) => void }} props
 */
export function Files({ draft, change, place, go }) {
  const names = Object.keys(draft.files);
  const usual = ['rules.toml', 'briefing.toml', 'HISTORY.md'].filter((name) => !names.includes(name));
  const name = place.file || names[names.length - 1];
  const area = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  useEffect(() => {
    if (!area.current || place.line === 0) return;
    const lines = (draft.files[name] ?? '').split('\n');
    const from = lines.slice(0, place.line - 1).join('\n').length + (place.line > 1 ? 1 : 0);
    area.current.focus();
    area.current.setSelectionRange(from, from + (lines[place.line - 1] ?? '').length);
    area.current.scrollTop = area.current.scrollHeight / lines.length * Math.max(0, place.line - 4);
  }, [place]);
  return html`<section class="form-section files"><h2>The files</h2>
    <p class="dim">Whatever you write here by hand stays, comments too.</p>
    <select aria-label="The file" value=${name}
      onChange=${(/** @type {Event} */ e) => go({ file: /** @type {HTMLSelectElement} */ (e.currentTarget).value, line: 0 })}>
      ${[...names, ...usual].map((n) => html`<option value=${n}>${n}</option>`)}</select>
    <textarea rows="24" spellcheck=${false} aria-label="Its text" ref=${area} value=${draft.files[name] ?? ''}
      onChange=${(/** @type {Event} */ e) => change({ do: 'write', file: name,
    text: /** @type {HTMLTextAreaElement} */ (e.currentTarget).value })}></textarea></section>`;
}
