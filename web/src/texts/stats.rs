//! What the page of the statistics says.

include!(concat!(env!("OUT_DIR"), "/texts/stats.rs"));
