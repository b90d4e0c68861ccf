//! The game as a small moving picture, a frame for each turn: for places where a page cannot be posted.

use super::maps::Sheet;
use super::story::Story;
use crate::Stop;
use atlas::Pixels;

/// The width of the picture.
const WIDTH: u32 = 560;
/// How long each turn is shown, in hundredths of a second; the last one longer.
const SHOWN: u16 = 160;
const LAST: u16 = 500;
/// How carefully colours are chosen: 1 is the best, 30 the fastest.
const SPEED: i32 = 10;

/// The bytes of the picture.
pub(crate) fn moving(story: &Story, sheet: &Sheet) -> Result<Vec<u8>, Stop> {
    let bad = |what: String| Stop::bad_input(format!("the picture cannot be made: {what}"));
    let ground = atlas::pixels(&sheet.drawn(), Some(sheet.part), WIDTH).map_err(|e| bad(e.to_string()))?;
    let mut out = Vec::new();
    {
        let too_large = |_| bad(format!("{} by {} pixels", ground.width, ground.height));
        let (width, height) = (u16::try_from(ground.width).map_err(too_large)?, u16::try_from(ground.height).map_err(too_large)?);
        let mut encoder = gif::Encoder::new(&mut out, width, height, &[]).map_err(|e| bad(e.to_string()))?;
        encoder.set_repeat(gif::Repeat::Infinite).map_err(|e| bad(e.to_string()))?;
        for (n, turn) in story.turns.iter().enumerate() {
            let title = format!("Turn {}: {}", turn.number, turn.label);
            let above = atlas::pixels(&sheet.above(turn, &title), None, WIDTH).map_err(|e| bad(e.to_string()))?;
            let mut pixels = laid_over(&ground, &above);
            let mut frame = gif::Frame::from_rgba_speed(width, height, &mut pixels, SPEED);
            frame.delay = if n + 1 == story.turns.len() { LAST } else { SHOWN };
            encoder.write_frame(&frame).map_err(|e| bad(e.to_string()))?;
        }
    }
    Ok(out)
}

/// A picture with another one, partly transparent, over it. The colours of the upper one are already multiplied with its opacity.
fn laid_over(ground: &Pixels, above: &Pixels) -> Vec<u8> {
    let mut out = ground.rgba.clone();
    for (under, over) in out.chunks_exact_mut(4).zip(above.rgba.chunks_exact(4)) {
        let through = 255 - u16::from(over[3]);
        for channel in 0..3 {
            under[channel] = (u16::from(over[channel]) + u16::from(under[channel]) * through / 255).min(255) as u8;
        }
        under[3] = 255;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_transparent_shows_the_ground() {
        let pixel = |rgba: [u8; 4]| Pixels { width: 1, height: 1, rgba: rgba.to_vec() };
        let ground = pixel([200, 100, 0, 255]);
        assert_eq!(laid_over(&ground, &pixel([0, 0, 0, 0])), [200, 100, 0, 255]);
        assert_eq!(laid_over(&ground, &pixel([9, 9, 9, 255])), [9, 9, 9, 255]);
        assert_eq!(laid_over(&ground, &pixel([0, 0, 127, 127])), [100, 50, 127, 255]);
    }
}
