//! A reply while it streams: events become parts, parts become a draft, the draft becomes a message.

use crate::{
    compile::{TOKENS_PER_MESSAGE, message_tokens},
    draft::ReplyDraft,
    id::BlobId,
    message::{Finish, Message, Part, Role, SentBack, Usage},
    model::ChatEvent,
    record::{Blob, Record},
    time::Timestamp,
    wire::unopened_thoughts,
};

/// The longest note about an image, in tokens, in any of the languages.
const TOKENS_PER_NOTE: u32 = 64;

/// Collects the events of one reply.
#[derive(Debug)]
pub(super) struct Reply {
    /// What has arrived so far.
    pub(super) draft: ReplyDraft,
    /// The reason for the end, as the model reported it.
    pub(super) finish: Option<Finish>,
    /// The last usage that the provider reported.
    pub(super) usage: Option<Usage>,
    /// Images of the reply. They are stored with the draft that names them.
    images: Vec<Blob>,
    /// Number of `images` that are stored.
    stored_images: usize,
    /// Whether something arrived since [`Reply::take_unsaved`].
    unsaved: bool,
    /// Whether it is on a branch beside the active one.
    is_beside: bool,
    /// Address of the server that is asked.
    server: String,
    /// Index of a tool call, and its position in the parts.
    tool_calls: Vec<(u32, usize)>,
    /// When the request was sent.
    sent_at: Timestamp,
    /// Time from then to the first word, in milliseconds.
    first_word_ms: Option<u32>,
}

impl Reply {
    pub(super) fn new(draft: ReplyDraft, is_beside: bool, server: String) -> Self {
        Self {
            draft,
            finish: None,
            usage: None,
            images: Vec::new(),
            stored_images: 0,
            unsaved: false,
            is_beside,
            server,
            tool_calls: Vec::new(),
            sent_at: Timestamp::default(),
            first_word_ms: None,
        }
    }

    /// The request is sent now.
    pub(super) fn sent(&mut self, at: Timestamp) {
        self.sent_at = at;
    }

    /// Text arrives at this time.
    pub(super) fn word(&mut self, at: Timestamp) {
        self.first_word_ms.get_or_insert(passed(self.sent_at, at));
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
            ChatEvent::SentBack { index, reasoning, extra_content, reasoning_details } => {
                let server = self.server.clone();
                self.sent_back(index, SentBack { server, reasoning, extra_content, reasoning_details });
            }
            ChatEvent::Finish { finish } => self.finish = Some(finish),
            ChatEvent::Usage { usage } => self.usage = Some(usage),
            ChatEvent::Model { model } => self.draft.model = model,
            // Needs a new id: see `Reply::image`.
            ChatEvent::Image { .. } | ChatEvent::SentAgain => {}
        }
    }

    /// Adds an image under a new id. Ignores an image that the server sends twice.
    pub(super) fn image(&mut self, id: BlobId, media_type: String, bytes: Vec<u8>) {
        if self.images.iter().any(|image| image.bytes == bytes) {
            return;
        }
        self.unsaved = true;
        let named = media_type.clone();
        self.draft.parts.push(Part::Image {
            blob: id,
            media_type: named,
            width: None,
            height: None,
            alt: String::new(),
        });
        self.images.push(Blob { id, conversation: self.draft.conversation, media_type, bytes });
    }

    fn tool_call(&mut self, index: u32, id: Option<String>, name: Option<String>, more: &str) {
        let position = match self.tool_calls.iter().find(|(known, _)| *known == index) {
            Some((_, position)) => *position,
            None => {
                self.draft.parts.push(Part::ToolCall {
                    id: String::new(),
                    name: String::new(),
                    arguments: String::new(),
                    back: None,
                });
                self.tool_calls.push((index, self.draft.parts.len() - 1));
                self.draft.parts.len() - 1
            }
        };
        if let Some(Part::ToolCall { id: own_id, name: own_name, arguments, .. }) = self.draft.parts.get_mut(position) {
            own_id.clone_from(&id.unwrap_or_else(|| own_id.clone()));
            own_name.clone_from(&name.unwrap_or_else(|| own_name.clone()));
            arguments.push_str(more);
        }
    }

    fn sent_back(&mut self, index: u32, more: SentBack) {
        let position = self.tool_calls.iter().find(|(known, _)| *known == index).map(|(_, position)| *position);
        let Some(Part::ToolCall { back, .. }) = position.and_then(|position| self.draft.parts.get_mut(position)) else {
            return;
        };
        if let Some(back) = back {
            back.reasoning |= more.reasoning;
            back.extra_content = more.extra_content.or_else(|| back.extra_content.take());
            back.reasoning_details = more.reasoning_details.or_else(|| back.reasoning_details.take());
        } else {
            *back = Some(Box::new(more));
        }
    }

    /// The draft with its unsaved images, if anything arrived since the last call.
    pub(super) fn take_unsaved(&mut self) -> Option<(ReplyDraft, Vec<Blob>)> {
        let images = self.images.get(self.stored_images..).unwrap_or_default();
        std::mem::take(&mut self.unsaved).then(|| (self.draft.clone(), images.to_vec()))
    }

    /// The record that keeps a draft of this reply.
    pub(super) fn record(&self, draft: &ReplyDraft) -> Record {
        unfinished(draft, self.is_beside)
    }

    /// Counts this many more images as stored.
    pub(super) fn stored(&mut self, images: usize) {
        self.stored_images += images;
    }

    /// Whether some images are not stored: then the draft must be stored once more.
    pub(super) fn needs_saving(&mut self) -> bool {
        self.unsaved |= self.stored_images < self.images.len();
        self.stored_images < self.images.len()
    }

    /// If only the end of the reasoning was marked, moves the text before the mark to the reasoning once the reply is
    /// complete.
    pub(super) fn tell_thoughts_apart(&mut self) {
        let Some(Part::Text { text }) = self.draft.parts.first() else { return };
        let Some((thoughts, reply)) = unopened_thoughts(text) else { return };
        let parts = [Part::Reasoning { text: thoughts.to_owned() }, Part::Text { text: reply.to_owned() }];
        self.draft.parts.splice(..1, parts);
    }

    /// Whether the reply is empty: no text, no tool call.
    pub(super) fn is_empty(&self) -> bool {
        !self.draft.parts.iter().any(|part| match part {
            Part::Text { text } => !text.trim().is_empty(),
            part => !matches!(part, Part::Reasoning { .. }),
        })
    }

    /// The message that the reply becomes when it ends at this time.
    pub(super) fn into_message(self, finish: Finish, ended_at: Timestamp) -> Message {
        let (first_word_ms, total_ms) = (self.first_word_ms, Some(passed(self.sent_at, ended_at)));
        Message { first_word_ms, total_ms, ..message_of(&self.draft, finish, self.usage) }
    }
}

