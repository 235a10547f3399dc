//! Parts whose values are elsewhere: what stays, what comes back, and what a question finds of them.

use super::{embedded, find, index_of, sequences, space, vector};
use crate::vectors::{Embedded, PartKey, Purpose, Space, VectorError, VectorPart, Vectors};
use proptest::prelude::*;
use ricordo_record::{id::MessageId, testing::sample};
use std::collections::BTreeMap;

const TEXTS: [&str; 4] = ["text", "слово", "語", "12"];

/// An index of one conversation. Every fourth text is of the same script.
fn index(dimension: usize, values: &[i8]) -> Vectors {
    let space = Space::new("model", dimension).unwrap();
    let mut parts: BTreeMap<PartKey, VectorPart> = BTreeMap::new();
    for (sequence, values) in (0..).zip(values.chunks_exact(dimension)) {
        let values: Vec<f32> = values.iter().map(|value| f32::from(*value) * 0.3).collect();
        let Ok(vector) = space.vector(TEXTS[sequence as usize % 4], &values) else { continue };
        let part = parts.entry(PartKey::of(sample::branch_id(0), sequence));
        let part = part.or_insert_with(|| VectorPart::new(space.clone()));
        part.put(embedded(sequence), Purpose::Passage, &vector).unwrap();
    }
    let mut vectors = Vectors::new(space);
    parts.into_iter().for_each(|(key, part)| vectors.put_part(key, part).unwrap());
    vectors
}

/// The same index with the values of these parts elsewhere, and the values.
fn moved(vectors: &Vectors, is_moved: impl Fn(u32) -> bool) -> (Vectors, BTreeMap<MessageId, Vec<f32>>) {
    let mut outlined = Vectors::new(vectors.space().clone());
    let mut values = BTreeMap::new();
    for (key, part) in vectors.parts.all() {
        if is_moved(key.number) {
            values.extend(part.passages());
            outlined.put_part(*key, VectorPart::from_bytes(&part.outlined().to_bytes()).unwrap()).unwrap();
        } else {
            outlined.put_part(*key, part.clone()).unwrap();
        }
    }
    (outlined, values)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_went_elsewhere_comes_back_as_it_was(
        dimension in 1_usize..20,
        values in prop::collection::vec(any::<i8>(), 0..600),
        length in 0.01_f32..50.0,
    ) {
        let vectors = index(dimension, &values);
        for (_, part) in vectors.parts.all() {
            let there: BTreeMap<MessageId, Vec<f32>> = part.passages().collect();
            let outlined = part.outlined();
            prop_assert_eq!(VectorPart::from_bytes(&outlined.to_bytes()), Ok(outlined.clone()));
            prop_assert!(outlined.bytes() <= part.bytes());
            // Stores return vectors of another length.
            let value = |id| there.get(&id).map(|values| values.iter().map(|value| value * length).collect());
            let restored = outlined.restored(&value);
            prop_assert_eq!(restored.as_ref(), Some(part));
        }
    }

    /// If everything that is elsewhere is fetched, nothing is found otherwise than before.
    #[test]
    fn a_question_that_fetches_all_finds_the_same(
        dimension in 2_usize..12,
        values in prop::collection::vec(any::<i8>(), 0..1_500),
        question in prop::collection::vec(-1.0_f32..1.0, 12),
        moves: [bool; 3],
        hidden in 0_u32..130,
    ) {
        let vectors = index(dimension, &values);
        let (mut outlined, there) = moved(&vectors, |number| moves[number as usize % 3]);
        let Ok(question) = vectors.space().vector("text", &question[..dimension]) else { return Ok(()) };
        outlined.set_nearest(there.into_iter());
        let all = |_, _, _| true;
        prop_assert_eq!(outlined.near(&question, &all), vectors.near(&question, &all));
        // Of a part with a hidden message it is not known what that adds to the mean, so such a part is not in it.
        let admits = |_, sequence, _| sequence / 64 != hidden / 64;
        prop_assert_eq!(outlined.near(&question, &admits), vectors.near(&question, &admits));
    }

    /// Whatever a store returns, no question panics.
    #[test]
    fn values_that_do_not_fit_are_left_out(
        lengths in prop::collection::vec(0_usize..6, 4),
        value in prop_oneof![Just(f32::NAN), Just(f32::INFINITY), Just(0.0), Just(1.0), Just(f32::MAX)],
    ) {
        let (mut outlined, _) = moved(&index_of(&[[1.0, 0.0, 0.0]; 4]), |_| true);
        let values = (0..).zip(&lengths).map(|(sequence, length)| (embedded(sequence).message, vec![value; *length]));
        outlined.set_nearest(values);
        let found = find(&outlined, &vector("text", [0.0, 1.0, 0.0]));
        let fitting = lengths.iter().filter(|length| **length == 3 && value.is_finite() && value != 0.0).count();
        prop_assert_eq!(found.len(), fitting);
    }
}

