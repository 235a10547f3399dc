//! Conformance of searches.

use super::{assert_other_dimension, branch, sorted, vector};
use crate::recall::{StoredVector, VectorStore};

/// Vectors on a half circle: the larger the part, the farther from `[1, 0]`. The lengths differ, and do not matter.
fn half_circle() -> Vec<StoredVector> {
    let at = |number: u32| {
        let (angle, length) = (number as f32 * 0.3, 1.0 + (number * 7 % 5) as f32);
        vector(number, u128::from(number % 3), &[length * angle.cos(), length * angle.sin()])
    };
    // Not in the order of the search.
    (0..10).map(|number| at(number * 3 % 10)).collect()
}

fn parts(found: &[StoredVector]) -> Vec<u32> {
    found.iter().map(|one| one.part).collect()
}

/// By the angle, whatever their lengths are.
pub async fn the_nearest_come_in_order<S: VectorStore>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.ensure(2).await.unwrap();
    store.put(&half_circle()).await.unwrap();
    let found = store.nearest(&[1.0, 0.0], None, 10).await.unwrap();
    assert_eq!(parts(&found), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    let from_the_other_end = store.nearest(&[-500.0, 0.0], None, 10).await.unwrap();
    assert_eq!(parts(&from_the_other_end), [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
}

/// Fewer if there are fewer, none if none are wanted.
pub async fn the_nearest_are_at_most_so_many<S: VectorStore>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.ensure(2).await.unwrap();
    let all = half_circle();
    store.put(&all).await.unwrap();
    assert_eq!(parts(&store.nearest(&[1.0, 0.0], None, 3).await.unwrap()), [0, 1, 2]);
    assert_eq!(parts(&store.nearest(&[1.0, 0.0], None, 1).await.unwrap()), [0]);
    assert_eq!(store.nearest(&[1.0, 0.0], None, 0).await, Ok(vec![]));
    assert_eq!(sorted(&store.nearest(&[1.0, 0.0], None, 100).await.unwrap()), sorted(&all));
}

/// Others that are nearer do not take their places.
pub async fn the_nearest_are_of_the_branches<S: VectorStore>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.ensure(2).await.unwrap();
    store.put(&half_circle()).await.unwrap();
    let of = async |branches: &[_], most| parts(&store.nearest(&[1.0, 0.0], Some(branches), most).await.unwrap());
    assert_eq!(of(&[branch(2)], 9).await, [2, 5, 8]);
    assert_eq!(of(&[branch(2)], 2).await, [2, 5]);
    assert_eq!(of(&[branch(1), branch(2)], 4).await, [1, 2, 4, 5]);
    assert_eq!(of(&[branch(77), branch(1)], 1).await, [1]);
    assert!(of(&[branch(77)], 9).await.is_empty());
}

/// With branches and without.
pub async fn the_nearest_of_an_empty_collection_are_none<S: VectorStore>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.ensure(2).await.unwrap();
    assert_eq!(store.nearest(&[1.0, 0.0], None, 5).await, Ok(vec![]));
    assert_eq!(store.nearest(&[1.0, 0.0], Some(&[branch(1)]), 5).await, Ok(vec![]));
}

/// It was made by another model.
pub async fn a_question_of_another_dimension_is_refused<S: VectorStore>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.ensure(2).await.unwrap();
    assert_other_dimension(store.nearest(&[1.0], None, 5).await, 2);
    store.put(&half_circle()).await.unwrap();
    assert_other_dimension(store.nearest(&[1.0, 0.0, 0.0], None, 5).await, 2);
    assert_other_dimension(open("a").await.nearest(&[], None, 5).await, 2);
}
