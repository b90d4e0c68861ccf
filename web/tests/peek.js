// What tests look at under the table, by short names: put into the page before anything else. It changes nothing.

Object.defineProperty(window, 'peek', {
  get() {
    const page = /** @type {any} */ (window).longroll;
    if (!page) return null;
    const { store, board, hand, stage, deeds, carry, keyboard } = page;
    const { state } = store;
    const { mode } = state;
    const onBoard = (target) => {
      const hex = target.kind === 'hex' ? target.at : board.pieces.find((p) => p.id === target.at)?.hex;
      return hex !== undefined && board.hexes.has(hex);
    };
    return {
      page, board, mode, state, store, hand,
      shown: state.news,
      at: state.seat,
      busy: state.busy,
      film: stage.film,
      replay: stage.replay,
      chairs: stage.chairs.all,
      table: page.table,
      keys: page.keys,
      curtain: mode.kind === 'curtain',
      which: mode.kind === 'which',
      warning: mode.kind === 'finish',
      confirm: mode.kind === 'confirm',
      over: mode.kind === 'over' || state.news?.actor.actor === 'over',
      past: mode.kind === 'replay' ? mode.past.frame.view : null,
      held: hand.held,
      label: mode.kind === 'hand' ? mode.able.label : null,
      choices: mode.kind === 'hand' ? mode.choices : [],
      company: mode.kind === 'hand' ? mode.company : [],
      points: mode.kind === 'hand' ? mode.via : [],
      carried: carry.now,
      inspected: state.inspected,
      notice: state.notice,
      stations: () => keyboard.stations(),
      movable: (hex) => hand.movable(hex),
      legal: (able) => deeds.legal(able),
      visible: onBoard,
      ask: (question) => stage.chairs.ask(question),
      enemyIn: (hex) => board.pieces.some((p) => p.hex === hex && p.side !== state.seat),
      /** What nothing but a film, a request or the table itself can change. */
      resting: mode.kind !== 'film' && !state.busy && !stage.film.playing && stage.film.queue.length === 0
        && stage.settling === 0,
      current: stage.chairs.now?.news?.length === state.news?.length,
      asked: (() => {
        const { actor, awaited } = state.news?.actor ?? {};
        const sides = actor === 'both' ? awaited ?? [] : [actor];
        return sides.find((side) => side === state.seat) ?? null;
      })(),
    };
  },
});
