//! What is said in many places: buttons, and counts of things.

include!(concat!(env!("OUT_DIR"), "/texts/common.rs"));
