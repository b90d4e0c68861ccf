//! Puzzles as people meet them. That their answers are right is proved where the solver is, in the tests of the players.

use engine::Seat;
use engine::contract::Asks;
use players::SHELF;
use school::course::Phase;
use school::puzzle::{Exam, puzzles, shelf, stand, title};
use school::rating::Rating;
use std::collections::HashSet;

fn fresh() -> (Rating, Rating) {
    (Rating::default(), Rating::of_puzzle(1_200))
}

#[test]
fn every_puzzle_opens_with_its_side_to_decide() {
    for kind in SHELF {
        for puzzle in puzzles(*kind) {
            let table = school::puzzle::open(*kind, puzzle, 1).unwrap_or_else(|fault| panic!("{}: {fault}", puzzle.id));
            assert_eq!(table.actor(Seat::Referee).actor, Asks::from(puzzle.side), "{}", puzzle.id);
            assert!(table.subjects(puzzle.side.into()).is_ok_and(|able| !able.is_empty()), "{}", puzzle.id);
        }
    }
}

#[test]
fn there_are_enough_of_them_and_each_has_a_day_of_its_own() {
    let shelf = shelf(SHELF);
    let least = |game: &str| if game == "blue-gray" { 60 } else { 30 };
    assert_eq!(shelf.books.len(), SHELF.len());
    for book in &shelf.books {
        assert!(book.puzzles.len() >= least(&book.game), "{}: {}", book.game, book.puzzles.len());
        assert!(book.themes.len() >= 2, "{}: one theme only", book.game);
        let titles: HashSet<&str> = book.puzzles.iter().map(|card| card.title.as_str()).collect();
        assert_eq!(titles.len(), book.puzzles.len(), "{}", book.game);
    }
    assert_eq!(shelf.days.len(), shelf.books.iter().map(|book| book.puzzles.len()).sum::<usize>());
    assert_eq!(shelf.days.iter().collect::<HashSet<_>>().len(), shelf.days.len());
}

/// Whoever takes the first thing that is listed finds less than everything somewhere, and is told what was better.
#[test]
fn whoever_does_anything_is_told_what_would_have_been_better() {
    let kind = SHELF[0];
    let mut missed = 0;
    for puzzle in puzzles(kind).iter().filter(|p| p.nodes < 150).take(6) {
        let mut exam = Exam::begin(kind, puzzle, fresh(), 3).unwrap();
        while exam.stand().phase == Phase::Ask {
            let first = exam.table.legal(exam.seat(), None).unwrap().remove(0);
            exam.act(&first).unwrap();
        }
        let end = stand(kind, puzzle, exam.table.as_ref(), fresh());
        let share = end.puzzle.as_ref().and_then(|p| p.share).unwrap();
        assert!((0.0..=1.0).contains(&share));
        assert_eq!(end.phase == Phase::Done, share >= 0.95, "{}", title(kind, puzzle));
        if end.phase == Phase::Lost {
            missed += 1;
            assert!(end.pages.len() > 1 && end.pages[1].text.contains("Better"), "{:?}", end.pages);
        }
    }
    assert!(missed > 0, "no puzzle is so easy that the first thing listed is always right");
}
