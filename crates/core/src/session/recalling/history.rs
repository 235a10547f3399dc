//! `search_history` by the ranking of recall.
//!
//! It reaches exactly what recall reaches, and also what the request holds: "nothing was found" about something that was said
//! would mislead the model, and the next request may hold less. Its own conversation is always searched; the levels in the
//! settings decide about others.

use super::{
    super::{Session, tools::ToolContext},
    AskedFor, Asking, Sources,
    reach::Reach,
};
use crate::{
    branch::Sequence,
    compile::{Outgoing, RecalledContent, RecalledMessage},
    conversation::{Conversation, TitleOrigin},
    error::Error,
    host::Host,
    id::{ConversationId, MessageId},
    settings::{RecallSettings, Settings},
    snapshot::Snapshot,
    store::Store,
    time::Now,
    tools::history::{Elsewhere, HistorySearch, Hit, MOST_HITS},
};
use ricordo_recall::ranked::best_place;

/// A conversation in which something was found.
pub(super) struct Titled {
    conversation: ConversationId,
    /// Its title, if the model may read it.
    title: Option<String>,
    /// The messages that the title was made from.
    titled_from: Vec<MessageId>,
}

impl<S: Store, H: Host> Session<S, H> {
    /// Adds the messages that answer a query to `search`, best first. Adds nothing if this session does not recall.
    pub(in crate::session) async fn search_ranked(
        &self,
        query: &str,
        at: &ToolContext<'_>,
        now: Now,
        search: &mut HistorySearch,
    ) -> Result<(), Error> {
        let is_on = at.settings.recall.enabled && self.store.recall().is_some();
        let Some(recaller) = self.recaller.as_ref().filter(|_| is_on) else { return Ok(()) };
        let snapshot = self.snapshot_before(at).await?;
        let most_pieces = u32::try_from(MOST_HITS).unwrap_or(u32::MAX);
        let recall = RecallSettings { short: true, documents: false, most_pieces, neighbours: 0, ..at.settings.recall };
        let settings = Settings { recall, ..at.settings.clone() };
        let outgoing = Outgoing { stored: Some(at.source), ..Outgoing::text(query) };
        let asking = Asking {
            settings: &settings,
            snapshot: &snapshot,
            outgoing: &outgoing,
            provider: at.provider,
            now,
            finds_held: true,
            sources: Sources::MessagesAndDocuments,
            asked_for: AskedFor::Answer,
        };
        // Without the code that ranks, there is still the search word by word.
        let Ok(recalled) = recaller.recall(asking).await else { return Ok(()) };
        let mut titles: Vec<Titled> = Vec::new();
        for piece in recalled.pieces {
            let RecalledContent::Conversation(messages) = &piece.content else { continue };
            for message in messages {
                let Some(of) = self.store.message(message.id).await?.map(|found| found.conversation) else { continue };
                if of != at.conversation && titles.iter().all(|titled| titled.conversation != of) {
                    titles.push(self.titled(of, asking).await?);
                }
                if search.is_full() {
                    return Ok(());
                }
                search.put(&hit(message, &piece.reason.words, titles.iter().find(|titled| titled.conversation == of)));
            }
        }
        Ok(())
    }

    /// The conversation before the message that is being answered.
    pub(super) async fn snapshot_before(&self, at: &ToolContext<'_>) -> Result<Snapshot, Error> {
        let mut snapshot = self.snapshot(at.conversation, 0).await?;
        let end = self.store.message(at.source).await?.map_or(Sequence::MAX, |message| message.sequence);
        // The search ends where the messages end.
        snapshot.messages = self.store.messages(at.conversation, end, 1).await?;
        Ok(snapshot)
    }

    /// Another conversation, with its title if the model may read it.
    pub(super) async fn titled(&self, conversation: ConversationId, asking: Asking<'_>) -> Result<Titled, Error> {
        let found = self.title_for(conversation, asking).await?;
        let (title, titled_from) = found.map_or((None, Vec::new()), |(title, from)| (Some(title), from));
        Ok(Titled { conversation, title, titled_from })
    }

    /// The title of another conversation with the messages that it was made from, if the user wrote it, or everything that it
    /// was made from may be recalled.
    async fn title_for(
        &self,
        id: ConversationId,
        asking: Asking<'_>,
    ) -> Result<Option<(String, Vec<MessageId>)>, Error> {
        let sight = self.sight_as_stored([id], None).await?;
        let Some(seen) = sight.all_seen().next() else { return Ok(None) };
        let conversation = seen.conversation;
        if conversation.title_origin != TitleOrigin::User {
            let reach = Reach::of(asking, std::iter::once(seen), Vec::new());
            if conversation.titled_from.is_empty() {
                return Ok(None);
            }
            for message in &conversation.titled_from {
                let message = self.store.message(*message).await?;
                if !message.is_some_and(|found| reach.shows(found.branch, found.sequence, found.id)) {
                    return Ok(None);
                }
            }
        }
        let Conversation { title, titled_from, .. } = conversation;
        Ok(Some((title.clone(), titled_from.clone())).filter(|(title, _)| !title.is_empty()))
    }
}

pub(super) fn hit<'a>(message: &'a RecalledMessage, words: &[String], elsewhere: Option<&'a Titled>) -> Hit<'a> {
    let elsewhere = elsewhere.map(|of| Elsewhere {
        conversation: of.conversation,
        title: of.title.as_deref(),
        titled_from: &of.titled_from,
    });
    Hit {
        message: message.id,
        written: message.written,
        role: message.role,
        author: message.author.as_ref(),
        elsewhere,
        text: &message.text,
        at: best_place(words, &message.text).unwrap_or(0),
    }
}
