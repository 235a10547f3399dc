//! What can be done right where a reply failed.

include!(concat!(env!("OUT_DIR"), "/texts/failed.rs"));
