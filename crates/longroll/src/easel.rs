//! `longroll easel`, which only a server calls: a drawing, made by a process that ends with all the memory it took.

use crate::Stop;
use crate::shelf::SHELF;
use server::easel::Work;
use std::io::Write as _;
use std::path::PathBuf;

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// What shall be made
    words: Vec<String>,
}

/// Makes it.
pub fn run(args: &Args) -> Result<(), Stop> {
    let work = Work::of_words(&args.words).ok_or_else(|| Stop::bad_input("nothing of that name can be drawn"))?;
    let made = work.make(SHELF).ok_or_else(|| Stop::bad_input("there is nothing of that name to be drawn"))?;
    std::io::stdout().write_all(&made).map_err(|e| Stop::bad_input(format!("what was drawn cannot be passed on: {e}")))
}

/// This program, to be called again. Where the system has a name for the very file that runs, it is that one: the file of its own name may
/// have been replaced by a newer version meanwhile.
pub(crate) fn program() -> Option<PathBuf> {
    let running = PathBuf::from("/proc/self/exe");
    if running.exists() { Some(running) } else { std::env::current_exe().ok() }
}
