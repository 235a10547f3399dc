//! Tests of the means of scripts.

use super::{embedded, find, sequences, space, vector};
use crate::vectors::{PartKey, Purpose, Space, Vector, VectorPart, Vectors};
use proptest::prelude::*;
use ricordo_record::testing::sample;

/// Dimensions 0 and 1 are the topic, 2 and 3 the language: large, as models make it.
fn of_language(text: &str, topic: [f32; 2]) -> Vector {
    let language = if text.is_ascii() { [3.0, 0.0] } else { [0.0, 3.0] };
    let space = Space::new("languages", 4).unwrap();
    space.vector(text, &[topic[0], topic[1], language[0], language[1]]).unwrap()
}

/// Twenty texts in each of two languages on topics all around; the Latin ones have even sequences.
fn in_two_languages() -> VectorPart {
    let mut part = VectorPart::new(Space::new("languages", 4).unwrap());
    for number in 0..20_u16 {
        let (sin, cos) = (f32::from(number) * 0.05 * std::f32::consts::TAU).sin_cos();
        for (text, sequence) in [("text", 2 * number), ("слово", 2 * number + 1)] {
            part.put(embedded(sequence.into()), Purpose::Passage, &of_language(text, [cos, sin])).unwrap();
        }
    }
    part
}

fn index(part: VectorPart) -> Vectors {
    let mut vectors = Vectors::new(part.space().clone());
    vectors.put_part(PartKey::of(sample::branch_id(0), 0), part).unwrap();
    vectors
}

#[test]
fn a_text_in_another_language_is_found_by_its_topic() {
    let question = of_language("питання", [1.0, 0.0]);
    let found = find(&index(in_two_languages()), &question);
    let mut first = sequences(&found[..2]);
    first.sort_unstable();
    assert_eq!(first, [0, 1], "the two on the topic, one in each language: {found:?}");
    // The case is one: the plain product puts every Cyrillic text before the Latin one on the topic.
    let product =
        |one: &Vector, other: &Vector| one.bytes.values().zip(other.bytes.values()).map(|(a, b)| a * b).sum::<f32>();
    assert!(
        product(&question, &of_language("слово", [-1.0, 0.0])) > product(&question, &of_language("text", [1.0, 0.0]))
    );
}

#[test]
fn what_was_asked_before_gives_the_mean_of_questions() {
    // A model for which all questions lean towards a topic.
    let lean = |topic: [f32; 2]| of_language("question", [topic[0] + 2.0, topic[1]]);
    let mut part = in_two_languages();
    let question = lean([-1.0, 0.0]);
    let nearest = |part: &VectorPart| find(&index(part.clone()), &question)[0].sequence / 2;
    assert_eq!(nearest(&part), 0, "the lean decides");
    for number in 0..40_u16 {
        let (sin, cos) = (f32::from(number) * 0.05 * std::f32::consts::TAU).sin_cos();
        part.put(embedded(number.into()), Purpose::Question, &lean([cos, sin])).unwrap();
    }
    assert_eq!(nearest(&part), 10, "the opposite topic");
}

#[test]
fn a_single_message_is_found() {
    let mut part = VectorPart::new(space());
    part.put(embedded(0), Purpose::Passage, &vector("text", [0.6, 0.0, 0.8])).unwrap();
    let found = find(&index(part.clone()), &vector("question", [0.6, 0.0, 0.8]));
    assert!(found[0].cosine > 0.9, "{found:?}");
    part.put(embedded(1), Purpose::Passage, &vector("слово", [0.0, 1.0, 0.0])).unwrap();
    assert_eq!(sequences(&find(&index(part), &vector("питання", [0.1, 0.9, 0.0]))), [1, 0]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// The scan by bytes agrees with the same arithmetic on numbers, whatever the part is made of.
    #[test]
    fn the_scan_is_the_cosine_without_the_means(
        stored in prop::collection::vec((prop::array::uniform3(-1.0_f32..1.0), any::<bool>(), any::<bool>()), 1..40),
        asked in prop::array::uniform3(-1.0_f32..1.0),
        skipped in 0_u32..40,
    ) {
        let text = |is_latin| if is_latin { "text" } else { "слово" };
        let mut part = VectorPart::new(space());
        let mut kept: Vec<(u32, Vector, Purpose)> = Vec::new();
        for (sequence, (values, is_latin, is_question)) in (0..).zip(stored) {
            let Ok(vector) = space().vector(text(is_latin), &values) else { continue };
            let purpose = if is_question { Purpose::Question } else { Purpose::Passage };
            part.put(embedded(sequence), purpose, &vector).unwrap();
            if sequence != skipped {
                kept.push((sequence, vector, purpose));
            }
        }
        let Ok(question) = space().vector("question", &asked) else { return Ok(()) };
        let vectors = index(part);
        let found = vectors.near(&question, &|_, sequence, _| sequence != skipped).unwrap();
        let expected = expected(&question, &kept);
        prop_assert_eq!(found.len(), expected.len());
        for (near, (sequence, cosine, length)) in found.iter().zip(expected) {
            prop_assert_eq!(near.sequence, sequence);
            // Of what is nearly the mean, little more than the rounding is left.
            if length > 0.3 {
                prop_assert!((near.cosine - cosine).abs() < 0.05, "{} {}", near.cosine, cosine);
            }
        }
    }
}

/// Sequence, cosine and the product of the lengths of what is left, by plain arithmetic.
fn expected(question: &Vector, kept: &[(u32, Vector, Purpose)]) -> Vec<(u32, f32, f32)> {
    let values = |vector: &Vector| -> [f32; 3] { vector.bytes.values().collect::<Vec<_>>().try_into().unwrap() };
    let mean = |purpose, script: Option<crate::vectors::Script>, general: [f32; 3]| {
        let some =
            kept.iter().filter(|(_, vector, of)| *of == purpose && script.is_none_or(|script| vector.script == script));
        let (sum, count) = some.fold(([0.0; 3], 0.0), |(sum, count): ([f32; 3], f32), (_, vector, _)| {
            let values = values(vector);
            (std::array::from_fn(|at| sum[at] + values[at]), count + 1.0)
        });
        let more = if purpose == Purpose::Question { 8.0 } else { 1.0 };
        std::array::from_fn(|at| (sum[at] + more * general[at]) / (count + more))
    };
    let all = mean(Purpose::Passage, None, [0.0; 3]);
    let of_passages = |script| mean(Purpose::Passage, Some(script), all);
    let minus = |one: [f32; 3], other: [f32; 3]| -> [f32; 3] { std::array::from_fn(|at| one[at] - other[at]) };
    let product = |one: [f32; 3], other: [f32; 3]| -> f32 { (0..3).map(|at| one[at] * other[at]).sum() };
    let of_questions = mean(Purpose::Question, Some(question.script), of_passages(question.script));
    let asked = minus(values(question), of_questions);
    let passages = kept.iter().filter(|(_, _, purpose)| *purpose == Purpose::Passage);
    let found = passages.map(|(sequence, vector, _)| {
        let left = minus(values(vector), of_passages(vector.script));
        let length = (product(left, left) * product(asked, asked)).sqrt();
        (*sequence, product(left, asked) / length, length)
    });
    found.collect()
}
