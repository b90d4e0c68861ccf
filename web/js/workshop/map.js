// The map of a draft: drawn by the house, with whatever is pointed at, placed or wrong shown over it.

import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { drawingOf, fieldOfHexes, nearest } from './bench.js';

/** @typedef {import('./bench.js').Drawn} Drawn */
/** @typedef {import('./bench.js').Fields} Fields */

/** The corners of a hex around a spot, as a path. @param {{ x: number, y: number }} spot @param {number} side */
const outline = ({ x, y }, side) => {
  const half = side / 2;
  const tall = side * Math.sqrt(3) / 2;
  const corners = [[-side, 0], [-half, -tall], [half, -tall], [side, 0], [half, tall], [-half, tall]];
  return corners.map(([a, b]) => `${x + a},${y + b}`).join(' ');
};

/** @param {{ counter: Fields, x: number, y: number, side: number, taken: boolean, take: (id: string) => void }} props */
const Chip = ({ counter, x, y, side, taken, take }) => html`<g class="chip ${counter.side ?? ''} ${taken ? 'taken' : ''}"
    transform="translate(${x} ${y})" data-counter=${counter.id}
    onPointerDown=${(/** @type {PointerEvent} */ e) => { if (!fieldOfHexes()) { e.stopPropagation(); take(counter.id); } }}>
  <rect x=${-side * 0.44} y=${-side * 0.34} width=${side * 0.88} height=${side * 0.68} rx=${side * 0.08} />
  <text y=${-side * 0.04} font-size=${side * 0.26} text-anchor="middle">${String(counter.name ?? counter.id).slice(0, 9)}</text>
  <text y=${side * 0.26} font-size=${side * 0.28} font-weight="700" text-anchor="middle">${counter.strength ?? '?'}</text></g>`;

/** Where the drawing of a draft lies; the last one stays in sight until the next is there. @param {Drawn} draft @param {string} theme */
function useDrawing(draft, theme) {
  const [drawn, setDrawn] = useState('');
  useEffect(() => {
    let there = true;
    drawingOf(draft, theme).then((fresh) => { if (there) setDrawn(fresh); else URL.revokeObjectURL(fresh); }, () => {});
    return () => { there = false; };
  }, [draft.files['board.toml'], theme]);
  useEffect(() => () => URL.revokeObjectURL(drawn), [drawn]);
  return drawn;
}

/**
 * @param {{ draft: Drawn, theme: string, area: string[], point: (hex: string, across: string, first: boolean) => void, hand: string,
 *   take: (id: string) => void, drop: (hex: string) => void, trace: { url: string, shown: number } | null }} props
 */
export function BoardMap({ draft, theme, area, point, hand, take, drop, trace }) {
  const [lit, setLit] = useState('');
  const held = useRef(false);
  const svg = useRef(/** @type {SVGSVGElement | null} */ (null));
  const drawn = useDrawing(draft, theme);
  const sheet = draft.board;
  if (!sheet) return html`<p class="error">The map cannot be drawn until board.toml is put right.</p>`;
  const wrong = new Set(draft.faults.flatMap((f) => f.hexes ?? []));
  const at = (/** @type {PointerEvent} */ e) => {
    const box = /** @type {SVGSVGElement} */ (svg.current).getBoundingClientRect();
    return nearest(sheet, (e.clientX - box.left) / box.width * sheet.width, (e.clientY - box.top) / box.height * sheet.height);
  };
  const down = (/** @type {PointerEvent} */ e) => {
    // Whoever fills a field goes on writing there.
    if (fieldOfHexes()) e.preventDefault();
    const found = at(e);
    if (!found) return;
    held.current = true;
    if (hand) drop(found[0]);
    else point(found[0], found[1], true);
  };
  const move = (/** @type {PointerEvent} */ e) => {
    const found = at(e);
    const now = found ? found[0] : '';
    if (held.current && !hand && found && now !== lit) point(found[0], found[1], false);
    if (now !== lit) setLit(now);
  };
  const up = (/** @type {PointerEvent} */ e) => {
    const found = at(e);
    // Whoever drags a counter lets it go over its hex; whoever only took it points at the hex next.
    const from = draft.counters.find((c) => c.id === hand)?.start;
    if (hand && !held.current && found && found[0] !== from) drop(found[0]);
    held.current = false;
  };
  /** @type {Record<string, number>} */
  const heights = {};
  const chips = draft.counters.flatMap((counter) => {
    const spot = sheet.hexes.find((s) => s.hex === counter.start);
    if (!spot) return [];
    const nth = heights[spot.hex] = (heights[spot.hex] ?? -1) + 1;
    const shift = nth * sheet.side * 0.2;
    return [html`<${Chip} key=${counter.id} counter=${counter} x=${spot.x + shift} y=${spot.y - shift} side=${sheet.side}
      taken=${hand === counter.id} take=${take} />`];
  });
  return html`<div class="bench-map" style="aspect-ratio: ${sheet.width} / ${sheet.height}">
    <img src=${drawn || undefined} alt="The map as it is drawn" draggable=${false} />
    ${trace && html`<img class="trace" src=${trace.url} alt="" style="opacity: ${trace.shown}" draggable=${false} />`}
    <svg ref=${svg} viewBox="0 0 ${sheet.width} ${sheet.height}" role="application" aria-label="The map: point at hexes"
      onPointerDown=${down} onPointerMove=${move} onPointerUp=${up} onPointerLeave=${() => { held.current = false; setLit(''); }}>
      ${sheet.hexes.map((spot) => html`<polygon key=${spot.hex} data-hex=${spot.hex} points=${outline(spot, sheet.side)}
        class="${wrong.has(spot.hex) ? 'wrong' : ''} ${area.includes(spot.hex) ? 'area' : ''} ${lit === spot.hex ? 'lit' : ''}" />`)}
      ${chips}</svg></div>`;
}
