//! Texts around the chat: the top bar, notices, the storage banner, the confirmation before erasing, and the crash
//! message.

include!(concat!(env!("OUT_DIR"), "/texts/shell.rs"));
