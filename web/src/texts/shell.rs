//! What stands around the chat: the bar, the notice, the banner, the question before erasing, the page that cannot go on.

include!(concat!(env!("OUT_DIR"), "/texts/shell.rs"));
