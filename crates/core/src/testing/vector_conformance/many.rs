//! Conformance of many vectors and of large ones.

use super::{all_ids, assert_same, branch, cosine, message, scattered, sorted, vector};
use crate::{
    id::MessageId,
    recall::{Removed, StoredVector, VectorStore},
};

/// Dimension of the many.
const DIMENSION: usize = 16;

/// Vectors of four branches, put in as few calls as are permitted.
async fn fill<S: VectorStore>(store: &S, count: u32) -> Vec<StoredVector> {
    store.ensure(DIMENSION).await.unwrap();
    let all: Vec<StoredVector> =
        (0..count).map(|at| vector(at, u128::from(at % 4), &scattered(at + 1, DIMENSION))).collect();
    for some in all.chunks(S::MOST) {
        store.put(some).await.unwrap();
    }
    all
}

/// More than one call takes, and more than an index keeps at its end before it sorts them in.
pub async fn a_thousand_vectors_are_kept<S: VectorStore>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    let all = fill(&store, 1_000).await;
    assert_eq!(store.count().await, Ok(1_000));
    for one in all.iter().step_by(97) {
        let found = store.nearest(&one.values, None, 20).await.unwrap();
        assert_eq!((found.len(), found[0].id), (20, one.id));
        let cosines: Vec<f32> = found.iter().map(|other| cosine(&other.values, &one.values)).collect();
        assert!(cosines.windows(2).all(|pair| pair[0] > pair[1] - 1e-5), "{cosines:?}");
    }
    let of_one = store.nearest(&all[5].values, Some(&[branch(1)]), 100).await.unwrap();
    assert_eq!((of_one.len(), of_one[0].id), (100, all[5].id));
    assert!(of_one.iter().all(|one| one.branch == branch(1)));
    store.remove(Removed::Branches(&[branch(1), branch(2)])).await.unwrap();
    assert_eq!(store.count().await, Ok(500));
    let found = store.nearest(&all[5].values, None, 50).await.unwrap();
    assert_eq!(found.len(), 50);
    assert!(found.iter().all(|one| one.branch == branch(0) || one.branch == branch(3)));
}

/// However long the pages are, and after some were removed.
pub async fn ids_come_page_by_page_each_once<S: VectorStore>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.ensure(DIMENSION).await.unwrap();
    assert!(all_ids(&store).await.is_empty());
    let all = fill(&store, 600).await;
    let mut found = all_ids(&store).await;
    found.sort_unstable();
    assert_eq!(found, sorted(&all));
    let removed: Vec<MessageId> = (0..88).map(|at| message(at * 5)).collect();
    store.remove(Removed::Ids(&removed)).await.unwrap();
    let mut found = all_ids(&store).await;
    found.sort_unstable();
    let rest: Vec<StoredVector> = all.into_iter().filter(|one| !removed.contains(&one.id)).collect();
    assert_eq!(rest.len(), 512);
    assert_eq!(found, sorted(&rest));
}

/// As many vectors at once as are permitted, of a long dimension, put, got and found.
pub async fn the_largest_call_is_possible<S: VectorStore>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.ensure(2_048).await.unwrap();
    let count = u32::try_from(S::MOST).unwrap();
    let all: Vec<StoredVector> = (0..count).map(|at| vector(at, 1, &scattered(at + 1, 2_048))).collect();
    store.put(&all).await.unwrap();
    let ids: Vec<MessageId> = all.iter().map(|one| one.id).collect();
    assert_same(&store.get(&ids).await.unwrap(), &all);
    assert_eq!(store.nearest(&all[0].values, None, S::MOST).await.unwrap()[0].id, all[0].id);
    store.remove(Removed::Ids(&ids)).await.unwrap();
    assert_eq!(store.count().await, Ok(0));
}
