//! What the question of `/forget <text>` says.

include!(concat!(env!("OUT_DIR"), "/texts/forget.rs"));
