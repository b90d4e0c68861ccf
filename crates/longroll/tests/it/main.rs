//! The command line as people and programs meet it: the program itself is run.

mod bad_input;
mod battles;
mod commands;
mod contract;
mod documents;
mod hostile;
mod reports;
mod saves;
mod titles;

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// What a run of the program left behind.
struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Ran {
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {}{}", self.out, self.err))
    }
}

/// Runs `longroll` with these words and this input.
fn longroll_with(words: &[&str], input: &[u8]) -> Ran {
    let mut program = Command::new(env!("CARGO_BIN_EXE_longroll"));
    program.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).env("NO_COLOR", "1");
    let mut child = program.spawn().expect("the program starts");
    // A program that stops early does not read all of it.
    let _ = child.stdin.take().expect("piped").write_all(input);
    let Output { status, stdout, stderr } = child.wait_with_output().expect("the program ends");
    Ran {
        code: status.code().expect("no signal ended it"),
        out: String::from_utf8(stdout).expect("UTF-8"),
        err: String::from_utf8(stderr).expect("UTF-8"),
    }
}

/// Runs `longroll` with words parted by blanks.
fn longroll(words: &str) -> Ran {
    longroll_with(&words.split(' ').filter(|w| !w.is_empty()).collect::<Vec<_>>(), b"")
}

/// Runs it, expects it to go well, and reads its JSON.
fn good(words: &str) -> Value {
    let ran = longroll(&format!("{words} --json"));
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{words}");
    ran.json()
}

/// The ids of every game on the shelf.
fn games() -> Vec<String> {
    let games = good("games");
    games.as_array().unwrap().iter().map(|g| g["game"].as_str().unwrap().to_string()).collect()
}

/// A folder that is gone when the test ends.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("longroll-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
