// What is done: every decision goes through here, and no die falls before its odds were looked at.

import { capital, say, sentence, wait } from '../dom.js';
import { Refused } from '../link.js';
import { settings } from '../settings.js';
import { linkTo } from '../share.js';
import { linkToView } from '../still.js';
import { taught } from '../school/lesson.js';
import { wasShown } from '../school/puzzled.js';
import { order, ordered } from './orders.js';
import { advice, declines, ends, grave, hexOf, instead, picks, undone } from './reading.js';

/** What may be done by itself where nothing else can be done: nothing that ends a phase, and nothing with a die. @type {Role[]} */
const FORCED = ['retreat', 'lose', 'advance', 'stay', 'answer', 'reveal'];

export class Deeds {
  /**
   * @param {import('../store.js').Store} store
   * @param {import('./chairs.js').Chairs} chairs
   * @param {import('../board.js').Board} board
   * @param {string} table
   */
  constructor(store, chairs, board, table) {
    this.store = store;
    this.chairs = chairs;
    this.board = board;
    this.table = table;
    /** @type {Map<string, Promise<Choice[]>>} */
    this.known = new Map();
    this.knownAt = -1;
    /** The length of the journal at which nothing is done by itself: it was just taken back. */
    this.keepStill = -1;
  }

  /** Where standing orders are kept: each side has its own. */
  get desk() {
    return `${this.table}/${this.store.state.seat}`;
  }

  /** @param {string} text @param {Omit<Notice, 'text'>} [more] */
  notice(text, more = {}) {
    this.store.set({ notice: { text, ...more } });
  }

  /** @param {unknown} error */
  refused(error) {
    const because = error instanceof Refused ? error.because : /** @type {Error} */ (error).message;
    this.notice(sentence(because), { rule: error instanceof Refused ? error.rule : undefined, no: true });
  }

  /** What something can do: told with the news, or asked for once. @param {Able} able @returns {Promise<Choice[]>} */
  legal(able) {
    if (able.choices) return Promise.resolve(able.choices);
    const length = this.store.state.news?.length ?? 0;
    if (this.knownAt !== length) {
      this.known.clear();
      this.knownAt = length;
    }
    const name = JSON.stringify(able.subject);
    let known = this.known.get(name);
    if (!known) {
      known = this.chairs.ask({ op: 'legal', subject: able.subject, describe: true }).then((answer) => answer.choices);
      this.known.set(name, known);
      known.catch(() => this.known.delete(name));
    }
    return known;
  }

  /**
   * What taking pieces and pointing at hexes means.
   * @param {string[]} pieces
   * @param {string[]} via
   * @param {string} [to]
   * @returns {Promise<Meant>}
   */
  meant(pieces, via, to) {
    return this.chairs.ask({ op: 'meant', pieces, via, ...(to === undefined ? {} : { to }) });
  }

  /** The battle that a choice leads to. @param {Choice} choice @returns {Promise<BattleView | null>} */
  preview(choice) {
    return this.chairs.ask({ op: 'preview', action: choice.action }).then((answer) => answer.battle ?? null, () => null);
  }

  /**
   * Does it; but dice and losses are looked at first, and what is left undone before a phase ends.
   * @param {Choice} choice
   * @param {{ seen?: boolean, battle?: BattleView | null, able?: string[], others?: Choice[], to?: string | null }} [more]
   */
  async commit(choice, more = {}) {
    const { news, settings: wanted } = this.store.state;
    if (grave(choice) && !more.seen && !wanted.quick) {
      const battle = more.battle !== undefined ? more.battle : choice.dice ? await this.preview(choice) : null;
      if (this.store.state.news !== news) return;
      this.store.set({ inspected: null });
      this.store.enter({ kind: 'confirm', choice, others: more.others ?? [], battle, able: more.able ?? [], to: more.to ?? null });
      return;
    }
    if ((choice.role === 'finish' || choice.role === 'pass') && !more.seen && this.warned(choice)) return;
    await this.apply(choice);
  }

