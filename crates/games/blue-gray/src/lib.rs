//! Blue & Gray: the standard rules of the series (BG-1 to BG-12), and its first title, Chattanooga (CH-13 to CH-22).
//!
//! The ruleset is written once; a title is data ([`Title`], `data/titles`). Files are chapters:
//!
//! | file | rules |
//! | --- | --- |
//! | `units`, `title`, `chart` | what is printed: counters (BG-2), a title's lists and limits (CH-14 to CH-20), the charts (BG-7.6, BG-9) |
//! | `field`, `ground`, `reach` | the board as bitboards: costs, zones, lines of fire, the flood of a march |
//! | `sequence` | BG-3, BG-4, BG-10: set-up, phases, night |
//! | `movement`, `crowding`, `reinforcements` | BG-5, BG-6, CH-15, CH-16, CH-17, CH-19 |
//! | `duties` | BG-7.1: who must fight whom, and that it stays possible; BG-8.1, BG-8.4 |
//! | `combat` | BG-7.2 to BG-7.6, BG-7.9, BG-8, BG-9, CH-18 |
//! | `retreat` | BG-7.7, BG-7.8, BG-11.31: retreats, displacement, advance |
//! | `victory` | CH-20 |
//! | `play` | the one door: what is asked, listed, checked, done |
//! | `notation`, `position` | actions and positions in files |
//! | `words`, `handbook` | what people read |

pub mod action;
pub mod chart;
mod combat;
mod crowding;
mod duties;
pub mod field;
mod game;
mod ground;
mod handbook;
mod movement;
mod notation;
mod play;
mod position;
mod reach;
mod reinforcements;
mod retreat;
pub mod rules;
mod sequence;
pub mod state;
pub mod title;
pub mod units;
mod victory;
mod words;

pub use action::{Action, Event, Path, Subject};
pub use chart::{Chart, Column, CombatResult};
pub use field::{Cell, Field};
pub use rules::BlueGray;
pub use state::{State, Step};
pub use title::{BadTitle, Title};
pub use units::{Arm, Designation, Unit, UnitId, UnitSet};
