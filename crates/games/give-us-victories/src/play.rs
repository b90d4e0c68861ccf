//! The rules as the engine asks for them: what may be listed, whether it is allowed, and what it does. Each arm is one call into a chapter.

use crate::GiveUsVictories;
use crate::action::{Action, Event, Subject};
use crate::combat::{ATTACK, DEFENCE};
use crate::completion::Completion;
use crate::counters::{ChitKind, counters, tables};
use crate::events::{BAD_LUCK, Card};
use crate::ground::HEXES;
use crate::ids::{HexBits, Pieces};
use crate::listing::LISTED;
use crate::movement::ATTRITION;
use crate::pontoons::UNDER_FIRE;
use crate::sequence::secret_draw;
use crate::setup::OPENING_HAND;
use crate::state::{FightStage, ShellStage, State, Step};
use engine::{Actor, Chance, Class, Draw, Illegal, Roll, Rules, Side, Sink, Verdict};

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
        let die = |rule| Actor::Chance(Chance::dice(1, rule));
        match state.agenda.top() {
            Step::Boxes => Actor::Side(self.assigning(state).unwrap_or(Side::Confederate)),
            Step::Deploy(nth) => Actor::Side(self.deploying(nth)),
            Step::Hands(side) => {
                let deck = state.deck[side.index()].len();
                secret_draw(deck, OPENING_HAND.min(deck as u8), "GUV-4.2", side)
            }
            Step::DrawCard(side) => secret_draw(state.deck[side.index()].len(), 1, "GUV-17.1", side),
            Step::ArrivalDie => die("GUV-19.19"),
            Step::LongstreetDice => Actor::Chance(Chance::dice(self.longstreet_brigades(state).len() as u8, "GUV-20.5")),
            Step::Arrive => Actor::Side(self.arriving(state).unwrap_or(Side::Union)),
            Step::RainDie => die("GUV-7.4"),
            Step::Dummies | Step::Choose => Actor::Sealed([!state.sealed[0], !state.sealed[1]]),
            Step::Draw => Actor::Chance(Chance { draw: Draw::Cup { from: state.cup.len() as u8, count: 1 }, rule: "GUV-6.2", only: None }),
            Step::Drawn | Step::Muster | Step::Movement | Step::Attrition | Step::Bombardment | Step::Combat => {
                Actor::Side(state.act().side)
            }
            Step::AttritionDie => die("GUV-9.28"),
            Step::Displace => Actor::Side(self.crowded(state, state.act().side).map_or(state.act().side, |c| c.0)),
            Step::SupplyCards(side) | Step::Recovery(side) => Actor::Side(side),
            Step::Approach => Actor::Side(state.contact.as_ref().map_or(Side::Union, |c| c.side)),
            Step::Withdraw => {
                let first = state.withdrawal.as_ref().and_then(|w| w.rest.first());
                Actor::Side(first.map_or(Side::Union, |p| counters().get(p).side))
            }
            Step::Rout(side) => Actor::Side(side),
            Step::BuildDie(_) => die("GUV-11.6"),
            Step::DismantleDie(_) => die("GUV-11.11"),
            Step::Behind(_) => Actor::Side(Side::Union),
            Step::BehindDie(_) => die("GUV-11.12"),
            Step::JacksonDie => die("GUV-17.13"),
            Step::FallBack => Actor::Side(state.fallback.as_ref().map_or(Side::Union, |f| f.side)),
            Step::FallBackDie(_) => die("GUV-17.15"),
            Step::Shell => match state.barrage().stage {
                ShellStage::Aim | ShellStage::Type => Actor::Side(state.act().side),
                ShellStage::Works | ShellStage::Loss => Actor::Side(state.act().side.enemy()),
                ShellStage::Die => die("GUV-12.12"),
            },
            Step::Fight => {
                let battle = state.battle();
                match self.asked_in(battle.stage) {
                    Some(ATTACK) => Actor::Side(state.act().side),
                    Some(_) => Actor::Side(state.act().side.enemy()),
                    None => {
                        let who = if battle.stage == FightStage::AttackDice { ATTACK } else { DEFENCE };
                        Actor::Chance(Chance::dice(self.dice(battle, who), "GUV-14.12"))
                    }
                }
            }
            Step::Over => {
                let ended = state.ended.as_ref();
                Actor::Over(Verdict { winner: ended.and_then(|e| e.winner), level: ended.map_or(0, |e| e.why as u8) })
            }
            // Steps that nobody is asked in: proceed() leaves none of them on top.
            Step::TurnBegins | Step::Rest | Step::NightFalls | Step::Supply | Step::NightCards(_) | Step::TurnEnds => {
                Actor::Over(Verdict { winner: None, level: 0 })
            }
        }
    }

    fn subjects(&self, state: &State, by: Side, out: &mut Vec<Subject>) {
        if !self.actor(state).asks(by) {
            return;
        }
        let start = out.len();
        match state.agenda.top() {
            Step::Deploy(_) => {
                // As long as all can be placed, each of them can.
                let free = state.berths.side == Some(by) || Completion::new(self, state, by).find();
                for p in self.undeployed(state, by) {
                    if free || self.deployment(state, p).iter().any(|h| self.may_deploy(state, by, p, h).is_ok()) {
                        out.push(Subject::Piece(p));
                    }
                }
            }
            Step::Choose => {
                let leads = self.leaders(state, by);
                let mut ways = LISTED.take();
                for chit in self.chits.iter() {
                    ways.clear();
                    self.choices_for(state, by, chit, leads, &mut ways);
                    if !ways.is_empty() {
                        out.push(Subject::Chit(chit));
                    }
                }
                LISTED.set(ways);
                if self.may_end_choice(state, by).is_ok() {
                    out.push(Subject::Button);
                }
                self.playable(state, by, out);
                return;
            }
            Step::Drawn if self.kind(state.act().chit) != ChitKind::Event => {
                if self.has_seat(state) {
                    out.push(Subject::Chit(state.act().chit));
                }
                out.push(Subject::Button);
                return;
            }
            Step::Muster => {
                self.muster_subjects(state, out);
                self.playable(state, by, out);
                return;
            }
            Step::Movement => self.movers(state, out),
            Step::FallBack => {
                let rest = state.fallback.as_ref().map_or(Pieces::NONE, |f| f.rest);
                out.extend(rest.iter().filter(|p| self.can_fall_back(state, *p)).map(Subject::Piece));
            }
            _ => {}
        }
        let mut actions = self.listed(state, by);
        for action in actions.drain(..) {
            let subject = self.subject_of(state, action);
            if !out[start..].contains(&subject) {
                out.push(subject);
            }
        }
        LISTED.set(actions);
    }

    fn options(&self, state: &State, by: Side, subject: Subject, out: &mut Vec<Action>) {
        if !self.actor(state).asks(by) {
            return;
        }
        match (state.agenda.top(), subject) {
            (Step::Deploy(_), Subject::Piece(piece)) => {
                self.deployments(state, by, Some(piece), out);
                return;
            }
            (Step::Choose, Subject::Chit(chit)) => {
                if self.chits.has(chit) {
                    self.choices_for(state, by, chit, self.leaders(state, by), out);
                }
                return;
            }
            (Step::Drawn, Subject::Chit(chit)) if chit == state.act().chit && self.kind(chit) != ChitKind::Event => {
                out.extend(self.seats(state).iter().map(|hex| Action::Activate { hex }));
                return;
            }
            (Step::Drawn, Subject::Button) => {
                self.refusals(state, out);
                return;
            }
            (Step::Muster, Subject::Piece(_) | Subject::Stack(_) | Subject::Button) => {
                self.musters_of(state, subject, out);
                return;
            }
            (Step::Movement, Subject::Button) => {
                out.push(Action::Done);
                return;
            }
            (Step::Movement, Subject::Piece(piece)) => {
                if state.active.has(piece) && state.hex(piece).is_some() {
                    self.marches(state, &Pieces::one(piece), out);
                    if counters().infantry.has(piece) {
                        self.skirmish_lines(state, piece, out);
                        self.pontoon_work(state, piece, out);
                    }
                }
                return;
            }
            (Step::Movement, Subject::Stack(hex)) if hex.is_some() => {
                let stack = self.marching_stack(state, hex);
                if stack.len() > 1 {
                    self.marches(state, &stack, out);
                }
            }
            (Step::FallBack, Subject::Piece(piece)) => {
                self.fallbacks(state, Some(piece), out);
                return;
            }
            _ => {}
        }
        let mut actions = self.listed(state, by);
        out.extend(actions.drain(..).filter(|a| self.subject_of(state, *a) == subject));
        LISTED.set(actions);
    }

    fn asides(&self, state: &State, by: Side, out: &mut Vec<Action>) {
        let dummies = state.on_map(by).and(&counters().dummies);
        if dummies.is_empty() || state.agenda.top() == Step::Over {
            return;
        }
        let hexes: HexBits = dummies.iter().map(|p| state.hex(p)).collect();
        out.extend(hexes.iter().map(|hex| Action::DropDummy { hex }));
    }

    fn check(&self, state: &State, by: Side, action: Action) -> Result<(), Illegal> {
        if let Action::DropDummy { hex } = action {
            if state.agenda.top() == Step::Over {
                return Err(NOT_NOW);
            }
            return self.may_drop_dummy(state, by, hex);
        }
        if !self.actor(state).asks(by) {
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

    fn apply_unchecked<K: Sink<Event>>(&self, state: &mut State, by: Side, action: Action, sink: &mut K) {
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
            Action::Pass => self.pass(state, sink),
            Action::Forgo => self.forgo(state, sink),
            Action::Name { chit } => self.name_good_general(state, chit),
            Action::Take { piece } => self.take(state, piece, sink),
            Action::Exchange { piece, instead } => self.exchange(state, piece, instead, sink),
            Action::Exclude { piece } => self.exclude(state, piece, sink),
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
            Action::Displace { piece, hex } => self.displace(state, piece, hex, sink),
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
            Action::Point { enemy, die } => self.place_point(state, by, enemy, die, sink),
            Action::CreekDie { die } => self.creek_die(state, die),
            Action::TiredDie { die } => self.tired_die(state, die),
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
        self.proceed(state, sink);
        self.keep(state);
    }

    fn settle<K: Sink<Event>>(&self, state: &mut State, roll: &Roll, sink: &mut K) {
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
        self.proceed(state, sink);
        self.keep(state);
    }

    fn classes(&self, state: &State, out: &mut Vec<Class>) {
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

    fn phase(&self, state: &State) -> u32 {
        u32::from(state.phase)
    }

    /// A combat, a bombardment, or the chance to break contact: an activation has dozens of orders, a fight a handful.
    fn engagement(&self, state: &State) -> Option<u32> {
        let combat = state.battle.as_ref().and_then(|b| b.targets.as_slice().first().copied());
        let bombardment = state.barrage.as_ref().map(|b| b.target);
        let contact = state.contact.as_ref().map(|c| c.hex);
        let fights = [combat, bombardment, contact];
        let (kind, hex) = fights.into_iter().enumerate().find_map(|(kind, hex)| Some((kind, hex?)))?;
        Some((kind * HEXES + hex.index()) as u32)
    }

    fn hash(&self, state: &State) -> u64 {
        crate::audit::hash(state)
    }

    fn audit(&self, state: &State) -> Result<(), String> {
        crate::audit::audit(self, state)
    }
}
