//! What the inspector says of a request. Layers, reasons and warnings are named in [`crate::words`].

include!(concat!(env!("OUT_DIR"), "/texts/inspector.rs"));

/// A sentence with its blanks filled in: `{name}` is what stands for it.
pub fn fill(sentence: &str, blanks: &[(&str, &str)]) -> String {
    blanks.iter().fold(sentence.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}
