//! Texts about the models that run in the page.

include!(concat!(env!("OUT_DIR"), "/texts/in_page.rs"));
