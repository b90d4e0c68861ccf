// Links of a written site that lead nowhere: files that are not there, and places in pages that are not there. Nothing on the network is asked.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** @param {string} folder @returns {string[]} */
const pagesIn = (folder) => readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
  const path = join(folder, entry.name);
  // The page that needs no server is a program, and has tests of its own.
  if (entry.isDirectory()) return entry.name === 'play' ? [] : pagesIn(path);
  return entry.name.endsWith('.html') ? [path] : [];
});

const targets = (/** @type {string} */ html) => new Set([...html.matchAll(/\s(?:id|name)="([^"]*)"/g)].map(([, id]) => id));
const plain = (/** @type {string} */ text) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))).replace(/&amp;/g, '&');

/** Every dead link, as a line for people. @param {string} site @returns {string[]} */
export function deadLinks(site) {
  const pages = new Map(pagesIn(site).map((path) => [path, readFileSync(path, 'utf8')]));
  const known = new Map([...pages].map(([path, html]) => [path, targets(html)]));
  /** @type {string[]} */
  const dead = [];
  for (const [path, html] of pages) {
    const bare = html.replace(/<(pre|code)[\s\S]*?<\/\1>/g, '');
    for (const [, written] of bare.matchAll(/\s(?:href|src|poster)="([^"]*)"/g)) {
      const link = plain(written);
      if (/^(?:https?|mailto|data):/.test(link)) continue;
      const [file, anchor] = link.split('#');
      let to = file ? join(dirname(path), decodeURIComponent(file.split('?')[0])) : path;
      if (existsSync(to) && statSync(to).isDirectory()) to = join(to, 'index.html');
      const outside = relative(site, to).startsWith('..');
      if (link.startsWith('/') || outside || !existsSync(to)) dead.push(`${relative(site, path)}: ${link}`);
      else if (anchor && known.has(to) && !known.get(to)?.has(decodeURIComponent(anchor))) dead.push(`${relative(site, path)}: ${link}`);
    }
  }
  return dead;
}
