//! Why there are no vectors for recall by meaning.

use super::{
    Localized,
    model::{model_error_detail, status},
};
use crate::texts::fill;
use ricordo_core::{
    error::{ModelError, ModelErrorKind as Kind},
    recall::{EmbedError, VectorError},
    wire::embeddings::EmbeddingsError,
};

include!(concat!(env!("OUT_DIR"), "/texts/errors_embeddings.rs"));

impl Localized for EmbedError {
    fn localized(&self) -> String {
        let texts = embed_errors();
        let sentence = match self {
            Self::NotReady => texts.not_ready.to_owned(),
            Self::Failed(EmbeddingsError::Refused(error)) => refused(error),
            Self::Failed(error) => failed(error),
            Self::Unusable(error) => unusable(*error),
        };
        format!("{sentence} {}", texts.until_then)
    }
}

/// The sentence of the model's error, except where that is about a reply.
fn refused(error: &ModelError) -> String {
    let texts = embeddings_errors();
    let [happened, to_do] = match error.kind {
        Kind::ContextOverflow => &texts.context_overflow,
        Kind::BadRequest => &texts.bad_request,
        Kind::ErrorInStream => &texts.error_in_stream,
        Kind::CutOff => &texts.cut_off,
        _ => return fill(embed_errors().refused, &[("error", &error.localized())]),
    };
    let happened = format!("{happened}{}", status(error));
    match error.detail.trim().trim_end_matches('.') {
        "" => sentence(&happened, to_do),
        detail => sentence(&happened, &format!("{} {to_do}", fill(model_error_detail().server, &[("detail", detail)]))),
    }
}

fn failed(error: &EmbeddingsError) -> String {
    let texts = embeddings_errors();
    // Counted from 1 on screen.
    let place = |text: &usize| (text + 1).to_string();
    let pair = match error {
        EmbeddingsError::Unsupported => &texts.unsupported,
        EmbeddingsError::Refused(error) => return refused(error),
        EmbeddingsError::NoVectors => &texts.no_vectors,
        EmbeddingsError::TooLong => &texts.too_long,
        EmbeddingsError::FunctionThrew { .. } => &texts.function_threw,
        EmbeddingsError::Count { .. } => &texts.count,
        EmbeddingsError::Index => &texts.index,
        EmbeddingsError::NotNumbers { .. } => &texts.not_numbers,
        EmbeddingsError::Dimension { expected: 0, .. } => &texts.empty,
        EmbeddingsError::Dimension { .. } => &texts.dimension,
    };
    let [happened, to_do] = pair;
    let happened = match error {
        EmbeddingsError::FunctionThrew { message } => fill(happened, &[("message", message)]),
        EmbeddingsError::Count { expected, found } => {
            fill(happened, &[("expected", &expected.to_string()), ("found", &found.to_string())])
        }
        EmbeddingsError::NotNumbers { text } => fill(happened, &[("text", &place(text))]),
        EmbeddingsError::Dimension { text, expected, found } => {
            let (expected, found) = (expected.to_string(), found.to_string());
            fill(happened, &[("text", &place(text)), ("expected", &expected), ("found", &found)])
        }
        _ => (*happened).to_owned(),
    };
    sentence(&happened, to_do)
}

fn unusable(error: VectorError) -> String {
    let texts = embeddings_errors();
    let [happened, to_do] = match error {
        VectorError::Dimension => &texts.too_large,
        _ => &texts.not_comparable,
    };
    sentence(happened, to_do)
}

fn sentence(happened: &str, to_do: &str) -> String {
    fill(embed_errors().failed, &[("happened", happened), ("to_do", to_do)])
}
