// What the shelf knows about its games: which one is the first for a newcomer, who plays against him, how a table of mine stands.

const LEVELS = /** @type {Record<string, string>} */ ({ random: 'anything goes', greedy: 'quick' });

/** What people call a computer player; a level may be of a temperament, as in captain+bold. @param {string} level */
export const levelName = (level) => `Computer (${LEVELS[level] ?? level.replace('+', ', ')})`;

/** The players without a temperament. @param {string[]} players */
export const plain = (players) => players.filter((p) => !p.includes('+'));

/** The temperaments that a level has, if it has any. @param {string[]} players @param {string} level */
export const tempers = (players, level) => players.filter((p) => p.startsWith(`${level}+`)).map((p) => p.slice(level.length + 1));

/** The computer player that a newcomer meets: the captain, or whoever is in the middle. @param {string[]} players */
export const usual = (players) => (players.includes('captain') ? 'captain' : players[Math.floor(players.length / 2)] ?? '');

/** @param {Shelved} game @param {string} scenario */
export function briefingOf({ briefings = [], scenarios }, scenario) {
  return briefings.find((b) => b.scenario === scenario) ?? briefings[scenarios.findIndex((s) => s.id === scenario)] ?? null;
}

/** How much there is to learn for a scenario; what is not known comes last. @param {Shelved} game @param {string} scenario */
const complexity = (game, scenario) => briefingOf(game, scenario)?.complexity ?? 6;

/** The scenario of a game to begin with: the easiest, the first of them. @param {Shelved} game */
export const easiest = (game) => game.scenarios.reduce((best, s) => (complexity(game, s.id) < complexity(game, best.id) ? s : best));

/** The shelf with the easiest game first; games as easy as each other stay in their order. @param {Shelved[]} shelf */
export const byEase = (shelf) => [...shelf].sort((a, b) => complexity(a, easiest(a).id) - complexity(b, easiest(b).id));

/**
 * What to ask for to play a game at once: the recommended side, a usual opponent, the standard set-up.
 * @param {Shelved} game
 * @param {string} [scenario]
 */
export function atOnce(game, scenario = easiest(game).id) {
  const mine = briefingOf(game, scenario)?.beginner ?? 'union';
  const foe = `computer:${usual(game.players)}`;
  return { request: { game: game.game, scenario }, side: mine,
    seats: mine === 'union' ? { union: 'me', confederate: foe } : { union: foe, confederate: 'me' } };
}

/**
 * Where one sits at a table: the seats that are one's own; nowhere, that is looking on.
 * @param {[Sitter, Sitter]} seats
 * @param {Partial<Record<SeatId, string>>} keys
 * @returns {SeatId[]}
 */
export function ownSeats(seats, keys) {
  const me = /** @type {Side[]} */ (['union', 'confederate']).filter((_, i) => seats[i].kind === 'me');
  const own = (me.length ? me : /** @type {SeatId[]} */ (['spectator'])).filter((seat) => keys[seat]);
  return own.length ? own : /** @type {SeatId[]} */ (['union', 'confederate', 'spectator']).filter((seat) => keys[seat]).slice(0, 1);
}

/** Who sits there, in words. @param {Sitter} sitter */
export function sitterName(sitter) {
  if (sitter.kind === 'computer') return levelName(sitter.level).toLowerCase();
  return sitter.kind === 'friend' ? 'a friend' : 'you';
}

/** Against whom one plays. @param {[Sitter, Sitter]} seats @param {SeatId[]} own */
export function opponent(seats, own) {
  if (!own.includes('union') && !own.includes('confederate')) return `${sitterName(seats[0])} against ${sitterName(seats[1])}`;
  if (own.length > 1) return 'both sides at one screen';
  return `against ${sitterName(seats[own[0] === 'union' ? 1 : 0])}`;
}

/** How a game ended for one. @param {Winner | undefined} winner @param {SeatId[]} own */
function ending(winner, own) {
  if (!winner) return 'Over';
  if (winner === 'draw') return 'A draw';
  if (own.length === 1 && own[0] !== 'spectator') return own[0] === winner ? 'You won' : 'You lost';
  return winner === 'union' ? 'The Union won' : 'The Confederacy won';
}

/** How a game stands for one. @param {Standing} table @param {SeatId[]} own @returns {{ text: string, mine: boolean, over: boolean }} */
export function standing(table, own) {
  if (table.actor === 'over') {
    return { text: ending(table.outcome?.winner, own), mine: false, over: true };
  }
  const mine = table.actor === 'both' ? own.some((s) => s !== 'spectator') : own.includes(/** @type {SeatId} */ (table.actor));
  return { text: mine ? 'Your turn' : own.includes('spectator') && own.length === 1 ? 'Looking on' : 'Their turn', mine, over: false };
}

/** A day as people write it. @param {number} seconds */
export const day = (seconds) => new Date(seconds * 1000).toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
