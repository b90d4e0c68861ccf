//! The drill title uses every mechanism that a title can: it reads, it plays, each mistake in it is found by its line, the editor has a form
//! for every field, and the manual shows its sections as they are.

use engine::Seat;
use std::collections::BTreeSet;
use workshop::Bundle;
use workshop::archive::{pack, unpack};
use workshop::forms::{COUNTER, FormField, HEADING, SECTIONS, SHEETS};
use workshop::soak::soak;

const TITLE: &str = include_str!("../../../games/blue-gray/tests/it/data/drill.toml");
const MANUAL: &str = include_str!("../../../../docs/titles.md");

fn bundle(title: &str) -> Bundle {
    let mut bundle = Bundle::default();
    bundle.add("title.toml", title.to_string()).unwrap();
    bundle.add("board.toml", include_str!("../../../games/blue-gray/tests/it/data/drill-board.toml").to_string()).unwrap();
    bundle.add("rules.toml", include_str!("../../../games/blue-gray/tests/it/data/drill-rules.toml").to_string()).unwrap();
    bundle
}

#[test]
fn it_has_no_fault_and_everything_in_it_occurs() {
    let faults: Vec<String> = bundle(TITLE).examine().faults.iter().map(ToString::to_string).collect();
    assert!(faults.is_empty(), "{faults:#?}");
    let shelved = bundle(TITLE).bring().unwrap();
    let tried = soak(&shelved.scenario, 60).unwrap();
    assert!(tried.violations.is_empty(), "{:?}", tried.violations);
    let expected = ["came on", "event", "crossing", "works", "pool", "cut off"];
    // An army breaks in few games; everything else occurs in sixty.
    let rare = |never: &&String| !never.contains("routed");
    let missing: Vec<&String> = tried.never.iter().filter(|n| expected.iter().any(|word| n.contains(word))).filter(rare).collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn a_save_of_it_opens_on_another_machine_and_plays_the_same_game() {
    let text = TITLE.replacen("title = \"Drill\"", "title = \"Drill\"\nversion = \"2\"", 1);
    bundle(&text).bring().unwrap();
    let kind = *players::SHELF.iter().find(|k| k.catalogue().game == "blue-gray").unwrap();
    let setup = kind.catalogue().complete(Some("drill@2"), &Default::default()).unwrap();
    let mut table = kind.open(&setup, 11).unwrap();
    for step in 0..250 {
        if table.outcome().is_some() {
            break;
        }
        match table.advise(Seat::Referee, "greedy", step) {
            Ok(action) => table.apply(Seat::Referee, &action).map(drop).unwrap(),
            Err(_) => table.roll(Seat::Referee, None).map(drop).unwrap(),
        }
    }
    let save = table.save();
    assert!(blue_gray::shelf::take_off("drill@2"));
    unpack(&pack(&bundle(&text)).unwrap()).unwrap().bring().unwrap();
    let (again, remark) = kind.load(&setup, &save).unwrap();
    assert_eq!(remark, None, "it follows the journal, entry by entry");
    assert_eq!(again.save(), save);
}

/// Something written otherwise in the title, the words by which its line is found, and what is said.
struct Planted(&'static str, &'static str, &'static str, &'static str);

const MISTAKES: [Planted; 40] = [
    Planted("id = \"rain\"", "id = \"Rain!\"", "id = \"Rain!\"", "cannot be an id"),
    Planted("id = \"rain\"", "id = \"burnt\"", "id = \"burnt\"\nrule = \"D-5\"", "Two events have the id"),
    Planted("rule = \"D-4\"\ntext", "rule = \"D-99\"\ntext", "rule = \"D-99\"", "There is no rule"),
    Planted("text = \"It rains: nobody marches far.\"\n", "", "[[event]]\nid = \"rain\"", "text of event"),
    Planted("die = 2\n", "die = 6\n", "die = 6", "cannot be 6"),
    Planted("choice = true", "choice = true\ndie = 3", "die = 3\n\n[[event]]\nid = \"mended\"", "does not roll"),
    Planted("after = \"burnt\"", "after = \"burned\"", "after = \"burned\"", "Did you mean burnt?"),
    Planted("after = \"burnt\"", "after = \"mended\"", "after = \"mended\"", "waits for itself"),
    Planted("holding = [\"0606\"]", "holding = [\"0605\"]", "holding = [\"0605\"]", "is not followed"),
    Planted("standing = [\"0403\"]", "standing = [\"4040\"]", "standing = [\"4040\"]", "no hex of this board"),
    Planted("lost = 20", "lost = 0", "lost = 0", "cannot be 0"),
    Planted("at = \"0403/0503\"", "at = \"0403/0504\"", "at = \"0403/0504\"", "no bridge, ford or ferry"),
    Planted("gone = \"burnt\"\nback = \"mended\"\n", "", "[[bridge]]", "neither goes nor comes"),
    Planted("back = \"mended\"", "back = \"mendet\"", "back = \"mendet\"", "Did you mean mended?"),
    Planted("die = 3\nentry", "die = 0\nentry", "die = 0", "cannot be 0"),
    Planted(
        "after = \"town-lost\"\nentry = [\"1203\"]\npolicy = \"when-possible\"",
        "after = \"town-lost\"\nentry = [\"1203\"]\npolicy = \"that-turn-or-lost\"",
        "policy = \"that-turn-or-lost\"",
        "waits for nothing",
    ),
    Planted("through = 6\nentry", "through = 1\nentry", "through = 1\nentry", "no longer come on"),
    Planted("policy = \"at-will\"", "policy = \"at will\"", "policy = \"at will\"", "Did you mean at-will?"),
    Planted("formation = \"Guard\"\nforbids", "formation = \"Gard\"\nforbids", "formation = \"Gard\"", "Did you mean Guard?"),
    Planted("formation = \"Guard\"\nforbids = \"leave\"", "forbids = \"leave\"", "[[restriction]]", "Nobody is named"),
    Planted(
        "forbids = \"leave\"\nhexes = [\"0201\", \"0202\", \"0301\", \"0302\"]",
        "forbids = \"leave\"",
        "forbids = \"leave\"",
        "which hexes",
    ),
    Planted("forbids = \"leave\"", "forbids = \"leaf\"", "forbids = \"leaf\"", "Did you mean leave?"),
    Planted("movement = 3\nafter", "movement = 3\nforbids = \"move\"\nafter", "forbids = \"move\"\nafter", "forbids one thing"),
    Planted("from = 4\nthrough = 5", "from = 5\nthrough = 4", "through = 4", "Let it end after it has begun"),
    Planted("units = 2\nafter = \"rain\"\nfrom = 3", "units = 2", "side = \"union\"\nunits = 2", "has a quota already"),
    Planted(
        "units = 3\nformation = \"I Corps\"",
        "units = 3\nformation = \"II Corps\"",
        "formation = \"II Corps\"",
        "Did you mean I Corps?",
    ),
    Planted("defence = 2\nhexes", "defence = 9\nhexes", "defence = 9", "cannot be 9"),
    Planted("hexes = [\"0703\"]\nbuild = \"confederate\"\n", "", "[[entrenchment]]", "nobody makes any"),
    Planted("unit = \"Lee\"", "unit = \"Leigh\"", "unit = \"Leigh\"", "There is no unit"),
    Planted(
        "formation = \"Hill's Division\"\nattack = 1\ndefence = 1\n",
        "formation = \"Hill's Division\"\n",
        "[[leader]]",
        "This leader does nothing",
    ),
    Planted("within = 1\nformation = \"Hill's Division\"", "within = 1\nformation = \"I Corps\"", "unit = \"Lee\"", "of the other side"),
    Planted("lost = 12", "lost = 6", "lost = 6\nattack = 2", "same losses"),
    Planted("lost = 6\nattack = 1", "lost = 6", "[[demoralisation]]", "This level does nothing"),
    Planted("sources = [\"0103\"]", "sources = []", "sources = []", "comes from nowhere"),
    Planted("movement = 4\nattack = \"half\"", "movement = 6", "[[supply]]", "minds being cut off"),
    Planted("strengths = [1, 2, 2, 5]", "strengths = [1]", "strengths = [1]", "2 units draw from a pool of 1"),
    Planted(
        "untried = \"militia\"\nstart = \"0305\"",
        "untried = \"milita\"\nstart = \"0305\"",
        "untried = \"milita\"",
        "There is no pool",
    ),
    Planted("zone = \"camp\"\n# /deployment", "zone = \"kamp\"\n# /deployment", "zone = \"kamp\"", "no zone"),
    Planted("strength = 4\nstart = \"0409\"", "strength = 4\nstart = \"0408\"", "start = \"0408\"", "is dry land"),
    Planted(
        "strength = 5\nformation = \"Hill's Division\"\nstart = \"0603\"",
        "strength = 5\nrange = 4\nformation = \"Hill's Division\"\nstart = \"0603\"",
        "range = 4\nformation",
        "Only artillery",
    ),
];

/// What can never happen.
const WARNINGS: [Planted; 6] = [
    Planted("lost = 20", "lost = 2000", "[[event]]\nid = \"routed\"", "strength points in all"),
    Planted("lost = 12", "lost = 1200", "[[demoralisation]]\nrule = \"D-15\"\nside = \"union\"\nlost = 1200", "never loses 1200"),
    Planted(
        "ends = true\n",
        "ends = true\n\n[[event]]\nid = \"idle\"\nrule = \"D-8\"\ntext = \"Nothing.\"\nside = \"union\"\n",
        "[[event]]\nid = \"idle\"",
        "Nothing comes of",
    ),
    Planted("sources = [\"0103\"]", "sources = [\"0109\"]", "sources = [\"0109\"]", "No way leads"),
    Planted("hexes = [\"0703\"]\nbuild", "hexes = [\"0703\", \"0209\"]\nbuild", "hexes = [\"0703\", \"0209\"]", "Nobody can ever stand"),
    Planted("standing = [\"0403\"]", "standing = [\"0509\"]", "standing = [\"0509\"]", "can never come to 0509"),
];

fn found(Planted(from, to, spot, says): &Planted, mistake: bool) {
    assert!(TITLE.contains(from), "the drill has no {from:?}");
    let text = TITLE.replacen(from, to, 1);
    let line = proof::line(&text, text.find(spot).unwrap_or_else(|| panic!("no {spot:?}")));
    let faults = bundle(&text).examine().faults;
    let told = faults.iter().any(|f| f.is_mistake() == mistake && f.file == "title.toml" && f.line == line && f.to_string().contains(says));
    let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert!(told, "{from:?} -> {to:?}: line {line} and {says:?} expected\n{said:#?}");
}

#[test]
fn each_mistake_in_a_mechanism_is_found_by_its_line() {
    MISTAKES.iter().for_each(|planted| found(planted, true));
}

#[test]
fn what_a_mechanism_can_never_do_is_warned_of() {
    WARNINGS.iter().for_each(|planted| found(planted, false));
}

/// The fields that the reader knows of a section: it lists them to whoever writes one that it does not know.
fn known(section: &str) -> BTreeSet<String> {
    let odd = "qqqqqqqqqqqq";
    let heading = if section == "title" { "[title]".to_string() } else { format!("[[{section}]]") };
    let text = TITLE.replacen(&format!("{heading}\n"), &format!("{heading}\n{odd} = 1\n"), 1);
    let text = if text == TITLE { format!("{TITLE}\n{heading}\n{odd} = 1\n") } else { text };
    let faults = bundle(&text).examine().faults;
    let fault = faults.iter().find(|f| f.what.contains(odd)).unwrap_or_else(|| panic!("{section}: {faults:#?}"));
    let list = fault.right.trim_start_matches("What is known: ").trim_end_matches('.');
    list.replace(" or ", ", ").replace(" and ", ", ").split(", ").map(str::to_string).collect()
}

fn keys(fields: &[FormField]) -> BTreeSet<String> {
    fields.iter().map(|f| outer(f.key).to_string()).collect()
}

/// A field of a field belongs to it: `exempt` for `exempt.group`.
fn outer(key: &str) -> &str {
    key.split('.').next().unwrap_or(key)
}

#[test]
fn the_editor_has_a_form_for_every_field() {
    // What the forms leave to the file: the list of turns, which has a form of its own, ids and boards, which are made with the title.
    let elsewhere = |section: &str| -> BTreeSet<String> {
        let keys: &[&str] = match section {
            "title" => &["id", "board", "turns"],
            _ => &[],
        };
        keys.iter().map(|k| k.to_string()).collect()
    };
    let of_title = SECTIONS.iter().filter(|s| s.file == "title.toml");
    let forms = of_title.map(|s| (s.section, s.fields)).chain([("unit", COUNTER), ("title", HEADING)]);
    for (section, fields) in forms {
        let asked: BTreeSet<String> = known(section).difference(&elsewhere(section)).cloned().collect();
        assert_eq!(keys(fields), asked, "[[{section}]]");
    }
}

#[test]
fn the_manual_has_every_section_and_field() {
    for section in SECTIONS.iter().filter(|s| s.file == "title.toml") {
        let row = MANUAL.lines().find(|line| line.starts_with(&format!("| `[[{}]]`", section.section)));
        let row = row.unwrap_or_else(|| panic!("the manual has no row for [[{}]]", section.section));
        for field in section.fields {
            assert!(
                row.contains(&format!("`{}`", field.key)) || row.contains(&format!("`{} =", outer(field.key))),
                "[[{}]] {}",
                section.section,
                field.key
            );
            for word in field.words.iter().filter(|_| field.key != "side" && field.key != "to") {
                assert!(["union", "confederate"].contains(word) || row.contains(word), "[[{}]] {} = {word}", section.section, field.key);
            }
        }
    }
}

#[test]
fn forms_of_the_other_files_write_what_the_manuals_teach() {
    let boards = include_str!("../../../../docs/boards.md");
    for section in SECTIONS.iter().filter(|s| s.file == "board.toml") {
        let (_, chapter) =
            boards.split_once(&format!("\n## `[[{}]]`", section.section)).unwrap_or_else(|| panic!("no [[{}]]", section.section));
        let chapter = chapter.split("\n## ").next().unwrap_or_default();
        for field in section.fields {
            assert!(chapter.contains(&format!("\n{} = ", field.key)), "[[{}]] {}", section.section, field.key);
        }
    }
    for sheet in SHEETS.iter().filter(|s| s.file == "title.toml") {
        let row = MANUAL.lines().find(|line| line.starts_with(&format!("| `[{}", sheet.path[0]))).expect(sheet.id);
        assert!(sheet.fields.iter().all(|field| row.contains(&format!("`{}`", field.key))), "{}", sheet.id);
    }
}

#[test]
fn the_manual_shows_the_drill_as_it_is() {
    let mut shown = 0;
    for (place, _) in TITLE.match_indices("\n# /") {
        let name = TITLE[place + 4..].lines().next().unwrap_or_default();
        let start = format!("\n# {name}\n");
        let from = TITLE.find(&start).unwrap_or_else(|| panic!("{name} begins nowhere")) + start.len();
        let section = &TITLE[from..=place];
        assert!(MANUAL.contains(section), "the manual does not show {name}:\n{section}");
        shown += 1;
    }
    assert_eq!(shown, 15);
}
