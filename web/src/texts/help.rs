//! Texts of the help: what Ricordo is, its keys, and what leaves the browser. The commands have their own texts.

include!(concat!(env!("OUT_DIR"), "/texts/help.rs"));
