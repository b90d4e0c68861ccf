//! Counters say what they should, and a face-down counter says nothing.

use atlas::{Counter, Options, Side, Style, Symbol, position_svg, stack_svg};
use roxmltree::Document;

fn brigade(side: Side) -> Counter {
    let mut counter = Counter::new(side, Symbol::Infantry, "5-6", "1/2/XV");
    counter.size = "X".into();
    counter
}

fn texts(group: &str) -> Vec<String> {
    let svg = format!("<svg>{group}</svg>");
    let document = Document::parse(&svg).unwrap_or_else(|bad| panic!("{bad}: {svg}"));
    document.descendants().filter(|n| n.has_tag_name("text")).filter_map(|n| n.text()).map(String::from).collect()
}

#[test]
fn a_counter_shows_unit_size_and_strengths() {
    for side in [Side::Union, Side::Confederate] {
        assert_eq!(texts(&brigade(side).svg(&Style::paper())), ["1/2/XV", "X", "5-6"]);
    }
}

#[test]
fn a_hidden_counter_gives_nothing_away() {
    let style = Style::paper();
    let mut one = brigade(Side::Confederate);
    one.hidden = true;
    let mut other = Counter::new(Side::Confederate, Symbol::Artillery, "9-9", "Washington");
    (other.hidden, other.moved, other.fired, other.disrupted, other.ineffective) = (true, true, true, true, true);
    other.band = Some(atlas::Colour(1, 2, 3));
    assert_eq!(one.svg(&style), other.svg(&style));
    assert_eq!(texts(&one.svg(&style)), ["CS"]);
}

#[test]
fn each_state_is_a_mark_of_its_own() {
    let style = Style::paper();
    let plain = brigade(Side::Union);
    let states: [fn(&mut Counter); 4] = [|c| c.moved = true, |c| c.fired = true, |c| c.disrupted = true, |c| c.ineffective = true];
    let mut drawings = vec![plain.svg(&style)];
    for state in states {
        let mut counter = plain.clone();
        state(&mut counter);
        let drawing = counter.svg(&style);
        assert!(!drawings.contains(&drawing));
        assert!(drawing.matches("<path").count() > drawings[0].matches("<path").count(), "a mark, not only a colour");
        drawings.push(drawing);
    }
}

#[test]
fn every_symbol_differs() {
    let style = Style::paper();
    let symbols = [
        Symbol::Infantry,
        Symbol::Cavalry,
        Symbol::Artillery,
        Symbol::HorseArtillery,
        Symbol::Headquarters,
        Symbol::Leader,
        Symbol::Supply,
        Symbol::Marker,
    ];
    let mut drawings: Vec<String> = symbols.iter().map(|s| Counter::new(Side::Union, *s, "1", "A").svg(&style)).collect();
    drawings.sort();
    drawings.dedup();
    assert_eq!(drawings.len(), symbols.len());
}

#[test]
fn a_stack_shows_its_top_last_and_counts_the_many() {
    let style = Style::paper();
    let named = |name: &str| Counter::new(Side::Union, Symbol::Infantry, "1-1", name);
    let stack = [named("top"), named("middle"), named("bottom")];
    assert_eq!(texts(&stack_svg(&stack, &style)), ["bottom", "1-1", "middle", "1-1", "top", "1-1"]);
    let many: Vec<Counter> = (0..7).map(|i| named(&i.to_string())).collect();
    assert_eq!(texts(&stack_svg(&many, &style)).last().map(String::as_str), Some("7"));
}

#[test]
fn a_position_puts_stacks_into_their_hexes() {
    let board = boards::chattanooga();
    let hex = board.grid.parse("1514").expect("Fort Wood");
    let svg = position_svg(board, &[(hex, vec![brigade(Side::Union)])], &Options::default());
    let document = Document::parse(&svg).expect("well formed");
    let stacks: Vec<_> = document.descendants().filter_map(|n| n.attribute("data-at")).collect();
    assert_eq!(stacks, ["1514"]);
    assert!(svg.contains(">5-6</text>"));
}
