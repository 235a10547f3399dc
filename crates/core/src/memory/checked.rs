//! Whether a text may be kept as a memory.

use super::MemoryRefusal;
use ricordo_text::{facts::LONGEST_FACT, normal::normalise, secrets::find_secret};

/// The text of a fact as it is kept: one line.
///
/// # Errors
/// [`MemoryRefusal::Empty`], [`MemoryRefusal::TooLong`], [`MemoryRefusal::Secret`].
pub fn checked(text: &str) -> Result<String, MemoryRefusal> {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let characters = line.chars().count();
    if characters > LONGEST_FACT {
        return Err(MemoryRefusal::TooLong { characters });
    }
    if normalise(&line).is_empty() {
        return Err(MemoryRefusal::Empty);
    }
    // As it was written, too: a key of several lines is one only with its line ends.
    match find_secret(&line).or_else(|| find_secret(text)) {
        Some(secret) => Err(MemoryRefusal::Secret { secret }),
        None => Ok(line),
    }
}
