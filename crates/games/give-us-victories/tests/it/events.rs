//! Chapter 17: events.

use crate::table::*;
use engine::{Fog, Rules, Seat, Words};
use give_us_victories::Action;
use give_us_victories::counters::tables;
use give_us_victories::ids::{EventId, Hex};
use give_us_victories::state::Step;

fn with_events() -> Battlefield {
    Battlefield::new("campaign", &["events=on", "night-combat=on"]).turn(3)
}

#[test]
fn guv_17_1_each_side_has_its_own_cup_of_ten() {
    let f = with_events();
    assert_eq!(f.s.deck.map(|d| d.len()), [10, 10]);
    assert!(f.s.deck[1].has(EventId::Demons) && !f.s.deck[0].has(EventId::Demons));
}

#[test]
fn guv_17_2_a_chit_may_be_given_up_for_an_event() {
    let mut f = with_events().put("cs-heth 3833, us-phelps 4810");
    f.draw("hill").ok(Action::Forgo).roll(&[3]);
    assert_eq!(f.s.hand[1].len(), 1);
    assert!(f.s.activated.is_empty() && f.s.act.is_none());
    // The other side learns only that an event was drawn.
    let told: Vec<String> = f.log.iter().filter_map(|e| f.game.tell(e, Seat::Union)).map(|t| t.text).collect();
    assert!(told.contains(&"The Confederate side draws an event.".to_string()), "{told:?}");
    let mut f = with_events().put("cs-heth 3833, us-phelps 4810");
    f.draw("confederate-independent").ok(Action::Forgo).roll(&[0]);
    let mut f = with_events().put("cs-heth 3833, us-phelps 4810");
    f.s.boxes[1].insert(chit("hill"));
    f.draw("lee");
    f.no("GUV-17.2", Action::Forgo);
    let mut f = Battlefield::campaign().put("cs-heth 3833, us-phelps 4810");
    f.draw("hill");
    f.no("GUV-17.2", Action::Forgo);
}

#[test]
fn guv_17_3_each_event_has_its_moment() {
    let mut f = with_events().put("cs-heth 1110, cs-walker 1110, us-paul 1209");
    for e in [EventId::Demons, EventId::AlexandersArtillery, EventId::RebelYell, EventId::SupplyTrain, EventId::NightAttack] {
        f.deal(CS, e);
    }
    f.active("hill", "1110");
    f.no("GUV-17.3", Action::play_at(EventId::Demons, h("1110")));
    f.no("GUV-17.3", Action::play_at(EventId::AlexandersArtillery, h("1110")));
    f.no("GUV-17.3", Action::play(EventId::RebelYell));
    f.no("GUV-17.3", Action::play_at(EventId::SupplyTrain, h("1110")));
    f.no("GUV-17.6", Action::play(EventId::NightAttack));
    f.no("GUV-17.3", Action::play(EventId::CsaBridge));
}

#[test]
fn guv_17_3_an_event_is_placed_on_the_map_and_not_on_the_enemy() {
    let mut f = Battlefield::new("salem-church", &[]).put("us-grant 3922, cs-gordon 3827");
    f.deal(US, EventId::LastEffort).active("sedgwick", "3922");
    f.no("GUV-17.3", Action::play_at(EventId::LastEffort, h("3827")));
    f.no("GUV-17.3", Action::play_at(EventId::LastEffort, h("0101")));
    f.no("GUV-17.3", Action::play(EventId::LastEffort));
    f.may(Action::play_at(EventId::LastEffort, h("3922")));
}

#[test]
fn guv_17_4_two_events_a_turn() {
    let mut f = with_events().put("cs-heth 1110, us-paul 1209");
    for e in [EventId::UnknownPaths, EventId::CsaBridge, EventId::RebelYell] {
        f.deal(CS, e);
    }
    f.active("hill", "1110").ok(Action::play(EventId::UnknownPaths)).ok(Action::play(EventId::CsaBridge));
    f.come_to_blows().assault("cs-heth", "1209");
    // The window is closed: the dice are asked.
    assert!(f.game.actor(&f.s).side() != Some(CS));
    f.s.battle.as_mut().unwrap().stage = give_us_victories::state::FightStage::AttackBonus;
    f.not_by(CS, "GUV-17.4", Action::play(EventId::RebelYell));
    f.s.plays = [0, 0];
    f.may(Action::play(EventId::RebelYell));
}

