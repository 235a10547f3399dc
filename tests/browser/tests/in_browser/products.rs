//! The products of vectors, which have SIMD instructions in a browser and none on the host.

use ricordo_core::{
    id::{BranchId, MessageId},
    time::Timestamp,
};
use ricordo_recall::vectors::{Embedded, PartKey, Purpose, Space, VectorPart, Vectors};
use uuid::Uuid;
use wasm_bindgen_test::wasm_bindgen_test;

/// Not a multiple of what is multiplied at once.
const DIMENSION: usize = 100;
/// What the host computes for the same vectors.
const COSINES: [f32; 5] = [0.053973883, -0.15817328, 0.054644983, 0.07427785, -0.049084205];

/// Values with both signs, the largest among them.
fn values(seed: u32) -> Vec<f32> {
    let mut state = seed;
    let next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f32::from(u16::try_from(state >> 16).unwrap()) - 32_768.0
    };
    std::iter::repeat_with(next).take(DIMENSION).collect()
}

#[wasm_bindgen_test]
fn cosines_are_those_of_the_host_to_the_last_bit() {
    let space = Space::new("model", DIMENSION).unwrap();
    let mut part = VectorPart::new(space.clone());
    for sequence in 0..5 {
        let message = Embedded { sequence, message: MessageId(Uuid::from_u128(sequence.into())), at: Timestamp(0) };
        part.put(message, Purpose::Passage, &space.vector("text", &values(sequence)).unwrap()).unwrap();
    }
    let mut vectors = Vectors::new(space.clone());
    vectors.put_part(PartKey::of(BranchId(Uuid::nil()), 0), part).unwrap();
    let near = vectors.near(&space.vector("text", &values(9)).unwrap(), &|_, _, _| true).unwrap();
    let cosines: Vec<f32> = near.iter().map(|near| near.cosine).collect();
    assert_eq!(cosines, COSINES);
}
