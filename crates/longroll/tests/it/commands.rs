//! Every command, for people and for programs, over every game on the shelf.

use crate::{Folder, games, good, longroll};
use serde_json::Value;

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("a text, not {value}"))
}

fn items(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("a list, not {value}"))
}

const COMMANDS: [&str; 20] = [
    "analyse",
    "backup",
    "bench",
    "calibrate",
    "completions",
    "engine",
    "games",
    "man",
    "map",
    "odds",
    "oob",
    "replay",
    "report",
    "restore",
    "rules",
    "serve",
    "sim",
    "site",
    "staff",
    "table",
];

#[test]
fn the_help_names_every_command() {
    let ran = longroll("--help");
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains("Examples:"));
    COMMANDS.iter().for_each(|command| assert!(ran.out.contains(&format!("\n  {command} ")), "{command}"));
}

#[test]
fn every_command_explains_itself_with_an_example() {
    for command in COMMANDS {
        let ran = longroll(&format!("{command} --help"));
        assert_eq!(ran.code, 0);
        assert!(ran.out.contains("Example") && ran.out.contains(&format!("longroll {command}")), "{}", ran.out);
    }
}

#[test]
fn shells_and_manuals_know_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let said = longroll(&format!("completions {shell}")).out;
        COMMANDS.iter().for_each(|command| assert!(said.contains(command), "{shell}: {command}"));
    }
    let folder = Folder::new("papers");
    let to = folder.file("man");
    let pages = good(&format!("man {to}"));
    for command in COMMANDS {
        let name = format!("longroll-{command}.1");
        assert!(items(&pages["pages"]).iter().any(|page| *page == name), "{name}");
        let page = std::fs::read_to_string(format!("{to}/{name}")).unwrap();
        assert!(page.contains(&format!("longroll {command}")) || page.contains(&format!("longroll\\-{command}")), "{page}");
    }
}

#[test]
fn games_have_scenarios_options_and_players() {
    let all = good("games");
    assert!(items(&all).iter().any(|g| g["game"] == "blue-gray"));
    for game in items(&all) {
        assert!(!text(&game["title"]).is_empty());
        assert!(!items(&game["scenarios"]).is_empty());
        for scenario in items(&game["scenarios"]) {
            assert!(!text(&scenario["id"]).is_empty() && !text(&scenario["title"]).is_empty());
        }
        for option in items(&game["options"]) {
            assert!(!text(&option["title"]).is_empty());
            assert!(items(&option["values"]).contains(&option["default"]), "{option}");
        }
        let players: Vec<&str> = items(&game["players"]).iter().map(text).collect();
        assert!(players.contains(&"random") && players.contains(&"greedy"), "{players:?}");
        let ran = longroll(&format!("games {}", text(&game["game"])));
        assert!(ran.code == 0 && ran.out.contains(text(&game["title"])));
    }
}

#[test]
fn rules_have_texts_and_say_where_they_are_kept() {
    for game in games() {
        let all = good(&format!("rules {game}"));
        assert!(items(&all).len() > 50, "{game}");
        for rule in items(&all) {
            assert!(!text(&rule["id"]).is_empty() && !text(&rule["text"]).is_empty());
            assert!(rule["optional"].is_boolean() && rule["info"].is_boolean());
            for place in items(&rule["enforced"]) {
                let (file, item) = text(place).split_once(": ").expect("file: function");
                let is_name = item.chars().all(|c| c.is_alphanumeric() || c == '_') && item.parse::<u32>().is_err();
                assert!((file.ends_with(".rs") || file.ends_with(".toml")) && is_name, "{place}");
            }
            items(&rule["tests"]).iter().for_each(|t| assert!(!text(t).is_empty()));
        }
        let first = text(&all[0]["id"]);
        let one = good(&format!("rules {game} {first}"));
        assert!(items(&one).iter().all(|r| text(&r["id"]).starts_with(first)));
        assert!(longroll(&format!("rules {game} {first}")).out.starts_with(first));
    }
}

#[test]
fn every_rule_is_enforced_and_tested() {
    for game in games() {
        let ran = longroll(&format!("rules {game} --missing"));
        assert_eq!(ran.code, 0, "{}", ran.out);
    }
}

