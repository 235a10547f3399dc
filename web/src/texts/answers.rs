//! What the page answers to commands, and what its notices say.

include!(concat!(env!("OUT_DIR"), "/texts/answers.rs"));
