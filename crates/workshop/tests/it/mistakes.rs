//! Every mistake is told by its file and line, and all of them at once.

use crate::example::{bundle, with};
use proof::{Fault, Gravity};
use workshop::Bundle;

/// The line of a text in a file.
fn line_of(bundle: &Bundle, file: &str, text: &str) -> usize {
    let place = bundle.text(file).find(text).unwrap_or_else(|| panic!("{file} has no {text:?}"));
    proof::line(bundle.text(file), place)
}

/// A mistake that somebody makes: the file, what he writes for what, the words by which its line is found, and what he is told.
struct Planted(&'static str, &'static str, &'static str, &'static str, &'static str);

const PLANTED: [Planted; 46] = [
    // The title.
    Planted("title.toml", "id = \"millers-ford\"", "id = \"Miller's Ford\"", "id = \"Miller's", "cannot be an id"),
    Planted("title.toml", "id = \"millers-ford\"", "id = \"chattanooga\"", "id = \"chatt", "comes with Longroll"),
    Planted("title.toml", "title = \"Miller's Ford\"\n", "", "[title]", "title of the title is missing"),
    Planted("title.toml", "first = \"union\"", "first = \"onion\"", "first = ", "Did you mean union?"),
    Planted("title.toml", "version = \"1.0\"", "version = \"1/0\"", "version = ", "cannot be a version"),
    Planted("title.toml", "version = \"1.0\"", "version = 1.0", "version = ", "number with a point"),
    Planted("title.toml", "board = \"millers-ford\"", "board = \"millers-farm\"", "board = \"millers-farm", "asks for the board"),
    Planted("title.toml", "licence =", "license =", "license =", "Did you mean licence?"),
    Planted("title.toml", "{ label = \"9 AM\" }", "{ lable = \"9 AM\" }", "lable", "Did you mean label?"),
    Planted("title.toml", "arrival = \"MF-1\"", "arrivals = \"MF-1\"", "arrivals", "Did you mean arrival?"),
    Planted("title.toml", "points = \"MF-2\"", "points = \"MF-9\"", "points = \"MF-9", "There is no rule"),
    // Reinforcements.
    Planted("title.toml", "turn = 2", "turn = 20", "turn = 20", "cannot be 20"),
    Planted("title.toml", "entry = [\"0803\"]", "entry = [\"0903\"]", "entry = ", "no hex of this board"),
    Planted("title.toml", "entry = [\"0803\"]", "entry = []", "entry = ", "need an entry hex"),
    Planted("title.toml", "entry = [\"0803\"]", "entry = \"0803\"", "entry = ", "a list of texts"),
    Planted("title.toml", "policy = \"when-possible\"", "policy = \"when-posible\"", "policy = ", "Did you mean when-possible?"),
    Planted("title.toml", "policy = \"when-possible\"\n", "", "[[reinforcement]]", "policy of reinforcement 1 is missing"),
    Planted("title.toml", "side = \"confederate\"\nturn", "side = \"union\"\nturn", "side = \"union\"\nturn", "belongs to one side"),
    Planted("title.toml", "group = \"late\"\nside", "group = \"lute\"\nside", "group = \"lute\"", "No unit is in the group"),
    Planted(
        "title.toml",
        "formation = \"Young's Division\"\ngroup = \"late\"",
        "start = \"0701\"\ngroup = \"late\"",
        "start = \"0701\"",
        "begins on the map and comes on later",
    ),
    // Ground and points.
    Planted("title.toml", "hex = \"0603\"", "hex = \"603\"", "hex = \"603\"", "no hex of this board"),
    Planted("title.toml", "holder = \"confederate\"", "holder = true", "holder = true", "is true or false"),
    Planted("title.toml", "hexes = [\"0603\"]", "hexes = [\"0604\"]", "hexes = [\"0604\"]", "is not followed"),
    Planted("title.toml", "hexes = [\"0603\"]\n", "", "what = \"last-control", "none are named"),
    Planted("title.toml", "hexes = [\"0603\"]", "zone = \"mill\"", "zone = \"mill\"", "no zone"),
    Planted(
        "title.toml",
        "what = \"last-control-at-end\"",
        "what = \"last-controll-at-end\"",
        "last-controll",
        "Did you mean last-control-at-end?",
    ),
    Planted("title.toml", "points = 10", "points = \"ten\"", "points = \"ten\"", "a whole number"),
    Planted("title.toml", "name = \"Confederate victory\"", "from = -9\nname = \"Confederate victory\"", "from = -9", "lowest level"),
    Planted("title.toml", "from = -4", "from = 5", "from = 5\nname = \"Draw\"", "same difference"),
    // Units.
    Planted("title.toml", "id = \"B\"", "id = \"A\"", "[[unit]]\nid = \"A\"\nside = \"union\"\nname = \"2/1/I\"", "Two units have the id"),
    Planted("title.toml", "strength = 6", "strength = 0", "strength = 0", "cannot be 0"),
    Planted("title.toml", "strength = 6\n", "", "[[unit]]", "strength of unit \"A\" is missing"),
    Planted("title.toml", "type = \"artillery\"", "type = \"artilery\"", "artilery", "Did you mean artillery?"),
    Planted("title.toml", "start = \"0304\"", "start = \"0303\"", "start = \"0303\"\n[[unit]]\nid = \"X\"", "units begin in 0303"),
    Planted("title.toml", "start = \"0603\"", "start = \"0202\"", "start = \"0202\"\n[[unit]]\nid = \"Y\"", "of both sides begin in 0202"),
    Planted("title.toml", "start = \"0505\"\n", "", "[[unit]]\nid = \"Y\"", "never comes on"),
    Planted("title.toml", "start = \"0505\"", "start = \"0505\"\nflags = [\"imobile\"]", "flags = ", "Did you mean immobile?"),
    // Text that is no TOML.
    Planted("title.toml", "first = \"union\"", "first = \"union", "first = \"union", "quote"),
    // The board.
    Planted("board.toml", "forest = [\"0203\"", "forrest = [\"0203\"", "forrest", "Did you mean forest?"),
    Planted("board.toml", "\"0402/0503\"", "\"0402/0504\"", "hexsides = ", "not neighbours"),
    Planted(
        "board.toml",
        "over = \"Miller's Creek\"\nhexside = \"0403/0503\"",
        "over = \"Muller's Creek\"\nhexside = \"0403/0503\"",
        "over = \"Muller's",
        "no water called",
    ),
    Planted("board.toml", "hexside = \"0405/0505\"", "hexside = \"0305/0405\"", "hexside = \"0305", "does not run"),
    Planted("board.toml", "\"0303\", \"0403\"", "\"0303\", \"0404\"", "hexes = [\"0103\"", "not neighbours"),
    Planted("board.toml", "rough = [\"0702\"]", "rough = [\"0799\"]", "rough = ", "no hex of this board"),
    // Rules and briefing.
    Planted("rules.toml", "id = \"MF-2\"", "id = \"CH-2\"", "id = \"CH-2\"", "belongs to rules that come with Longroll"),
    Planted("briefing.toml", "beginner = \"union\"", "beginer = \"union\"", "beginer", "not known here"),
];

#[test]
fn each_planted_mistake_is_found_by_its_line() {
    for Planted(file, from, to, spot, says) in PLANTED {
        let spoilt = with(file, from, to);
        let examined = spoilt.examine();
        let line = line_of(&spoilt, file, spot);
        let found = examined.faults.iter().any(|f| f.is_mistake() && f.file == file && f.line == line && f.to_string().contains(says));
        let said: Vec<String> = examined.faults.iter().map(ToString::to_string).collect();
        assert!(found, "{from:?} -> {to:?}: line {line} and {says:?} expected\n{said:#?}");
        assert!(spoilt.bring().is_err(), "{to:?} is on the shelf all the same");
    }
}

#[test]
fn all_mistakes_are_told_at_once() {
    let mut spoilt = bundle();
    let edits = [
        ("title.toml", "first = \"union\"", "first = \"onion\""),
        ("title.toml", "turn = 2", "turn = 20"),
        ("title.toml", "strength = 6", "strength = \"six\""),
        ("title.toml", "type = \"artillery\"", "type = \"guns\""),
        ("title.toml", "start = \"0505\"", "start = \"0555\""),
        ("board.toml", "\"0402/0503\"", "\"0402/0504\""),
        ("board.toml", "rough = [\"0702\"]", "rough = [\"0799\", \"0788\"]"),
        ("board.toml", "\"0303\", \"0403\"", "\"0303\", \"0404\""),
        ("rules.toml", "id = \"MF-3\"", "id = \"MF\""),
    ];
    for (file, from, to) in edits {
        let text = spoilt.text(file).replacen(from, to, 1);
        spoilt.add(file, text).unwrap();
    }
    let faults = spoilt.examine().faults;
    let mistakes: Vec<(&str, usize)> = faults.iter().filter(|f| f.is_mistake()).map(|f| (f.file.as_str(), f.line)).collect();
    for (file, _, to) in edits {
        let line = line_of(&spoilt, file, to);
        assert!(mistakes.contains(&(file, line)), "{file} line {line}: {to}\n{faults:#?}");
    }
    let rough = line_of(&spoilt, "board.toml", "rough = ");
    assert_eq!(mistakes.iter().filter(|m| **m == ("board.toml", rough)).count(), 2, "both hexes of one line\n{faults:#?}");
}

/// What can never happen: the words by which its line is found, and what is said.
fn warned(spoilt: &Bundle, file: &str, spot: &str, says: &str) {
    let faults = spoilt.examine().faults;
    let line = line_of(spoilt, file, spot);
    let found = |f: &Fault| f.gravity == Gravity::Warning && f.file == file && f.line == line && f.to_string().contains(says);
    assert!(faults.iter().any(found), "line {line} and {says:?} expected\n{faults:#?}");
    assert!(spoilt.examine().is_sound(), "a warning forbids nothing");
}

#[test]
fn what_can_never_happen_is_warned_of() {
    let entry = with("title.toml", "entry = [\"0803\"]", "entry = [\"0801\"]");
    warned(&entry, "title.toml", "entry = ", "No road or trail leads through the entry hex 0801");
    let inland = with("title.toml", "entry = [\"0803\"]", "entry = [\"0704\"]");
    warned(&inland, "title.toml", "entry = ", "not lie on the edge");
    // Without a crossing the Union never comes to the mill.
    let mut cut = with("board.toml", "kind = \"bridge\"", "kind = \"gate\"");
    let text = cut.text("board.toml").replace("kind = \"ford\"", "kind = \"weir\"");
    cut.add("board.toml", text).unwrap();
    warned(&cut, "title.toml", "hexes = [\"0603\"]", "The Union side can never come to 0603");
    let exit = with("title.toml", "what = \"eliminated-strength\"\npoints = 1\n[[score]]", "what = \"exited-unit\"\npoints = 1\n[[score]]");
    warned(&exit, "title.toml", "[[score]]\nrule = \"MF-3\"\nto = \"union\"", "has no exit");
    let never = with("title.toml", "name = \"Confederate victory\"\nwinner = \"confederate\"", "name = \"A draw\"");
    warned(&never, "title.toml", "[[level]]", "No level says that the Confederate side wins");
    let idle = with("title.toml", "[[control]]", "[[control]]\nhex = \"0101\"\n[[control]]");
    warned(&idle, "title.toml", "hex = \"0101\"", "Nothing depends on who holds 0101");
    let uncited =
        with("rules.toml", "[[rule]]\nid = \"MF-3\"", "[[rule]]\nid = \"MF-4\"\ntext = \"Nobody knows why.\"\n[[rule]]\nid = \"MF-3\"");
    warned(&uncited, "rules.toml", "id = \"MF-4\"", "Nothing in title.toml cites");
    let held = with("title.toml", "[[control]]", "[[hold]]\ngroup = \"still\"\n[[control]]");
    let mut held = held;
    let text = held.text("title.toml").replacen("start = \"0505\"", "start = \"0505\"\ngroup = \"still\"", 1);
    held.add("title.toml", text).unwrap();
    warned(&held, "title.toml", "group = \"still\"", "Nothing ever frees");
}

#[test]
fn titles_that_come_with_the_program_are_not_warned_of() {
    for shelved in blue_gray::shelf::titles().iter().filter(|t| !t.edition.brought) {
        let faults = blue_gray::shelf::faults_of(shelved);
        let mistakes: Vec<String> = faults.iter().filter(|f| f.is_mistake()).map(ToString::to_string).collect();
        assert!(mistakes.is_empty(), "{}: {mistakes:#?}", shelved.scenario);
    }
}
