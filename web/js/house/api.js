// What the house is asked: accounts, meeting, games between people, tournaments. Passkeys as a browser has them.

import { alone, line } from '../line.js';

/**
 * @typedef {{ id: string, name: string, role: string, since: number, bot: boolean, password?: boolean, passkeys?: any[],
 *   vacation?: any }} Account
 */
/**
 * @typedef {{ accounts: boolean, closed: boolean, passkeys: boolean, mail: boolean, host: string, account: Account | null,
 *   now: number }} Who
 */

/** Asks the house something. @param {string} what @param {unknown} [body] @returns {Promise<any>} */
export const ask = (what, body = {}) => line.post(`/api/house/${what}`, body);

/** @type {Promise<boolean> | null} */
let asked = null;

/** Whether there are accounts here at all. @returns {Promise<boolean>} */
export function hasAccounts() {
  if (alone) return Promise.resolve(false);
  asked ??= line.get('/api/house').then((/** @type {any} */ house) => house.accounts === true, () => false);
  return asked;
}

/** Who I am here. @returns {Promise<Who | null>} */
export async function who() {
  return (await hasAccounts()) ? ask('who').catch(() => null) : null;
}

/** Bytes as a key is written. @param {string} text */
export const toBytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

/** @param {ArrayBuffer} bytes */
const toText = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** A new passkey, for somebody of that name. @param {Who} house @param {string} name */
export async function newPasskey(house, name) {
  const { challenge } = await ask('passkey-challenge');
  const made = /** @type {any} */ (await navigator.credentials.create({ publicKey: {
    challenge: toBytes(challenge), rp: { name: 'Longroll', id: house.host },
    user: { id: crypto.getRandomValues(new Uint8Array(16)), name, displayName: name },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }, { type: 'public-key', alg: -8 }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' }, attestation: 'none',
  } }));
  return { id: made.id, clientDataJSON: toText(made.response.clientDataJSON),
    attestationObject: toText(made.response.attestationObject) };
}

/** A passkey that is known here. @param {Who} house */
export async function knownPasskey(house) {
  const { challenge } = await ask('passkey-challenge');
  const made = /** @type {any} */ (await navigator.credentials.get({ publicKey: {
    challenge: toBytes(challenge), rpId: house.host, userVerification: 'required',
  } }));
  return { id: made.id, clientDataJSON: toText(made.response.clientDataJSON),
    authenticatorData: toText(made.response.authenticatorData), signature: toText(made.response.signature) };
}

/** How long something is from now, or was, in words. @param {number} ms */
export function span(ms) {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 120) return minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  if (hours < 48) return `${hours} hours`;
  return `${Math.round(hours / 24)} days`;
}

/** @param {number} ms */
export const onDay = (ms) => new Date(ms).toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
