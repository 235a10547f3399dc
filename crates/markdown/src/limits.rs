//! How much is read at once, and how deep. What is beyond is shown plainer, and nothing of it is lost.

/// The longest block, in bytes. A longer one goes on as another block; a longer line is plain text.
pub const BLOCK: usize = 32 * 1024;

/// The longest block of code, in bytes. A longer one goes on as another block of code.
pub const CODE: usize = 128 * 1024;

/// The longest stretch of plain text in one block, in bytes: what is laid out at once.
pub const PLAIN: usize = 8 * 1024;

/// How deep lists, quotes and emphasis nest.
pub const DEPTH: usize = 24;

/// The cells of one table.
pub const CELLS: usize = 2_000;

/// The longest TeX between backslashed brackets, in bytes: a bracket that opens and never closes is not looked for for ever.
pub const TEX: usize = 4 * 1024;

/// The last place between two letters that is not behind `at`.
pub(crate) fn floor(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}
