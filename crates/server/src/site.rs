//! The page without a server, as files: the client, the rules as WebAssembly, and everything that a server would answer about games and
//! boards. Any host of files serves them, under any path.

use crate::exhibits::{self, Drawing};
use crate::{client, http, pictures};
use engine::table::Kind;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::Path;

/// Only what lies in the folder may run or be fetched; the rules are compiled in the browser, and `blob:` is the word to a computer that it
/// shall move now.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
                      img-src 'self' data: blob:; connect-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'";
/// The sizes of the icon for those who install the page.
const ICONS: [u32; 2] = [192, 512];
/// The folder of the rules in the site: a module for each game.
const RULES: &str = "rules/";
/// What the module of a game is called after its name.
pub const MODULE: &str = ".wasm.lzma";
/// The workbench.
pub const WORKSHOP: &str = "workshop.wasm.lzma";
/// What runs between the page and the network.
const WATCHMAN: &str = "watchman.js";

/// The files of a site, by address.
pub struct Site {
    files: BTreeMap<String, Vec<u8>>,
}

/// What a site consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    /// How many files.
    pub files: usize,
    /// Bytes of all of them.
    pub bytes: usize,
    /// Bytes of the rules among them.
    pub rules: usize,
}

impl Site {
    /// A site with these games; `rules` and `workshop` are what `web/build-wasm.sh` has built for each and for the workbench, compressed.
    /// Without the latter there is no workshop.
    pub fn new(shelf: &[&'static dyn Kind], rules: BTreeMap<String, Vec<u8>>, workshop: Option<Vec<u8>>) -> Site {
        let mut site = Site { files: BTreeMap::new() };
        for name in client::names() {
            let text = client::file(name, None).map(|(_, text)| text.into_owned()).unwrap_or_default();
            site.add(name, text);
        }
        site.add("index.html", index(&site.text("index.html")));
        site.add("notices.txt", http::NOTICES);
        site.add("fonts.css", atlas::font_css(|font| format!("fonts/{}", font.file)));
        for font in atlas::FONTS {
            site.add(&format!("fonts/{}", font.file), font.bytes);
        }
        site.add("api/games.json", exhibits::games(shelf).to_string());
        site.add("api/lessons.json", exhibits::lessons(shelf).to_string());
        site.add("api/puzzles.json", exhibits::puzzles(shelf).to_string());
        for kind in shelf {
            let game = &kind.catalogue().game;
            site.add(&format!("api/games/{game}/rules.json"), exhibits::rules(*kind, None).to_string());
            site.add(&format!("api/games/{game}/glossary.json"), exhibits::glossary(*kind).to_string());
            for style in [atlas::Style::paper(), atlas::Style::campfire()] {
                let name = format!("api/games/{game}/picture-{}.jpg", style.name);
                site.add(&name, pictures::picture(*kind, style).unwrap_or_default());
            }
        }
        site.boards();
        let icon = site.text("icon.svg");
        for size in ICONS {
            site.add(&format!("icon-{size}.png"), atlas::png(&icon, size).unwrap_or_default());
        }
        site.add("longroll.webmanifest", manifest().to_string());
        for (game, module) in rules {
            site.add(&format!("{RULES}{game}{MODULE}"), module);
        }
        // A page must know in which game's rules titles are played.
        site.add("api/workshop.json", json!({ "workshop": workshop.is_some(), "game": workshop::game() }).to_string());
        if let Some(workshop) = workshop {
            site.add(WORKSHOP, workshop);
        }
        site.post_watchman();
        site
    }

    fn add(&mut self, name: &str, bytes: impl Into<Vec<u8>>) {
        self.files.insert(name.into(), bytes.into());
    }

    fn text(&self, name: &str) -> String {
        self.files.get(name).map(|bytes| String::from_utf8_lossy(bytes).into_owned()).unwrap_or_default()
    }

    fn boards(&mut self) {
        for (id, board) in boards::ALL {
            let board = board();
            self.add(
                &format!("api/boards/{id}.json"),
                exhibits::drawing(board, Drawing::Json, atlas::Style::paper(), false).unwrap_or_default(),
            );
            for style in [atlas::Style::paper(), atlas::Style::campfire()] {
                for (kind, end) in [(Drawing::Svg, "svg"), (Drawing::Jpeg, "jpg")] {
                    let name = format!("api/boards/{id}-{}.{end}", style.name);
                    self.add(&name, exhibits::drawing(board, kind, style.clone(), false).unwrap_or_default());
                }
            }
        }
    }

    /// Tells the watchman which files there are, and a version that is another as soon as any of them is.
    fn post_watchman(&mut self) {
        let mut hasher = DefaultHasher::new();
        for (name, bytes) in &self.files {
            hasher.write(name.as_bytes());
            hasher.write(bytes);
        }
        // Most people play one game at a time: its rules come when it is begun, those of the others when there is nothing else to do.
        let rules = |name: &str| name.starts_with(RULES);
        let later = |name: &&String| rules(name) || name.starts_with("api/boards/") || name.ends_with(".jpg") || *name == WORKSHOP;
        let (mut later, first): (Vec<&String>, Vec<&String>) = self.files.keys().filter(|name| *name != WATCHMAN).partition(later);
        later.sort_by_key(|name| !rules(name));
        let post = json!({ "version": format!("{:016x}", hasher.finish()), "first": first, "later": later });
        let text = format!("self.post = {post};\n{}", self.text(WATCHMAN));
        self.add(WATCHMAN, text);
    }

    /// Writes everything into a folder, over what is there of an earlier site.
    pub fn write(&self, folder: &Path) -> io::Result<Written> {
        for (name, bytes) in &self.files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            fs::write(path, bytes)?;
        }
        let bytes = self.files.values().map(Vec::len).sum();
        let rules = self.files.iter().filter(|(name, _)| name.starts_with(RULES)).map(|(_, bytes)| bytes.len()).sum();
        Ok(Written { files: self.files.len(), bytes, rules })
    }
}

