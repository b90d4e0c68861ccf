// A view in a link: what one seat saw of a game at one moment, to look at and nothing more. So a game that has secrets can be shown
// before it is over. The table of a view has a line that leads nowhere: it answers the first question, and refuses all others.

import { linkTo, unpackedAs } from './share.js';

/** The table at which a view is shown, and the key to it. */
export const STILL = 'view';
const FORMAT = 'longroll-view-1';
const ALONE = 'this is a view that somebody shared: it can be looked at, nothing else';
/** As much of the log as comes along. */
const RECENT = 40;
const OPEN = 1;
const CLOSED = 3;

/** @type {any} what whoever sits down there is told */
let shown = null;

/** @param {unknown} value */
const isText = (value) => typeof value === 'string';
/** What stands in an address must be a plain name. @param {unknown} value */
const isName = (value) => isText(value) && /^[a-z0-9-]{1,80}$/.test(/** @type {string} */ (value));

/** @param {unknown} value */
const maybeText = (value) => value === undefined || isText(value);

/** Whether a piece can be laid on a map. @param {any} piece */
const isPiece = (piece) => [piece?.id, piece?.name, piece?.type, piece?.strengths].every(isText)
  && (piece.side === 'union' || piece.side === 'confederate') && [piece.hex, piece.off, piece.due, piece.formation].every(maybeText)
  && (piece.states === undefined || (Array.isArray(piece.states) && piece.states.every(isText)));

/** @param {any} view */
const isView = (view) => isName(view?.board) && Number.isInteger(view.turn) && [view.turn_label, view.phase, view.prompt].every(isText)
  && [view.pieces, view.markers, view.tallies, view.overlays].every(Array.isArray) && view.pieces.every(isPiece);

/**
 * Whether this is a view as we write it. Who wrote it is not known: words are shown as words, and names that become addresses are
 * looked at.
 * @param {any} still
 */
function isStill(still) {
  const { about, news } = still ?? {};
  return still?.format === FORMAT && isName(about?.game) && isName(about.scenario) && isText(about.title) && isText(about.scenario_title)
    && Array.isArray(about.seats) && about.seats.length === 2 && about.seats.every((/** @type {any} */ s) => isText(s?.kind))
    && isText(news?.actor?.actor) && Array.isArray(news.entries) && isView(news.view);
}

/**
 * The link to what a seat sees now; nothing if it is too long.
 * @param {{ about: About, handout: Handout | null, news: News, log: Logged[], seat: SeatId }} seen
 */
export function linkToView({ about, handout, news, log, seat }) {
  const entries = log.slice(-RECENT);
  const { battle: _battle, ...view } = news.view;
  const bare = { ...news, view, since: 0, entries, subjects: [], asides: [], undo: false, redo: false, may_branch: false };
  const { lesson: _, ...told } = about;
  const plain = { ...told, table: STILL, invited: [], may_save: false, may_branch: false };
  return linkTo('view', { format: FORMAT, seat, about: plain, handout, news: bare });
}

/** Lays out the view of a link. @param {string} text */
export async function layOut(text) {
  shown = await unpackedAs(text, isStill, 'this link holds no view: it was cut short, or is not of Longroll');
  shown.about.closed = ALONE;
}

/** The line to a view. @returns {import('./line.js').Wire} */
export function openStill() {
  /** @type {import('./line.js').Wire} */
  const wire = {
    onopen: null, onmessage: null, onclose: null, readyState: 0,
    send(text) {
      const { id, op } = JSON.parse(text);
      const answer = op === 'join' ? { id, ok: true, ...shown, seat: 'spectator' } : { id, ok: false, error: { because: ALONE } };
      queueMicrotask(() => wire.onmessage?.({ data: JSON.stringify(answer) }));
    },
    close() {
      wire.readyState = CLOSED;
    },
  };
  queueMicrotask(() => {
    if (wire.readyState === CLOSED) return;
    wire.readyState = OPEN;
    wire.onopen?.();
  });
  return wire;
}
