//! The drawings, as a client, a printer and a colour-blind player meet them.

mod colour;
mod drawing;
mod names;
mod picture;
mod small;
