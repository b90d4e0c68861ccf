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
