//! Who is in contact with whom: the primary zone, the secondary zone, and the table of secondary zone combat (C61-SZ-1 to
//! C61-SZ-9) as three sets for each defender.
//!
//! | defender | next to attackers | artillery at two | others at two | fought? | by |
//! | --- | --- | --- | --- | --- | --- |
//! | artillery | no | yes | any | must be (C61-SZ-1, C61-SZ-5, C61-SZ-6, C61-SZ-9) | the artillery |
//! | artillery | no | no | yes | must be (C61-SZ-3, C61-SZ-8) | the others |
//! | other | no | yes | any | may be (C61-SZ-2, C61-SZ-7) | artillery with no enemy artillery in its range |
//! | other | no | no | yes | cannot be (C61-SZ-4) | |
//! | artillery | yes | yes | any | must be, in one battle (C61-PSC-1) | those next to it, with the artillery in range |
//! | artillery | yes | no | yes | must be, in one battle (C61-PSC-1) | those next to it, with all others at two (C61-SZ-3, C61-SZ-b) |
//! | other | yes | any | | must be, in one battle (C61-PSC-1) | those next to it, with artillery in range |

use crate::counters::{PIECES, Piece, Set, pieces};
use crate::{Chancellorsville1961, State};
use engine::{Illegal, Side};

/// All contacts of the mover's units, and what follows from them.
pub struct Contacts {
    /// For each defender: attackers who may fight it at one hex.
    pub near: [Set; PIECES],
    /// For each defender: attacking artillery at two hexes.
    pub guns: [Set; PIECES],
    /// For each defending artillery: attacking infantry and cavalry at two hexes.
    pub others: [Set; PIECES],
    /// For each attacker: all defenders it may fight in some way.
    pub(crate) touches: [Set; PIECES],
    /// For each attacker: defenders whose duty it can meet by itself.
    pub answers: [Set; PIECES],
    /// Attackers with any contact.
    pub(crate) attackers: Set,
    /// Defenders with any contact.
    pub defenders: Set,
    /// Attackers who must fight: next to an enemy (C61-ATT-9), or by themselves in range of artillery (C61-SZ-b).
    pub bound_attackers: Set,
    /// Infantry and cavalry in range of artillery that others are next to: they must join these (C61-SZ-b).
    pub(crate) joiners: Set,
    /// Defenders who must be fought (C61-MUA-3).
    pub bound_defenders: Set,
    /// All artillery.
    artillery: Set,
}

impl Contacts {
    /// Those who can meet a defender's duty to be fought: the row of the table that it is in.
    #[inline]
    pub fn suitors(&self, q: Piece) -> Set {
        let i = q.index();
        match (self.near[i], self.artillery & q.bit() != 0) {
            (0, false) => 0,
            (0, true) if self.guns[i] != 0 => self.guns[i],
            (0, true) => self.others[i],
            (near, _) => near,
        }
    }

    /// C61-SZ-c, R-9: whether own artillery may fight that artillery too, so that infantry and cavalry at two hexes stay out.
    #[inline]
    pub(crate) fn is_covered(&self, q: Piece) -> bool {
        self.guns[q.index()] | self.near[q.index()] & self.artillery != 0
    }

    /// The enemy artillery that an artillery unit may fight (C61-SZ-a).
    #[inline]
    pub(crate) fn rivals(&self, gun: Piece) -> Set {
        self.touches[gun.index()] & self.artillery
    }

    /// Artillery among them.
    #[inline]
    pub fn artillery(&self, set: Set) -> Set {
        set & self.artillery
    }

    /// Whether these attackers and these defenders make a battle that the rules know. `bound`: artillery whose duty to fight
    /// artillery stands even if it needs watching.
    pub(crate) fn may_battle(&self, attackers: Set, defenders: Set, bound: Set) -> Result<(), Illegal> {
        for u in pieces(attackers) {
            if defenders & !self.touches[u.index()] != 0 {
                return Err(Illegal::new(
                    "C61-MUA-4",
                    "Every attacker of a battle must be in contact with every defender in it.",
                    "Leave out whoever is not in contact with all of them, or fight fewer together.",
                ));
            }
        }
        for q in pieces(defenders) {
            self.may_be_fought(q, attackers, defenders)?;
        }
        for gun in pieces(self.artillery & attackers) {
            let rivals = self.rivals(gun);
            if rivals != 0 && rivals & defenders == 0 {
                // where the duty has lapsed the artillery still fights whoever is next to it.
                let close = pieces(defenders).any(|q| self.near[q.index()] & gun.bit() != 0);
                if bound & gun.bit() != 0 || !close {
                    return Err(Illegal::new(
                        "C61-SZ-a",
                        "Artillery with enemy artillery in range must fight artillery.",
                        "Choose an enemy artillery unit in range.",
                    ));
                }
            }
        }
        Ok(())
    }

