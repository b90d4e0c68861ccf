//! What the rules say about each board, asked of its data.
//!
//! The facts come from the rulebooks and from the ground, not from the files: a slip of the pen in a file fails here.

mod bull_run;
mod chancellorsville;
mod chart;
mod chattanooga;
mod every_board;
mod give_us_victories;
