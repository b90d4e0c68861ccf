//! Titles that players make: read, checked, packed, put on the shelf, played.

mod archives;
mod bench;
mod drill;
mod example;
mod mistakes;
mod odd;
mod shelf;
