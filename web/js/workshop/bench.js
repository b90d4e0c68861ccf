// The workbench: what is asked of it, and what came of it.

import { postJson } from '../dom.js';
import { withFonts } from '../drawing.js';
import { alone, line } from '../line.js';

/** Each hex of a draft's board: where it lies on the drawing. @typedef {{ hex: string, x: number, y: number, terrain: string[] }} Spot */
/** @typedef {{ width: number, height: number, side: number, hexes: Spot[] }} Sheet */
/** @typedef {Draft & { board: Sheet | null }} Drawn */
/** A row of a table or form. @typedef {Record<string, any>} Fields */

/** @param {WorkshopRequest} request @returns {Promise<any>} */
export const ask = (request) => postJson('/api/workshop', request);

/** @param {string} folder @param {Edit} edit @returns {Promise<Drawn>} */
export const change = (folder, edit) => ask({ op: 'edit', folder, edit });

/** Where the drawing of a draft lies; whoever asks throws it away. @param {Drawn} draft @param {string} theme @returns {Promise<string>} */
export async function drawingOf(draft, theme) {
  const asked = { folder: draft.folder, style: theme };
  if (alone) return withFonts(await postJson('/api/workshop/draw', asked));
  return withFonts(await line.text(`/api/workshop/board.svg?${new URLSearchParams({ ...asked, n: String(draft.changes) })}`));
}

/** Writes the archive of a title to a file. @param {string} folder */
export async function takeAway(folder) {
  const download = (/** @type {string} */ href, /** @type {string} */ name) => Object.assign(document.createElement('a'),
    { href, download: name }).click();
  if (!alone) {
    download(`/api/workshop/title.longroll?folder=${encodeURIComponent(folder)}`, '');
    return;
  }
  const { name, data } = await postJson('/api/workshop/export', { folder });
  const bytes = Uint8Array.from(data.match(/../g) ?? [], (/** @type {string} */ pair) => parseInt(pair, 16));
  const href = URL.createObjectURL(new Blob([bytes], { type: 'application/zip' }));
  download(href, name);
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/**
 * The hex nearest to a point of the drawing, and the one across its nearest side.
 * @param {Sheet} sheet @param {number} x @param {number} y @returns {[string, string] | null}
 */
export function nearest(sheet, x, y) {
  const far = (/** @type {Spot} */ spot) => (spot.x - x) ** 2 + (spot.y - y) ** 2;
  const [here, next] = [...sheet.hexes].sort((a, b) => far(a) - far(b));
  if (!here || far(here) > sheet.side ** 2) return null;
  return [here.hex, next?.hex ?? here.hex];
}

/**
 * Rows pasted from a spreadsheet: the first line names the fields, tabs or semicolons lie between.
 * @param {string} text @param {FormField[]} fields @returns {Fields[]}
 */
export function pasted(text, fields) {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const cut = (/** @type {string} */ line) => line.split(/\t|;/).map((cell) => cell.trim());
  const called = (/** @type {FormField} */ field, /** @type {string} */ head) => [field.key, field.label]
    .some((name) => name.toLowerCase() === head.toLowerCase());
  const heads = cut(lines.shift() ?? '').map((head) => fields.find((f) => called(f, head)));
  if (!heads.some((head) => head?.key === 'id')) throw new Error('The first line names the columns; one of them is id.');
  return lines.map((line) => Object.fromEntries(cut(line).flatMap((cell, i) => {
    const field = heads[i];
    return field && cell !== '' ? [[field.key, read(field, cell)]] : [];
  })));
}

/** What a field says that was written as a text; null for nothing. @param {FormField} field @param {string} text @returns {any} */
export function read(field, text) {
  if (text.trim() === '') return null;
  if (field.kind === 'number') return Number.isInteger(Number(text)) ? Number(text) : text;
  if (field.kind === 'yes-no') return text === 'yes' ? true : text === 'no' ? false : null;
  if (field.kind === 'flag') return ['true', 'yes', 'x', '1'].includes(text.toLowerCase());
  if (field.kind === 'hexes' || field.kind === 'words') return text.split(/[\s,]+/).filter(Boolean);
  if (field.kind === 'numbers') return text.split(/[\s,]+/).filter(Boolean).map((word) => read({ ...field, kind: 'number' }, word));
  return text.trim();
}

/** The same as a text. @param {any} value */
export const written = (value) => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join(' ') : value === undefined || value === null ? '' : String(value);
};
