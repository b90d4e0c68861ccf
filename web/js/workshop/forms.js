// Forms: made of what the house says of each section; no field is known here.

import { capital } from '../dom.js';
import { html, useState } from '../vendor/preact.js';
import { pasted, read, written } from './bench.js';

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
  if (field.kind === 'prose') return html`<textarea rows="3" aria-label=${label} value=${written(value)} onChange=${change}></textarea>`;
  if (field.kind === 'word') return html`<select aria-label=${label} value=${written(value)} onChange=${change}>
    <option value="">${field.needed ? '…' : field.words?.includes('union') ? 'nobody' : 'nothing'}</option>
    ${(field.words ?? []).map((word) => html`<option value=${word}>${capital(word.replaceAll('-', ' '))}</option>`)}</select>`;
  return html`<input aria-label=${label} value=${written(value)} inputmode=${field.kind === 'number' ? 'numeric' : undefined}
    size=${field.kind === 'number' || field.kind === 'hex' ? 5 : 12} onChange=${change} />`;
}

/** What the title says of itself. @param {{ draft: Drawn, change: Changing }} props */
export function Heading({ draft, change }) {
  const turns = /** @type {Fields[]} */ (draft.heading.turns ?? []);
  const set = (/** @type {Fields[]} */ value) => change({ do: 'heading', key: 'turns', value });
  return html`<section class="form-section"><h3>The title</h3><div class="form">
    ${draft.heading_fields.map((field) => html`<label key=${field.key}><b>${field.label}</b>
      <${Input} field=${field} value=${draft.heading[field.key]} of=""
        set=${(/** @type {any} */ value) => change({ do: 'heading', key: field.key, value })} /></label>`)}</div>
    <h3>Turns</h3>
    <ol class="turn-list">${turns.map((turn, i) => html`<li key=${i}>
      <input aria-label="Turn ${i + 1}" value=${turn.label} onChange=${(/** @type {Event} */ e) => set(turns.map((t, k) => (k === i
        ? { ...t, label: /** @type {HTMLInputElement} */ (e.currentTarget).value } : t)))} />
      <label><input type="checkbox" checked=${Boolean(turn.night)} onChange=${() => set(turns.map((t, k) => (k === i
        ? { label: t.label, ...(t.night ? {} : { night: true }) } : t)))} /> night</label>
      <button class="quiet" aria-label="Turn ${i + 1} goes" onClick=${() => set(turns.filter((_, k) => k !== i))}>×</button></li>`)}</ol>
    <button class="quiet" onClick=${() => set([...turns, { label: `turn ${turns.length + 1}` }])}>Another turn</button></section>`;
}

/** A section that there is once. @param {{ sheet: Sheet, draft: Drawn, change: Changing }} props */
export function SheetForm({ sheet, draft, change }) {
  const said = /** @type {Fields} */ (draft.filled[sheet.id] ?? {});
  return html`<details class="form-section" data-sheet=${sheet.id}><summary>${sheet.title}</summary><p class="dim">${sheet.about}</p>
    <div class="form">${sheet.fields.map((field) => html`<label key=${field.key}><b>${field.label}</b>
      <${Input} field=${field} value=${said[field.key]} of=${sheet.title}
        set=${(/** @type {any} */ value) => change({ do: 'field', sheet: sheet.id, key: field.key, value })} /></label>`)}</div></details>`;
}

/** The entries of a section. @param {{ section: Section, draft: Drawn, change: Changing }} props */
export function SectionForm({ section, draft, change }) {
  const entries = /** @type {Fields[]} */ (draft.entries[section.section] ?? []);
  const [fresh, setFresh] = useState(/** @type {Fields | null} */ (null));
  /** @type {(entry: Fields, set: (key: string, value: any) => void, of: string) => unknown} */
  const row = (entry, set, of) => section.fields.map((field) => html`<label key=${field.key}><b>${field.label}</b>
    <${Input} field=${field} value=${entry[field.key]} of=${of} set=${(/** @type {any} */ value) => set(field.key, value)} /></label>`);
  const add = async () => {
    if (await change({ do: 'entry', section: section.section, number: entries.length, fields: fresh ?? {} })) setFresh(null);
  };
  return html`<section class="form-section" data-section=${section.section}><h3>${section.title}</h3><p class="dim">${section.about}</p>
    ${entries.map((entry, number) => html`<div class="entry" key=${number}>
      ${row(entry, (key, value) => void change({ do: 'entry', section: section.section, number, fields: { [key]: value } }),
    `${section.title} ${number + 1}`)}
      <button class="quiet" aria-label="${section.title} ${number + 1} goes"
        onClick=${() => change({ do: 'entry', section: section.section, number, fields: null })}>×</button></div>`)}
    ${fresh ? html`<div class="entry fresh">${row(fresh, (key, value) => setFresh({ ...fresh, [key]: value }), `new ${section.title}`)}
      <button class="primary" onClick=${add}>Add</button><button class="quiet" onClick=${() => setFresh(null)}>Not now</button></div>`
    : html`<button class="quiet" onClick=${() => setFresh({})}>Another one</button>`}</section>`;
}

