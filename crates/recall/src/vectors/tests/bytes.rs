//! The bytes of a part.

use super::{embedded, space, vector};
use crate::vectors::{Damaged, Embedded, PartKey, Purpose, Space, VectorPart, Vectors};
use proptest::prelude::*;
use ricordo_record::{testing::sample, time::Timestamp};

/// A part of messages with these values, in a space of as many dimensions as the values fill.
fn part(dimension: usize, values: &[i8], first: u32) -> VectorPart {
    let space = Space::new("model/з назвою", dimension).unwrap();
    let mut part = VectorPart::new(space.clone());
    let texts = ["text", "слово", "語", "12"];
    for (sequence, values) in (first * 64..).zip(values.chunks_exact(dimension)).take(64) {
        let values: Vec<f32> = values.iter().map(|value| f32::from(*value) * 1.7).collect();
        let Ok(vector) = space.vector(texts[sequence as usize % 4], &values) else { continue };
        let at = Timestamp(i64::from(sequence).wrapping_pow(3).wrapping_sub(1_000_000));
        let message = Embedded { at, ..embedded(sequence) };
        part.put(message, Purpose::Passage, &vector).unwrap();
        if sequence % 3 == 0 {
            part.put(message, Purpose::Question, &vector).unwrap();
        }
    }
    part
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_part_comes_back_from_its_bytes(
        dimension in 1_usize..40,
        values: Vec<i8>,
        first in 0_u32..u32::MAX / 64,
    ) {
        let part = part(dimension, &values, first);
        prop_assert_eq!(VectorPart::from_bytes(&part.to_bytes()), Ok(part));
    }

    #[test]
    fn damaged_bytes_are_an_error(
        values in prop::collection::vec(any::<i8>(), 3..60),
        damages in prop::collection::vec((any::<prop::sample::Index>(), 1_u8..), 1..4),
        cut in any::<prop::sample::Index>(),
    ) {
        let bytes = part(3, &values, 0).to_bytes();
        prop_assert_eq!(VectorPart::from_bytes(&bytes[..cut.index(bytes.len())]), Err(Damaged));
        let mut longer = bytes.clone();
        longer.push(0);
        prop_assert_eq!(VectorPart::from_bytes(&longer), Err(Damaged));
        let mut damaged = bytes.clone();
        for (at, change) in damages {
            let at = at.index(bytes.len());
            damaged[at] ^= change;
        }
        prop_assume!(damaged != bytes);
        prop_assert_eq!(VectorPart::from_bytes(&damaged), Err(Damaged));
    }

    /// Bytes that have the right checksum and yet are not those of a part.
    #[test]
    fn any_bytes_can_be_decoded(
        rest in prop_oneof![
            any::<Vec<u8>>(),
            (prop::collection::vec(any::<i8>(), 3..60), any::<prop::sample::Index>(), any::<u8>()).prop_map(
                |(values, at, value)| {
                    let mut rest = part(3, &values, 0).to_bytes().split_off(9);
                    let at = at.index(rest.len());
                    rest[at] = value;
                    rest
                },
            ),
        ],
    ) {
        prop_assert_eq!(VectorPart::from_bytes(&rest), Err(Damaged), "without a checksum");
        let mut bytes = vec![1];
        bytes.extend_from_slice(&crate::vectors::part::checksum(&rest).to_le_bytes());
        bytes.extend_from_slice(&rest);
        use_all_of(&bytes);
    }
}

/// Decodes and asks: a part that is accepted can be searched.
fn use_all_of(bytes: &[u8]) {
    if let Ok(part) = VectorPart::from_bytes(bytes) {
        assert_eq!(VectorPart::from_bytes(&part.to_bytes()).as_ref(), Ok(&part));
        let mut vectors = Vectors::new(part.space().clone());
        let question = part.space().vector("question", &vec![1.0; part.space().dimension()]).unwrap();
        vectors.put_part(PartKey::of(sample::branch_id(7), 0), part).unwrap();
        let found = vectors.find(&question, &|_, _, _| true, 200).unwrap();
        assert_eq!(found.len(), vectors.messages());
        assert!(found.iter().all(|near| near.cosine.is_finite()));
    }
}

#[test]
fn another_version_is_not_read() {
    let mut bytes = part(3, &[1, 2, 3], 0).to_bytes();
    bytes[0] += 1;
    assert_eq!(VectorPart::from_bytes(&bytes), Err(Damaged));
    assert_eq!(VectorPart::from_bytes(&[]), Err(Damaged));
}

#[test]
fn a_vector_takes_a_byte_a_dimension() {
    let mut part = VectorPart::new(space());
    let empty = part.to_bytes().len();
    part.put(embedded(1), Purpose::Passage, &vector("text", [1.0, 2.0, 3.0])).unwrap();
    // Sequence, script, id, time, scale, values.
    assert_eq!(part.to_bytes().len() - empty, 1 + 1 + 16 + 3 + 4 + 3);
}
