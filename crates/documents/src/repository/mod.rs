//! Many files: a zip archive or a picked folder, read file by file.
//!
//! `.gitignore` files are obeyed (`ignored`), and what nobody wrote is left out (`left_out`). Each file that is left out
//! is named with its reason; a folder that is left out is named once.

mod ignored;
mod left_out;

use crate::{
    archive::{Archive, Budget},
    characters::visible,
    chunk, decode,
    error::ReadError,
    parse,
    reading::{LeftOut, Reading, Reason},
};
use ignored::Ignored;
use ricordo_record::document::{ChunkPlace, DocumentKind};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

/// Name of the files with rules.
const RULES: &str = ".gitignore";

/// Files with their paths.
pub trait Files {
    /// The paths, in order.
    fn paths(&self) -> impl Iterator<Item = &str>;

    /// Size of a file, in bytes; `None` if there is no such file.
    fn size(&self, path: &str) -> Option<u64>;

    /// The contents of a file.
    ///
    /// # Errors
    /// Why it cannot be read. What concerns a limit stops the whole reading; otherwise the file is left out.
    fn read(&self, path: &str) -> Result<Cow<'_, [u8]>, ReadError>;
}

impl Files for Archive<'_> {
    fn paths(&self) -> impl Iterator<Item = &str> {
        Archive::paths(self)
    }

    fn size(&self, path: &str) -> Option<u64> {
        Archive::size(self, path)
    }

    fn read(&self, path: &str) -> Result<Cow<'_, [u8]>, ReadError> {
        Archive::read(self, path).map(Cow::Owned)
    }
}

impl Files for BTreeMap<String, Vec<u8>> {
    fn paths(&self) -> impl Iterator<Item = &str> {
        self.keys().map(String::as_str)
    }

    fn size(&self, path: &str) -> Option<u64> {
        self.get(path).map(|bytes| bytes.len() as u64)
    }

    fn read(&self, path: &str) -> Result<Cow<'_, [u8]>, ReadError> {
        self.get(path).map(|bytes| Cow::Borrowed(bytes.as_slice())).ok_or(ReadError::Damaged { part: None })
    }
}

/// Reads all files.
pub(crate) fn read(files: &impl Files, budget: &Budget) -> Result<Reading, ReadError> {
    let root = root(files);
    let mut repository = Repository { root: root.len(), ..Repository::default() };
    repository.add_rules(files)?;
    let mut wanted = Vec::new();
    for path in files.paths() {
        let inner = &path[repository.root..];
        match repository.reason(inner, files.size(path).unwrap_or_default()) {
            Some((path, reason)) => repository.leave_out(path, reason),
            None => wanted.push(path),
        }
        if wanted.len() as u64 > budget.limits.files {
            return Err(ReadError::TooManyFiles { limit: budget.limits.files });
        }
    }
    for path in wanted {
        match repository.add(files, path, budget) {
            Ok(()) => {}
            Err(error) => {
                let reason = reason_of(error)?;
                repository.leave_out(path[repository.root..].to_owned(), reason);
            }
        }
    }
    repository.finish((!root.is_empty()).then(|| root.trim_end_matches('/').to_owned()))
}

#[derive(Default)]
struct Repository {
    /// Length of the folder that all files are in.
    root: usize,
    ignored: Ignored,
    chunks: Vec<(String, ChunkPlace)>,
    left_out: BTreeSet<(String, Reason)>,
    hidden: u64,
}

impl Repository {
    fn add_rules(&mut self, files: &impl Files) -> Result<(), ReadError> {
        let mut found: Vec<(&str, &str)> = Vec::new();
        for path in files.paths() {
            let inner = &path[self.root..];
            let folder = if inner == RULES { Some("") } else { inner.strip_suffix("/.gitignore") };
            let is_small = files.size(path).is_some_and(|size| size <= left_out::LARGEST_TEXT);
            if let Some(folder) = folder.filter(|folder| is_small && !folder.split('/').any(left_out::is_folder)) {
                found.push((folder, path));
            }
        }
        // Rules of an inner folder decide before those of an outer one.
        found.sort_by_key(|(folder, _)| (folder.split('/').filter(|name| !name.is_empty()).count(), *folder));
        for (folder, path) in found {
            match files.read(path) {
                Ok(bytes) => self.ignored.add(folder, &decode::text(&bytes).unwrap_or_default()),
                // What it names may not be for others to read.
                Err(error @ ReadError::Unreadable { .. }) => return Err(error),
                Err(error) => drop(reason_of(error)?),
            }
        }
        Ok(())
    }

