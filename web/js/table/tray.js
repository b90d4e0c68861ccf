// Counters that are to be set up or brought on, by formation, with ready set-ups first.

import { Badge } from '../side/bits.js';
import { html } from '../vendor/preact.js';
import { Counter } from './bits.js';
import { count, pieceOf, sameSubject } from './reading.js';

/**
 * Counters in groups, in the order in which they come.
 * @param {Able[]} loose
 * @param {Piece[]} pieces
 * @returns {[string, { able: Able, piece: Piece | undefined }[]][]}
 */
export function byFormation(loose, pieces) {
  const known = new Map(pieces.map((p) => [p.id, p]));
  /** @type {Map<string, { able: Able, piece: Piece | undefined }[]>} */
  const groups = new Map();
  for (const able of loose) {
    const piece = known.get(pieceOf(able.target) ?? '');
    const name = piece?.due ?? piece?.formation ?? '';
    groups.set(name, [...(groups.get(name) ?? []), { able, piece }]);
  }
  return [...groups];
}

/** @param {{ state: TableState, page: import('../table.js').TablePage, loose: Able[], setUps: Choice[] }} props */
export function Tray({ state, page, loose, setUps }) {
  const { mode, news } = state;
  if (!news || loose.length + setUps.length === 0) return null;
  const formationOf = (/** @type {string} */ name, /** @type {Piece | undefined} */ piece) =>
    state.handout?.formations.find((f) => f.name === name && f.side === piece?.side);
  return html`<div class="tray-panel">
    ${setUps.length > 0 && html`<div class="row"><b>Ready set-ups:</b>${setUps.map((c, i) => html`
      <button key=${c.label} class=${i === 0 ? 'primary' : ''} title=${c.note ?? c.label}
        onClick=${() => void page.deeds.commit(c)}>${c.label}</button>`)}</div>`}
    ${loose.length > 0 && html`<p class="dim">${count(loose.length, 'counter is',
      'counters are')} off the map: drag one to a lit hex, or click it and then the hex.</p>`}
    <div class="groups">${byFormation(loose, news.view.pieces).map(([name, list]) =>
      html`<div class="group" key=${name} role="group" aria-label=${name || 'Others'}
        onMouseEnter=${() => page.point(list[0].able)} onMouseLeave=${() => page.point(null)}>
      <div class="group-name">${formationOf(name, list[0].piece) && html`<${Badge} formation=${formationOf(name, list[0].piece)} />`}${name
        || 'Others'}</div>
      <div class="counters">${list.map(({ able, piece }) =>
        html`<button key=${JSON.stringify(able.subject)} class="loose" aria-label=${able.label}
        aria-pressed=${String(mode.kind === 'hand' && sameSubject(mode.able, able))}
          title=${[able.label, able.note].filter(Boolean).join(', ')}
        onClick=${() => void page.hand.take(able, true)}
          onPointerDown=${(/** @type {any} */ e) => page.carry.pull(e, able, e.currentTarget)}>
        ${piece ? html`<${Counter} piece=${piece} size=${42} />` : able.label}</button>`)}</div>
    </div>`)}</div>
  </div>`;
}
