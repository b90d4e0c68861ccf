// The entrance: registering and coming back, with a passkey or a password; the code with which one comes back when all else is lost.

import { mine } from '../settings.js';
import { html, useState } from '../vendor/preact.js';
import { ask, knownPasskey, newPasskey } from './api.js';

/** @param {unknown} error */
export const because = (error) => {
  const text = error instanceof Error ? error.message : String(error);
  return /not allowed|NotAllowed/.test(text) ? 'The passkey was not given.' : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

/** What was played as a guest in this browser is one's own from now on. */
function keepGames() {
  const tables = mine().flatMap((m) => ['union', 'confederate'].flatMap((side) => {
    const key = m.keys[/** @type {SeatId} */ (side)];
    return key ? [{ table: m.table, key }] : [];
  }));
  return tables.length > 0 ? ask('keep', { tables }).catch(() => {}) : Promise.resolve();
}

/** The value of a field. @param {(text: string) => void} set */
export const typed = (set) => (/** @type {Event} */ e) => set(/** @type {HTMLInputElement} */ (e.currentTarget).value);

/** The code that is told once. @param {{ code: string, done: () => void }} props */
const Code = ({ code, done }) => html`<section class="house-card" aria-labelledby="code-title"><h2 id="code-title">Write this down</h2>
  <p>If you lose your passkey or forget your password, this code lets you back in. It is shown once.</p>
  <p class="code" data-code=${code}>${code}</p><button class="primary" onClick=${done}>I have it</button></section>`;

/** @param {{ house: import('./api.js').Who, entered: () => void }} props */
export function Entrance({ house, entered }) {
  const [way, setWay] = useState(/** @type {'in' | 'new' | 'lost'} */ ('in'));
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [told, setTold] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const invitation = location.hash.split('/')[3] ?? '';
  const enter = async (/** @type {() => Promise<any>} */ come) => {
    setBusy(true);
    setError('');
    try {
      const { recovery } = await come();
      await keepGames();
      if (recovery) setTold(recovery);
      else entered();
    } catch (e) {
      setError(because(e));
    }
    setBusy(false);
  };
  if (told) return html`<${Code} code=${told} done=${entered} />`;
  const withKey = () => enter(async () => (way === 'new' ? ask('register', { name, invitation, passkey: await newPasskey(house, name) })
    : ask('login-passkey', { passkey: await knownPasskey(house) })));
  const withWord = (/** @type {Event} */ e) => {
    e.preventDefault();
    void enter(() => (way === 'new' ? ask('register', { name, password, invitation })
      : way === 'lost' ? ask('recover', { name, code, password }) : ask('login', { name, password })));
  };
  const titles = { in: 'Sign in', new: 'Register', lost: 'Come back with your code' };
  return html`<section class="house-card" aria-labelledby="entrance"><h2 id="entrance">${titles[way]}</h2>
    ${house.closed && way === 'new' && !invitation && html`<p
      class="dim">This house is closed: you need a link from one of its moderators.</p>`}
    <form class="form" onSubmit=${withWord}>
      <label><b>Name</b><input name="name" autocomplete="username" value=${name} onInput=${typed(setName)} required /></label>
      ${way === 'lost' && html`<label><b>Code</b><input name="code" autocomplete="off" value=${code}
        onInput=${typed(setCode)} required /></label>`}
      ${house.passkeys && way !== 'lost' && html`<div class="row"><button type="button" class="primary" disabled=${busy}
        onClick=${withKey}>
        ${way === 'new' ? 'Register with a passkey' : 'Sign in with a passkey'}</button><span class="dim">or</span></div>`}
      <label><b>${way === 'lost' ? 'New password' : 'Password'}</b><input name="password" type="password" minlength="8" value=${password}
        autocomplete=${way === 'in' ? 'current-password' : 'new-password'} onInput=${typed(setPassword)} required /></label>
      ${error && html`<p class="error" role="alert">${error}</p>`}
      <div class="row"><button type="submit"
        disabled=${busy}>${way === 'in' ? 'Sign in' : way === 'new' ? 'Register with a password' : 'Come back'}</button>
        ${way !== 'in' && html`<button type="button" class="quiet" onClick=${() => setWay('in')}>I have an account</button>`}
        ${way !== 'new' && html`<button type="button" class="quiet" onClick=${() => setWay('new')}>Register</button>`}
        ${way === 'in' && html`<button type="button" class="quiet" onClick=${() => setWay('lost')}>I cannot get in</button>`}</div>
    </form></section>`;
}
