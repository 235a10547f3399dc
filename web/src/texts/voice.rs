//! Texts of speaking a message and of having replies read aloud.

include!(concat!(env!("OUT_DIR"), "/texts/voice.rs"));
