//! What the connection doctor says: its steps, what is wrong, and what to do. Braces stand for what is put in.

include!(concat!(env!("OUT_DIR"), "/texts/doctor.rs"));
