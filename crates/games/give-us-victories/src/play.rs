//! The rules as the engine asks for them: what may be listed, whether it is allowed, and what it does. Each arm is one call into a chapter.

use crate::action::{Action, Event, Subject};
use crate::combat::{ATTACK, DEFENCE};
use crate::counters::{ChitKind, tables};
use crate::events::{BAD_LUCK, Card};
use crate::ids::{EventId, Pieces};
use crate::listing::LISTED;
use crate::movement::ATTRITION;
use crate::pontoons::UNDER_FIRE;
use crate::state::{FightStage, ShellStage, State, Step};
use crate::{Check, GiveUsVictories};
use engine::Rules;
use engine::{Actor, Class, Illegal, Roll, Side, Sink};

const NOT_NOW: Illegal = Illegal::new("GUV-6.3", "That cannot be done at this moment.", "Do what the prompt asks.");

impl Rules for GiveUsVictories {
    type State = State;
    type Action = Action;
    type Subject = Subject;
    type Event = Event;

    fn start(&self) -> State {
        self.opening()
    }

    fn actor(&self, state: &State) -> Actor {
        self.who(state)
    }

    fn subjects(&self, state: &State, by: Side, out: &mut Vec<Subject>) {
        self.list_subjects(state, by, out);
    }

    fn options(&self, state: &State, by: Side, subject: Subject, out: &mut Vec<Action>) {
        self.list_options(state, by, subject, out);
    }

    fn asides(&self, state: &State, by: Side, out: &mut Vec<Action>) {
        self.list_asides(state, by, out);
    }

    fn check(&self, state: &State, by: Side, action: Action) -> Result<(), Illegal> {
        self.may(state, by, action)
    }

    fn apply_unchecked<K: Sink<Event>>(&self, state: &mut State, by: Side, action: Action, sink: &mut K) {
        self.perform(state, by, action, sink);
        self.proceed(state, sink);
        self.keep(state);
    }

    fn settle<K: Sink<Event>>(&self, state: &mut State, roll: &Roll, sink: &mut K) {
        self.rolled(state, roll, sink);
        self.proceed(state, sink);
        self.keep(state);
    }

    fn classes(&self, state: &State, out: &mut Vec<Class>) {
        self.list_classes(state, out);
    }

    fn phase(&self, state: &State) -> u32 {
        u32::from(state.phase)
    }

    fn hash(&self, state: &State) -> u64 {
        crate::audit::hash(state)
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        crate::audit::audit(self, state)
    }
}

