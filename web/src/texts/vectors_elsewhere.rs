//! Texts about vectors in a store outside this browser.

use crate::address::host_of;
use ricordo_core::wire::vectors::VectorApi;

include!(concat!(env!("OUT_DIR"), "/texts/vectors_elsewhere.rs"));