#[test]
fn every_table_is_as_wide_and_as_high_as_its_heads() {
    for game in games() {
        let names = good(&format!("table {game}"));
        assert!(!items(&names).is_empty());
        for name in items(&names).iter().map(text) {
            let table = good(&format!("table {game} {name}"));
            let (columns, rows, cells) = (items(&table["columns"]), items(&table["rows"]), items(&table["cells"]));
            assert_eq!(rows.len(), cells.len(), "{game} {name}");
            assert!(cells.iter().all(|row| items(row).len() == columns.len()), "{game} {name}");
            let ran = longroll(&format!("table {game} {name}"));
            assert!(ran.code == 0 && rows.iter().all(|r| ran.out.contains(text(r))), "{game} {name}");
        }
    }
}

#[test]
fn the_order_of_battle_names_every_counter_once() {
    for game in games() {
        let all = good(&format!("oob {game}"));
        let mut ids: Vec<&str> = items(&all).iter().map(|c| text(&c["id"])).collect();
        assert!(ids.len() > 20, "{game}");
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), items(&all).len(), "{game}: ids are unique");
        for counter in items(&all) {
            assert!(["union", "confederate"].contains(&text(&counter["side"])));
            assert!(counter["strengths"].is_object() && counter["movement"].is_u64());
            ["start", "entry"].iter().for_each(|f| assert!(counter.get(f).is_some_and(|v| v.is_null() || v.is_string()), "{counter}"));
            ["formation", "name", "type"].iter().for_each(|f| assert!(counter[f].is_string(), "{counter}"));
        }
        let gray = good(&format!("oob {game} --side confederate"));
        assert!(items(&gray).iter().all(|c| c["side"] == "confederate"));
        assert!(longroll(&format!("oob {game}")).out.contains("counters."));
    }
}

#[test]
fn odds_add_up_to_one() {
    for game in games() {
        let report = good(&format!("odds {game} --attack 6,4 --defend 5"));
        assert!(!text(&report["column"]).is_empty());
        let sum: f64 = items(&report["results"]).iter().map(|r| r["probability"].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{game}: {sum}");
        for modifier in items(&report["modifiers"]) {
            ["rule", "what", "effect"].iter().for_each(|f| assert!(!text(&modifier[f]).is_empty()));
        }
    }
    let report = good("odds blue-gray --attack 12 --defend 4 --with rough");
    assert_eq!(report["modifiers"][0]["what"], "rough");
    assert!(longroll("odds blue-gray --attack 6,4 --defend 5").out.contains("Column 2-1"));
}

#[test]
fn every_board_is_told_drawn_and_given_as_data() {
    let folder = Folder::new("boards");
    let names = good("map");
    assert_eq!(items(&names).len(), boards::ALL.len());
    for name in items(&names).iter().map(text) {
        let board = good(&format!("map {name}"));
        let hexes: Vec<&str> = items(&board["hexes"]).iter().map(|h| text(&h["hex"])).collect();
        assert!(hexes.len() > 300, "{name}");
        assert!(items(&board["hexes"]).iter().all(|h| !items(&h["terrain"]).is_empty()));
        for side in items(&board["hexsides"]) {
            assert_eq!(items(&side["hexes"]).len(), 2);
            assert!(items(&side["hexes"]).iter().all(|h| hexes.contains(&text(h))));
        }
        for (list, field) in [("roads", "class"), ("rivers", "kind"), ("places", "hex"), ("crossings", "over")] {
            assert!(!items(&board[list]).is_empty(), "{name} {list}");
            assert!(items(&board[list]).iter().all(|x| x["name"].is_string() && x[field].is_string()), "{name} {list}");
        }
        assert!(longroll(&format!("map {name}")).out.contains(text(&board["title"])));
        let svg = folder.file(&format!("{name}.svg"));
        let ran = longroll(&format!("map {name} --svg {svg}"));
        assert_eq!((ran.code, ran.out), (0, format!("Wrote {svg}.\n")));
        assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg"));
    }
    let png = folder.file("chattanooga.png");
    assert_eq!(longroll(&format!("map chattanooga --png {png} --width 400")).code, 0);
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), boards::ALL.len() + 1, "nothing unfinished is left");
}

