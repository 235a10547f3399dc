//! Texts in and around the Markdown of messages.

include!(concat!(env!("OUT_DIR"), "/texts/markdown.rs"));
