//! Conformance of single vectors: put, got, removed.

use super::{all_ids, assert_kind, assert_other_dimension, assert_same, branch, message, sorted, vector};
use crate::{
    id::{BranchId, MessageId},
    recall::{Removed, StoredVector, VectorStore, VectorStoreErrorKind as Kind},
};

/// A store that compares by cosine may return it with length 1.
pub async fn a_vector_comes_back_up_to_its_length<S: VectorStore>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.ensure(4).await.unwrap();
    let all = [
        vector(1, 1, &[3.0, -4.0, 0.0, 0.5]),
        vector(2, 1, &[0.000_012_3, 0.000_04, -0.000_01, 0.0]),
        vector(3, 2, &[-12_345.678, 1.0, 0.333_333_34, 99_999.0]),
        vector(4, 2, &[1.0, 1.0, 1.0, 1.0]),
    ];
    store.put(&all).await.unwrap();
    let ids: Vec<MessageId> = all.iter().map(|one| one.id).collect();
    assert_same(&store.get(&ids).await.unwrap(), &all);
    assert_same(&store.nearest(&[1.0, 0.0, 0.0, 0.0], None, 9).await.unwrap(), &all);
}

/// With its values, its branch and its part.
pub async fn putting_again_replaces<S: VectorStore>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.ensure(2).await.unwrap();
    store.put(&[vector(1, 1, &[1.0, 0.0]), vector(2, 1, &[0.6, 0.8])]).await.unwrap();
    let replaced = StoredVector { branch: branch(9), part: 77, ..vector(1, 1, &[0.0, -1.0]) };
    store.put(std::slice::from_ref(&replaced)).await.unwrap();
    assert_eq!(store.count().await, Ok(2));
    let all = [replaced.clone(), vector(2, 1, &[0.6, 0.8])];
    assert_same(&store.get(&[message(1), message(2)]).await.unwrap(), &all);
    let found = store.nearest(&[0.0, -1.0], Some(&[branch(9)]), 5).await.unwrap();
    assert_same(&found, std::slice::from_ref(&replaced));
    assert_same(&store.nearest(&[1.0, 0.0], Some(&[branch(1)]), 5).await.unwrap(), &all[1..]);
}

/// What was asked for and is there comes back.
pub async fn ids_that_are_not_there_are_left_out<S: VectorStore>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.ensure(2).await.unwrap();
    let all = [vector(1, 1, &[1.0, 0.0]), vector(2, 1, &[0.6, 0.8])];
    assert_eq!(store.get(&[message(1)]).await, Ok(vec![]));
    store.put(&all).await.unwrap();
    assert_same(&store.get(&[message(3), message(2), message(4)]).await.unwrap(), &all[1..]);
    assert_eq!(store.get(&[message(3)]).await, Ok(vec![]));
}

/// Ids of every version and none, and the limits of the tags.
pub async fn unusual_ids_and_tags_come_back<S: VectorStore>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.ensure(2).await.unwrap();
    let made = |id: &str, of: &str, part: u32| {
        let (id, branch): (MessageId, BranchId) = (id.parse().unwrap(), of.parse().unwrap());
        StoredVector { id, branch, part, values: vec![0.6, 0.8] }
    };
    let (nil, max) = ("00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff");
    let all = [
        made(nil, max, 0),
        made(max, nil, u32::MAX),
        made("7d444840-9dc0-11d1-b245-5ffdce74fad2", nil, 1),
        made("16fd2706-8baf-433b-82eb-8c7fada847da", max, 10),
        made("886313e1-3b8a-5372-9b90-0c9aee199e5d", "886313e1-3b8a-5372-9b90-0c9aee199e5d", 4_000_000_000),
    ];
    store.put(&all).await.unwrap();
    let ids: Vec<MessageId> = all.iter().map(|one| one.id).collect();
    assert_same(&store.get(&ids).await.unwrap(), &all);
    let mut found = all_ids(&store).await;
    found.sort_unstable();
    assert_eq!(found, sorted(&all));
    let of_nil = store.nearest(&[1.0, 0.0], Some(&[nil.parse().unwrap()]), 9).await.unwrap();
    assert_same(&of_nil, &all[1..3]);
    store.remove(Removed::Ids(&ids[..2])).await.unwrap();
    assert_eq!(store.count().await, Ok(3));
}

