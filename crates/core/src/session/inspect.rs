//! Reads for the inspector: the requests of past replies, the sources of requests, and the bytes of images.

use super::{PastRequest, Session};
use crate::{
    branch::Sequence,
    document::{Chunk, Document},
    error::Error,
    host::Host,
    id::ConversationId,
    manifest::SourceId,
    memory::Memory,
    message::{Message, Role},
    model::{Attachment, ChatRequest},
    project::Project,
    record::{Kind, Record, RecordKey},
    scope::Scope,
    store::Store,
    summary::Summary,
};

/// Messages searched for a reply whose request is known.
const LOOKED_AT: u32 = 200;
/// Messages per read.
const PAGE: u32 = 20;

/// A reply and the request that was sent for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// The reply.
    pub reply: Message,
    /// The request.
    pub past: PastRequest,
}

/// The source of a part of a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// A stored message.
    Message(Box<Message>),
    /// A memory.
    Memory(Memory),
    /// A summary, in force or not.
    Summary(Summary),
    /// A project, for its instructions.
    Project(Project),
    /// A chunk, with its document.
    Chunk(Box<(Document, Chunk)>),
}

impl Source {
    /// Where it is used, or where it comes from. A summary of several conversations that are in no project is of
    /// everywhere.
    pub fn scope(&self) -> Scope {
        match self {
            Self::Message(message) => Scope::Conversation(message.conversation),
            Self::Memory(memory) => memory.scope,
            Self::Summary(summary) => match summary.conversation {
                Some(conversation) => Scope::Conversation(conversation),
                None => summary.project.map_or(Scope::Everywhere, Scope::Project),
            },
            Self::Project(project) => Scope::Project(project.id),
            Self::Chunk(chunk) => chunk.0.scope,
        }
    }
}

impl<S: Store, H: Host> Session<S, H> {
    /// The last reply before `before` on the active branch whose request is known. `None`: there is none among the last
    /// messages.
    ///
    /// # Errors
    /// [`Error::Store`], as from every method of this module.
    pub async fn answered_before(&self, id: ConversationId, before: Sequence) -> Result<Option<Answered>, Error> {
        let (mut before, mut looked_at) = (before, 0);
        while looked_at < LOOKED_AT {
            let page = self.store.messages(id, before, PAGE).await?;
            let Some(first) = page.first() else { break };
            before = first.sequence;
            looked_at += PAGE;
            for reply in page.into_iter().rev().filter(|message| message.role == Role::Assistant) {
                if let Some(past) = self.past_request(reply.id).await? {
                    return Ok(Some(Answered { reply, past }));
                }
            }
        }
        Ok(None)
    }

    /// The source of a part of a request; `None`: it was deleted or erased since.
    pub async fn source(&self, source: SourceId) -> Result<Option<Source>, Error> {
        Ok(match source {
            SourceId::Message(id) => self.store.message(id).await?.map(|message| Source::Message(Box::new(message))),
            SourceId::Memory(id) => match self.store.record(RecordKey::Memory(id)).await? {
                Some(Record::Memory(memory)) => Some(Source::Memory(memory)),
                _ => None,
            },
            SourceId::Project(id) => match self.store.record(RecordKey::Project(id)).await? {
                Some(Record::Project(project)) => Some(Source::Project(project)),
                _ => None,
            },
            SourceId::Chunk(id, number) => {
                let chunk = self.store.record(RecordKey::Chunk(id, number)).await?;
                match (self.store.record(RecordKey::Document(id)).await?, chunk) {
                    (Some(Record::Document(document)), Some(Record::Chunk(chunk))) => {
                        Some(Source::Chunk(Box::new((document, chunk))))
                    }
                    _ => None,
                }
            }
            SourceId::Summary(id) => {
                let mut stored = self.store.records(Kind::Summary).await?;
                stored.extend(self.store.records(Kind::ReplacedSummary).await?);
                stored.into_iter().find_map(|record| match record {
                    Record::Summary(summary) | Record::ReplacedSummary(summary) if summary.id == id => {
                        Some(Source::Summary(summary))
                    }
                    _ => None,
                })
            }
        })
    }

    /// The bytes of the images that a request names, as they are sent with it. Erased images are missing.
    pub async fn images_of(&self, request: &ChatRequest) -> Result<Vec<Attachment>, Error> {
        let mut request = request.clone();
        request.attachments.clear();
        self.attach(&mut request).await?;
        Ok(request.attachments)
    }
}
