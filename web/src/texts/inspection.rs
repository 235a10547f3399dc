//! Texts of the inspector's views and actions: tabs, sources, changes, and including what was left out.

include!(concat!(env!("OUT_DIR"), "/texts/inspection.rs"));
