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

const download = (/** @type {string} */ href, /** @type {string} */ name) => Object.assign(document.createElement('a'),
  { href, download: name }).click();

/** Writes an archive to a file. @param {string} name @param {string} data  hexadecimal digits */
export function handOut(name, data) {
  const bytes = Uint8Array.from(data.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const href = URL.createObjectURL(new Blob([bytes], { type: 'application/zip' }));
  download(href, name);
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** Writes the archive of a title to a file. @param {string} folder */
export async function takeAway(folder) {
  if (!alone) {
    download(`/api/workshop/title.longroll?folder=${encodeURIComponent(folder)}`, '');
    return;
  }
  const { name, data } = await postJson('/api/workshop/export', { folder });
  handOut(name, data);
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
  if (field.kind === 'paragraphs') return text.split(/\n+/).map((line) => line.trim()).filter(Boolean);
  if (field.kind === 'pairs') {
    const pairs = text.split(/[,;\n]/).map((pair) => pair.trim()).filter(Boolean);
    return Object.fromEntries(pairs.map((pair) => [pair.split(/\s/)[0], pair.replace(/^\S+\s*/, '')]));
  }
  if (field.kind === 'numbers') return text.split(/[\s,]+/).filter(Boolean).map((word) => read({ ...field, kind: 'number' }, word));
  return text.trim();
}

/** The same as a text. @param {any} value @param {string} [kind] */
export const written = (value, kind) => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (kind === 'pairs') return Object.entries(value ?? {}).map(([hex, word]) => `${hex} ${word}`).join(', ');
  if (Array.isArray(value)) return value.join(kind === 'paragraphs' ? '\n' : ' ');
  return value === undefined || value === null ? '' : String(value);
};

/** What an entry says in a field: `exempt.group` is a field of a field. @param {Fields} entry @param {string} key */
export const saidIn = (entry, key) => key.split('.').reduce((/** @type {any} */ part, name) => part?.[name], entry);

/**
 * The section in which a line of a file stands, and which entry of it: `[[score]]`, the second. Nothing before the first heading.
 * @param {string} text @param {number} line @returns {{ section: string, number: number } | null}
 */
export function sectionAt(text, line) {
  const headings = text.split('\n').slice(0, line).flatMap((words) => words.match(/^\s*\[+\s*([\w.-]+)\s*\]/)?.[1] ?? []);
  const section = headings.at(-1);
  return section === undefined ? null : { section, number: headings.filter((name) => name === section).length - 1 };
}

/** The field of hexes in which somebody writes: the map fills it. @returns {HTMLInputElement | null} */
export const fieldOfHexes = () => document.querySelector('.bench-right input[data-hexes]:focus');

/**
 * A hex more in a field of hexes, or one less; in a field of one hex this one.
 * @param {string} value @param {string} hex @param {boolean} many
 */
export function pointed(value, hex, many) {
  if (!many) return hex;
  const hexes = value.split(/[\s,]+/).filter(Boolean);
  return (hexes.includes(hex) ? hexes.filter((known) => known !== hex) : [...hexes, hex]).join(' ');
}

/** An id of letters and digits for what somebody has only named. @param {string} name */
export const idOf = (name) => name.replaceAll(/[^\w/.-]+/g, '-').replaceAll(/^-+|-+$/g, '').slice(0, 30);
