//! What the inspector shows: the request that would be sent now, and the one that was sent last.

use leptos::prelude::*;
use ricordo_core::{compile::Compiled, id::ConversationId, message::Usage};

/// Which of the two is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// What would be sent now.
    Next,
    /// What was sent last.
    Sent,
}

/// A request that was sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Sent {
    /// In which conversation.
    pub conversation: ConversationId,
    /// The request.
    pub compiled: Compiled,
    /// What the provider counted, once it has told.
    pub usage: Option<Usage>,
}

/// What the inspector knows.
#[derive(Clone, Copy)]
pub struct Inspection {
    /// What would be sent now, or why it cannot be sent.
    pub next: RwSignal<Option<Result<Compiled, String>>>,
    /// What was sent last in the open conversation.
    pub sent: RwSignal<Option<Sent>>,
    /// Which of the two is shown.
    pub view: RwSignal<View>,
}

impl Inspection {
    /// Nothing yet.
    pub fn new() -> Self {
        Self { next: RwSignal::new(None), sent: RwSignal::new(None), view: RwSignal::new(View::Next) }
    }

    /// A request leaves.
    pub fn leaves(self, conversation: ConversationId, compiled: Compiled) {
        self.sent.set(Some(Sent { conversation, compiled, usage: None }));
        self.view.set(View::Sent);
    }

    /// The provider told what it counted.
    pub fn counted(self, conversation: ConversationId, usage: Usage) {
        self.sent.update(|sent| {
            if let Some(sent) = sent.as_mut().filter(|sent| sent.conversation == conversation) {
                sent.usage = Some(usage);
            }
        });
    }

    /// Another conversation is open.
    pub fn clear(self) {
        self.next.set(None);
        self.sent.set(None);
        self.view.set(View::Next);
    }

    /// The size of the next prompt and its budget, in tokens.
    pub fn gauge(self) -> Option<(u32, u32)> {
        self.next.with(|next| match next {
            Some(Ok(compiled)) => Some((compiled.tokens, compiled.budget)),
            _ => None,
        })
    }
}
