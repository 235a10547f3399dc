//! What the page of the summaries says.

include!(concat!(env!("OUT_DIR"), "/texts/summaries.rs"));