#[test]
fn guv_17_5_back_to_the_cup_or_out_of_the_game() {
    let returns = |e: EventId, side| tables().event(e).returns(side);
    assert!(returns(EventId::RebelYell, CS) && !returns(EventId::CsaBridge, CS) && !returns(EventId::JacksonAttacks, CS));
    assert!(returns(EventId::BrigadeRegroup, CS) && !returns(EventId::BrigadeRegroup, US));
    assert!(!returns(EventId::GeneralRetreat, CS) && !returns(EventId::GeneralRetreat, US) && !returns(EventId::GreatOffensive, US));
    let mut f = with_events().put("cs-heth 1110, us-phelps 4810");
    f.deal(CS, EventId::UnknownPaths).active("hill", "1110").ok(Action::play(EventId::UnknownPaths));
    assert!(f.s.deck[1].has(EventId::UnknownPaths));
}

#[test]
fn guv_17_7_guv_17_17_a_supply_train_feeds_four_hexes() {
    for (side, event_side) in [(CS, 1), (US, 0)] {
        let units = if side == CS {
            "cs-heth 2606, cs-lane 2610, cs-archer 2611, us-phelps 4810"
        } else {
            "us-knipe 2533, us-ross 2529, us-ruger 2528, cs-heth 0101"
        };
        let mut f = with_events().put(units).turn(5);
        f.s.pontoons.iter_mut().for_each(|x| x.lies = give_us_victories::state::Lies::InHand);
        f.deal(side, EventId::SupplyTrain);
        f.at(Step::NightFalls);
        assert_eq!(f.s.agenda.top(), Step::SupplyCards(side));
        let hex = if side == CS { "2606" } else { "2533" };
        f.ok(Action::play_at(EventId::SupplyTrain, h(hex)));
        let hungry = if side == CS { "cs-archer" } else { "us-ruger" };
        assert_eq!(f.s.starved.and(&give_us_victories::counters::counters().of[side.index()]), set(hungry));
        assert!(f.s.deck[event_side].has(EventId::SupplyTrain));
    }
}

#[test]
fn guv_17_8_guv_17_18_a_brigade_regroups() {
    let regroup = |piece: &str, hex: &str| Action::Play { event: EventId::BrigadeRegroup, hex: h(hex), piece: Some(p(piece)), chit: None };
    let mut f = with_events().put("cs-heth 3833, cs-iverson 3330, us-paul 3835");
    f.s.put(p("cs-lane"), Hex::LOST);
    assert_eq!(f.tally(Seat::Spectator, "difference"), "+4");
    f.deal(CS, EventId::BrigadeRegroup).active("hill", "3833");
    f.no("GUV-17.8", regroup("cs-lane", "3331"));
    f.no("GUV-17.8", regroup("cs-lane", "3834"));
    f.no("GUV-17.8", regroup("cs-archer", "3832"));
    f.ok(regroup("cs-lane", "3832"));
    assert!(f.s.reduced.has(p("cs-lane")) && f.hex("cs-lane") == "3832");
    assert_eq!(f.tally(Seat::Spectator, "difference"), "+0", "its points leave the track");
    assert!(f.s.deck[1].has(EventId::BrigadeRegroup));
    let mut f = with_events().put("us-barnes 4010, cs-heth 0101");
    f.s.put(p("us-ayres"), Hex::LOST);
    f.deal(US, EventId::BrigadeRegroup).active("meade", "4010").ok(regroup("us-ayres", "4011"));
    assert!(!f.s.deck[0].has(EventId::BrigadeRegroup), "the Union's is used once");
}

#[test]
fn guv_17_9_demons_out_of_the_earth_attack_again() {
    let mut f = with_events().put("cs-heth 1110, cs-lane 1110, cs-archer 3833, us-paul 1209, us-root 1209");
    f.deal(CS, EventId::Demons).active("hill", "1110").come_to_blows();
    f.assault("cs-heth cs-lane", "1209").done_all().throw(&[1; 3]).throw(&[1, 1]);
    f.no("GUV-14.5", Action::Attack { piece: p("cs-heth"), target: h("1209") });
    f.ok(Action::play_at(EventId::Demons, h("1110")));
    f.no("GUV-14.1", Action::Attack { piece: p("cs-archer"), target: h("1209") });
    f.assault("cs-heth cs-lane", "1209");
}