/** The counters as a table. @param {{ draft: Drawn, change: Changing, fail: (text: string) => void }} props */
export function Counters({ draft, change, fail }) {
  const fields = draft.counter_fields;
  const [fresh, setFresh] = useState(/** @type {Fields} */ ({}));
  const [text, setText] = useState('');
  const set = (/** @type {Fields} */ counter, /** @type {string} */ key, /** @type {any} */ value) => change({ do: 'counters',
    rows: [{ id: counter.id, [key]: value }] });
  const add = async () => {
    const usual = Object.fromEntries(fields.filter((f) => f.needed && f.kind === 'word').map((f) => [f.key, f.words?.[0]]));
    if (await change({ do: 'counters', rows: [{ ...usual, name: fresh.id, strength: 1, ...fresh }] })) setFresh({});
  };
  const paste = async () => {
    try {
      if (await change({ do: 'counters', rows: pasted(text, fields) })) setText('');
    } catch (error) {
      fail(/** @type {Error} */ (error).message);
    }
  };
  return html`<section class="form-section counters"><h3>Counters</h3>
    <div class="scroll" tabindex="0" role="region" aria-label="The counters"><table>
      <thead><tr>${fields.map((f) => html`<th scope="col">${f.label}</th>`)}<td></td></tr></thead>
      <tbody>${draft.counters.map((counter) => html`<tr key=${counter.id}>
        ${fields.map((field) => html`<td>${field.key === 'id' ? html`<b>${counter.id}</b>` : html`<${Input} field=${field}
          value=${counter[field.key]} of=${counter.id} set=${(/** @type {any} */ value) => set(counter, field.key, value)} />`}</td>`)}
        <td><button class="quiet" aria-label="${counter.id} goes"
          onClick=${() => change({ do: 'dismiss', id: String(counter.id) })}>×</button></td>
      </tr>`)}
      <tr class="fresh">${fields.map((field) => html`<td><${Input} field=${field} value=${fresh[field.key]} of="the new counter"
        set=${(/** @type {any} */ value) => setFresh({ ...fresh, [field.key]: value })} /></td>`)}
        <td><button class="primary" onClick=${add}>Add</button></td></tr></tbody></table></div>
    <details><summary>Paste from a spreadsheet</summary><p class="dim">The first line names the columns:
      ${fields.map((f) => f.key).join(', ')}. Counters whose id is there already are changed.</p>
      <textarea rows="6" aria-label="Rows of counters" value=${text}
        onInput=${(/** @type {Event} */ e) => setText(/** @type {HTMLTextAreaElement} */ (e.currentTarget).value)}></textarea>
      <button class="primary" onClick=${paste}>Take them over</button></details></section>`;
}

/** The files themselves. @param {{ draft: Drawn, change: Changing }} props */
export function Files({ draft, change }) {
  const names = Object.keys(draft.files);
  const usual = ['rules.toml', 'briefing.toml', 'HISTORY.md'].filter((name) => !names.includes(name));
  const [name, setName] = useState(names[names.length - 1]);
  return html`<section class="form-section files"><h3>The files</h3>
    <p class="dim">Whatever you write here by hand stays, comments too.</p>
    <select aria-label="The file" value=${name}
      onChange=${(/** @type {Event} */ e) => setName(/** @type {HTMLSelectElement} */ (e.currentTarget).value)}>
      ${[...names, ...usual].map((n) => html`<option value=${n}>${n}</option>`)}</select>
    <textarea rows="24" spellcheck=${false} aria-label="Its text" value=${draft.files[name] ?? ''}
      onChange=${(/** @type {Event} */ e) => change({ do: 'write', file: name,
    text: /** @type {HTMLTextAreaElement} */ (e.currentTarget).value })}></textarea></section>`;
}
