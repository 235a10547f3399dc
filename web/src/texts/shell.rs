//! Texts around the chat: the top bar, banners, the notices after saving a file, and the crash message.

include!(concat!(env!("OUT_DIR"), "/texts/shell.rs"));
