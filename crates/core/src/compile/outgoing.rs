//! The message to send and what goes with it, beside what is stored.

use crate::{
    conversation::Chat,
    document::ChunkPlace,
    id::{DocumentId, MessageId, SummaryId},
    manifest::SourceId,
    message::{Author, Part, Role},
    model::{RequestMessage, ToolSpec},
    recalled::{RecallKind, RecallReason},
    time::Now,
};

/// The current message and what goes with it. It is not part of the snapshot, so it cannot be sent twice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outgoing {
    /// The content.
    pub parts: Vec<Part>,
    /// The author; `None`: the user.
    pub author: Option<Author>,
    /// Facts about the chat that came with the message; they override earlier ones.
    pub chat: Chat,
    /// The message it replies to. Images of that message are sent again with it.
    pub reply_to: Option<MessageId>,
    /// Its id, if it is stored already, because it is answered again. It is not recalled for itself.
    pub stored: Option<MessageId>,
    /// When it was written, on the writer's clock; `None`: now. Set only for a message that is sent again.
    pub written: Option<Now>,
    /// Summaries of several conversations that the provider may not get, because one of those stays on this computer.
    pub kept_here: Vec<SummaryId>,
    /// Whether what is typed in the conversation stays: it is another message.
    pub keeps_draft: bool,
    /// The tools that the model may call.
    pub tools: Vec<ToolSpec>,
    /// Whether recall was asked, and answered in time.
    pub recall: RecallState,
    /// What was recalled, best first. Pieces that the request holds already are left out.
    pub recalled: Vec<Recalled>,
    /// The tool calls of this turn so far, and their results.
    pub rounds: Vec<Round>,
}

/// Whether a request was made with recall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RecallState {
    /// Recall is switched off, or there is nothing that could be recalled.
    #[default]
    Off,
    /// It answered, perhaps with nothing.
    Ready,
    /// It answered by words alone, because the vector of the message was not there in time.
    ReadyByWords,
    /// It was not ready in time.
    Late,
}

/// A recalled piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Recalled {
    /// What is sent.
    pub content: RecalledContent,
    /// The records that matched the question, best first.
    pub matched: Vec<SourceId>,
    /// The place of each of them among the matches of all pieces, 0 for the best. Where one is missing, it follows the match
    /// before it.
    pub ranks: Vec<u32>,
    /// Why it was recalled.
    pub reason: RecallReason,
}

/// What is sent of a recalled piece.
#[derive(Clone, Debug, PartialEq)]
pub enum RecalledContent {
    /// The text of a memory or a summary.
    Memory {
        /// The record.
        source: SourceId,
        /// Its text.
        text: String,
    },
    /// Messages that followed each other.
    Conversation(Vec<RecalledMessage>),
    /// Chunks of a document that follow each other.
    Document(RecalledDocument),
}

/// What is sent of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecalledDocument {
    /// The document.
    pub id: DocumentId,
    /// Its name.
    pub name: String,
    /// The chunks, in order.
    pub chunks: Vec<RecalledChunk>,
    /// Whether these are all of them, sent because the document is short.
    pub is_whole: bool,
}

impl RecalledDocument {
    /// The text of the chunks.
    pub fn text(&self) -> String {
        self.chunks.iter().map(|chunk| chunk.text.as_str()).collect::<Vec<_>>().join("\n")
    }
}

/// A chunk of a recalled document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecalledChunk {
    /// Its number.
    pub number: u32,
    /// Its text.
    pub text: String,
    /// Where it is in the document.
    pub place: ChunkPlace,
}

/// A message of a recalled piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecalledMessage {
    /// The message.
    pub id: MessageId,
    /// The role of its author.
    pub role: Role,
    /// The human author, if known.
    pub author: Option<Author>,
    /// When it was written, on the writer's clock.
    pub written: Now,
    /// The text that is sent of it.
    pub text: String,
}

impl Recalled {
    /// Its kind.
    pub fn kind(&self) -> RecallKind {
        match self.content {
            RecalledContent::Memory { .. } => RecallKind::Memory,
            RecalledContent::Conversation(_) => RecallKind::Conversation,
            RecalledContent::Document(_) => RecallKind::Document,
        }
    }

    /// Whether it is a short document that is sent whole.
    pub fn is_whole(&self) -> bool {
        matches!(&self.content, RecalledContent::Document(document) if document.is_whole)
    }

    /// The records whose text is sent, in order.
    pub fn sources(&self) -> Vec<SourceId> {
        match &self.content {
            RecalledContent::Memory { source, .. } => vec![*source],
            RecalledContent::Conversation(messages) => {
                messages.iter().map(|message| SourceId::Message(message.id)).collect()
            }
            RecalledContent::Document(document) => {
                document.chunks.iter().map(|chunk| SourceId::Chunk(document.id, chunk.number)).collect()
            }
        }
    }

    /// The part of it that is made of the records that `keep` accepts. The text of a memory has one record, and stays.
    pub(super) fn only(mut self, keep: &dyn Fn(SourceId) -> bool) -> Self {
        let ranks = self.ranks.into_iter().map(Some).chain(std::iter::repeat(None));
        let matched = self.matched.into_iter().zip(ranks).filter(|(source, _)| keep(*source));
        let (matched, ranks): (Vec<SourceId>, Vec<Option<u32>>) = matched.unzip();
        self.matched = matched;
        self.ranks = ranks.into_iter().map_while(|rank| rank).collect();
        match &mut self.content {
            RecalledContent::Memory { .. } => {}
            RecalledContent::Conversation(messages) => messages.retain(|message| keep(SourceId::Message(message.id))),
            RecalledContent::Document(RecalledDocument { id, chunks, .. }) => {
                chunks.retain(|chunk| keep(SourceId::Chunk(*id, chunk.number)));
            }
        }
        self
    }
}

/// A message of the running turn that followed the current message: tool calls, or their results.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// The id under which it is stored.
    pub id: MessageId,
    /// The message as it is sent.
    pub message: RequestMessage,
}

impl Outgoing {
    /// A message with text only.
    pub fn text(text: impl Into<String>) -> Self {
        Self { parts: vec![Part::Text { text: text.into() }], ..Self::default() }
    }
}
