//! Asks an embedder for the vectors of some texts, and adds them to those of a part.

use super::run::Making;
use crate::{
    error::{ModelError, ModelErrorKind},
    id::MessageId,
    message::{MessageText, text_of},
    recall::{EmbedError, Embedder, Purpose},
    wire::embeddings::EmbeddingsError,
};
use futures_util::future::{Either, select};
use ricordo_recall::vectors::{Embedded, Space, Vector, VectorError, VectorPart};
use ricordo_text::excerpt::beginning;
use std::pin::pin;

/// Maximum number of tokens of a message to make its vector from: small models read 512 of their own.
pub const MOST_OF_A_MESSAGE: u32 = 350;

/// A text that no model has a reason to refuse.
const PLAIN: &str = "Hello";

/// A message with its vector.
pub(super) struct Made {
    pub(super) message: Embedded,
    pub(super) vector: Vector,
}

/// The vectors of some messages; `None` if it was cancelled. Texts that the model refuses have none, and are not asked for
/// again.
pub(super) async fn embedded<E: Embedder, V>(
    making: &Making<'_, E, V>,
    messages: &[&MessageText],
) -> Option<Result<Vec<Made>, EmbedError>> {
    let cancel = making.cancel;
    if cancel.is_cancelled() {
        return None;
    }
    match select(pin!(together_or_apart(making, messages)), pin!(cancel.cancelled())).await {
        Either::Left((made, _)) => Some(made),
        Either::Right(_) => None,
    }
}