    /// Whether a defender may be fought by these attackers in one battle with these others: its row of the table. Artillery is
    /// fought by artillery alone where there is some (C61-SZ-9), else by the others, who may fight nobody beside it (C61-SZ-8).
    fn may_be_fought(&self, q: Piece, attackers: Set, defenders: Set) -> Result<(), Illegal> {
        let i = q.index();
        if attackers & self.others[i] != 0 && self.is_covered(q) {
            return Err(Illegal::new(
                "C61-SZ-c",
                "Infantry and cavalry do not fight at two hexes where your artillery is in range.",
                "Let the artillery fight it, or go next to it in your next Turn.",
            ));
        }
        if self.near[i] != 0 {
            return match attackers & self.near[i] {
                0 => Err(Illegal::new(
                    "C61-PSC-1",
                    "An enemy with your units next to it is fought by at least one of them.",
                    "Take a unit next to it into the battle.",
                )),
                _ => Ok(()),
            };
        }
        match (self.artillery & q.bit() != 0, self.guns[i]) {
            (true, _) => Ok(()),
            (false, 0) => Err(Illegal::new(
                "C61-SZ-4",
                "Infantry, cavalry and headquarters are not fought at two hexes without artillery.",
                "Attack it with a unit next to it, or with artillery.",
            )),
            (false, _) => {
                // C61-SZ-2, C61-SZ-7: a bombardment is a battle of its own.
                let mixed = pieces(defenders).any(|o| self.near[o.index()] != 0 || self.artillery & o.bit() != 0);
                if mixed {
                    return Err(Illegal::new(
                        "C61-SZ-5",
                        "At two hexes only the artillery is fought, others in its company are ignored.",
                        "Choose the artillery.",
                    ));
                }
                Ok(())
            }
        }
    }

    /// Everybody connected by contact with these.
    pub(crate) fn cluster(&self, seed: Set) -> Set {
        let mut found = seed;
        loop {
            let mut wider = found;
            for u in pieces(found & self.attackers) {
                wider |= self.touches[u.index()];
            }
            for q in pieces(found & self.defenders) {
                let i = q.index();
                wider |= self.near[i] | self.guns[i] | self.others[i];
            }
            if wider == found {
                return found;
            }
            found = wider;
        }
    }
}

impl Chancellorsville1961 {
    /// Who of the units of a hex counts as an opponent: C61-CBT-3, R-13, a headquarters with combat units in its hex is
    /// none of its own.
    #[inline]
    pub(crate) fn named(&self, units: Set) -> Set {
        let fighters = units & self.book.fighters();
        if fighters != 0 { fighters } else { units }
    }

    /// All contacts of a side's units on the map (C61-ZONE-1 to C61-ZONE-7). C61-ZONE-6: artillery touches every enemy at two
    /// hexes, whatever lies between (C61-ZONE-7).
    pub fn contacts(&self, state: &State, by: Side) -> Contacts {
        let (book, ground) = (self.book, &self.book.ground);
        let enemy = by.enemy();
        let mut found = Contacts {
            near: [0; PIECES],
            guns: [0; PIECES],
            others: [0; PIECES],
            touches: [0; PIECES],
            answers: [0; PIECES],
            attackers: 0,
            defenders: 0,
            bound_attackers: 0,
            joiners: 0,
            bound_defenders: 0,
            artillery: book.guns,
        };
        let enemies = book.units() & book.of[enemy.index()];
        for u in pieces(book.fighters() & book.of[by.index()] & state.on_map()) {
            let hex = state.hex(u);
            let gun = book.gun(u);
            if gun.is_none() && state.control(enemy, hex) == 0 {
                continue;
            }
            let mut touches = 0;
            for near in ground.around(hex) {
                // C61-ZONE-3, R-30: no combat between neighbouring river hexes.
                if state.is_empty(*near) || ground.river(hex) && ground.river(*near) {
                    continue;
                }
                let mut there = self.named(state.stack(*near) & enemies);
                if let Some(gun) = gun {
                    there &= state.rights[gun]; // C61-SZ-note
                }
                pieces(there).for_each(|q| found.near[q.index()] |= u.bit());
                touches |= there;
            }
            for far in ground.ring(hex) {
                if state.is_empty(*far) {
                    continue;
                }
                let there = self.named(state.stack(*far) & enemies);
                if gun.is_some() {
                    pieces(there).for_each(|q| found.guns[q.index()] |= u.bit());
                    touches |= there;
                } else {
                    pieces(there & book.guns).for_each(|q| found.others[q.index()] |= u.bit());
                    touches |= there & book.guns;
                }
            }
            found.touches[u.index()] = touches;
            if touches != 0 {
                found.attackers |= u.bit();
                found.defenders |= touches;
            }
        }
        for q in pieces(found.defenders) {
            let suitors = found.suitors(q);
            if suitors != 0 {
                found.bound_defenders |= q.bit();
                found.bound_attackers |= suitors;
                pieces(suitors).for_each(|u| found.answers[u.index()] |= q.bit());
            }
        }
        for q in pieces(found.defenders & book.guns) {
            if found.near[q.index()] != 0 && !found.is_covered(q) {
                found.joiners |= found.others[q.index()];
            }
        }
        found.joiners &= !found.bound_attackers;
        found
    }
}
