// The end of a game, a page over the map: who won and how it came, points over the turns, losses, luck, and what to do next.

import { FAIR, bloodiest, counted, longestMarch, luck, plotted, samples, series } from './account.js';
import { Decided } from './analysis/decided.js';
import { capital, getJson, sideName } from './dom.js';
import { Badge } from './side/bits.js';
import { Bar } from './side/forces.js';
import { Icon } from './side/icons.js';
import { marksOf } from './side/logbook.js';
import { groups, totals } from './side/musters.js';
import { useStore } from './store.js';
import { html, useEffect, useMemo, useRef, useState } from './vendor/preact.js';

/** @typedef {{ store: import('./store.js').Store, acts: Acts }} Props */

const SIDES = /** @type {Side[]} */ (['union', 'confederate']);
const BOX = { width: 300, height: 110 };
/** The most charts on the page. */
const CHARTS = 4;

/**
 * The past of the game with nothing hidden: where its phases began, and how it stood when each turn ended. The moments are asked for one
 * after the other so that the server is not crowded.
 * @param {Acts} acts
 */
function usePast(acts) {
  const [begun, setBegun] = useState(/** @type {number[]} */ ([]));
  const [moments, setMoments] = useState(/** @type {{ turn: number, view: View }[]} */ ([]));
  useEffect(() => {
    let there = true;
    const look = async () => {
      const timeline = await acts.ask({ op: 'replay', as: 'referee' });
      if (!there) return;
      setBegun(marksOf(timeline).map((m) => m.from));
      const found = [];
      for (const { turn, step } of samples(timeline)) {
        const { frames } = await acts.ask({ op: 'replay', as: 'referee', step, count: 1 });
        if (!there) return;
        found.push({ turn, view: frames[0].view });
      }
      setMoments(found);
    };
    look().catch(() => {});
    return () => { there = false; };
  }, []);
  return { begun, moments };
}

/** What places are called. @param {string | undefined} board */
function usePlaces(board) {
  const [names, setNames] = useState(/** @type {Map<string, string>} */ (new Map()));
  useEffect(() => {
    if (board) getJson(`/api/boards/${board}.json`)
      .then((/** @type {BoardData} */ data) => setNames(new Map(data.hexes.map((h) => [h.hex, h.places[0] ?? '']))), () => {});
  }, [board]);
  return (/** @type {string} */ hex) => (names.get(hex) ? `${hex} (${names.get(hex)})` : hex);
}

/** @param {{ chart: import('./account.js').Series }} props */
function Plot({ chart }) {
  const drawn = plotted(chart, BOX);
  const words = chart.lines.map((l) => `${l.side ? `${sideName(l.side)} `
    : ''}${l.points[0].value} to ${l.points[l.points.length - 1].value}`).join(', ');
  return html`<figure class="plot"><figcaption>${chart.title}</figcaption>
    <svg viewBox="-34 -12 ${BOX.width + 74} ${BOX.height + 38}" role="img"
      aria-label="${chart.title}, turns ${drawn.first} to ${drawn.last}: ${words}">
      ${drawn.scale.map((v) => html`<g class="grid"><path d="M0 ${drawn.y(v)}h${BOX.width}" />
        <text x="-6" y=${drawn.y(v) + 4} text-anchor="end">${v}</text></g>`)}
      <text x="0" y=${BOX.height + 20}>turn ${drawn.first}</text><text x=${BOX.width} y=${BOX.height + 20} text-anchor="end">
        ${drawn.last}</text>
      ${drawn.lines.map((l) => html`<path class="series ${l.side ?? 'nobody'}" d=${l.path} />
        <circle class="series-end ${l.side ?? 'nobody'}" cx=${drawn.x(l.end.turn)} cy=${drawn.y(l.end.value)} r="3.5" />
        <text class="series-name ${l.side ?? 'nobody'}" x=${BOX.width + 7} y=${l.label + 4}>${l.end.value}</text>`)}
    </svg></figure>`;
}

/** @param {{ side: Side, pieces: Piece[], formations: Formation[] }} props */
function Losses({ side, pieces, formations }) {
  const list = groups(pieces, formations, side);
  const all = totals(list);
  const hurt = list.filter((g) => g.pieces.lost.length > 0).sort((a, b) => b.lost - a.lost || b.pieces.lost.length - a.pieces.lost.length);
  return html`<section class="losses ${side}">
    <h2>${sideName(side)} losses <small>${all.gone === 1 ? '1 piece' : `${all.gone} pieces`}${all.lost > 0
      ? `, strength ${all.lost} of ${all.lost + all.left}` : ''}</small></h2>
    ${hurt.length === 0 && html`<p class="dim">None.</p>`}
    <ul>${hurt.map((g) => html`<li key=${g.name}>
      ${g.formation ? html`<${Badge} formation=${g.formation} />` : html`<span class="formation-badge none" aria-hidden="true">–</span>`}
      <span class="formation-name">${capital(g.name)}<small>${counted(g.pieces.lost.map((p) => p.name))}</small></span>
      <span class="strength-left">${g.lost > 0 && html`<b>−${g.lost}</b>`}<${Bar} left=${g.left} lost=${g.lost} /></span></li>`)}</ul>
        </section>`;
}

