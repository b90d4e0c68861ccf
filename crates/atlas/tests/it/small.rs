//! A board small enough to count on one's fingers.

use board::Board;

/// Six columns of four, with a bit of everything that can be counted.
pub fn crossroads() -> Board {
    Board::parse(
        r#"
[board]
id = "crossroads"
title = "Crossroads: A Small Affair"
scale = "1 mile per hex"
up = 30
columns = 6
rows = 4
numbering = "column-row"
lower = "second"

[terrain]
woods = ["0101", "0102", "0201"]
hill = ["0503"]
town = ["0302"]

[[water]]
name = "Muddy Run"
kind = "creek"
hexsides = ["0403/0404", "0403/0504"]

[[road]]
name = "Old Pike"
class = "major"
hexes = ["0103", "0202", "0302", "0401", "0501"]

[[road]]
name = "Mill Lane"
class = "trail"
hexes = ["0302", "0303"]

[[place]]
name = "Tom & Jerry's <Mill>"
kind = "mill"
hex = "0303"

[[place]]
name = "Crossroads"
kind = "town"
hex = "0302"
weight = 3
"#,
        "crossroads.toml",
    )
    .unwrap_or_else(|bad| panic!("{bad}"))
}

#[test]
fn a_tiny_map_has_room_for_its_title() {
    let text = "[board]\nid = \"tiny\"\ntitle = \"Ten hexes\"\nscale = \"400 m per hex\"\ncolumns = 5\nrows = 2\nnumbering = \"column-row\"\nlower = \"second\"\n";
    let board = Board::parse(text, "tiny.toml").unwrap();
    let options = atlas::Options::default();
    let svg = atlas::board_svg(&board, &options);
    let width = atlas::geometry(&board, &options).width();
    let line = svg.lines().find(|line| line.contains(">Ten hexes</text>")).expect("the title is written");
    let number = |key: &str| -> f32 {
        let (_, rest) = line.split_once(&format!(" {key}=\"")).unwrap_or_else(|| panic!("{line}"));
        rest.split('"').next().and_then(|n| n.parse().ok()).unwrap_or_else(|| panic!("{line}"))
    };
    // Nine letters are about five times as wide as they are high: all of them lie on the sheet, and can be read.
    let (middle, size) = (number("x"), number("font-size"));
    assert!(size > 24.0 && middle - 2.5 * size > 0.0 && middle + 2.5 * size < width, "{line}");
}
