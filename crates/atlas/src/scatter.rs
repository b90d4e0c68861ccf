//! Marks scattered over the whole map, gathered by blocks: whoever draws a part of the map skips the blocks elsewhere.

use crate::geometry::Point;
use crate::pen::{Pen, path};
use std::collections::BTreeMap;

/// The side of a block.
const BLOCK: f32 = 256.0;

/// Marks of one kind, each in the block where it begins.
#[derive(Default)]
pub(crate) struct Scatter {
    blocks: BTreeMap<(i32, i32), Pen>,
}

impl Scatter {
    /// The pen for what begins at a point.
    pub fn pen(&mut self, p: Point) -> &mut Pen {
        self.blocks.entry(((p.y / BLOCK).floor() as i32, (p.x / BLOCK).floor() as i32)).or_default()
    }

    /// A mark at a point: a corner of a line that is itself not drawn.
    pub fn mark(&mut self, p: Point) {
        let pen = self.pen(p);
        if pen.is_empty() {
            pen.move_to(p);
        } else {
            pen.line_to(p);
        }
    }

    /// A path for each block.
    pub fn draw(self, out: &mut String, attributes: &str) {
        for pen in self.blocks.into_values() {
            path(out, pen, attributes);
        }
    }

    /// A path for each block, with a marker of that name at each mark.
    pub fn draw_markers(self, out: &mut String, marker: &str) {
        let url = format!("url(#{marker})");
        self.draw(out, &format!(r#"fill="none" marker-start="{url}" marker-mid="{url}" marker-end="{url}""#));
    }
}
