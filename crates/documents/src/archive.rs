//! Zip archives, unpacked under limits: no size that an archive declares is trusted.

mod names;

use crate::{
    error::ReadError,
    limits::{FREE_OF_RATIO, Limits},
};
use flate2::{Crc, bufread::DeflateDecoder};
use names::Names;
use rawzip::{CompressionMethod, ZipArchiveEntryWayfinder, ZipLocator, ZipSliceArchive};
use std::{cell::Cell, collections::BTreeMap, io::Read};

/// First bytes of an archive.
const MAGIC: [&[u8]; 2] = [b"PK\x03\x04", b"PK\x05\x06"];
/// Longest comment behind the list of files, in bytes: as long as the format allows.
const LONGEST_COMMENT: u64 = 1 << 16;
/// Memory that is reserved for a part before any of it is unpacked, in bytes.
const RESERVED: u64 = 1 << 20;

/// Whether bytes are those of a zip archive.
pub(crate) fn is_archive(bytes: &[u8]) -> bool {
    MAGIC.iter().any(|magic| bytes.starts_with(magic))
}

/// Bytes that may still be unpacked. Archives in an archive share it.
#[derive(Debug)]
pub(crate) struct Budget {
    pub(crate) limits: Limits,
    unpacked: Cell<u64>,
}

impl Budget {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self { limits: *limits, unpacked: Cell::new(0) }
    }

    /// Takes what a part declares to unpack to.
    fn take(&self, part: &str, packed: u64, size: u64) -> Result<(), ReadError> {
        let Limits { unpacked, ratio, .. } = self.limits;
        if size > FREE_OF_RATIO && size > packed.saturating_mul(ratio) {
            return Err(ReadError::RatioTooHigh { part: part.to_owned(), limit: ratio });
        }
        let sum = self.unpacked.get().saturating_add(size);
        if sum > unpacked {
            return Err(ReadError::UnpacksTooLarge { limit: unpacked });
        }
        self.unpacked.set(sum);
        Ok(())
    }
}

/// An archive whose list of files has been read.
pub(crate) struct Archive<'a> {
    bytes: &'a [u8],
    zip: ZipSliceArchive<&'a [u8]>,
    budget: &'a Budget,
    parts: BTreeMap<String, Part>,
}

struct Part {
    finder: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
    is_encrypted: bool,
    size: u64,
    crc: u32,
}

impl<'a> Archive<'a> {
    /// Reads the list of files.
    pub(crate) fn open(bytes: &'a [u8], budget: &'a Budget) -> Result<Self, ReadError> {
        let damaged = ReadError::Damaged { part: None };
        let locator = ZipLocator::new().max_search_space(LONGEST_COMMENT);
        let zip = locator.locate_in_slice(bytes).map_err(|_| damaged.clone())?;
        let mut parts = BTreeMap::new();
        let mut names = Names::default();
        let mut entries = zip.entries();
        while let Some(entry) = entries.next_entry().map_err(|_| damaged.clone())? {
            let name = names::of(&entry).replace('\\', "/");
            if entry.is_dir() || name.ends_with('/') || name.is_empty() {
                continue;
            }
            let part = Part {
                finder: entry.wayfinder(),
                method: entry.compression_method(),
                is_encrypted: entry.flags().is_encrypted(),
                size: entry.uncompressed_size_hint(),
                crc: entry.crc32(),
            };
            // Both of two files with one name are kept.
            parts.insert(names.unique(name, |name| parts.contains_key(name)), part);
        }
        Ok(Self { bytes, zip, budget, parts })
    }

    /// The paths of the files, in order.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.parts.keys().map(String::as_str)
    }

    pub(crate) fn holds(&self, path: &str) -> bool {
        self.parts.contains_key(path)
    }

    /// The declared size of a file.
    pub(crate) fn size(&self, path: &str) -> Option<u64> {
        self.parts.get(path).map(|part| part.size)
    }

    /// The bytes of a file.
    pub(crate) fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        let damaged = || ReadError::Damaged { part: Some(path.to_owned()) };
        let part = self.parts.get(path).ok_or_else(damaged)?;
        if part.is_encrypted {
            return Err(ReadError::PasswordProtected);
        }
        let entry = self.zip.get_entry(part.finder).map_err(|_| damaged())?;
        let (from, to) = entry.compressed_data_range();
        let range = usize::try_from(from).ok().zip(usize::try_from(to).ok());
        let packed = range.and_then(|(from, to)| self.bytes.get(from..to)).ok_or_else(damaged)?;
        self.budget.take(path, packed.len() as u64, part.size)?;
        let bytes = match part.method {
            CompressionMethod::STORE => packed.to_vec(),
            CompressionMethod::DEFLATE => inflate(packed, part.size).ok_or_else(damaged)?,
            _ => return Err(ReadError::UnknownPacking { part: path.to_owned() }),
        };
        let mut crc = Crc::new();
        crc.update(&bytes);
        let is_whole = bytes.len() as u64 == part.size && crc.sum() == part.crc;
        if is_whole { Ok(bytes) } else { Err(damaged()) }
    }

    /// The text of a file of the format's own, such as XML.
    pub(crate) fn text(&self, path: &str) -> Result<String, ReadError> {
        let bytes = self.read(path)?;
        let text = crate::decode::text(&bytes).map(std::borrow::Cow::into_owned);
        text.map_err(|_| ReadError::Damaged { part: Some(path.to_owned()) })
    }
}

/// Unpacks at most one byte more than was declared.
fn inflate(packed: &[u8], size: u64) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(usize::try_from(size.min(RESERVED)).ok()?);
    DeflateDecoder::new(packed).take(size.saturating_add(1)).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}
