//! Tests of the adapters of `ricordo-browser` in a real browser; one binary, so that the browser starts once.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "clippy does not know these tests as such")]

mod conformance;
mod embedder;
mod embeddings;
mod exact_counter;
mod exchange;
mod from_js;
mod http;
mod http_protocols;
mod migrations;
mod moved_vectors;
mod page_vector_store;
mod pauses;
mod products;
mod store;
mod support;
mod tabs;
mod vector_stores;
mod version_10;
mod version_11;
mod version_12;
mod version_3;
mod version_4;
mod version_5;
mod version_6;
mod version_7;
mod version_8;
mod version_9;
mod zones;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
