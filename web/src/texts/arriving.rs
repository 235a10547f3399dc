//! What stands where a reply will be, until its first word comes.

include!(concat!(env!("OUT_DIR"), "/texts/arriving.rs"));
