//! What the page of the tasks says.

include!(concat!(env!("OUT_DIR"), "/texts/tasks.rs"));
