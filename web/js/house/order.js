// Keeping order: what was reported, what was done about it, and by whom; roles, for the owner.

import { html, useEffect, useState } from '../vendor/preact.js';
import { ask, onDay } from './api.js';
import { because, typed } from './entrance.js';
import { Sure } from './sure.js';

/** What can be done about somebody: what it is called, and what comes of it. @type {Record<string, [string, string]>} */
const DEEDS = { mute: ['Silence', 'cannot talk, nor put words on the board, for that long; games go on'],
  unmute: ['Let speak again', 'may talk again at once'],
  ban: ['Close the account', 'is signed out everywhere and cannot come back until the account is opened again'],
  unban: ['Open the account again', 'may sign in again'] };
/** How deeds stand in the log. @type {Record<string, (d: any) => string>} */
const LOGGED = { mute: (d) => `${d.by} silenced ${d.about}`, unmute: (d) => `${d.by} let ${d.about} speak again`,
  ban: (d) => `${d.by} closed the account of ${d.about}`, unban: (d) => `${d.by} opened the account of ${d.about} again`,
  dismiss: (d) => `${d.by} saw to a report`, role: (d) => `${d.by} gave ${d.about} a role`,
  decide: (d) => `${d.by} decided a game`, 'close round': (d) => `${d.by} closed a round` };
const DAYS = /** @type {[string, string][]} */ ([['1', 'a day'], ['7', 'a week'], ['30', 'a month'], ['365', 'a year']]);
const ROLES = ['player', 'director', 'moderator', 'owner'];

/** @param {{ me: any }} props */
export function Order({ me }) {
  const [state, setState] = useState(/** @type {any} */ (null));
  const [given, set] = useState({ who: '', why: '', measure: 'mute', days: '7', role: 'director' });
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
  /** Whoever was reported stands in the form, and the form is in sight. @param {any} r */
  const see = (r) => {
    set({ ...given, who: r.about, why: r.why });
    const measure = /** @type {HTMLElement | null} */ (document.querySelector('[name=measure]'));
    measure?.scrollIntoView({ block: 'center' });
    measure?.focus();
  };
  const [deed, comes] = DEEDS[given.measure];
  if (!state) return html`<p class=${error ? 'error' : 'dim'}>${error || 'One moment.'}</p>`;
  return html`<p role="status">${said}</p>${error && html`<p class="error" role="alert">${error}</p>`}
    <section class="house-card" aria-labelledby="reports"><h2 id="reports">Reports</h2>
      ${state.reports.length === 0 && html`<p class="dim">Nothing to see to.</p>`}
      <ul class="tables">${state.reports.map((/** @type {any} */ r) => html`<li key=${r.id}><span class="offer-line">
        <b><a href="#/player/${encodeURIComponent(r.about)}">${r.about}</a></b><small>reported by ${r.by}, ${onDay(r.at)}</small>
        <small class="words">${r.why}</small></span>
        ${r.table && html`<a class="button quiet" href="#/table/${r.table}">The table</a>`}
        <button class="quiet" onClick=${() => see(r)}>Do something</button>
        <button class="quiet" onClick=${() => act('act', { measure: 'dismiss', who: r.id })}>Seen to</button></li>`)}</ul></section>
    <section class="house-card" aria-labelledby="measures"><h2 id="measures">Measures</h2>
      <div class="form"><label><b>Who</b><input name="who" value=${given.who} onInput=${put('who')} /></label>
        <label><b>Why</b><input name="why" value=${given.why} onInput=${put('why')} /></label>
        <label><b>What</b><select name="measure" value=${given.measure} onChange=${put('measure')}>
          ${Object.entries(DEEDS).map(([id, [title]]) => html`<option value=${id}>${title}</option>`)}</select></label>
        ${given.measure === 'mute' && html`<label><b>How long</b><select name="days" value=${given.days} onChange=${put('days')}>
          ${DAYS.map(([days, title]) => html`<option value=${days}>${title}</option>`)}</select></label>`}
        <div class="row"><${Sure} key=${`${given.measure} ${given.who}`} label=${deed} disabled=${!given.who} primary
          says=${`${given.who} ${comes}.`} yes=${deed}
          go=${() => act('act', { measure: given.measure, who: given.who, why: given.why, days: Number(given.days) })} /></div></div>
      ${me?.role === 'owner' && html`<h3>Roles</h3><div class="form"><label><b>Who</b><input name="whose-role" value=${given.who}
          onInput=${put('who')} /></label><label><b>Role</b><select name="role" value=${given.role} onChange=${put('role')}>
          ${ROLES.map((role) => html`<option value=${role}>${role}</option>`)}</select></label>
        <div class="row"><${Sure} key=${`${given.role} ${given.who}`} label="Give this role"
          disabled=${!given.who} says=${`${given.who} will be ${given.role === 'owner' ? 'an owner, who may do all that you may'
            : `a ${given.role}`}.`} yes="Give it" go=${() => act('role', { who: given.who, role: given.role })} /></div></div>`}</section>
    <section class="house-card" aria-labelledby="log"><h2 id="log">The log</h2>
      ${state.log.length === 0 && html`<p class="dim">Nothing was done yet.</p>`}
      <ul class="tables">${state.log.map((/** @type {any} */ d) => html`<li key=${d.id}><span class="offer-line">
        <b>${(LOGGED[d.what] ?? (() => `${d.by}: ${d.what} ${d.about}`))(d)}</b>
        <small>${onDay(d.at)}${d.why && `: ${d.why}`}</small></span></li>`)}</ul></section>`;
}
