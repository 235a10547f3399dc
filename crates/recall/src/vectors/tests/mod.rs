//! Tests of what is found by meaning, of the means, and of the bytes of a part.

mod bytes;
mod elsewhere;
mod finding;
mod means;
mod refused;

use super::{Embedded, Near, PartKey, Purpose, Space, Vector, VectorPart, Vectors};
use ricordo_record::{testing::sample, time::Timestamp};

/// A space of three dimensions.
fn space() -> Space {
    Space::new("small", 3).unwrap()
}

fn vector(text: &str, values: [f32; 3]) -> Vector {
    space().vector(text, &values).unwrap()
}

fn embedded(sequence: u32) -> Embedded {
    let message = sample::message(0, sequence, "").id;
    Embedded { sequence, message, at: Timestamp(i64::from(sequence) * 60_000) }
}

/// An index of one conversation with these vectors, all of Latin texts.
fn index_of(values: &[[f32; 3]]) -> Vectors {
    let mut vectors = Vectors::new(space());
    let key = |sequence| PartKey::of(sample::branch_id(0), sequence);
    let all: Vec<(u32, Vector)> = (0..).zip(values.iter().map(|values| vector("text", *values))).collect();
    for some in all.chunk_by(|one, other| key(one.0) == key(other.0)) {
        let mut part = VectorPart::new(space());
        for (sequence, vector) in some {
            part.put(embedded(*sequence), Purpose::Passage, vector).unwrap();
        }
        vectors.put_part(key(some[0].0), part).unwrap();
    }
    vectors
}

fn find(vectors: &Vectors, question: &Vector) -> Vec<Near> {
    vectors.find(question, &|_, _, _| true, 10).unwrap()
}

fn sequences(found: &[Near]) -> Vec<u32> {
    found.iter().map(|near| near.sequence).collect()
}
