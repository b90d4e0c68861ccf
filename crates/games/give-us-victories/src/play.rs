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

const NOT_NOW: Illegal = Illegal::new("GUV-6.3", "That cannot be done at this moment.");

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
    pub fn may(&self, s: &State, by: Side, action: Action) -> Check {
        if let Action::DropDummy { hex } = action {
            if s.agenda.top() == Step::Over {
                return Err(NOT_NOW);
            }
            return self.may_drop_dummy(s, by, hex);
        }
        if !self.who(s).asks(by) {
            return Err(Illegal::new("GUV-6.1", "The other side, or the dice, are asked now."));
        }
        let top = s.agenda.top();
        match (top, action) {
            (Step::Boxes, Action::Assign { chit, into }) => self.may_assign(s, by, chit, into),
            (Step::Deploy(_), Action::Place { piece, hex }) => self.may_deploy(s, by, piece, hex),
            (Step::Deploy(_), Action::Preset) => self.may_preset(s, by),
            (Step::Deploy(_), Action::PlaceRest) => Ok(()),
            (Step::Arrive, Action::Place { piece, hex }) => self.may_arrive(s, by, piece, hex),
            (_, Action::PlaceDummy { hex }) => self.may_place_dummy(s, by, hex),
            (Step::Dummies, Action::Done) => Ok(()),
            (Step::Choose, Action::Choose { chit }) => self.may_choose_alone(s, by, chit),
            (Step::Choose, Action::Group { chit, under }) => self.may_group(s, by, chit, under),
            (Step::Choose, Action::Done) => self.may_end_choice(s, by),
            (Step::Drawn, Action::Activate { hex }) => self.may_activate(s, hex),
            (Step::Drawn, Action::Pass) => Ok(()),
            (Step::Drawn, Action::Forgo) => self.may_forgo(s),
            (Step::Drawn, Action::Name { chit }) => self.may_good_general(s, chit),
            (Step::Muster, Action::Take { piece }) => self.may_take(s, piece),
            (Step::Muster, Action::Exchange { piece, instead }) => self.may_exchange(s, piece, instead),
            (Step::Muster, Action::Exclude { piece }) => self.may_exclude(s, piece),
            (Step::Muster | Step::Movement, Action::ForceMarch) => self.may_force_march(s),
            (Step::Muster, Action::Done) => Ok(()),
            (Step::Muster | Step::Movement, Action::Detach { hex }) => self.may_detach(s, hex),
            (Step::Bombardment, Action::Detach { hex }) if s.barrage.is_none() => self.may_detach(s, hex),
            (Step::Combat, Action::Detach { hex }) if s.battle.is_none() => self.may_detach(s, hex),
            (Step::Movement, Action::March { pieces, path }) => self.may_march(s, &pieces, path),
            (Step::Movement, Action::Exit { pieces }) => self.may_exit(s, &pieces),
            (Step::Movement, Action::Skirmish { piece, hex }) => self.may_skirmish(s, piece, hex),
            (Step::Combat, Action::Skirmish { piece, hex }) if s.battle.is_none() => self.may_skirmish(s, piece, hex),
            (Step::Movement, Action::Build { piece, to }) => self.may_build(s, piece, to),
            (Step::Movement, Action::Dismantle { from, to }) => self.may_dismantle(s, from, to),
            (Step::Movement, Action::Seize { piece, to } | Action::Destroy { piece, to }) => self.may_seize(s, piece, to),
            (Step::Movement, Action::Done) => Ok(()),
            (Step::Attrition, Action::Suffer { piece }) => {
                if self.weary(s).has(piece) {
                    Ok(())
                } else {
                    Err(Illegal::new("GUV-9.28", "A unit of the formation that marched bears the loss."))
                }
            }
            (Step::Displace, _) => self.among(s, by, action, Illegal::new("GUV-5.5", "The overfull hex is relieved first.")),
            (Step::Bombardment, Action::Fire { gun, target }) => self.may_fire(s, gun, target),
            (Step::Bombardment, Action::OpenFire) => {
                if s.barrage.is_some() {
                    Ok(())
                } else {
                    Err(Illegal::new("GUV-12.6", "No gun is laid."))
                }
            }
            (Step::Bombardment, Action::Done) => {
                if s.barrage.is_none() {
                    Ok(())
                } else {
                    Err(Illegal::new("GUV-12.6", "The guns that are laid open fire first."))
                }
            }
            (Step::Combat, Action::Fire { .. }) => Err(Illegal::new("GUV-6.3", "Bombardment comes before combat.")),
            (Step::Combat, Action::Attack { piece, target }) => self.may_attack(s, piece, target),
            (Step::Combat, Action::Storm { from, target }) => self.may_storm(s, from, target),
            (Step::Combat, Action::Widen { hex }) => self.may_widen(s, hex),
            (Step::Combat, Action::Fight) => self.may_begin(s),
            (Step::Combat, Action::Done) => {
                if s.battle.is_some() {
                    return Err(Illegal::new("GUV-14.9", "The combat that is being prepared is fought first."));
                }
                self.may_end_combat(s)
            }
            (Step::Muster | Step::Movement, Action::Attack { .. } | Action::Storm { .. } | Action::Fire { .. }) => {
                if self.night(s) && !s.act().night_attack {
                    Err(Illegal::new("GUV-7.1", "At night there is no bombardment, and no combat without a night attack."))
                } else {
                    Err(Illegal::new("GUV-6.3", "Movement comes first, then bombardment, then combat."))
                }
            }
            (Step::SupplyCards(_), Action::Done) => Ok(()),
            (Step::Recovery(_), Action::Recover { piece }) => self.may_recover(s, by, piece),
            (Step::Recovery(_), Action::Done) => Ok(()),
            (Step::Approach, Action::Break { hex }) => self.may_break(s, hex),
            (Step::Approach, Action::Done) => Ok(()),
            (Step::Withdraw, Action::Withdraw { pieces, path }) => self.may_withdraw(s, &pieces, path),
            (Step::Rout(side), Action::Retreat { piece, path }) => self.may_rout(s, side, piece, path),
            (Step::Behind(_), Action::BreakBridge | Action::Done) => Ok(()),
            (Step::FallBack, Action::FallBack { piece, path }) => self.may_fall_back(s, piece, path),
            (Step::FallBack, Action::Done) => Ok(()),
            (Step::Shell, Action::Entrench { hex }) if s.barrage().stage == ShellStage::Works => {
                if hex != s.barrage().target {
                    return Err(Illegal::new("GUV-14.27", "Breastworks are made in the hex that is bombarded."));
                }
                self.may_entrench(s, by, hex)
            }
            (Step::Shell, _) => self.among(s, by, action, Illegal::new("GUV-12.13", "The bombardment is settled first.")),
            (Step::Fight, Action::Point { enemy, die }) => match s.battle().stage {
                FightStage::AttackBonus => self.may_point(s, ATTACK, enemy, die),
                FightStage::DefenceBonus => self.may_point(s, DEFENCE, enemy, die),
                _ => Err(Illegal::new("GUV-14.17", "Bonus points are placed before any die is rolled.")),
            },
            (Step::Fight, Action::CreekDie { die }) => {
                let battle = s.battle();
                if battle.stage == FightStage::DefenceBonus && battle.creek && die < self.dice(battle, ATTACK) {
                    Ok(())
                } else {
                    Err(NOT_NOW)
                }
            }
            (Step::Fight, Action::TiredDie { die }) => {
                let battle = s.battle();
                if battle.stage == FightStage::DefenceBonus && battle.tired && die < self.dice(battle, DEFENCE) {
                    Ok(())
                } else {
                    Err(NOT_NOW)
                }
            }
            (Step::Fight, Action::Entrench { hex }) if s.battle().stage == FightStage::Entrench => {
                if !s.battle().targets.has(hex) {
                    return Err(Illegal::new("GUV-14.27", "Breastworks are made in a hex that is attacked."));
                }
                self.may_entrench(s, by, hex)
            }
            (Step::Fight, Action::Screen { hex }) if s.battle().stage == FightStage::Screen => self.screener(s, hex).map(drop),
            (Step::Fight, Action::Mark { piece }) => match s.battle().stage {
                FightStage::AttackSixes => self.may_mark(s, ATTACK, piece),
                FightStage::DefenceSixes => self.may_mark(s, DEFENCE, piece),
                _ => Err(Illegal::new("GUV-14.45", "There is no six to use now.")),
            },
            (Step::Fight, Action::GiveGround) if s.battle().stage == FightStage::DefenceLosses => self.may_give_ground(s),
            (Step::Fight, Action::Suffer { .. }) => {
                self.among(s, by, action, Illegal::new("GUV-14.19", "The first loss, after skirmishers, falls on infantry of this combat."))
            }
            (Step::Fight, Action::Retreat { piece, path }) if s.battle().stage == FightStage::Retreat => self.may_go_back(s, piece, path),
            (Step::Fight, Action::Advance { piece, hex }) if s.battle().stage == FightStage::Advance => self.may_advance(s, piece, hex),
            (Step::Fight, Action::Play { .. }) => self.may_play_any(s, by, action),
            (Step::Fight, _) => self.among(s, by, action, Illegal::new("GUV-14.9", "The combat at hand is settled first.")),
            (_, Action::Play { .. }) => self.may_play_any(s, by, action),
            (_, Action::Attack { .. } | Action::Storm { .. } | Action::March { .. } | Action::Fire { .. }) => {
                Err(Illegal::new("GUV-6.3", "Movement, bombardment and combat follow in this order."))
            }
            _ => Err(NOT_NOW),
        }
    }

    pub(crate) fn may_play_any(&self, s: &State, by: Side, action: Action) -> Check {
        let Action::Play { event, hex, piece, chit } = action else { return Err(NOT_NOW) };
        self.may_play_event(s, by, Card { event, hex, piece, chit })
    }

    /// Where everything legal is listed, the list is the law.
    pub(crate) fn among(&self, s: &State, by: Side, action: Action, refusal: Illegal) -> Check {
        let actions = self.listed(s, by);
        let found = actions.contains(&action);
        LISTED.set(actions);
        if found { Ok(()) } else { Err(refusal) }
    }

    /// GUV-17.2, R-34, R-67: a formation or Independent chit may be given up for an event.
    pub(crate) fn may_forgo(&self, s: &State) -> Check {
        let act = s.act();
        if !self.opt.events {
            return Err(Illegal::new("GUV-17.2", "There is no cup of events in this game."));
        }
        let by_event = act.formations.has(self.named.good_general);
        if by_event || !matches!(self.kind(act.chit), ChitKind::Formation | ChitKind::Independent) {
            return Err(Illegal::new("GUV-17.2", "Only a formation or the Independent chit is given up for an event."));
        }
        if s.deck[act.side.index()].is_empty() {
            return Err(Illegal::new("GUV-17.2", "The cup of events is empty."));
        }
        Ok(())
    }

    /// Does a decision that is allowed.
    pub(crate) fn perform<K: Sink<Event>>(&self, s: &mut State, by: Side, action: Action, sink: &mut K) {
        let top = s.agenda.top();
        match action {
            Action::Assign { chit, into } => {
                s.assigned[chit.index()] = into.0;
                sink.tell(|| Event::Assigned { side: by });
            }
            Action::Place { piece, hex } => self.place(s, piece, hex, sink),
            Action::Preset => self.preset(s, by, sink),
            Action::PlaceRest => self.place_rest(s, by, sink),
            Action::PlaceDummy { hex } => {
                if let Some(dummy) = self.dummy_in_hand(s, by) {
                    s.put(dummy, hex);
                }
            }
            Action::DropDummy { hex } => self.drop_dummy(s, by, hex),
            Action::Choose { chit } => self.choose(s, by, chit, None),
            Action::Group { chit, under } => self.choose(s, by, chit, Some(under)),
            Action::Activate { hex } => self.activate(s, hex, sink),
            Action::Pass => {
                let chit = s.act().chit;
                sink.tell(|| Event::Passed { chit });
                self.put_away(s);
                s.act = None;
                s.agenda.turn(Step::Draw);
            }
            Action::Forgo => {
                let act = *s.act();
                sink.tell(|| Event::Forgone { chit: act.chit });
                s.act = None;
                s.agenda.turn(Step::Draw);
                s.agenda.push(Step::DrawCard(act.side));
            }
            Action::Name { chit } => {
                self.put_away(s);
                s.drawn.insert(chit);
                let act = s.act_mut();
                act.chit = chit;
                act.formations.insert(chit);
                // Good General has no units; it stays in the list so that the chit is known as his.
                act.formations.insert(self.named.good_general);
            }
            Action::Take { piece } => {
                s.active.insert(piece);
                s.act_mut().taken += 1;
                if s.act().forced {
                    self.march_along(s, piece);
                }
                let seen = self.seen(s, piece);
                sink.tell(|| Event::Taken { piece, seen });
            }
            Action::Exchange { piece, instead } => {
                s.active.remove(instead);
                s.active.insert(piece);
                if s.act().forced {
                    self.march_along(s, piece);
                    s.forced.remove(instead);
                    s.tired.remove(instead);
                }
                let seen = self.seen(s, piece);
                sink.tell(|| Event::Taken { piece, seen });
            }
            Action::Exclude { piece } => {
                s.active.remove(piece);
                s.tired.remove(piece);
                // The whole formation is on a forced march (GUV-9.26); others are as if they had not been asked.
                if !self.belongs(s, piece) {
                    s.forced.remove(piece);
                }
                sink.tell(|| Event::Excluded { piece });
            }
            Action::Detach { hex } => self.detach(s, hex, sink),
            Action::ForceMarch => self.force_march(s, sink),
            Action::March { pieces, path } => self.march(s, pieces, path, sink),
            Action::Exit { pieces } => self.exit(s, pieces, sink),
            Action::Skirmish { piece, hex } => self.skirmish(s, by, piece, hex, sink),
            Action::Build { piece, to } => self.build(s, piece, to, sink),
            Action::Dismantle { from, to } => self.dismantle(s, from, to, sink),
            Action::Seize { piece, to } => self.seize(s, piece, to, false, sink),
            Action::Destroy { piece, to } => self.seize(s, piece, to, true, sink),
            Action::Break { hex } => self.break_contact(s, hex, sink),
            Action::Withdraw { pieces, path } => self.withdraw(s, pieces, path, sink),
            Action::Retreat { piece, path } => {
                if top == Step::Fight {
                    self.go_back(s, piece, path, sink);
                } else {
                    let works = self.works(s, by, s.hex(piece));
                    let crossed = self.fall_back(s, piece, path, works, sink);
                    s.agenda.pop();
                    self.offer_to_take_up(s, crossed);
                }
            }
            Action::Displace { piece, hex } => {
                let from = s.hex(piece);
                s.put(piece, hex);
                s.stirred.insert(piece);
                let seen = self.seen(s, piece);
                sink.tell(|| Event::Displaced { piece, from, to: hex, seen });
                self.tidy(s, from, sink);
                self.tidy(s, hex, sink);
            }
            Action::Suffer { piece } => match top {
                Step::Attrition => {
                    self.lose_step(s, piece, sink);
                    s.agenda.turn(Step::Displace);
                }
                Step::Displace => self.eliminate(s, piece, sink),
                Step::Shell => self.shell_loss(s, piece, sink),
                _ => {
                    let who = if s.battle().stage == FightStage::DefenceLosses { DEFENCE } else { ATTACK };
                    self.suffer(s, who, piece, sink);
                }
            },
            Action::Fire { gun, target } => self.fire(s, gun, target),
            Action::OpenFire => self.open_fire(s, sink),
            Action::Target { guns } => {
                let barrage = s.barrage.as_mut().expect("under way");
                barrage.at_guns = guns;
                barrage.stage = ShellStage::Works;
                sink.tell(|| Event::TargetType { guns });
            }
            Action::Entrench { hex } => {
                self.entrench(s, by, hex, sink);
                if top == Step::Shell {
                    s.barrage.as_mut().expect("under way").stage = ShellStage::Die;
                }
            }
            Action::Attack { piece, target } => self.join(s, &Pieces::one(piece), target),
            Action::Storm { from, target } => self.storm(s, from, target),
            Action::Widen { hex } => {
                s.battle_mut().targets.push(hex);
            }
            Action::Fight => self.begin_combat(s, sink),
            Action::Screen { hex } => {
                if let Ok(brigade) = self.screener(s, hex) {
                    self.skirmish(s, by, brigade, hex, sink);
                }
                s.battle_mut().stage = FightStage::Entrench;
            }
            Action::Works { effect } => self.apply_works(s, effect, sink),
            Action::Terrain { hex, effect } => {
                let choice = self.terrain_choices(s).into_iter().find(|c| c.0 == hex && c.1 == effect);
                self.apply_terrain(s, choice.expect("a listed choice"), sink);
            }
            Action::Point { enemy, die } => {
                let battle = s.battle_mut();
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
                let battle = s.battle_mut();
                battle.creek = false;
                battle.marks[ATTACK][usize::from(die)] -= 1;
            }
            Action::TiredDie { die } => {
                let battle = s.battle_mut();
                battle.tired = false;
                battle.marks[DEFENCE][usize::from(die)] -= 1;
            }
            Action::Mark { piece } => {
                let who = if s.battle().stage == FightStage::AttackSixes { ATTACK } else { DEFENCE };
                self.mark(s, who, piece, sink);
            }
            Action::ForceRetreat => {
                let battle = s.battle_mut();
                battle.sixes[ATTACK] -= 1;
                battle.forced = true;
                battle.barred = true;
                sink.tell(|| Event::RetreatForced);
            }
            Action::CancelRetreat => {
                let battle = s.battle_mut();
                battle.sixes[DEFENCE] -= 1;
                battle.forced = false;
                sink.tell(|| Event::RetreatCancelled);
            }
            Action::GiveGround => self.give_ground(s, sink),
            Action::Advance { piece, hex } => self.advance(s, piece, hex, sink),
            Action::BreakBridge => {
                if let Step::Behind(k) = top {
                    s.agenda.turn(Step::BehindDie(k));
                }
            }
            Action::Play { event, hex, piece, chit } => self.play_event(s, by, Card { event, hex, piece, chit }, sink),
            Action::FallBack { piece, path } => self.fall_back_far(s, piece, path, sink),
            Action::Recover { piece } => self.recover(s, piece, sink),
            Action::Done => self.done(s, by, sink),
        }
    }

    /// Good General goes back to the cup of events once it was drawn (GUV-17.19).
    pub(crate) fn put_away(&self, s: &mut State) {
        if s.act().chit == self.named.good_general {
            s.deck[Side::Union.index()].insert(EventId::GoodGeneral);
        }
    }

    /// Enough of the step at hand.
    pub(crate) fn done<K: Sink<Event>>(&self, s: &mut State, by: Side, sink: &mut K) {
        match s.agenda.top() {
            Step::Dummies => {
                s.sealed[by.index()] = true;
                sink.tell(|| Event::DummiesDone { side: by });
            }
            Step::Choose => {
                s.sealed[by.index()] = true;
                sink.tell(|| Event::Chosen { side: by });
            }
            Step::Muster => s.agenda.turn(Step::Movement),
            Step::Movement => {
                self.halt(s);
                s.agenda.turn(if s.act().forced { Step::AttritionDie } else { Step::Displace });
            }
            Step::Bombardment => s.agenda.turn(Step::Combat),
            Step::Combat => s.agenda.turn(Step::Rest),
            Step::SupplyCards(Side::Union) => s.agenda.turn(Step::SupplyCards(Side::Confederate)),
            Step::SupplyCards(Side::Confederate) => s.agenda.turn(Step::Supply),
            Step::Recovery(Side::Union) => s.agenda.turn(Step::Recovery(Side::Confederate)),
            Step::Recovery(Side::Confederate) => s.agenda.turn(Step::NightCards(Side::Union)),
            Step::Approach => {
                if let Some(contact) = s.contact.take() {
                    sink.tell(|| Event::Stood { side: contact.side });
                }
                s.agenda.pop();
            }
            Step::Behind(_) => s.agenda.pop(),
            Step::FallBack => {
                s.fallback = None;
                s.agenda.pop();
            }
            Step::Shell => s.barrage.as_mut().expect("under way").stage = ShellStage::Die,
            Step::Fight if s.battle().stage == FightStage::Entrench => self.count_up(s, sink),
            Step::Fight => {
                let battle = s.battle_mut();
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
    pub(crate) fn rolled<K: Sink<Event>>(&self, s: &mut State, roll: &Roll, sink: &mut K) {
        let die = roll.first();
        match s.agenda.top() {
            Step::Hands(side) => {
                self.deal(s, side, roll, sink);
                s.agenda.turn(if side == Side::Union { Step::Hands(Side::Confederate) } else { Step::TurnBegins });
            }
            Step::DrawCard(side) => {
                self.deal(s, side, roll, sink);
                s.agenda.pop();
            }
            Step::ArrivalDie => {
                self.arrival_die(s, die, sink);
                s.agenda.pop();
            }
            Step::LongstreetDice => {
                self.longstreet_dice(s, roll.values(), sink);
                s.agenda.pop();
            }
            Step::RainDie => {
                s.rain = die <= tables().day(s.turn).rain;
                let rain = s.rain;
                sink.tell(|| Event::Rain { die, rain });
                s.agenda.turn(Step::Dummies);
            }
            Step::Draw => {
                if let Some(chit) = s.cup.iter().nth(usize::from(die)) {
                    self.draw(s, chit, sink);
                }
            }
            Step::AttritionDie => {
                sink.tell(|| Event::Attrition { die });
                s.agenda.turn(if die <= ATTRITION { Step::Attrition } else { Step::Displace });
            }
            Step::BuildDie(k) => self.build_die(s, k, die, sink),
            Step::DismantleDie(k) | Step::BehindDie(k) => self.dismantle_die(s, k, die, sink),
            Step::JacksonDie => self.jackson_die(s, die, sink),
            Step::FallBackDie(piece) => self.fallback_die(s, piece, die, sink),
            Step::Shell => self.shell_die(s, die, sink),
            Step::Fight => {
                let who = if s.battle().stage == FightStage::AttackDice { ATTACK } else { DEFENCE };
                self.combat_dice(s, who, roll, sink);
            }
            _ => {}
        }
    }

    /// GUV-4.2, GUV-17.1: events from the cup into the hand, unseen by the enemy.
    pub(crate) fn deal<K: Sink<Event>>(&self, s: &mut State, side: Side, roll: &Roll, sink: &mut K) {
        let deck = s.deck[side.index()];
        for place in roll.values() {
            if let Some(event) = deck.iter().nth(usize::from(*place)) {
                s.deck[side.index()].remove(event);
                s.hand[side.index()].insert(event);
                sink.tell(|| Event::CardDrawn { side, event });
            }
        }
    }

    /// The distinct consequences of the question to Chance.
    pub(crate) fn list_classes(&self, s: &State, out: &mut Vec<Class>) {
        let each = |from: usize, out: &mut Vec<Class>| out.extend((0..from as u8).map(|i| Class { weight: 1, sample: Roll::one(i) }));
        match s.agenda.top() {
            Step::Hands(side) => {
                let n = s.deck[side.index()].len() as u8;
                for (a, b, c) in (0..n).flat_map(|a| (a + 1..n).flat_map(move |b| (b + 1..n).map(move |c| (a, b, c)))) {
                    out.push(Class { weight: 6, sample: Roll::new(&[a, b, c]) });
                }
            }
            Step::DrawCard(side) => each(s.deck[side.index()].len(), out),
            Step::Draw => each(s.cup.len(), out),
            Step::ArrivalDie => Class::of_die(|d| self.arrival_number(s).is_some_and(|n| d >= n), out),
            Step::LongstreetDice => self.longstreet_classes(s, out),
            Step::RainDie => Class::of_die(|d| d <= tables().day(s.turn).rain, out),
            Step::AttritionDie => Class::of_die(|d| d <= ATTRITION, out),
            Step::BuildDie(_) | Step::DismantleDie(_) | Step::BehindDie(_) => Class::of_die(|d| d >= UNDER_FIRE, out),
            Step::JacksonDie | Step::FallBackDie(_) => Class::of_die(|d| d <= BAD_LUCK, out),
            Step::Shell => Class::of_die(|d| self.shell_result(s, d).1, out),
            Step::Fight => {
                let who = if s.battle().stage == FightStage::AttackDice { ATTACK } else { DEFENCE };
                self.dice_classes(s, who, out);
            }
            _ => {}
        }
    }

    pub(crate) fn longstreet_classes(&self, s: &State, out: &mut Vec<Class>) {
        let n = self.longstreet_brigades(s).len();
        let bonus = self.longstreet_bonus(s);
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
