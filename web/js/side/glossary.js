// The glossary: words with their meaning where they are said, and all of them in the rulebook.

import { getJson } from '../dom.js';
import { html, useEffect, useState } from '../vendor/preact.js';
import { explained } from './terms.js';

/** The words of each game, fetched once. @type {Map<string, Promise<GlossaryEntry[]>>} */
const kept = new Map();

/** The words of a game; none until they are there. @param {string | undefined} game @returns {GlossaryEntry[]} */
export function useGlossary(game) {
  const [words, setWords] = useState(/** @type {GlossaryEntry[]} */ ([]));
  useEffect(() => {
    let there = true;
    setWords([]);
    if (game) {
      const coming = kept.get(game) ?? getJson(`/api/games/${game}/glossary`).catch(() => { kept.delete(game); return []; });
      kept.set(game, coming);
      void coming.then((found) => { if (there) setWords(found); });
    }
    return () => { there = false; };
  }, [game]);
  return words;
}

/**
 * A text whose words tell what they mean: when pointed at, and in the rulebook when pressed. The keys find them there.
 * @param {{ text: string, words: GlossaryEntry[], acts: Acts }} props
 */
export const Explained = ({ text, words, acts }) => explained(text, words).map(({ text: part, entry }) => (entry
  ? html`<button class="term" tabindex="-1" title=${entry.means} onClick=${() => acts.word(entry.word)}>${part}</button>` : part));

/**
 * All words, as a chapter of the rulebook.
 * @param {{ words: GlossaryEntry[], wanted: string[], word: string | undefined, acts: Acts }} props
 */
export function GlossaryChapter({ words, wanted, word, acts }) {
  const [open, setOpen] = useState(word !== undefined);
  useEffect(() => { if (word) setOpen(true); }, [word]);
  const has = (/** @type {GlossaryEntry} */ x) => wanted.every((w) =>
    `${x.word} ${x.forms.join(' ')} ${x.means}`.toLowerCase().includes(w));
  const shown = words.filter(has);
  if (shown.length === 0) return null;
  const unfolded = open || wanted.length > 0;
  return html`<details class="rule-chapter" open=${unfolded}
    onToggle=${(/** @type {Event} */ e) => { if (!wanted.length) setOpen(/** @type {HTMLDetailsElement} */ (e.currentTarget).open); }}>
    <summary><b>Words</b> What they mean <span class="number">${shown.length}</span></summary>
    ${unfolded && html`<dl class="glossary">${shown.map((x) => html`<div key=${x.word} id="word-${x.word.replaceAll(' ', '-')}"
      class=${x.word === word ? 'found' : ''} tabindex=${x.word === word ? -1 : undefined}><dt>${x.word}</dt>
      <dd>${x.means} ${x.rules.map((id) => html`<button class="rule" key=${id} title="Open the rulebook here"
        onClick=${() => acts.rule(id)}>${id}</button> `)}</dd></div>`)}</dl>`}
  </details>`;
}
