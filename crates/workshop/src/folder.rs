//! Folders of titles on a disk.

use crate::bundle::{LARGEST, MOST_FILES, belongs, in_short};
use crate::cupboard::Archived;
use crate::{Bundle, Cupboard};
use blue_gray::title::board_of;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// How many folders are looked into.
const MOST_FOLDERS: usize = 500;

/// Reads a title from its folder: the files that a title may have, and nothing else. A board that it lacks is looked for in the folder
/// `boards` beside it.
pub fn read(folder: &Path) -> Result<Bundle, String> {
    let mut bundle = Bundle::default();
    for name in names(folder).map_err(|e| format!("{}: {e}", folder.display()))? {
        let text = text_of(&folder.join(&name))?;
        bundle.add(&name, text)?;
    }
    if !bundle.has("title.toml") {
        return Err(format!("{}: there is no title.toml in it", folder.display()));
    }
    if !bundle.has("board.toml")
        && let (Some(id), Some(above)) = (board_of(bundle.text("title.toml")), folder.parent())
        && blue_gray::title::is_id(&id)
    {
        let shared = above.join("boards").join(format!("{id}.toml"));
        if shared.is_file() {
            bundle.add("board.toml", text_of(&shared)?)?;
        }
    }
    Ok(bundle)
}

/// The files of a title's folder by their names in it. Links are not followed.
fn names(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for (prefix, folder) in [("", folder.to_path_buf()), ("plays/", folder.join("plays"))] {
        if !prefix.is_empty() && !folder.is_dir() {
            continue;
        }
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_file() && belongs(&name) {
                names.push(name);
            }
        }
    }
    names.sort();
    names.truncate(MOST_FILES + 1);
    Ok(names)
}

fn text_of(path: &Path) -> Result<String, String> {
    let about = |e: &dyn std::fmt::Display| format!("{}: {e}", path.display());
    let size = fs::metadata(path).map_err(|e| about(&e))?.len();
    if size > LARGEST as u64 {
        return Err(about(&format!("larger than {} KB", LARGEST >> 10)));
    }
    let bytes = fs::read(path).map_err(|e| about(&e))?;
    String::from_utf8(bytes).map_err(|_| about(&"no text in UTF-8"))
}

/// The folders of titles in a folder: it may be one itself.
pub fn titles_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if folder.join("title.toml").is_file() {
        return Ok(vec![folder.to_path_buf()]);
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)?.take(MOST_FOLDERS) {
        let path = entry?.path();
        if path.join("title.toml").is_file() || path.extension().is_some_and(|e| e == crate::archive::END) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// A title that could not be put on the shelf.
#[derive(Clone, Debug)]
pub struct Left {
    /// Its folder or file.
    pub path: PathBuf,
    /// Why.
    pub because: String,
}

/// Puts every title of a folder on the shelf; answers those that could not be.
pub fn bring_all(folder: &Path) -> io::Result<Vec<Left>> {
    let mut left = Vec::new();
    let mut brought: Vec<(String, String, PathBuf)> = Vec::new();
    for path in titles_in(folder)? {
        match open(&path).and_then(|bundle| bundle.bring().map_err(|faults| in_short(&faults))) {
            Ok(shelved) => {
                let twin =
                    brought.iter().find(|(scenario, print, _)| *scenario == shelved.scenario && *print != shelved.edition.fingerprint);
                if let Some((scenario, _, other)) = twin {
                    let because =
                        format!("{scenario} stands in {} too, with other texts: give one of them another version", other.display());
                    left.push(Left { path: path.clone(), because });
                }
                brought.push((shelved.scenario.clone(), shelved.edition.fingerprint.clone(), path));
            }
            Err(because) => left.push(Left { path, because }),
        }
    }
    Ok(left)
}

/// Reads a title from a folder or from an archive.
pub fn open(path: &Path) -> Result<Bundle, String> {
    if path.is_dir() {
        return read(path);
    }
    let size = fs::metadata(path).map_err(|e| format!("{}: {e}", path.display()))?.len();
    if size > crate::archive::LARGEST as u64 {
        return Err(format!("{}: larger than {} KB", path.display(), crate::archive::LARGEST >> 10));
    }
    let bytes = fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    crate::archive::unpack(&bytes).map_err(|e| format!("{}: {e}", path.display()))
}

/// Writes a title as a folder, where nothing stands yet.
pub fn write(bundle: &Bundle, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (name, text) in bundle.files() {
        let path = folder.join(name);
        if let Some(above) = path.parent() {
            fs::create_dir_all(above)?;
        }
        // Nobody ever finds half a file.
        let new = path.with_extension("new");
        fs::write(&new, text)?;
        fs::rename(&new, &path)?;
    }
    Ok(())
}

/// Where the archives of titles are kept that somebody removed.
const REMOVED: &str = "removed";

/// Keeps an archive beside those of the same name.
fn keep(folder: &Path, archive: &Archived) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let stem = archive.name.strip_suffix(&format!(".{}", crate::archive::END)).unwrap_or(&archive.name);
    let numbered = |n: u32| if n == 1 { archive.name.clone() } else { format!("{stem} ({n}).{}", crate::archive::END) };
    for path in (1..=MOST_FOLDERS as u32).map(|n| folder.join(numbered(n))) {
        match fs::OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut file) => return io::Write::write_all(&mut file, &archive.bytes).and_then(|()| file.sync_all()).map(|()| path),
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
            Err(e) => return Err(e),
        }
    }
    Err(io::Error::other(format!("{} is full: put some of it elsewhere", folder.display())))
}

/// A folder of titles, each in a folder of its own.
pub struct Folder(pub PathBuf);

impl Cupboard for Folder {
    fn names(&self) -> Vec<String> {
        let found = titles_in(&self.0).unwrap_or_default();
        found.iter().filter(|path| path.is_dir()).filter_map(|path| path.file_name()).map(|n| n.to_string_lossy().into_owned()).collect()
    }

    fn read(&self, name: &str) -> Result<Option<Bundle>, String> {
        let path = self.0.join(name);
        // What somebody left in the folder of a title that is gone is no title.
        if !path.join("title.toml").exists() {
            return Ok(None);
        }
        read(&path).map(Some).map_err(|_| format!("The title {name:?} cannot be read."))
    }

    fn write(&self, name: &str, bundle: &Bundle) -> Result<(), String> {
        let path = self.0.join(name);
        write(bundle, &path).map_err(|e| e.to_string())?;
        // A file that the title has no more goes; whatever else lies there is its owner's.
        for gone in names(&path).map_err(|e| e.to_string())?.iter().filter(|name| !bundle.has(name)) {
            fs::remove_file(path.join(gone)).map_err(|e| e.to_string())?;
        }
        Ok(())
    }

    /// Its archive is kept in the folder `removed` before the first file goes. Whatever else lies in its folder is its owner's, and stays.
    fn remove(&self, name: &str, archive: &Archived) -> Result<Option<String>, String> {
        let about = |e: io::Error| e.to_string();
        let kept = keep(&self.0.join(REMOVED), archive).map_err(about)?;
        let path = self.0.join(name);
        for file in names(&path).map_err(about)? {
            fs::remove_file(path.join(file)).map_err(about)?;
        }
        // A folder goes only if nothing is left in it.
        let _ = fs::remove_dir(path.join("plays"));
        let _ = fs::remove_dir(&path);
        Ok(Some(kept.display().to_string()))
    }
}
