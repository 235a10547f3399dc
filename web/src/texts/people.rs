//! What is said where one chooses who speaks.

include!(concat!(env!("OUT_DIR"), "/texts/people.rs"));
