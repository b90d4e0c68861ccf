//! One file to pass a title on: a zip of its texts, and a manifest that says what is in it.
//!
//! An archive may come from anybody. Only files that a title may have are read, by their exact names; what is larger than a title may
//! be is refused before it is unpacked, and again while it is.

use crate::Bundle;
use crate::bundle::{LARGEST as LARGEST_FILE, LARGEST_WHOLE, MOST_FILES, belongs};
use serde::{Deserialize, Serialize};
use std::io::{Cursor, Read, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// The end of its name.
pub const END: &str = "longroll";
/// The largest archive.
pub const LARGEST: usize = 4 << 20;

const MANIFEST: &str = "manifest.toml";
const FORMAT: &str = "longroll-title-1";
/// The most that a byte of an archive may unpack to: text shrinks to a tenth, a bomb to a thousandth.
const MOST_SWELLING: u64 = 200;

/// What an archive says about itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The format.
    pub format: String,
    /// The title's id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// Its version.
    pub version: String,
    /// Who made it.
    pub author: String,
    /// Under which licence it may be passed on.
    pub licence: String,
    /// Its files.
    pub files: Vec<String>,
}

/// Packs a title; says why it cannot be.
pub fn pack(bundle: &Bundle) -> Result<Vec<u8>, String> {
    let examined = bundle.examine();
    let title = examined.title.as_ref().filter(|_| examined.is_sound()).ok_or_else(|| crate::folder::in_short(&examined.faults))?;
    let manifest = Manifest {
        format: FORMAT.into(),
        id: title.id.clone(),
        title: title.name.clone(),
        version: title.version.clone(),
        author: title.author.clone(),
        licence: title.licence.clone(),
        files: bundle.files().map(|(name, _)| name.to_string()).collect(),
    };
    let manifest = toml::to_string(&manifest).map_err(|e| e.to_string())?;
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    // The same title gives the same bytes, whenever it is packed.
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated).unix_permissions(0o644);
    let mut write = |name: &str, text: &str| -> Result<(), String> {
        zip.start_file(name, options).map_err(|e| e.to_string())?;
        zip.write_all(text.as_bytes()).map_err(|e| e.to_string())
    };
    write(MANIFEST, &manifest)?;
    for (name, text) in bundle.files() {
        write(name, text)?;
    }
    Ok(zip.finish().map_err(|e| e.to_string())?.into_inner())
}

/// Unpacks a title; says why it cannot be.
pub fn unpack(bytes: &[u8]) -> Result<Bundle, String> {
    if bytes.len() > LARGEST {
        return Err(format!("the archive is larger than {} KB", LARGEST >> 10));
    }
    let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(|e| format!("this is no archive of a title: {e}"))?;
    if zip.len() > MOST_FILES + 1 {
        return Err(format!("the archive has {} files, and a title at most {MOST_FILES}", zip.len()));
    }
    let (mut bundle, mut manifest, mut whole) = (Bundle::default(), None, 0);
    for place in 0..zip.len() {
        let file = zip.by_index(place).map_err(|e| format!("file {} of the archive cannot be read: {e}", place + 1))?;
        let name = file.name().map_err(|e| format!("file {} of the archive has no name that can be read: {e}", place + 1))?.to_string();
        let shown: String = name.chars().take(60).flat_map(char::escape_default).collect();
        let link = file.unix_mode().is_some_and(|mode| mode & 0o170_000 == 0o120_000);
        if link {
            return Err(format!("{shown} in the archive is a link: an archive has plain files only"));
        }
        if file.is_dir() && name == "plays/" {
            continue;
        }
        if name != MANIFEST && !belongs(&name) {
            return Err(format!("{shown} in the archive is no file of a title"));
        }
        if file.encrypted() {
            return Err(format!("{shown} in the archive is locked with a password"));
        }
        let packed = file.compressed_size().max(1);
        if file.size() > LARGEST_FILE as u64 || file.size() / packed > MOST_SWELLING {
            return Err(format!("{shown} in the archive unpacks to {} bytes: that is too much", file.size()));
        }
        let mut text = Vec::new();
        // Whatever it says of its size, no more than that is unpacked.
        let most = file.size().min(LARGEST_FILE as u64) + 1;
        file.take(most).read_to_end(&mut text).map_err(|e| format!("{shown} in the archive cannot be unpacked: {e}"))?;
        whole += text.len();
        if text.len() as u64 == most || whole > LARGEST_WHOLE {
            return Err(format!("{shown} in the archive unpacks to more than it says: that is too much"));
        }
        let text = String::from_utf8(text).map_err(|_| format!("{shown} in the archive is no text in UTF-8"))?;
        let twice = if name == MANIFEST {
            manifest.replace(text).is_some()
        } else {
            bundle.has(&name) || bundle.add(&name, text).map(|()| false)?
        };
        if twice {
            return Err(format!("{shown} stands in the archive twice"));
        }
    }
    let manifest = manifest.ok_or_else(|| format!("the archive has no {MANIFEST}: it was not packed by longroll pack"))?;
    let manifest: Manifest = toml::from_str(&manifest).map_err(|e| format!("{MANIFEST}: {}", e.message()))?;
    if manifest.format != FORMAT {
        return Err(format!("{MANIFEST}: this program reads {FORMAT}, not {:?}", manifest.format));
    }
    if !manifest.files.iter().map(String::as_str).eq(bundle.files().map(|(name, _)| name)) {
        return Err(format!("{MANIFEST} names other files than are in the archive"));
    }
    if !bundle.has("title.toml") {
        return Err("the archive has no title.toml".into());
    }
    Ok(bundle)
}

/// What a title's archive is called.
pub fn name_of(id: &str, version: &str) -> String {
    format!("{id}-{version}.{END}")
}
