//! `longroll arena`: matches between computer players, in pairs of games with the sides changed and the dice shared.

use crate::page::{BOLD, Columns, styled};
use crate::series::Matches;
use crate::sim::{Looking, keep_panics, progress, unbroken};
use crate::{Page, Stop};
use engine::Side;
use engine::handbook::SetUp;
use engine::table::{Arena, Kind};
use general::arena::{Match, Proof, Sprt};
use rayon::ThreadPool;
use rayon::prelude::*;
use serde_json::json;
use std::fmt::Write as _;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  longroll arena blue-gray --players general/10,greedy --games 200
  longroll arena blue-gray --players recruit/10,captain/10,colonel/10,general/10 --games 100
  longroll arena bull-run --players general/10,random --games 400 --sprt 0.9,0.99

A level plays by the clock; general/10 visits as many positions as fit into a tenth of its time, general*2 twice as many, and
nodes:5000 just that many: such matches come out the same on any machine. With more than two players each meets the one
before it. Two games with seed K + n make pair n.";

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    matches: Matches<100>,
    /// Who plays, with commas
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',', required = true)]
    players: Vec<String>,
    /// Stop as soon as the share of the stronger is known to be at least HIGH, or no more than LOW
    #[arg(long, value_name = "LOW,HIGH", value_delimiter = ',')]
    sprt: Vec<f64>,
}

/// How many pairs are played between two looks at the score.
const ROUND: u64 = 8;

/// A match to be played.
pub(crate) struct Duel<'a> {
    pub(crate) kind: &'a dyn Kind,
    pub(crate) setup: &'a SetUp,
    /// The most pairs.
    pub(crate) pairs: u64,
    /// The seed of the first pair.
    pub(crate) seed: u64,
    /// A rule for stopping early.
    pub(crate) sprt: Option<Sprt>,
    pub(crate) pool: &'a ThreadPool,
}

impl Duel<'_> {
    /// Plays it, and says after every pair that it is done; pairs that need not be played any more are said to be done together.
    pub(crate) fn fight(&self, [first, second]: [&str; 2], done: &(dyn Fn(u64) + Sync)) -> Result<(Match, Proof), Stop> {
        let arenas = [self.kind.arena(self.setup, [first, second])?, self.kind.arena(self.setup, [second, first])?];
        let arenas: [&dyn Arena; 2] = [arenas[0].as_ref(), arenas[1].as_ref()];
        let (mut result, mut proof, mut played) = (Match::default(), Proof::Open, 0);
        while played < self.pairs && (proof == Proof::Open || self.sprt.is_none()) {
            let round = if self.sprt.is_some() { ROUND.min(self.pairs - played) } else { self.pairs - played };
            let one = |n: u64| {
                let seed = self.seed.wrapping_add(n);
                let pair = unbroken(|| Match::pair(arenas, seed, Looking::Phases.into()));
                done(1);
                pair.unwrap_or_else(|what| Match { violations: vec![format!("seed {seed}: {what}")], ..Match::default() })
            };
            let more = self.pool.install(|| (played..played + round).into_par_iter().map(one).reduce(Match::default, Match::and));
            result = result.and(more);
            played += round;
            proof = self.sprt.map_or(Proof::Open, |s| s.judge(&result));
        }
        done(self.pairs - played);
        Ok((result, proof))
    }
}

/// By how much the first player was ahead in the mean, as the Union and as the Confederates; nothing where that is no number.
pub(crate) fn margins(result: &Match) -> String {
    match result.margins.map(|m| m.mean()) {
        [Some(union), Some(confederate)] => format!("{union:+.1}, {confederate:+.1}"),
        _ => String::new(),
    }
}

/// Runs it.
pub fn run(args: &Args, json: bool) -> Result<Page, Stop> {
    let Matches { series, seed } = &args.matches;
    let (kind, setup) = series.opened()?;
    if args.players.len() < 2 {
        return Err(Stop::bad_input("--players: a match needs two players or more, such as general/10,greedy"));
    }
    let sprt = match args.sprt[..] {
        [low, high] if 0.0 < low && low < high && high < 1.0 => Some(Sprt { low, high }),
        [] => None,
        _ => return Err(Stop::bad_input("--sprt: two shares between 0 and 1, the lower first, such as 0.5,0.62")),
    };
    let (pool, pairs) = (series.ready()?, series.pairs());
    let matches = args.players.len() as u64 - 1;
    let bar = progress(matches * pairs, "pairs", json);
    keep_panics();
    let mut reports = Vec::new();
    let mut table =
        Columns::under(&["player", "against", "games", "share", "95 %", "as Union", "as Confederate", "Elo", "doubt", "margins", ""])
            .numbers([2, 3, 5, 6, 7]);
    let mut violations = Vec::new();
    for two in args.players.windows(2) {
        // The stronger one is named first where levels climb.
        let (first, second) = if args.players.len() > 2 { (&two[1], &two[0]) } else { (&two[0], &two[1]) };
        let start = Instant::now();
        let duel = Duel { kind, setup: &setup, pairs, seed: *seed, sprt, pool: &pool };
        let (result, proof) = duel.fight([first, second], &|n| bar.inc(n))?;
        let seconds = start.elapsed().as_secs_f64();
        let ([low, share, high], elo) = (result.interval(), result.elo());
        let word = match (sprt, proof) {
            (None, _) => "",
            (_, Proof::Open) => "open",
            (_, Proof::Stronger) => "stronger",
            (_, Proof::Weaker) => "weaker",
        };
        table.row([
            first.clone(),
            second.clone(),
            result.score().games().to_string(),
            format!("{:.1} %", 100.0 * share),
            format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high),
            format!("{:.1} %", 100.0 * result.by_side[0].share()),
            format!("{:.1} %", 100.0 * result.by_side[1].share()),
            format!("{:+.0}", elo[1]),
            format!("{:+.0} to {:+.0}", elo[0], elo[2]),
            margins(&result),
            word.to_string(),
        ]);
        reports.push(json!({
            "first": first, "second": second, "games": result.score().games(), "share": share, "interval": [low, high],
            "elo": elo[1], "elo_interval": [elo[0], elo[2]],
            "as_union": result.by_side[Side::Union.index()], "as_confederate": result.by_side[Side::Confederate.index()],
            "pairs": result.pairs, "margins": result.margins.map(|m| m.mean()), "sprt": sprt.map(|s| json!({ "low": s.low, "high": s.high, "proof": proof })),
            "seconds": seconds, "violations": result.violations,
        }));
        violations.extend(result.violations);
    }
    let _ = std::panic::take_hook();
    bar.finish_and_clear();
    let mut text = format!("{}\n{}", styled(BOLD, &format!("{} ({})", kind.catalogue().title, setup.scenario)), table.print(2));
    for violation in &violations {
        let _ = writeln!(text, "  {violation}");
    }
    let report = json!({ "game": series.game, "scenario": setup.scenario, "options": setup.options, "seed": seed, "matches": reports });
    let page = Page::new(text, report);
    Ok(page.with_code(u8::from(!violations.is_empty())))
}
