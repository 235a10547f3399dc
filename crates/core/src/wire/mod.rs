//! Wire formats: a request to bytes, bytes to events. Pure; the transport only moves bytes.

pub mod advice;
