//! Multiple unit attack: the attacker divides all contacts into battles before the first die (C61-MUA-2, R-37).
//!
//! Battles are made one after the other: begun with one attacker and one defender, widened by further attackers and
//! defenders, and finished when the next one is begun. An addition is legal only if the whole can still be completed. Without
//! artillery duties that is easy to know ([`contact::front`]): it is enough that nobody who must fight or be fought is left without an
//! opponent. Whoever would be is forced into the battle at hand, or follows others against artillery at two hexes.
//!
//! Two duties can conflict with these: that of artillery to fight artillery (C61-SZ-a), and that of infantry and cavalry at two hexes from
//! artillery to join those who are next to it (C61-SZ-b). R-55: they lapse first, for single units, in the order of the counters: each
//! keeps its duty if that can be met together with all duties before it.

use crate::action::{Action, Event, Subject};
use crate::counters::{Piece, Set, first, pieces};
use crate::ground::{Ground, OFF};
use crate::state::Step;
use crate::zones::Contacts;
use crate::{Chancellorsville1961, State};
use contact::front::first_stranded;
use engine::{Illegal, Side, Sink};

/// How many positions the search for a division looks at before it takes a duty for impossible.
const NODES: u32 = 2_000;
/// The most battles that the search keeps open: the one at hand and those that units with a watched duty begin.
const PARTS: usize = 24;

/// C61-ZONE-3: why two units on the river do not fight.
const AFLOAT: Illegal =
    Illegal::new("C61-ZONE-3", "Units on neighbouring river hexes do not fight each other.", "Attack it from the land, or leave it.");

/// A battle in the making.
#[derive(Clone, Copy)]
struct Draft {
    attackers: Set,
    defenders: Set,
}

impl Draft {
    fn all(self) -> Set {
        self.attackers | self.defenders
    }
}

/// Battles that the search may widen.
#[derive(Clone, Copy)]
struct Parts {
    list: [Draft; PARTS],
    len: usize,
}

impl Parts {
    fn none() -> Parts {
        Parts { list: [Draft { attackers: 0, defenders: 0 }; PARTS], len: 0 }
    }

    fn with(mut self, draft: Draft) -> Option<Parts> {
        *self.list.get_mut(self.len)? = draft;
        self.len += 1;
        Some(self)
    }
}

/// The division of battles as far as it has come.
pub struct Division {
    pub contacts: Contacts,
    /// Everybody who is in a finished battle or in the one at hand.
    engaged: Set,
    /// The battle at hand.
    open: Draft,
    /// Units whose duty at two hexes stands and needs watching.
    bound: Set,
    ground: &'static Ground,
}

impl Division {
    /// Nobody who must fight, or be fought, is left without an opponent: whoever would be is taken into a draft, or joins others.
    fn completes(&self, parts: Parts, free: Set, pending: Set, nodes: &mut u32) -> bool {
        if *nodes == 0 {
            return false;
        }
        *nodes -= 1;
        if let Some((left, attacks)) = self.stranded(free) {
            return self.widens(left, attacks, parts, free, pending, nodes) || attacks && self.follows(left, parts, free, pending, nodes);
        }
        let Some(unit) = first(pending & free) else {
            return true;
        };
        if self.contacts.artillery(unit.bit()) != 0 {
            return self.serves(unit, parts, free, pending, nodes);
        }
        // C61-SZ-b: it is enough that it fights.
        self.widens(unit, true, parts, free, pending, nodes) || self.follows(unit, parts, free, pending, nodes)
    }

    /// Whether somebody can be taken into one of the drafts and the rest completed.
    fn widens(&self, left: Piece, attacks: bool, parts: Parts, free: Set, pending: Set, nodes: &mut u32) -> bool {
        (0..parts.len).any(|i| {
            let mut tried = parts;
            let draft = &mut tried.list[i];
            let members = if attacks { &mut draft.attackers } else { &mut draft.defenders };
            *members |= left.bit();
            self.contacts.may_battle(draft.attackers, draft.defenders, self.bound | pending).is_ok()
                && self.completes(tried, free & !left.bit(), pending, nodes)
        })
    }

