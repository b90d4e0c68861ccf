//! The client is written against declarations that are made of the referee's own types, and it holds no word of any game.

use engine::analysis::Analysis;
use engine::conformance::{BLESS, blessing};
use engine::contract::{Able, Advised, Asked, Choice, Meant, News, Op, Outcome, PROTOCOL};
use engine::handbook::{Catalogue, Chart, RuleText};
use engine::table::{Frame, Refusal, Timeline};
use school::Stand;
use server::tables::about::{About, Handout, Standing};
use std::collections::BTreeMap;
use std::path::Path;
use ts_rs::{Config, TS, TypeVisitor};

/// Every type that a client meets, by name.
struct Declarations {
    config: Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // What has no place of its own is written out where it is used.
        let named = T::output_path().is_some();
        if named && !self.found.contains_key(&T::name(&self.config)) {
            self.found.insert(T::name(&self.config), T::decl(&self.config));
            T::visit_dependencies(self);
        } else if !named {
            T::visit_dependencies(self);
        }
    }
}

fn declarations() -> String {
    let mut all = Declarations { config: Config::new().with_large_int("number"), found: BTreeMap::new() };
    all.visit::<Op>();
    all.visit::<News>();
    all.visit::<Analysis>();
    all.visit::<About>();
    all.visit::<Handout>();
    all.visit::<Stand>();
    all.visit::<school::glossary::Entry>();
    all.visit::<school::puzzle::PuzzleShelf>();
    all.visit::<school::coach::Remark>();
    all.visit::<Standing>();
    all.visit::<Advised>();
    all.visit::<Able>();
    all.visit::<Choice>();
    all.visit::<Asked>();
    all.visit::<Outcome>();
    all.visit::<Meant>();
    all.visit::<Refusal>();
    all.visit::<Frame>();
    all.visit::<Timeline>();
    all.visit::<Catalogue>();
    all.visit::<Chart>();
    all.visit::<RuleText>();
    all.visit::<workshop::bench::Request>();
    all.visit::<workshop::bench::Answer>();
    let mut text = format!(
        "// What the referee says, made of its own types: protocol {PROTOCOL}. Do not edit; {BLESS}=1 cargo test -p longroll contract\n// writes it anew.\n\n"
    );
    for declaration in all.found.values() {
        text.push_str(&format!("declare {declaration}\n\n"));
    }
    text
}

#[test]
fn the_declarations_of_the_client_are_fresh() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/contract.d.ts");
    let fresh = declarations();
    if blessing() {
        std::fs::write(&file, &fresh).expect("the declarations can be written");
    }
    let there = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(there == fresh, "web/contract.d.ts is stale; run: {BLESS}=1 cargo test -p longroll contract");
}
