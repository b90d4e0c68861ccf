//! `longroll notices`: whose work is part of the program, and under which licences.

use crate::Page;
use serde_json::json;

/// Prints the notices.
pub fn run() -> Page {
    Page::new(server::http::NOTICES, json!({ "notices": server::http::NOTICES }))
}
