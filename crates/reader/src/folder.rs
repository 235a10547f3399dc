//! A picked folder, whose files are read one by one: what is left out is never read.

use crate::Source;
use ricordo_documents::{Files, ReadError};
use ricordo_record::digest::Digest;
use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    collections::{BTreeMap, BTreeSet},
};

/// Files of a folder, by their paths.
pub(crate) struct Folder {
    sources: BTreeMap<String, Source>,
    /// Most bytes to read.
    most: u64,
    seen: RefCell<BTreeSet<String>>,
    digest: Cell<Digest>,
    bytes: Cell<u64>,
    lost_one: Cell<bool>,
}

impl Folder {
    pub(crate) fn of(sources: Vec<Source>, most: u64) -> Self {
        Self {
            sources: sources.into_iter().map(|source| (source.path().replace('\\', "/"), source)).collect(),
            most,
            seen: RefCell::new(BTreeSet::new()),
            digest: Cell::new(Digest::of(b"")),
            bytes: Cell::new(0),
            lost_one: Cell::new(false),
        }
    }

    /// The digest of the paths and contents that were read.
    pub(crate) fn digest(&self) -> Digest {
        self.digest.get()
    }

    /// The number of bytes that were read.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.get()
    }

    /// Whether the browser could not read a file, so that the text would have a gap.
    pub(crate) fn lost_one(&self) -> bool {
        self.lost_one.get()
    }
}

impl Files for Folder {
    fn paths(&self) -> impl Iterator<Item = &str> {
        self.sources.keys().map(String::as_str)
    }

    fn size(&self, path: &str) -> Option<u64> {
        self.sources.get(path).map(Source::bytes)
    }

    fn read(&self, path: &str) -> Result<Cow<'_, [u8]>, ReadError> {
        let Some(content) = self.sources.get(path).and_then(Source::read) else {
            self.lost_one.set(true);
            return Err(ReadError::Damaged { part: Some(path.to_owned()) });
        };
        // The rules of a `.gitignore` are read first, and the file again as a text.
        if self.seen.borrow_mut().insert(path.to_owned()) {
            self.digest.set(self.digest.get().with(path.as_bytes()).with(b"\0").with(&content));
            self.bytes.set(self.bytes.get() + content.len() as u64);
        }
        if self.bytes.get() > self.most {
            return Err(ReadError::UnpacksTooLarge { limit: self.most });
        }
        Ok(Cow::Owned(content))
    }
}
