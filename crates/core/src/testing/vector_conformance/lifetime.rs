//! Conformance of collections: created, deleted, created again.

use super::{all_ids, assert_gone, assert_other_dimension, assert_same, message, vector};
use crate::recall::VectorStore;

/// A page calls it each time it starts.
pub async fn ensuring_twice_changes_nothing<S: VectorStore>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.ensure(3).await.unwrap();
    store.ensure(3).await.unwrap();
    let one = vector(1, 1, &[1.0, 0.0, 0.0]);
    store.put(std::slice::from_ref(&one)).await.unwrap();
    store.ensure(3).await.unwrap();
    open("a").await.ensure(3).await.unwrap();
    assert_same(&store.get(&[one.id]).await.unwrap(), &[one]);
}

/// Empty or not, the collection stays as it is.
pub async fn another_dimension_is_refused<S: VectorStore>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.ensure(3).await.unwrap();
    assert_other_dimension(store.ensure(4).await, 3);
    assert_other_dimension(open("a").await.ensure(2).await, 3);
    let one = vector(1, 1, &[1.0, 0.0, 0.0]);
    store.put(std::slice::from_ref(&one)).await.unwrap();
    assert_other_dimension(store.ensure(4).await, 3);
    assert_other_dimension(open("a").await.ensure(4).await, 3);
    assert_same(&open("a").await.get(&[one.id]).await.unwrap(), &[one]);
}

/// Deleting twice is no error, and other handles notice it, too.
pub async fn a_deleted_collection_is_gone<S: VectorStore>(open: impl AsyncFn(&str) -> S) {
    let (store, other) = (open("a").await, open("a").await);
    store.ensure(3).await.unwrap();
    store.put(&[vector(1, 1, &[1.0, 0.0, 0.0])]).await.unwrap();
    assert_eq!(other.count().await, Ok(1));
    store.delete().await.unwrap();
    assert_gone(&store).await;
    assert_gone(&other).await;
    store.delete().await.unwrap();
    other.delete().await.unwrap();
    assert_gone(&open("a").await).await;
}

/// No other call creates a collection.
pub async fn a_collection_that_was_never_there_is_gone<S: VectorStore>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    assert_gone(&store).await;
    store.delete().await.unwrap();
    assert_gone(&store).await;
}

/// The new one is empty, and may have another dimension.
pub async fn a_deleted_collection_can_be_made_again<S: VectorStore>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.ensure(3).await.unwrap();
    store.put(&[vector(1, 1, &[1.0, 0.0, 0.0])]).await.unwrap();
    store.delete().await.unwrap();
    store.ensure(2).await.unwrap();
    assert_eq!(store.count().await, Ok(0));
    assert_eq!(store.get(&[message(1)]).await, Ok(vec![]));
    let one = vector(1, 1, &[0.0, 1.0]);
    store.put(std::slice::from_ref(&one)).await.unwrap();
    assert_same(&store.get(&[one.id]).await.unwrap(), &[one]);
}

/// The store may give it another id, which the first handle does not know.
pub async fn a_collection_that_another_handle_made_again_is_used<S: VectorStore>(open: impl AsyncFn(&str) -> S) {
    let (store, other) = (open("a").await, open("a").await);
    store.ensure(3).await.unwrap();
    store.put(&[vector(1, 1, &[1.0, 0.0, 0.0])]).await.unwrap();
    other.delete().await.unwrap();
    other.ensure(3).await.unwrap();
    let two = vector(2, 1, &[0.0, 1.0, 0.0]);
    store.put(std::slice::from_ref(&two)).await.unwrap();
    assert_same(&other.get(&[message(1), message(2)]).await.unwrap(), std::slice::from_ref(&two));
    assert_same(&store.nearest(&[1.0, 1.0, 0.0], None, 5).await.unwrap(), &[two]);
    other.delete().await.unwrap();
    other.ensure(2).await.unwrap();
    assert_eq!(store.count().await, Ok(0));
    let three = vector(3, 1, &[0.6, 0.8]);
    other.put(std::slice::from_ref(&three)).await.unwrap();
    assert_same(&store.get(&[message(3)]).await.unwrap(), std::slice::from_ref(&three));
    assert_other_dimension(store.put(&[vector(4, 1, &[1.0, 0.0, 0.0])]).await, 2);
    store.put(&[vector(4, 1, &[1.0, 0.0])]).await.unwrap();
}

/// Collections of other models and users stay as they are.
pub async fn collections_do_not_mix<S: VectorStore>(open: impl AsyncFn(&str) -> S) {
    let (one, other) = (open("a").await, open("b").await);
    one.ensure(3).await.unwrap();
    other.ensure(2).await.unwrap();
    one.put(&[vector(1, 1, &[1.0, 0.0, 0.0])]).await.unwrap();
    other.put(&[vector(2, 1, &[1.0, 0.0])]).await.unwrap();
    assert_eq!(all_ids(&one).await.len(), 1);
    one.delete().await.unwrap();
    assert_same(&other.nearest(&[1.0, 1.0], None, 5).await.unwrap(), &[vector(2, 1, &[1.0, 0.0])]);
}
