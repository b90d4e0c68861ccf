//! What holds for every board.

#[test]
fn every_hex_name_reads_back() {
    for (id, board) in boards::ALL {
        let grid = &board().grid;
        for hex in grid.hexes() {
            assert_eq!(grid.parse(&grid.name(hex)), Ok(hex), "{id}");
        }
    }
}

#[test]
fn every_board_is_found_by_the_id_in_its_file() {
    for (id, board) in boards::ALL {
        assert_eq!(board().id, *id);
        assert!(boards::by_id(id).is_some_and(|found| std::ptr::eq(found, board())));
    }
    assert!(boards::by_id("gettysburg").is_none());
}