#[test]
fn a_simulation_counts_every_game_and_finds_nothing_wrong() {
    for game in games() {
        let report = good(&format!("sim {game} --games 6 --seed 5 --threads 2 --care phases"));
        let outcomes = &report["outcomes"];
        let sum: u64 = ["union", "confederate", "draw"].iter().map(|o| outcomes[o].as_u64().unwrap()).sum();
        assert_eq!((sum, &report["games"]), (6, &6.into()), "{game}");
        assert_eq!(items(&report["violations"]).len(), 0, "{game}: {report}");
        assert!(report["actions"].as_u64().unwrap() > 0);
        assert!(report["seconds"].as_f64().unwrap() > 0.0 && report["actions_per_second"].as_f64().unwrap() > 0.0);
        let again = good(&format!("sim {game} --games 6 --seed 5 --threads 1 --care none"));
        assert_eq!((&again["outcomes"], &again["actions"]), (outcomes, &report["actions"]), "{game}: threads and care change nothing");
    }
}

#[test]
fn a_simulation_takes_players_scenario_and_options() {
    let report = good(
        "sim blue-gray --scenario chattanooga --games 2 --union greedy --confederate random -o attack-effectiveness=on --care everything",
    );
    assert_eq!(report["union"], "greedy");
    assert_eq!(report["options"]["attack-effectiveness"], "on");
    let ran = longroll("sim blue-gray --games 3");
    assert!(ran.code == 0 && ran.out.contains("No violations."), "{}{}", ran.out, ran.err);
}

#[test]
fn an_arena_takes_its_players_and_its_stop_rule_with_commas() {
    let all = good("arena --players random,greedy --games 2 --sprt 0.5,0.62 blue-gray");
    let only = &all["matches"][0];
    assert_eq!((text(&only["first"]), text(&only["second"]), only["games"].as_u64()), ("random", "greedy", Some(2)));
    assert_eq!((only["sprt"]["low"].as_f64(), only["sprt"]["high"].as_f64()), (Some(0.5), Some(0.62)));
}

#[test]
fn the_bench_measures_every_game() {
    let report = good("bench --seconds 0.01");
    assert_eq!(report["threads"], 1);
    let measured: Vec<&str> = items(&report["games"]).iter().map(|g| text(&g["game"])).collect();
    assert_eq!(measured, games());
    for figures in items(&report["games"]) {
        assert!(figures["games_per_second"].as_f64().unwrap() > 0.0);
        assert!(figures["state_bytes"].as_u64().unwrap() > 0);
        assert!(items(&figures["nanoseconds"]).iter().all(|t| t["nanoseconds"].as_f64().unwrap() > 0.0));
    }
    assert!(longroll("bench blue-gray --seconds 0").out.contains("whole random games a second"));
}

