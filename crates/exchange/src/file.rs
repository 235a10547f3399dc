//! A file with random access, and a range of it as a stream.

use std::{
    io::{self, Read},
    ops::Range,
    rc::Rc,
};

/// A file with random access. A read may return fewer bytes than requested; 0 means the end of the file.
pub trait Bytes {
    /// Size in bytes.
    fn size(&self) -> u64;

    /// Name, which some programs give to what is in the file and nowhere else; empty if there is none.
    fn name(&self) -> String {
        String::new()
    }

    /// Reads from an offset; returns the number of bytes read.
    ///
    /// # Errors
    /// The file cannot be read: it was moved or changed.
    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<usize>;
}

impl Bytes for Vec<u8> {
    fn size(&self) -> u64 {
        self.len() as u64
    }

    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<usize> {
        let rest = usize::try_from(offset).ok().and_then(|offset| self.get(offset..)).unwrap_or_default();
        let count = rest.len().min(into.len());
        into[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }
}

/// A file that several streams read.
pub(crate) type File = Rc<dyn Bytes>;

/// A range of a file.
pub(crate) struct ByteRange {
    file: File,
    rest: Range<u64>,
}

impl ByteRange {
    pub(crate) fn new(file: File, range: Range<u64>) -> Self {
        Self { file, rest: range }
    }
}

impl Read for ByteRange {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.rest.end.saturating_sub(self.rest.start)).unwrap_or(usize::MAX);
        let length = into.len().min(left);
        if length == 0 {
            return Ok(0);
        }
        let read = self.file.read_at(self.rest.start, &mut into[..length])?;
        self.rest.start += read as u64;
        Ok(read)
    }
}

/// Counts the bytes read from a stream.
pub(crate) struct Counted<R> {
    pub(crate) inner: R,
    pub(crate) count: Rc<std::cell::Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(into)?;
        self.count.set(self.count.get() + read as u64);
        Ok(read)
    }
}
