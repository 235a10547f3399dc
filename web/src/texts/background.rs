//! What is asked before something is sent in the background, and what is told of it afterwards.

include!(concat!(env!("OUT_DIR"), "/texts/background.rs"));