/// The client's page, told that it is its own house.
fn index(page: &str) -> String {
    let head = format!("<head>\n  <meta http-equiv=\"content-security-policy\" content=\"{POLICY}\">");
    let manifest = "  <link rel=\"manifest\" href=\"longroll.webmanifest\">\n</head>";
    page.replace("<html ", "<html data-line=\"page\" ").replace("<head>", &head).replace("</head>", manifest)
}

/// What an installed page is called and looks like.
fn manifest() -> Value {
    let icon = |size: &u32| json!({ "src": format!("icon-{size}.png"), "sizes": format!("{size}x{size}"), "type": "image/png" });
    let mut icons: Vec<Value> = ICONS.iter().map(icon).collect();
    icons.push(json!({ "src": "icon.svg", "sizes": "any", "type": "image/svg+xml" }));
    json!({
        "name": "Longroll", "short_name": "Longroll", "id": "./", "start_url": "./", "scope": "./", "display": "standalone",
        "description": "Classic American Civil War hex-and-counter games with every rule enforced.",
        "launch_handler": { "client_mode": ["navigate-existing", "auto"] },
        "file_handlers": [{ "action": "./", "accept": { "application/json": [".json"], "application/x-longroll": [".longroll"] } }],
        "background_color": "#f4ecd8", "theme_color": "#2b4f7c", "icons": icons,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_relative_and_the_policy_is_in_the_page() {
        let page = index(&client::file("index.html", None).unwrap().1);
        assert!(!page.contains("=\"/") && !page.contains("//"), "{page}");
        assert!(page.contains(POLICY) && page.contains("data-line=\"page\"") && page.contains("longroll.webmanifest"));
    }

    #[test]
    fn another_file_is_another_version() {
        let posted = |rules: &str| {
            let mut site = Site { files: BTreeMap::new() };
            for (name, text) in [
                ("index.html", "page"),
                ("rules/any.wasm.lzma", rules),
                (WORKSHOP, "bench"),
                ("api/boards/any.svg", "board"),
                (WATCHMAN, "watch();"),
            ] {
                site.add(name, text);
            }
            site.post_watchman();
            site.text(WATCHMAN)
        };
        let one = posted("one");
        let later = "\"later\":[\"rules/any.wasm.lzma\",\"api/boards/any.svg\",\"workshop.wasm.lzma\"]";
        assert!(one.contains(&format!("\"first\":[\"index.html\"],{later}")), "{one}");
        assert!(one.ends_with(";\nwatch();"), "{one}");
        assert_ne!(one, posted("two"));
        assert_eq!(one, posted("one"));
    }
}
