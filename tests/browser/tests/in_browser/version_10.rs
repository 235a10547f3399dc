//! Data of version 10, which had no documents: after the upgrade they can be stored, and everything else is as it was.

use crate::version_4::{JOBS, stored_by};
use ricordo_core::{
    change::Change,
    record::{Kind, Record},
    store::Store,
    testing::sample,
};
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
async fn there_are_tables_of_documents_and_chunks() {
    let store = stored_by(10, "version-10-documents", JOBS).await;
    assert_eq!(store.records(Kind::Message).await.unwrap().len(), 100);
    for record in [Record::Document(sample::document(1)), Record::Chunk(sample::chunk(1, 3))] {
        assert_eq!(store.records(record.kind()).await.unwrap(), []);
        store.apply(vec![Change::Add(record.clone())]).await.unwrap();
        assert_eq!(store.records(record.kind()).await.unwrap(), [record]);
    }
}
