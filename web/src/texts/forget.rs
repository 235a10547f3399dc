//! Texts of the dialog of `/forget <text>`.

include!(concat!(env!("OUT_DIR"), "/texts/forget.rs"));
