//! Whole tournaments: Swiss from both sides, knock-out and ladder, rounds that wait for their games.

use super::*;
use crate::records::Memory;

fn director(records: &Memory) -> Account {
    let mut account = Account::new("Halleck", 0).unwrap();
    account.role = Role::Director;
    at_desk(records, |desk| desk.put(&account)).unwrap();
    account
}

fn tournament(records: &Memory, by: &Account, format: Format, sides: Sides, count: usize, rounds: usize) -> (String, Vec<Account>) {
    let said =
        Announcement { title: "The cup".into(), format, sides, order: json!({ "game": "x" }), pace: Pace::Free, delay: 0, rounds, days: 7 };
    let id = announce(records, by, &said, "X", 1).unwrap().id;
    let players: Vec<Account> = (0..count).map(|n| Account::new(&format!("P{n:02} {}", &tokens::name()[..8]), 0).unwrap()).collect();
    for player in &players {
        at_desk(records, |desk| desk.put(player)).unwrap();
        enter(records, &id, player, true, 0).unwrap();
    }
    (id, players)
}

/// Plays a round: the better seed wins every game.
fn play_round(records: &Memory, id: &str, by: &Account, round: usize) -> Tournament {
    let (tournament, to_make) = next_round(records, id, by, 2).unwrap();
    for make in &to_make {
        let name = format!("t{round}-{}-{}", make.pairing, make.table);
        made(records, id, make.pairing, make.table, &name).unwrap();
        let seed = |side: usize| tournament.entrants.iter().position(|e| Some(e.account.as_str()) == make.players[side].account()).unwrap();
        let game = Game {
            id: name.clone(),
            game: "x".into(),
            scenario: "y".into(),
            title: "X".into(),
            players: make.players.clone(),
            keys: Default::default(),
            spectators: None,
            delay: 0,
            pace: Pace::Free,
            clock: Default::default(),
            rated: true,
            offers: Default::default(),
            stand_in: Default::default(),
            bids: [0, 0],
            seen: [0, 0],
            created: 2,
            moved: 2,
            end: None,
            tournament: Some(id.into()),
            order: Value::Null,
        };
        play::begin(records, &game).unwrap();
        let winner = usize::from(seed(1) < seed(0));
        let outcome = Some((Some(winner), "won".to_string()));
        play::moved(records, &name, &play::Moved { asked: [false; 2], phase: "", outcome, here: [true; 2], length: 1 }, 3).unwrap();
    }
    one(records, id).unwrap()
}

#[test]
fn a_swiss_tournament_from_both_sides_is_played_to_its_end() {
    let records = Memory::default();
    let by = director(&records);
    let (id, players) = tournament(&records, &by, Format::Swiss, Sides::Both, 5, 3);
    assert!(next_round(&records, &id, &players[0], 2).unwrap_err().forbidden);
    for round in 0..3 {
        let t = play_round(&records, &id, &by, round);
        assert!(t.rounds.len() == round + 1 && t.shown()["round_done"] == true);
    }
    let (t, none) = next_round(&records, &id, &by, 9).unwrap();
    assert!(none.is_empty() && t.stage == Stage::Over);
    let standings = t.standings();
    assert_eq!(standings[0].entrant, 0, "the best has won: {standings:?}");
    assert_eq!(standings[0].points, 12);
    assert_eq!(standings.iter().map(|p| p.points).sum::<u32>(), 3 * (2 * 4 + 4), "with the byes nothing is lost");
}

#[test]
fn a_round_waits_for_its_games_unless_the_director_decides_them() {
    let records = Memory::default();
    let by = director(&records);
    let (id, _) = tournament(&records, &by, Format::RoundRobin, Sides::Turns, 2, 0);
    let (t, to_make) = next_round(&records, &id, &by, 2).unwrap();
    assert_eq!((to_make.len(), t.rounds[0].deadline), (1, Some(2 + 7 * 86_400_000)));
    // A table that could not be made is asked for again, in the same round.
    let (t, again) = next_round(&records, &id, &by, 3).unwrap();
    assert_eq!((t.rounds.len(), again.len()), (1, 1));
    made(&records, &id, again[0].pairing, again[0].table, "table").unwrap();
    assert!(next_round(&records, &id, &by, 3).is_err(), "it is played");
    assert!(decide(&records, &id, &by, "elsewhere", Some(0), 4).is_err());
    assert!(close_round(&records, &id, &by, 3).is_err(), "there is time left");
    close_round(&records, &id, &by, 3 + 7 * 86_400_000).unwrap();
}

#[test]
fn knock_out_and_ladder_end_with_the_best_on_top() {
    let records = Memory::default();
    let by = director(&records);
    let (id, _) = tournament(&records, &by, Format::KnockOut, Sides::Turns, 6, 0);
    let mut t = play_round(&records, &id, &by, 0);
    let mut round = 1;
    while t.stage == Stage::Running && round < 9 {
        t = play_round(&records, &id, &by, round);
        round += 1;
    }
    let places = t.standings();
    assert_eq!((t.stage, places.iter().filter(|p| !p.out).map(|p| p.entrant).collect::<Vec<_>>()), (Stage::Over, vec![0]));
    let (id, players) = tournament(&records, &by, Format::Ladder, Sides::Turns, 4, 4);
    enter(&records, &id, &players[3], false, 0).unwrap();
    for round in 10..14 {
        t = play_round(&records, &id, &by, round);
    }
    assert_eq!(t.standings().iter().map(|p| p.entrant).collect::<Vec<_>>(), [0, 1, 2]);
}
