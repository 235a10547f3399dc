//! Data of version 9, which had no vectors: after the upgrade they can be stored, and everything else is as it was.

use crate::version_4::{JOBS, stored_by};
use ricordo_core::{
    change::Change,
    record::{Kind, Record},
    settings::Embeddings,
    store::Store,
    testing::sample,
};
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
async fn there_is_a_table_of_vectors_and_no_model_makes_any() {
    let store = stored_by(9, "version-9-vectors", JOBS).await;
    assert_eq!(store.records(Kind::Message).await.unwrap().len(), 100);
    for record in store.records(Kind::Settings).await.unwrap() {
        let Record::Settings(settings) = record else { panic!("{record:?}") };
        assert_eq!(settings.embeddings, Embeddings::default());
    }
    assert_eq!(store.records(Kind::VectorPart).await.unwrap(), []);
    let part = Record::VectorPart(sample::index_part(1, 3));
    store.apply(vec![Change::Add(part.clone())]).await.unwrap();
    assert_eq!(store.records(Kind::VectorPart).await.unwrap(), [part]);
}
