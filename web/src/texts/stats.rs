//! Texts of the statistics.

include!(concat!(env!("OUT_DIR"), "/texts/stats.rs"));
