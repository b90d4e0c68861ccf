// Words that the glossary explains, found in what is said.

/** Everything a word may be called, the longest first: "zone of control" is met before "zone". @param {GlossaryEntry[]} words */
function forms(words) {
  return words.flatMap((entry) => [entry.word, ...entry.forms].map((form) => ({ form: form.toLowerCase(), entry })))
    .sort((a, b) => b.form.length - a.form.length);
}

const letter = (/** @type {string | undefined} */ c) => c !== undefined && /[\p{L}\p{N}-]/u.test(c);

/**
 * A text in parts: plain ones, and words that are explained. Each is marked where it comes first.
 * @param {string} text
 * @param {GlossaryEntry[]} words
 * @returns {{ text: string, entry?: GlossaryEntry }[]}
 */
export function explained(text, words) {
  const low = text.toLowerCase();
  /** @type {{ at: number, end: number, entry: GlossaryEntry }[]} */
  const found = [];
  for (const { form, entry } of forms(words)) {
    if (found.some((x) => x.entry === entry)) continue;
    for (let at = low.indexOf(form); at >= 0; at = low.indexOf(form, at + 1)) {
      const end = at + form.length;
      if (letter(low[at - 1]) || letter(low[end]) || found.some((x) => at < x.end && x.at < end)) continue;
      found.push({ at, end, entry });
      break;
    }
  }
  found.sort((a, b) => a.at - b.at);
  /** @type {{ text: string, entry?: GlossaryEntry }[]} */
  const parts = [];
  let from = 0;
  for (const { at, end, entry } of found) {
    if (at > from) parts.push({ text: text.slice(from, at) });
    parts.push({ text: text.slice(at, end), entry });
    from = end;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}
