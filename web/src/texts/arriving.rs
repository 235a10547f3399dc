//! Texts shown in place of a reply until its first word arrives.

include!(concat!(env!("OUT_DIR"), "/texts/arriving.rs"));