    /// Whether a unit that could begin no battle any more can follow another one that can (T-5: at two hexes from artillery), and the rest
    /// be completed.
    fn follows(&self, unit: Piece, parts: Parts, free: Set, pending: Set, nodes: &mut u32) -> bool {
        let c = &self.contacts;
        pieces(c.touches[unit.index()] & free).any(|enemy| {
            pieces(c.suitors(enemy) & free & !unit.bit()).any(|lead| {
                let draft = Draft { attackers: unit.bit() | lead.bit(), defenders: enemy.bit() };
                c.may_battle(draft.attackers, draft.defenders, self.bound | pending).is_ok()
                    && parts.with(draft).is_some_and(|tried| self.completes(tried, free & !draft.all(), pending, nodes))
            })
        })
    }

    /// Whether an artillery unit can be brought against artillery and the rest completed.
    fn serves(&self, gun: Piece, parts: Parts, free: Set, pending: Set, nodes: &mut u32) -> bool {
        let bound = self.bound | pending;
        for i in 0..parts.len {
            let mut tried = parts;
            tried.list[i].attackers |= gun.bit();
            let draft = tried.list[i];
            if self.contacts.rivals(gun) & draft.defenders != 0
                && self.contacts.may_battle(draft.attackers, draft.defenders, bound).is_ok()
                && self.completes(tried, free & !gun.bit(), pending, nodes)
            {
                return true;
            }
        }
        for rival in pieces(self.contacts.rivals(gun) & free) {
            let near = self.contacts.near[rival.index()];
            let alone = near == 0 || near & gun.bit() != 0;
            let company = if alone { gun.bit() } else { near & free };
            for lead in pieces(company) {
                let draft = Draft { attackers: gun.bit() | lead.bit(), defenders: rival.bit() };
                if self.contacts.may_battle(draft.attackers, draft.defenders, bound).is_ok()
                    && let Some(tried) = parts.with(draft)
                    && self.completes(tried, free & !draft.all(), pending, nodes)
                {
                    return true;
                }
            }
        }
        false
    }

    /// Somebody who must fight or be fought and has no free opponent left; whether it attacks.
    fn stranded(&self, free: Set) -> Option<(Piece, bool)> {
        let c = &self.contacts;
        let defender = pieces(c.bound_defenders & free).find(|q| c.suitors(*q) & free == 0);
        let attacker = || first_stranded(&c.answers, c.bound_attackers & free, free);
        defender.map(|q| (q, false)).or_else(|| attacker().map(|u| (Piece(u as u8), true)))
    }

    fn free(&self) -> Set {
        (self.contacts.attackers | self.contacts.defenders) & !self.engaged
    }

    /// whether all attackers of a cluster stand in one hex and all defenders in one hex, and all who must fight can
    /// do so in one battle: then there is only that one. Returns everybody who must be in it.
    fn single(&self, state: &State, cluster: Set) -> Option<Set> {
        let c = &self.contacts;
        let one_hex = |set: Set| {
            let mut hexes = pieces(set).map(|p| state.hex(p));
            let first = hexes.next().unwrap_or(OFF);
            hexes.all(|h| h == first)
        };
        let (attackers, defenders) = (cluster & c.attackers, cluster & c.defenders);
        if !one_hex(attackers) || !one_hex(defenders) {
            return None;
        }
        let must = Draft { attackers: c.bound_attackers & cluster | self.bound & cluster, defenders: c.bound_defenders & cluster };
        let possible = must.defenders == 0 || c.may_battle(must.attackers, must.defenders, self.bound).is_ok();
        possible.then_some(must.all())
    }

    /// Whether everything can still be completed after the battle at hand became this draft, which may be widened further
    /// (`open`) or not.
    fn allows(&self, state: &State, draft: Draft, open: bool) -> bool {
        let cluster = self.contacts.cluster(draft.all());
        let free = self.free() & !draft.all() & cluster;
        if let Some(must) = self.single(state, cluster) {
            let rest = must & !draft.all();
            let attackers = draft.attackers | rest & self.contacts.attackers;
            let defenders = draft.defenders | rest & self.contacts.defenders;
            return rest == 0 || open && self.contacts.may_battle(attackers, defenders, self.bound).is_ok();
        }
        let parts = if open { Parts::none().with(draft) } else { Some(Parts::none()) };
        let pending = self.bound & free;
        parts.is_some_and(|parts| self.completes(parts, free, pending, &mut NODES.clone()))
    }

