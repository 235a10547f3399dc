//! What the form about the user says.

include!(concat!(env!("OUT_DIR"), "/texts/user_data.rs"));
