//! Games with any options.

use engine::mix::mix;
use engine::{Game, OptionRule};
use std::collections::BTreeMap;

/// A scenario with every option at the value that the seed says.
pub fn opened<G: Game>(scenario: &str, seed: u64) -> G {
    let options = &G::catalogue().options;
    let any = |(n, o): (usize, &OptionRule)| {
        let value = if seed == 0 { &o.default } else { &o.values[mix(seed ^ (n as u64 * 77)) as usize % o.values.len()] };
        (o.id.clone(), value.clone())
    };
    let chosen: BTreeMap<String, String> = options.iter().enumerate().map(any).collect();
    G::open(&G::catalogue().complete(Some(scenario), &chosen).unwrap()).unwrap()
}