  /** Warns of what is left undone; answers whether there is anything. @param {Choice} choice */
  warned(choice) {
    const { news, settings: wanted, lesson } = this.store.state;
    // Whoever does what a lesson asks for need not think twice.
    if (!news || wanted.warn === 'never' || lesson?.answer?.role === choice.role) return false;
    const left = undone(news, (hex) => this.board.hexes.has(hex)).filter((x) => x.duty || wanted.warn === 'always');
    if (left.length === 0) return false;
    this.think(choice, left);
    return true;
  }

  /** Asks once more before something ends. @param {Choice} choice @param {Undone[]} left */
  think(choice, left) {
    this.store.set({ mode: { kind: 'finish', choice, left }, notice: null, inspected: null });
    say(left.map((x) => x.text).join(' '));
  }

  /** @param {Choice} choice @returns {Promise<boolean>} */
  async apply(choice) {
    const { state } = this.store;
    if (state.busy || state.mode.kind === 'replay') return false;
    if (state.standing && state.news) order(this.desk, state.news, choice);
    const able = state.news?.subjects?.find((x) => x.choices?.includes(choice)) ?? (state.mode.kind === 'hand' ? state.mode.able : null);
    this.store.set({ busy: true, standing: false, inspected: null, menu: null, notice: null, hint: null });
    try {
      await this.chairs.ask({ op: 'apply', action: choice.action, at: state.news?.length });
      this.keepStill = -1;
      this.store.set({ picked: able && picks(choice) ? [...this.store.state.picked, { able, choice }] : [] });
      return true;
    } catch (error) {
      if (this.store.state.mode.kind === 'finish') this.store.enter({ kind: 'looking' });
      this.refused(error);
      return false;
    } finally {
      this.store.set({ busy: false });
    }
  }

  async undo() {
    const last = this.chairs.now?.log.findLast((e) => e.by && this.store.state.own.includes(e.by) && !e.taken_back && e.told.length > 0);
    try {
      this.keepStill = -1;
      await this.chairs.ask({ op: 'undo' });
      this.keepStill = this.chairs.now?.news?.length ?? -1;
      this.store.set({ picked: this.store.state.picked.slice(0, -1), hint: null });
      this.notice(last ? `Taken back: ${last.told[0].text}` : 'Taken back.');
    } catch (error) {
      this.refused(error);
    }
  }

  /** Takes somebody out of the battle at hand. @param {string} id */
  async leave(id) {
    const inside = () => this.chairs.now?.news?.view.battle?.attackers.includes(id) ?? false;
    await this.rewind(inside);
    if (inside()) this.notice('He opened this battle: U takes all of it back.', { no: true });
  }

  /** Lets go of something that was picked. @param {Picked} picked */
  async unpick(picked) {
    await this.rewind(() => this.store.state.picked.includes(picked));
  }

  /** Takes back what was picked for as long as something holds, and picks again what came later. @param {() => boolean} holds */
  async rewind(holds) {
    const news = () => this.chairs.now?.news;
    const next = async (/** @type {Question} */ question) => {
      const before = news();
      await this.chairs.ask(question);
      for (let i = 0; i < 100 && news() === before; i++) await wait(20);
    };
    /** @type {Picked[]} */
    const again = [];
    this.store.set({ busy: true, notice: null });
    try {
      while (holds() && this.store.state.picked.length > 0) {
        const { picked } = this.store.state;
        await next({ op: 'undo' });
        again.unshift(picked[picked.length - 1]);
        this.store.set({ picked: picked.slice(0, -1) });
      }
      for (const later of again.slice(1)) {
        await next({ op: 'apply', action: later.choice.action });
        this.store.set({ picked: [...this.store.state.picked, later] });
      }
    } catch (error) {
      this.refused(error);
    } finally {
      this.store.set({ busy: false });
    }
  }

  async redo() {
    await this.chairs.ask({ op: 'redo' }).catch((error) => this.refused(error));
  }

