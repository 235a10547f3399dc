//! Tests of values that are no vector.

use super::{embedded, space, vector};
use crate::vectors::{Purpose, Space, VectorError, VectorPart};

#[test]
fn values_without_a_direction_are_refused() {
    let refused = |values: &[f32]| space().vector("text", values).unwrap_err();
    assert_eq!(refused(&[0.0, -0.0, 0.0]), VectorError::Zero);
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert_eq!(refused(&[1.0, value, 0.0]), VectorError::NotFinite);
    }
    for values in [&[][..], &[1.0], &[1.0; 4]] {
        assert_eq!(refused(values), VectorError::Length);
    }
    assert!(space().vector("text", &[f32::MAX, f32::MIN, f32::MAX]).is_ok());
    assert!(space().vector("text", &[f32::from_bits(1), 0.0, 0.0]).is_ok(), "the smallest number has a direction");
}

#[test]
fn dimensions_are_1_to_4096() {
    for dimension in [1, 384, 4_096] {
        assert_eq!(Space::new("model", dimension).unwrap().dimension(), dimension);
    }
    for dimension in [0, 4_097, usize::MAX] {
        assert_eq!(Space::new("model", dimension), Err(VectorError::Dimension));
    }
}

#[test]
fn a_message_of_another_part_is_refused() {
    let mut part = VectorPart::new(space());
    part.put(embedded(64), Purpose::Passage, &vector("text", [1.0, 0.0, 0.0])).unwrap();
    for sequence in [63, 128] {
        let put = part.put(embedded(sequence), Purpose::Passage, &vector("text", [1.0, 0.0, 0.0]));
        assert_eq!(put, Err(VectorError::OtherPart));
    }
    assert_eq!(part.messages(), 1);
}
