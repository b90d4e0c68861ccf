// What the lobby must know of the workshop before anybody enters it.

import { getJson, postJson } from '../dom.js';

/** Whether there is a workshop here. @returns {Promise<boolean>} */
export const there = () => getJson('/api/workshop').then((answer) => Boolean(answer.workshop), () => false);

/** Whether a file is an archive, by how it begins. @param {File} file @returns {Promise<boolean>} */
export const isArchive = async (file) => (await file.slice(0, 4).text()) === 'PK\x03\x04';

/** Brings a title along that somebody passed on. @param {File} file @returns {Promise<string>} */
export async function bringAlong(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const data = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return (await postJson('/api/workshop/import', { data })).folder;
}
