//! Texts of the user data form.

include!(concat!(env!("OUT_DIR"), "/texts/user_data.rs"));
