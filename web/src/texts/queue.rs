//! Texts of the messages that wait for the end of a reply.

include!(concat!(env!("OUT_DIR"), "/texts/queue.rs"));
