//! What the loader reads, and what it refuses: every fault names its line and says what is wrong.

use board::{Board, Channel, Direction, Fact, Hexside, Location};

/// A field of five columns and four rows; the second and fourth column sit lower.
const SHEET: &str = r#"
[board]
id = "field"
title = "The Field"
scale = "400 m"
columns = 5
rows = 4
numbering = "column-row"
lower = "second"
"#;

fn read(more: &str) -> Board {
    Board::parse(&format!("{SHEET}{more}"), "field.toml").unwrap_or_else(|bad| panic!("{bad}"))
}

/// The board with `more` is refused in these words, at the line that ends with `# here`.
#[track_caller]
fn refused(more: &str, words: &str) {
    refused_whole(&format!("{SHEET}{more}"), words);
}

#[track_caller]
fn refused_whole(text: &str, words: &str) {
    let here = text.lines().position(|line| line.ends_with("# here")).expect("a line marked # here") + 1;
    let bad = Board::parse(text, "field.toml").expect_err("the board should be refused");
    assert_eq!(bad.to_string(), format!("field.toml, line {here}: {words}"));
    assert_eq!((bad.file.as_str(), bad.line), ("field.toml", here));
}

/// The sheet with one of its lines changed.
fn sheet(line: &str, by: &str) -> String {
    assert!(SHEET.contains(line));
    SHEET.replace(line, by)
}

#[test]
fn a_board_with_everything_is_read() {
    let board = read(
        r#"
up = 26
missing = ["0204", "0404"]
dates = "21 July 1861"
note = "A remark."

[terrain]
woods = ["0101..0103", "0201"]
town = ["0101"]

[[water]]
name = "The Run"
kind = "run"
labels = ["0302"]
hexes = ["0301", "0302", "0303", "0304"]

[[water]]
name = "The Branch"
kind = "branch"
named = false
hexsides = ["0401/0402", "0402/0502"]

[[road]]
name = "The Pike"
class = "pike"
hexes = ["0102", "0202", "0302", "0402", "0503"]
exits = { 0102 = "the west", 0503 = "the east" }

[[crossing]]
name = "The Ford"
kind = "ford"
over = "The Run"
hex = "0302"
approaches = ["0202", "0402"]
facts = { printed = "FORD", depth = 3, muddy = true }

[[crossing]]
name = "The Bridge"
kind = "bridge"
over = "The Branch"
hexside = "0402/0401"

[[slope]]
feature = "The Hill"
kind = "hill"
[slope.downhill]
0501 = ["0502"]

[[work]]
name = "The Redoubt"
kind = "redoubt"
side = "union"
hexsides = ["0102/0101"]

[[work]]
name = "The Fort"
kind = "fort"
[work.faces]
0202 = ["N", "SE"]

[[place]]
name = "The Town"
kind = "town"
hex = "0101"
hexes = ["0101", "0102"]
weight = 3

[[place]]
name = "The Ridge"
kind = "ridge"
span = ["0501", "0504"]

[[zone]]
id = "west"
name = "West of the run"
hexes = ["0101..0104", "0201"]

[[zone]]
id = "near-town"
name = "Near the town"
within = { radius = 1, of = ["0101"], inside = ["west"] }

[[entry]]
id = "reserve"
name = "The Reserve"
kind = "reinforcement"
side = "union"
hexes = ["0102"]
facts = { turn = 2 }

[[join]]
board = "next-field"
pairs = { 0503 = "0101" }
"#,
    );
    let hex = |name: &str| board.grid.parse(name).unwrap();
    let names = |hexes: &[board::HexId]| hexes.iter().map(|h| board.grid.name(*h)).collect::<Vec<_>>().join(" ");
    assert_eq!(board.grid.hexes().count(), 18);
    assert_eq!((board.id.as_str(), board.up, board.dates.as_deref()), ("field", 26, Some("21 July 1861")));

    let has = |name: &str, kind: &str| board.ground(hex(name)).has(board.terrain(kind).unwrap());
    assert_eq!(board.terrains, ["woods", "town", "ford", "run", "hilltop", "slope"]);
    assert!(has("0101", "woods") && has("0101", "town") && has("0102", "woods") && board.ground(hex("0202")).is_clear());
    assert!(has("0301", "run") && has("0302", "ford") && !has("0302", "run"), "a ford takes the place of its water");
    assert!(has("0501", "hilltop") && has("0502", "slope"));

    assert!(matches!(&board.waters[0].channel, Channel::Hexes(hexes) if hexes.len() == 4));
    assert!(!board.waters[1].named);
    let pike = board.road_class("pike").unwrap();
    assert!(board.road_crosses(pike, hex("0102"), Direction::SE) && board.road_crosses(pike, hex("0202"), Direction::NW));
    assert!(!board.road_crosses(pike, hex("0102"), Direction::S));
    assert_eq!(board.road_exits(hex("0503")).collect::<Vec<_>>(), [(pike, "the east")]);

    let [ford, bridge] = &board.crossings[..] else { panic!("two crossings") };
    assert_eq!((ford.at, ford.water, names(&ford.approaches)), (Location::Hex(hex("0302")), 0, "0202 0402".into()));
    assert_eq!((ford.facts.number("depth"), ford.facts.text("printed"), ford.facts.flag("muddy")), (Some(3), Some("FORD"), true));
    assert_eq!(ford.facts.get("width"), None::<&Fact>);
    let side = Hexside::between(hex("0401"), hex("0402"));
    assert_eq!((bridge.at, bridge.water, names(&bridge.approaches)), (Location::Side(side), 1, "0402 0401".into()));
    assert_eq!(board.crossings_on(side).count(), 1);
    assert_eq!(board.waters_along(side).next().unwrap().name, "The Branch");

    let faces: Vec<_> = board.directed.iter().map(|d| (d.name.as_str(), names(&[d.protected, d.enemy]))).collect();
    let expected = [("The Redoubt", "0102 0101"), ("The Fort", "0202 0201"), ("The Fort", "0202 0303")];
    assert_eq!(faces, expected.map(|(name, pair)| (name, pair.to_owned())));
    let town = board.place("The Town").unwrap();
    assert_eq!((names(&town.hexes), town.weight), ("0101 0102".into(), 3));
    assert_eq!(board.place("The Ridge").unwrap().span, Some((hex("0501"), hex("0504"))));
    assert_eq!(names(&board.zone("near-town").unwrap().hexes), "0101 0102 0201");
    assert_eq!(board.entry("reserve").unwrap().facts.number("turn"), Some(2));
    assert_eq!(board.joins[0].pairs, [(hex("0503"), "0101".to_owned())]);
}