/** @param {{ side: Side, luck: import('./account.js').Luck }} props */
function Dice({ side, luck: own }) {
  const most = Math.max(1, ...own.faces);
  const off = own.mean - FAIR;
  const words = own.count === 0 ? 'threw no dice in battle'
    : `${own.count} dice, ${own.mean.toFixed(2)} on average (${off >= 0 ? '+' : '−'}${Math.abs(off).toFixed(2)})`;
  return html`<div class="luck ${side}"><b>${sideName(side)}</b> <span>${words}</span>
    ${own.count > 0 && html`<ol aria-label="How often each face came">
      ${own.faces.map((n, i) => html`<li><i style=${{ height: `${(36 * n) / most}px` }}></i><b>${i + 1}</b>
        <span class="unseen">: ${n} times</span></li>`)}</ol>`}</div>`;
}

/** @param {{ title: string, text: string, go: () => void }} props */
const Notable = ({ title, text, go }) => html`<li><b>${title}</b><button class="link" title="See this moment again" onClick=${go}>
  ${text}</button></li>`;

/** Marches and battles worth a look. @param {Props & { view: View, begun: number[] }} props */
function Moments({ store, acts, view, begun }) {
  const log = useStore(store, (s) => s.log);
  const place = usePlaces(view.board);
  const march = useMemo(() => longestMarch(log, begun), [log, begun]);
  const { hex, battle } = useMemo(() => bloodiest(log), [log]);
  const named = (/** @type {string} */ id) => view.pieces.find((p) => p.id === id)?.name ?? 'A piece';
  const lost = (/** @type {number} */ n) => (n === 1 ? 'one loss' : `${n} losses`);
  if (!march && !hex && !battle) return null;
  return html`<section><h2>Worth another look</h2><ul class="notable">
    ${march && html`<${Notable} title="Longest march"
      text="${named(march.piece)}: ${march.hexes} hexes, ${place(march.from)} to ${place(march.to)}"
        go=${() => acts.moment(march.entry)} />`}
    ${hex && html`<${Notable} title="Bloodiest ground" text="${place(hex.hex)}: ${lost(hex.losses)}" go=${() => acts.moment(hex.entry)} />`}
    ${battle && html`<${Notable} title="Bloodiest battle" text="${battle.text} ${capital(lost(battle.losses))}."
      go=${() => acts.moment(battle.entry)} />`}
  </ul></section>`;
}

/** @param {Props} props */
export function EndPage({ store, acts }) {
  const news = useStore(store, (s) => s.news);
  const about = useStore(store, (s) => s.about);
  const seat = useStore(store, (s) => s.seat);
  const own = useStore(store, (s) => s.own);
  const log = useStore(store, (s) => s.log);
  const formations = useStore(store, (s) => s.handout)?.formations ?? [];
  const { begun, moments } = usePast(acts);
  const charts = useMemo(() => series(moments, formations).slice(0, CHARTS), [moments, formations]);
  const dice = useMemo(() => luck(log), [log]);
  const title = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    const key = (/** @type {KeyboardEvent} */ event) => { if (event.key === 'Escape') store.enter({ kind: 'looking' }); };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, []);
  const outcome = news?.actor.outcome;
  if (!news || !about || !outcome) return null;
  const alone = own.length === 1 && seat !== 'spectator';
  const head = outcome.winner === 'draw' ? 'A draw' : !alone ? `${outcome.winner === 'union' ? 'The Union' : 'The Confederacy'} has won`
    : outcome.winner === seat ? 'You have won' : 'You have lost';
  // What was hidden is seen now.
  const view = moments.at(-1)?.view ?? news.view;
  const points = view.tallies.filter((t) => t.parts?.length);
  return html`<section class="end-page" aria-labelledby="end-title"><div class="end-sheet">
    <header class=${outcome.winner}><p class="kicker">${about.scenario_title || about.title}, ${news.view.turn_label}</p>
      <h1 id="end-title" tabindex="-1" ref=${title}>${head}</h1>
      <p class="verdict">${outcome.text}</p>
      <div class="row"><button class="primary" onClick=${() => acts.rematch(false)}><${Icon} name="again" /> Rematch</button>
        <button onClick=${() => acts.rematch(true)}>Rematch, sides changed</button>
        <button onClick=${() => acts.replay()}><${Icon} name="replay" /> Replay</button>
          <button onClick=${() => store.enter({ kind: 'looking' })}>Look at the map</button>
        <button class="quiet" onClick=${() => acts.save()}>Save to a file</button><a class="button quiet" href="#/">Lobby</a></div></header>
    ${points.length > 0 && html`<section class="came"><h2>How it came</h2>
      <div class="came-list">${points.map((t) => html`<div key=${t.id} class=${t.side ?? ''}><b>${t.label}: ${t.value}</b>
        <ul>${(t.parts ?? []).map((p) => html`<li>${p}</li>`)}</ul></div>`)}</div></section>`}
    <${Decided} store=${store} acts=${acts} />
    ${charts.length > 0 && html`<section><h2>Over the turns</h2><p class="legend">
      <span class="union">Union</span> <span class="confederate">Confederate</span></p>
        <div class="plots">${charts.map((c) => html`<${Plot} key=${c.title} chart=${c} />`)}</div></section>`}
    <div class="both">${SIDES.map((side) => html`<${Losses} key=${side} side=${side} pieces=${view.pieces} formations=${formations} />`)}
      </div>
    <${Moments} store=${store} acts=${acts} view=${view} begun=${begun} />
    <section><h2>Luck of the dice</h2><p class="dim">All dice of each side's battles; a fair die shows ${FAIR} on average.</p>
      <div class="both">${SIDES.map((side) => html`<${Dice} key=${side} side=${side} luck=${dice[side]} />`)}</div></section>
  </div></section>`;
}
