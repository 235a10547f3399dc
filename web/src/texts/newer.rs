//! What is said when a newer build of the page is here.

include!(concat!(env!("OUT_DIR"), "/texts/newer.rs"));