#[test]
fn a_wet_crossing_leaves_the_water_in_its_hex() {
    let board = read(
        r#"
[[water]]
name = "The Run"
kind = "run"
hexes = ["0301", "0302"]
[[crossing]]
name = "The Ford"
kind = "ford"
over = "The Run"
hex = "0302"
approaches = ["0202", "0402"]
wet = true
"#,
    );
    let ground = board.ground(board.grid.parse("0302").unwrap());
    assert!(ground.has(board.terrain("ford").unwrap()) && ground.has(board.terrain("run").unwrap()));
}

#[test]
fn the_first_water_listed_gives_a_hex_its_terrain() {
    let board = read(
        r#"
[[water]]
name = "The River"
kind = "river"
hexes = ["0301", "0302"]
[[water]]
name = "The Brook"
kind = "brook"
hexes = ["0102", "0202", "0302"]
"#,
    );
    let ground = |name: &str| board.ground(board.grid.parse(name).unwrap());
    let (river, brook) = (board.terrain("river").unwrap(), board.terrain("brook").unwrap());
    assert!(ground("0302").has(river) && !ground("0302").has(brook) && ground("0202").has(brook));
}

#[test]
fn refuses_what_is_no_toml() {
    refused("[terrain]\nwoods = [\"0101\"\n[[water]] # here\n", "missing comma between array elements, expected `,`");
}

#[test]
fn refuses_a_key_it_does_not_know() {
    refused(
        "[[road]]\nname = \"Pike\"\nclas = \"major\" # here\n",
        "unknown field `clas`, expected one of `name`, `class`, `hexes`, `exits`, `note`",
    );
}

#[test]
fn refuses_a_key_that_is_missing() {
    refused("[[road]] # here\nname = \"Pike\"\nhexes = [\"0101\", \"0102\"]\n", "missing field `class`");
}