/// Those that are there.
pub async fn vectors_are_removed_by_their_ids<S: VectorStore>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.ensure(2).await.unwrap();
    let all = [vector(1, 1, &[1.0, 0.0]), vector(2, 1, &[0.6, 0.8]), vector(3, 2, &[0.0, 1.0])];
    store.put(&all).await.unwrap();
    store.remove(Removed::Ids(&[message(1), message(3), message(9)])).await.unwrap();
    assert_same(&store.nearest(&[1.0, 0.0], None, 9).await.unwrap(), &all[1..2]);
    assert_eq!(store.get(&[message(1), message(3)]).await, Ok(vec![]));
    store.remove(Removed::Ids(&[message(1), message(9)])).await.unwrap();
    assert_eq!(store.count().await, Ok(1));
}

/// All of them, and no others.
pub async fn vectors_are_removed_by_their_branches<S: VectorStore>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.ensure(2).await.unwrap();
    let all: Vec<StoredVector> = (0..8).map(|at| vector(at, u128::from(at % 4), &[1.0, at as f32])).collect();
    store.put(&all).await.unwrap();
    store.remove(Removed::Branches(&[branch(0), branch(2), branch(9)])).await.unwrap();
    let rest: Vec<StoredVector> = all.iter().filter(|one| one.part % 2 == 1).cloned().collect();
    assert_same(&store.nearest(&[1.0, 0.0], None, 9).await.unwrap(), &rest);
    store.remove(Removed::Branches(&[branch(9)])).await.unwrap();
    assert_eq!(store.count().await, Ok(4));
}

/// Empty lists change nothing, and an empty list of branches is not every branch.
pub async fn nothing_to_do_is_no_error<S: VectorStore>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.ensure(2).await.unwrap();
    store.put(&[vector(1, 1, &[1.0, 0.0])]).await.unwrap();
    store.put(&[]).await.unwrap();
    store.remove(Removed::Ids(&[])).await.unwrap();
    store.remove(Removed::Branches(&[])).await.unwrap();
    assert_eq!(store.get(&[]).await, Ok(vec![]));
    assert_eq!(store.nearest(&[1.0, 0.0], Some(&[]), 5).await, Ok(vec![]));
    assert_eq!(store.count().await, Ok(1));
}

/// Not even of the vectors beside it, and not the dimension of an empty collection.
pub async fn a_vector_of_another_dimension_changes_nothing<S: VectorStore>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.ensure(3).await.unwrap();
    assert_other_dimension(store.put(&[vector(1, 1, &[1.0, 0.0])]).await, 3);
    assert_other_dimension(open("a").await.put(&[vector(1, 1, &[1.0; 4])]).await, 3);
    assert_eq!(store.count().await, Ok(0));
    let good = vector(1, 1, &[1.0, 0.0, 0.0]);
    store.put(std::slice::from_ref(&good)).await.unwrap();
    let worse = [vector(1, 2, &[0.0, 1.0, 0.0]), vector(2, 1, &[0.0, 1.0, 0.0]), vector(3, 1, &[1.0])];
    assert_other_dimension(store.put(&worse).await, 3);
    assert_other_dimension(store.put(&[vector(4, 1, &[])]).await, 3);
    assert_same(&store.nearest(&[1.0, 0.0, 0.0], None, 9).await.unwrap(), &[good]);
}

/// Not even of the vectors beside it.
pub async fn a_value_that_is_no_number_changes_nothing<S: VectorStore>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.ensure(2).await.unwrap();
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let vectors = [vector(1, 1, &[1.0, 0.0]), vector(2, 1, &[1.0, value])];
        assert_kind(store.put(&vectors).await, Kind::Refused);
        assert_eq!(store.count().await, Ok(0));
    }
}

/// At once.
pub async fn two_handles_see_each_other<S: VectorStore>(open: impl AsyncFn(&str) -> S) {
    let (store, other) = (open("a").await, open("a").await);
    store.ensure(2).await.unwrap();
    let one = vector(1, 1, &[1.0, 0.0]);
    store.put(std::slice::from_ref(&one)).await.unwrap();
    assert_same(&other.get(&[one.id]).await.unwrap(), std::slice::from_ref(&one));
    other.remove(Removed::Ids(&[one.id])).await.unwrap();
    assert_eq!(store.nearest(&[1.0, 0.0], None, 5).await, Ok(vec![]));
    assert_eq!(store.count().await, Ok(0));
}
