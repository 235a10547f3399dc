//! What recall found for a query.

use super::compiled::{found, source};
use crate::api_error::name_of;
use ricordo_core::{
    compile::{RecalledContent, RecalledMessage},
    manifest::SourceId,
    session::RecalledHere,
};
use serde_json::{Value, json};

/// A piece with its texts.
pub(crate) fn recalled(here: &RecalledHere) -> Value {
    let RecalledHere { piece, conversation } = here;
    let mut plain = found(piece.kind(), &piece.sources(), &piece.matched, &piece.reason);
    plain["conversation"] = json!(conversation);
    plain["texts"] = match &piece.content {
        RecalledContent::Memory { source: of, text } => json!([{ "source": source(of), "text": text }]),
        RecalledContent::Conversation(messages) => messages.iter().map(text).collect(),
        RecalledContent::Document(document) => {
            let chunks = document.chunks.iter().map(
                |chunk| json!({ "source": source(&SourceId::Chunk(document.id, chunk.number)), "text": chunk.text }),
            );
            chunks.collect()
        }
    };
    plain
}

fn text(message: &RecalledMessage) -> Value {
    let mut plain = json!({
        "source": source(&SourceId::Message(message.id)),
        "text": message.text,
        "role": name_of(&message.role),
        "createdAt": message.written.at.0,
    });
    if let Some(author) = &message.author {
        plain["author"] = super::message::author(author);
    }
    plain
}
