// The rulebook in chapters. A rule's id names its chapter; what the chapter is about is read off
// what its rules speak of more than the others do.

/** @typedef {{ id: string, name: string, about: string, rules: RuleText[] }} Chapter */

/** The chapter in a rule's id: of `BG-5.12` it is `BG-5`, of `C61-MOV-3` it is `C61-MOV`. @param {string} id */
export function chapterOf(id) {
  const [series, ...rest] = id.split('-');
  const first = rest[0]?.split('.')[0] ?? '';
  return first ? `${series}-${first}` : series;
}

/** What chapters of such games are about, and the beginnings of words that show it. @type {[string, string[]][]} */
const TOPICS = [
  ['Setting up', ['set up', 'set-up', 'sets up', 'setting up', 'deploy', 'at start', 'starts']],
  ['Turns and phases', ['turn is', 'turn =', 'phase', 'segment', 'sequence', 'interphase', 'clock', 'loop']],
  ['Movement', ['move', 'march', 'road', 'allowance', 'points left']],
  ['Stacking', ['stack', 'in a hex', 'per hex', 'pass through', 'passed through', 'friends']],
  ['Zones of control', ['zone', 'zoc']],
  ['Combat', ['attack', 'odds', 'combat', 'battle', 'defender']],
  ['Retreat and advance', ['retreat', 'advance', 'displace', 'falls back', 'back two']],
  ['Artillery', ['artillery', 'gun', 'bombard', 'batter', 'fire', 'fires', 'range']],
  ['Lines of sight', ['line of sight', 'lines of sight', 'slope', 'crest', 'hilltop']],
  ['Terrain', ['terrain', 'woods', 'forest', 'rough', 'clear', 'town', 'hexside', 'hill']],
  ['Rivers', ['river', 'creek', 'stream', 'ford', 'swim']],
  ['Bridges and boats', ['bridge', 'pontoon', 'boat', 'ferry', 'trestle']],
  ['Forts and works', ['fort', 'breastworks', 'abatis', 'redoubt', 'entrench', 'works']],
  ['Supply', ['supply', 'supplied', 'trace']],
  ['Weather', ['weather', 'rain', 'mud']],
  ['Night', ['night', 'dark']],
  ['Command', ['command', 'leader', 'chit', 'activat', 'headquarters', 'order']],
  ['Losses and recovery', ['rally', 'rallie', 'recover', 'revive', 'demoraliz', 'disorganiz', 'disrupt', 'ineffective', 'effective']],
  ['Hidden pieces', ['face down', 'face up', 'hidden', 'reveal', 'dummy', 'dummies', 'invert', 'turned up', 'secret']],
  ['Reinforcements', ['reinforce', 'arrive', 'entry', 'comes on', 'come on', 'by rail']],
  ['Substitutes', ['substitute', 'swap', 'broken down', 'exchanged for', 'breakdown']],
  ['Cavalry', ['cavalry', 'raid', 'horse']],
  ['Skirmishers', ['skirmish']],
  ['Events', ['event']],
  ['Victory', ['victory', 'wins', 'win ', 'draw ', 'score']],
  ['The pieces', ['carries', 'carry', 'counter', 'symbol', 'printed', 'strength', 'allowance', 'factor and', 'size', 'pieces are']],
];

/** The topics that a rule touches. @param {string} text */
function topics(text) {
  const low = ` ${text.toLowerCase()} `;
  return TOPICS.filter(([, signs]) => signs.some((sign) => low.includes(` ${sign}`))).map(([name]) => name);
}

/** @param {Map<string, number>} counts @param {string} what */
const more = (counts, what) => counts.set(what, (counts.get(what) ?? 0) + 1);

/** In how many rules each topic is touched. @param {RuleText[]} rules @returns {Map<string, number>} */
function touched(rules) {
  const counts = new Map();
  for (const rule of rules) for (const topic of topics(rule.text)) more(counts, topic);
  return counts;
}

/**
 * What a chapter is about: the topics that many of its rules touch and few of the others.
 * @param {RuleText[]} rules
 * @param {Map<string, number>} everywhere
 */
function about(rules, everywhere) {
  const worth = (/** @type {[string, number]} */ [topic, n]) => (n / rules.length) * (n / (everywhere.get(topic) ?? n)) ** 0.6;
  const ranked = [...touched(rules)].map((found) => ({ topic: found[0], worth: worth(found) })).sort((a, b) => b.worth - a.worth);
  const named = ranked.filter((r) => r.worth > ranked[0].worth * 0.7).slice(0, 2).map((r) => r.topic);
  return named.map((topic, i) => (i ? topic.toLowerCase() : topic)).join(', ') || 'General';
}

/** The book in chapters, in its own order. @param {RuleText[]} rules @returns {Chapter[]} */
export function chapters(rules) {
  const everywhere = touched(rules);
  /** @type {Map<string, RuleText[]>} */
  const found = new Map();
  for (const rule of rules) found.set(chapterOf(rule.id), [...(found.get(chapterOf(rule.id)) ?? []), rule]);
  return [...found].map(([id, own]) => ({ id, name: id.slice(id.indexOf('-') + 1), about: about(own, everywhere), rules: own }));
}

/** The words that are searched for. @param {string} wanted */
export const terms = (wanted) => wanted.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether a rule has all of the words. @param {RuleText} rule @param {string[]} wanted */
export function matches(rule, wanted) {
  const text = `${rule.id} ${rule.text}`.toLowerCase();
  return wanted.every((w) => text.includes(w));
}

/** A text in pieces, those that were searched for marked. @param {string} text @param {string[]} wanted @returns {[string, boolean][]} */
export function marked(text, wanted) {
  const low = text.toLowerCase();
  /** @type {[string, boolean][]} */
  const parts = [];
  let at = 0;
  while (at < text.length) {
    let [next, long] = [text.length, 0];
    for (const w of wanted) {
      const i = low.indexOf(w, at);
      if (i >= 0 && (i < next || (i === next && w.length > long))) [next, long] = [i, w.length];
    }
    if (next > at) parts.push([text.slice(at, next), false]);
    if (long) parts.push([text.slice(next, next + long), true]);
    at = next + (long || 1);
  }
  return parts;
}

/** Where in a game's log each rule was cited. @param {Logged[]} log @returns {Map<string, { entry: number, text: string }[]>} */
export function citations(log) {
  /** @type {Map<string, { entry: number, text: string }[]>} */
  const found = new Map();
  for (const { entry, told, taken_back } of log) {
    if (taken_back) continue;
    for (const { rule, text } of told) if (rule) found.set(rule, [...(found.get(rule) ?? []), { entry, text }]);
  }
  return found;
}
