//! PNG: the size asked for, the shipped fonts, clear errors.

use atlas::{FONTS, Options, board_svg, jpeg, png, png_detail};
use resvg::usvg;

/// The size written in a PNG's header.
fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[1..4], b"PNG");
    let number = |at: usize| u32::from_be_bytes([png[at], png[at + 1], png[at + 2], png[at + 3]]);
    (number(16), number(20))
}

#[test]
fn a_picture_has_the_width_asked_for() {
    let svg = board_svg(&super::small::crossroads(), &Options::default());
    for width in [320, 777] {
        assert_eq!(size(&png(&svg, width).expect("a picture")).0, width);
    }
    assert_eq!(size(&png_detail(&svg, (0.0, 0.0, 100.0, 50.0), 400).expect("a picture")), (400, 200));
}

#[test]
fn a_small_picture_takes_a_fraction_of_the_room() {
    let svg = board_svg(&super::small::crossroads(), &Options::default());
    let small = jpeg(&svg, 320, 60).expect("a picture");
    assert_eq!((&small[..3], &small[small.len() - 2..]), (&[0xff, 0xd8, 0xff][..], &[0xff, 0xd9][..]));
    assert!(small.len() * 2 < png(&svg, 320).expect("a picture").len());
    assert!(jpeg(&svg, 0, 60).is_err());
    assert!(jpeg("hello", 100, 60).is_err());
}

#[test]
fn a_drawing_can_carry_its_fonts() {
    let options = Options { embed_fonts: true, ..Options::default() };
    let svg = board_svg(&super::small::crossroads(), &options);
    assert_eq!(svg.matches("@font-face").count(), FONTS.len());
    assert_eq!(svg.matches("data:font/ttf;base64,AAEAAAA").count(), FONTS.len());
    let plain = board_svg(&super::small::crossroads(), &Options::default());
    assert_eq!(png(&svg, 300).expect("a picture"), png(&plain, 300).expect("a picture"));
    let css = atlas::font_css(|font| format!("/fonts/{}", font.file));
    assert!(css.contains("font-family:'Alegreya SC';font-weight:800;font-style:normal;src:url(/fonts/AlegreyaSC-ExtraBold.ttf)"));
}

#[test]
fn what_is_no_drawing_is_refused() {
    assert!(png("hello", 100).is_err());
    assert!(png("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"10\"/>", 0).is_err());
}

#[test]
fn every_letter_of_every_board_is_drawn_from_a_shipped_font() {
    let mut fonts = usvg::fontdb::Database::new();
    for font in FONTS {
        fonts.load_font_data(font.bytes.to_vec());
    }
    for (id, board) in boards::ALL {
        let svg = board_svg(board(), &Options::default());
        for family in svg.split("font-family=\"").skip(1).filter_map(|rest| rest.split([',', '"']).next()) {
            assert!(fonts.faces().any(|face| face.families.iter().any(|(name, _)| name == family)), "{id}: {family}");
        }
        let latin =
            |c: char| c.is_ascii() || ('\u{a0}'..='\u{ff}').contains(&c) || "\u{2013}\u{2014}\u{2018}\u{2019}\u{201c}\u{201d}".contains(c);
        assert!(svg.chars().all(latin), "{id}: a letter that the shipped fonts lack");
    }
}
