//! Decompression under limits: stops a small file that expands to a huge one, whatever sizes it declares.

use crate::file::{ByteRange, Counted, File};
use flate2::{
    Crc,
    bufread::{DeflateDecoder, MultiGzDecoder},
};
use std::{
    cell::Cell,
    fmt,
    io::{self, BufReader, Read},
    ops::Range,
    rc::Rc,
};

/// Size limits of a file.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Longest conversation, or record with its image, in bytes of JSON. Longer ones are skipped.
    pub element: usize,
    /// Maximum number of bytes that the whole file may unpack to.
    pub unpacked: u64,
    /// Highest ratio of unpacked to packed size. Text of chats is about 10; deflate reaches 1,032.
    pub ratio: u64,
    /// Number of bytes that may be unpacked at any ratio.
    pub free: u64,
    /// Maximum number of files in an archive.
    pub entries: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { element: 96 << 20, unpacked: 16 << 30, ratio: 200, free: 32 << 20, entries: 500_000 }
    }
}

/// The file unpacks to more than the limits allow.
#[derive(Debug)]
pub(crate) struct Bomb;

impl fmt::Display for Bomb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it unpacks to far more than a real file does")
    }
}

impl std::error::Error for Bomb {}

/// Whether reading failed because of the limits.
pub(crate) fn is_bomb(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Bomb>())
}

/// Compression of a range of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    None,
    Deflate,
    Gzip,
}

/// Declared size and checksum of the unpacked data.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expected {
    pub(crate) size: u64,
    pub(crate) crc: u32,
}

/// A range of a file.
pub(crate) struct Packed {
    pub(crate) file: File,
    pub(crate) range: Range<u64>,
    pub(crate) packing: Packing,
    pub(crate) expected: Option<Expected>,
}

/// Opens a range of a file. `read` counts its packed bytes, `unpacked` the output of all ranges of the file.
pub(crate) fn open(packed: Packed, limits: Limits, read: Rc<Cell<u64>>, unpacked: Rc<Cell<u64>>) -> Box<dyn Read> {
    let Packed { file, range, packing, expected } = packed;
    let own = Rc::new(Cell::new(0));
    let packed = Counted { inner: ByteRange::new(file, range), count: Rc::clone(&own) };
    let packed = BufReader::with_capacity(1 << 16, Counted { inner: packed, count: read });
    let inner: Box<dyn Read> = match packing {
        Packing::None => Box::new(packed),
        Packing::Deflate => Box::new(DeflateDecoder::new(packed)),
        Packing::Gzip => Box::new(MultiGzDecoder::new(packed)),
    };
    let guarded = packing != Packing::None;
    Box::new(Guard { inner, packed: own, out: 0, unpacked, limits, guarded, expected, crc: Crc::new() })
}

/// Enforces the limits on the output.
struct Guard {
    inner: Box<dyn Read>,
    packed: Rc<Cell<u64>>,
    out: u64,
    unpacked: Rc<Cell<u64>>,
    limits: Limits,
    guarded: bool,
    expected: Option<Expected>,
    crc: Crc,
}

impl Guard {
    fn check(&self) -> io::Result<()> {
        let Limits { unpacked, ratio, free, .. } = self.limits;
        let is_much = self.out > free && self.out > self.packed.get().saturating_mul(ratio);
        if self.guarded && (is_much || self.unpacked.get() > unpacked) {
            return Err(io::Error::other(Bomb));
        }
        Ok(())
    }
}

impl Read for Guard {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(into)?;
        self.out += read as u64;
        self.unpacked.set(self.unpacked.get() + read as u64);
        self.check()?;
        if let Some(expected) = self.expected {
            self.crc.update(&into[..read]);
            let ended_wrong = read == 0 && (self.out != expected.size || self.crc.sum() != expected.crc);
            if ended_wrong && !into.is_empty() {
                return Err(io::ErrorKind::InvalidData.into());
            }
        }
        Ok(read)
    }
}
