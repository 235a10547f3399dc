//! Asks an embedder for the vectors of some texts, and adds them to those of a part.

use super::run::Making;
use crate::{
    id::MessageId,
    message::{MessageText, text_of},
    recall::{EmbedError, Embedder, Purpose},
    wire::embeddings::EmbeddingsError,
};
use futures_util::future::{Either, select};
use ricordo_recall::vectors::{Embedded, Space, Vector, VectorError, VectorPart};
use ricordo_text::excerpt::cut;
use std::{cell::Cell, pin::pin};

/// Maximum number of tokens of a message to make its vector from: small models read 512 of their own.
pub const MOST_OF_A_MESSAGE: u32 = 350;

/// A message with its vector.
pub(super) struct Made {
    pub(super) message: Embedded,
    pub(super) vector: Vector,
}

/// The vectors of some messages; `None` if it was cancelled.
pub(super) async fn embedded<E: Embedder, V>(
    making: &Making<'_, E, V>,
    messages: &[&MessageText],
) -> Option<Result<Vec<Made>, EmbedError>> {
    let cancel = making.cancel;
    if cancel.is_cancelled() {
        return None;
    }
    let made = embed(making.run.embedder, messages, &making.dimension);
    match select(pin!(made), pin!(cancel.cancelled())).await {
        Either::Left((made, _)) => Some(made),
        Either::Right(_) => None,
    }
}

/// The vectors of some messages, all of the dimension of the first answer. A text without a direction has none; where none
/// of several has, the model does not work.
async fn embed(
    embedder: &impl Embedder,
    messages: &[&MessageText],
    dimension: &Cell<Option<usize>>,
) -> Result<Vec<Made>, EmbedError> {
    let passages: Vec<String> = messages.iter().map(|message| passage(message)).collect();
    let texts: Vec<&str> = passages.iter().map(String::as_str).collect();
    let all = embedder.embed(&texts, Purpose::Passage).await?;
    if all.len() != texts.len() {
        return Err(EmbedError::Failed(EmbeddingsError::Count { expected: texts.len(), found: all.len() }));
    }
    let expected = dimension.get().unwrap_or_else(|| all.first().map_or(0, Vec::len));
    dimension.set(Some(expected));
    if let Some((text, found)) = (0..).zip(all.iter().map(Vec::len)).find(|(_, found)| *found != expected) {
        return Err(EmbedError::Failed(EmbeddingsError::Dimension { text, expected, found }));
    }
    let space = Space::new(embedder.id(), expected).map_err(EmbedError::Unusable)?;
    let mut made = Vec::with_capacity(all.len());
    for ((message, text), values) in messages.iter().zip(texts).zip(all) {
        let MessageText { id, sequence, created_at, .. } = **message;
        match space.vector(text, &values) {
            Ok(vector) => made.push(Made { message: Embedded { sequence, message: id, at: created_at }, vector }),
            Err(VectorError::Zero) => {}
            Err(error) => return Err(EmbedError::Unusable(error)),
        }
    }
    if made.is_empty() && messages.len() > 1 {
        return Err(EmbedError::Unusable(VectorError::Zero));
    }
    Ok(made)
}

/// The text that the vector of a message is made of.
fn passage(message: &MessageText) -> String {
    let text = text_of(&message.parts);
    let author = message.author.as_ref().map(|author| format!("{}: ", author.name)).unwrap_or_default();
    cut(&format!("{author}{}", text.trim()), MOST_OF_A_MESSAGE)
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
