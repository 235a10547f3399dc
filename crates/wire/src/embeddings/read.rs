//! Reads the body of a response.

use super::{EmbeddingsError, Shape};
use crate::{
    json::{Mender, next_value},
    server_message::is_markup,
    stream_error::reported_error,
};
use base64::{
    Engine as _,
    engine::{DecodePaddingMode, GeneralPurpose, general_purpose::PAD},
};
use serde_json::Value;

/// Some servers leave the padding out.
const BASE64: GeneralPurpose =
    GeneralPurpose::new(&base64::alphabet::STANDARD, PAD.with_decode_padding_mode(DecodePaddingMode::Indifferent));

/// The JSON object of a body.
pub(super) fn object(body: &[u8]) -> Option<Value> {
    let text = std::str::from_utf8(body).ok()?.trim_start_matches('\u{feff}');
    if is_markup(text) {
        return None;
    }
    // Python writes `NaN`, which is not JSON. As `null` it is reported as what it is.
    let text = Mender::default().mend(text);
    let (value, rest) = next_value(&text)?.ok()?;
    (value.is_object() && rest.trim().is_empty()).then_some(value)
}

/// One vector for each text, in their order. Their dimensions are not checked.
pub(super) fn vectors(shape: Shape, reply: &Value, count: usize) -> Result<Vec<Vec<f32>>, EmbeddingsError> {
    let name = match shape {
        Shape::OpenAi => "data",
        Shape::Ollama => "embeddings",
    };
    let list = reply.get(name).and_then(Value::as_array);
    if let Some(error) = reported_error(reply, list.is_none()) {
        return Err(EmbeddingsError::Refused(error));
    }
    let list = list.ok_or(EmbeddingsError::NoVectors)?;
    if list.len() != count {
        return Err(EmbeddingsError::Count { expected: count, found: list.len() });
    }
    match shape {
        Shape::OpenAi => by_index(list),
        Shape::Ollama => list.iter().enumerate().map(|(text, vector)| numbers(vector, text)).collect(),
    }
}

/// The vectors of OpenAI's list. The index decides which text a vector belongs to, not the place in the list. The place
/// stands for an index that is missing: some servers write none, and Gemini leaves it out where it is zero.
fn by_index(list: &[Value]) -> Result<Vec<Vec<f32>>, EmbeddingsError> {
    let mut vectors: Vec<Option<Vec<f32>>> = vec![None; list.len()];
    for (place, entry) in list.iter().enumerate() {
        let text = match entry.get("index") {
            None | Some(Value::Null) => place,
            Some(index) => {
                let index = index.as_u64().and_then(|index| usize::try_from(index).ok());
                index.ok_or(EmbeddingsError::Index)?
            }
        };
        let vector = vectors.get_mut(text).filter(|vector| vector.is_none()).ok_or(EmbeddingsError::Index)?;
        *vector = Some(numbers(entry.get("embedding").ok_or(EmbeddingsError::NoVectors)?, text)?);
    }
    vectors.into_iter().collect::<Option<_>>().ok_or(EmbeddingsError::Index)
}

/// A vector: a list of numbers, or base64 of little-endian numbers of 32 bits.
fn numbers(vector: &Value, text: usize) -> Result<Vec<f32>, EmbeddingsError> {
    let numbers: Option<Vec<f32>> = match vector {
        Value::Array(values) => values.iter().map(|value| Some(value.as_f64()? as f32)).collect(),
        Value::String(encoded) => decoded(encoded),
        _ => None,
    };
    numbers
        .filter(|numbers| numbers.iter().all(|number| number.is_finite()))
        .ok_or(EmbeddingsError::NotNumbers { text })
}

fn decoded(encoded: &str) -> Option<Vec<f32>> {
    let bytes = BASE64.decode(encoded.trim()).ok()?;
    let (numbers, rest) = bytes.as_chunks();
    rest.is_empty().then(|| numbers.iter().map(|number| f32::from_le_bytes(*number)).collect())
}

/// Checks that all vectors have one dimension.
pub(super) fn one_dimension(vectors: Vec<Vec<f32>>) -> Result<Vec<Vec<f32>>, EmbeddingsError> {
    let expected = vectors.first().map_or(0, Vec::len);
    let wrong = (0..).zip(&vectors).find(|(_, vector)| vector.is_empty() || vector.len() != expected);
    match wrong {
        Some((text, vector)) => Err(EmbeddingsError::Dimension { text, expected, found: vector.len() }),
        None => Ok(vectors),
    }
}
