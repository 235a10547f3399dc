//! Texts of the inspector about a request. Layers, reasons and warnings are named in [`crate::words`].

include!(concat!(env!("OUT_DIR"), "/texts/inspector.rs"));