    /// Whether the battle at hand may be left as it is.
    pub fn may_finish(&self, state: &State) -> Result<(), Illegal> {
        if self.open.all() == 0 || self.allows(state, self.open, false) {
            return Ok(());
        }
        Err(Illegal::new(
            "C61-MUA-3",
            "Left like this, somebody who must fight or be fought would find no opponent: widen the battle.",
            "Take another of those units into the battle first.",
        ))
    }

    /// Whether a battle may begin with these two. C61-MUA-5: at any odds; C61-MUA-6, C61-MUA-7: apart from others of either
    /// hex, as long as several hexes are involved.
    pub(crate) fn may_attack(&self, state: &State, unit: Piece, enemy: Piece) -> Result<(), Illegal> {
        self.may_take(state, unit, enemy)?;
        if self.engaged & enemy.bit() != 0 {
            return Err(Illegal::new("C61-DEF-7", "No defender is fought twice in a Turn.", "Choose one who is in no battle yet."));
        }
        self.contacts.may_battle(unit.bit(), enemy.bit(), self.bound)?;
        self.may_finish(state)?;
        let cluster = self.contacts.cluster(unit.bit() | enemy.bit());
        if self.engaged & cluster != 0 && self.single(state, cluster).is_some() {
            return Err(Illegal::new(
                "C61-MUA-2",
                "One stack against one stack is one battle: separate battles need separate hexes.",
                "Take that stack into the battle at hand, or attack another hex.",
            ));
        }
        let draft = Draft { attackers: unit.bit(), defenders: enemy.bit() };
        if self.allows(state, draft, true) {
            return Ok(());
        }
        Err(Illegal::new(
            "C61-MUA-3",
            "Then somebody else who must fight or be fought would find no opponent.",
            "Choose another opponent, or take fewer units and enemies.",
        ))
    }

    /// Whether an attacker may join the battle at hand.
    pub(crate) fn may_join(&self, state: &State, unit: Piece) -> Result<(), Illegal> {
        if self.open.all() == 0 {
            return Err(Illegal::new(
                "C61-MUA-1",
                "No battle has been begun that it could join.",
                "Attack an enemy first; then others can join.",
            ));
        }
        self.may_take(state, unit, first(self.open.defenders).expect("a battle has defenders"))?;
        self.may_widen(state, Draft { attackers: self.open.attackers | unit.bit(), ..self.open })
    }

    /// Whether a defender may be drawn into the battle at hand.
    pub(crate) fn may_include(&self, state: &State, enemy: Piece) -> Result<(), Illegal> {
        if self.open.all() == 0 {
            return Err(Illegal::new(
                "C61-MUA-1",
                "No battle has been begun that it could be drawn into.",
                "Attack an enemy first; then others can be drawn in.",
            ));
        }
        if self.engaged & enemy.bit() != 0 {
            return Err(Illegal::new("C61-DEF-7", "No defender is fought twice in a Turn.", "Choose one who is in no battle yet."));
        }
        self.may_widen(state, Draft { defenders: self.open.defenders | enemy.bit(), ..self.open })
    }

    fn may_widen(&self, state: &State, draft: Draft) -> Result<(), Illegal> {
        if pieces(draft.attackers).any(|u| pieces(draft.defenders).any(|q| self.is_afloat(state, u, q))) {
            return Err(AFLOAT);
        }
        self.contacts.may_battle(draft.attackers, draft.defenders, self.bound)?;
        if self.allows(state, draft, true) {
            return Ok(());
        }
        Err(Illegal::new(
            "C61-MUA-3",
            "Then somebody else who must fight or be fought would find no opponent.",
            "Take fewer, and leave the others for a battle of their own.",
        ))
    }

    /// C61-ZONE-3, R-30: whether the two stand on neighbouring river hexes.
    fn is_afloat(&self, state: &State, unit: Piece, enemy: Piece) -> bool {
        let (a, b) = (state.hex(unit), state.hex(enemy));
        self.ground.river(a) && self.ground.river(b) && self.ground.distance(a, b) == 1
    }

