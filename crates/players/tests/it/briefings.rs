//! Every scenario on the shelf is introduced: what happened there, how the armies went, what each side should keep in mind.

use engine::Seat;
use players::SHELF;
use std::collections::BTreeMap;

#[test]
fn every_scenario_has_its_history_and_three_hints_for_each_side() {
    for kind in SHELF {
        for scenario in &kind.catalogue().scenarios {
            let id = &scenario.id;
            let set_up = kind.catalogue().complete(Some(id), &BTreeMap::new()).expect("a scenario of the catalogue");
            let briefing = kind.briefing(&set_up).expect("a briefing");
            let words: usize = briefing.history.iter().map(|paragraph| paragraph.split(' ').count()).sum();
            assert!((90..=320).contains(&words), "{id}: {words} words do not fill one screen");
            for hints in [&briefing.hints.union, &briefing.hints.confederate] {
                assert_eq!(hints.len(), 3, "{id}");
                assert!(hints.iter().all(|hint| hint.ends_with('.')), "{id}: {hints:?}");
            }
        }
    }
}

#[test]
fn places_and_marches_of_a_briefing_lie_on_its_board() {
    for kind in SHELF {
        for scenario in &kind.catalogue().scenarios {
            let id = &scenario.id;
            let set_up = kind.catalogue().complete(Some(id), &BTreeMap::new()).expect("a scenario of the catalogue");
            let briefing = kind.briefing(&set_up).expect("a briefing");
            let view = kind.open(&set_up, 1).expect("a table").view(Seat::Referee);
            let board = boards::by_id(&view.board).expect("a board");
            assert!(briefing.marches.len() >= 2, "{id}");
            assert!(briefing.marches.iter().all(|march| march.hexes.len() >= 2), "{id}: a march has a beginning and an end");
            let marches = briefing.marches.iter().flat_map(|march| &march.hexes);
            for hex in marches.chain(briefing.objectives.iter().flat_map(|place| &place.hexes)) {
                assert!(board.grid.parse(hex).is_ok(), "{id}: {hex} is not on the board");
            }
        }
    }
}
