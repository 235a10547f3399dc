//! Asks an embedder for the vectors of some texts, and adds them to those of a part.

use crate::{
    cancel::Cancel,
    id::MessageId,
    message::{MessageText, text_of},
    recall::{EmbedError, Embedder, Purpose},
    wire::embeddings::EmbeddingsError,
};
use futures_util::future::{Either, select};
use ricordo_recall::vectors::{Embedded, Space, Vector, VectorError, VectorPart};
use ricordo_text::excerpt::cut;
use std::pin::pin;

/// Most tokens of a message that its vector is made of: small models read 512 of their own.
pub const MOST_OF_A_MESSAGE: u32 = 350;

/// A message with its vector.
pub(super) struct Made {
    pub(super) message: Embedded,
    pub(super) vector: Vector,
}

/// The vectors of some messages; `None`: it was cancelled.
pub(super) async fn embedded(
    embedder: &impl Embedder,
    messages: &[&MessageText],
    cancel: &Cancel,
) -> Option<Result<Vec<Made>, EmbedError>> {
    if cancel.is_cancelled() {
        return None;
    }
    match select(pin!(embed(embedder, messages)), pin!(cancel.cancelled())).await {
        Either::Left((made, _)) => Some(made),
        Either::Right(_) => None,
    }
}

/// The vectors of some messages. A text without a direction has none.
async fn embed(embedder: &impl Embedder, messages: &[&MessageText]) -> Result<Vec<Made>, EmbedError> {
    let passages: Vec<String> = messages.iter().map(|message| passage(message)).collect();
    let texts: Vec<&str> = passages.iter().map(String::as_str).collect();
    let all = embedder.embed(&texts, Purpose::Passage).await?;
    if all.len() != texts.len() {
        return Err(EmbedError::Failed(EmbeddingsError::Count { expected: texts.len(), found: all.len() }));
    }
    let dimension = all.first().map_or(0, Vec::len);
    let space = Space::new(embedder.id(), dimension).map_err(EmbedError::Unusable)?;
    let mut made = Vec::with_capacity(all.len());
    for ((message, text), values) in messages.iter().zip(texts).zip(all) {
        let MessageText { id, sequence, created_at, .. } = **message;
        match space.vector(text, &values) {
            Ok(vector) => made.push(Made { message: Embedded { sequence, message: id, at: created_at }, vector }),
            Err(VectorError::Zero) => {}
            Err(error) => return Err(EmbedError::Unusable(error)),
        }
    }
    Ok(made)
}

/// The text that the vector of a message is made of.
fn passage(message: &MessageText) -> String {
    let text = text_of(&message.parts);
    let author = message.author.as_ref().map(|author| format!("{}: ", author.name)).unwrap_or_default();
    cut(&format!("{author}{}", text.trim()), MOST_OF_A_MESSAGE)
}

/// The vectors of the messages that are still there: those of before, and new ones.
pub(super) fn with_vectors(before: Option<&VectorPart>, made: &[Made], texts: &[MessageText]) -> Option<VectorPart> {
    let space = made.first()?.vector.space();
    let is_there = |id: MessageId| texts.iter().any(|message| message.id == id);
    let before = before.filter(|before| before.space() == space).cloned();
    let mut part = before.unwrap_or_else(|| VectorPart::new(space.clone()));
    part.retain(is_there);
    for Made { message, vector } in made.iter().filter(|made| is_there(made.message.message)) {
        // All vectors of one call have the same dimension; those of another are made again.
        let _ = part.put(*message, Purpose::Passage, vector);
    }
    Some(part).filter(|part| !part.is_empty())
}
