// The rulebook in chapters. A rule's id says which it belongs to, its first rule what it is called.

/** @typedef {{ id: string, name: string, about: string, rules: RuleText[] }} Chapter */

/** The chapter in a rule's id: of `BG-5.12` it is `BG-5`, of `C61-MOV-3` it is `C61-MOV`. @param {string} id */
export function chapterOf(id) {
  const [series, ...rest] = id.split('-');
  const first = rest[0]?.split('.')[0] ?? '';
  return first ? `${series}-${first}` : series;
}

/** The book in chapters, in its own order. @param {RuleText[]} rules @returns {Chapter[]} */
export function chapters(rules) {
  /** @type {Map<string, RuleText[]>} */
  const found = new Map();
  for (const rule of rules) found.set(chapterOf(rule.id), [...(found.get(chapterOf(rule.id)) ?? []), rule]);
  return [...found].map(([id, own]) => ({ id, name: id.slice(id.indexOf('-') + 1), about: own.find((r) => r.chapter)?.chapter ?? '',
    rules: own }));
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
