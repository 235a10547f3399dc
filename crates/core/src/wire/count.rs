//! Token counts in what servers send.

use serde_json::Value;

/// A count; `None` where there is none, or something that cannot be one.
pub(super) fn count(value: Option<&Value>) -> Option<u32> {
    let number = value?.as_f64()?;
    // The cast saturates; a negative count means that there is none.
    (number >= 0.0).then_some(number as u32)
}
