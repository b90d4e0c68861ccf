//! Draws the set-up of Chattanooga and a sheet of counters: `cargo run -p atlas --example position -- <position.png> <counters.png>`.

use atlas::{Colour, Counter, Options, Side, Style, Symbol, position_svg, stack_svg};

/// Hex, side, arm, strength, unit.
const SET_UP: &str = "\
1704 U inf 5 1/2/XV
1604 U inf 5 2/2/XV
1705 U inf 4 1/2/XVII
1605 U inf 4 2/2/XVII
1506 U inf 4 3/2/XVII
1606 U inf 5 1/4/XV
1507 U inf 5 2/4/XV
1304 U art 1 Sherman
1204 U inf 6 1/2/XIV
0907 U cav 6 2
0807 U cav 4 3
1712 U inf 3 1/3/XI
1713 U inf 6 1/3/IV
1714 U inf 6 2/3/IV
1715 U inf 6 3/3/IV
1717 U inf 5 1/1/XIV
1718 U inf 5 2/1/XIV
1611 U inf 3 2/3/XI
1612 U inf 4 1/2/XI
1614 U inf 6 1/2/IV
1615 U inf 6 2/2/IV
1618 U inf 5 3/1/XIV
1513 U inf 4 2/2/XI
1514 U inf 3 3/3/XI
1514 U art 4 XI
1518 U inf 6 1/3/XIV
1519 U inf 6 2/3/XIV
1417 U art 4 XII
1419 U inf 6 3/3/XIV
1320 U inf 6 1/2/XIV
1220 U inf 6 2/2/XIV
1214 U art 5 XIV
1016 U art 5 Reserve
0921 U art 4 XV
0522 U inf 5 1/1/XV
0524 U inf 5 2/1/XV
0425 U inf 9 1/1/IV
0426 U inf 9 2/1/IV
2004 C inf 3 Liddell
2305 C inf 5 Polk
2305 C inf 4 Wright
2106 C inf 5 Smith
2207 C art 2 Calvert
2109 C inf 5 Lowrey
2209 C art 1 Martin
2110 C inf 5 Wilson
2210 C inf 5 Gist
2311 C inf 4 Vaughan
2312 C inf 4 Anderson
2412 C art 1 Hindman
2313 C inf 5 Deas
2413 C inf 3 Adams
2314 C inf 3 Manigault
2315 C inf 3 Lewis
2415 C art 1 Slocumb
2316 C inf 4 Bates
2317 C art 1 Cobb
2317 C inf 3 Finley
2318 C inf 5 Quarles
2418 C art 2 Reserve
2321 C art 2 Smith
2219 C inf 4 Reynold
2121 C inf 3 Strahl
2021 C inf 5 Stovall
2023 C art 2 Sanford
1822 C inf 4 Cumming
1723 C inf 5 Jackson
1523 C inf 4 Brown
1323 C inf 3 Maney
1222 C inf 5 Moore
1124 C inf 5 Pettus
1025 C art 1 Corput
0926 C inf 4 Clayton
0724 C inf 3 Walthall";

/// A colour for each corps.
fn band(unit: &str, side: Side) -> Colour {
    let corps = unit.rsplit('/').next().unwrap_or(unit);
    let colours = [
        Colour(0xc8, 0x3c, 0x2e),
        Colour(0xe2, 0xa9, 0x2b),
        Colour(0x3f, 0x8a, 0x4b),
        Colour(0xf2, 0xee, 0xe2),
        Colour(0x8a, 0x5a, 0x9c),
        Colour(0x4a, 0xa5, 0xb5),
    ];
    let sum: usize = corps.bytes().map(usize::from).sum();
    let shift = if side == Side::Union { 0 } else { 3 };
    colours[(sum + shift) % colours.len()]
}

