// Keeping order: what was reported, what was done about it, and by whom; roles, for the owner.

import { html, useEffect, useState } from '../vendor/preact.js';
import { ask, onDay } from './api.js';
import { because, typed } from './entrance.js';

const DEEDS = /** @type {[string, string][]} */ ([['mute', 'Silence for a week'], ['unmute', 'May speak again'],
  ['ban', 'Close the account'], ['unban', 'Open it again']]);
const ROLES = ['player', 'director', 'moderator', 'owner'];

/** @param {{ me: any }} props */
export function Order({ me }) {
  const [state, setState] = useState(/** @type {any} */ (null));
  const [given, set] = useState({ who: '', why: '', measure: 'mute', role: 'director' });
  const [said, setSaid] = useState('');
  const [error, setError] = useState('');
  const look = () => ask('order').then(setState, (e) => setError(because(e)));
  useEffect(() => { void look(); }, []);
  const put = (/** @type {string} */ name) => typed((value) => set({ ...given, [name]: value }));
  const act = (/** @type {string} */ what, /** @type {any} */ body) => ask(what, body).then(() => {
    setError('');
    setSaid('So it is.');
    return look();
  }, (e) => { setSaid(''); setError(because(e)); });
  if (!state) return html`<p class=${error ? 'error' : 'dim'}>${error || 'One moment.'}</p>`;
  return html`<p role="status">${said}</p>${error && html`<p class="error" role="alert">${error}</p>`}
    <section class="house-card" aria-labelledby="reports"><h2 id="reports">Reports</h2>
      ${state.reports.length === 0 && html`<p class="dim">Nothing to see to.</p>`}
      <ul class="tables">${state.reports.map((/** @type {any} */ r) => html`<li key=${r.id}><span class="offer-line">
        <b><a href="#/player/${encodeURIComponent(r.about)}">${r.about}</a></b><small>${r.by}, ${onDay(r.at)}</small>
        <small class="words">${r.why}</small></span>
        ${r.table && html`<a class="button quiet" href="#/table/${r.table}">The table</a>`}
        <button class="quiet" onClick=${() => set({ ...given, who: r.about, why: r.why })}>Do something</button>
        <button class="quiet" onClick=${() => act('act', { measure: 'dismiss', who: r.id })}>Seen to</button></li>`)}</ul></section>
    <section class="house-card" aria-labelledby="measures"><h2 id="measures">Measures</h2>
      <div class="form"><label><b>Who</b><input name="who" value=${given.who} onInput=${put('who')} /></label>
        <label><b>Why</b><input name="why" value=${given.why} onInput=${put('why')} /></label>
        <label><b>What</b><select name="measure" value=${given.measure} onChange=${put('measure')}>
          ${DEEDS.map(([id, title]) => html`<option value=${id}>${title}</option>`)}</select></label>
        <div class="row"><button disabled=${!given.who}
          onClick=${() => act('act', { measure: given.measure, who: given.who, why: given.why })}>Do it</button></div></div>
      ${me?.role === 'owner' && html`<div class="form"><label><b>Role</b><select name="role" value=${given.role} onChange=${put('role')}>
          ${ROLES.map((role) => html`<option value=${role}>${role}</option>`)}</select></label>
        <div class="row"><button disabled=${!given.who} onClick=${() => act('role', { who: given.who, role: given.role })}>
          Give this role</button></div></div>`}</section>
    <section class="house-card" aria-labelledby="log"><h2 id="log">The log</h2>
      <ul class="tables">${state.log.map((/** @type {any} */ d) => html`<li key=${d.id}><span class="offer-line">
        <b>${d.what}: ${d.about}</b><small>${d.by}, ${onDay(d.at)}${d.why && `: ${d.why}`}</small></span></li>`)}</ul></section>`;
}
