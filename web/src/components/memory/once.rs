//! Keeps a form that is sent twice from storing the same text twice.

use leptos::prelude::*;

/// The text that is being stored, if any.
#[derive(Clone, Copy)]
pub struct Once(StoredValue<Option<String>>);

/// A text is being stored, until this is dropped: then the step has ended, or will not run.
pub struct Storing(Once);

impl Once {
    pub fn new() -> Self {
        Self(StoredValue::new(None))
    }

    /// Begins to store a text. `None`: it is being stored already.
    pub fn begin(self, text: &str) -> Option<Storing> {
        if self.0.with_value(|now| now.as_deref() == Some(text)) {
            return None;
        }
        self.0.set_value(Some(text.to_owned()));
        Some(Storing(self))
    }
}

impl Drop for Storing {
    fn drop(&mut self) {
        self.0.0.set_value(None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_stored_once_at_a_time() {
        let once = Once::new();
        let storing = once.begin("Likes tea");
        assert!(storing.is_some() && once.begin("Likes tea").is_none());
        drop(storing);
        assert!(once.begin("Likes tea").is_some(), "again, after it was refused");
    }
}
