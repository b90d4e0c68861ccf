//! `longroll pack`, `longroll import` and `longroll remove`: titles from one machine to another, and away.

use crate::page::write_file;
use crate::shelf::titles_folder;
use crate::{Page, Stop};
use serde_json::json;
use std::path::PathBuf;
use workshop::bench::Bench;
use workshop::{archive, folder};

const PACK_EXAMPLES: &str = "\
Examples:
  longroll pack mine                    writes mine-1.longroll beside it
  longroll pack mine --to away.longroll";

const IMPORT_EXAMPLES: &str = "\
Examples:
  longroll import mine-1.longroll       from now on it is on the shelf";

const REMOVE_EXAMPLES: &str = "\
Examples:
  longroll remove mine@1                tells what would go
  longroll remove mine@1 --yes          and it goes; its archive is kept, and longroll import brings it back";

/// Arguments of `pack`.
#[derive(clap::Args)]
#[command(after_help = PACK_EXAMPLES)]
pub struct PackArgs {
    /// The folder of a title
    title: PathBuf,
    /// The file to write; without it one named after the title, here
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
}

/// Arguments of `import`.
#[derive(clap::Args)]
#[command(after_help = IMPORT_EXAMPLES)]
pub struct ImportArgs {
    /// The file that somebody passed on
    file: PathBuf,
}

/// Arguments of `remove`.
#[derive(clap::Args)]
#[command(after_help = REMOVE_EXAMPLES)]
pub struct RemoveArgs {
    /// The title, by its name on the shelf or by that of its folder
    title: String,
    /// Remove it; without this nothing happens
    #[arg(long)]
    yes: bool,
}

/// Packs a title.
pub fn pack(args: &PackArgs) -> Result<Page, Stop> {
    let bundle = folder::open(&args.title).map_err(Stop::bad_input)?;
    let bytes = archive::pack(&bundle).map_err(|e| Stop::found_wrong(e).about(args.title.display()))?;
    let title = bundle.examine().title.ok_or_else(|| Stop::found_wrong("the title cannot be read"))?;
    let path = args.to.clone().unwrap_or_else(|| PathBuf::from(archive::name_of(&title.id, &title.version)));
    write_file(&path, &bytes)?;
    let files: Vec<&str> = bundle.files().map(|(name, _)| name).collect();
    let text = format!("{} version {} is in {}: {}.\n", title.name, title.version, path.display(), proof::list(files.iter().copied()));
    Ok(Page::new(text, json!({ "file": path, "id": title.id, "version": title.version, "files": files })))
}

/// Puts a title into the data folder.
pub fn import(args: &ImportArgs) -> Result<Page, Stop> {
    let bundle = folder::open(&args.file).map_err(Stop::bad_input)?;
    let shelved = bundle.bring().map_err(|faults| Stop::found_wrong(workshop::bundle::in_short(&faults)).about(args.file.display()))?;
    let titles = titles_folder().ok_or_else(|| Stop::bad_input("no data folder is known here: say --titles FOLDER when you play"))?;
    let place = titles.join(&shelved.scenario);
    if place.is_dir() && folder::read(&place).is_ok_and(|known| known != bundle) {
        let because = format!("{} is there already, with other texts, in {}", shelved.scenario, place.display());
        return Err(Stop::bad_input(format!("{because}: remove it first, or give this one another version")));
    }
    folder::write(&bundle, &place).map_err(|e| Stop::bad_input(e.to_string()).about(place.display()))?;
    let text = format!("{} is on the shelf as {}, in {}.\n", shelved.title.name, shelved.scenario, place.display());
    let value = json!({ "scenario": shelved.scenario, "folder": place, "edition": shelved.edition });
    Ok(Page::new(text, value))
}

/// Removes a title from the data folder, or tells what would go.
pub fn remove(args: &RemoveArgs) -> Result<Page, Stop> {
    let titles = titles_folder().ok_or_else(|| Stop::bad_input("no data folder is known here"))?;
    let bench = Bench::new(titles.clone());
    let folder = bench.folder_of(&args.title).map_err(|known| match known.as_slice() {
        [] => Stop::bad_input(format!("there are no titles in {}", titles.display())),
        known => crate::shelf::unknown("title of your own", &args.title, known),
    })?;
    let look = bench.look(&folder).map_err(Stop::bad_input)?;
    let files = proof::list(look.files.iter().map(String::as_str));
    let place = titles.join(&folder);
    if !args.yes {
        let text = format!(
            "{} would go from {}: {files}.\nNothing was removed yet. Say --yes, and its archive is kept.\n",
            look.title,
            place.display()
        );
        return Ok(Page::new(text, json!({ "removed": false, "look": look })));
    }
    let gone = bench.remove(&folder, &look.seal).map_err(Stop::bad_input)?;
    let kept = gone.kept.unwrap_or_default();
    let text = format!("{} is gone from {}.\nlongroll import \"{kept}\" brings it back.\n", gone.title, place.display());
    Ok(Page::new(text, json!({ "removed": true, "look": look, "archive": kept })))
}
