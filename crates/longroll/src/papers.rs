//! `longroll completions` and `longroll man`: what a shell and a reader of manuals want to know of the program, made of the command line
//! itself. Packages carry both.

use crate::{Page, Stop};
use clap_complete::Shell;
use serde_json::json;
use std::path::PathBuf;

/// The name under which it is called.
const NAME: &str = "longroll";

const COMPLETIONS: &str = "\
Examples:
  longroll completions bash > ~/.local/share/bash-completion/completions/longroll
  longroll completions zsh > ~/.zfunc/_longroll
  longroll completions fish > ~/.config/fish/completions/longroll.fish";

/// Arguments of `completions`.
#[derive(clap::Args)]
#[command(after_help = COMPLETIONS)]
pub struct CompletionArgs {
    /// The shell that shall know them
    shell: Shell,
}

/// Prints what a shell reads.
pub fn completions(args: &CompletionArgs) -> Page {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut crate::command_line(), NAME, &mut text);
    let text = String::from_utf8_lossy(&text).into_owned();
    Page::new(text.clone(), json!({ "shell": args.shell.to_string(), "completions": text }))
}

const MAN: &str = "\
Examples:
  longroll man ./man          longroll.1 and a page for each command
  man ./man/longroll-sim.1";

/// Arguments of `man`.
#[derive(clap::Args)]
#[command(after_help = MAN)]
pub struct ManArgs {
    /// The folder to write into; made if it is not there
    to: PathBuf,
}

/// Writes the manual pages.
pub fn man(args: &ManArgs) -> Result<Page, Stop> {
    let bad = |error: std::io::Error| Stop::bad_input(error.to_string()).about(args.to.display());
    std::fs::create_dir_all(&args.to).map_err(bad)?;
    clap_mangen::generate_to(crate::command_line(), &args.to).map_err(bad)?;
    let written = std::fs::read_dir(&args.to).map_err(bad)?.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut pages: Vec<String> = written.filter(|name| name.starts_with(NAME) && name.ends_with(".1")).collect();
    pages.sort();
    let text = format!("{} pages in {}\n", pages.len(), args.to.display());
    Ok(Page::new(text, json!({ "to": args.to.display().to_string(), "pages": pages })))
}
