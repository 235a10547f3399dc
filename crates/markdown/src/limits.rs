//! Limits on parsing size and nesting. Text beyond a limit is shown with less formatting; none of it is lost.

/// Longest block in bytes. A longer one continues as another block; a longer line is plain text.
pub const BLOCK: usize = 32 * 1024;

/// Longest code block in bytes. A longer one continues as another code block.
pub const CODE: usize = 128 * 1024;

/// Longest run of plain text in one block, in bytes: the unit of layout.
pub const PLAIN: usize = 8 * 1024;

/// Maximum nesting depth of lists, quotes and emphasis.
pub const DEPTH: usize = 24;

/// Maximum number of cells of a table.
pub const CELLS: usize = 2_000;

/// Longest formula, in bytes: bounds the search for a mark that is never closed. A longer one is shown as text.
pub const TEX: usize = 4 * 1024;

/// The last character boundary at or before `at`.
pub(crate) fn floor(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}