#[test]
fn refuses_a_numbering_it_does_not_know() {
    let text = sheet("numbering = \"column-row\"", "numbering = \"roman\" # here");
    refused_whole(&text, "unknown variant `roman`, expected one of `column-row`, `letters`, `diagonal`");
}

#[test]
fn refuses_a_board_without_hexes() {
    let text = sheet("[board]", "[board] # here").replace("columns = 5", "columns = 0");
    refused_whole(&text, "a board has from 1 to 4096 hexes, this one 0 columns of 4");
}

#[test]
fn refuses_a_board_of_which_every_hex_is_missing() {
    let text = sheet("[board]", "[board] # here").replace("columns = 5", "columns = 1\nmissing = [\"0101..0104\"]");
    refused_whole(&text, "a board has from 1 to 4096 hexes, this one 1 columns of 4");
}

#[test]
fn refuses_a_board_of_more_hexes_than_a_set_holds() {
    let text = sheet("[board]", "[board] # here").replace("columns = 5", "columns = 65").replace("rows = 4", "rows = 64");
    refused_whole(&text, "a board has from 1 to 4096 hexes, this one 65 columns of 64");
}

#[test]
fn refuses_more_columns_than_two_digits_can_number() {
    let text = sheet("[board]", "[board] # here").replace("columns = 5", "columns = 100");
    refused_whole(&text, "column-row numbers reach 99 columns and 99 rows, this board has 100 and 4");
}

#[test]
fn refuses_an_unknown_hex_wherever_it_stands() {
    let words = "no hex 9901 on this board: columns go from 01 to 05";
    for more in [
        "[terrain]\nwoods = [\n \"0101\",\n \"9901\", # here\n]",
        "[[water]]\nname = \"Run\"\nkind = \"run\"\nhexes = [\"9901\"] # here",
        "[[water]]\nname = \"Run\"\nkind = \"run\"\nhexsides = [\"0101/9901\"] # here",
        "[[water]]\nname = \"Run\"\nkind = \"run\"\nlabels = [\"9901\"] # here\nhexes = [\"0101\"]",
        "[[road]]\nname = \"Pike\"\nclass = \"pike\"\nhexes = [\"0101\",\n\"9901\"] # here",
        "[[slope]]\nfeature = \"Hill\"\nkind = \"hill\"\n[slope.downhill]\n9901 = [\"0101\"] # here",
        "[[work]]\nname = \"Fort\"\nkind = \"fort\"\nhexsides = [\"9901/0101\"] # here",
        "[[place]]\nname = \"Town\"\nkind = \"town\"\nhex = \"9901\" # here",
        "[[place]]\nname = \"Town\"\nkind = \"town\"\nspan = [\"0101\", \"9901\"] # here",
        "[[zone]]\nid = \"west\"\nname = \"West\"\nhexes = [\"9901..9904\"] # here",
        "[[zone]]\nid = \"west\"\nname = \"West\"\nwithin = { radius = 1, of = [\"9901\"] } # here",
        "[[entry]]\nid = \"west\"\nname = \"West\"\nkind = \"setup\"\nhexes = [\"9901\"] # here",
        "[[join]]\nboard = \"other\"\npairs = { 9901 = \"0101\" } # here",
    ] {
        refused(more, words);
    }
}

#[test]
fn refuses_a_hex_that_is_cut_off_the_board() {
    let cut = "missing = [\"0102\"]\n[terrain]\n";
    refused(&format!("{cut}woods = [\"0102\"] # here"), "no hex 0102 on this board: it is not part of the playing area");
    refused(&format!("{cut}woods = [\"0101..0103\"] # here"), "no hex 0102 on this board: it is not part of the playing area");
}

#[test]
fn refuses_a_range_that_does_not_run_down_a_column() {
    for range in ["0101..0201", "0103..0101", "0101..0101"] {
        let words = "is no range: write the first and the last hex of one column, top to bottom, with two dots between";
        refused(&format!("[terrain]\nwoods = [\"{range}\"] # here"), &format!("{range} {words}"));
    }
}

