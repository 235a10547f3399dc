//! What the empty page says.

include!(concat!(env!("OUT_DIR"), "/texts/welcome.rs"));
