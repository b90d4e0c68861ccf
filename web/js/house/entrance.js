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
  const [, , errand, key] = location.hash.split('/');
  const reset = errand === 'reset' ? key ?? '' : '';
  const [way, setWay] = useState(/** @type {'in' | 'new' | 'lost' | 'reset'} */ (reset ? 'reset' : 'in'));
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [mail, setMail] = useState('');
  const [code, setCode] = useState('');
  const [told, setTold] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const invitation = errand === 'invited' ? key ?? '' : '';
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
  const withKey = () => enter(async () => (way === 'new'
    ? ask('register', { name, mail, invitation, passkey: await newPasskey(house, name) })
    : ask('login-passkey', { passkey: await knownPasskey(house) })));
  const withWord = (/** @type {Event} */ e) => {
    e.preventDefault();
    void enter(() => (way === 'new' ? ask('register', { name, mail, password, invitation })
      : way === 'lost' ? ask('recover', { name, code, password }) : way === 'reset' ? ask('recover', { name: '', code: reset, password })
        : ask('login', { name, password })));
  };
  const byMail = () => { setError(''); ask('ask-reset', { name }).then(() => setSent(true), (e) => setError(because(e))); };
  const titles = { in: 'Sign in', new: 'Register', lost: 'Come back with your code', reset: 'Set a new password' };
  const asks = { in: 'Sign in', new: 'Register with a password', lost: 'Come back', reset: 'Set it and come in' };
  const fresh = way === 'lost' || way === 'reset';
  return html`<section class="house-card" aria-labelledby="entrance"><h2 id="entrance">${titles[way]}</h2>
    ${house.closed && way === 'new' && !invitation && html`<p
      class="dim">This house is closed: you need a link from one of its moderators.</p>`}
    <form class="form" onSubmit=${withWord}>
      ${way !== 'reset' && html`<label><b>Name</b><input name="name" autocomplete="username" value=${name}
        onInput=${typed(setName)} required /></label>`}
      ${way === 'new' && house.mail && html`<label><b>Mail, if you like</b><input name="mail" type="email" autocomplete="email"
        value=${mail} onInput=${typed(setMail)} /></label>`}
      ${way === 'lost' && html`<label><b>Code</b><input name="code" autocomplete="off" value=${code}
        onInput=${typed(setCode)} required /></label>`}
      ${house.passkeys && !fresh && html`<div class="row"><button type="button" class="primary" disabled=${busy}
        onClick=${withKey}>
        ${way === 'new' ? 'Register with a passkey' : 'Sign in with a passkey'}</button><span class="dim">or</span></div>`}
      <label><b>${fresh ? 'New password' : 'Password'}</b><input name="password" type="password" minlength="8" value=${password}
        autocomplete=${way === 'in' ? 'current-password' : 'new-password'} onInput=${typed(setPassword)} required /></label>
      ${error && html`<p class="error" role="alert">${error}</p>`}
      <div class="row"><button type="submit"
        disabled=${busy}>${asks[way]}</button>
        ${way !== 'in' && html`<button type="button" class="quiet" onClick=${() => setWay('in')}>I have an account</button>`}
        ${way !== 'new' && html`<button type="button" class="quiet" onClick=${() => setWay('new')}>Register</button>`}
        ${way === 'in' && html`<button type="button" class="quiet" onClick=${() => setWay('lost')}>I cannot get in</button>`}
        ${way === 'lost' && house.mail && html`<button type="button" class="quiet" disabled=${!name} onClick=${byMail}>
          Send me a link instead</button>`}</div>
      ${sent && html`<p role="status">If there is such an account and it has a mailbox, a link is on its way there. It is good once,
        for half an hour.</p>`}
    </form></section>`;
}