#[test]
fn a_question_asks_for_the_branches_that_it_may_find() {
    let (outlined, _) = moved(&index_of(&[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]), |_| true);
    let question = vector("text", [0.0, 1.0, 0.0]);
    let ask = outlined.ask(&question, &|_, _, _| true).unwrap().unwrap();
    assert_eq!((ask.branches, ask.is_everywhere), (vec![sample::branch_id(0)], true));
    assert_eq!(ask.values.len(), 3);
    let (mut two, _) = moved(&index_of(&[[1.0, 0.0, 0.0]]), |_| true);
    let part = two.part(PartKey::of(sample::branch_id(0), 0)).unwrap().clone();
    two.put_part(PartKey::of(sample::branch_id(1), 0), part).unwrap();
    let ask = two.ask(&question, &|branch, _, _| branch == sample::branch_id(1)).unwrap().unwrap();
    assert_eq!((ask.branches, ask.is_everywhere), (vec![sample::branch_id(1)], false));
    assert_eq!(outlined.ask(&question, &|_, _, _| false).unwrap(), None, "nothing may be found");
    let here = index_of(&[[1.0, 0.0, 0.0]]);
    assert_eq!(here.ask(&question, &|_, _, _| true).unwrap(), None, "everything is here");
    let other = Space::new("other", 3).unwrap().vector("text", &[1.0, 0.0, 0.0]).unwrap();
    assert_eq!(outlined.ask(&other, &|_, _, _| true), Err(VectorError::OtherSpace));
}

#[test]
fn a_message_that_may_not_be_found_has_no_influence_on_the_others() {
    let values = [[1.0, 0.0, 0.1], [0.8, 0.6, 0.0], [0.0, 1.0, 0.0], [0.1, 0.2, 1.0]];
    let found_without = |last: [f32; 3]| {
        let mut all = values.to_vec();
        all.push(last);
        let (mut outlined, there) = moved(&index_of(&all), |_| true);
        outlined.set_nearest(there.into_iter());
        outlined.near(&vector("text", [1.0, 0.2, 0.0]), &|_, sequence, _| sequence != 4).unwrap()
    };
    assert_eq!(found_without([1.0, 0.0, 0.0]), found_without([-0.3, 0.1, 0.9]));
}

#[test]
fn a_new_vector_does_not_fit_into_a_part_whose_values_are_elsewhere() {
    let mut part = VectorPart::new(space());
    part.put(embedded(0), Purpose::Passage, &vector("text", [1.0, 0.0, 0.0])).unwrap();
    let mut outlined = part.outlined();
    let more: Embedded = embedded(1);
    let refused = outlined.put(more, Purpose::Passage, &vector("text", [0.0, 1.0, 0.0]));
    assert_eq!(refused, Err(VectorError::Elsewhere));
    assert_eq!(outlined, part.outlined());
    outlined.retain(|message| message == embedded(0).message);
    assert_eq!(outlined, part.outlined(), "all of it is kept");
    outlined.retain(|_| false);
    assert_eq!(outlined, VectorPart::new(space()));
}

#[test]
fn what_was_fetched_goes_with_its_part() {
    let (mut outlined, there) = moved(&index_of(&[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]), |_| true);
    let key = PartKey::of(sample::branch_id(0), 0);
    let part = outlined.part(key).unwrap().clone();
    assert_eq!(outlined.elsewhere(), 2);
    assert_eq!(outlined.wanted_sample(10).len(), 2);
    assert_eq!(outlined.wanted_sample(1).len(), 1);
    outlined.set_sample(there.into_iter());
    assert_eq!(outlined.wanted_sample(10), []);
    let question = vector("text", [0.0, 1.0, 0.0]);
    assert_eq!(sequences(&find(&outlined, &question)), [1, 0]);
    outlined.remove_part(key);
    outlined.put_part(key, part).unwrap();
    assert_eq!(find(&outlined, &question), [], "its values went");
    assert_eq!(outlined.wanted_sample(10).len(), 2, "another sample is wanted");
}
