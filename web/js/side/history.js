// What happened there: the story, and a small map with the ways that the armies went.

import { getJson, sideName } from '../dom.js';
import { line } from '../line.js';
import { settings } from '../settings.js';
import { html, useEffect, useState } from '../vendor/preact.js';

/** Where the hexes of a board lie. @param {string | undefined} board */
function useBoard(board) {
  const [data, setData] = useState(/** @type {BoardData | null} */ (null));
  useEffect(() => {
    if (board) getJson(`/api/boards/${board}.json`).then(setData, () => {});
  }, [board]);
  return data;
}

/** A curve through points, softly. @param {{ x: number, y: number }[]} points */
export function curve(points) {
  const [first, ...rest] = points;
  let d = `M${first.x} ${first.y}`;
  rest.forEach((to, i) => {
    const from = points[i];
    const before = points[i - 1] ?? from;
    const after = points[i + 2] ?? to;
    const near = { x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6 };
    const far = { x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6 };
    d += `C${[near, far, to].map((p) => `${Math.round(p.x)} ${Math.round(p.y)}`).join(' ')}`;
  });
  return d;
}

/** @param {{ board: string, marches: HistoricMarch[] }} props */
function SmallMap({ board, marches }) {
  const data = useBoard(board);
  if (!data) return null;
  const at = new Map(data.hexes.map((hex) => [hex.hex, hex]));
  const low = Math.max(...data.hexes.map((hex) => hex.y)) + data.side;
  const ways = marches.map((march) => ({ ...march, points: march.hexes.flatMap((hex) => at.get(hex) ?? []) }));
  const words = marches.map(({ side, label, hexes }) => `${sideName(side)}: ${label}, ${hexes[0]} to ${hexes[hexes.length - 1]}`);
  const thick = data.width / 110;
  return html`<figure class="small-map">
    <svg viewBox="0 0 ${data.width} ${low}" role="img" aria-label=${words.join('; ')} style="--thick:${thick}px">
      <defs>${['union', 'confederate'].map((side) => html`<marker id="head-${side}" class=${side} viewBox="0 0 10 10" refX="6" refY="5"
        markerWidth="3.2" markerHeight="3.2" orient="auto"><path d="M0 0L10 5L0 10z" /></marker>`)}</defs>
      <image href=${line.at(`/api/boards/${board}.png?style=${settings.theme}`)} width=${data.width} />
      ${ways.filter((way) => way.points.length > 1).map((way) => html`<path class="halo" d=${curve(way.points)} />
        <path class="way ${way.side}" d=${curve(way.points)} marker-end="url(#head-${way.side})"><title>${way.label}</title></path>`)}
      ${ways.filter((way) => way.points.length > 1).map((way, n) => html`<g class="number ${way.side}"
        transform="translate(${way.points[0].x} ${way.points[0].y}) scale(${thick})"><circle r="2.4" /><text y="1.2">${n + 1}</text></g>`)}
    </svg>
    <figcaption><ol>${marches.map((march) => html`<li class=${march.side}>${march.label}</li>`)}</ol></figcaption>
  </figure>`;
}

/** @param {{ briefing: Briefing, board: string | undefined }} props */
export function History({ briefing, board }) {
  if (briefing.history.length === 0) return null;
  return html`<details class="history"><summary>What happened there</summary>
    ${board && briefing.marches.length > 0 && html`<${SmallMap} board=${board} marches=${briefing.marches} />`}
    ${briefing.history.map((paragraph) => html`<p>${paragraph}</p>`)}
  </details>`;
}

/** Three things to keep in mind. @param {{ title: string, hints: string[] }} props */
export const Hints = ({ title, hints }) => (hints.length > 0 ? html`<section class="keep-in-mind"><h3>${title}</h3>
  <ul>${hints.map((hint) => html`<li>${hint}</li>`)}</ul></section>` : null);
