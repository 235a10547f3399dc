//! Texts of the actions below a failed reply.

include!(concat!(env!("OUT_DIR"), "/texts/failed.rs"));
