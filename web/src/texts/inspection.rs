//! What the inspector says of what can be seen and done: the sides of the page, sources, changes, and what brings in what
//! was left out.

include!(concat!(env!("OUT_DIR"), "/texts/inspection.rs"));
