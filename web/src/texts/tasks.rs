//! Texts of the tasks.

include!(concat!(env!("OUT_DIR"), "/texts/tasks.rs"));