#[test]
fn refuses_a_hex_listed_twice() {
    refused("[terrain]\nwoods = [\n\"0101..0103\",\n\"0102\", # here\n]", "woods: 0102 is listed twice");
    refused("[[zone]]\nid = \"west\"\nname = \"West\"\nhexes = [\"0101\", \"0101\"] # here", "west: 0101 is listed twice");
    refused("[[road]]\nname = \"Pike\"\nclass = \"pike\"\nhexes = [\"0101\", \"0102\", \"0101\"] # here", "Pike: 0101 is listed twice");
}

#[test]
fn refuses_a_hexside_listed_twice() {
    refused(
        "[[water]]\nname = \"Run\"\nkind = \"run\"\nhexsides = [\"0101/0102\",\n\"0102/0101\"] # here",
        "Run: 0101/0102 is listed twice",
    );
    refused(
        "[[work]]\nname = \"Fort\"\nkind = \"fort\"\nhexsides = [\"0101/0102\",\n\"0101/0102\"] # here",
        "Fort: 0101/0102 is listed twice",
    );
}

#[test]
fn refuses_a_road_with_a_gap() {
    refused(
        "[[road]]\nname = \"Pike\"\nclass = \"pike\"\nhexes = [\n\"0101\",\n\"0102\",\n\"0104\", # here\n]",
        "Pike: 0102 and 0104 are not neighbours",
    );
}

#[test]
fn refuses_a_road_of_one_hex() {
    refused("[[road]] # here\nname = \"Pike\"\nclass = \"pike\"\nhexes = [\"0101\"]", "Pike: too few hexes, at least 2 needed");
}

#[test]
fn refuses_a_river_with_a_gap() {
    refused("[[water]]\nname = \"Run\"\nkind = \"run\"\nhexes = [\"0101\", \"0103\"] # here", "Run: 0101 and 0103 are not neighbours");
    refused(
        "[[water]]\nname = \"Run\"\nkind = \"run\"\nhexsides = [\"0101/0102\",\n\"0103/0104\"] # here",
        "Run: a gap, 0101/0102 and 0103/0104 share no corner",
    );
}

#[test]
fn refuses_a_water_without_a_course_or_with_two() {
    refused("[[water]] # here\nname = \"Run\"\nkind = \"run\"\n", "Run: give exactly one of hexes and hexsides");
    refused(
        "[[water]] # here\nname = \"Run\"\nkind = \"run\"\nhexes = [\"0101\"]\nhexsides = [\"0101/0102\"]",
        "Run: give exactly one of hexes and hexsides",
    );
    refused("[[water]] # here\nname = \"Run\"\nkind = \"run\"\nhexsides = []", "Run: too few hexsides, at least 1 needed");
}

#[test]
fn refuses_a_text_that_is_no_hexside() {
    refused(
        "[[water]]\nname = \"Run\"\nkind = \"run\"\nhexsides = [\"0101-0102\"] # here",
        "0101-0102 is no hexside: write two neighbouring hexes with a slash between",
    );
}

#[test]
fn refuses_a_hexside_whose_hexes_are_not_neighbours() {
    let words = |of: &str| format!("{of}: 0101 and 0103 are not neighbours");
    refused("[[water]]\nname = \"Run\"\nkind = \"run\"\nhexsides = [\"0101/0103\"] # here", &words("Run"));
    refused("[[work]]\nname = \"Fort\"\nkind = \"fort\"\nhexsides = [\"0101/0103\"] # here", &words("Fort"));
}

/// A run through hexes and a branch along hexsides, and a crossing with these lines.
fn crossing(lines: &str) -> String {
    format!(
        "[[water]]\nname = \"Run\"\nkind = \"run\"\nhexes = [\"0301\", \"0302\"]\n\
         [[water]]\nname = \"Branch\"\nkind = \"branch\"\nhexsides = [\"0101/0102\"]\n\
         [[crossing]]\nname = \"Ford\"\nkind = \"ford\"\n{lines}"
    )
}

#[test]
fn refuses_a_crossing_of_a_water_that_is_not_there() {
    refused(&crossing("over = \"Creek\" # here\nhexside = \"0101/0102\""), "Ford: there is no water called Creek");
}

