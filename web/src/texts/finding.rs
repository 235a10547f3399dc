//! What the search and the palette of commands say.

include!(concat!(env!("OUT_DIR"), "/texts/finding.rs"));
