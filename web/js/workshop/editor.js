// The editor of a title: the map and its tools, counters, forms, files, what is wrong, and a game in one click.

import { getJson, sentence } from '../dom.js';
import { sit } from '../lobby/seats.js';
import { usual } from '../lobby/shelf.js';
import { onChange, settings } from '../settings.js';
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { ask, change, fieldOfHexes, pointed, sectionAt, takeAway } from './bench.js';
import { Counters, Files, Forms, Heading } from './forms.js';
import { BoardMap } from './map.js';

/** @typedef {import('./bench.js').Drawn} Drawn */

/** @typedef {{ file: string, line: number }} Place */

/**
 * What is wrong, each with the way to where it can be put right.
 * @param {{ draft: Drawn, show: (place: Place) => void, open: (place: Place) => void }} props
 */
function Faults({ draft, show, open }) {
  const mistakes = draft.faults.filter((f) => f.gravity === 'mistake').length;
  return html`<details class="faults" open=${mistakes > 0}>
    <summary>${mistakes === 0 ? 'It can be played' : mistakes === 1 ? '1 mistake' : `${mistakes} mistakes`}${
  draft.faults.length > mistakes ? `, ${draft.faults.length - mistakes} to think about` : ''}</summary>
    <ul>${draft.faults.map((f) => html`<li class=${f.gravity}><b>${f.what}</b> ${f.right}
      <button class="quiet" onClick=${() => show(f)}>Show it</button>
      <button class="quiet where" onClick=${() => open(f)}>${f.file}, line ${f.line}</button></li>`)}</ul>
  </details>`;
}

/** @param {{ draft: Drawn, tool: number, choose: (tool: number) => void, name: string, setName: (name: string) => void }} props */
function Tools({ draft, tool, choose, name, setName }) {
  const now = draft.tools[tool];
  return html`<div class="tools"><div class="palette" role="radiogroup" aria-label="Tools">
      <button role="radio" aria-checked=${tool < 0} class=${tool < 0 ? 'on' : ''} onClick=${() => choose(-1)}>Set up</button>
      ${draft.tools.map((t, i) => html`<button role="radio" aria-checked=${i === tool} class=${i === tool ? 'on' : ''}
        onClick=${() => choose(i)}>${t.label}</button>`)}</div>
    <p class="dim">${now ? now.about : 'Take a counter and point at its hex, or drag it there.'}
      ${now?.name && html` <label>Its name <input aria-label="Its name" value=${name} list=${now.on === 'hexes' ? 'zones' : undefined}
        onInput=${(/** @type {Event} */ e) => setName(/** @type {HTMLInputElement} */ (e.currentTarget).value)} /></label>
        <datalist id="zones">${Object.keys(draft.zones).map((zone) => html`<option value=${zone} />`)}</datalist>`}</p></div>`;
}

/**
 * A picture to trace from: it stays in this page.
 * @param {{ trace: { url: string, shown: number } | null, set: (trace: any) => void }} props
 */
function Tracing({ trace, set }) {
  const file = useRef(/** @type {HTMLInputElement | null} */ (null));
  const chosen = () => {
    const picture = file.current?.files?.[0];
    if (picture) set({ url: URL.createObjectURL(picture), shown: 0.4 });
  };
  const fade = (/** @type {Event} */ e) => set({ ...trace, shown: Number(/** @type {HTMLInputElement} */ (e.currentTarget).value) });
  return html`<p class="tracing"><button class="quiet" onClick=${() => file.current?.click()}>A picture to trace from</button>
    <input type="file" accept="image/*" class="unseen" tabindex="-1" aria-label="A picture to trace from" ref=${file} onChange=${chosen} />
    ${trace && html`<label>How much of it <input type="range" min="0" max="1" step="0.05" value=${trace.shown} onInput=${fade} /></label>
      <button class="quiet" onClick=${() => { URL.revokeObjectURL(trace.url); set(null); }}>Away with it</button>`}</p>`;
}

/** The hexes in a field; nothing if it is no field of hexes. @param {EventTarget | null} field @returns {string[] | null} */
const hexesIn = (field) => (field instanceof HTMLInputElement && field.dataset.hexes ? field.value.split(/[\s,]+/).filter(Boolean) : null);

/**
 * Counters that begin in no hex: they are dragged onto the map, or taken and put down; one that is dragged here leaves the map.
 * @param {{ waiting: Record<string, any>[], hand: string, take: (id: string) => void, drop: () => void, carried: boolean }} props
 */
