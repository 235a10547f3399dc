//! Texts of the connection doctor: its steps, what is wrong, and what to do. Braces enclose placeholders.

include!(concat!(env!("OUT_DIR"), "/texts/doctor.rs"));