impl GiveUsVictories {
    /// Whether a side may do this now.
    pub fn may(&self, state: &State, by: Side, action: Action) -> Check {
        if let Action::DropDummy { hex } = action {
            if state.agenda.top() == Step::Over {
                return Err(NOT_NOW);
            }
            return self.may_drop_dummy(state, by, hex);
        }
        if !self.who(state).asks(by) {
            return Err(Illegal::new("GUV-6.1", "The other side, or the dice, are asked now.", "Wait until the prompt names your side."));
        }
        let top = state.agenda.top();
        match (top, action) {
            (Step::Boxes, Action::Assign { chit, into }) => self.may_assign(state, by, chit, into),
            (Step::Deploy(_), Action::Place { piece, hex }) => self.may_deploy(state, by, piece, hex),
            (Step::Deploy(_), Action::Preset) => self.may_preset(state, by),
            (Step::Deploy(_), Action::PlaceRest) => Ok(()),
            (Step::Arrive, Action::Place { piece, hex }) => self.may_arrive(state, by, piece, hex),
            (_, Action::PlaceDummy { hex }) => self.may_place_dummy(state, by, hex),
            (Step::Dummies, Action::Done) => Ok(()),
            (Step::Choose, Action::Choose { chit }) => self.may_choose_alone(state, by, chit),
            (Step::Choose, Action::Group { chit, under }) => self.may_group(state, by, chit, under),
            (Step::Choose, Action::Done) => self.may_end_choice(state, by),
            (Step::Drawn, Action::Activate { hex }) => self.may_activate(state, hex),
            (Step::Drawn, Action::Pass) => Ok(()),
            (Step::Drawn, Action::Forgo) => self.may_forgo(state),
            (Step::Drawn, Action::Name { chit }) => self.may_good_general(state, chit),
            (Step::Muster, Action::Take { piece }) => self.may_take(state, piece),
            (Step::Muster, Action::Exchange { piece, instead }) => self.may_exchange(state, piece, instead),
            (Step::Muster, Action::Exclude { piece }) => self.may_exclude(state, piece),
            (Step::Muster | Step::Movement, Action::ForceMarch) => self.may_force_march(state),
            (Step::Muster, Action::Done) => Ok(()),
            (Step::Muster | Step::Movement, Action::Detach { hex }) => self.may_detach(state, hex),
            (Step::Bombardment, Action::Detach { hex }) if state.barrage.is_none() => self.may_detach(state, hex),
            (Step::Combat, Action::Detach { hex }) if state.battle.is_none() => self.may_detach(state, hex),
            (Step::Movement, Action::March { pieces, path }) => self.may_march(state, &pieces, path),
            (Step::Movement, Action::Exit { pieces }) => self.may_exit(state, &pieces),
            (Step::Movement, Action::Skirmish { piece, hex }) => self.may_skirmish(state, piece, hex),
            (Step::Combat, Action::Skirmish { piece, hex }) if state.battle.is_none() => self.may_skirmish(state, piece, hex),
            (Step::Movement, Action::Build { piece, to }) => self.may_build(state, piece, to),
            (Step::Movement, Action::Dismantle { from, to }) => self.may_dismantle(state, from, to),
            (Step::Movement, Action::Seize { piece, to } | Action::Destroy { piece, to }) => self.may_seize(state, piece, to),
            (Step::Movement, Action::Done) => Ok(()),
            (Step::Attrition, Action::Suffer { piece }) => {
                if self.weary(state).has(piece) {
                    Ok(())
                } else {
                    Err(Illegal::new("GUV-9.28", "A unit of the formation that marched bears the loss.", "Choose such a unit."))
                }
            }
            (Step::Displace, _) => self.among(
                state,
                by,
                action,
                Illegal::new("GUV-5.5", "The overfull hex is relieved first.", "Choose a unit of that hex, and where it goes."),
            ),
            (Step::Bombardment, Action::Fire { gun, target }) => self.may_fire(state, gun, target),
            (Step::Bombardment, Action::OpenFire) => {
                if state.barrage.is_some() {
                    Ok(())
                } else {
                    Err(Illegal::new("GUV-12.6", "No gun is laid.", "Choose a gun and a hex first."))
                }
            }
            (Step::Bombardment, Action::Done) => {
                if state.barrage.is_none() {
                    Ok(())
                } else {
                    Err(Illegal::new("GUV-12.6", "The guns that are laid open fire first.", "Open fire, then go on."))
                }
            }
            (Step::Combat, Action::Fire { .. }) => {
                Err(Illegal::new("GUV-6.3", "Bombardment comes before combat.", "Bombard now, or go on to combat; what has moved stays."))
            }
            (Step::Combat, Action::Attack { piece, target }) => self.may_attack(state, piece, target),
            (Step::Combat, Action::Storm { from, target }) => self.may_storm(state, from, target),
            (Step::Combat, Action::Widen { hex }) => self.may_widen(state, hex),
            (Step::Combat, Action::Fight) => self.may_begin(state),
            (Step::Combat, Action::Done) => {
                if state.battle.is_some() {
                    return Err(Illegal::new(
                        "GUV-14.9",
                        "The combat that is being prepared is fought first.",
                        "Fight it or give it up first.",
                    ));
                }
                self.may_end_combat(state)
            }
            (Step::Muster | Step::Movement, Action::Attack { .. } | Action::Storm { .. } | Action::Fire { .. }) => {
                if self.night(state) && !state.act().night_attack {
                    Err(Illegal::new(
                        "GUV-7.1",
                        "At night there is no bombardment, and no combat without a night attack.",
                        "End the activation.",
                    ))
                } else {
                    Err(Illegal::new("GUV-6.3", "Movement comes first, then bombardment, then combat.", "End the movement first."))
                }
            }
            (Step::SupplyCards(_), Action::Done) => Ok(()),
            (Step::Recovery(_), Action::Recover { piece }) => self.may_recover(state, by, piece),
            (Step::Recovery(_), Action::Done) => Ok(()),
            (Step::Approach, Action::Break { hex }) => self.may_break(state, hex),
            (Step::Approach, Action::Done) => Ok(()),
            (Step::Withdraw, Action::Withdraw { pieces, path }) => self.may_withdraw(state, &pieces, path),
            (Step::Rout(side), Action::Retreat { piece, path }) => self.may_rout(state, side, piece, path),
            (Step::Behind(_), Action::BreakBridge | Action::Done) => Ok(()),
            (Step::FallBack, Action::FallBack { piece, path }) => self.may_fall_back(state, piece, path),
            (Step::FallBack, Action::Done) => Ok(()),
            (Step::Shell, Action::Entrench { hex }) if state.barrage().stage == ShellStage::Works => {
                if hex != state.barrage().target {
                    return Err(Illegal::new(
                        "GUV-14.27",
                        "Breastworks are made in the hex that is bombarded.",
                        "Choose that hex, or go on without.",
                    ));
                }
                self.may_entrench(state, by, hex)
            }
            (Step::Shell, _) => {
                self.among(state, by, action, Illegal::new("GUV-12.13", "The bombardment is settled first.", "Do what the prompt asks."))
            }
            (Step::Fight, Action::Point { enemy, die }) => match state.battle().stage {
                FightStage::AttackBonus => self.may_point(state, ATTACK, enemy, die),
                FightStage::DefenceBonus => self.may_point(state, DEFENCE, enemy, die),
                _ => Err(Illegal::new("GUV-14.17", "Bonus points are placed before any die is rolled.", "Place them, or roll.")),
            },
            (Step::Fight, Action::CreekDie { die }) => {
                let battle = state.battle();
                if battle.stage == FightStage::DefenceBonus && battle.creek && die < self.dice(battle, ATTACK) {
                    Ok(())
                } else {
                    Err(NOT_NOW)
                }
            }
            (Step::Fight, Action::TiredDie { die }) => {
                let battle = state.battle();
                if battle.stage == FightStage::DefenceBonus && battle.tired && die < self.dice(battle, DEFENCE) {
                    Ok(())
                } else {
                    Err(NOT_NOW)
                }
            }
            (Step::Fight, Action::Entrench { hex }) if state.battle().stage == FightStage::Entrench => {
                if !state.battle().targets.has(hex) {
                    return Err(Illegal::new(
                        "GUV-14.27",
                        "Breastworks are made in a hex that is attacked.",
                        "Choose such a hex, or go on without.",
                    ));
                }
                self.may_entrench(state, by, hex)
            }
            (Step::Fight, Action::Screen { hex }) if state.battle().stage == FightStage::Screen => self.screener(state, hex).map(drop),
            (Step::Fight, Action::Mark { piece }) => match state.battle().stage {
                FightStage::AttackSixes => self.may_mark(state, ATTACK, piece),
                FightStage::DefenceSixes => self.may_mark(state, DEFENCE, piece),
                _ => Err(Illegal::new("GUV-14.45", "There is no six to use now.", "Do what the prompt asks.")),
            },
            (Step::Fight, Action::GiveGround) if state.battle().stage == FightStage::DefenceLosses => self.may_give_ground(state),
            (Step::Fight, Action::Suffer { .. }) => self.among(
                state,
                by,
                action,
                Illegal::new("GUV-14.19", "The first loss, after skirmishers, falls on infantry of this combat.", "Choose such a unit."),
            ),
            (Step::Fight, Action::Retreat { piece, path }) if state.battle().stage == FightStage::Retreat => {
                self.may_go_back(state, piece, path)
            }
            (Step::Fight, Action::Advance { piece, hex }) if state.battle().stage == FightStage::Advance => {
                self.may_advance(state, piece, hex)
            }
            (Step::Fight, Action::Play { .. }) => self.may_play_any(state, by, action),
            (Step::Fight, _) => {
                self.among(state, by, action, Illegal::new("GUV-14.9", "The combat at hand is settled first.", "Do what the prompt asks."))
            }
            (_, Action::Play { .. }) => self.may_play_any(state, by, action),
            (_, Action::Attack { .. } | Action::Storm { .. } | Action::March { .. } | Action::Fire { .. }) => Err(Illegal::new(
                "GUV-6.3",
                "Movement, bombardment and combat follow in this order.",
                "Do what the prompt asks; the next step comes after it.",
            )),
            _ => Err(NOT_NOW),
        }
    }

