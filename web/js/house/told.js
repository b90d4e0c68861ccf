// What one is told outside the browser: what, how, and when. An address, a chat room must be shown to be one's own first.

import { html, useEffect, useState } from '../vendor/preact.js';
import { ask, toBytes } from './api.js';
import { because, typed } from './entrance.js';

const MAIL = /** @type {[string, string][]} */ ([['never', 'Never'], ['each', 'Each time'],
  ['digest', 'Once a day, at seven in the morning']]);

/** @param {number} minutes */
const asTime = (minutes) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** @param {string} text */
const asMinutes = (text) => { const [hours, minutes] = text.split(':').map(Number); return hours * 60 + (minutes || 0); };

/** The time of day here less that of Greenwich, in minutes. */
const offset = () => -new Date().getTimezoneOffset();

/** Whether this browser can be pushed to at all. */
const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Has this browser take messages. @param {string} key */
async function subscribe(key) {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('This browser was not allowed to show notifications.');
  await navigator.serviceWorker.register('messenger.js');
  const registration = await navigator.serviceWorker.ready;
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: toBytes(key) });
  const { endpoint, keys } = made.toJSON();
  await ask('subscribe', { endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
}

/** Has this browser take no more of them, if it is this one. @param {string} endpoint */
async function unsubscribe(endpoint) {
  await ask('unsubscribe', { endpoint });
  const registration = await navigator.serviceWorker?.getRegistration();
  const own = await registration?.pushManager.getSubscription();
  if (own?.endpoint === endpoint) await own.unsubscribe();
}

/** @typedef {{ state: any, act: (work: () => Promise<any>, words: string) => Promise<void> }} Part */

/** Mail. @param {Part} props */
function Mail({ state, act }) {
  const { mailbox, wishes } = state;
  const [mail, setMail] = useState(mailbox?.address ?? '');
  const set = (/** @type {string} */ often) => act(() => change(state, { mail: often }), 'So it is.');
  return html`<section class="house-card" aria-labelledby="by-mail"><h2 id="by-mail">By mail</h2>
    ${mailbox && !mailbox.sure && html`<p role="status">A mail is on its way to <b>${mailbox.address}</b>.
      Follow the link in it: until then nothing else is sent there.</p>`}
    <div class="form"><label><b>Your address</b><input name="mail" type="email" autocomplete="email" value=${mail}
        onInput=${typed(setMail)} /></label>
      <div class="row"><button disabled=${!mail && !mailbox} onClick=${() => act(() => ask('set-mail', { mail }),
        mail ? 'A mail is on its way: follow the link in it.' : 'Your address is forgotten.')}>
          ${mailbox && !mail ? 'Forget it' : mailbox?.sure === false && mail === mailbox.address ? 'Send it again' : 'Use this address'}
        </button></div>
      ${mailbox?.sure && html`<label><b>How often</b><select name="often" value=${wishes.mail}
        onChange=${typed((often) => void set(often))}>${MAIL.map(([id, title]) => html`<option value=${id}>${title}</option>`)}</select>
        </label>`}</div></section>`;
}

/** Browsers. @param {Part} props */
const Browsers = ({ state, act }) => html`<section class="house-card" aria-labelledby="by-push"><h2 id="by-push">By this browser</h2>
  ${state.wishes.push.length === 0 && html`<p class="dim">It tells you also when no page of the house is open.</p>`}
  <ul class="tables">${state.wishes.push.map((/** @type {any} */ b) => html`<li key=${b.endpoint}><span class="offer-line">
    <b>${b.place || 'A browser'}</b><small>${new URL(b.endpoint).host}</small></span><button class="quiet"
      onClick=${() => act(() => unsubscribe(b.endpoint), 'It is told no more.')}>No more</button></li>`)}</ul>
  ${canPush() ? html`<p><button onClick=${() => act(() => subscribe(state.key), 'This browser will tell you.')}>
      Tell me in this browser</button></p>`
    : html`<p class="dim">This browser cannot be told anything while the page is closed; it needs a safe connection (https).</p>`}
  </section>`;

/** A chat room. @param {Part} props */
function Room({ state, act }) {
  const room = state.wishes.webhook;
  const [url, setUrl] = useState(room?.url ?? '');
  const [code, setCode] = useState('');
  return html`<section class="house-card" aria-labelledby="by-room"><h2 id="by-room">In a chat room</h2>
    <p class="dim">The address of an incoming webhook, as Slack, Mattermost, Rocket.Chat and Discord have them.</p>
    <div class="form"><label><b>Webhook</b><input name="webhook" type="url" placeholder="https://" value=${url}
        onInput=${typed(setUrl)} /></label>
      <div class="row"><button onClick=${() => act(() => ask('set-webhook', { webhook: url }),
        url ? 'A code was sent to that room.' : 'It hears no more.')}>${url || !room ? 'Use this room' : 'Forget it'}</button></div>
      ${room && !room.sure && html`<label><b>The code that came there</b><input name="code" autocomplete="off" value=${code}
          onInput=${typed(setCode)} /></label>
        <div class="row"><button onClick=${() => act(() => ask('confirm-webhook', { code }), 'The room will hear of your games.')}>
          That is the code</button></div>`}</div></section>`;
}

/** Changes some of one's wishes. @param {any} state @param {any} some */
const change = (state, some) => ask('set-told', { mail: state.wishes.mail, quiet: state.wishes.quiet, not: state.wishes.not,
  offset: offset(), ...some });

/** What, and when. @param {Part} props */
function When({ state, act }) {
  const { wishes, kinds } = state;
  const quiet = wishes.quiet ?? [22 * 60, 7 * 60];
  const hours = (/** @type {0 | 1} */ end) => typed((text) => {
    const next = [...quiet];
    next[end] = asMinutes(text);
    void act(() => change(state, { quiet: next }), 'So it is.');
  });
  const tell = (/** @type {string} */ kind) => change(state, { not: wishes.not.includes(kind)
    ? wishes.not.filter((/** @type {string} */ k) => k !== kind) : [...wishes.not, kind] });
  return html`<section class="house-card" aria-labelledby="what-told"><h2 id="what-told">What, and when</h2>
    <ul class="options">${kinds.map((/** @type {any} */ k) => html`<li key=${k.kind}><label><input type="checkbox" name=${k.kind}
      checked=${!wishes.not.includes(k.kind)} onChange=${() => act(() => tell(k.kind), 'So it is.')} /><b>${k.words}</b></label></li>`)}
      <li><label><input type="checkbox" name="quiet" checked=${wishes.quiet !== null}
        onChange=${() => act(() => change(state, { quiet: wishes.quiet ? null : quiet }), 'So it is.')} /><b>Quiet hours</b></label>
        </li></ul>
    ${wishes.quiet && html`<div class="form"><label><b>From</b><input type="time" name="from" value=${asTime(quiet[0])}
        onChange=${hours(0)} /></label>
      <label><b>To</b><input type="time" name="to" value=${asTime(quiet[1])} onChange=${hours(1)} /></label></div>`}
    <p class="dim">While a game is open before you, you are told of your turn only after ten minutes. What waits is thrown away when you
      have decided.</p>
    <p><button onClick=${() => act(() => ask('try-told'), 'Something is on its way to you, by every way you have chosen.')}>
      Try it out</button></p></section>`;
}

/** The page of what one is told. */
export function Told() {
  const [state, setState] = useState(/** @type {any} */ (null));
  const [said, setSaid] = useState('');
  const [error, setError] = useState('');
  const look = () => ask('told').then(setState, (e) => setError(because(e)));
  useEffect(() => { void look(); }, []);
  const act = async (/** @type {() => Promise<any>} */ work, /** @type {string} */ words) => {
    setError('');
    setSaid('');
    try {
      await work();
      await look();
      setSaid(words);
    } catch (e) {
      setError(because(e));
    }
  };
  if (!state) return html`<p class=${error ? 'error' : 'dim'}>${error || 'One moment.'}</p>`;
  const { ways } = state;
  return html`<p role="status">${said}</p>${error && html`<p class="error" role="alert">${error}</p>`}
    ${ways.mail ? html`<${Mail} state=${state} act=${act} />` : html`<p class="dim">This house sends no mail.</p>`}
    ${ways.push && html`<${Browsers} state=${state} act=${act} />`}
    ${ways.webhook && html`<${Room} state=${state} act=${act} />`}
    <${When} state=${state} act=${act} />
    <p><a href="#/you">Your account</a></p>`;
}

/**
 * A link in a mail was followed: it shows that an address is one's own, or ends the mails.
 * @param {{ what: string, keyword: string }} props
 */
export function Followed({ what, keyword }) {
  const [said, setSaid] = useState('');
  const [error, setError] = useState('');
  const go = () => ask(what, { key: keyword }).then(() => setSaid(what === 'no-mail' ? 'You get no more mails.' : 'The address is yours.'),
    (e) => setError(because(e)));
  useEffect(() => { if (what === 'confirm-mail') void go(); }, []);
  return html`<section class="house-card" aria-labelledby="followed">
    <h2 id="followed">${what === 'no-mail' ? 'No more mails' : 'Your address'}</h2>
    ${error && html`<p class="error" role="alert">${error}</p>`}<p role="status">${said}</p>
    ${what === 'no-mail' && !said && html`<p><button class="primary" onClick=${go}>No more mails, please</button></p>`}
    <p><a href="#/house">To the house</a></p></section>`;
}
