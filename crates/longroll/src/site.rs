//! `longroll site`: the page that needs no server, as files.

use crate::{Page, Stop};
use players::SHELF;
use serde_json::json;
use server::site::{MODULE, Site, WORKSHOP, Written};
use std::collections::BTreeMap;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  web/build-wasm.sh                        first the rules as WebAssembly, once
  longroll site ./site                     then everything into a folder
  python3 -m http.server -d ./site 8000    any host of files will do

The page plays against the computer, offline too; games are kept in the browser. docs/anywhere.md says how.";

/// Arguments.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The folder to write into; made if it is not there
    to: PathBuf,
    /// The folder with the rules as WebAssembly, compressed, a file for each game; without that of the workshop the page has none
    #[arg(long, value_name = "FOLDER", default_value = "target/web")]
    wasm: PathBuf,
}

/// Writes the site.
pub fn run(args: &Args) -> Result<Page, Stop> {
    let module = |game: &str| {
        let file = args.wasm.join(format!("{game}{MODULE}"));
        std::fs::read(&file).map_err(|error| Stop::bad_input(format!("{error}; web/build-wasm.sh builds it")).about(file.display()))
    };
    let games = SHELF.iter().map(|kind| &kind.catalogue().game);
    let rules = games.map(|game| Ok((game.clone(), module(game)?))).collect::<Result<BTreeMap<_, _>, Stop>>()?;
    let written = Site::new(SHELF, rules, std::fs::read(args.wasm.join(WORKSHOP)).ok()).write(&args.to);
    let Written { files, bytes, rules } = written.map_err(|error| Stop::bad_input(error.to_string()).about(args.to.display()))?;
    let text = format!("{files} files in {}, {} KB, of which the rules are {} KB", args.to.display(), bytes / 1000, rules / 1000);
    Ok(Page::new(text, json!({ "to": args.to.display().to_string(), "files": files, "bytes": bytes, "rules": rules })))
}
