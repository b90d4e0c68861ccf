//! Archives of others: what is no title is refused by name, and what a title says is never markup.

use crate::example::{bundle, with};
use std::io::{Cursor, Write};
use workshop::archive::{pack, unpack};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// An archive with these files beside those of the worked example.
fn crafted(more: &[(&str, &[u8])], manifest: Option<&str>) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let bundle = bundle();
    let files: Vec<String> = bundle.files().map(|(name, _)| format!("{name:?}")).collect();
    let usual = format!(
        "format = \"longroll-title-1\"\nid = \"a\"\ntitle = \"A\"\nversion = \"1\"\nauthor = \"\"\nlicence = \"\"\nfiles = [{}]\n",
        files.join(", ")
    );
    zip.start_file("manifest.toml", options).unwrap();
    zip.write_all(manifest.unwrap_or(&usual).as_bytes()).unwrap();
    for (name, text) in bundle.files().map(|(name, text)| (name, text.as_bytes())).chain(more.iter().copied()) {
        zip.start_file(name, options).unwrap();
        zip.write_all(text).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[test]
fn a_title_survives_being_packed() {
    let mut bundle = bundle();
    bundle.add("HISTORY.md", "# What happened\n".into()).unwrap();
    bundle.add("plays/opening.txt", "open millers-ford\n".into()).unwrap();
    let packed = pack(&bundle).unwrap();
    assert_eq!(unpack(&packed).unwrap(), bundle);
    assert_eq!(pack(&bundle).unwrap(), packed, "the same title gives the same bytes");
    assert_eq!(unpack(&crafted(&[], None)).unwrap(), crate::example::bundle(), "what we refuse below is refused for what was added");
}

#[test]
fn what_is_no_file_of_a_title_is_refused_by_name() {
    for name in [
        "../title.toml",
        "/etc/passwd",
        "..\\title.toml",
        "plays/../../x.txt",
        "trace.png",
        "plays/deep/er.txt",
        "title.toml.exe",
        "C:title.toml",
        "plays/\u{202e}txt.exe",
    ] {
        let refused = unpack(&crafted(&[(name, b"x")], None)).expect_err(name);
        let shown: String = name.chars().flat_map(char::escape_default).collect();
        assert!(refused.contains(&shown) && refused.contains("no file of a title"), "{name}: {refused}");
    }
    assert!(unpack(b"PK\x03\x04 but no more").unwrap_err().contains("no archive"));
    assert!(unpack(&[]).unwrap_err().contains("no archive"));
}

#[test]
fn bombs_and_crowds_are_refused() {
    let bomb = vec![b' '; 900_000];
    let refused = unpack(&crafted(&[("HISTORY.md", &bomb)], None)).unwrap_err();
    assert!(refused.contains("HISTORY.md") && refused.contains("too much"), "{refused}");
    let noise: Vec<u8> = (0..1_200_000_u32).map(|n| b'a' + (engine::mix::mix(u64::from(n)) % 26) as u8).collect();
    let refused = unpack(&crafted(&[("HISTORY.md", &noise)], None)).unwrap_err();
    assert!(refused.contains("too much"), "{refused}");
    let names: Vec<String> = (0..80).map(|n| format!("plays/{n}.txt")).collect();
    let crowd: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), b"x".as_slice())).collect();
    let refused = unpack(&crafted(&crowd, None)).unwrap_err();
    assert!(refused.contains("at most 64"), "{refused}");
    let refused = unpack(&vec![0; 5 << 20]).unwrap_err();
    assert!(refused.contains("larger than"), "{refused}");
}

#[test]
fn what_an_archive_says_of_itself_must_be_so() {
    // A size that is too small in the file's own record does not make it smaller.
    let mut lying = crafted(&[("HISTORY.md", b"the same line again and again and again and again\n")], None);
    let place = lying.windows(4).rposition(|w| w == 50_u32.to_le_bytes()).expect("its size stands in the directory");
    lying[place..place + 4].copy_from_slice(&10_u32.to_le_bytes());
    assert!(unpack(&lying).is_err(), "it unpacks to more than it says");
    let refused = unpack(&crafted(
        &[],
        Some("format = \"longroll-title-9\"\nid = \"\"\ntitle = \"\"\nversion = \"\"\nauthor = \"\"\nlicence = \"\"\nfiles = []\n"),
    ))
    .unwrap_err();
    assert!(refused.contains("longroll-title-9"), "{refused}");
    let refused = unpack(&crafted(&[("README.md", b"hello")], None)).unwrap_err();
    assert!(refused.contains("names other files"), "{refused}");
    let refused = unpack(&crafted(&[("README.md", b"\xff\xfe")], None)).unwrap_err();
    assert!(refused.contains("UTF-8"), "{refused}");
    let refused = unpack(&crafted(&[("README.md", b"bell \x07")], None)).unwrap_err();
    assert!(refused.contains("U+0007"), "{refused}");
}