#[test]
fn refuses_a_crossing_where_its_water_does_not_run() {
    let (hex, side) = ("hex = \"0303\" # here\napproaches = [\"0302\", \"0304\"]", "hexside = \"0301/0302\" # here");
    refused(&crossing(&format!("over = \"Run\"\n{hex}")), "Ford: Run does not run through 0303");
    refused(&crossing(&format!("over = \"Run\"\n{side}")), "Ford: Run does not run through 0301/0302");
    refused(&crossing("over = \"Branch\"\nhex = \"0101\" # here"), "Ford: Branch does not run through 0101");
}

#[test]
fn refuses_a_crossing_in_no_place_or_in_two() {
    let words = "Ford: give exactly one of hex and hexside";
    let here = |lines: &str| crossing(lines).replace("[[crossing]]", "[[crossing]] # here");
    refused(&here("over = \"Run\""), words);
    refused(&here("over = \"Run\"\nhex = \"0301\"\nhexside = \"0101/0102\""), words);
}

#[test]
fn refuses_an_approach_that_does_not_touch_the_crossing() {
    refused(
        &crossing("over = \"Run\"\nhex = \"0302\"\napproaches = [\"0202\", \"0502\"] # here"),
        "Ford: 0502 and 0302 are not neighbours",
    );
    refused(&crossing("over = \"Run\"\nhex = \"0302\"\napproaches = [\"0202..0203\"] # here"), "Ford: 0203 and 0302 are not neighbours");
    refused(
        &crossing("over = \"Branch\"\nhexside = \"0101/0102\"\napproaches = [\"0101\", \"0201\"] # here"),
        "Ford: 0201 and 0101/0102 are not neighbours",
    );
}

#[test]
fn refuses_a_crossing_with_one_bank() {
    let text = crossing("over = \"Run\"\nhex = \"0302\"\napproaches = [\"0202\"]").replace("[[crossing]]", "[[crossing]] # here");
    refused(&text, "Ford: too few approaches, at least 2 needed");
}

#[test]
fn refuses_a_slope_that_runs_both_ways() {
    refused(
        "[[slope]]\nfeature = \"Hill\"\nkind = \"hill\"\n[slope.downhill]\n0101 = [\"0102\"]\n0102 = [\"0101\"] # here",
        "Hill: 0102 and 0101 are each downhill of the other",
    );
}

#[test]
fn refuses_a_slope_that_leads_nowhere_or_too_far() {
    let slope = "[[slope]]\nfeature = \"Hill\"\nkind = \"hill\"\n[slope.downhill]\n";
    refused(&format!("{slope}0101 = [] # here"), "Hill: too few downhill hexes, at least 1 needed");
    refused(&format!("{slope}0101 = [\"0103\"] # here"), "Hill: 0101 and 0103 are not neighbours");
    refused(&format!("{slope}0101 = [\"0102..0103\"] # here"), "Hill: 0101 and 0103 are not neighbours");
}

#[test]
fn refuses_a_road_that_leaves_the_map_inland_or_in_the_middle() {
    let road = "[[road]]\nname = \"Pike\"\nclass = \"pike\"\nhexes = [\"0101\", \"0102\", \"0202\"]\n";
    refused(&format!("{road}exits = {{ 0202 = \"X\" }} # here"), "Pike: cannot leave the map at 0202, which is not on the edge");
    refused(&format!("{road}exits = {{ 0102 = \"X\" }} # here"), "Pike: cannot leave the map at 0102, which is not an end of the road");
}

#[test]
fn refuses_a_face_in_no_direction_or_off_the_map() {
    let work = "[[work]]\nname = \"Fort\"\nkind = \"fort\"\n";
    let faces = format!("{work}[work.faces]\n");
    refused(&format!("{faces}0101 = [\"S\", \"E\"] # here"), "E is no direction: use N, NE, SE, S, SW or NW");
    refused(&format!("{faces}0101 = [\"S\", \"NW\"] # here"), "Fort: nothing lies NW of 0101");
    refused(&work.replace("[[work]]", "[[work]] # here"), "Fort: give exactly one of hexsides and faces");
}

#[test]
fn refuses_a_place_without_a_hex() {
    refused("[[place]] # here\nname = \"Town\"\nkind = \"town\"", "Town: give exactly one of hex and span");
}

#[test]
fn refuses_a_weight_above_three() {
    refused(
        "[[place]]\nname = \"Town\"\nkind = \"town\"\nhex = \"0101\"\nweight = 4 # here",
        "weight goes from 0 (not written) to 3 (large)",
    );
}

