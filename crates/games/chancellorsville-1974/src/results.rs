//! What comes of a battle: it is joined, the die is cast, and the table says what happens (VII.A.7, CRT).

use engine::{Side, Sink};

use crate::Chancellorsville1974;
use crate::action::{Event, Loss};
use crate::counters::{Outcome, PieceId, Set, each};
use crate::ground::{CITY, HILL};
use crate::state::{Fate, State, Step};

impl Chancellorsville1974 {
    /// Takes a piece out of play.
    pub(crate) fn lose<K: Sink<Event>>(&self, state: &mut State, piece: PieceId, loss: Loss, sink: &mut K) {
        let hex = state.hex[piece.index()];
        sink.tell(|| Event::Lost(piece, hex, loss));
        state.remove(piece, Fate::Eliminated);
    }

    /// R-46, C74-VII.D.3.a: headquarters, bridges and boats share the fate of attackers if every combat unit of their hex takes part.
    fn with_company(&self, state: &State, attackers: Set) -> Set {
        let mut all = attackers;
        for piece in each(attackers) {
            let here = state.at(state.hex[piece.index()]) & self.data.side(piece.side());
            if here & self.data.fights & !attackers == 0 {
                all |= here & !self.data.fights;
            }
        }
        all
    }

    /// Begins to carry out the battle at hand: reveals, automatic results, cavalry that may fall back, then the die.
    pub(crate) fn join_battle<K: Sink<Event>>(&self, state: &mut State, fire: bool, sink: &mut K) {
        let battle = *state.battle();
        let by = if battle.attackers & self.data.union != 0 { Side::Union } else { Side::Confederate };
        let enemy = by.enemy();
        // C74-OPT-III.D.1, C74-OPT-III.D.3: who fires or attacks; C74-OPT-III.D.2, C74-OPT-III.D.4: who is fired upon or attacked.
        for piece in each(battle.attackers & state.face_down) {
            self.reveal(state, piece.bit(), state.hex[piece.index()], sink);
        }
        for hex in battle.targets.iter() {
            self.reveal(state, state.at(hex) & state.face_down, hex, sink);
        }
        state.doubled = 0;
        sink.tell(|| {
            if fire { Event::Fires(battle.attackers, battle.targets.first()) } else { Event::Attacks(battle.attackers, battle.targets) }
        });
        let mut targets = battle.targets;
        for hex in battle.targets.iter() {
            if state.at(hex) & self.data.side(enemy) == 0 {
                // A headquarters named as a target, overrun since by a retreat (C74-VI.F.1).
                targets = targets.without(hex);
                continue;
            }
            let alone = self.truly_only_hqs(state, enemy, hex);
            if alone == 0 {
                continue;
            }
            targets = targets.without(hex);
            if fire {
                // C74-VI.F.4.
                each(alone).for_each(|p| self.lose(state, p, Loss::HeadquartersUnderFire, sink));
                self.note_emptied(state, hex);
            } else {
                // C74-QA-7: not attacked, but reached.
                state.touched |= alone;
            }
        }
        state.battles[usize::from(state.current)].targets = targets;
        if targets.is_empty() {
            state.battles[usize::from(state.current)].done = true;
            return;
        }
        let (attack, defence) = self.sums(state, battle.attackers, &targets, fire, &mut |_, _, _| {});
        if Self::column(attack, defence).is_none() {
            // known only now.
            if fire {
                sink.tell(|| Event::Wasted(targets.first()));
            } else {
                each(self.with_company(state, battle.attackers)).for_each(|p| self.lose(state, p, Loss::Forced, sink));
                state.spared |= targets.iter().fold(0, |set, h| set | state.at(h) & self.data.side(enemy));
            }
            state.battles[usize::from(state.current)].done = true;
            return;
        }
        state.agenda.push(Step::Die);
        if self.options.functions && !fire {
            for hex in targets.iter() {
                if self.may_give_way(state, enemy, hex) {
                    state.agenda.push(Step::FallBack(hex));
                }
            }
        }
    }

    /// The column of the battle at hand.
    pub(crate) fn current_column(&self, state: &State, fire: bool) -> i16 {
        let battle = state.battle();
        let (attack, defence) = self.sums(state, battle.attackers, &battle.targets, fire, &mut |_, _, _| {});
        Self::column(attack, defence).expect("fewer defenders make no worse odds")
    }

    /// The die is cast.
    ///
    /// C74-VII.A.7.c, C74-VII.A.7.d: look up and apply; C74-VII.B.6.b, C74-CRT-3: guns ignore adverse results in the fire phases.
    pub(crate) fn resolve<K: Sink<Event>>(&self, state: &mut State, fire: bool, die: u8, sink: &mut K) {
        let battle = *state.battle();
        let by = if battle.attackers & self.data.union != 0 { Side::Union } else { Side::Confederate };
        let enemy = self.data.side(by.enemy());
        let column = self.current_column(state, fire);
        let outcome = self.outcome(column, die);
        let adverse = matches!(outcome, Outcome::AttackersOut | Outcome::AttackersBack(..));
        let ignored = fire && adverse;
        sink.tell(|| Event::Rolled { die, column: column as i8, outcome, ignored });
        // C74-VII.A.9.a, R-14: which hexes were doubled, before anybody moves.
        state.doubled = 0;
        for (i, hex) in battle.targets.iter().enumerate() {
            let (_, doubled) = self.defence(state, hex, by.enemy(), battle.attackers, fire, &mut |_, _, _| {});
            // A fort or hill vacated by units that counted one alone is doubling terrain still.
            let ground = state.is_fort(hex) || self.ground.is(hex, CITY | HILL);
            state.doubled |= u8::from(doubled || ground) << i;
        }
        state.agenda.turn(Step::Aftermath);
        if ignored {
            return;
        }
        let losers = match outcome {
            Outcome::AttackersOut | Outcome::AttackersBack(..) => self.with_company(state, battle.attackers),
            Outcome::DefendersOut | Outcome::DefendersBack(..) => battle.targets.iter().fold(0, |set, h| set | state.at(h) & enemy),
        };
        // Who falls back with attackers, or is lost with them, is named: headquarters under them are turned up (C74-OPT-III.D.3).
        for piece in each(losers & state.face_down) {
            self.reveal(state, piece.bit(), state.hex[piece.index()], sink);
        }
        match outcome {
            // C74-CRT-4, C74-CRT-5.
            Outcome::AttackersOut | Outcome::DefendersOut => each(losers).for_each(|p| self.lose(state, p, Loss::Combat, sink)),
            // C74-CRT-6, C74-CRT-10.
            Outcome::AttackersBack(hexes, turns) | Outcome::DefendersBack(hexes, turns) => {
                state.retreat = (hexes, turns);
                state.retreating = losers;
                for piece in each(losers) {
                    // C74-CRT-16.
                    if turns > 0 && state.disrupted(piece) {
                        self.lose(state, piece, Loss::DisruptedTwice, sink);
                    }
                }
                state.agenda.push(Step::Retreat);
            }
        }
    }
}
