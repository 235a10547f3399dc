//! Texts used in many places: buttons, and counts.

include!(concat!(env!("OUT_DIR"), "/texts/common.rs"));
