//! Texts of the composer: the field, images, and the message it replies to.

include!(concat!(env!("OUT_DIR"), "/texts/composer.rs"));
