//! Texts about recall by meaning.

include!(concat!(env!("OUT_DIR"), "/texts/meaning.rs"));
