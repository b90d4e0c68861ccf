//! Combat: odds, the die, and the results of RULE D (C61-CBT, C61-DEF, C61-CRT).

use crate::action::{Action, Event, Manner, Subject};
use crate::counters::{Outcome, Piece, Set, first, pieces};
use crate::ground::OFF;
use crate::state::Step;
use crate::{Chancellorsville1961, State};
use board::HexId;
use engine::{Illegal, Roll, Side, Sink};

/// C61-CRT-2: the highest odds on the table; beyond them no die is needed.
pub const BEST_COLUMN: i8 = 5;

/// C61-CRT-1: the larger sum divided by the smaller, fractions dropped. 0 is 1-1, 1 is 2-1, -1 is 1-2.
pub fn column(attack: u16, defence: u16) -> i8 {
    let ratio = |a: u16, b: u16| a.checked_div(b).map_or(i8::MAX, |r| r.min(100) as i8);
    if attack >= defence { ratio(attack, defence).saturating_sub(1) } else { 1 - ratio(defence, attack) }
}

/// A column as printed: `3-1`, `1-2`.
pub fn column_name(column: i8) -> String {
    if column >= 0 { format!("{}-1", i16::from(column) + 1) } else { format!("1-{}", 1 - i16::from(column)) }
}

/// A battle to be fought or at hand.
#[derive(Clone, Copy, Debug)]
pub struct Clash {
    /// Attackers.
    pub attackers: Set,
    /// Defenders.
    pub defenders: Set,
    /// C61-ATT-1: the attackers' basic factors.
    pub attack: u16,
    /// The defenders' factors, increased by terrain (C61-MUD-1).
    pub defence: u16,
    /// How it is fought.
    pub manner: Manner,
}

impl Clash {
    /// C61-CBT-2: the column of odds, beyond the table at either end.
    pub fn column(&self) -> i8 {
        column(self.attack, self.defence)
    }
}

impl Chancellorsville1961 {
    /// How often a defender in that hex counts, attacked across a river or not: in a fort double (C61-DEF-1), whoever built it
    /// (C61-UNIT-3); on a shore attacked over water double (C61-DEF-2) and fortified triple (C61-DEF-3); on a hill double
    /// (C61-DEF-4) and fortified triple (C61-DEF-5, R-27). C61-DEF-8: woods and marsh do not help.
    pub fn multiple(&self, state: &State, hex: HexId, across: bool) -> u16 {
        let ground = &self.book.ground;
        let (fort, hill) = (state.is_fort(hex), ground.hill(hex));
        let shore = across && ground.shore(hex);
        match (fort, hill, shore) {
            (true, true, _) | (true, _, true) => 3,
            (false, false, false) => 1,
            _ => 2,
        }
    }

    /// What a defender counts against these attackers (C61-DEF-6: at two hexes too; C61-PSC-2, R-29: one attacker from the
    /// river or across it is enough).
    pub(crate) fn defence_of(&self, state: &State, q: Piece, attackers: Set) -> u16 {
        let hex = state.hex(q);
        let across = pieces(attackers).any(|u| self.book.ground.across(state.hex(u), hex));
        u16::from(self.book.combat[q.index()]) * self.multiple(state, hex, across)
    }

    /// A battle between these.
    pub fn clash(&self, state: &State, attackers: Set, defenders: Set) -> Clash {
        let (book, ground) = (self.book, &self.book.ground);
        let close = pieces(attackers).any(|u| pieces(defenders).any(|q| ground.distance(state.hex(u), state.hex(q)) == 1));
        let manner = match (close, attackers & book.guns != 0, defenders & book.guns != 0) {
            (true, _, _) => Manner::Close,
            (false, true, true) => Manner::Guns,
            (false, true, false) => Manner::Bombard,
            (false, false, _) => Manner::Approach,
        };
        Clash {
            attackers,
            defenders,
            attack: book.strength(attackers), // C61-STK-4, C61-MUA-1: factors add up.
            defence: pieces(defenders).map(|q| self.defence_of(state, q, attackers)).sum(),
            manner,
        }
    }

