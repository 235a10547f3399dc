//! What is said where a message is written: the field, its images, and what it replies to.

include!(concat!(env!("OUT_DIR"), "/texts/composer.rs"));
