// The workshop: titles of one's own, a new one, and those that others passed on.

import { sentence } from '../dom.js';
import { html, render, useEffect, useRef, useState } from '../vendor/preact.js';
import { alone } from '../line.js';
import { ask, handOut } from './bench.js';
import { bringAlong } from './door.js';
import { Editor } from './editor.js';

const open = (/** @type {string} */ folder) => { location.hash = `#/workshop/${encodeURIComponent(folder)}`; };

/** @param {{ fail: (e: any) => void }} props */
function New({ fail }) {
  const [title, setTitle] = useState('');
  const [size, setSize] = useState({ columns: 12, rows: 10 });
  const id = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '').slice(0, 40);
  const make = () => ask({ op: 'new', id, title, ...size }).then(() => open(id), fail);
  const valueOf = (/** @type {Event} */ e) => /** @type {HTMLInputElement} */ (e.currentTarget).value;
  const number = (/** @type {'columns' | 'rows'} */ key, /** @type {string} */ label) => html`<label><b>${label}</b>
    <input type="number" min="1" max="32" aria-label=${label} value=${size[key]}
      onInput=${(/** @type {Event} */ e) => setSize({ ...size, [key]: Number(valueOf(e)) })} /></label>`;
  return html`<section class="new-title"><h2>A new title</h2><div class="form">
    <label><b>Its name</b><input aria-label="Its name" value=${title}
      onInput=${(/** @type {Event} */ e) => setTitle(/** @type {HTMLInputElement} */ (e.currentTarget).value)} /></label>
    ${number('columns', 'Columns')}${number('rows', 'Rows')}
    <div class="row"><button class="primary" disabled=${id === ''} onClick=${make}>Begin</button></div></div></section>`;
}

/**
 * What would go, and whether it shall.
 * @param {{ look: TitleLook, done: (gone: TitleGone | null) => void, fail: (e: any) => void }} props
 */
function Farewell({ look, done, fail }) {
  const go = () => ask({ op: 'remove', folder: look.folder, seal: look.seal }).then((gone) => {
    if (alone) handOut(gone.archive, gone.data);
    done(gone);
  }, (e) => { done(null); fail(e); });
  const kept = alone ? 'Its archive is saved to your downloads first' : 'Its archive is kept in your data folder';
  const files = `${look.files.join(', ')} ${look.files.length === 1 ? 'goes' : 'go'}`;
  const goes = `${files}${look.scenario ? ', and nobody can begin a game of it' : ''}.`;
  const after = `${kept}${look.scenario ? ': games that were begun need it on the shelf again' : ''}.`;
  return html`<div class="farewell" role="alertdialog" aria-label="Remove ${look.title}?">
    <p><b>Remove ${look.title}?</b> ${goes} ${after}</p>
    <button class="primary" onClick=${go}>Remove it</button> <button onClick=${() => done(null)}>Keep it</button></div>`;
}

function Workshop() {
  const [look, setLook] = useState(/** @type {TitleLook | null} */ (null));
  const [gone, setGone] = useState(/** @type {TitleGone | null} */ (null));
  const [titles, setTitles] = useState(/** @type {Listed[] | null} */ (null));
  const [error, setError] = useState('');
  const file = useRef(/** @type {HTMLInputElement | null} */ (null));
  const fail = (/** @type {any} */ e) => setError(sentence(e.message));
  const list = () => ask({ op: 'list' }).then(setTitles, fail);
  useEffect(() => { void list(); }, []);
  const bid = (/** @type {TitleGone | null} */ was) => { setLook(null); setGone(was); void list(); };
  const back = () => ask({ op: 'bring-back', folder: gone?.folder ?? '' }).then(() => bid(null), fail);
  const take = (/** @type {File | undefined} */ given) => { if (given) bringAlong(given).then(open, fail); };
  return html`<div class="lobby workshop" onDragOver=${(/** @type {DragEvent} */ e) => e.preventDefault()}
      onDrop=${(/** @type {DragEvent} */ e) => { e.preventDefault(); take(e.dataTransfer?.files[0]); }}>
    <header><h1>The workshop</h1><p>Make a battle of your own: a map, two armies, what wins. Then play it.</p>
      <nav aria-label="More"><button class="quiet" onClick=${() => file.current?.click()}>Bring a title along</button>
        <input type="file" accept=".longroll" class="unseen" tabindex="-1" aria-label="A title" ref=${file}
          onChange=${() => take(file.current?.files?.[0])} />
        <a class="button quiet" href="#/">To the lobby</a></nav></header>
    <main>${error && html`<p class="error" role="alert">${error}</p>`}
      ${titles && titles.length > 0 && html`<section class="resume-list"><h2>Your titles</h2><ul class="tables">
        ${titles.map((t) => html`<li key=${t.folder}><a class="resume" href="#/workshop/${encodeURIComponent(t.folder)}">
          <span><b>${t.title || t.folder}</b><small>${t.folder}</small></span><span>version ${t.version || '1'}</span>
          <span class="state ${t.mistakes ? '' : 'over'}">${t.mistakes ? `${t.mistakes} to mend` : 'sound'}</span></a>
          <button class="quiet" aria-label="Remove ${t.title || t.folder}"
            onClick=${() => ask({ op: 'remove', folder: t.folder }).then(setLook, fail)}>Remove</button>
          ${look?.folder === t.folder && html`<${Farewell} look=${look} done=${bid} fail=${fail} />`}</li>`)}
      </ul></section>`}
      ${gone && html`<p role="status">${gone.title} is gone.${' '}
        ${gone.kept ? html`Its archive is kept: <code>${gone.kept}</code>` : `Its archive is ${gone.archive}.`}${' '}
        <button onClick=${back}>Bring it back</button></p>`}
      <${New} fail=${fail} /></main></div>`;
}

/** Opens the workshop, or a title in it; what comes back closes it. @param {HTMLElement} root @param {string} folder */
export function workshop(root, folder) {
  document.title = 'Longroll: the workshop';
  root.replaceChildren();
  const place = root.appendChild(document.createElement('div'));
  place.className = 'lobby-root';
  render(folder ? html`<${Editor} folder=${folder} />` : html`<${Workshop} />`, place);
  return () => render(null, place);
}