    /// C61-ATT-8, C61-CBT-1, C61-DEF-7: each in one battle only.
    fn may_take(&self, state: &State, unit: Piece, enemy: Piece) -> Result<(), Illegal> {
        if self.engaged & unit.bit() != 0 {
            return Err(Illegal::new("C61-CBT-1", "A unit fights in one battle only.", "Choose one that is still free."));
        }
        if self.is_afloat(state, unit, enemy) {
            return Err(AFLOAT);
        }
        if self.contacts.attackers & unit.bit() == 0 {
            return Err(Illegal::new(
                "C61-ZONE-5",
                "It is in contact with no enemy that it may attack.",
                "Choose a unit next to an enemy, or artillery in range of one.",
            ));
        }
        if self.contacts.defenders & enemy.bit() == 0 {
            return Err(Illegal::new(
                "C61-ZONE-5",
                "No unit of yours is in contact with that enemy.",
                "Choose an enemy next to a unit of yours, or within range of your artillery.",
            ));
        }
        Ok(())
    }

    /// Whether everybody who must be in a battle is.
    pub(crate) fn may_commit(&self, state: &State) -> Result<(), Illegal> {
        self.may_finish(state)?;
        let free = self.free();
        if self.contacts.bound_defenders & free != 0 {
            return Err(Illegal::new(
                "C61-ZONE-2",
                "An enemy who must be fought is in no battle yet.",
                "Attack him, or take him into the battle at hand.",
            ));
        }
        if self.contacts.bound_attackers & free != 0 {
            return Err(Illegal::new("C61-ATT-9", "A unit in contact that has not moved away must attack.", "Put it into a battle."));
        }
        if self.contacts.artillery(self.bound & free) != 0 {
            return Err(Illegal::new(
                "C61-SZ-a",
                "Artillery with enemy artillery in range must fight it.",
                "Put it into a battle against artillery.",
            ));
        }
        if self.bound & free != 0 {
            return Err(Illegal::new(
                "C61-SZ-b",
                "Infantry and cavalry in range of enemy artillery must join those who are next to it.",
                "Take them into that battle.",
            ));
        }
        Ok(())
    }

    /// What an attacker can do: join the battle at hand, or begin one.
    fn each_part_of(&self, state: &State, unit: Piece, mut each: impl FnMut(Action)) {
        if self.may_join(state, unit).is_ok() {
            each(Action::Join(unit));
        }
        for enemy in pieces(self.contacts.touches[unit.index()] & self.free()) {
            if self.may_attack(state, unit, enemy).is_ok() {
                each(Action::Attack(unit, enemy));
            }
        }
    }

    /// Everything that can be added to the division.
    fn each_addition(&self, state: &State, mut each: impl FnMut(Action)) {
        let free = self.free();
        for unit in pieces(free & self.contacts.attackers) {
            self.each_part_of(state, unit, &mut each);
        }
        for enemy in pieces(free & self.contacts.defenders) {
            if self.may_include(state, enemy).is_ok() {
                each(Action::Include(enemy));
            }
        }
    }

    /// Those of the attacker who must fight, and those of the defender who must be fought, and are in no battle yet.
    pub(crate) fn still_open(&self) -> (Set, Set) {
        let free = self.free();
        ((self.contacts.bound_attackers | self.bound) & free, self.contacts.bound_defenders & free)
    }

    /// Units with a duty at two hexes that no other duty sees to: artillery that has other opponents than artillery too, or can only join
    /// others against it (C61-SZ-a); infantry and cavalry that can only join others (C61-SZ-b).
    fn delicate(&self) -> Set {
        let c = &self.contacts;
        let guns = c.artillery(c.attackers);
        pieces(guns)
            .filter(|g| c.rivals(*g) != 0 && (c.answers[g.index()] == 0 || c.answers[g.index()] & !c.rivals(*g) != 0))
            .fold(c.joiners, |s, g| s | g.bit())
    }
}

impl Chancellorsville1961 {
    /// The division as far as it has come.
    pub fn division(&self, state: &State) -> Division {
        let contacts = self.contacts(state, state.mover);
        let open = Draft { attackers: 0, defenders: 0 };
        let mut division = Division { contacts, engaged: state.engaged(), open, bound: state.bound, ground: &self.book.ground };
        if state.open {
            let members = state.members(state.battles);
            let own = self.book.of[state.mover.index()];
            division.open = Draft { attackers: members & own, defenders: members & !own };
        }
        division
    }

    /// Begins the division after movement: fixes which duties at two hexes stand, or goes on if nobody can fight.
    pub(crate) fn begin_division(&self, state: &mut State) -> bool {
        state.step = Step::Divide;
        let mut division = self.division(state);
        if !self.anything_to_divide(state, &division) {
            return false;
        }
        for unit in pieces(division.delicate()) {
            let cluster = division.contacts.cluster(unit.bit());
            let free = division.free() & cluster;
            let pending = (division.bound | unit.bit()) & cluster;
            if division.completes(Parts::none(), free, pending, &mut NODES.clone()) {
                division.bound |= unit.bit();
            }
        }
        state.bound = division.bound;
        true
    }