#[test]
fn guv_17_9_demons_open_a_hex_again_for_those_near_the_chit() {
    let mut f = with_events().put("us-von-gilsa 1311, us-mclean 1311, cs-pender 1210, cs-lane 1411");
    f.deal(CS, EventId::Demons).active("hill", "1411");
    f.s.active.insert(p("cs-pender"));
    f.come_to_blows().assault("cs-pender", "1311").done_all().throw(&[1; 3]).throw(&[1; 3]);
    let lane = Action::Attack { piece: p("cs-lane"), target: h("1311") };
    f.no("GUV-14.8", lane);
    f.ok(Action::play_at(EventId::Demons, h("1209")));
    f.no("GUV-14.8", lane);
    f.assault("cs-pender", "1311");
}

#[test]
fn guv_17_9_who_may_come_again_shows_only_where_he_is_seen() {
    let mut f = with_events().put("cs-heth 1110, cs-lane 1111, us-paul 1209, us-root 1209");
    f.deal(CS, EventId::Demons).active("hill", "1110").come_to_blows();
    f.assault("cs-heth", "1209").done_all().throw(&[1; 3]).throw(&[1, 1]);
    f.ok(Action::play_at(EventId::Demons, h("1110")));
    let again = |f: &Battlefield, side: engine::Side| f.game.knowledge(&f.s, side.into()).state.act.unwrap().again;
    assert_eq!((again(&f, CS), again(&f, US)), (set("cs-heth cs-lane"), set("cs-heth")), "Lane stands out of sight");
}

#[test]
fn guv_14_41_what_an_event_adds_goes_onto_ones_own_dice() {
    let mut f = with_events().put("cs-heth 1110, us-paul 1209");
    f.deal(CS, EventId::RebelYell).active("hill", "1110").come_to_blows();
    f.assault("cs-heth", "1209").ok(Action::play(EventId::RebelYell));
    let elite = f.s.battle.unwrap().points[0] - 1;
    for _ in 0..elite {
        f.ok(Action::Point { enemy: true, die: 0 });
    }
    f.no("GUV-14.41", Action::Point { enemy: true, die: 0 });
    f.ok(Action::Point { enemy: false, die: 0 });
    assert_eq!(f.s.battle.unwrap().points[0], 0);
}

#[test]
fn guv_17_15_a_general_retreat_out_of_works_disorganizes_once() {
    let mut f = with_events().put("us-ruger 2121, us-knipe 2121, us-best 2118, cs-heth 2122");
    f.s.breastworks.insert(h("2121"));
    f.deal(US, EventId::GeneralRetreat).active("slocum", "2121").ok(Action::play_at(EventId::GeneralRetreat, h("2121")));
    for id in ["us-ruger", "us-knipe"] {
        let way = f.legal().into_iter().find(|a| matches!(a, Action::FallBack { piece, .. } if *piece == p(id))).unwrap();
        f.ok(way).roll(&[4]);
    }
    assert!(f.s.disorganized.has(p("us-ruger")) && f.s.disorganized.has(p("us-knipe")) && f.s.demoralized.is_empty());
}

#[test]
fn guv_17_9_whether_demons_are_held_does_not_show() {
    let asked = |event| {
        let mut f = with_events().put("cs-heth 1110, us-paul 1209");
        f.deal(CS, event).active("hill", "1110").come_to_blows();
        f.assault("cs-heth", "1209").done_all().throw(&[1; 2]).throw(&[1; 2]);
        (f.s.agenda.top(), f.game.actor(&f.s))
    };
    assert_eq!(asked(EventId::Demons), asked(EventId::RebelYell));
}

#[test]
fn guv_17_11_unknown_paths_make_woods_open() {
    // Four forest hexes on four points.
    let mut f = with_events().put("cs-heth 2328, us-phelps 4810");
    f.deal(CS, EventId::UnknownPaths).active("hill", "2328").ok(Action::play(EventId::UnknownPaths));
    f.march("cs-heth", "2329 2330 2331 2332");
    assert!(f.spent() <= 8);
    let mut f = with_events().put("cs-heth 2328, us-phelps 4810");
    f.active("hill", "2328");
    f.no_march("GUV-9.3", "cs-heth", "2329 2330 2331 2332");
}

#[test]
fn guv_17_12_alexanders_guns_fire_better() {
    for (played, disorganized) in [(true, true), (false, false)] {
        let mut f = with_events().put("cs-walker 1312, cs-alexander 1312, us-von-gilsa 1311");
        f.deal(CS, EventId::AlexandersArtillery);
        f.draw("hill").ok(Action::Activate { hex: h("1312") }).done().done();
        if played {
            f.ok(Action::play_at(EventId::AlexandersArtillery, h("1313")));
        }
        f.ok(Action::Fire { gun: p("cs-walker"), target: h("1311") }).ok(Action::OpenFire).done().roll(&[3]);
        // Factor 2: DIS on a modified five: 3 + 1 for the open + 1.
        assert_eq!(f.s.disorganized.has(p("us-von-gilsa")), disorganized);
    }
}

