//! Decides whether a text may become a summary by hand.

use super::{LONGEST, SummaryRefusal};
use crate::tokens::estimate;

/// The text of a summary as it is stored: without surrounding white space.
///
/// # Errors
/// [`SummaryRefusal::Empty`], [`SummaryRefusal::TooLong`].
pub fn checked(text: &str) -> Result<&str, SummaryRefusal> {
    let text = text.trim();
    if text.is_empty() {
        return Err(SummaryRefusal::Empty);
    }
    match estimate(text) {
        tokens if tokens > LONGEST => Err(SummaryRefusal::TooLong { tokens }),
        _ => Ok(text),
    }
}
