//! The store conformance suite, on IndexedDB and on the page's choice of stores.

use crate::support::open;

ricordo_core::store_conformance!(wasm_bindgen_test::wasm_bindgen_test, open);

mod through_any_store {
    use ricordo_browser::AnyStore;

    async fn open(name: &str) -> AnyStore {
        AnyStore::IndexedDb(super::open(&format!("any-{name}")).await)
    }

    ricordo_core::store_conformance!(wasm_bindgen_test::wasm_bindgen_test, open);
}
