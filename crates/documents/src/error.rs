//! Why a file was not read.

use crate::reading::LeftOut;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a file was not read. The page has a sentence for each; [`fmt::Display`] is for logs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "error", rename_all = "snake_case")]
pub enum ReadError {
    /// There are no bytes.
    Empty,
    /// The file is fine and holds no text, as a scan or an album of pictures does.
    NoText {
        /// Number of pages, if it has pages.
        pages: Option<u32>,
    },
    /// The file is larger than the limit.
    TooLarge {
        /// Size of the file.
        bytes: u64,
        /// The limit.
        limit: u64,
    },
    /// The archive unpacks to more than the limit.
    UnpacksTooLarge {
        /// The limit, in bytes.
        limit: u64,
    },
    /// A part unpacks to so many times its size that no real file does.
    RatioTooHigh {
        /// Path of the part.
        part: String,
        /// The limit.
        limit: u64,
    },
    /// There are more files than the limit.
    TooManyFiles {
        /// The limit.
        limit: u64,
    },
    /// The text has more chunks than the limit.
    TooManyChunks {
        /// The limit.
        limit: u64,
    },
    /// The bytes are neither UTF-8 nor marked as UTF-16.
    NotText {
        /// Offset of the first byte that is not text.
        offset: u64,
    },
    /// A format that is not read, known by its first bytes.
    Unsupported {
        /// The format.
        format: ForeignFormat,
    },
    /// A PDF, whose text another program takes out: see [`crate::from_pages`].
    NeedsPages,
    /// The file needs a password.
    PasswordProtected,
    /// The book is encrypted by its seller.
    Drm,
    /// The file is cut off or damaged.
    Damaged {
        /// Path of the part of an archive; `None` for the file itself.
        part: Option<String>,
    },
    /// The browser could not read a file of a folder.
    Unreadable {
        /// Path of the file.
        part: String,
    },
    /// A part is packed in a manner that is not known.
    UnknownPacking {
        /// Path of the part.
        part: String,
    },
    /// No file of a repository or folder was read, or a mail has attachments alone.
    NothingToRead {
        /// The files, each with its reason.
        left_out: Vec<LeftOut>,
    },
}

/// A format that is known and not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ForeignFormat {
    /// A picture.
    Image,
    /// Sound or film.
    Media,
    /// An archive other than zip.
    Archive,
    /// A program.
    Program,
    /// Word, Excel or PowerPoint before 2007.
    OldOffice,
    /// Rich Text Format.
    Rtf,
    /// Excel since 2007.
    Spreadsheet,
    /// PowerPoint since 2007.
    Presentation,
    /// Visio since 2013.
    Drawing,
    /// OpenDocument.
    OpenDocument,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the file is empty"),
            Self::NoText { pages: Some(pages) } => write!(f, "its {pages} pages hold no text"),
            Self::NoText { pages: None } => f.write_str("it holds no text"),
            Self::TooLarge { bytes, limit } => write!(f, "it has {bytes} bytes and the limit is {limit}"),
            Self::UnpacksTooLarge { limit } => write!(f, "it unpacks to more than {limit} bytes"),
            Self::RatioTooHigh { part, limit } => write!(f, "{part} unpacks to more than {limit} times its size"),
            Self::TooManyFiles { limit } => write!(f, "it holds more than {limit} files"),
            Self::TooManyChunks { limit } => write!(f, "it has more than {limit} chunks"),
            Self::NotText { offset } => write!(f, "it is not text: see the byte at {offset}"),
            Self::Unsupported { format } => write!(f, "its format is not read: {format:?}"),
            Self::NeedsPages => f.write_str("it is a PDF, whose pages must be given"),
            Self::PasswordProtected => f.write_str("it needs a password"),
            Self::Drm => f.write_str("the book is protected by DRM"),
            Self::Damaged { part: Some(part) } => write!(f, "{part} in it is damaged"),
            Self::Damaged { part: None } => f.write_str("it is damaged"),
            Self::Unreadable { part } => write!(f, "{part} in it could not be read"),
            Self::UnknownPacking { part } => write!(f, "{part} is packed in an unknown manner"),
            Self::NothingToRead { left_out } => write!(f, "all was left out: {} files", left_out.len()),
        }
    }
}

impl std::error::Error for ReadError {}
