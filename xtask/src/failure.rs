//! An error of a command: the cause and the remedy, one sentence each.

use std::{fmt, io, path::Path};

pub(crate) type Result<T> = std::result::Result<T, Failure>;

#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) cause: String,
    pub(crate) remedy: String,
}

impl Failure {
    pub(crate) fn new(cause: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { cause: cause.into(), remedy: remedy.into() }
    }

    /// A failed file operation on `path`; `doing` completes "could not …".
    pub(crate) fn file(doing: &str, path: &Path, error: &io::Error) -> Self {
        Self::new(
            format!("Could not {doing} {}: {error}.", path.display()),
            "Check that the folder can be written to and that the disk is not full, then run the command again.",
        )
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.cause)?;
        if self.remedy.is_empty() { Ok(()) } else { write!(f, "\n  Way out: {}", self.remedy) }
    }
}