    pub(crate) fn may_play_any(&self, state: &State, by: Side, action: Action) -> Check {
        let Action::Play { event, hex, piece, chit } = action else { return Err(NOT_NOW) };
        self.may_play_event(state, by, Card { event, hex, piece, chit })
    }

    /// Where everything legal is listed, the list is the law.
    pub(crate) fn among(&self, state: &State, by: Side, action: Action, refusal: Illegal) -> Check {
        let actions = self.listed(state, by);
        let found = actions.contains(&action);
        LISTED.set(actions);
        if found { Ok(()) } else { Err(refusal) }
    }

    /// GUV-17.2, R-34, R-67: a formation or Independent chit may be given up for an event.
    pub(crate) fn may_forgo(&self, state: &State) -> Check {
        let act = state.act();
        if !self.opt.events {
            return Err(Illegal::new("GUV-17.2", "There is no cup of events in this game.", "Activate the formation, or pass."));
        }
        let by_event = act.formations.has(self.named.good_general);
        if by_event || !matches!(self.kind(act.chit), ChitKind::Formation | ChitKind::Independent) {
            return Err(Illegal::new(
                "GUV-17.2",
                "Only a formation or the Independent chit is given up for an event.",
                "Activate with this chit, or pass.",
            ));
        }
        if state.deck[act.side.index()].is_empty() {
            return Err(Illegal::new("GUV-17.2", "The cup of events is empty.", "Activate the formation, or pass."));
        }
        Ok(())
    }

