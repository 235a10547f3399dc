//! Texts of the welcome page.

include!(concat!(env!("OUT_DIR"), "/texts/welcome.rs"));
