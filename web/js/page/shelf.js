// The games of a page: the rules of each are a module of their own, which is fetched when somebody first asks for the game. Titles that
// somebody brought along are played by the rules of one of them: the site says of which.

import { Analyst } from './analyst.js';
import { fetched, opened } from './module.js';
import { Studies } from './thinking.js';

/** @typedef {import('./keeper.js').Keeper} Keeper */
/**
 * The rules of a game, and whoever thinks by them.
 * @typedef {{ pass: (door: string, message: unknown) => any, studies: Studies, analyst: Analyst }} Rules
 */

/** The game that titles belong to. @returns {Promise<string>} */
async function titled() {
  const answer = await fetch(new URL('../../api/workshop.json', import.meta.url));
  return (await answer.json()).game;
}

export class Shelf {
  /**
   * @param {Promise<Keeper | null>} keeper
   * @param {(message: unknown, game: string) => void} hear  what the studies of a game say to its tables
   */
  constructor(keeper, hear) {
    this.keeper = keeper;
    this.hear = hear;
    /** @type {Map<string, Promise<Rules>>} */
    this.games = new Map();
    /** The texts of titles that no rules have read yet. @type {Map<string, any>} */
    this.waiting = new Map();
  }

  /** The rules of a game; nothing if there is none of that name. @param {unknown} game @returns {Promise<Rules> | null} */
  of(game) {
    if (typeof game !== 'string' || !/^[a-z0-9-]{1,60}$/.test(game)) return null;
    const here = this.games.get(game);
    if (here) return here;
    const rules = this.open(game);
    this.games.set(game, rules);
    // Without a network nothing is lost: the next who asks fetches it.
    rules.catch(() => this.games.delete(game));
    return rules;
  }

  /** @param {string} game @returns {Promise<Rules>} */
  async open(game) {
    const module = await fetched(`rules/${game}.wasm.lzma`);
    const studies = new Studies(module, (thought) => this.hear({ thought }, game), () => this.hear('study_lost', game));
    const analyst = new Analyst(module, (weighed) => this.hear({ weighed }, game), () => this.hear('analyst_lost', game));
    const rules = { pass: await opened(module, () => false), studies, analyst };
    for (const { scenario, texts } of (await (await this.keeper)?.shelf()) ?? []) this.waiting.set(scenario, texts);
    if (this.waiting.size > 0 && await titled() === game) this.read(rules);
    return rules;
  }

  /** A title is on the shelf from now on; rules that are not here yet read it later. @param {string} scenario @param {any} texts */
  async bring(scenario, texts) {
    this.waiting.set(scenario, texts);
    const rules = await this.games.get(await titled());
    if (rules) this.read(rules);
  }

  /** A title is on the shelf no more; games that are played by it go on until the page is closed. @param {string} scenario */
  async takeOff(scenario) {
    this.waiting.delete(scenario);
    const rules = await this.games.get(await titled());
    rules?.pass('take_off', { scenario });
    rules?.studies.titles.delete(scenario);
    rules?.analyst.titles.delete(scenario);
  }

  /** The rules read what waits. A title that this version cannot read any more stays away; its games say so. @param {Rules} rules */
  read({ pass, studies, analyst }) {
    for (const [scenario, texts] of this.waiting) {
      try {
        pass('bring', texts);
        studies.bring(scenario, texts);
        analyst.bring(scenario, texts);
      } catch (error) {
        console.warn(`${scenario} is not on the shelf: ${/** @type {Error} */ (error).message}`);
      }
    }
    this.waiting.clear();
  }
}