/// The vectors of some messages. If the model refuses them, it is asked for each of them: one text must not keep the others
/// from their vectors.
async fn together_or_apart<E: Embedder, V>(
    making: &Making<'_, E, V>,
    messages: &[&MessageText],
) -> Result<Vec<Made>, EmbedError> {
    let passages: Vec<String> = messages.iter().map(|message| passage(message)).collect();
    let texts: Vec<&str> = passages.iter().map(String::as_str).collect();
    let together = match embed(making, messages, &texts).await {
        Err(error) if may_be_one_text(&error) && making.may_refuse() => error,
        made => return made,
    };
    let mut made = Vec::with_capacity(messages.len());
    for (message, text) in messages.iter().zip(&passages) {
        // That of a single text was refused just now.
        let before = (messages.len() == 1).then(|| together.clone());
        match shortened(making, message, (text, before)).await {
            Ok(more) => made.extend(more),
            Err(error) if may_be_one_text(&error) && making.may_refuse() && works(making, &error).await => {
                making.recall.index().vectors.refuse(message.id);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(made)
}

/// The vector of one message, of a shorter part of its text if the model refuses it. `before`: the answer for the text itself,
/// if it is known.
async fn shortened<E: Embedder, V>(
    making: &Making<'_, E, V>,
    message: &MessageText,
    (text, before): (&str, Option<EmbedError>),
) -> Result<Vec<Made>, EmbedError> {
    let mut answer = match before {
        Some(error) => Err(error),
        None => embed(making, &[message], &[text]).await,
    };
    for most in [MOST_OF_A_MESSAGE / 2, MOST_OF_A_MESSAGE / 4] {
        let may_be_long = matches!(
            &answer,
            Err(EmbedError::Failed(EmbeddingsError::Refused(_) | EmbeddingsError::FunctionThrew { .. }))
        );
        let short = beginning(text, most);
        if !may_be_long || short == text {
            break;
        }
        answer = embed(making, &[message], &[short]).await;
    }
    answer
}

/// Whether an error may be about a single text, so that others get vectors.
fn may_be_one_text(error: &EmbedError) -> bool {
    match error {
        EmbedError::Failed(EmbeddingsError::Refused(error)) => {
            matches!(error.kind, ModelErrorKind::BadRequest | ModelErrorKind::ContextOverflow)
                || may_be_the_server(error)
        }
        EmbedError::Failed(EmbeddingsError::NotNumbers { .. } | EmbeddingsError::FunctionThrew { .. })
        | EmbedError::Unusable(VectorError::NotFinite) => true,
        _ => false,
    }
}

/// Whether this is HTTP 500. Some servers answer so to certain texts every time, for example Ollama if a value is NaN; others
/// while they are broken.
fn may_be_the_server(error: &ModelError) -> bool {
    error.kind == ModelErrorKind::ServerError && error.status == Some(500)
}

/// Whether the model makes vectors at all. If it has made none in this run, it is asked for that of a word: a model that refuses
/// this one, too, has something else wrong with it. After an error that a broken server or program returns as well, it is asked
/// in any case.
async fn works<E: Embedder, V>(making: &Making<'_, E, V>, error: &EmbedError) -> bool {
    let may_be_broken = match error {
        EmbedError::Failed(EmbeddingsError::Refused(error)) => may_be_the_server(error),
        EmbedError::Failed(EmbeddingsError::FunctionThrew { .. }) => true,
        _ => false,
    };
    if may_be_broken || !making.works.get() {
        let made = vectors(making, &[PLAIN]).await;
        making.works.set(matches!(made.as_deref(), Ok([Some(_)])));
    }
    making.works.get()
}

/// The vectors of some messages, which are made of these texts. A text without a direction has none; where none of several has,
/// the model does not work.
async fn embed<E: Embedder, V>(
    making: &Making<'_, E, V>,
    messages: &[&MessageText],
    texts: &[&str],
) -> Result<Vec<Made>, EmbedError> {
    let all = vectors(making, texts).await?;
    let (mut made, mut without) = (Vec::with_capacity(all.len()), Vec::new());
    for (message, vector) in messages.iter().zip(all) {
        let MessageText { id, sequence, created_at, .. } = **message;
        match vector {
            Some(vector) => made.push(Made { message: Embedded { sequence, message: id, at: created_at }, vector }),
            None => without.push(id),
        }
    }
    if made.is_empty() && messages.len() > 1 {
        return Err(EmbedError::Unusable(VectorError::Zero));
    }
    making.works.set(making.works.get() || !made.is_empty());
    for id in without.into_iter().filter(|_| making.works.get() && making.may_refuse()) {
        making.recall.index().vectors.refuse(id);
    }
    Ok(made)
}

/// The vectors of some texts, all of the dimension of the first answer; `None` for a text without a direction.
async fn vectors<E: Embedder, V>(making: &Making<'_, E, V>, texts: &[&str]) -> Result<Vec<Option<Vector>>, EmbedError> {
    let embedder = making.run.embedder;
    let all = embedder.embed(texts, Purpose::Passage).await?;
    if all.len() != texts.len() {
        return Err(EmbedError::Failed(EmbeddingsError::Count { expected: texts.len(), found: all.len() }));
    }
    let expected = making.dimension.get().unwrap_or_else(|| all.first().map_or(0, Vec::len));
    making.dimension.set(Some(expected));
    if let Some((text, found)) = (0..).zip(all.iter().map(Vec::len)).find(|(_, found)| *found != expected) {
        return Err(EmbedError::Failed(EmbeddingsError::Dimension { text, expected, found }));
    }
    let space = Space::new(embedder.id(), expected).map_err(EmbedError::Unusable)?;
    let vector = |(text, values): (&&str, Vec<f32>)| match space.vector(text, &values) {
        Ok(vector) => Ok(Some(vector)),
        Err(VectorError::Zero) => Ok(None),
        Err(error) => Err(EmbedError::Unusable(error)),
    };
    texts.iter().zip(all).map(vector).collect()
}

/// The text that the vector of a message is made of.
fn passage(message: &MessageText) -> String {
    let text = text_of(&message.parts);
    let author = message.author.as_ref().map(|author| format!("{}: ", author.name)).unwrap_or_default();
    beginning(&format!("{author}{}", text.trim()), MOST_OF_A_MESSAGE).to_owned()
}

/// The vectors of the messages that still exist: the earlier ones, and new ones.
pub(super) fn with_vectors(before: Option<&VectorPart>, made: &[Made], texts: &[MessageText]) -> Option<VectorPart> {
    let space = made.first()?.vector.space();
    let is_there = |id: MessageId| texts.iter().any(|message| message.id == id);
    let before = before.filter(|before| before.space() == space).cloned();
    let mut part = before.unwrap_or_else(|| VectorPart::new(space.clone()));
    part.retain(is_there);
    for Made { message, vector } in made.iter().filter(|made| is_there(made.message.message)) {
        // All vectors of a run have the same dimension.
        let _ = part.put(*message, Purpose::Passage, vector);
    }
    Some(part).filter(|part| !part.is_empty())
}