    /// Whether any battle must or may be fought.
    fn anything_to_divide(&self, state: &State, division: &Division) -> bool {
        let c = &division.contacts;
        c.bound_defenders != 0
            || pieces(c.attackers).any(|u| pieces(c.touches[u.index()]).any(|q| division.may_attack(state, u, q).is_ok()))
    }

    /// Lets every watched duty lapse if nothing could be done otherwise: only if the search could not show a way that is there. Returns whether
    /// it did.
    fn relax(&self, state: &State, division: &mut Division) -> bool {
        if state.bound == 0 || division.may_commit(state).is_ok() {
            return false;
        }
        let c = &division.contacts;
        let free = division.free();
        let stuck = !pieces(free & c.attackers).any(|u| {
            division.may_join(state, u).is_ok() || pieces(c.touches[u.index()] & free).any(|q| division.may_attack(state, u, q).is_ok())
        }) && !pieces(free & c.defenders).any(|q| division.may_include(state, q).is_ok());
        if stuck {
            division.bound = 0;
        }
        stuck
    }

    /// Returns a question about the division under the duties in force.
    fn under_duties(&self, state: &State, ask: impl Fn(&Division) -> Result<(), Illegal>) -> Result<(), Illegal> {
        let mut division = self.division(state);
        match ask(&division) {
            Err(_) if self.relax(state, &mut division) => ask(&division),
            answer => answer,
        }
    }

    /// Whether an action of the division is legal.
    pub(crate) fn may_divide(&self, state: &State, by: Side, action: Action) -> Result<(), Illegal> {
        if state.step != Step::Divide {
            return Err(Illegal::new(
                "C61-MUA-2",
                "Battles are divided after movement and before the first die.",
                "Finish movement first.",
            ));
        }
        if state.mover != by {
            return Err(Illegal::new("C61-ATT-11", "The player whose Turn it is attacks.", "Wait for your own Turn."));
        }
        self.under_duties(state, |division| match action {
            Action::Attack(unit, enemy) => division.may_attack(state, unit, enemy),
            Action::Join(unit) => division.may_join(state, unit),
            Action::Include(enemy) => division.may_include(state, enemy),
            Action::DivideRest => Ok(()),
            _ => division.may_commit(state),
        })
    }

    /// Enters an action of the division.
    pub(crate) fn divide<K: Sink<Event>>(&self, state: &mut State, action: Action, sink: &mut K) {
        match action {
            Action::Attack(unit, enemy) => {
                state.battles += 1;
                state.open = true;
                state.battle[unit.index()] = state.battles;
                state.battle[enemy.index()] = state.battles;
            }
            Action::Join(piece) | Action::Include(piece) => state.battle[piece.index()] = state.battles,
            Action::DivideRest => {
                while self.may_divide(state, state.mover, Action::Commit).is_err() {
                    let next = self.next_addition(state);
                    self.divide(state, next, sink);
                }
                self.commit(state, sink);
            }
            _ => self.commit(state, sink),
        }
    }

    /// A sensible next step for a player who leaves the division to the rules: widen the battle at hand with attackers, then
    /// with whom it must take in, then begin one against somebody who must be fought.
    fn next_addition(&self, state: &State) -> Action {
        let mut division = self.division(state);
        let must = division.contacts.bound_defenders | division.contacts.bound_attackers | division.bound;
        let unfinished = division.may_finish(state).is_err();
        let rank = |a: Action| match a {
            Action::Join(u) if must & u.bit() != 0 => 0,
            Action::Include(q) if unfinished && must & q.bit() != 0 => 1,
            Action::Attack(u, q) if must & u.bit() != 0 && must & q.bit() != 0 => 2,
            _ => 5,
        };
        let mut best: Option<(u8, Action)> = None;
        self.relax(state, &mut division);
        division.each_addition(state, |action| {
            let rank = rank(action);
            if best.is_none_or(|(least, _)| rank < least) {
                best = Some((rank, action));
            }
        });
        best.expect("a division can always be completed").1
    }