function Tray({ waiting, hand, take, drop, carried }) {
  const was = useRef('');
  if (waiting.length === 0 && !carried) return null;
  const down = (/** @type {PointerEvent} */ e, /** @type {string} */ id) => {
    // A finger would hold on to the button; what is dragged must arrive on the map.
    /** @type {HTMLElement} */ (e.currentTarget).releasePointerCapture?.(e.pointerId);
    was.current = hand;
    take(id);
  };
  return html`<div class="tray" role="group" aria-label="Counters off the map" onPointerUp=${() => { if (carried) drop(); }}>
    ${waiting.map((c) => html`<button key=${c.id} class="waiting ${c.side ?? ''} ${hand === c.id ? 'taken' : ''}"
      aria-pressed=${hand === c.id} onPointerDown=${(/** @type {PointerEvent} */ e) => down(e, String(c.id))}
      onClick=${(/** @type {MouseEvent} */ e) => take((e.detail === 0 ? hand : was.current) === c.id ? '' : String(c.id))}>
      ${c.name ?? c.id} ${c.strength ?? ''}${c.group ? html` <small>${c.group}</small>` : ''}</button>`)}
    ${carried && html`<span class="dim">Here it leaves the map.</span>`}</div>`;
}

/** @param {{ folder: string }} props */
export function Editor({ folder }) {
  const [draft, setDraft] = useState(/** @type {Drawn | null} */ (null));
  const [error, setError] = useState('');
  const [page, setPage] = useState('map');
  const [tool, setTool] = useState(1);
  const [name, setName] = useState('');
  const [hand, setHand] = useState('');
  const [trace, setTrace] = useState(/** @type {any} */ (null));
  const [theme, setTheme] = useState(settings.theme);
  const [led, setLed] = useState(/** @type {{ section: string, number: number } | null} */ (null));
  const [place, setPlace] = useState({ file: '', line: 0 });
  /** The hexes in the field that the map writes into. */
  const [aimed, setAimed] = useState(/** @type {string[] | null} */ (null));
  const queue = useRef(Promise.resolve());
  useEffect(() => onChange((s) => setTheme(s.theme)), []);
  const fail = (/** @type {any} */ e) => setError(sentence(e.message));
  /** One thing after the other, as they were asked for. @param {() => Promise<any>} work @returns {Promise<boolean>} */
  const inTurn = (work) => {
    const done = queue.current.then(work).then((now) => { setDraft(now); setError(''); return true; }, (e) => { fail(e); return false; });
    queue.current = done.then(() => {});
    return done;
  };
  useEffect(() => { void inTurn(() => ask({ op: 'open', folder })); }, [folder]);
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ e) => {
      const typing = /** @type {HTMLElement} */ (e.target).closest('input, textarea, select');
      if (!typing && (e.ctrlKey || e.metaKey) && e.key === 'z') void inTurn(() => ask({ op: e.shiftKey ? 'redo' : 'undo', folder }));
      if (e.key === 'Escape') setHand('');
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, [folder]);
  if (!draft) return html`<div class="lobby"><p class="dim">${error || 'Fetching the title…'}</p></div>`;
  const make = (/** @type {Edit} */ edit) => inTurn(() => change(folder, edit));
  const choose = (/** @type {number} */ i) => { setTool(i); setHand(''); setName(draft.tools[i]?.name ?? ''); };
  const point = (/** @type {string} */ hex, /** @type {string} */ across, /** @type {boolean} */ first) => {
    const field = fieldOfHexes();
    if (field && first) {
      field.value = pointed(field.value, hex, field.dataset.hexes === 'many');
      field.dispatchEvent(new Event('change', { bubbles: true }));
      setAimed(hexesIn(field));
    }
    const now = draft.tools[tool];
    // Only the page of the map draws.
    if (field || page !== 'map') return;
    if (!now || (!first && now.on !== 'hexes')) return;
    const place = now.on === 'hexes' ? { hexes: [hex] } : now.on === 'hex' ? { hex } : { hexside: `${hex}/${across}` };
    void make(/** @type {any} */ ({ ...now.edit, ...place, ...(now.name ? { name } : {}) }));
  };
  /** The hexes of the zone whose name is in the tool's field. */
  const area = aimed ?? (page === 'map' && draft.tools[tool]?.on === 'hexes' ? draft.zones[name] ?? [] : []);
  const drop = (/** @type {string | null} */ hex) => { void make({ do: 'start', id: hand, hex }); setHand(''); };
  const openFile = (/** @type {Place} */ { file, line }) => { setPlace({ file, line }); setPage('files'); };
  /** To the form in which it stands, or else to the file. */
  const show = (/** @type {Place} */ fault) => {
    const found = sectionAt(draft.files[fault.file] ?? '', fault.line);
    const called = found ? found.section.replace('.', '-') : 'briefing';
    const sheet = draft.sheets.find((s) => s.file === fault.file && s.id === called);
    const section = draft.sections.find((s) => s.file === fault.file && s.section === found?.section);
    if (fault.file === 'title.toml' && (found?.section === 'unit' || draft.counters.length === 0)) setPage('counters');
    else if (section || sheet || found?.section === 'title') {
      setPage(fault.file === 'board.toml' ? 'map' : 'rules');
      setLed(section ? found : sheet ? { section: sheet.id, number: 0 } : null);
    } else openFile(fault);
  };
  const sound = !draft.faults.some((f) => f.gravity === 'mistake');
  const play = async () => {
    try {
      const { game, scenario } = await ask({ op: 'play', folder });
      const shelf = /** @type {Shelved[]} */ (await getJson('/api/games'));
      const opponent = usual(shelf.find((g) => g.game === game)?.players ?? []);
      await sit({ game, scenario }, { union: 'me', confederate: `computer:${opponent}` }, String(draft.heading.title ?? folder));
    } catch (error) {
      fail(error);
    }
  };
  const waiting = draft.counters.filter((c) => !c.start);
  const tabs = [['map', 'Map'], ['counters', 'Counters'], ['rules', 'Rules'], ['files', 'Files']];
  return html`<div class="bench on-${page}">
    <header><h1>${draft.heading.title ?? folder}</h1>
      <nav aria-label="The title">
        <button class="quiet" disabled=${!draft.undo} onClick=${() => inTurn(() => ask({ op: 'undo', folder }))}>Undo</button>
        <button class="quiet" disabled=${!draft.redo} onClick=${() => inTurn(() => ask({ op: 'redo', folder }))}>Redo</button>
        <button class="quiet" disabled=${!sound} title=${sound ? '' : 'As soon as no mistake is in it'}
          onClick=${() => takeAway(folder).catch(fail)}>Export</button>
        <a class="button quiet" href="#/workshop">All titles</a>
        <button class="primary" disabled=${!sound} onClick=${play}>Play it</button></nav></header>
    <nav aria-label="Parts of the title"><div class="tabs" role="tablist">${tabs.map(([id, label]) => html`<button role="tab"
      aria-selected=${page === id} class=${page === id ? 'on' : ''}
      onClick=${() => { setPage(id); setLed(null); }}>${label}</button>`)}</div></nav>
    ${error && html`<p class="error" role="alert">${error}</p>`}
    <main>
      <div class="bench-left" role="region" aria-label="What is made" tabindex="0">
        <${BoardMap} draft=${draft} theme=${theme} point=${point} area=${area} hand=${hand} take=${setHand} drop=${drop}
          trace=${trace} />
        ${aimed && html`<p class="dim">Point at the map: the hexes are written into the field.</p>`}
        <${Tray} waiting=${waiting} hand=${hand} take=${setHand} drop=${() => drop(null)}
          carried=${draft.counters.some((c) => c.id === hand && c.start)} /></div>
      <div class="bench-right" onfocusin=${(/** @type {FocusEvent} */ e) => setAimed(hexesIn(e.target))} onfocusout=${() => setAimed(null)}>
        ${page === 'map' && html`<${Tools} draft=${draft} tool=${tool} choose=${choose} name=${name} setName=${setName} />
          <${Tracing} trace=${trace} set=${setTrace} />
          <details class="listed" open=${led !== null}><summary>All that is drawn, as a list</summary>
            <${Forms} draft=${draft} change=${make} ofBoard=${true} led=${led} /></details>`}
        ${page === 'counters' && html`<${Counters} draft=${draft} change=${make} fail=${setError} />`}
        ${page === 'rules' && html`<${Heading} draft=${draft} change=${make} />
          <${Forms} draft=${draft} change=${make} ofBoard=${false} led=${led} />`}
        ${page === 'files' && html`<${Files} draft=${draft} change=${make} place=${place} go=${setPlace} />`}
        <${Faults} draft=${draft} show=${show} open=${openFile} /></div>
    </main></div>`;
}
