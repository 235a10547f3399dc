//! Limits of what is read, so that no file can exhaust the memory or the time of a worker.

/// Largest file, in bytes.
pub const LARGEST_FILE: u64 = 64 << 20;
/// Most bytes that an archive may unpack to.
pub const LARGEST_UNPACKED: u64 = 256 << 20;
/// Highest ratio of unpacked to packed size of a file in an archive. XML is about 20; deflate reaches 1,032.
pub const HIGHEST_RATIO: u64 = 200;
/// Bytes that a file in an archive may unpack to at any ratio.
pub(crate) const FREE_OF_RATIO: u64 = 4 << 20;
/// Most files in an archive or folder.
pub const MOST_FILES: u64 = 20_000;
/// Most chunks of a document.
pub const MOST_CHUNKS: usize = 50_000;

/// What a document may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Largest file, in bytes.
    pub bytes: u64,
    /// Most bytes that an archive may unpack to.
    pub unpacked: u64,
    /// Highest ratio of unpacked to packed size of a file in an archive.
    pub ratio: u64,
    /// Most files in an archive or folder.
    pub files: u64,
    /// Most chunks of a document.
    pub chunks: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: LARGEST_FILE,
            unpacked: LARGEST_UNPACKED,
            ratio: HIGHEST_RATIO,
            files: MOST_FILES,
            chunks: MOST_CHUNKS,
        }
    }
}
