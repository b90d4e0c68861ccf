//! PNG and JPEG from SVG, with the fonts that ship with the crate and no others.

use crate::lettering::FONTS;
use resvg::{tiny_skia, usvg};
use std::sync::{Arc, LazyLock};

/// Why a drawing could not be made into a picture.
#[derive(Debug)]
pub enum PngError {
    /// The text is not SVG.
    Svg(usvg::Error),
    /// The picture would be empty, or too large to hold.
    Size {
        /// The width asked for.
        width: u32,
        /// The height that would follow.
        height: u32,
    },
    /// The picture could not be written.
    Encode(String),
}

impl std::fmt::Display for PngError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PngError::Svg(error) => write!(f, "not a drawing: {error}"),
            PngError::Size { width, height } => write!(f, "no picture of {width} by {height} pixels can be made"),
            PngError::Encode(error) => write!(f, "the picture could not be written: {error}"),
        }
    }
}

impl std::error::Error for PngError {}

static SHIPPED: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = usvg::fontdb::Database::new();
    for font in FONTS {
        fonts.load_font_data(font.bytes.to_vec());
    }
    fonts.set_serif_family("Alegreya SC");
    fonts.set_sans_serif_family("Barlow Semi Condensed");
    Arc::new(fonts)
});

/// Reads a drawing with the shipped fonts.
fn read(svg: &str) -> Result<usvg::Tree, PngError> {
    let options = usvg::Options { fontdb: SHIPPED.clone(), ..usvg::Options::default() };
    usvg::Tree::from_str(svg, &options).map_err(PngError::Svg)
}

/// Draws an SVG as a PNG of that width; the height follows.
pub fn png(svg: &str, width_px: u32) -> Result<Vec<u8>, PngError> {
    let tree = read(svg)?;
    let scale = width_px as f32 / tree.size().width();
    encoded(&render(&tree, width_px, (tree.size().height() * scale).round() as u32, tiny_skia::Transform::from_scale(scale, scale))?)
}

/// Draws an SVG as a JPEG of that width and quality (1 to 100); the height follows. A tenth of the size of a PNG, for small pictures.
pub fn jpeg(svg: &str, width_px: u32, quality: u8) -> Result<Vec<u8>, PngError> {
    let tree = read(svg)?;
    let whole = (0.0, 0.0, tree.size().width(), tree.size().height());
    jpeg_of(&tree, whole, width_px, quality)
}

/// Draws a part of an SVG, given by its left, top, width and height in SVG units, as a JPEG of that width and quality.
pub fn jpeg_detail(svg: &str, part: (f32, f32, f32, f32), width_px: u32, quality: u8) -> Result<Vec<u8>, PngError> {
    jpeg_of(&read(svg)?, part, width_px, quality)
}

fn jpeg_of(tree: &usvg::Tree, (left, top, width, height): (f32, f32, f32, f32), width_px: u32, quality: u8) -> Result<Vec<u8>, PngError> {
    let scale = width_px as f32 / width;
    let height_px = (height * scale).round() as u32;
    let pixmap = render(tree, width_px, height_px, tiny_skia::Transform::from_scale(scale, scale).pre_translate(-left, -top))?;
    let too_large = |_| PngError::Size { width: width_px, height: height_px };
    let (width, height) = (u16::try_from(width_px).map_err(too_large)?, u16::try_from(height_px).map_err(too_large)?);
    let mut out = Vec::new();
    let written = jpeg_encoder::Encoder::new(&mut out, quality).encode(pixmap.data(), width, height, jpeg_encoder::ColorType::Rgba);
    written.map_err(|error| PngError::Encode(error.to_string()))?;
    Ok(out)
}

/// A picture, row by row, four bytes for each dot: red, green, blue, opacity, the colours multiplied with it.
pub struct Pixels {
    /// How wide.
    pub width: u32,
    /// How high.
    pub height: u32,
    /// The dots.
    pub rgba: Vec<u8>,
}

/// Draws an SVG, or a part of it given by its left, top, width and height in SVG units, in dots of a picture of that width.
pub fn pixels(svg: &str, part: Option<(f32, f32, f32, f32)>, width_px: u32) -> Result<Pixels, PngError> {
    let tree = read(svg)?;
    let (left, top, width, height) = part.unwrap_or((0.0, 0.0, tree.size().width(), tree.size().height()));
    let scale = width_px as f32 / width;
    let transform = tiny_skia::Transform::from_scale(scale, scale).pre_translate(-left, -top);
    let pixmap = render(&tree, width_px, (height * scale).round() as u32, transform)?;
    Ok(Pixels { width: pixmap.width(), height: pixmap.height(), rgba: pixmap.take() })
}

/// Draws a part of an SVG, given by its left, top, width and height in SVG units, as a PNG of that width.
pub fn png_detail(svg: &str, part: (f32, f32, f32, f32), width_px: u32) -> Result<Vec<u8>, PngError> {
    let tree = read(svg)?;
    let (left, top, width, height) = part;
    let scale = width_px as f32 / width;
    let transform = tiny_skia::Transform::from_scale(scale, scale).pre_translate(-left, -top);
    encoded(&render(&tree, width_px, (height * scale).round() as u32, transform)?)
}

fn render(tree: &usvg::Tree, width: u32, height: u32, transform: tiny_skia::Transform) -> Result<tiny_skia::Pixmap, PngError> {
    let mut pixmap = tiny_skia::Pixmap::new(width, height).ok_or(PngError::Size { width, height })?;
    resvg::render(tree, transform, &mut pixmap.as_mut());
    Ok(pixmap)
}

fn encoded(pixmap: &tiny_skia::Pixmap) -> Result<Vec<u8>, PngError> {
    pixmap.encode_png().map_err(|error| PngError::Encode(error.to_string()))
}
