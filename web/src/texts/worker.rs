//! Texts about the connection that does background work.

include!(concat!(env!("OUT_DIR"), "/texts/worker.rs"));
