//! The tests of Bull Run, a module for each chapter of the rulebook.

mod combat;
mod command;
mod conformance;
mod field;
mod loaded;
mod movement;
mod odds;
mod pieces;
mod properties;
mod rally;
mod secrecy;
mod sequence;
mod setup;

#[test]
fn every_rule_is_enforced_and_tested() {
    trace::check(env!("CARGO_MANIFEST_DIR"));
}
