//! Texts of projects: their groups in the list, the dialog, and where a memory or a task is used.

include!(concat!(env!("OUT_DIR"), "/texts/projects.rs"));