    /// The division under the duties in force.
    fn in_force(&self, state: &State) -> Division {
        let mut division = self.division(state);
        self.relax(state, &mut division);
        division
    }

    /// All that can be done in the division, in the order in which it is listed subject by subject, for whoever wants everything at once.
    pub fn list_whole_division(&self, state: &State, division: &mut Division, out: &mut Vec<Action>) {
        self.relax(state, division);
        division.each_addition(state, |action| out.push(action));
        out.push(if division.may_commit(state).is_ok() { Action::Commit } else { Action::DivideRest });
    }

    /// The division stands: the battles will be fought.
    fn commit<K: Sink<Event>>(&self, state: &mut State, sink: &mut K) {
        let (side, battles) = (state.mover, state.battles);
        state.open = false;
        state.bound = 0;
        state.unfought = (1..=battles).fold(0, |set, b| set | 1 << b);
        sink.tell(|| Event::Divided(side, battles));
        self.next_battle(state, sink);
    }

    /// The subjects of the division.
    pub(crate) fn list_division(&self, state: &State, out: &mut Vec<Subject>) {
        let division = self.in_force(state);
        let free = division.free();
        let finishes = division.may_finish(state).is_ok();
        for u in pieces(free & division.contacts.attackers) {
            let begins =
                || finishes && pieces(division.contacts.touches[u.index()] & free).any(|q| division.may_attack(state, u, q).is_ok());
            if division.may_join(state, u).is_ok() || begins() {
                out.push(Subject::Piece(u));
            }
        }
        for q in pieces(free & division.contacts.defenders) {
            if division.may_include(state, q).is_ok() {
                out.push(Subject::Piece(q));
            }
        }
        if division.may_commit(state).is_ok() {
            out.push(Subject::Done);
        } else {
            out.push(Subject::Rest);
        }
    }

    /// What a subject of the division can do.
    pub(crate) fn list_division_options(&self, state: &State, subject: Subject, out: &mut Vec<Action>) {
        match subject {
            Subject::Done => out.push(Action::Commit),
            Subject::Rest => out.push(Action::DivideRest),
            Subject::Piece(piece) => {
                let division = self.in_force(state);
                if division.contacts.attackers & piece.bit() == 0 {
                    out.push(Action::Include(piece));
                } else {
                    division.each_part_of(state, piece, |action| out.push(action));
                }
            }
            _ => {}
        }
    }
}

impl Chancellorsville1961 {
    /// Whether the battles of a position could have been divided like this, and can be completed.
    pub(crate) fn audit_division(&self, state: &State) -> Result<(), engine::BadField> {
        let bad = |because: String| Err(engine::BadField::new("battles", because));
        let division = self.division(state);
        if state.battles == 0 && !self.anything_to_divide(state, &division) {
            return bad("nobody is in contact: there is no battle to divide".into());
        }
        let own = self.book.of[state.mover.index()];
        let relaxed = Division { bound: 0, contacts: self.contacts(state, state.mover), ..division };
        let alone = |number: u8| format!("battle {number} leaves somebody who must fight or be fought without an opponent");
        let mut last = 0;
        for number in 1..=state.battles {
            let members = state.members(number);
            let draft = Draft { attackers: members & own, defenders: members & !own };
            if let Err(illegal) = relaxed.contacts.may_battle(draft.attackers, draft.defenders, 0) {
                return bad(format!("battle {number}: {illegal}"));
            }
            let cluster = relaxed.contacts.cluster(draft.all());
            if number == state.battles {
                last = cluster;
                if !relaxed.allows(state, draft, state.open) {
                    return bad(alone(number));
                }
            } else if relaxed.single(state, cluster).is_some_and(|must| must & !draft.all() != 0) {
                return bad(alone(number));
            }
        }
        let free = relaxed.free() & !last;
        if let Some((left, _)) = relaxed.stranded(free)
            && !relaxed.completes(Parts::none(), free, 0, &mut NODES.clone())
        {
            return bad(format!("{} is left without an opponent", self.id(left)));
        }
        if division.bound & !division.delicate() != 0 {
            return Err(engine::BadField::new("bound", "only units with a duty to fight enemy artillery in range are bound"));
        }
        Ok(())
    }

    /// For a hand-written position that begins with the division: which duties at two hexes stand.
    pub(crate) fn fix_duties(&self, state: &mut State) {
        if state.battles == 0 && state.bound == 0 {
            self.begin_division(state);
        }
    }
}
