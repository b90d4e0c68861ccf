// One's own account: where one is signed in, passkeys, password, vacation, bots, taking one's data along, leaving.

import { forget, mine } from '../settings.js';
import { html, useEffect, useState } from '../vendor/preact.js';
import { ask, newPasskey, onDay, span } from './api.js';
import { because, typed } from './entrance.js';

/** @param {{ house: import('./api.js').Who, me: any, changed: () => Promise<void> }} props */
export function You({ house, me, changed }) {
  const [sessions, setSessions] = useState(/** @type {any[]} */ ([]));
  const [said, setSaid] = useState('');
  const [error, setError] = useState('');
  const [field, setField] = useState(/** @type {Record<string, string>} */ ({ old: '', fresh: '', bot: '', leave: '', days: '0' }));
  const look = () => ask('sessions').then(setSessions, () => {});
  useEffect(() => { void look(); }, []);
  const put = (/** @type {string} */ name) => typed((value) => setField({ ...field, [name]: value }));
  const act = async (/** @type {() => Promise<any>} */ work, /** @type {(done: any) => string} */ words) => {
    setError('');
    try {
      setSaid(words(await work()));
      await changed();
      await look();
    } catch (e) {
      setError(because(e));
    }
  };
  /** The keys of the house's tables are forgotten with the account. */
  const out = async (/** @type {string} */ what, /** @type {any} */ body) => {
    await ask(what, body);
    mine().forEach((m) => { if (m.owner === undefined) forget(m.table); });
    location.hash = '#/house';
  };
  const save = async () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([JSON.stringify(await ask('export'), null, 1)], { type: 'application/json' }));
    link.download = `longroll-${me.name}.json`;
    link.click();
  };
  const staff = me.role === 'moderator' || me.role === 'owner';
  return html`<p><a class="button" href="#/you/told">What you are told, and how</a></p>
    <p role="status">${said}</p>${error && html`<p class="error" role="alert">${error}</p>`}
    <section class="house-card" aria-labelledby="sessions"><h2 id="sessions">Where you are signed in</h2>
      <ul class="tables">${sessions.map((s) => html`<li key=${s.id}><span class="offer-line"><b>${s.place}</b>
        <small>${s.own ? 'this browser' : `last used ${span(house.now - s.seen)} ago`}</small></span>
        ${!s.own && html`<button class="quiet" onClick=${() => act(() => ask('end-session', { session: s.id }), () =>
          'It is signed out.')}>
          Sign out</button>`}</li>`)}</ul>
      <div class="row"><button onClick=${() => out('logout', {})}>Sign out here</button>
        ${sessions.length > 1 && html`<button class="quiet" onClick=${() => act(() => ask('end-session', {}), () =>
          'All others are signed out.')}>
          Sign out everywhere else</button>`}</div></section>
    <section class="house-card" aria-labelledby="proofs"><h2 id="proofs">Passkeys and password</h2>
      <ul class="tables">${(me.passkeys ?? []).map((/** @type {any} */ k) => html`<li key=${k.id}><span class="offer-line">
        <b>${k.label || 'Passkey'}</b>
        <small>since ${onDay(k.added)}</small></span><button class="quiet"
          onClick=${() => act(() => ask('drop-passkey', { id: k.id }), () =>
            'It opens nothing here any more.')}>Take away</button></li>`)}</ul>
      ${house.passkeys && html`<p><button onClick=${() => act(async () => ask('add-passkey', {
        passkey: await newPasskey(house, me.name) }),
        () => 'The passkey is kept.')}>Add a passkey</button></p>`}
      <div class="form">${me.password && html`<label><b>Present password</b><input type="password" autocomplete="current-password"
        value=${field.old}
          onInput=${put('old')} /></label>`}
        <label><b>New password</b><input type="password" autocomplete="new-password" value=${field.fresh}
          onInput=${put('fresh')} /></label>
        <div class="row"><button onClick=${() => act(() => ask('set-password', { old: field.old, password: field.fresh }),
          () => 'The password is set, and all other browsers are signed out.')}>Set password</button></div></div></section>
    <section class="house-card" aria-labelledby="vacation"><h2 id="vacation">Vacation</h2>
      <p>${me.vacation ? `Your clocks over days stand still until ${onDay(me.vacation.until)}.`
        : 'While you are away your clocks over days stand still: 30 days in a year.'}</p>
      <div class="form"><label><b>Days from now</b><input type="number" min="0" max="30" value=${field.days}
        onInput=${put('days')} /></label>
        <div class="row"><button onClick=${() => act(() => ask('vacation', { days: Number(field.days) }), () => 'So it is.')}>
          ${me.vacation ? 'Change' : 'Go'}</button></div></div></section>
    ${staff && html`<section class="house-card" aria-labelledby="inviting"><h2 id="inviting">Invite somebody</h2>
      <p><button onClick=${() => act(() => ask('invite'), (d) =>
        `${location.origin}/#/house/invited/${d.invitation}`)}>Make a link</button>
      <span class="dim"> It is good once, for two weeks.</span></p></section>`}
    <section class="house-card" aria-labelledby="bots"><h2 id="bots">Bots</h2>
      <p class="dim">A program that plays under a name of its own, with a token instead of a password.</p>
      <div class="form"><label><b>Its name</b><input value=${field.bot} onInput=${put('bot')} /></label>
        <div class="row"><button onClick=${() => act(() => ask('bot', { name: field.bot }), (d) =>
          `${d.account.name} plays with this token: ${d.token}`)}>
          Make a token</button></div></div></section>
    <section class="house-card" aria-labelledby="leaving"><h2 id="leaving">Your data</h2>
      <p><button onClick=${save}>Take everything along</button></p>
      <details><summary>Leave the house for good</summary><p>Your games stay, by a former player. Everything else goes, at once.</p>
        <div class="form"><label><b>Your name, to be sure</b><input value=${field.leave} onInput=${put('leave')} /></label>
          <div class="row"><button class="danger" onClick=${() => out('leave', { name: field.leave }).catch((e) => setError(because(e)))}>
            Delete my account</button></div></div></details></section>`;
}