  /** Answers as the player has ordered. @param {News} news @returns {Promise<boolean>} */
  async obey(news) {
    const choice = this.keepStill === news.length || taught(this.store.state) ? undefined : ordered(this.desk, news);
    if (!choice) return false;
    const done = await this.apply(choice);
    if (done) this.notice(`${choice.label}, as ordered. The menu lists your orders.`);
    return done;
  }

  /** Does what is the only thing that can be done, and says so. @param {News} news */
  async forced(news) {
    const only = news.subjects?.length === 1 ? news.subjects[0] : null;
    if (!settings.forced || !only || this.keepStill === news.length || taught(this.store.state)) return;
    const choices = await this.legal(only).catch(() => []);
    const [choice] = choices;
    if (choices.length !== 1 || choice.dice || !FORCED.includes(choice.role) || this.store.state.news !== news) return;
    this.notice(`${choice.label}: nothing else could be done.`);
    await wait(settings.speed === 0 ? 0 : 650);
    const now = this.store.state;
    if (now.news !== news || now.busy || now.mode.kind !== 'looking') return;
    await this.apply(choice);
    this.notice(`${choice.label}: nothing else could be done.`);
  }

  /** Ends the phase or step at hand, if it can be ended; whatever is given up by that is asked first. */
  finish() {
    const { mode, news, settings: wanted } = this.store.state;
    if (mode.kind === 'finish') return void this.apply(mode.choice);
    if (mode.kind === 'film' || !news) return undefined;
    const choices = (news.subjects ?? []).flatMap((x) => x.choices ?? []);
    const choice = choices.find((c) => c.role === 'finish') ?? choices.find((c) => ends(c) && c.target.kind === 'button');
    if (!choice) return this.notice('There is nothing to finish now.');
    if (!declines(choice) || wanted.quick) return void this.commit(choice);
    const hexes = (news.subjects ?? []).map((x) => hexOf(x.target, news.view.pieces)).filter((hex) => hex !== null);
    this.think(choice, [{ text: sentence(news.actor.prompt), hexes: hexes.filter((hex) => this.board.hexes.has(hex)), duty: false }]);
  }

  /** In a lesson: what is asked for, on the map and in words. Answers whether anything is. */
  showAnswer() {
    const { lesson } = this.store.state;
    if (lesson?.phase !== 'ask' || !lesson.answer) return false;
    if (lesson.puzzle) wasShown(lesson);
    this.showChoice(lesson.answer, lesson.puzzle ? 'The best: ' : '');
    return true;
  }

  /** Shows something that could be done, on the map and in words. @param {Choice} choice @param {string} [before] */
  showChoice({ label, path, target }, before = '') {
    this.notice(`${before}${before ? label : capital(label)}.`);
    const at = hexOf(target, this.store.state.news?.view.pieces ?? []);
    const hexes = path?.length ? path : at ? [at] : [];
    this.board.reveal(hexes.slice(-1));
    if (path?.length) this.board.showPath(path);
    else this.board.flash(hexes);
  }

  /** The same with who does it, lit like a hint. @param {Advised} advised */
  showAdvised(advised) {
    this.store.set({ hint: advised });
    this.showChoice(advised.choice);
    const from = hexOf(advised.able.target, this.store.state.news?.view.pieces ?? []);
    if (from && this.board.hexes.has(from)) this.board.flash([from]);
  }

