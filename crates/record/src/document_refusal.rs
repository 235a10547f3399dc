//! Why a document is refused, as a sentence for the user. A module of its own, because the errors contain it.

use crate::id::DocumentId;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A change to the documents was refused, and nothing was stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum DocumentRefusal {
    /// It has no text.
    Empty,
    /// The same file is there already.
    Known {
        /// The document that is there.
        id: DocumentId,
        /// Its name.
        name: String,
    },
    /// It no longer exists.
    NotFound,
    /// Adding it was stopped.
    Stopped,
}

impl fmt::Display for DocumentRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("This file contains no text."),
            Self::Known { name, .. } => write!(f, "This file has been added already, as “{name}”."),
            Self::NotFound => f.write_str("This document no longer exists."),
            Self::Stopped => f.write_str("Adding it was stopped."),
        }
    }
}

impl std::error::Error for DocumentRefusal {}
