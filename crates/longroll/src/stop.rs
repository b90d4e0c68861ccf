//! Why a command stopped: one message for people, and an exit code.

use anstyle::{AnsiColor, Style};
use engine::{BadField, table::Refusal};
use std::fmt;

/// Why a command stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop {
    /// What people read.
    pub message: String,
    /// 1: something was found wrong. 2: bad input.
    pub code: u8,
}

impl Stop {
    /// What was typed or read makes no sense.
    pub fn bad_input(message: impl Into<String>) -> Stop {
        Stop { message: message.into(), code: 2 }
    }

    /// What was asked for was looked at, and is wrong.
    pub fn found_wrong(message: impl Into<String>) -> Stop {
        Stop { message: message.into(), code: 1 }
    }

    /// The same about a file or argument.
    pub fn about(mut self, what: impl fmt::Display) -> Stop {
        self.message = format!("{what}: {}", self.message);
        self
    }

    /// Says it on the standard error; returns the exit code.
    pub fn print(&self) -> u8 {
        let red = Style::new().fg_color(Some(AnsiColor::Red.into())).bold();
        anstream::eprintln!("{red}longroll:{red:#} {}", self.message);
        self.code
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Stop {}

impl From<BadField> for Stop {
    fn from(bad: BadField) -> Stop {
        Stop::bad_input(bad.to_string())
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Stop {
        Stop::bad_input(refusal.to_string())
    }
}
