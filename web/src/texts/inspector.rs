//! Texts of the inspector about a request. Layers, reasons and warnings are named in [`crate::words`].

include!(concat!(env!("OUT_DIR"), "/texts/inspector.rs"));

/// Replaces each `{name}` in a sentence by its value.
pub fn fill(sentence: &str, blanks: &[(&str, &str)]) -> String {
    blanks.iter().fold(sentence.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}
