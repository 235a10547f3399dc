//! Reads token counts from server JSON.

use serde_json::Value;

/// A token count; `None` if the value is missing or is not a valid count.
pub(super) fn count(value: Option<&Value>) -> Option<u32> {
    let number = value?.as_f64()?;
    // The cast saturates. Servers send a negative count for "unknown".
    (number >= 0.0).then_some(number as u32)
}
