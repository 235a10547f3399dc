//! The stored documents: how their page groups them, and what is done with one.

use super::{Chat, storage_numbers::size};
use crate::{
    state::PageSession,
    texts::{
        documents::{documents as texts, kind, source},
        fill,
    },
    words,
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    conversation::Conversation,
    document::{Chunk, Document},
    document_refusal::DocumentRefusal,
    error::Error,
    id::{ConversationId, DocumentId, MessageId, ProjectId},
    manifest::SourceId,
    message::Message,
    recalled::RecalledPiece,
    scope::Scope,
};
use std::ops::Range;

/// Where the documents of a group are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whose {
    /// In the open conversation.
    Conversation,
    /// In the project of the open conversation, or in the one that is asked for.
    Project(ProjectId),
    /// In all conversations.
    Everywhere,
    /// In other projects and conversations.
    Others,
}

/// Groups of documents, newest first in each; empty groups are left out. `project` is that of the open conversation, or
/// the one that is asked for.
pub fn grouped(
    documents: &[Document],
    open: Option<ConversationId>,
    project: Option<ProjectId>,
) -> Vec<(Whose, Vec<Document>)> {
    let whose = |scope: Scope| match scope {
        Scope::Everywhere => Whose::Everywhere,
        Scope::Conversation(id) if Some(id) == open => Whose::Conversation,
        Scope::Project(id) if Some(id) == project => Whose::Project(id),
        Scope::Conversation(_) | Scope::Project(_) => Whose::Others,
    };
    let order = [Some(Whose::Conversation), project.map(Whose::Project), Some(Whose::Everywhere), Some(Whose::Others)];
    let group = |wanted: Whose| {
        let own = documents.iter().rev().filter(|document| whose(document.scope) == wanted);
        (wanted, own.cloned().collect::<Vec<_>>())
    };
    order.into_iter().flatten().map(group).filter(|(_, own)| !own.is_empty()).collect()
}

/// A numbered source of a reply: a passage of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedSource {
    /// Number under which the model was given it.
    pub number: usize,
    /// Name of the document and of the place in it.
    pub name: String,
    /// The document.
    pub document: DocumentId,
    /// The first chunk; `None` if the document was sent whole.
    pub chunk: Option<u32>,
}

/// Adds the sources of a recalled piece, one for each file that its chunks are of, as the request numbers them.
fn add_sources(sources: &mut Vec<NumberedSource>, document: &Document, chunks: &[Chunk], is_whole: bool) {
    for of_file in chunks.chunk_by(|one, other| one.place.path == other.place.path) {
        let Some(first) = of_file.first() else { continue };
        let name = match (is_whole, &first.place.path) {
            (true, None) => document.name.clone(),
            (true, Some(path)) => format!("{} › {path}", document.name),
            (false, _) => source(&document.name, &first.place),
        };
        let chunk = (!is_whole || first.number > 0).then_some(first.number);
        sources.push(NumberedSource { number: sources.len() + 1, name, document: document.id, chunk });
    }
}

/// The document and the chunks of a recalled piece; `None` if it is not of a document.
fn chunks_of(piece: &RecalledPiece) -> Option<(DocumentId, Vec<u32>)> {
    let numbers = piece.sources.iter().filter_map(|source| match source {
        SourceId::Chunk(document, number) => Some((*document, *number)),
        _ => None,
    });
    let numbers: Vec<(DocumentId, u32)> = numbers.collect();
    let document = numbers.first()?.0;
    Some((document, numbers.into_iter().map(|(_, number)| number).collect()))
}

/// Line about a document: its kind, size, tokens, pages, and when it was added.
pub fn facts_of(document: &Document, added: &str) -> String {
    let texts = texts();
    let mut facts = vec![kind(document.kind).to_owned(), size(document.bytes)];
    facts.push(fill(texts.about, &[("tokens", &words::tokens(document.tokens.into()))]));
    facts.extend(document.pages.map(|pages| texts.pages.say(pages.into())));
    facts.push(fill(texts.added_at, &[("when", added)]));
    facts.join(" · ")
}

/// Documents of a conversation that were added after its last message was written. `messages` are its last ones. A reply is
/// written from its start on, so documents that are added while it arrives belong to the next message.
fn since_last_message(documents: Vec<Document>, open: &Conversation, messages: &[Message]) -> Vec<Document> {
    let last = messages.last().map(|message| message.created_at);
    let is_new = |document: &Document| {
        document.scope == Scope::Conversation(open.id) && last.is_none_or(|last| document.added_at > last)
    };
    documents.into_iter().filter(is_new).collect()
}

