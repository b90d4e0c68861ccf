//! The tests of Give Us Victories, a module for each chapter of the rulebook. Test names carry rule ids.

mod soak;
mod table;
