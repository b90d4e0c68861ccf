//! The workshop: titles that players make, without a line of code.
//!
//! A title is a folder of text files (`docs/titles.md`). Here folders and archives are read, with limits; what is in them is checked,
//! tried in games, put on the shelf beside what comes with the program, and packed to be passed on. The rules themselves take texts
//! and read no file.
//!
//! | module | holds |
//! | --- | --- |
//! | [`bundle`] | the texts of a title: which files it may have, and how large |
//! | `folder` | folders on a disk, and the shelf that is made of them |
//! | [`cupboard`] | where titles lie that are being made |
//! | [`archive`] | one file to pass a title on: `.longroll` |
//! | [`edit`], `ground`, [`forms`], [`tools`], [`mod@bench`] | changes to the texts, one at a time; what forms and tools are made of; the workbench of the editor |
//! | `soak` | games between quick players, and what never occurred in them |

pub mod archive;
pub mod bench;
pub mod bundle;
pub mod cupboard;
pub mod edit;
#[cfg(not(target_arch = "wasm32"))]
pub mod folder;
pub mod forms;
mod ground;
#[cfg(not(target_arch = "wasm32"))]
pub mod soak;
pub mod tools;
mod zip;

pub use bundle::Bundle;
pub use cupboard::Cupboard;

/// The game whose rules titles are played by.
pub fn game() -> &'static str {
    &blue_gray::shelf::catalogue().game
}