impl Chat {
    /// Keeps the documents at the field of the message up to date.
    pub(super) fn watch_documents(self) {
        Effect::new(move |_| {
            self.transcript.version.track();
            self.conversation.track();
            spawn_local(self.read_new_documents());
        });
    }

    async fn read_new_documents(self) {
        let Some(id) = self.id() else { return };
        match self.storage.session().documents().await {
            Ok(documents) if self.id() == Some(id) => {
                let has_some = !documents.is_empty();
                if self.composer.has_documents.get_untracked() != has_some {
                    self.composer.has_documents.set(has_some);
                }
                let new = self.transcript.with_snapshot(|snapshot| {
                    since_last_message(documents, &snapshot.conversation, &snapshot.messages)
                });
                let new = new.unwrap_or_default();
                if self.composer.documents.with_untracked(|known| *known != new) {
                    self.composer.documents.set(new);
                }
            }
            Ok(_) => {}
            Err(error) => self.storage.report(&error),
        }
    }

    /// The sources that were sent for a reply; none if one of them no longer exists.
    pub async fn sources_of(self, conversation: ConversationId, reply: MessageId) -> Vec<NumberedSource> {
        let session = self.storage.session();
        let pieces = session.recalled_for(conversation, reply).await.unwrap_or_default();
        let mut sources = Vec::new();
        for piece in &pieces {
            let Some((document, numbers)) = chunks_of(piece) else { continue };
            let (Some(first), Some(last)) = (numbers.iter().min(), numbers.iter().max()) else { continue };
            // A source that is gone would shift the numbers of those after it.
            let read = self.read_document(document, *first..last.saturating_add(1)).await;
            let Ok(Some((document, mut chunks))) = read else {
                return Vec::new();
            };
            chunks.retain(|chunk| numbers.contains(&chunk.number));
            add_sources(&mut sources, &document, &chunks, piece.whole);
        }
        sources
    }

    /// Removes a document. Calls `then` on success.
    pub fn remove_document(self, id: DocumentId, then: impl FnOnce() + 'static) {
        let step = async move |session: PageSession, open| {
            session.remove_document(open, id).await.map(|()| texts().removed.to_owned())
        };
        self.change_recorded(step, then);
    }

    /// Changes where a document is used.
    pub fn move_document(self, id: DocumentId, scope: Scope) {
        let step = async move |session: PageSession, open| {
            session.move_document(open, id, scope).await.map(|_| texts().moved.to_owned())
        };
        self.change_recorded(step, || ());
    }