/// An archive that other programs read otherwise than we do could show them another title.
#[test]
fn nothing_lies_beside_the_files_of_an_archive() {
    let whole = pack(&bundle()).unwrap();
    let directory = whole.windows(4).position(|w| w == b"PK\x01\x02").expect("it has a directory");
    let second = directory + whole[directory + 4..].windows(4).position(|w| w == b"PK\x01\x02").expect("of several files") + 4;
    let changed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = whole.clone();
        change(&mut bytes);
        unpack(&bytes).expect_err("this was changed")
    };
    assert!(changed(&|b| b.splice(0..0, *b"before").for_each(drop)).contains("no directory"));
    assert!(changed(&|b| b.extend(*b"behind")).contains("no directory"));
    // The heading of a file says another name than the directory.
    assert!(changed(&|b| b[30] = b'n').contains("not as the directory says"));
    // Two records of one file.
    assert!(changed(&|b| b.copy_within(directory + 42..directory + 46, second + 42)).contains("not as the directory says"));
    // A method that nobody here knows, and a text that is not what was packed.
    assert!(changed(&|b| [8, directory + 10].iter().for_each(|n| b[*n] = 12)).contains("not as the directory says"));
    assert!(changed(&|b| [14, directory + 16].iter().for_each(|n| b[*n] ^= 1)).contains("is damaged"));
    assert!(changed(&|b| [6, directory + 8].iter().for_each(|n| b[*n] |= 1)).contains("password"));
    // And what other programs read, they read alike.
    let mut read = zip::ZipArchive::new(Cursor::new(&whole)).unwrap();
    let mut text = String::new();
    std::io::Read::read_to_string(&mut read.by_name("title.toml").unwrap(), &mut text).unwrap();
    assert_eq!(text, bundle().text("title.toml"));
}

#[test]
fn links_are_refused() {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.add_symlink("title.toml", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    let refused = unpack(&zip.finish().unwrap().into_inner()).unwrap_err();
    assert!(refused.contains("title.toml") && refused.contains("a link"), "{refused}");
}

#[test]
fn a_broken_archive_never_brings_the_program_down() {
    let whole = pack(&bundle()).unwrap();
    for seed in 0..400_u64 {
        let mut spoilt = whole.clone();
        for n in 0..=(seed % 4) {
            let place = engine::mix::mix(seed * 7 + n) as usize % spoilt.len();
            spoilt[place] = engine::mix::mix(seed + n * 131) as u8;
        }
        if seed % 5 == 0 {
            spoilt.truncate(engine::mix::mix(seed) as usize % whole.len());
        }
        let _ = unpack(&spoilt);
    }
}

#[test]
fn what_a_title_says_is_never_markup() {
    let hostile = "<script>alert(1)</script>&\\\"'>";
    let board = with("board.toml", "name = \"Turnpike\"", &format!("name = \"{hostile}\""));
    let board = board.examine().board.expect("names are anything");
    let svg = atlas::board_svg(&board, &atlas::Options::default());
    assert!(!svg.contains("<script"), "a name became markup");
    let title = with("board.toml", "title = \"Miller's Ford\"", &format!("title = \"{hostile}\""));
    let svg = atlas::board_svg(&title.examine().board.expect("titles are anything"), &atlas::Options::default());
    assert!(!svg.contains("<script") && svg.contains("&lt;script"), "the title is written, and is no markup");
}

#[test]
fn characters_that_nobody_sees_are_refused() {
    // What turns text round, hides or ends it, as it stands or by its number.
    for odd in ["\u{202e}", "\u{0}", "\u{1b}[2J", "\u{2066}", "\u{200b}", "\\u202E", "\\U0000202E", "\\u0007"] {
        let mut bundle = bundle();
        let text = bundle.text("title.toml").replacen("1/1/I", &format!("1/{odd}1/I"), 1);
        let refused = bundle.add("title.toml", text).expect_err(odd);
        assert!(refused.contains("no plain text"), "{odd:?}: {refused}");
    }
    let mut foreign = bundle();
    let text = foreign.text("title.toml").replacen("1/1/I", "Zoë 東 \\u00e9", 1);
    foreign.add("title.toml", text).expect("letters of any language are letters");
}

#[test]
fn hostile_names_are_drawn_as_they_are_written() {
    let long = "W".repeat(390);
    for name in ["<script>alert(1)</script>&\\\"'>", "]]><!--", "x: ", "x: é", ", ", "\u{1F409}: \u{1F409}", "A&#x0;B", long.as_str()] {
        let mut hostile = with("board.toml", "title = \"Miller's Ford\"", &format!("title = \"{name}\""));
        for (file, from) in [("board.toml", "name = \"Turnpike\""), ("board.toml", "name = \"Miller's ford\"")] {
            let text = hostile.text(file).replacen(from, &format!("name = \"{name}\""), 1);
            hostile.add(file, text).unwrap();
        }
        let board = hostile.examine().board.expect("names are anything");
        let svg = atlas::board_svg(&board, &atlas::Options::default());
        assert!(!svg.contains("<script") && !svg.contains("<!--") && !svg.contains("]]>"), "{name} became markup");
        let (opened, closed) = (svg.matches("<g").count(), svg.matches("</g>").count());
        assert!(opened >= closed && svg.trim_end().ends_with("</svg>"), "{name}");
        // On paper: every sheet is made, and is a PDF.
        let press = atlas::press::Press { paper: atlas::press::Paper::A4, dpi: 40 };
        let counter = atlas::press::Counter {
            union: true,
            name: name.into(),
            arm: "infantry".into(),
            strength: name.into(),
            formation: name.into(),
            start: name.into(),
        };
        let table = atlas::press::Table { title: name.into(), heads: vec![name.into(); 3], rows: vec![vec![name.into(); 3]; 2] };
        let sheets = [press.map(&board, 12.0), press.counters(name, &[counter], 12.0), press.tables(name, &[table])];
        for sheet in sheets {
            let sheet = sheet.unwrap_or_else(|e| panic!("{name}: {e}"));
            assert!(sheet.pdf.starts_with(b"%PDF-") && sheet.pages > 0, "{name}");
            assert!(!sheet.pdf.windows(8).any(|w| w == b"<script>"), "{name}");
        }
    }
}
