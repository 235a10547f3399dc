//! Which conversations the provider of a request may read: what stays on this computer is not sent to one elsewhere,
//! neither its messages nor a summary that covers it.

use super::super::Session;
use crate::{
    conversation::Conversation,
    error::Error,
    host::Host,
    id::{ConversationId, ProviderId, SummaryId},
    mark::Mark,
    place::Place,
    project::Project,
    provider::Provider,
    record::{Record, RecordKey},
    settings::Settings,
    snapshot::Snapshot,
    store::Store,
    summary::{Summary, standing::is_in_scope},
};
use futures_util::future::try_join4;

/// The providers of the conversations. They decide which conversations the provider of a request may read.
pub(super) struct Readers<'a> {
    /// The user's settings.
    pub(super) general: Settings,
    /// The stored providers.
    pub(super) all: Vec<Provider>,
    /// The stored projects.
    pub(super) projects: Vec<Project>,
    /// Where the conversation of the request belongs.
    pub(super) place: Place,
    /// The provider that the request goes to.
    pub(super) provider: &'a Provider,
    /// The marks of the summaries of several conversations.
    pub(super) marks: Vec<Mark>,
}

impl Readers<'_> {
    /// Whether the messages of a conversation may be sent with a request in `asking`.
    pub(super) fn may_read(&self, conversation: &Conversation, asking: &Conversation) -> bool {
        let may_leave = || self.provider.is_on_this_computer() || self.leaves(conversation, asking);
        conversation.id == asking.id || (self.place.admits(conversation.project) && may_leave())
    }

    /// Whether the messages of a conversation leave this computer anyway.
    fn leaves(&self, conversation: &Conversation, asking: &Conversation) -> bool {
        match self.answers(conversation) {
            Some(id) if id == self.provider.id => true,
            // One that no longer exists may have been on this computer.
            Some(id) => self.all.iter().any(|provider| provider.id == id && !provider.is_on_this_computer()),
            // Then the program's own provider or the model in the page answers: the same as in any conversation without a
            // choice.
            None => self.answers(asking).is_none(),
        }
    }

    /// The provider that was chosen for a conversation.
    fn answers(&self, conversation: &Conversation) -> Option<ProviderId> {
        let project = Project::of(conversation, &self.projects);
        conversation.provider.or_else(|| project?.provider).or(self.general.provider)
    }
}

impl<S: Store, H: Host> Session<S, H> {
    /// Reads the providers of the conversations, for a request in one of them.
    pub(super) async fn readers<'a>(&self, place: Place, provider: &'a Provider) -> Result<Readers<'a>, Error> {
        let marks = async { Ok(self.marks_of_several().await?) };
        let stored = try_join4(self.settings(), self.providers(), self.projects(), marks);
        let (general, all, projects, marks) = stored.await?;
        Ok(Readers { general, all, projects, place, provider, marks })
    }

    /// The summaries of several conversations that are in scope but must not be sent to `provider`, because it may not read
    /// one of those conversations. A conversation that no longer exists may have stayed on this computer.
    pub(in crate::session) async fn summaries_kept_here(
        &self,
        snapshot: &Snapshot,
        provider: &Provider,
    ) -> Result<Vec<SummaryId>, Error> {
        let asking = &snapshot.conversation;
        let shared = snapshot.summaries.iter().filter(|one| one.conversation.is_none() && is_in_scope(one, snapshot));
        let shared: Vec<&Summary> = shared.collect();
        let mut others: Vec<ConversationId> = Vec::new();
        for part in shared.iter().flat_map(|summary| &summary.coverage) {
            if part.conversation != asking.id && !others.contains(&part.conversation) {
                others.push(part.conversation);
            }
        }
        if provider.is_on_this_computer() || others.is_empty() {
            return Ok(Vec::new());
        }
        let readers = self.readers(snapshot.place(), provider).await?;
        let mut kept = Vec::new();
        for id in others {
            let stored = self.store.record(RecordKey::Conversation(id)).await?;
            let may_read = matches!(&stored, Some(Record::Conversation(of)) if readers.may_read(of, asking));
            if !may_read {
                kept.push(id);
            }
        }
        let is_kept = |summary: &&&Summary| summary.coverage.iter().any(|part| kept.contains(&part.conversation));
        Ok(shared.iter().filter(is_kept).map(|summary| summary.id).collect())
    }
}
