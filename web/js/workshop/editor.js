// The editor of a title: the map and its tools, counters, forms, files, what is wrong, and a game in one click.

import { getJson, sentence } from '../dom.js';
import { sit } from '../lobby/seats.js';
import { usual } from '../lobby/shelf.js';
import { onChange, settings } from '../settings.js';
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { ask, change, takeAway } from './bench.js';
import { Counters, Files, Heading, SectionForm, SheetForm } from './forms.js';
import { BoardMap } from './map.js';

/** @typedef {import('./bench.js').Drawn} Drawn */

/** @param {{ draft: Drawn }} props */
function Faults({ draft }) {
  const mistakes = draft.faults.filter((f) => f.gravity === 'mistake').length;
  return html`<details class="faults" open=${mistakes > 0}>
    <summary>${mistakes === 0 ? 'It can be played' : mistakes === 1 ? '1 mistake' : `${mistakes} mistakes`}${
  draft.faults.length > mistakes ? `, ${draft.faults.length - mistakes} to think about` : ''}</summary>
    <ul>${draft.faults.map((f) => html`<li class=${f.gravity}><b>${f.file}, line ${f.line}</b> ${f.what}
      <span class="dim">${f.right}</span></li>`)}</ul>
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
    const now = draft.tools[tool];
    if (!now || (!first && now.on !== 'hexes')) return;
    const place = now.on === 'hexes' ? { hexes: [hex] } : now.on === 'hex' ? { hex } : { hexside: `${hex}/${across}` };
    void make(/** @type {any} */ ({ ...now.edit, ...place, ...(now.name ? { name } : {}) }));
  };
  /** The hexes of the zone whose name is in the tool's field. */
  const area = page === 'map' && draft.tools[tool]?.on === 'hexes' ? draft.zones[name] ?? [] : [];
  const drop = (/** @type {string} */ hex) => { void make({ do: 'start', id: hand, hex }); setHand(''); };
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
  const sections = (/** @type {boolean} */ ofBoard) => draft.sections.filter((s) => (s.file === 'board.toml') === ofBoard)
    .map((s) => html`<${SectionForm} key=${s.section} section=${s} draft=${draft} change=${make} />`);
  const waiting = draft.counters.filter((c) => !c.start);
  const tabs = [['map', 'Map'], ['counters', 'Counters'], ['rules', 'Rules'], ['files', 'Files']];
  return html`<div class="bench">
    <header><h1>${draft.heading.title ?? folder}</h1>
      <nav aria-label="The title">
        <button class="quiet" disabled=${!draft.undo} onClick=${() => inTurn(() => ask({ op: 'undo', folder }))}>Undo</button>
        <button class="quiet" disabled=${!draft.redo} onClick=${() => inTurn(() => ask({ op: 'redo', folder }))}>Redo</button>
        <button class="quiet" disabled=${!sound} title=${sound ? '' : 'As soon as no mistake is in it'}
          onClick=${() => takeAway(folder).catch(fail)}>Export</button>
        <a class="button quiet" href="#/workshop">All titles</a>
        <button class="primary" disabled=${!sound} onClick=${play}>Play it</button></nav></header>
    <nav aria-label="Parts of the title"><div class="tabs" role="tablist">${tabs.map(([id, label]) => html`<button role="tab"
      aria-selected=${page === id} class=${page === id ? 'on' : ''} onClick=${() => setPage(id)}>${label}</button>`)}</div></nav>
    ${error && html`<p class="error" role="alert">${error}</p>`}
    <main>
      <div class="bench-left" role="region" aria-label="What is made" tabindex="0">
        <${BoardMap} draft=${draft} theme=${theme} point=${point} area=${area} hand=${hand} take=${setHand} drop=${drop}
          trace=${trace} />
        ${waiting.length > 0 && html`<p class="tray" aria-label="Counters off the map">${waiting.map((c) => html`<button key=${c.id}
          class="waiting ${c.side ?? ''} ${hand === c.id ? 'taken' : ''}" aria-pressed=${hand === c.id}
          onClick=${() => setHand(hand === c.id ? '' : String(c.id))}>${c.name ?? c.id} ${c.strength ?? ''}</button>`)}</p>`}</div>
      <div class="bench-right">
        ${page === 'map' && html`<${Tools} draft=${draft} tool=${tool} choose=${choose} name=${name} setName=${setName} />
          <${Tracing} trace=${trace} set=${setTrace} />
          <details class="listed"><summary>All that is drawn, as a list</summary>${sections(true)}</details>`}
        ${page === 'counters' && html`<${Counters} draft=${draft} change=${make} fail=${setError} />`}
        ${page === 'rules' && html`<${Heading} draft=${draft} change=${make} />
          ${draft.sheets.map((sheet) => html`<${SheetForm} key=${sheet.id} sheet=${sheet} draft=${draft} change=${make} />`)}
          ${sections(false)}`}
        ${page === 'files' && html`<${Files} draft=${draft} change=${make} />`}
        <${Faults} draft=${draft} /></div>
    </main></div>`;
}
