//! Texts of the consent question for background work, and of the list of requests it has sent.

include!(concat!(env!("OUT_DIR"), "/texts/background.rs"));
