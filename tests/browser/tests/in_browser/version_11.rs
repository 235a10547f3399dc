//! Data of version 11, which had no queue: after the upgrade messages can wait, and everything else is as it was.

use crate::version_4::{JOBS, stored_by};
use ricordo_core::{
    change::Change,
    record::{Kind, Record},
    store::Store,
    testing::sample,
};
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
async fn there_is_a_table_of_queued_messages() {
    let store = stored_by(11, "version-11-queue", JOBS).await;
    assert_eq!(store.records(Kind::Message).await.unwrap().len(), 100);
    assert_eq!(store.records(Kind::QueuedMessage).await.unwrap(), []);
    let record = Record::QueuedMessage(sample::queued_message(1, 3));
    store.apply(vec![Change::Add(record.clone())]).await.unwrap();
    assert_eq!(store.records(Kind::QueuedMessage).await.unwrap(), [record]);
}