    /// Does a decision that is allowed.
    pub(crate) fn perform<K: Sink<Event>>(&self, state: &mut State, by: Side, action: Action, sink: &mut K) {
        let top = state.agenda.top();
        match action {
            Action::Assign { chit, into } => {
                state.assigned[chit.index()] = into.0;
                sink.tell(|| Event::Assigned { side: by });
            }
            Action::Place { piece, hex } => self.place(state, piece, hex, sink),
            Action::Preset => self.preset(state, by, sink),
            Action::PlaceRest => self.place_rest(state, by, sink),
            Action::PlaceDummy { hex } => {
                if let Some(dummy) = self.dummy_in_hand(state, by) {
                    state.put(dummy, hex);
                }
            }
            Action::DropDummy { hex } => self.drop_dummy(state, by, hex),
            Action::Choose { chit } => self.choose(state, by, chit, None),
            Action::Group { chit, under } => self.choose(state, by, chit, Some(under)),
            Action::Activate { hex } => self.activate(state, hex, sink),
            Action::Pass => {
                let chit = state.act().chit;
                sink.tell(|| Event::Passed { chit });
                self.put_away(state);
                state.act = None;
                state.agenda.turn(Step::Draw);
            }
            Action::Forgo => {
                let act = *state.act();
                sink.tell(|| Event::Forgone { chit: act.chit });
                state.act = None;
                state.agenda.turn(Step::Draw);
                state.agenda.push(Step::DrawCard(act.side));
            }
            Action::Name { chit } => {
                self.put_away(state);
                state.drawn.insert(chit);
                let act = state.act_mut();
                act.chit = chit;
                act.formations.insert(chit);
                // Good General has no units; it stays in the list so that the chit is known as his.
                act.formations.insert(self.named.good_general);
            }
            Action::Take { piece } => {
                state.active.insert(piece);
                state.act_mut().taken += 1;
                if state.act().forced {
                    self.march_along(state, piece);
                }
                let seen = self.seen(state, piece);
                sink.tell(|| Event::Taken { piece, seen });
            }
            Action::Exchange { piece, instead } => {
                state.active.remove(instead);
                state.active.insert(piece);
                if state.act().forced {
                    self.march_along(state, piece);
                    state.forced.remove(instead);
                    state.tired.remove(instead);
                }
                let seen = self.seen(state, piece);
                sink.tell(|| Event::Taken { piece, seen });
            }
            Action::Exclude { piece } => {
                state.active.remove(piece);
                state.tired.remove(piece);
                // The whole formation is on a forced march (GUV-9.26); others are as if they had not been asked.
                if !self.belongs(state, piece) {
                    state.forced.remove(piece);
                }
                sink.tell(|| Event::Excluded { piece });
            }
            Action::Detach { hex } => self.detach(state, hex, sink),
            Action::ForceMarch => self.force_march(state, sink),
            Action::March { pieces, path } => self.march(state, pieces, path, sink),
            Action::Exit { pieces } => self.exit(state, pieces, sink),
            Action::Skirmish { piece, hex } => self.skirmish(state, by, piece, hex, sink),
            Action::Build { piece, to } => self.build(state, piece, to, sink),
            Action::Dismantle { from, to } => self.dismantle(state, from, to, sink),
            Action::Seize { piece, to } => self.seize(state, piece, to, false, sink),
            Action::Destroy { piece, to } => self.seize(state, piece, to, true, sink),
            Action::Break { hex } => self.break_contact(state, hex, sink),
            Action::Withdraw { pieces, path } => self.withdraw(state, pieces, path, sink),
            Action::Retreat { piece, path } => {
                if top == Step::Fight {
                    self.go_back(state, piece, path, sink);
                } else {
                    let works = self.works(state, by, state.hex(piece));
                    let crossed = self.fall_back(state, piece, path, works, sink);
                    state.agenda.pop();
                    self.offer_to_take_up(state, crossed);
                }
            }
            Action::Displace { piece, hex } => {
                let from = state.hex(piece);
                state.put(piece, hex);
                state.stirred.insert(piece);
                let seen = self.seen(state, piece);
                sink.tell(|| Event::Displaced { piece, from, to: hex, seen });
                self.tidy(state, from, sink);
                self.tidy(state, hex, sink);
            }
            Action::Suffer { piece } => match top {
                Step::Attrition => {
                    self.lose_step(state, piece, sink);
                    state.agenda.turn(Step::Displace);
                }
                Step::Displace => self.eliminate(state, piece, sink),
                Step::Shell => self.shell_loss(state, piece, sink),
                _ => {
                    let who = if state.battle().stage == FightStage::DefenceLosses { DEFENCE } else { ATTACK };
                    self.suffer(state, who, piece, sink);
                }
            },
            Action::Fire { gun, target } => self.fire(state, gun, target),
            Action::OpenFire => self.open_fire(state, sink),
            Action::Target { guns } => {
                let barrage = state.barrage.as_mut().expect("under way");
                barrage.at_guns = guns;
                barrage.stage = ShellStage::Works;
                sink.tell(|| Event::TargetType { guns });
            }
            Action::Entrench { hex } => {
                self.entrench(state, by, hex, sink);
                if top == Step::Shell {
                    state.barrage.as_mut().expect("under way").stage = ShellStage::Die;
                }
            }
            Action::Attack { piece, target } => self.join(state, &Pieces::one(piece), target),
            Action::Storm { from, target } => self.storm(state, from, target),
            Action::Widen { hex } => {
                state.battle_mut().targets.push(hex);
            }
            Action::Fight => self.begin_combat(state, sink),
            Action::Screen { hex } => {
                if let Ok(brigade) = self.screener(state, hex) {
                    self.skirmish(state, by, brigade, hex, sink);
                }
                state.battle_mut().stage = FightStage::Entrench;
            }
            Action::Works { effect } => self.apply_works(state, effect, sink),
            Action::Terrain { hex, effect } => {
                let choice = self.terrain_choices(state).into_iter().find(|c| c.0 == hex && c.1 == effect);
                self.apply_terrain(state, choice.expect("a listed choice"), sink);
            }
            Action::Point { enemy, die } => {
                let battle = state.battle_mut();
                let who = if battle.stage == FightStage::AttackBonus { ATTACK } else { DEFENCE };
                battle.points[who] -= 1;
                if !enemy {
                    battle.cheers[who] = battle.cheers[who].saturating_sub(1);
                }
                let (row, by_one) = if enemy { (1 - who, -1) } else { (who, 1) };
                battle.marks[row][usize::from(die)] += by_one;
                sink.tell(|| Event::Bonus { side: by, enemy, die });
            }
            Action::CreekDie { die } => {
                let battle = state.battle_mut();
                battle.creek = false;
                battle.marks[ATTACK][usize::from(die)] -= 1;
            }
            Action::TiredDie { die } => {
                let battle = state.battle_mut();
                battle.tired = false;
                battle.marks[DEFENCE][usize::from(die)] -= 1;
            }
            Action::Mark { piece } => {
                let who = if state.battle().stage == FightStage::AttackSixes { ATTACK } else { DEFENCE };
                self.mark(state, who, piece, sink);
            }
            Action::ForceRetreat => {
                let battle = state.battle_mut();
                battle.sixes[ATTACK] -= 1;
                battle.forced = true;
                battle.barred = true;
                sink.tell(|| Event::RetreatForced);
            }
            Action::CancelRetreat => {
                let battle = state.battle_mut();
                battle.sixes[DEFENCE] -= 1;
                battle.forced = false;
                sink.tell(|| Event::RetreatCancelled);
            }
            Action::GiveGround => self.give_ground(state, sink),
            Action::Advance { piece, hex } => self.advance(state, piece, hex, sink),
            Action::BreakBridge => {
                if let Step::Behind(k) = top {
                    state.agenda.turn(Step::BehindDie(k));
                }
            }
            Action::Play { event, hex, piece, chit } => self.play_event(state, by, Card { event, hex, piece, chit }, sink),
            Action::FallBack { piece, path } => self.fall_back_far(state, piece, path, sink),
            Action::Recover { piece } => self.recover(state, piece, sink),
            Action::Done => self.done(state, by, sink),
        }
    }

