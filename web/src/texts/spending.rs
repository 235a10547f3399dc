//! Texts of the question before a request that exceeds a limit of the settings.

include!(concat!(env!("OUT_DIR"), "/texts/spending.rs"));
