// Writes the home page: one page of our own, and every document as a page of the manual. `site/build` calls it.

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRequire } from 'node:module';
import { deadLinks } from './links.mjs';

const top = join(dirname(fileURLToPath(import.meta.url)), '..');
const { Marked } = createRequire(join(top, 'web/package.json'))('marked');
const words = process.argv.slice(2);
const play = words.includes('--play');
const target = process.env.CARGO_TARGET_DIR ?? join(top, 'target');
const out = words.find((word) => !word.startsWith('--')) ?? join(target, 'home');
const program = process.env.LONGROLL ?? ['release', 'debug'].map((kind) => join(target, kind, 'longroll')).find((path) => existsSync(path));
if (!program) throw new Error('build longroll first: cargo build --release');
const longroll = (...args) => execFileSync(program, args, { maxBuffer: 1 << 28 }).toString();

/** The chapters of the manual, in order: a head, and its documents. What is not listed here is a fault. */
const CHAPTERS = [
  ['Playing', [['docs/table.md', 'The table'], ['docs/anywhere.md', 'The page without a server'], ['docs/house.md', 'A house for others'],
    ['docs/strength.md', 'How strong the computer is'], ['docs/rulings.md', 'Rulings']]],
  ['Programs that play', [['site/bots.md', 'For bot writers'], ['docs/protocol.md', 'The protocol'], ['site/commands.md', 'The command line']]],
  ['Making games', [['docs/titles.md', 'Titles of Blue & Gray'], ['docs/boards.md', 'Boards'], ['CONTRIBUTING.md', 'Contributing'],
    ['docs/architecture.md', 'How it is built']]],
  ['The project', [['site/install.md', 'Install'], ['docs/release.md', 'A release'], ['CHANGELOG.md', 'What changed'], ['README.md', 'Readme']]],
];
/** Documents that came after the list was written stand at its end under their own heads. */
const listed = new Set(CHAPTERS.flatMap(([, documents]) => documents.map(([path]) => path)));
const others = readdirSync(join(top, 'docs')).filter((name) => name.endsWith('.md') && !listed.has(`docs/${name}`));
if (others.length) CHAPTERS.push(['More', others.map((name) => [`docs/${name}`, readFileSync(join(top, 'docs', name), 'utf8').match(/^# (.*)/m)?.[1] ?? name])]);
const documents = CHAPTERS.flatMap(([, list]) => list);

const pageOf = (/** @type {string} */ path) => `manual/${path.split('/').at(-1).replace(/\.md$/, '').toLowerCase()}.html`;
const escaped = (/** @type {string} */ text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const slug = (/** @type {string} */ text) => text.toLowerCase().replace(/<[^>]*>|&[^;]*;/g, '').replace(/[^\p{L}\p{N}\s_-]/gu, '').trim().replace(/\s/g, '-');

function put(name, content) {
  const path = join(out, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** Copies a file of the repository once and answers its address in the site. */
function take(path) {
  const name = path.startsWith('docs/img/') ? `img/${path.slice('docs/img/'.length)}` : `files/${path}`;
  mkdirSync(dirname(join(out, name)), { recursive: true });
  copyFileSync(join(top, path), join(out, name));
  return name;
}

/** Where a link in a document leads in the site: to a page of the manual, a copy of a file, or elsewhere. */
function led(href, from) {
  if (/^[a-z]+:/.test(href) || href.startsWith('#')) return href;
  const [path, anchor] = href.split('#');
  if (/^(\.\.\/)*releases/.test(path)) return '../index.html#install';
  const at = join(dirname(from), path);
  const page = documents.some(([document]) => document === at) ? pageOf(at) : null;
  if (!page && readable(at)) return `../${take(at)}${anchor ? `#${anchor}` : ''}`;
  // Folders are for those who have the sources.
  return page ? `../${page}${anchor ? `#${anchor}` : ''}` : null;
}

function readable(path) {
  try {
    readFileSync(join(top, path));
    return !path.startsWith('..');
  } catch {
    return false;
  }
}

/** A document as HTML, with its heads as targets. */
function rendered(path) {
  const heads = [];
  const used = new Map();
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens);
        const base = slug(text);
        const times = used.get(base) ?? 0;
        used.set(base, times + 1);
        const id = times ? `${base}-${times}` : base;
        if (depth === 2) heads.push([id, text]);
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${text}</a></h${depth}>\n`;
      },
      link({ href, title, tokens }) {
        const text = this.parser.parseInline(tokens);
        const to = led(href, path);
        return to === null ? text : `<a href="${escaped(to)}"${title ? ` title="${escaped(title)}"` : ''}>${text}</a>`;
      },
      image({ href, text }) {
        return `<img src="../${take(join(dirname(path), href))}" alt="${escaped(text)}" loading="lazy">`;
      },
      table({ header, rows }) {
        const cell = (tag) => (c) => `<${tag}>${this.parser.parseInline(c.tokens)}</${tag}>`;
        const bare = header.every((c) => !c.text.trim());
        const head = bare ? '' : `<thead><tr>${header.map(cell('th')).join('')}</tr></thead>`;
        return `<div class="wide"><table>${head}<tbody>${rows.map((r) => `<tr>${r.map(cell('td')).join('')}</tr>`).join('\n')}</tbody></table></div>\n`;
      },
    },
  });
  return { html: marked.parse(source(path)), heads };
}

/** The text of a document; what the program itself says is put where it is asked for. */
function source(path) {
  return readFileSync(join(top, path), 'utf8').replace(/^\{\{longroll (.*)\}\}$/gm, (_, args) => `\`\`\`\n${longroll(...args.split(' ')).trim()}\n\`\`\``);
}

const page = readFileSync(join(top, 'site/page.html'), 'utf8');
const filled = (template, values) => template.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? '');

function manual() {
  const contents = (current) => CHAPTERS.map(([head, list]) => `<h2>${head}</h2><ul>${list.map(([path, title]) => `<li><a href="../${pageOf(path)}"${
    path === current ? ' aria-current="page"' : ''}>${escaped(title)}</a></li>`).join('')}</ul>`).join('\n');
  documents.forEach(([path, title], n) => {
    const { html, heads } = rendered(path);
    const [before, after] = [documents[n - 1], documents[n + 1]];
    const way = (to, rel, sign) => (to ? `<a rel="${rel}" href="../${pageOf(to[0])}">${sign(escaped(to[1]))}</a>` : '<span></span>');
    const body = `<div class="manual"><nav class="contents" aria-label="Manual"><details open><summary>Manual</summary>${contents(path)}</details></nav>
<article>${html}<p class="ways">${way(before, 'prev', (t) => `← ${t}`)}${way(after, 'next', (t) => `${t} →`)}</p></article>
<nav class="heads" aria-label="On this page">${heads.length > 2 ? `<h2>On this page</h2><ul>${heads.map(([id, text]) => `<li><a href="#${id}">${text.replace(/<[^>]*>/g, '')}</a></li>`).join('')}</ul>` : ''}</nav></div>`;
    put(pageOf(path), filled(page, { title: `${title} · Longroll`, root: '../', body, kind: 'reading' }));
  });
}

/** The board on which a game's first scenario is played: as the table says it. */
function boards() {
  const asked = JSON.parse(longroll('games', '--json'));
  const input = asked.map(({ game, scenarios }, n) => [{ id: 2 * n, op: 'new', game, scenario: scenarios[0].id, seed: 1 }, { id: 2 * n + 1, op: 'view' }]).flat();
  const said = execFileSync(program, ['engine'], { input: input.map((line) => JSON.stringify(line)).join('\n'), maxBuffer: 1 << 28 }).toString();
  const views = said.trim().split('\n').map((line) => JSON.parse(line)).filter(({ id }) => id % 2 === 1);
  return asked.map((game, n) => ({ ...game, board: (views[n].view ?? views[n]).board }));
}

function home() {
  const card = ({ game, title, year, summary, scenarios, board }) => {
    const picture = `img/board-${board}.jpg`;
    mkdirSync(join(out, 'img'), { recursive: true });
    if (!existsSync(join(out, picture))) longroll('map', board, '--jpg', join(out, picture), '--width', '640');
    const name = escaped(title.replace(/ \(\d+\)$/, ''));
    return `<li class="game"><img src="${picture}" alt="" width="640" loading="lazy"><div><h3>${name} <small>${year}</small></h3><p>${escaped(summary)}</p>
<p class="dim">${scenarios.length === 1 ? escaped(scenarios[0].title) : `${scenarios.length} scenarios: ${scenarios.map((s) => escaped(s.title)).join(', ')}`}</p></div></li>`;
  };
  const games = boards();
  const version = longroll('--version').trim().split(' ').at(-1);
  const home = filled(readFileSync(join(top, 'site/home.html'), 'utf8'), {
    games: games.map(card).join('\n'), count: ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'][games.length] ?? games.length,
    play: play ? 'play/' : 'manual/anywhere.html', version,
  });
  put('index.html', filled(page, { title: 'Longroll: Civil War hex-and-counter games, every rule enforced', root: '', body: home, kind: 'home' }));
}

rmSync(out, { recursive: true, force: true });
manual();
home();
for (const name of ['march', 'battle', 'replay', 'victories', 'campfire']) take(`docs/img/table-${name}.jpg`);
for (const name of ['film.webm', 'film.jpg']) {
  mkdirSync(join(out, 'img'), { recursive: true });
  copyFileSync(join(top, 'site', name), join(out, 'img', name));
}
copyFileSync(join(top, 'web/icon.svg'), join(out, 'icon.svg'));
// The colours are the client's own.
const colours = readFileSync(join(top, 'web/style.css'), 'utf8').match(/:root \{[\s\S]*?\n\}\n\[data-theme='paper'\] (\{[\s\S]*?\n\})\n\[data-theme='campfire'\] (\{[\s\S]*?\n\})/);
if (!colours) throw new Error('web/style.css has other themes than site/build.mjs knows');
const fonts = [['AlegreyaSC-Medium', 'Alegreya SC', 500], ['AlegreyaSC-ExtraBold', 'Alegreya SC', 800], ['BarlowSemiCondensed-Medium', 'Barlow Semi Condensed', 500],
  ['BarlowSemiCondensed-Bold', 'Barlow Semi Condensed', 700]];
for (const [file] of fonts) {
  mkdirSync(join(out, 'fonts'), { recursive: true });
  copyFileSync(join(top, `crates/atlas/fonts/${file}.ttf`), join(out, `fonts/${file}.ttf`));
}
put('style.css', `${fonts.map(([file, family, weight]) => `@font-face { font-family: '${family}'; font-weight: ${weight}; font-display: swap; src: url(fonts/${file}.ttf); }`)
  .join('\n')}\n:root ${colours[1]}\n@media (prefers-color-scheme: dark) { :root ${colours[2]} }\n${readFileSync(join(top, 'site/style.css'), 'utf8')}`);
if (play) console.log(longroll('site', join(out, 'play'), '--wasm', join(target, 'web')).trim());
const dead = deadLinks(out);
dead.forEach((link) => console.error(link));
console.log(`${documents.length} pages of the manual and the home page in ${relative(process.cwd(), out) || out}; ${dead.length} dead links`);
process.exit(dead.length ? 1 : 0);
