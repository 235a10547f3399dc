//! A reply while it streams in: events become parts, parts become a draft, the draft becomes a message.

use crate::{
    compile::{TOKENS_PER_MESSAGE, message_tokens},
    draft::ReplyDraft,
    message::{Finish, Message, Part, Role, Usage},
    model::ChatEvent,
    wire::unopened_thoughts,
};

/// Gathers the events of one reply.
#[derive(Debug)]
pub(super) struct Reply {
    /// What has arrived.
    pub(super) draft: ReplyDraft,
    /// The model's own word on why it ended.
    pub(super) finish: Option<Finish>,
    /// What the provider reported last.
    pub(super) usage: Option<Usage>,
    /// Whether something arrived since [`Reply::take_unsaved`].
    unsaved: bool,
    /// Where the tool call of an index is in the parts.
    tool_calls: Vec<(u32, usize)>,
}

impl Reply {
    pub(super) fn new(draft: ReplyDraft) -> Self {
        Self { draft, finish: None, usage: None, unsaved: false, tool_calls: Vec::new() }
    }

    pub(super) fn take(&mut self, event: ChatEvent) {
        self.unsaved = true;
        match event {
            ChatEvent::Text { text: more } => match self.draft.parts.last_mut() {
                Some(Part::Text { text }) => text.push_str(&more),
                _ => self.draft.parts.push(Part::Text { text: more }),
            },
            ChatEvent::Reasoning { text: more } => match self.draft.parts.last_mut() {
                Some(Part::Reasoning { text }) => text.push_str(&more),
                _ => self.draft.parts.push(Part::Reasoning { text: more }),
            },
            ChatEvent::ToolCall { index, id, name, arguments } => self.tool_call(index, id, name, &arguments),
            ChatEvent::Finish { finish } => self.finish = Some(finish),
            ChatEvent::Usage { usage } => self.usage = Some(usage),
            ChatEvent::Model { model } => self.draft.model = model,
        }
    }

    fn tool_call(&mut self, index: u32, id: Option<String>, name: Option<String>, more: &str) {
        let position = match self.tool_calls.iter().find(|(known, _)| *known == index) {
            Some((_, position)) => *position,
            None => {
                self.draft.parts.push(Part::ToolCall {
                    id: String::new(),
                    name: String::new(),
                    arguments: String::new(),
                });
                self.tool_calls.push((index, self.draft.parts.len() - 1));
                self.draft.parts.len() - 1
            }
        };
        if let Some(Part::ToolCall { id: own_id, name: own_name, arguments }) = self.draft.parts.get_mut(position) {
            own_id.clone_from(&id.unwrap_or_else(|| own_id.clone()));
            own_name.clone_from(&name.unwrap_or_else(|| own_name.clone()));
            arguments.push_str(more);
        }
    }

    /// The draft to store, if something arrived since the last time.
    pub(super) fn take_unsaved(&mut self) -> Option<ReplyDraft> {
        std::mem::take(&mut self.unsaved).then(|| self.draft.clone())
    }

    /// Where only the end of thoughts was marked, what came before it turns out to be thoughts once all is there.
    pub(super) fn tell_thoughts_apart(&mut self) {
        let Some(Part::Text { text }) = self.draft.parts.first() else { return };
        let Some((thoughts, reply)) = unopened_thoughts(text) else { return };
        let parts = [Part::Reasoning { text: thoughts.to_owned() }, Part::Text { text: reply.to_owned() }];
        self.draft.parts.splice(..1, parts);
    }

    /// Whether a model said nothing: no words, no tool call.
    pub(super) fn is_empty(&self) -> bool {
        !self.draft.parts.iter().any(|part| match part {
            Part::Text { text } => !text.trim().is_empty(),
            part => !matches!(part, Part::Reasoning { .. }),
        })
    }

    pub(super) fn into_message(self, finish: Finish) -> Message {
        message_of(&self.draft, finish, self.usage)
    }
}

/// The message that a draft becomes.
pub(super) fn message_of(draft: &ReplyDraft, finish: Finish, usage: Option<Usage>) -> Message {
    Message {
        id: draft.message,
        conversation: draft.conversation,
        branch: draft.branch,
        sequence: draft.sequence,
        role: Role::Assistant,
        author: None,
        tokens: if draft.parts.is_empty() { TOKENS_PER_MESSAGE } else { message_tokens(&draft.parts) },
        parts: draft.parts.clone(),
        reply_to: None,
        created_at: draft.started_at,
        offset_minutes: None,
        model: Some(draft.model.clone()),
        finish: Some(finish),
        usage,
        tokens_before: draft.tokens_before,
        exact: None,
    }
}