#[test]
fn refuses_a_name_or_id_that_is_taken() {
    let twice = |table: &str, key: &str, rest: &str| {
        let [first, second] = ["", " # here"].map(|mark| format!("[[{table}]]\n{key} = \"same\"{mark}\n{rest}\n"));
        refused(&format!("{first}{second}"), &format!("another {table} is called same (line {})", SHEET.lines().count() + 2));
    };
    twice("water", "name", "kind = \"run\"\nhexes = [\"0101\"]");
    twice("road", "name", "class = \"pike\"\nhexes = [\"0101\", \"0102\"]");
    twice("work", "name", "kind = \"fort\"\nhexsides = []");
    twice("place", "name", "kind = \"town\"\nhex = \"0101\"");
    twice("zone", "id", "name = \"Zone\"\nhexes = [\"0101\"]");
    twice("entry", "id", "name = \"Entry\"\nkind = \"setup\"\nhexes = [\"0101\"]");
    let first = crossing("over = \"Branch\"\nhexside = \"0101/0102\"\n");
    let second = "[[crossing]]\nname = \"Ford\" # here\nkind = \"ford\"\nover = \"Branch\"\nhexside = \"0101/0102\"";
    refused(&format!("{first}{second}"), &format!("another crossing is called Ford (line {})", SHEET.lines().count() + 10));
}

#[test]
fn refuses_an_id_that_is_not_in_kebab_case() {
    refused(
        "[[zone]]\nid = \"West Bank\" # here\nname = \"West\"\nhexes = [\"0101\"]",
        "West Bank is no id: use small letters, digits and hyphens",
    );
}

#[test]
fn refuses_a_zone_inside_one_that_is_not_above_it() {
    refused(
        "[[zone]]\nid = \"near\"\nname = \"Near\"\nwithin = { radius = 1, of = [\"0101\"], inside = [\"west\"] } # here",
        "no zone west stands above this one",
    );
}

#[test]
fn refuses_a_zone_or_an_entry_without_hexes() {
    refused("[[zone]] # here\nid = \"west\"\nname = \"West\"\nhexes = []", "west: too few hexes, at least 1 needed");
    refused("[[zone]] # here\nid = \"west\"\nname = \"West\"", "west: give exactly one of hexes and within");
    refused("[[entry]] # here\nid = \"west\"\nname = \"West\"\nkind = \"setup\"\nhexes = []", "west: too few hexes, at least 1 needed");
}

#[test]
fn refuses_too_many_kinds() {
    let kinds: String = (1..=16).map(|i| format!("kind-{i} = []\n")).collect();
    refused(&format!("[terrain]\n{kinds}straw = [] # here"), "straw is one too many: a board has at most 16 kinds of terrain");
    let roads: String =
        (1..=8).map(|i| format!("[[road]]\nname = \"{i}\"\nclass = \"class-{i}\"\nhexes = [\"0101\", \"0102\"]\n")).collect();
    let last = "[[road]]\nname = \"9\"\nclass = \"straw\" # here\nhexes = [\"0101\", \"0102\"]";
    refused(&format!("{roads}{last}"), "straw is one too many: a board has at most 8 classes of road");
}

mod hostile {
    use super::*;
    use proptest::prelude::*;

    /// A sound board with a piece of it overwritten.
    fn damaged() -> impl Strategy<Value = String> {
        let sound = format!("{SHEET}{}", crossing("over = \"Run\"\nhex = \"0302\"\napproaches = [\"0202\", \"0402\"]\n"));
        (0..sound.len(), 0..20_usize, "\\PC{0,6}").prop_map(move |(at, cut, new)| {
            let mut text = sound.clone();
            text.replace_range(at..(at + cut).min(sound.len()), &new);
            text
        })
    }

    proptest! {
        #[test]
        fn garbage_is_refused_without_a_panic(text in "\\PC{0,200}") {
            prop_assert!(Board::parse(&text, "garbage").is_err());
        }

        #[test]
        fn a_damaged_board_is_read_or_refused_at_a_line_of_the_file(text in damaged()) {
            if let Err(bad) = Board::parse(&text, "damaged") {
                prop_assert!((1..=text.lines().count().max(1) + 1).contains(&bad.line), "{}", bad);
            }
        }
    }
}
