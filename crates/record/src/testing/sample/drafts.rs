//! Samples of what is not a message yet: an unfinished reply, an unsent input, and a message that waits.

use super::{blob, branch_id, conversation_id, message, people::author};
use crate::{
    branch::Sequence,
    draft::{ComposerDraft, ReplyDraft},
    message::{Part, SentBack},
    queued::QueuedMessage,
    time::Timestamp,
};

/// A reply being streamed, at the position of the message of [`message`].
pub fn reply_draft(seed: u32, sequence: Sequence) -> ReplyDraft {
    ReplyDraft {
        conversation: conversation_id(seed),
        message: message(seed, sequence, "").id,
        branch: branch_id(seed),
        sequence,
        tokens_before: u64::from(sequence) * 10,
        parts: vec![
            Part::Reasoning { text: "Hm.".to_owned() },
            Part::ToolCall {
                id: "call-1".to_owned(),
                name: "list_tasks".to_owned(),
                arguments: "{\"brok".to_owned(),
                back: Some(Box::new(SentBack {
                    server: "https://api.example".to_owned(),
                    reasoning: true,
                    extra_content: Some("{}".to_owned()),
                    reasoning_details: Some("[]".to_owned()),
                })),
            },
        ],
        model: "scripted".to_owned(),
        started_at: Timestamp(1),
        saved_at: Timestamp(2),
    }
}

/// An unsent input.
pub fn composer_draft(seed: u32) -> ComposerDraft {
    ComposerDraft {
        images: vec![Part::Image {
            blob: blob(seed).id,
            media_type: "image/png".to_owned(),
            width: Some(16),
            height: Some(16),
            alt: "A dot".to_owned(),
        }],
        reply_to: Some(message(seed, 0, "Words").id),
        ..ComposerDraft::text(conversation_id(seed), "Half a th")
    }
}

/// A message that waits in the conversation of a seed. Higher numbers are newer.
pub fn queued_message(seed: u32, number: u32) -> QueuedMessage {
    QueuedMessage {
        message: message(seed, number, "").id,
        draft: composer_draft(seed),
        author: Some(author()),
        position: number,
        created_at: Timestamp(8_000),
    }
}
