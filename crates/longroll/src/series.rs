//! The flags of commands that play a game over and over.

use crate::Stop;
use crate::shelf::{Choice, game};
use engine::SetUp;
use engine::table::Kind;
use rayon::ThreadPool;
use std::path::PathBuf;

/// On how many threads.
#[derive(clap::Args)]
pub struct Threads {
    /// How many threads; without it one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

impl Threads {
    /// The threads.
    pub fn pool(&self) -> Result<ThreadPool, Stop> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.map_or(0, usize::from)).build();
        pool.map_err(|e| Stop::bad_input(format!("--threads: {e}")))
    }
}

/// Games of one scenario: as many as the command plays unless it is told otherwise.
#[derive(clap::Args)]
pub struct Series<const GAMES: u64> {
    /// The game
    pub game: String,
    #[command(flatten)]
    choice: Choice,
    /// How many games; matches are played in pairs
    #[arg(long, short, default_value_t = GAMES, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    #[command(flatten)]
    threads: Threads,
    /// Learned judgements to play with, in place of those that come with the program
    #[arg(long, value_name = "FOLDER")]
    learned: Option<PathBuf>,
}

impl<const GAMES: u64> Series<GAMES> {
    /// The game, and what is chosen before play.
    pub fn opened(&self) -> Result<(&'static dyn Kind, SetUp), Stop> {
        let kind = game(&self.game)?;
        Ok((kind, self.choice.complete(kind)?))
    }

    /// How many pairs of games with the sides changed.
    pub fn pairs(&self) -> u64 {
        self.games.div_ceil(2)
    }

    /// The threads to play on, with the judgements that are to be tried; to be asked for once, when everything else is known to be right.
    pub fn ready(&self) -> Result<ThreadPool, Stop> {
        if let Some(folder) = &self.learned {
            match players::try_learned(folder) {
                Ok(0) => {
                    return Err(Stop::bad_input(format!("--learned: there is no GAME/learned-SCENARIO.toml in {}", folder.display())));
                }
                Ok(_) => {}
                Err(fault) => return Err(Stop::bad_input(format!("--learned: {fault}"))),
            }
        }
        self.threads.pool()
    }
}

/// The same with dice that begin at a seed.
#[derive(clap::Args)]
pub struct Matches<const GAMES: u64> {
    #[command(flatten)]
    pub(crate) series: Series<GAMES>,
    /// The seed of the first game, or of the first pair
    #[arg(long, default_value_t = 0, value_name = "K")]
    pub(crate) seed: u64,
}