#[test]
fn guv_17_13_jackson_attacks() {
    let mut f = with_events().put("cs-heth 1413, cs-lane 1110, us-paul 1209");
    f.deal(CS, EventId::JacksonAttacks);
    f.s.boxes[2].insert(chit("hill"));
    f.draw("jackson").ok(Action::Activate { hex: h("1413") });
    f.ok(Action::play(EventId::JacksonAttacks)).roll(&[2]);
    assert!(f.s.jackson_lost);
    f.s.active.insert(p("cs-lane"));
    f.done();
    // Three more points: seven on four.
    f.march("cs-heth", "1414 1415".split_at(4).0);
    f.march("cs-heth", "1314");
    assert_eq!(f.spent(), 8);
    f.may(f.order("cs-heth", "1313"));
    f.come_to_blows().assault("cs-lane", "1209").done_all();
    assert_eq!(f.pools(), (3, 2));
    // He is out of the game.
    f.s.turn = 7;
    f.at(Step::Choose);
    f.not_by(CS, "GUV-17.13", Action::Group { chit: chit("hill"), under: chit("jackson") });
    // It needs his chit.
    let mut f = with_events().put("cs-heth 1413, us-paul 1209");
    f.deal(CS, EventId::JacksonAttacks).draw("hill").ok(Action::Activate { hex: h("1413") });
    f.no("GUV-17.13", Action::play(EventId::JacksonAttacks));
}

#[test]
fn guv_17_15_a_general_retreat() {
    let mut f = with_events().put("cs-heth 2121, cs-lane 2121, cs-archer 2120 disorganized, cs-pender 3123, us-paul 2020");
    f.deal(CS, EventId::GeneralRetreat).active("hill", "2121");
    f.ok(Action::play_at(EventId::GeneralRetreat, h("2121")));
    f.no("GUV-17.15", Action::FallBack { piece: p("cs-pender"), path: path("3123", "3124") });
    f.no("GUV-17.15", Action::FallBack { piece: p("cs-heth"), path: give_us_victories::ids::Path::EMPTY });
    // Every step nearer home, seven points, not next to the enemy.
    let toward = f.legal().into_iter().filter(|a| matches!(a, Action::FallBack { piece, .. } if *piece == p("cs-heth")));
    let longest = toward.max_by_key(|a| if let Action::FallBack { path, .. } = a { path.len() } else { 0 }).unwrap();
    f.ok(longest).roll(&[2]);
    assert!(f.s.demoralized.has(p("cs-heth")));
    let next = f.legal().into_iter().find(|a| matches!(a, Action::FallBack { piece, .. } if *piece == p("cs-lane"))).unwrap();
    f.ok(next).roll(&[3]);
    assert!(f.s.disorganized.has(p("cs-lane")));
    // Whoever is marked already feels nothing more: no die.
    if let Some(way) = f.legal().into_iter().find(|a| matches!(a, Action::FallBack { piece, .. } if *piece == p("cs-archer"))) {
        f.ok(way);
        assert!(f.s.disorganized.has(p("cs-archer")) && !matches!(f.s.agenda.top(), Step::FallBackDie(_)));
    }
    assert!(!f.s.deck[1].has(EventId::GeneralRetreat) && !f.s.hand[1].has(EventId::GeneralRetreat));
}

#[test]
fn guv_17_19_good_general_activates_one_more_corps() {
    let mut f = with_events().put("us-barnes 4010, us-knipe 4012, us-buschbeck 4014, cs-heth 0101");
    f.deal(US, EventId::GoodGeneral);
    f.at(Step::Choose);
    let cards = f.tally(Seat::Confederate, "union-events");
    f.by(US, Action::Choose { chit: chit("meade") }).by(US, Action::play(EventId::GoodGeneral)).by(US, Action::Done).by(CS, Action::Done);
    assert_eq!(f.s.spent[0], 1, "no point");
    assert_eq!(f.tally(Seat::Confederate, "union-events"), cards, "the enemy does not see that it was played");
    assert_eq!((f.game.knowledge(&f.s, Seat::Confederate).state.plays, f.s.plays), ([0, 0], [1, 0]));
    let place = f.s.cup.iter().position(|c| c == chit("good-general")).unwrap() as u8;
    f.roll(&[place]);
    f.no("GUV-17.19", Action::Name { chit: chit("meade") });
    f.no("GUV-17.2", Action::Forgo);
    f.ok(Action::Name { chit: chit("slocum") });
    // The corps that Good General names is no chit to trade.
    f.no("GUV-17.2", Action::Forgo);
    f.ok(Action::Activate { hex: h("4012") });
    assert_eq!(f.s.active, set("us-knipe"));
    assert!(f.s.deck[0].has(EventId::GoodGeneral));
}

