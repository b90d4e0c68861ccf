//! The workshop: titles that players make, without a line of code.
//!
//! A title is a folder of text files (`docs/titles.md`). Here folders and archives are read, with limits; what is in them is checked,
//! tried in games, put on the shelf beside what comes with the program, and packed to be passed on. The rules themselves take texts
//! and read no file.
//!
//! | module | holds |
//! | --- | --- |
//! | [`bundle`] | the texts of a title: which files it may have, and how large |
//! | [`folder`] | folders on a disk, and the shelf that is made of them |
//! | [`archive`] | one file to pass a title on: `.longroll` |
//! | [`edit`], [`forms`], [`mod@bench`] | changes to the texts, one at a time; what forms are made of; the workbench of the editor |
//! | [`soak`] | games between quick players, and what never occurred in them |

pub mod archive;
pub mod bench;
pub mod bundle;
pub mod edit;
pub mod folder;
pub mod forms;
pub mod soak;

pub use bundle::Bundle;
