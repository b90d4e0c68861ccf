// Invitations: a friend's link leads to a seat that nobody has yet. Whoever claims it brings a key of his own.

import { postJson } from './dom.js';
import { mine, remember } from './settings.js';

/** Where the key lies that a claim is made with: if the answer is lost, it is made again with the same one. */
const CLAIM = 'longroll-claim';

/** A key that nobody can guess: 160 bits. */
const freshKey = () => [...crypto.getRandomValues(new Uint8Array(20))].map((b) => b.toString(16).padStart(2, '0')).join('');

/** @param {string} invitation */
function keyFor(invitation) {
  const [claimed, old] = (sessionStorage.getItem(CLAIM) ?? '').split(' ');
  const key = claimed === invitation && old ? old : freshKey();
  sessionStorage.setItem(CLAIM, `${invitation} ${key}`);
  return key;
}

/**
 * Takes the seat that one is invited to; whoever has it already keeps it, and whoever sent the link claims nothing.
 * @param {string} table
 * @param {Side} seat
 * @param {string} invitation
 */
export async function claim(table, seat, invitation) {
  const own = mine().find((m) => m.table === table);
  if (own?.keys[seat] || own?.invitations?.[seat] === invitation) return;
  const key = keyFor(invitation);
  await postJson('/api/tables/claim', { table, invitation, key });
  remember(table, { [seat]: key }, '');
  sessionStorage.removeItem(CLAIM);
}

/** Takes an invitation back, and makes another. @param {string} table @param {Side} seat @returns {Promise<string | null>} */
export async function another(table, seat) {
  const own = mine().find((m) => m.table === table);
  if (!own?.owner) return null;
  const { invitation } = await postJson('/api/tables/invite', { table, owner: own.owner, seat });
  remember(table, {}, '', { invitations: { ...own.invitations, [seat]: invitation } });
  return invitation;
}

/** The link to a seat: an invitation; at tables of earlier versions the key itself. @param {Mine} table @param {Side} side */
export function linkTo({ table, keys, invitations }, side) {
  const invitation = invitations?.[side];
  const way = invitation ? `invite/${table}/${side}/${invitation}` : `join/${table}/${side}/${keys[side]}`;
  return `${location.origin}/#/${way}`;
}