fn read(line: &str) -> Option<(&str, Counter)> {
    let mut parts = line.splitn(5, ' ');
    let (hex, side, arm, strength, unit) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let side = if side == "U" { Side::Union } else { Side::Confederate };
    let symbol = match arm {
        "inf" => Symbol::Infantry,
        "cav" => Symbol::Cavalry,
        _ => Symbol::Artillery,
    };
    let mut counter = Counter::new(side, symbol, &format!("{strength}-6"), unit);
    counter.size = if arm == "art" { "III".into() } else { "X".into() };
    counter.band = Some(band(unit, side));
    Some((hex, counter))
}

fn position() -> String {
    let board = boards::chattanooga();
    let mut stacks: Vec<(board::HexId, Vec<Counter>)> = Vec::new();
    for (hex, counter) in SET_UP.lines().filter_map(read) {
        let hex = board.grid.parse(hex).expect("the set-up names hexes of the board");
        match stacks.iter_mut().find(|(at, _)| *at == hex) {
            Some((_, stack)) => stack.push(counter),
            None => stacks.push((hex, vec![counter])),
        }
    }
    position_svg(board, &stacks, &Options::default())
}

fn counters() -> String {
    let style = Style::paper();
    let mut row: Vec<Vec<Counter>> = Vec::new();
    for side in [Side::Union, Side::Confederate] {
        let make = |symbol, strengths: &str, unit: &str, size: &str| {
            let mut counter = Counter::new(side, symbol, strengths, unit);
            counter.size = size.into();
            counter.band = Some(band(unit, side));
            counter
        };
        let infantry = make(Symbol::Infantry, "5-6", "1/2/XV", "X");
        let mut moved = make(Symbol::Infantry, "14-4", "3/I", "XX");
        moved.moved = true;
        let mut fired = make(Symbol::Artillery, "4-6", "Res", "III");
        fired.fired = true;
        let mut disrupted = make(Symbol::Cavalry, "6-8", "2 Cav", "X");
        disrupted.disrupted = true;
        let mut ineffective = make(Symbol::Infantry, "2-6", "2/3/XI", "X");
        ineffective.ineffective = true;
        let mut hidden = infantry.clone();
        hidden.hidden = true;
        let guns = make(Symbol::HorseArtillery, "2-8", "Horse", "II");
        let staff = make(Symbol::Headquarters, "6", "XI", "XXX");
        let leader = make(Symbol::Leader, "3", "Hancock", "");
        let stack = vec![infantry.clone(), moved.clone(), fired.clone(), disrupted.clone()];
        let great = vec![guns.clone(), infantry.clone(), moved.clone(), fired.clone(), disrupted.clone(), staff.clone()];
        row.extend([
            vec![infantry],
            vec![moved],
            vec![fired],
            vec![disrupted],
            vec![ineffective],
            vec![hidden],
            vec![guns],
            vec![staff],
            vec![leader],
            stack,
            great,
        ]);
    }
    let mut body = String::new();
    for (i, stack) in row.iter().enumerate() {
        let (x, y) = (46 + 68 * (i % 11), 44 + 76 * (i / 11));
        body.push_str(&format!(r#"<g transform="translate({x} {y})">{}</g>"#, stack_svg(stack, &style)));
    }
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 776 164" width="776" height="164"><rect width="776" height="164" fill="{}"/>{body}</svg>"#,
        style.margin
    )
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [position_file, counters_file] = arguments.as_slice() else { return Err("position <position.png> <counters.png>".into()) };
    let svg = position();
    std::fs::write(position_file, atlas::png(&svg, 2400)?)?;
    std::fs::write(position_file.replace(".png", "-detail.png"), atlas::png_detail(&svg, (700.0, 700.0, 640.0, 540.0), 1280)?)?;
    std::fs::write(counters_file, atlas::png(&counters(), 1552)?)?;
    std::fs::write(counters_file.replace(".png", "-48.png"), atlas::png(&counters(), 776)?)?;
    Ok(())
}
