//! Data of version 12, which had no ratings: a mark of that version has none, and after the upgrade it can have one.

use crate::version_4::{JOBS, stored_by};
use ricordo_core::{
    change::Change,
    mark::{Mark, MarkKind, Rating},
    record::Record,
    store::Store,
    testing::sample,
};
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
async fn a_mark_can_hold_a_rating() {
    let store = stored_by(12, "version-12-ratings", JOBS).await;
    let mark = sample::mark(1, 1, MarkKind::Pinned);
    let rated = Mark { rating: Some(Rating::Good), ..mark };
    for record in [mark, rated, Mark { kind: MarkKind::Rated, ..rated }].map(Record::Mark) {
        store.apply(vec![Change::Put(record.clone())]).await.unwrap();
        assert_eq!(store.record(record.key()).await.unwrap(), Some(record));
    }
}