    /// The battle of that number.
    pub fn battle(&self, state: &State, number: u8) -> Clash {
        let members = state.members(number) & state.on_map();
        let own = self.book.of[state.mover.index()];
        let clash = self.clash(state, members & own, members & !own);
        // A battle at hand keeps its manner even if the only unit that made it close has gone.
        if number == state.now { Clash { manner: state.manner, ..clash } } else { clash }
    }

    /// What the die says; beyond the table no die is asked (C61-CRT-2).
    pub(crate) fn outcome(&self, column: i8, die: u8) -> Outcome {
        match column {
            c if c > BEST_COLUMN => Outcome::DefendersEliminated,
            c if c < -BEST_COLUMN => Outcome::AttackersEliminated,
            c => self.book.table[(c + BEST_COLUMN) as usize][usize::from(die.clamp(1, 6)) - 1],
        }
    }

    /// C61-ATT-10: battles are fought in the order the attacker likes; when none is left the Turn ends.
    pub(crate) fn next_battle<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        state.clear_battle();
        if let Some(winner) = self.early_winner(state) {
            state.step = Step::Over(winner);
            sink.tell(|| Event::Over(winner));
        } else if state.unfought == 0 {
            self.end_turn(state, sink);
        } else {
            state.step = Step::Choose;
        }
    }

    /// Whether the battle in which that enemy defends may be fought next. C61-RF-5: whoever has fought may stay next to an
    /// enemy, but does not fight again.
    pub(crate) fn may_fight(&self, state: &State, by: Side, enemy: Piece) -> Result<(), Illegal> {
        if state.step != Step::Choose || state.mover != by {
            return Err(Illegal::new(
                "C61-ATT-10",
                "Battles are fought one at a time, after all movement, as the attacker chooses.",
                "Finish movement and divide the contacts first; then choose a battle.",
            ));
        }
        let number = state.battle[enemy.index()];
        if number == 0 || state.unfought >> number & 1 == 0 || self.book.side(enemy) == by {
            return Err(Illegal::new(
                "C61-ATT-8",
                "There is no battle against it still to be fought: nobody fights twice in a Turn.",
                "Choose an enemy whose battle is still to be fought.",
            ));
        }
        Ok(())
    }

    /// Fights a battle: first headquarters that stood alone go (C61-CBT-3, R-13), then the odds.
    pub fn fight<K: Sink<Event>>(&self, state: &mut State, enemy: Piece, sink: &mut K) {
        let book = self.book;
        let number = state.battle[enemy.index()];
        let clash = self.battle(state, number);
        state.unfought &= !(1 << number);
        state.now = number;
        state.manner = clash.manner;
        state.chooser = state.mover;
        state.swapped = 0;
        let column = clash.column();
        sink.tell(|| Event::Battle(clash.attackers, clash.defenders, clash.attack, clash.defence, column, clash.manner));
        self.remember_range(state, clash);
        let staffs = clash.defenders & book.staffs;
        if staffs != 0 {
            self.note_ground(state, staffs, clash.attackers);
            self.eliminate(state, staffs, sink);
        }
        let rest = clash.defenders & !staffs;
        if rest == 0 {
            return self.occupy_or_go_on(state, sink);
        }
        if (-BEST_COLUMN..=BEST_COLUMN).contains(&column) {
            state.step = Step::Roll;
        } else {
            let outcome = self.outcome(column, 1);
            sink.tell(|| Event::Automatic(outcome));
            self.resolve(state, outcome, sink);
        }
    }

    /// The die has fallen.
    pub(crate) fn rolled<K: Sink<Event>>(&self, state: &mut State, roll: &Roll, sink: &mut K) {
        let clash = self.battle(state, state.now);
        let outcome = self.outcome(clash.column(), roll.first());
        let die = roll.first();
        sink.tell(|| Event::Rolled(die, outcome));
        self.resolve(state, outcome, sink);
    }

    /// C61-SZ-note: whoever has fought artillery at two hexes may be fought by it at one, and the other way round.
    fn remember_range(&self, state: &mut State, clash: Clash) {
        let (book, ground) = (self.book, &self.book.ground);
        for u in pieces(clash.attackers) {
            for q in pieces(clash.defenders) {
                if ground.distance(state.hex(u), state.hex(q)) == 2 {
                    if let Some(gun) = book.gun(u) {
                        state.rights[gun] |= q.bit();
                    }
                    if let Some(gun) = book.gun(q) {
                        state.rights[gun] |= u.bit();
                    }
                }
            }
        }
    }

    /// Hills and forts of the losers next to the winners (C61-WHM-5, C61-FORT-1, R-26).
    fn note_ground(&self, state: &mut State, losers: Set, winners: Set) {
        let ground = &self.book.ground;
        if state.chooser != state.mover {
            state.forget_won(); // What the attacker won before his defeat he does not keep.
        }
        for loser in pieces(losers) {
            let hex = state.hex(loser);
            let worth = ground.hill(hex) || state.is_fort(hex);
            if hex != OFF && worth && pieces(winners).any(|w| ground.distance(state.hex(w), hex) == 1) {
                state.note_won(hex);
            }
        }
    }

    /// the headquarters that share the fate of these units: they stand with them, and no other battle of the hex is
    /// still to come. At two hexes between artillery they are ignored like all others (C61-SZ-5, C61-SZ-6).
    pub(crate) fn company(&self, state: &State, units: Set, manner: Manner) -> Set {
        if manner == Manner::Guns {
            return 0;
        }
        let book = self.book;
        let mut found = 0;
        for unit in pieces(units) {
            let hex = state.hex(unit);
            if hex == OFF {
                continue;
            }
            let stack = state.stack(hex) & book.of[book.side(unit).index()];
            let more = pieces(stack).any(|p| state.unfought >> state.battle[p.index()] & 1 == 1 && state.battle[p.index()] != 0);
            if !more {
                found |= stack & book.staffs;
            }
        }
        found
    }

    /// Applies a result.
    fn resolve<K: Sink<Event>>(&self, state: &mut State, outcome: Outcome, sink: &mut K) {
        let clash = self.battle(state, state.now);
        let (attacker, defender) = (state.mover, state.mover.enemy());
        // C61-SZ-2, C61-SZ-3: at two hexes nothing adverse to artillery applies unless artillery fights it.
        let attackers_immune = clash.manner == Manner::Bombard;
        let defenders_immune = clash.manner == Manner::Approach;
        let fighters = self.book.fighters();
        let (attackers, defenders) = (clash.attackers & fighters, clash.defenders & fighters);
        match outcome {
            Outcome::AttackersEliminated | Outcome::AttackersBack if attackers_immune => sink.tell(|| Event::Ignored(outcome)),
            Outcome::DefendersEliminated | Outcome::DefendersBack if defenders_immune => sink.tell(|| Event::Ignored(outcome)),
            // C61-CRT-3: all attackers, or all defenders, of this battle.
            Outcome::AttackersEliminated => {
                state.chooser = defender;
                self.defeat(state, attackers, defenders, clash.manner, false, sink);
            }
            Outcome::DefendersEliminated => {
                state.chooser = attacker;
                self.defeat(state, defenders, attackers, clash.manner, false, sink);
            }
            // C61-ATT-5, R-1: the winner lays the way.
            Outcome::AttackersBack => {
                state.chooser = defender;
                self.defeat(state, attackers, defenders, clash.manner, true, sink);
            }
            Outcome::DefendersBack => {
                state.chooser = attacker;
                self.defeat(state, defenders, attackers, clash.manner, true, sink);
            }
            Outcome::Exchange => return self.exchange(state, clash, attackers_immune, defenders_immune, sink),
        }
        self.after_result(state, sink);
    }

    /// All losers are eliminated, or begin to retreat.
    fn defeat<K: Sink<Event>>(&self, state: &mut State, losers: Set, winners: Set, manner: Manner, back: bool, sink: &mut K) {
        self.note_ground(state, losers, winners);
        let all = losers | self.company(state, losers, manner);
        if back {
            state.losers = all;
        } else {
            self.eliminate(state, all, sink);
        }
    }

    /// C61-CRT-exch, C61-CRT-exch2, R-7, R-8: the weaker side loses all, the stronger at least as much, the defender counted
    /// as increased; what is adverse to immune artillery is void.
    fn exchange<K: Sink<Event>>(&self, state: &mut State, clash: Clash, attackers_immune: bool, defenders_immune: bool, sink: &mut K) {
        let fighters = self.book.fighters();
        let (attackers, defenders) = (clash.attackers & fighters, clash.defenders & fighters);
        let spared = |side_is_attacker: bool| if side_is_attacker { attackers_immune } else { defenders_immune };
        let (attacker, defender) = (state.mover, state.mover.enemy());
        if clash.attack == clash.defence {
            let mut gone = 0;
            if !spared(true) {
                gone |= attackers | self.company(state, attackers, clash.manner);
            }
            if !spared(false) {
                gone |= defenders | self.company(state, defenders, clash.manner);
            }
            if spared(true) || spared(false) {
                let (winner, losers, winners) =
                    if spared(true) { (attacker, defenders, attackers) } else { (defender, attackers, defenders) };
                state.chooser = winner;
                self.note_ground(state, losers, winners);
            }
            self.eliminate(state, gone, sink);
            return self.after_result(state, sink);
        }
        let attack_is_weaker = clash.attack < clash.defence;
        let (weak, strong) = if attack_is_weaker { (attackers, defenders) } else { (defenders, attackers) };
        let strong_side = if attack_is_weaker { defender } else { attacker };
        state.chooser = strong_side;
        if !spared(attack_is_weaker) {
            self.note_ground(state, weak, strong);
            state.doomed = weak | self.company(state, weak, clash.manner);
        }
        if spared(!attack_is_weaker) {
            let doomed = state.doomed;
            state.doomed = 0;
            self.eliminate(state, doomed, sink);
            return self.after_result(state, sink);
        }
        state.owed = clash.attack.min(clash.defence);
        state.step = Step::Exchange;
    }

    /// What a unit pays in an exchange.
    pub fn worth(&self, state: &State, piece: Piece) -> u16 {
        if self.book.side(piece) == state.mover {
            return u16::from(self.book.combat[piece.index()]);
        }
        let attackers = state.members(state.now) & self.book.of[state.mover.index()];
        self.defence_of(state, piece, attackers)
    }

    /// Those of whom the exchange may be paid.
    pub fn payers(&self, state: &State) -> Set {
        state.members(state.now) & self.book.of[state.chooser.index()] & self.book.fighters() & state.on_map()
    }

    /// Whether a unit may be lost in the exchange (C61-CRT-exch).
    pub(crate) fn may_lose(&self, state: &State, by: Side, piece: Piece) -> Result<(), Illegal> {
        if state.step != Step::Exchange || state.chooser != by || self.payers(state) & piece.bit() == 0 {
            return Err(Illegal::new(
                "C61-CRT-exch",
                "The stronger side chooses its losses among its units of that battle.",
                "Choose a unit of yours that is in this battle.",
            ));
        }
        Ok(())
    }

    /// Whether the stronger side may call the exchange paid: what it lost is worth at least as much (C61-CRT-exch).
    pub(crate) fn may_call_paid(&self, state: &State, by: Side) -> Result<(), Illegal> {
        if state.step != Step::Exchange || state.chooser != by {
            return Err(Illegal::new(
                "C61-CRT-exch",
                "Only the side that chooses its losses in an exchange says when it has paid.",
                "Wait until he has paid.",
            ));
        }
        if state.owed > 0 {
            return Err(Illegal::new(
                "C61-CRT-exch",
                "The units given up are not worth as much yet as those of the weaker side.",
                "Give up another unit.",
            ));
        }
        Ok(())
    }

    /// Loses a unit in the exchange. C61-CRT-exch: enough is "at least" as much, so whoever has units left says when he is done.
    pub(crate) fn lose<K: Sink<Event>>(&self, state: &mut State, piece: Piece, sink: &mut K) {
        let manner = self.battle(state, state.now).manner;
        state.owed = state.owed.saturating_sub(self.worth(state, piece));
        // headquarters go with a side that loses all its units, in whichever hex and order.
        state.doomed |= self.company(state, piece.bit(), manner);
        self.eliminate(state, piece.bit(), sink);
        if self.payers(state) == 0 {
            self.close_exchange(state, sink);
        }
    }

    /// The exchange is paid: the weaker side goes.
    pub(crate) fn close_exchange<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let mut doomed = std::mem::take(&mut state.doomed);
        if self.payers(state) != 0 {
            doomed &= !self.book.of[state.chooser.index()];
        }
        state.owed = 0;
        self.eliminate(state, doomed, sink);
        self.after_result(state, sink);
    }

    /// Takes units off the map for good; C61-PB-9: a bridge goes down with the unit on it.
    pub(crate) fn eliminate<K: Sink<Event>>(&self, state: &mut State, set: Set, sink: &mut K) {
        let book = self.book;
        for piece in pieces(set & state.on_map()) {
            let hex = state.hex(piece);
            self.forget(state, piece);
            state.lift(book, piece);
            state.lost |= piece.bit();
            state.forget_march(piece);
            sink.tell(|| Event::Lost(piece, hex));
            if book.ground.river(hex)
                && let Some(bridge) = state.span(book, hex)
                && state.owner(book, bridge) == book.side(piece)
            {
                state.lift(book, bridge);
                state.lost |= bridge.bit();
                state.forget_march(bridge);
                let n = book.bridge(bridge).expect("it is a bridge");
                state.spans[n] = (OFF, OFF);
                state.captured &= !(1 << n);
                sink.tell(|| Event::BridgeLost(bridge, hex));
            }
        }
    }

    /// Retreats, then won ground, then the next battle.
    pub(crate) fn after_result<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        state.step = Step::Retreat;
        if state.losers != 0 && !self.settle_last_loser(state, sink) {
            return;
        }
        self.occupy_or_go_on(state, sink);
    }

    /// The subjects of the combat portion.
    pub(crate) fn list_combat(&self, state: &State, by: Side, out: &mut Vec<Subject>) {
        match state.step {
            Step::Choose => {
                for number in contact::each(Set::from(state.unfought)) {
                    let defenders = state.members(number as u8) & self.book.of[by.enemy().index()];
                    out.extend(first(defenders).map(Subject::Piece));
                }
                self.list_substitution_subjects(state, by, out);
            }
            Step::Exchange => {
                out.extend(pieces(self.payers(state)).map(Subject::Piece));
                if state.owed == 0 {
                    out.push(Subject::Done);
                }
            }
            _ => {}
        }
    }

    /// What a subject of the combat portion can do.
    pub(crate) fn list_combat_options(&self, state: &State, by: Side, piece: Piece, out: &mut Vec<Action>) {
        match state.step {
            Step::Choose if self.book.side(piece) != by => out.push(Action::Fight(piece)),
            Step::Exchange => {
                out.push(Action::Lose(piece));
                self.list_substitutions(state, by, piece, out);
            }
            _ => self.list_substitutions(state, by, piece, out),
        }
    }
}