#[test]
fn guv_17_20_last_effort_steadies_a_hex_and_its_neighbours() {
    let mut f = with_events().put("us-barnes 4010 disorganized, us-ayres 4011 demoralized, us-tyler 4013 disorganized, cs-heth 0101");
    f.deal(US, EventId::LastEffort).active("meade", "4011").ok(Action::play_at(EventId::LastEffort, h("4010")));
    assert_eq!((f.s.disorganized, f.s.demoralized.is_empty()), (set("us-ayres us-tyler"), true));
    assert!(f.s.deck[0].has(EventId::LastEffort));
}

#[test]
fn guv_17_23_the_great_offensive_uses_hooker_twice_running() {
    let mut f = with_events().put("us-barnes 4010, us-knipe 4012, cs-heth 0101").turn(4);
    f.s.used[0] = 3;
    f.deal(US, EventId::GreatOffensive);
    f.at(Step::Choose);
    f.not_by(US, "GUV-8.25", Action::Group { chit: chit("meade"), under: chit("hooker") });
    f.by(US, Action::play(EventId::GreatOffensive)).by(US, Action::Group { chit: chit("meade"), under: chit("hooker") });
    // Not told before both have chosen.
    let told = |f: &Battlefield| f.log.iter().filter_map(|e| f.game.tell(e, Seat::Confederate)).any(|t| t.text.contains("Great Offensive"));
    assert!(!told(&f));
    f.by(US, Action::Done).by(CS, Action::Done);
    assert!(told(&f) && !f.s.deck[0].has(EventId::GreatOffensive));
}

#[test]
fn guv_17_24_guv_18_6_corps_released_frees_one_corps() {
    let release = |c: Option<&str>| Action::Play { event: EventId::CorpsReleased, hex: Hex::NONE, piece: None, chit: c.map(chit) };
    let mut f = with_events().put("us-brown 4125, us-hall 3816, us-phelps 4810, us-caldwell 3818, cs-heth 0101").turn(4);
    f.deal(US, EventId::CorpsReleased);
    f.at(Step::Choose);
    f.not_by(US, "GUV-18.4", Action::Choose { chit: chit("sedgwick") });
    f.not_by(US, "GUV-17.24", release(Some("meade")));
    f.by(US, release(Some("sedgwick"))).by(US, Action::Choose { chit: chit("sedgwick") });
    // Gibbon goes with the VI Corps; the I Corps stays bound.
    f.not_by(US, "GUV-18.3", Action::Choose { chit: chit("reynolds") });
    f.by(US, Action::Done).by(CS, Action::Done);
    f.draw("couch").ok(Action::Activate { hex: h("3818") });
    assert!(f.s.active.has(p("us-hall")));
}

/// While a unit that the enemy does not see rolls for its retreat, he does not learn which one it is.
#[test]
fn guv_17_15_the_die_of_an_unseen_unit_names_nobody() {
    let mut f = with_events().put("cs-heth 2123, cs-lane 2123, cs-pender 2126, us-paul 1920");
    f.deal(CS, EventId::GeneralRetreat).active("hill", "2123");
    f.ok(Action::play_at(EventId::GeneralRetreat, h("2123")));
    let way = f.legal().into_iter().find(|a| matches!(a, Action::FallBack { piece, .. } if *piece == p("cs-heth"))).unwrap();
    f.ok(way);
    assert_eq!(f.s.agenda.top(), Step::FallBackDie(p("cs-heth")));
    let known = f.game.knowledge(&f.s, US.into());
    assert_eq!(known.state.agenda.top(), Step::FallBackDie(give_us_victories::ids::Piece::NOBODY));
    assert!(!format!("{:?}", f.game.prompt(&known)).contains("Heth"));
    assert_eq!(f.game.knowledge(&f.s, CS.into()).state.agenda.top(), Step::FallBackDie(p("cs-heth")));
    // A position imagined from there goes on.
    for seed in 0..8 {
        let mut s = f.game.sample(&known, &mut engine::Dice::new(seed));
        f.game.audit(&s).unwrap();
        f.game.settle(&mut s, &engine::Roll::new(&[2]), &mut ());
        f.game.audit(&s).unwrap();
    }
}