    /// Good General goes back to the cup of events once it was drawn (GUV-17.19).
    pub(crate) fn put_away(&self, state: &mut State) {
        if state.act().chit == self.named.good_general {
            state.deck[Side::Union.index()].insert(EventId::GoodGeneral);
        }
    }

    /// Enough of the step at hand.
    pub(crate) fn done<K: Sink<Event>>(&self, state: &mut State, by: Side, sink: &mut K) {
        match state.agenda.top() {
            Step::Dummies => {
                state.sealed[by.index()] = true;
                sink.tell(|| Event::DummiesDone { side: by });
            }
            Step::Choose => {
                state.sealed[by.index()] = true;
                sink.tell(|| Event::Chosen { side: by });
            }
            Step::Muster => state.agenda.turn(Step::Movement),
            Step::Movement => {
                self.halt(state);
                state.agenda.turn(if state.act().forced { Step::AttritionDie } else { Step::Displace });
            }
            Step::Bombardment => state.agenda.turn(Step::Combat),
            Step::Combat => state.agenda.turn(Step::Rest),
            Step::SupplyCards(Side::Union) => state.agenda.turn(Step::SupplyCards(Side::Confederate)),
            Step::SupplyCards(Side::Confederate) => state.agenda.turn(Step::Supply),
            Step::Recovery(Side::Union) => state.agenda.turn(Step::Recovery(Side::Confederate)),
            Step::Recovery(Side::Confederate) => state.agenda.turn(Step::NightCards(Side::Union)),
            Step::Approach => {
                if let Some(contact) = state.contact.take() {
                    sink.tell(|| Event::Stood { side: contact.side });
                }
                state.agenda.pop();
            }
            Step::Behind(_) => state.agenda.pop(),
            Step::FallBack => {
                state.fallback = None;
                state.agenda.pop();
            }
            Step::Shell => state.barrage.as_mut().expect("under way").stage = ShellStage::Die,
            Step::Fight if state.battle().stage == FightStage::Entrench => self.count_up(state, sink),
            Step::Fight => {
                let battle = state.battle_mut();
                match battle.stage {
                    FightStage::Screen => battle.stage = FightStage::Entrench,
                    FightStage::AttackBonus => battle.stage = FightStage::DefenceBonus,
                    FightStage::DefenceBonus => battle.stage = FightStage::AttackDice,
                    FightStage::AttackSixes => battle.owed[DEFENCE] += std::mem::take(&mut battle.sixes[ATTACK]),
                    FightStage::DefenceSixes => battle.owed[ATTACK] += std::mem::take(&mut battle.sixes[DEFENCE]),
                    FightStage::Advance => battle.gone = battle.attackers,
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// An answer of Chance.
    pub(crate) fn rolled<K: Sink<Event>>(&self, state: &mut State, roll: &Roll, sink: &mut K) {
        let die = roll.first();
        match state.agenda.top() {
            Step::Hands(side) => {
                self.deal(state, side, roll, sink);
                state.agenda.turn(if side == Side::Union { Step::Hands(Side::Confederate) } else { Step::TurnBegins });
            }
            Step::DrawCard(side) => {
                self.deal(state, side, roll, sink);
                state.agenda.pop();
            }
            Step::ArrivalDie => {
                self.arrival_die(state, die, sink);
                state.agenda.pop();
            }
            Step::LongstreetDice => {
                self.longstreet_dice(state, roll.values(), sink);
                state.agenda.pop();
            }
            Step::RainDie => {
                state.rain = die <= tables().day(state.turn).rain;
                let rain = state.rain;
                sink.tell(|| Event::Rain { die, rain });
                state.agenda.turn(Step::Dummies);
            }
            Step::Draw => {
                if let Some(chit) = state.cup.iter().nth(usize::from(die)) {
                    self.draw(state, chit, sink);
                }
            }
            Step::AttritionDie => {
                sink.tell(|| Event::Attrition { die });
                state.agenda.turn(if die <= ATTRITION { Step::Attrition } else { Step::Displace });
            }
            Step::BuildDie(k) => self.build_die(state, k, die, sink),
            Step::DismantleDie(k) | Step::BehindDie(k) => self.dismantle_die(state, k, die, sink),
            Step::JacksonDie => self.jackson_die(state, die, sink),
            Step::FallBackDie(piece) => self.fallback_die(state, piece, die, sink),
            Step::Shell => self.shell_die(state, die, sink),
            Step::Fight => {
                let who = if state.battle().stage == FightStage::AttackDice { ATTACK } else { DEFENCE };
                self.combat_dice(state, who, roll, sink);
            }
            _ => {}
        }
    }

    /// GUV-4.2, GUV-17.1: events from the cup into the hand, unseen by the enemy.
    pub(crate) fn deal<K: Sink<Event>>(&self, state: &mut State, side: Side, roll: &Roll, sink: &mut K) {
        let deck = state.deck[side.index()];
        for place in roll.values() {
            if let Some(event) = deck.iter().nth(usize::from(*place)) {
                state.deck[side.index()].remove(event);
                state.hand[side.index()].insert(event);
                sink.tell(|| Event::CardDrawn { side, event });
            }
        }
    }

    /// The distinct consequences of the question to Chance.
    pub(crate) fn list_classes(&self, state: &State, out: &mut Vec<Class>) {
        let each = |from: usize, out: &mut Vec<Class>| out.extend((0..from as u8).map(|i| Class { weight: 1, sample: Roll::one(i) }));
        match state.agenda.top() {
            Step::Hands(side) => {
                let n = state.deck[side.index()].len() as u8;
                for (a, b, c) in (0..n).flat_map(|a| (a + 1..n).flat_map(move |b| (b + 1..n).map(move |c| (a, b, c)))) {
                    out.push(Class { weight: 6, sample: Roll::new(&[a, b, c]) });
                }
            }
            Step::DrawCard(side) => each(state.deck[side.index()].len(), out),
            Step::Draw => each(state.cup.len(), out),
            Step::ArrivalDie => Class::of_die(|d| self.arrival_number(state).is_some_and(|n| d >= n), out),
            Step::LongstreetDice => self.longstreet_classes(state, out),
            Step::RainDie => Class::of_die(|d| d <= tables().day(state.turn).rain, out),
            Step::AttritionDie => Class::of_die(|d| d <= ATTRITION, out),
            Step::BuildDie(_) | Step::DismantleDie(_) | Step::BehindDie(_) => Class::of_die(|d| d >= UNDER_FIRE, out),
            Step::JacksonDie | Step::FallBackDie(_) => Class::of_die(|d| d <= BAD_LUCK, out),
            Step::Shell => Class::of_die(|d| self.shell_result(state, d).1, out),
            Step::Fight => {
                let who = if state.battle().stage == FightStage::AttackDice { ATTACK } else { DEFENCE };
                self.dice_classes(state, who, out);
            }
            _ => {}
        }
    }

    pub(crate) fn longstreet_classes(&self, state: &State, out: &mut Vec<Class>) {
        let n = self.longstreet_brigades(state).len();
        let bonus = self.longstreet_bonus(state);
        // Each die that arrives counts (4 + bonus - 1) of six faces at most six.
        let luck = u32::from((3 + bonus).min(6));
        for pattern in 0u32..1 << n {
            let dice: Vec<u8> = (0..n).map(|i| if pattern >> i & 1 == 1 { 6 } else { 1 }).collect();
            let came = pattern.count_ones();
            let weight = luck.pow(came) * (6 - luck).pow(n as u32 - came);
            if weight > 0 {
                out.push(Class { weight, sample: Roll::new(&dice) });
            }
        }
    }
}
