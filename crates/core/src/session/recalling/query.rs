//! Recall for a program: what would be recalled for a query in a conversation, without sending anything.

use super::{super::Session, AskedFor, Asking, Sources};
use crate::{
    compile::{Outgoing, Recalled},
    error::Error,
    host::Host,
    id::{ConversationId, SummaryId},
    manifest::SourceId,
    message::Message,
    provider::Provider,
    record::{Record, RecordKey},
    settings::{RecallSettings, Settings},
    snapshot::Snapshot,
    store::Store,
    summary::Summary,
};
use ricordo_recall::ranked::places;

/// The most pieces of messages that may be recalled about a text.
const MOST_ABOUT: u32 = 30;

/// The query of a program.
#[derive(Clone, Copy, Debug)]
pub struct RecallQuery<'a> {
    /// The words.
    pub text: &'a str,
    /// Maximum number of pieces; `None`: as many as the settings allow.
    pub most: Option<u32>,
    /// Whether what the next request holds anyway may be found, too.
    pub finds_held: bool,
    /// What may be found.
    pub sources: Sources,
}

/// What was found, with its conversation.
#[derive(Clone, Debug, PartialEq)]
pub struct RecalledHere {
    /// What was found.
    pub piece: Recalled,
    /// The conversation that the messages are of, or the summary; `None` for memories and summaries of several
    /// conversations.
    pub conversation: Option<ConversationId>,
}

impl<S: Store, H: Host> Session<S, H> {
    /// What recall finds for a query in a conversation, best first, whether or not it is switched on. The levels in the
    /// settings hold, and `provider` is the one that must be allowed to read it.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn recall_query(
        &self,
        id: ConversationId,
        query: RecallQuery<'_>,
        provider: &Provider,
    ) -> Result<Vec<RecalledHere>, Error> {
        let Some(recaller) = &self.recaller else { return Ok(Vec::new()) };
        let mut outgoing = Outgoing::text(query.text);
        let (mut settings, snapshot) = self.resolve_inputs(id, provider, &mut outgoing).await?;
        settings.recall.most_pieces = query.most.unwrap_or(settings.recall.most_pieces);
        let now = self.now(&settings);
        let finds_held = query.finds_held;
        let asked_for = AskedFor::Answer;
        let sources = query.sources;
        let (settings, outgoing) = (&settings, &outgoing);
        let asking = Asking { settings, snapshot: &snapshot, outgoing, provider, now, finds_held, sources, asked_for };
        let pieces = recaller.recall(asking).await?.pieces;
        let mut found = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let conversation = match piece.matched.first() {
                Some(SourceId::Message(id)) => self.store.message(*id).await?.map(|message| message.conversation),
                Some(SourceId::Summary(id)) => self.summarized(&snapshot, *id),
                _ => None,
            };
            found.push(RecalledHere { piece, conversation });
        }
        Ok(found)
    }

    /// The messages with words of a text that recall may send, and the summaries of other conversations, best first. No word
    /// of the text leaves this computer. Finds nothing while recall is switched off.
    pub(in crate::session) async fn recallable_about(
        &self,
        id: ConversationId,
        text: &str,
        provider: &Provider,
    ) -> Result<(Vec<Message>, Vec<Summary>), Error> {
        let mut outgoing = Outgoing::text(text);
        let (settings, mut snapshot) = self.resolve_inputs(id, provider, &mut outgoing).await?;
        let Some(recaller) = self.recaller.as_ref().filter(|_| settings.recall.enabled) else {
            return Ok((Vec::new(), Vec::new()));
        };
        // They are listed anyway, and would take the room of the others.
        (snapshot.memories, snapshot.summaries) = (Vec::new(), Vec::new());
        let recall = RecallSettings { most_pieces: MOST_ABOUT, neighbours: 0, documents: false, ..settings.recall };
        let settings = Settings { recall, ..settings };
        let asking = Asking {
            settings: &settings,
            snapshot: &snapshot,
            outgoing: &outgoing,
            provider,
            now: self.now(&settings),
            finds_held: true,
            sources: Sources::Everything,
            asked_for: AskedFor::Typing,
        };
        let (mut found, mut summaries) = (Vec::new(), Vec::new());
        // Without the code that ranks, nothing can be recalled.
        let pieces = recaller.recall(asking).await.unwrap_or_default().pieces;
        for Recalled { matched, reason, .. } in &pieces {
            for source in matched {
                // Others are there because of what stands beside them.
                let has_words = |message: &Message| !places(&reason.words, &message.text()).is_empty();
                match source {
                    SourceId::Message(message) => {
                        found.extend(self.store.message(*message).await?.filter(has_words));
                    }
                    SourceId::Summary(id) => {
                        let key = RecordKey::Summary(self.summarized(&snapshot, *id), *id);
                        if let Some(Record::Summary(summary)) = self.store.record(key).await? {
                            summaries.push(summary);
                        }
                    }
                    SourceId::Memory(_) | SourceId::Project(_) | SourceId::Chunk(..) => {}
                }
            }
        }
        Ok((found, summaries))
    }

    /// The conversation of a summary that was found.
    fn summarized(&self, snapshot: &Snapshot, id: SummaryId) -> Option<ConversationId> {
        if let Some(own) = snapshot.summaries.iter().find(|summary| summary.id == id) {
            return own.conversation;
        }
        let index = self.store.recall()?.index();
        index.sight.as_ref()?.all_summaries().find(|summary| summary.id == id)?.conversation
    }
}
