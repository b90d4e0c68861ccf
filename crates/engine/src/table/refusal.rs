//! Why a request was not done.

use crate::{BadField, Illegal};
use serde::Serialize;
use std::fmt;

/// Why a request was not done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
pub struct Refusal {
    /// The rule that forbids it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The field that makes no sense.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// What is wrong, and what would be right.
    pub because: String,
}

impl Refusal {
    /// A refusal in plain words.
    pub fn because(because: impl Into<String>) -> Refusal {
        Refusal { rule: None, field: None, because: because.into() }
    }
}

impl From<Illegal> for Refusal {
    fn from(illegal: Illegal) -> Refusal {
        Refusal { rule: Some(illegal.rule.to_string()), field: None, because: format!("{} {}", illegal.because, illegal.instead) }
    }
}

impl From<BadField> for Refusal {
    fn from(bad: BadField) -> Refusal {
        Refusal { rule: None, field: Some(bad.field).filter(|f| !f.is_empty()), because: bad.because }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(field) = &self.field {
            write!(f, "{field}: ")?;
        }
        f.write_str(&self.because)?;
        match &self.rule {
            Some(rule) => write!(f, " ({rule})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Refusal {}
