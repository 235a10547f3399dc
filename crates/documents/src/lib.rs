//! Reads the files of a user as documents: text in chunks, each with its place.
//!
//! [`read`] recognises a file by its first bytes and its name (`known`), makes a text with its structure (`formats`) and
//! cuts it (`chunk`). [`from_pages`] takes the pages of a PDF, whose text another program takes out, and [`from_files`]
//! the files of a folder. Archives are unpacked under [`Limits`]. What cannot be read is a [`ReadError`], what was left
//! out is named with its reason, and no input makes a reader panic. The same bytes give the same chunks.
//!
//! This crate stores nothing and knows no browser.

#![warn(missing_docs)]

mod chunk;
mod decode;
mod error;
mod formats;
mod limits;
mod reading;
mod source;

pub use error::{ForeignFormat, ReadError};
pub use limits::{HIGHEST_RATIO, LARGEST_FILE, LARGEST_UNPACKED, Limits, MOST_CHUNKS, MOST_FILES};
pub use reading::{File, LeftOut, Reading, Reason};
