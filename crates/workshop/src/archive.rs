//! One file to pass a title on: a zip of its texts, and a manifest that says what is in it.
//!
//! An archive may come from anybody. Only files that a title may have are read, by their exact names; what is larger than a title may
//! be is refused before it is unpacked, and again while it is.

use crate::bundle::{LARGEST as LARGEST_FILE, LARGEST_WHOLE, MOST_FILES, belongs};
use crate::{Bundle, zip};
use serde::{Deserialize, Serialize};

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
    /// Whether it was put away with mistakes in it: such a one is no title yet, and goes back to the workbench only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub draft: bool,
}

/// Packs a title; says why it cannot be.
pub fn pack(bundle: &Bundle) -> Result<Vec<u8>, String> {
    let examined = bundle.examine();
    let title = examined.title.as_ref().filter(|_| examined.is_sound()).ok_or_else(|| crate::bundle::in_short(&examined.faults))?;
    let manifest = Manifest {
        format: FORMAT.into(),
        id: title.id.clone(),
        title: title.name.clone(),
        version: title.version.clone(),
        author: title.author.clone(),
        licence: title.licence.clone(),
        files: names_in(bundle),
        draft: false,
    };
    zipped(bundle, &manifest)
}

/// Packs what is no title yet, by the name of its folder, so that it can be put back.
pub fn pack_draft(bundle: &Bundle, folder: &str) -> Result<Vec<u8>, String> {
    let (format, id, files) = (FORMAT.into(), folder.to_string(), names_in(bundle));
    let [title, version, author, licence] = [const { String::new() }; 4];
    zipped(bundle, &Manifest { format, id, title, version, author, licence, files, draft: true })
}

fn names_in(bundle: &Bundle) -> Vec<String> {
    bundle.files().map(|(name, _)| name.to_string()).collect()
}

/// The same title gives the same bytes, whenever it is packed.
fn zipped(bundle: &Bundle, manifest: &Manifest) -> Result<Vec<u8>, String> {
    let manifest = toml::to_string(manifest).map_err(|e| e.to_string())?;
    zip::pack([(MANIFEST, manifest.as_str())].into_iter().chain(bundle.files()))
}

/// Unpacks a title; says why it cannot be.
pub fn unpack(bytes: &[u8]) -> Result<Bundle, String> {
    open(bytes).map(|(bundle, _)| bundle)
}

/// Unpacks a title, with what the archive says about itself.
pub(crate) fn open(bytes: &[u8]) -> Result<(Bundle, Manifest), String> {
    if bytes.len() > LARGEST {
        return Err(format!("the archive is larger than {} KB", LARGEST >> 10));
    }
    let none = |because: &str| format!("this is no archive of a title: {because}");
    let number = zip::count(bytes).ok_or_else(|| none("it has no directory at its end"))?;
    if number > MOST_FILES + 1 {
        return Err(format!("the archive has {number} files, and a title at most {MOST_FILES}"));
    }
    let (mut bundle, mut manifest, mut whole) = (Bundle::default(), None, 0);
    for file in zip::files(bytes).map_err(|because| none(&because))? {
        let name = &file.name;
        let shown: String = name.chars().take(60).flat_map(char::escape_default).collect();
        if file.link {
            return Err(format!("{shown} in the archive is a link: an archive has plain files only"));
        }
        if name == "plays/" && file.size == 0 {
            continue;
        }
        if name != MANIFEST && !belongs(name) {
            return Err(format!("{shown} in the archive is no file of a title"));
        }
        if file.locked {
            return Err(format!("{shown} in the archive is locked with a password"));
        }
        if file.size > LARGEST_FILE as u64 || file.size / file.packed().max(1) > MOST_SWELLING {
            return Err(format!("{shown} in the archive unpacks to {} bytes: that is too much", file.size));
        }
        let text = file.unpack().map_err(|because| format!("{shown} in the archive {because}"))?;
        whole += text.len();
        if whole > LARGEST_WHOLE {
            return Err(format!("the archive unpacks to more than {} KB: that is too much", LARGEST_WHOLE >> 10));
        }
        let text = String::from_utf8(text).map_err(|_| format!("{shown} in the archive is no text in UTF-8"))?;
        let twice =
            if name == MANIFEST { manifest.replace(text).is_some() } else { bundle.has(name) || bundle.add(name, text).map(|()| false)? };
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
    Ok((bundle, manifest))
}

/// What a title's archive is called.
pub fn name_of(id: &str, version: &str) -> String {
    format!("{id}-{version}.{END}")
}