    /// Reads a document and some of its chunks. `None` if it no longer exists.
    ///
    /// # Errors
    /// Any other error, which is reported.
    pub async fn read_document(
        self,
        id: DocumentId,
        chunks: Range<u32>,
    ) -> Result<Option<(Document, Vec<Chunk>)>, Error> {
        let session = self.storage.session();
        let read = async { Ok((session.document(id).await?, session.document_text(id, chunks).await?)) };
        match read.await {
            Ok(read) => Ok(Some(read)),
            Err(Error::Document(DocumentRefusal::NotFound)) => Ok(None),
            Err(error) => {
                self.storage.report(&error);
                Err(error)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::{conversation, conversation_id, message};
    use ricordo_core::{
        document::{ChunkPlace, DocumentKind},
        message::Role,
        recalled::{RecallKind, RecallLevel, RecallReason},
        testing::sample,
        time::Timestamp,
    };

    fn document(number: u32, scope: Scope) -> Document {
        Document { scope, added_at: Timestamp(number.into()), ..sample::document(number) }
    }

    #[test]
    fn documents_are_grouped_by_where_they_are_used_from_near_to_far() {
        let (open, other) = (conversation_id(1), conversation_id(2));
        let (own, foreign) = (sample::project(1).id, sample::project(2).id);
        let documents = [
            document(1, Scope::Everywhere),
            document(2, Scope::Conversation(open)),
            document(3, Scope::Project(own)),
            document(4, Scope::Conversation(other)),
            document(5, Scope::Project(foreign)),
            document(6, Scope::Everywhere),
        ];
        let added = |of: &[Document]| of.iter().map(|document| document.added_at.0).collect::<Vec<_>>();
        let groups = |project| {
            let groups = grouped(&documents, Some(open), project);
            groups.into_iter().map(|(whose, of)| (whose, added(&of))).collect::<Vec<_>>()
        };
        assert_eq!(
            groups(Some(own)),
            [
                (Whose::Conversation, vec![2]),
                (Whose::Project(own), vec![3]),
                (Whose::Everywhere, vec![6, 1]),
                (Whose::Others, vec![5, 4]),
            ]
        );
        let without = groups(None);
        assert_eq!(without.last(), Some(&(Whose::Others, vec![5, 4, 3])), "no document is in no group");
        assert_eq!(grouped(&[], Some(open), None), []);
    }

    #[test]
    fn the_facts_name_the_kind_the_sizes_and_the_pages() {
        let document =
            Document { kind: DocumentKind::Pdf, bytes: 1_536, tokens: 1_200, pages: Some(2), ..sample::document(1) };
        assert_eq!(facts_of(&document, "today"), "PDF · 1.5 KB · about 1,200 tokens · 2 pages · added today");
        let without = facts_of(&Document { pages: None, ..document }, "today");
        assert!(!without.contains("page"), "{without}");
    }

    #[test]
    fn sources_are_numbered_as_in_the_request_one_for_each_file() {
        let document = document(1, Scope::Everywhere);
        let chunk = |number, path: Option<&str>, lines| {
            let place = ChunkPlace { path: path.map(str::to_owned), lines: Some(lines), ..ChunkPlace::default() };
            Chunk { document: document.id, number, text: String::new(), place }
        };
        let mut sources = Vec::new();
        let files = [chunk(3, Some("a.rs"), (1, 9)), chunk(4, Some("a.rs"), (10, 20)), chunk(5, Some("b.rs"), (1, 2))];
        add_sources(&mut sources, &document, &files, false);
        add_sources(&mut sources, &document, &[chunk(0, None, (1, 5)), chunk(1, None, (6, 9))], true);
        let name = &document.name;
        let named = |number, name, chunk| NumberedSource { number, name, document: document.id, chunk };
        assert_eq!(
            sources,
            [
                named(1, format!("{name} › a.rs, lines 1–9"), Some(3)),
                named(2, format!("{name} › b.rs, lines 1–2"), Some(5)),
                named(3, name.clone(), None),
            ]
        );
    }

    #[test]
    fn a_recalled_piece_names_its_document_only_if_it_is_of_one() {
        let document = document(1, Scope::Everywhere).id;
        let piece = |sources: Vec<SourceId>| RecalledPiece {
            kind: RecallKind::Document,
            sources,
            matched: Vec::new(),
            reason: RecallReason {
                words: Vec::new(),
                level: RecallLevel::Short,
                share: 50,
                nearer_than: None,
                days_ago: 0,
                by_key_word: false,
            },
            tokens: 1,
            whole: false,
        };
        let message = SourceId::Message(crate::state::testing::message_id(1));
        assert_eq!(chunks_of(&piece(vec![message])), None);
        assert_eq!(chunks_of(&piece(Vec::new())), None);
        let chunks = [SourceId::Chunk(document, 3), message, SourceId::Chunk(document, 4)];
        assert_eq!(chunks_of(&piece(chunks.to_vec())), Some((document, vec![3, 4])));
    }

    #[test]
    fn a_document_stands_at_the_message_until_one_is_sent_after_it() {
        let open = conversation(1, "", Timestamp(0));
        let all = vec![
            document(4, Scope::Conversation(open.id)),
            document(6, Scope::Conversation(open.id)),
            document(7, Scope::Everywhere),
            document(8, Scope::Conversation(conversation_id(2))),
        ];
        let at = |messages: &[Message]| {
            let new = since_last_message(all.clone(), &open, messages);
            new.iter().map(|document| document.added_at.0).collect::<Vec<_>>()
        };
        assert_eq!(at(&[]), [4, 6]);
        assert_eq!(at(&[message(5, Role::User, "Hi")]), [6]);
        // Only the last messages of a conversation are loaded.
        assert_eq!(at(&[message(5, Role::Assistant, "Hello")]), [6]);
        assert_eq!(at(&[message(5, Role::User, "Hi"), message(9, Role::Assistant, "Hello")]), [0; 0]);
    }
}
