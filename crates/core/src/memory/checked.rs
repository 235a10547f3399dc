//! Decides whether a text may be stored as a memory.

use super::MemoryRefusal;
use ricordo_text::{facts::LONGEST_FACT, normal::normalise, secrets::find_secret};

/// Normalizes the text of a fact to one line.
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
    // The original text is checked, too: a multi-line key is recognized only with its line ends.
    match find_secret(&line).or_else(|| find_secret(text)) {
        Some(secret) => Err(MemoryRefusal::Secret { secret }),
        None => Ok(line),
    }
}
