//! Type: the faces we ship, how wide a text is, how it is written into SVG.

/// One of the faces of the maps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Face {
    /// Serif small caps, for places.
    Caps,
    /// Heavy serif small caps, for towns and titles.
    BoldCaps,
    /// Serif italic, for water and country.
    Italic,
    /// A plain sans, for numbers.
    Sans,
}

/// A font file that ships with the crate; a client may serve it.
#[derive(Clone, Copy, Debug)]
pub struct Font {
    /// The name of the file.
    pub file: &'static str,
    /// The CSS family.
    pub family: &'static str,
    /// The CSS weight.
    pub weight: u16,
    /// Whether it is an italic.
    pub italic: bool,
    /// The TrueType file.
    pub bytes: &'static [u8],
}

macro_rules! font {
    ($file:literal, $family:literal, $weight:literal, $italic:literal) => {
        Font { file: $file, family: $family, weight: $weight, italic: $italic, bytes: include_bytes!(concat!("../fonts/", $file)) }
    };
}

/// The fonts of the maps and of clients' counters, all under the SIL Open Font License.
pub const FONTS: [Font; 5] = [
    font!("AlegreyaSC-Medium.ttf", "Alegreya SC", 500, false),
    font!("AlegreyaSC-ExtraBold.ttf", "Alegreya SC", 800, false),
    font!("Alegreya-MediumItalic.ttf", "Alegreya", 500, true),
    font!("BarlowSemiCondensed-Medium.ttf", "Barlow Semi Condensed", 500, false),
    font!("BarlowSemiCondensed-Bold.ttf", "Barlow Semi Condensed", 700, false),
];

/// The style sheet that names the shipped fonts, each at the address that `address` gives.
pub fn font_css(address: impl Fn(&Font) -> String) -> String {
    let rule = |font: &Font| {
        let style = if font.italic { "italic" } else { "normal" };
        let (family, weight) = (font.family, font.weight);
        format!(
            "@font-face{{font-family:'{family}';font-weight:{weight};font-style:{style};src:url({})format('truetype')}}\n",
            address(font)
        )
    };
    FONTS.iter().map(rule).collect()
}

/// The style sheet with the fonts in it, for drawings that travel alone.
pub(crate) fn embedded_css() -> String {
    font_css(|font| format!("data:font/ttf;base64,{}", base64(font.bytes)))
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().enumerate().fold(0u32, |word, (i, byte)| word | u32::from(*byte) << (16 - 8 * i));
        for i in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * i) & 63) as usize];
            out.push(if i <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    out
}

impl Face {
    /// The attributes that choose this face.
    pub fn css(self) -> &'static str {
        match self {
            Face::Caps => r#"font-family="Alegreya SC, Georgia, serif" font-weight="500""#,
            Face::BoldCaps => r#"font-family="Alegreya SC, Georgia, serif" font-weight="800""#,
            Face::Italic => r#"font-family="Alegreya, Georgia, serif" font-weight="500" font-style="italic""#,
            Face::Sans => r#"font-family="Barlow Semi Condensed, Arial Narrow, sans-serif" font-weight="500""#,
        }
    }

    /// How wide a text is, with `spacing` after each letter.
    pub fn width(self, text: &str, size: f32, spacing: f32) -> f32 {
        let advances = match self {
            Face::Caps => &CAPS,
            Face::BoldCaps => &BOLD_CAPS,
            Face::Italic => &ITALIC,
            Face::Sans => &SANS,
        };
        text.chars()
            .map(|c| {
                let index = (c as usize).checked_sub(32).filter(|i| *i < 95);
                f32::from(index.map_or(550, |i| advances[i])) * size / 1000.0 + spacing
            })
            .sum()
    }
}

/// The advances of the printable ASCII letters, in thousandths of the size.
#[rustfmt::skip]
const CAPS: [u16; 95] = [
    187, 255, 308, 510, 462, 689, 692, 176, 282, 281, 437, 506, 282, 368, 291, 329, 519, 349, 479,
    423, 461, 429, 464, 423, 483, 459, 238, 238, 491, 506, 491, 299, 845, 603, 611, 621, 699, 593,
    521, 661, 751, 363, 329, 641, 517, 844, 723, 684, 562, 689, 625, 534, 556, 670, 616, 946, 667,
    564, 573, 313, 329, 313, 499, 456, 398, 526, 529, 529, 592, 510, 453, 561, 636, 320, 293, 554,
    450, 713, 617, 579, 488, 583, 540, 462, 482, 565, 530, 805, 575, 496, 494, 314, 356, 314, 506,
];

/// The advances of the printable ASCII letters, in thousandths of the size.
#[rustfmt::skip]
const BOLD_CAPS: [u16; 95] = [
    160, 273, 332, 539, 470, 732, 722, 176, 299, 298, 392, 506, 255, 341, 258, 329, 487, 366, 488,
    438, 479, 425, 470, 430, 477, 468, 238, 238, 454, 506, 454, 320, 877, 648, 643, 610, 688, 599,
    541, 648, 744, 367, 335, 673, 542, 838, 733, 666, 589, 671, 658, 545, 579, 643, 632, 978, 694,
    625, 586, 321, 329, 321, 481, 451, 398, 563, 556, 518, 583, 514, 468, 549, 629, 321, 295, 580,
    470, 708, 625, 563, 510, 567, 567, 469, 500, 542, 542, 833, 597, 547, 504, 327, 317, 327, 505,
];

/// The advances of the printable ASCII letters, in thousandths of the size.
#[rustfmt::skip]
const ITALIC: [u16; 95] = [
    161, 274, 305, 493, 441, 666, 569, 176, 298, 302, 418, 487, 229, 312, 289, 317, 498, 345, 461,
    407, 440, 412, 442, 408, 464, 442, 229, 229, 470, 487, 470, 351, 815, 577, 586, 598, 672, 571,
    500, 636, 722, 349, 316, 616, 497, 812, 695, 659, 541, 663, 600, 513, 534, 645, 592, 909, 640,
    540, 551, 301, 317, 301, 479, 438, 383, 474, 467, 354, 476, 373, 271, 455, 497, 272, 256, 457,
    258, 748, 506, 422, 487, 455, 360, 352, 294, 497, 433, 659, 470, 446, 409, 303, 340, 303, 487,
];

/// The advances of the printable ASCII letters, in thousandths of the size.
#[rustfmt::skip]
const SANS: [u16; 95] = [
    200, 295, 286, 634, 495, 808, 619, 141, 272, 272, 379, 468, 227, 360, 238, 395, 507, 309, 480,
    471, 505, 471, 472, 431, 478, 463, 291, 260, 468, 468, 468, 438, 791, 533, 540, 530, 544, 515,
    487, 535, 560, 240, 507, 541, 488, 623, 587, 542, 522, 516, 533, 507, 507, 559, 529, 762, 526,
    514, 476, 355, 395, 355, 432, 445, 202, 471, 492, 470, 492, 478, 326, 483, 487, 233, 227, 467,
    213, 742, 487, 490, 497, 497, 341, 437, 322, 485, 445, 659, 449, 432, 408, 313, 169, 313, 492,
];
