//! Records for the tests of the page.

use super::Asked;
use ricordo_core::{
    compile::Compiled,
    conversation::Conversation,
    digest::Digest,
    error::{Failure, ModelError, ModelErrorKind},
    id::{ConversationId, MemoryId, MessageId, ProviderId, SummaryId},
    inspect::Inspected,
    layer::WindowFormat,
    memory::{Memory, MemoryState},
    message::{Author, Finish, Message, Role, Usage},
    model::ChatRequest,
    provider::{Provider, ProviderKind},
    settings::Language,
    snapshot::Snapshot,
    summary::{Summary, SummaryKind},
    testing::sample,
    time::Timestamp,
};
use std::sync::Arc;

/// Id of a conversation.
pub fn conversation_id(number: u8) -> ConversationId {
    ConversationId::new(Timestamp(number.into()), [7; 10])
}

/// Id of the message with this sequence.
pub fn message_id(sequence: u32) -> MessageId {
    MessageId::new(Timestamp(sequence.into()), [1; 10])
}

/// Message of conversation 1, with an id that follows from its sequence.
pub fn message(sequence: u32, role: Role, text: &str) -> Message {
    Message {
        id: message_id(sequence),
        conversation: conversation_id(1),
        role,
        created_at: Timestamp(sequence.into()),
        model: None,
        finish: None,
        tokens: 1,
        tokens_before: sequence.into(),
        ..sample::message(1, sequence, text)
    }
}

/// Reply that ended with `finish`.
pub fn reply(sequence: u32, text: &str, finish: Finish) -> Message {
    Message { finish: Some(finish), ..message(sequence, Role::Assistant, text) }
}

/// How a reply ends with an error.
pub fn failed(kind: ModelErrorKind, retry_after_ms: Option<u64>) -> Finish {
    let error = ModelError { retry_after_ms, ..ModelError::new(kind, "detail") };
    Finish::Failed { failure: Failure { error, at: Timestamp(0) } }
}

/// Conversation with this number and title, last used at `used`.
pub fn conversation(number: u8, title: &str, used: Timestamp) -> Conversation {
    Conversation {
        id: conversation_id(number),
        title: title.to_owned(),
        created_at: used,
        updated_at: used,
        ..sample::conversation(number.into())
    }
}

/// Conversation 1 with these messages.
pub fn snapshot(messages: Vec<Message>) -> Snapshot {
    Snapshot {
        conversation: conversation(1, "Title", Timestamp(0)),
        project: None,
        branches: vec![sample::branch(1)],
        messages,
        earlier: Vec::new(),
        forgets: Vec::new(),
        marks: Vec::new(),
        memories: Vec::new(),
        summaries: Vec::new(),
        user_data: Default::default(),
        counter: Default::default(),
        reply_draft: None,
        composer_draft: None,
    }
}

/// Server with this number, whose model is `model`.
pub fn server(number: u8, model: &str) -> Provider {
    Provider {
        id: ProviderId::new(Timestamp(number.into()), [number; 10]),
        name: format!("Server {number}"),
        base_url: format!("http://127.0.0.1:{number}/v1"),
        model: model.to_owned(),
        context_tokens: None,
        supports_images: false,
        ..sample::provider(number.into())
    }
}

/// Memory with this number.
pub fn memory(number: u8, text: &str, state: MemoryState) -> Memory {
    Memory {
        id: MemoryId::new(Timestamp(number.into()), [number; 10]),
        text: text.to_owned(),
        state,
        source: None,
        pinned: false,
        created_at: Timestamp(0),
        updated_at: Timestamp(0),
        last_used_at: None,
        uses: 0,
        typed: false,
        field: None,
        about: None,
        scope: Default::default(),
        key_words: Vec::new(),
    }
}

/// Request of this size in tokens, which is also its digest. It has no layers.
pub fn asked(tokens: u32, max_response_tokens: u32, usage: Option<Usage>) -> Asked {
    let inspected = Inspected {
        request: Ok(ChatRequest::default()),
        provider: Some(ProviderKind::OpenAiCompatible),
        model: "m".to_owned(),
        layers: Vec::new(),
        pieces: Vec::new(),
        omitted: Vec::new(),
        recalled: Vec::new(),
        warnings: Vec::new(),
        next_cut: None,
        tokens,
        estimate: Default::default(),
        budget: 8_000,
        max_response_tokens,
        digest: Digest(tokens.into()),
    };
    Asked { inspected: Arc::new(inspected), reply: None, at: None, usage }
}

/// Compiled request of this size and budget in tokens. It has no layers.
pub fn compiled(tokens: u32, budget: u32) -> Compiled {
    let user = Author { name: "You".to_owned(), username: None, id: None };
    let mut compiled = Compiled {
        request: ChatRequest::default(),
        layers: Vec::new(),
        origins: Vec::new(),
        omitted: Vec::new(),
        recalled: Vec::new(),
        warnings: Vec::new(),
        next_cut: None,
        format: WindowFormat {
            group: false,
            stamp: false,
            clock: false,
            language: Language::En,
            user,
            bot_name: String::new(),
            images: false,
            tool_messages: false,
            offset_minutes: 0,
            notes_in_language: true,
            tells_made_images: true,
            sent_back_to: None,
        },
        tokens,
        budget,
        estimate: Default::default(),
        shares: Vec::new(),
        provider: ProviderKind::OpenAiCompatible,
    };
    // Requests of different sizes are different requests.
    compiled.request.max_response_tokens = tokens;
    compiled
}

/// Summary of a conversation, or of all.
pub fn summary(kind: SummaryKind, conversation: Option<ConversationId>) -> Summary {
    Summary {
        id: SummaryId::new(Timestamp(0), [4; 10]),
        kind,
        conversation,
        text: "What was said.".to_owned(),
        coverage: Vec::new(),
        tokens_before: 1_000,
        tokens: 100,
        created_at: Timestamp(0),
        ..sample::compressed(1, 0, 0, 0)
    }
}
