//! What a reader is given, and what it returns.

use crate::characters::visible;
use ricordo_record::document::{ChunkPlace, DocumentKind};
use serde::{Deserialize, Serialize};

/// A file.
#[derive(Clone, Copy, Debug)]
pub struct File<'a> {
    /// Its name, with or without a path.
    pub name: &'a str,
    /// Its contents.
    pub bytes: &'a [u8],
}

/// A document that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// What it was read from.
    pub kind: DocumentKind,
    /// Title in the document itself.
    pub title: Option<String>,
    /// The pages of a PDF.
    pub pages: Option<Pages>,
    /// The text in order, each piece with its place.
    pub chunks: Vec<(String, ChunkPlace)>,
    /// Files of a repository, parts of a book or attachments of a mail that were not read.
    pub left_out: Vec<LeftOut>,
    /// Characters that were left out because nobody sees them.
    pub hidden: u64,
    /// The encoding of a text that was not in Unicode, such as `windows-1251`. Files of a repository may have several, so it has
    /// none.
    pub encoding: Option<String>,
}

/// The pages of a PDF.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pages {
    /// How many there are.
    pub count: u32,
    /// Numbers of those without text, from 1 on, in order: blank ones, or images such as scans.
    pub without_text: Vec<u32>,
    /// Numbers of those of which it is not known whether they hold text that nobody sees, in order.
    pub unchecked: Vec<u32>,
}

impl Pages {
    /// The pages of a scan: none of them holds text.
    pub fn of_scan(count: u32) -> Self {
        Self { count, without_text: (1..=count).collect(), unchecked: Vec::new() }
    }
}

/// The name of a document: that of its file, and of a repository that of its folder, or else of its archive. It is sent to the
/// model with the text, so it is without what nobody sees.
pub fn document_name(file: &str, kind: DocumentKind, title: Option<&str>) -> String {
    let name = match (kind, title) {
        (DocumentKind::Repository, Some(folder)) => folder,
        (DocumentKind::Repository, None) => file.strip_suffix(".zip").unwrap_or(file),
        _ => file,
    };
    visible(name).into_owned()
}

/// A file that was not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Its path. Folders that are left out as a whole end with `/`.
    pub path: String,
    /// Why.
    pub reason: Reason,
}

/// Why a file was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// A `.gitignore` names it.
    Ignored,
    /// It is in a folder of dependencies, of builds or of version control.
    Folder,
    /// It lists exact versions of dependencies.
    LockFile,
    /// It is minified or generated.
    Minified,
    /// It is no text.
    Binary,
    /// It is a PDF, which is added as a document of its own.
    Pdf,
    /// It is empty.
    Empty,
    /// It is larger than a text of a repository is.
    TooLarge,
    /// It needs a password.
    Protected,
    /// It is damaged.
    Damaged,
    /// It is packed in a manner that is not known.
    UnknownPacking,
    /// It could not be read.
    Unreadable,
    /// Its name leads out of the archive.
    UnsafePath,
    /// It is attached to a mail, and is added as a document of its own.
    Attachment,
}
