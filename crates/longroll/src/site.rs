//! `longroll site`: the page that needs no server, as files.

use crate::{Page, Stop};
use players::SHELF;
use serde_json::json;
use server::site::{Site, Written};
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
    /// The rules as WebAssembly, compressed
    #[arg(long, value_name = "FILE", default_value = "target/web/longroll.wasm.lzma")]
    wasm: PathBuf,
    /// The workshop as WebAssembly, compressed; if there is no such file, the page has no workshop
    #[arg(long, value_name = "FILE", default_value = "target/web/workshop.wasm.lzma")]
    workshop: PathBuf,
}

/// Writes the site.
pub fn run(args: &Args) -> Result<Page, Stop> {
    let rules = std::fs::read(&args.wasm)
        .map_err(|error| Stop::bad_input(format!("{error}; web/build-wasm.sh builds it")).about(args.wasm.display()))?;
    let written = Site::new(SHELF, rules, std::fs::read(&args.workshop).ok()).write(&args.to);
    let Written { files, bytes, rules } = written.map_err(|error| Stop::bad_input(error.to_string()).about(args.to.display()))?;
    let text = format!("{files} files in {}, {} KB, of which the rules are {} KB", args.to.display(), bytes / 1000, rules / 1000);
    Ok(Page::new(text, json!({ "to": args.to.display().to_string(), "files": files, "bytes": bytes, "rules": rules })))
}
