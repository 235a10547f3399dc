//! Texts of the banner for a newer build of the page.

include!(concat!(env!("OUT_DIR"), "/texts/newer.rs"));