    /// Why a file, or a folder that it is in, is left out before it is read.
    fn reason(&self, path: &str, size: u64) -> Option<(String, Reason)> {
        if left_out::is_unsafe(path) {
            return Some((path.to_owned(), Reason::UnsafePath));
        }
        for (end, _) in path.match_indices('/') {
            let folder = &path[..end];
            let name = folder.rsplit('/').next().unwrap_or_default();
            if left_out::is_folder(name) {
                return Some((format!("{folder}/"), Reason::Folder));
            }
            if self.ignored.is_ignored(folder, true) {
                return Some((format!("{folder}/"), Reason::Ignored));
            }
        }
        if self.ignored.is_ignored(path, false) {
            return Some((path.to_owned(), Reason::Ignored));
        }
        left_out::by_name(path, size).map(|reason| (path.to_owned(), reason))
    }

    fn add(&mut self, files: &impl Files, path: &str, budget: &Budget) -> Result<(), ReadError> {
        let inner = &path[self.root..];
        let bytes = files.read(path)?;
        let mut parsed = parse::file_of_repository(inner, &bytes, budget)?;
        if left_out::is_minified(inner, &parsed.source.text) {
            self.leave_out(inner.to_owned(), Reason::Minified);
            return Ok(());
        }
        if parsed.source.blocks.is_empty() {
            self.leave_out(inner.to_owned(), Reason::Empty);
            return Ok(());
        }
        for part in parsed.left_out {
            self.leave_out(format!("{inner}/{}", part.path), part.reason);
        }
        self.hidden += parsed.source.unseen();
        parsed.source.path = Some(inner.to_owned());
        chunk::cut(&parsed.source, &budget.limits, &mut self.chunks)
    }

    fn leave_out(&mut self, path: String, reason: Reason) {
        self.left_out.insert((path, reason));
    }

    fn finish(self, title: Option<String>) -> Result<Reading, ReadError> {
        let left_out: Vec<LeftOut> = self.left_out.into_iter().map(|(path, reason)| LeftOut { path, reason }).collect();
        if self.chunks.is_empty() {
            let is_protected = !left_out.is_empty() && left_out.iter().all(|file| file.reason == Reason::Protected);
            return Err(match (left_out.is_empty(), is_protected) {
                (true, _) => ReadError::Empty,
                (_, true) => ReadError::PasswordProtected,
                _ => ReadError::NothingToRead { left_out },
            });
        }
        let kind = DocumentKind::Repository;
        let title = title.map(|title| visible(&title).into_owned());
        let Self { chunks, hidden, .. } = self;
        Ok(Reading { kind, title, pages: None, chunks, left_out, hidden, encoding: None })
    }
}

/// Why a file alone is left out; an error if it stops the whole reading.
fn reason_of(error: ReadError) -> Result<Reason, ReadError> {
    Ok(match error {
        ReadError::UnpacksTooLarge { .. } | ReadError::RatioTooHigh { .. } | ReadError::TooManyChunks { .. } => {
            return Err(error);
        }
        ReadError::NeedsPages => Reason::Pdf,
        ReadError::Empty | ReadError::NoText { .. } => Reason::Empty,
        ReadError::PasswordProtected | ReadError::Drm => Reason::Protected,
        ReadError::Damaged { .. } => Reason::Damaged,
        ReadError::UnknownPacking { .. } => Reason::UnknownPacking,
        ReadError::TooLarge { .. } | ReadError::TooManyFiles { .. } => Reason::TooLarge,
        ReadError::NotText { .. } | ReadError::Unsupported { .. } => Reason::Binary,
        ReadError::NothingToRead { .. } | ReadError::Unreadable { .. } => Reason::Unreadable,
    })
}

/// The folder that all files are in, with `/` at its end; empty if there is none.
fn root(files: &impl Files) -> String {
    let mut paths = files.paths();
    let first = paths.next().and_then(|path| path.split_once('/'));
    let Some((name, _)) = first.filter(|(name, _)| !name.is_empty() && !left_out::is_unsafe(name)) else {
        return String::new();
    };
    let root = format!("{name}/");
    if paths.all(|path| path.starts_with(&root)) && !left_out::is_folder(name) { root } else { String::new() }
}
