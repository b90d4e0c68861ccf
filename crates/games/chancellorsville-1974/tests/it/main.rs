//! The rules of Chancellorsville (1974), tested chapter by chapter.

mod artillery;
mod campaign;
mod combat;
mod conformance;
mod field;
mod movement;
mod optional;
mod packing;
mod properties;
mod results;
mod rivers;
mod stacking;
mod zones;

#[test]
fn every_rule_is_enforced_and_tested() {
    trace::check(env!("CARGO_MANIFEST_DIR"));
}
