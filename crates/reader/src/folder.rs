//! A picked folder, whose files are read one by one: what is left out is never read.

use ricordo_documents::{Files, ReadError};
use ricordo_record::digest::Digest;
use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    collections::{BTreeMap, BTreeSet},
};

/// A file of a folder.
pub(crate) trait Content {
    /// Its size, in bytes.
    fn size(&self) -> u64;

    /// Its contents; `None`: the browser cannot read it.
    fn content(&self) -> Option<Vec<u8>>;
}

/// Files of a folder, by their paths.
pub(crate) struct Folder<F> {
    files: BTreeMap<String, F>,
    /// Most bytes to read.
    most: u64,
    seen: RefCell<BTreeSet<String>>,
    digest: Cell<Digest>,
    bytes: Cell<u64>,
    lost_one: Cell<bool>,
}

impl<F> Folder<F> {
    /// A folder of files, each with its path.
    pub(crate) fn of(files: impl Iterator<Item = (String, F)>, most: u64) -> Self {
        Self {
            files: files.map(|(path, file)| (path.replace('\\', "/"), file)).collect(),
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

    /// Whether the browser could read none of the files that were wanted: the folder is gone.
    pub(crate) fn is_lost(&self) -> bool {
        self.lost_one.get() && self.seen.borrow().is_empty()
    }
}

impl<F: Content> Files for Folder<F> {
    fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    fn size(&self, path: &str) -> Option<u64> {
        self.files.get(path).map(Content::size)
    }

    fn read(&self, path: &str) -> Result<Cow<'_, [u8]>, ReadError> {
        let Some(content) = self.files.get(path).and_then(Content::content) else {
            self.lost_one.set(true);
            return Err(ReadError::Unreadable { part: path.to_owned() });
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

#[cfg(test)]
mod tests {
    use super::*;
    use ricordo_documents::{LeftOut, Limits, Reason, from_folder};

    impl Content for Option<&str> {
        fn size(&self) -> u64 {
            10
        }

        fn content(&self) -> Option<Vec<u8>> {
            self.map(|text| text.as_bytes().to_vec())
        }
    }

    fn folder(files: &[(&str, Option<&'static str>)]) -> Folder<Option<&'static str>> {
        Folder::of(files.iter().map(|(path, file)| ((*path).to_owned(), *file)), u64::MAX)
    }

    #[test]
    fn a_file_that_the_browser_cannot_read_is_left_out_and_named() {
        let files = folder(&[("garden/app.log", None), ("garden/plan.txt", Some("Roses along the wall."))]);
        let reading = from_folder(&files, &Limits::default()).unwrap();
        assert_eq!(reading.chunks.len(), 1);
        assert_eq!(reading.left_out, [LeftOut { path: "app.log".to_owned(), reason: Reason::Unreadable }]);
        assert!(!files.is_lost());
        let lost = folder(&[("garden/app.log", None), ("garden/plan.txt", None)]);
        assert!(from_folder(&lost, &Limits::default()).is_err() && lost.is_lost());
        let rules = folder(&[("garden/.gitignore", None), ("garden/plan.txt", Some("Roses along the wall."))]);
        let part = "garden/.gitignore".to_owned();
        assert_eq!(from_folder(&rules, &Limits::default()), Err(ReadError::Unreadable { part }), "it may name secrets");
    }
}