/// Milliseconds from one time to another; 0 if the clock was set back between them.
fn passed(from: Timestamp, to: Timestamp) -> u32 {
    u32::try_from(to.0.saturating_sub(from.0).max(0)).unwrap_or(u32::MAX)
}

/// The record that keeps an unfinished reply. Beside the active branch that is a message that was interrupted, because a
/// conversation has one draft.
pub(super) fn unfinished(draft: &ReplyDraft, is_beside: bool) -> Record {
    if is_beside {
        Record::Message(Box::new(ended_early(draft, Finish::Interrupted)))
    } else {
        Record::ReplyDraft(draft.clone())
    }
}

/// The message that the draft of an interrupted or failed reply becomes.
pub(super) fn ended_early(draft: &ReplyDraft, finish: Finish) -> Message {
    without_calls(message_of(draft, finish, None))
}

/// The reply without its tool calls. Calls that get no results are never stored.
pub(super) fn without_calls(mut reply: Message) -> Message {
    reply.parts.retain(|part| !matches!(part, Part::ToolCall { .. }));
    Message { tokens: tokens_of(&reply.parts), ..reply }
}

/// The message that a draft becomes.
fn message_of(draft: &ReplyDraft, finish: Finish, usage: Option<Usage>) -> Message {
    Message {
        id: draft.message,
        conversation: draft.conversation,
        branch: draft.branch,
        sequence: draft.sequence,
        role: Role::Assistant,
        author: None,
        tokens: tokens_of(&draft.parts),
        parts: draft.parts.clone(),
        reply_to: None,
        created_at: draft.started_at,
        offset_minutes: None,
        model: Some(draft.model.clone()),
        finish: Some(finish),
        usage,
        tokens_before: draft.tokens_before,
        exact: None,
        first_word_ms: None,
        total_ms: None,
    }
}

/// The size of a reply as it is sent back: each image counts as a note.
fn tokens_of(parts: &[Part]) -> u32 {
    let (images, rest): (Vec<_>, Vec<_>) = parts.iter().cloned().partition(|part| matches!(part, Part::Image { .. }));
    let notes = u32::try_from(images.len()).unwrap_or(u32::MAX).saturating_mul(TOKENS_PER_NOTE);
    let rest = if rest.is_empty() { TOKENS_PER_MESSAGE } else { message_tokens(&rest) };
    rest.saturating_add(notes)
}