#[test]
fn a_reader_that_has_had_enough_is_no_fault() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_longroll"))
        .args(["rules", "blue-gray"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn a_backup_is_a_file_of_tables() {
    let folder = Folder::new("backup");
    let (from, to) = (folder.file("tables.sqlite"), folder.file("copy.sqlite"));
    let open = |file: &str| server::Store::open(std::path::Path::new(file));
    let absent = longroll(&format!("backup --db {from} {to}"));
    assert_eq!(absent.code, 2, "{}", absent.out);
    let _running = open(&from).unwrap();
    assert_eq!(good(&format!("backup --db {from} {to}"))["tables"], 0);
    assert!(open(&to).is_ok());
    assert_eq!(longroll(&format!("backup --db {from} {to}")).code, 2, "nothing is replaced");
    let back = folder.file("there/back.sqlite");
    assert_eq!(good(&format!("restore --db {back} {to}"))["tables"], 0);
    assert!(open(&back).is_ok());
    assert_eq!(longroll(&format!("restore --db {from} {to}")).code, 2, "nor by restoring");
}

#[test]
fn a_worker_wants_to_know_for_whom() {
    for (line, word) in [("staff", "broker"), ("staff --nats nats://127.0.0.1:1", "house"), ("staff --nats nats://x:1 --house a.b", "name")]
    {
        let ran = longroll(line);
        assert!(ran.code == 2 && ran.err.contains(word), "{line}: {}", ran.err);
    }
}

#[test]
fn a_child_draws_what_the_server_would() {
    let easel = |words: &[String]| {
        let ran = std::process::Command::new(env!("CARGO_BIN_EXE_longroll")).arg("easel").args(words).output().unwrap();
        (ran.status.code(), ran.stdout)
    };
    for words in ["games", "board chattanooga json paper targets", "board chattanooga svg campfire bare"] {
        let words: Vec<String> = words.split(' ').map(String::from).collect();
        let here = server::easel::Work::of_words(&words).and_then(|work| work.make(players::SHELF)).unwrap();
        assert!(easel(&words) == (Some(0), here), "{words:?}");
    }
    for words in ["", "picture no-such-game paper", "board no-such-board svg paper bare", "board chattanooga exe paper bare"] {
        let words: Vec<String> = words.split(' ').map(String::from).collect();
        assert_eq!(easel(&words), (Some(2), Vec::new()), "{words:?}");
    }
    assert!(!longroll("--help").out.contains("easel"), "only a server calls it");
}

#[test]
fn a_site_is_a_folder_with_everything_in_it() {
    let folder = Folder::new("site");
    let (wasm, to) = (folder.file("wasm"), folder.file("site"));
    let absent = longroll(&format!("site {to} --wasm {wasm}"));
    assert!(absent.code == 2 && absent.err.contains("web/build-wasm.sh"), "{}", absent.err);
    std::fs::create_dir(&wasm).unwrap();
    for kind in players::SHELF {
        std::fs::write(format!("{wasm}/{}.wasm.lzma", kind.catalogue().game), b"rules").unwrap();
    }
    let written = good(&format!("site {to} --wasm {wasm}"));
    assert_eq!(written["rules"], 5 * players::SHELF.len());
    let file = |name: &str| std::fs::read(format!("{to}/{name}")).unwrap_or_else(|e| panic!("{name}: {e}"));
    let shelf: Value = serde_json::from_slice(&file("api/games.json")).unwrap();
    for game in items(&shelf) {
        file(&format!("api/games/{}/rules.json", text(&game["game"])));
        assert_eq!(file(&format!("rules/{}.wasm.lzma", text(&game["game"]))), b"rules");
        for board in game["boards"].as_object().unwrap().values() {
            for end in [".json", "-paper.svg", "-campfire.svg", "-paper.jpg", "-campfire.jpg"] {
                assert!(!file(&format!("api/boards/{}{end}", text(board))).is_empty());
            }
        }
    }
    // No workshop was built; titles are still played by the rules of a game on the shelf.
    let bench: Value = serde_json::from_slice(&file("api/workshop.json")).unwrap();
    assert_eq!(bench["workshop"], false);
    assert!(items(&shelf).iter().any(|game| game["game"] == bench["game"]), "{bench}");
    // Whatever the watchman is told of is there.
    let watchman = String::from_utf8(file("watchman.js")).unwrap();
    let post = watchman.lines().next().and_then(|line| line.strip_prefix("self.post = ")?.strip_suffix(';')).unwrap();
    let post: Value = serde_json::from_str(post).unwrap();
    items(&post["first"]).iter().chain(items(&post["later"])).for_each(|name| drop(file(text(name))));
    assert_eq!(items(&post["first"]).len() + items(&post["later"]).len() + 1, written["files"]);
}

#[test]
fn notices_are_printed() {
    assert!(longroll("notices").out.contains("rusqlite"));
}

/// What a server says on the standard error when it has opened there.
fn warning(addr: &str) -> String {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let folder = Folder::new(&format!("serve-{}", addr.replace([':', '.'], "-")));
    let words = ["serve", "--no-open", "--addr", addr, "--db", &folder.file("tables.sqlite")];
    let mut program = Command::new(env!("CARGO_BIN_EXE_longroll"));
    let mut child = program.args(words).env("NO_COLOR", "1").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.next().unwrap().unwrap().contains("The table is open"));
    child.kill().unwrap();
    child.wait().unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    said
}

#[test]
fn a_server_for_others_says_what_it_does_not_keep_out() {
    assert_eq!(warning("127.0.0.1:0"), "");
    let said = warning("0.0.0.0:0");
    assert!(["--accounts", "no TLS", "--proxy"].iter().all(|word| said.contains(word)), "{said}");
}
