//! The conformance suite that every vector store must pass: plain functions, one behaviour each.
//!
//! [`crate::vector_store_conformance`] only lists them. `open` returns a new handle of the named collection, which is not
//! there if the name is new.

mod lifetime;
mod many;
mod search;
mod vectors;

pub use lifetime::*;
pub use many::*;
pub use search::*;
pub use vectors::*;

use crate::{
    id::{BranchId, MessageId},
    recall::{StoredId, StoredVector, VectorStore, VectorStoreError, VectorStoreErrorKind as Kind},
};
use std::fmt::Debug;

/// Turns every function of the suite into a test: `vector_store_conformance!(tokio::test, open)`, where `open` is an
/// `async fn(&str) -> impl VectorStore`. Names have letters, digits and `-`.
#[macro_export]
macro_rules! vector_store_conformance {
    ($test:path, $open:path) => {
        $crate::vector_store_conformance!($test, $open;
            ensuring_twice_changes_nothing, another_dimension_is_refused, a_deleted_collection_is_gone,
            a_collection_that_was_never_there_is_gone, a_deleted_collection_can_be_made_again,
            a_collection_that_another_handle_made_again_is_used, collections_do_not_mix,
            a_vector_comes_back_up_to_its_length, putting_again_replaces, ids_that_are_not_there_are_left_out,
            unusual_ids_and_tags_come_back, vectors_are_removed_by_their_ids, vectors_are_removed_by_their_branches,
            nothing_to_do_is_no_error, a_vector_of_another_dimension_changes_nothing,
            a_value_that_is_no_number_changes_nothing, two_handles_see_each_other,
            the_nearest_come_in_order, the_nearest_are_at_most_so_many, the_nearest_are_of_the_branches,
            the_nearest_of_an_empty_collection_are_none, a_question_of_another_dimension_is_refused,
            a_thousand_vectors_are_kept, ids_come_page_by_page_each_once, the_largest_call_is_possible
        );
    };
    ($test:path, $open:path; $($name:ident),*) => {$(
        #[$test]
        async fn $name() {
            let name = stringify!($name).replace('_', "-");
            $crate::testing::vector_conformance::$name(async |handle| $open(&format!("{name}-{handle}")).await).await;
        }
    )*};
}

/// The id of a message with this number.
fn message(number: u128) -> MessageId {
    format!("{number:032x}").parse().unwrap()
}

/// The id of a branch with this number.
fn branch(number: u128) -> BranchId {
    format!("{number:032x}").parse().unwrap()
}

/// A vector with these numbers, and the number of its id as its part.
fn vector(id: u32, of: u128, values: &[f32]) -> StoredVector {
    StoredVector { id: message(u128::from(id)), branch: branch(of), part: id, values: values.to_vec() }
}

/// A vector of a direction that looks random and is the same in every run.
fn scattered(seed: u32, dimension: usize) -> Vec<f32> {
    let mut state = u64::from(seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1 << 23) as f32 - 1.0
    };
    (0..dimension).map(|_| next()).collect()
}

fn cosine(one: &[f32], other: &[f32]) -> f32 {
    let product = |one: &[f32], other: &[f32]| one.iter().zip(other).map(|(one, other)| one * other).sum::<f32>();
    product(one, other) / (product(one, one) * product(other, other)).sqrt()
}

fn stored_id(vector: &StoredVector) -> StoredId {
    StoredId { id: vector.id, branch: vector.branch, part: vector.part }
}

/// What the vectors belong to, sorted.
fn sorted(vectors: &[StoredVector]) -> Vec<StoredId> {
    let mut ids: Vec<StoredId> = vectors.iter().map(stored_id).collect();
    ids.sort_unstable();
    ids
}

/// Checks that both have the same vectors, up to their lengths and their order.
fn assert_same(found: &[StoredVector], expected: &[StoredVector]) {
    assert_eq!(sorted(found), sorted(expected));
    for one in expected {
        let other = found.iter().find(|other| other.id == one.id).unwrap();
        assert_eq!(other.values.len(), one.values.len());
        let cosine = cosine(&one.values, &other.values);
        assert!(cosine > 0.9999, "{:?} came back as {:?}: {cosine}", one.values, other.values);
    }
}

/// All ids of a store, page by page.
async fn all_ids<S: VectorStore>(store: &S) -> Vec<StoredId> {
    let (mut all, mut from) = (Vec::new(), None::<String>);
    for _ in 0..10_000 {
        let page = store.ids(from.as_deref()).await.unwrap();
        all.extend(page.ids);
        match page.next {
            Some(next) => from = Some(next),
            None => return all,
        }
    }
    panic!("the pages never end");
}

/// Checks that something failed in this manner.
fn assert_kind<T: Debug>(result: Result<T, VectorStoreError>, expected: Kind) {
    assert_eq!(result.unwrap_err().kind, expected);
}

/// Checks that a dimension was refused, and that the other one, if it is named, is this.
fn assert_other_dimension<T: Debug>(result: Result<T, VectorStoreError>, has: usize) {
    match result.unwrap_err().kind {
        Kind::OtherDimension { found } => assert!(found.is_none_or(|found| found == has), "{found:?}"),
        other => panic!("{other:?}"),
    }
}

/// Checks that every call says that the collection is gone, except those that cannot.
async fn assert_gone<S: VectorStore>(store: &S) {
    use crate::recall::Removed;
    assert_kind(store.put(&[vector(1, 1, &[1.0, 0.0, 0.0])]).await, Kind::Gone);
    assert_kind(store.get(&[message(1)]).await, Kind::Gone);
    assert_kind(store.nearest(&[1.0, 0.0, 0.0], None, 5).await, Kind::Gone);
    assert_kind(store.remove(Removed::Ids(&[message(1)])).await, Kind::Gone);
    assert_kind(store.remove(Removed::Branches(&[branch(1)])).await, Kind::Gone);
    assert_kind(store.ids(None).await, Kind::Gone);
    assert_eq!(store.count().await, Ok(0));
}
