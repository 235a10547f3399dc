//! What is said of the connection that does the work in the background.

include!(concat!(env!("OUT_DIR"), "/texts/worker.rs"));
