//! Texts about vectors in a store outside this browser.

include!(concat!(env!("OUT_DIR"), "/texts/vectors_elsewhere.rs"));