  /** What the computer would do: said, lit on the map, and done if that is wanted. A lesson knows better what it wants. */
  async hint() {
    if (this.showAnswer()) return undefined;
    const { news, about } = this.store.state;
    if (!news?.subjects || !about) return this.notice('It is not your decision now.');
    try {
      this.notice('The computer looks at the map …');
      /** @type {{ advised: Advised | null, intent?: string, chance?: number, second?: SecondBest }} */
      const { advised, intent, chance, second } = await this.chairs.ask({ op: 'go', level: about.players.at(-1), describe: true });
      if (this.store.state.news !== news) return undefined;
      if (!advised) return this.notice('The computer has no better idea than yours.');
      const { choice } = advised;
      const battle = choice.dice ? await this.preview(choice) : null;
      if (this.store.state.news !== news) return undefined;
      const other = second?.advised?.choice;
      const otherBattle = other?.dice ? await this.preview(other) : null;
      if (this.store.state.news !== news) return undefined;
      this.store.set({ hint: advised });
      this.notice(`${advice(choice, battle, intent, chance)}${other ? ` ${instead(other, otherBattle, second?.chance)}` : ''}`,
        { act: { label: 'Do it', does: () => void this.commit(choice, { to: hexOf(choice.target, news.view.pieces) }) } });
    } catch (error) {
      this.refused(error);
    }
  }

  async save() {
    try {
      const { position } = await this.chairs.ask({ op: 'save' });
      const { about, news } = this.store.state;
      const address = URL.createObjectURL(new Blob([JSON.stringify(position)], { type: 'application/json' }));
      const name = `${about?.game}-${about?.scenario}-turn-${news?.view.turn}.json`;
      Object.assign(document.createElement('a'), { href: address, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
      this.notice(`Saved as ${name}.`);
    } catch (error) {
      this.refused(error);
    }
  }

  /** Puts a link on the clipboard that holds the game. */
  async share() {
    return this.shareLink(this.chairs.ask({ op: 'save' }).then(({ position }) => linkTo('game', position)), 'the whole game is in it');
  }

  /** The same with what this seat sees now: nothing that it does not know goes along. */
  async shareView() {
    const { about, handout, news, log, seat } = this.store.state;
    if (about && news) await this.shareLink(linkToView({ about, handout, news, log, seat }), 'what you see now is in it, and nothing else');
  }

  /** @param {Promise<string | null>} made @param {string} holds */
  async shareLink(made, holds) {
    try {
      const link = await made;
      if (!link) return this.notice('This is too long for a link. Save it to a file, and share that.');
      await navigator.clipboard.writeText(link);
      return this.notice(`A link is on the clipboard: ${Math.ceil(link.length / 1000)} KB, ${holds}.`);
    } catch (error) {
      return this.refused(error);
    }
  }

  /** Lines of fire from a hex; from none, or once more: no more. @param {string | null} hex */
  async sight(hex) {
    const { sight, handout } = this.store.state;
    if (sight || !hex) return this.store.set({ sight: null });
    if (handout && !handout.lines_of_fire) return this.notice('This game has no lines of fire.');
    const answer = await this.chairs.ask({ op: 'sight', hex }).catch(() => null);
    if (!answer?.hexes) return this.notice('This game has no lines of fire.');
    this.store.set({ sight: hex, inspected: null });
    this.board.showSight(hex, new Set(answer.hexes));
    this.notice(`${answer.hexes.length} hexes can be fired at from ${hex}. V or Esc shows all again.`);
  }

  /** "Move now." */
  hurry() {
    this.chairs.ask({ op: 'stop' }).catch((error) => this.refused(error));
  }

  async resign() {
    if (confirm('Give up this game?')) await this.chairs.ask({ op: 'resign' }).catch((error) => this.refused(error));
  }
}

/**
 * What the button of a choice says: a verb and the odds, where a die falls.
 * @param {Choice} choice
 * @param {BattleView | null | undefined} battle
 */
export function verb(choice, battle) {
  const column = choice.target.kind === 'column' ? choice.target.at : battle?.columns[0]?.label;
  const word = /** @type {Partial<Record<Role, string>>} */ ({ fight: battle?.fire ? 'Fire' : 'Attack', engage: 'Attack',
    fire: 'Fire' })[choice.role];
  // What is certain has no odds.
  const certain = battle?.columns[0]?.results.some((r) => r.chance === 1);
  if (choice.dice && word && certain) return word;
  return choice.dice && word && column ? `${word} at ${column}` : capital(choice.label);
}
