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

#[cfg(test)]
mod tests {
    use super::{super::samples::kinds, *};
    use crate::texts::{UiLanguage, speak};

    fn sentence_of(error: EmbeddingsError) -> String {
        EmbedError::Failed(error).localized()
    }

    #[test]
    fn an_error_of_a_server_is_told_in_the_words_of_a_chat_unless_those_are_about_a_reply() {
        let about_a_reply = [Kind::ContextOverflow, Kind::BadRequest, Kind::ErrorInStream, Kind::CutOff];
        for language in UiLanguage::all() {
            speak(language);
            for kind in kinds() {
                let error = ModelError { status: Some(418), ..ModelError::new(kind, "{n} tokens at most.") };
                let sentence = sentence_of(EmbeddingsError::Refused(error.clone()));
                assert_eq!(
                    sentence.contains(&error.localized()),
                    !about_a_reply.contains(&kind),
                    "{kind:?}: {sentence}"
                );
                assert!(
                    sentence.contains("(HTTP 418)") && sentence.contains("{n} tokens at most"),
                    "{kind:?}: {sentence}"
                );
                assert!(!sentence.contains("/forget") || !about_a_reply.contains(&kind), "{kind:?}: {sentence}");
            }
        }
    }

    #[test]
    fn the_embedding_that_is_wrong_is_named_by_its_place_counted_from_one() {
        for language in UiLanguage::all() {
            speak(language);
            for (error, numbers) in [
                (EmbeddingsError::NotNumbers { text: 0 }, &["1"][..]),
                (EmbeddingsError::NotNumbers { text: 16 }, &["17"]),
                (EmbeddingsError::Dimension { text: 1, expected: 384, found: 768 }, &["2", "384", "768"]),
                (EmbeddingsError::Dimension { text: 3, expected: 0, found: 0 }, &["4"]),
                (EmbeddingsError::Count { expected: 16, found: 0 }, &["16", "0"]),
            ] {
                let sentence = sentence_of(error);
                let mut found: Vec<&str> = sentence.split(|letter: char| !letter.is_ascii_digit()).collect();
                found.retain(|number| !number.is_empty());
                found.sort_by_key(|number| numbers.iter().position(|wanted| wanted == number));
                assert_eq!(found, numbers, "{sentence}");
            }
        }
    }

    #[test]
    fn every_failure_ends_with_what_recall_does_meanwhile() {
        for language in UiLanguage::all() {
            speak(language);
            let failures = [
                EmbedError::NotReady,
                EmbedError::Unusable(VectorError::Dimension),
                EmbedError::Unusable(VectorError::NotFinite),
                EmbedError::Failed(EmbeddingsError::Unsupported),
                EmbedError::Failed(EmbeddingsError::TooLong),
                EmbedError::Failed(EmbeddingsError::Index),
                EmbedError::Failed(EmbeddingsError::Dimension { text: 0, expected: 0, found: 0 }),
                EmbedError::Failed(EmbeddingsError::Dimension { text: 0, expected: 1, found: 0 }),
            ];
            let sentences = failures.map(|failure| failure.localized());
            for (at, sentence) in sentences.iter().enumerate() {
                assert!(sentence.ends_with(embed_errors().until_then), "{sentence}");
                assert!(!sentence.contains('{') && !sentences[..at].contains(sentence), "{sentence}");
            }
        }
    }
}
