//! `longroll gates`: the general against every opponent it is measured by, with the bar for each.

use crate::arena::{Duel, margins};
use crate::page::{BOLD, Columns, styled};
use crate::series::Matches;
use crate::sim::{keep_panics, progress};
use crate::{Page, Stop};
use engine::Side;
use general::Level;
use general::arena::{Match, Proof, Sprt};
use serde_json::json;
use std::fmt::Write as _;

const EXAMPLES: &str = "\
Examples:
  longroll gates blue-gray
  longroll gates give-us-victories -s salem-church --games 100 --part 20

Pairs of games with the sides changed and the dice shared. Everybody who thinks has the same part of a general's time, in positions. A match
ends as soon as it is known whether the share reaches its bar or stays a tenth below it; the exit code says whether every bar was reached.";

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    matches: Matches<200>,
    /// Which part of its time a level is given
    #[arg(long, default_value_t = 10.0, value_name = "N")]
    part: f64,
    /// Only matches against this opponent
    #[arg(long, value_name = "PLAYER")]
    against: Option<String>,
}

/// A match and what its first player should take of it.
struct Gate {
    player: String,
    against: String,
    bar: f64,
}

/// The share that is not enough lies so far below the bar.
const SHORT: f64 = 0.1;
/// Forty points of Elo, which twice the effort should bring.
const FORTY: f64 = 0.557;

/// The gates of a game; one's own earlier self leaves less room where sides and dice decide much.
fn gates(game: &str, part: f64) -> Vec<Gate> {
    let gate = |player: String, against: String, bar: f64| Gate { player, against, bar };
    let with = |name: &str| format!("{name}/{part}");
    let general = with("general");
    let mut all = vec![
        gate(general.clone(), with(players::FIRST), if game == "blue-gray" { 0.75 } else { 0.65 }),
        gate(general.clone(), "sitter".to_string(), 0.98),
        gate(general.clone(), with("hunter"), 0.8),
        gate(general.clone(), with("rusher"), 0.8),
        gate(format!("general/{}", part / 2.0), general, FORTY),
    ];
    let levels = Level::NAMES.windows(2).rev();
    all.extend(levels.map(|two| gate(with(two[1]), with(two[0]), 0.65)));
    all
}

impl Gate {
    /// The rule for stopping early. Nobody takes more than everything.
    fn sprt(&self) -> Sprt {
        Sprt { low: if self.bar == FORTY { 0.5 } else { self.bar - SHORT }, high: self.bar }
    }

    /// Whether the bar is reached: as soon as that is known, or by the share when all is played.
    fn reached(&self, result: &Match, proof: Proof) -> bool {
        match proof {
            Proof::Stronger => true,
            Proof::Weaker => false,
            Proof::Open => result.score().share() >= self.bar,
        }
    }
}

/// Runs it.
pub fn run(args: &Args, json: bool) -> Result<Page, Stop> {
    let Matches { series, seed } = &args.matches;
    let (kind, setup) = series.opened()?;
    if args.part.is_nan() || args.part <= 0.0 {
        return Err(Stop::bad_input("--part: a number above 0, such as 10 for a tenth of the time"));
    }
    let meant = |g: &Gate| args.against.as_ref().is_none_or(|a| g.against.split('/').next() == Some(a));
    let gates: Vec<Gate> = gates(&series.game, args.part).into_iter().filter(meant).collect();
    if gates.is_empty() {
        return Err(Stop::bad_input("--against: nobody is measured by that player; say sitter, hunter, rusher, general-1 or a level"));
    }
    let (pool, pairs) = (series.ready()?, series.pairs());
    let bar = progress(gates.len() as u64 * pairs, "pairs", json);
    keep_panics();
    let heads = ["player", "against", "games", "share", "95 %", "as Union", "as Confederate", "margins", "bar", ""];
    let mut table = Columns::under(&heads).numbers([2, 3, 5, 6, 8]);
    let (mut reports, mut violations, mut missed) = (Vec::new(), Vec::new(), false);
    for gate in &gates {
        let duel = Duel { kind, setup: &setup, pairs, seed: *seed, sprt: Some(gate.sprt()), pool: &pool };
        let (result, proof) = duel.fight([&gate.player, &gate.against], &|n| bar.inc(n))?;
        let reached = gate.reached(&result, proof);
        missed |= !reached;
        let [low, share, high] = result.interval();
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        table.row([
            gate.player.clone(),
            gate.against.clone(),
            result.score().games().to_string(),
            percent(share),
            format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high),
            percent(result.by_side[Side::Union.index()].share()),
            percent(result.by_side[Side::Confederate.index()].share()),
            margins(&result),
            percent(gate.bar),
            if reached { "reached" } else { "missed" }.to_string(),
        ]);
        reports.push(json!({
            "player": gate.player, "against": gate.against, "games": result.score().games(), "share": share, "interval": [low, high],
            "as_union": result.by_side[0], "as_confederate": result.by_side[1], "margins": result.margins.map(|m| m.mean()),
            "bar": gate.bar, "reached": reached, "violations": result.violations,
        }));
        violations.extend(result.violations);
    }
    let _ = std::panic::take_hook();
    bar.finish_and_clear();
    let mut text = format!("{}\n{}", styled(BOLD, &format!("{} ({})", kind.catalogue().title, setup.scenario)), table.print(2));
    for violation in &violations {
        let _ = writeln!(text, "  {violation}");
    }
    let page = Page::new(text, json!({ "game": series.game, "scenario": setup.scenario, "seed": seed, "gates": reports }));
    Ok(page.with_code(u8::from(missed || !violations.is_empty())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_reaches_a_bar_is_known_by_proof_or_by_share() {
        let gate = Gate { player: String::new(), against: String::new(), bar: 0.75 };
        let share = |wins, losses| Match { by_side: [general::arena::Score { wins, draws: 0, losses }; 2], ..Match::default() };
        assert!(gate.reached(&share(8, 2), Proof::Open) && !gate.reached(&share(7, 3), Proof::Open));
        assert!(gate.reached(&share(7, 3), Proof::Stronger) && !gate.reached(&share(8, 2), Proof::Weaker));
    }

    #[test]
    fn every_gate_has_players_in_every_game() {
        for kind in players::SHELF {
            let game = &kind.catalogue().game;
            let setup = kind.catalogue().complete(None, &Default::default()).expect("the defaults");
            for gate in gates(game, 10.0) {
                assert!(kind.arena(&setup, [&gate.player, &gate.against]).is_ok(), "{game}: {} – {}", gate.player, gate.against);
            }
        }
    }
}
