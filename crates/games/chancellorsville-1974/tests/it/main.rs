//! The rules of Chancellorsville (1974), tested chapter by chapter.

mod artillery;
mod campaign;
mod combat;
mod field;
mod golden;
mod movement;
mod optional;
mod properties;
mod results;
mod rivers;
mod secrecy;
mod soak;
mod stacking;
mod zones;

#[test]
fn every_rule_is_enforced_and_tested() {
    trace::check(env!("CARGO_MANIFEST_DIR"));
}
