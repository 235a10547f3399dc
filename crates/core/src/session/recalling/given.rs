//! Which texts may be sent to an embedder, and which vectors to a vector store. What stays on this computer is not sent to
//! one elsewhere.

use super::{super::Session, reach::Reach};
use crate::{
    conversation::Conversation,
    error::Error,
    host::Host,
    id::{ProjectId, ProviderId},
    memory::{Memory, MemorySource},
    project::Project,
    provider::Provider,
    recall::{SharedRecall, Sight},
    scope::Scope,
    settings::Settings,
    store::Store,
    summary::Summary,
};
use futures_util::future::try_join3;
use std::cell::OnceCell;

/// The providers of the conversations. They decide what may be sent to the embedder or the store.
pub(super) struct Given<'a> {
    /// Whether the embedder or the store is on this computer.
    is_on_this_computer: bool,
    general: Settings,
    all: Vec<Provider>,
    projects: Vec<Project>,
    /// As [`VectorRun::answers`](super::VectorRun::answers).
    answers: Option<&'a Provider>,
    /// Whether any request leaves that has what is used everywhere. Found out once: it concerns all conversations.
    any_leaves: OnceCell<bool>,
}

impl Given<'_> {
    /// Whether the texts of a conversation may be sent.
    pub(super) fn conversation(&self, conversation: &Conversation) -> bool {
        let project = Project::of(conversation, &self.projects);
        let chosen = conversation.provider.or(project.and_then(|project| project.provider));
        self.leaves(chosen)
    }

    /// Whether something with this scope may be sent: requests that leave have it anyway. What is used everywhere is in those of
    /// all conversations but those of isolated projects; what a project has, in the requests of the project. A conversation or
    /// a project that no longer exists may have stayed on this computer.
    fn scope(&self, scope: Scope, sight: &Sight) -> bool {
        match scope {
            Scope::Everywhere => self.any_leaves(sight),
            Scope::Project(id) => self.project(id),
            Scope::Conversation(of) => sight.conversation(of).is_some_and(|found| self.conversation(found)),
        }
    }

    /// Whether a memory may be sent: both where it is used and where it was learned must allow it.
    pub(super) fn memory(&self, memory: &Memory, sight: &Sight) -> bool {
        let is_used_there = self.scope(memory.scope, sight);
        // A conversation that no longer exists may have stayed on this computer.
        let may_leave = |source: MemorySource| {
            sight.any_conversation(source.conversation).is_some_and(|found| self.conversation(found))
        };
        is_used_there && (self.is_on_this_computer || memory.source.is_none_or(may_leave))
    }

    /// Whether a summary of several conversations may be sent.
    pub(super) fn shared(&self, summary: &Summary, sight: &Sight) -> bool {
        let may_leave = |of| sight.conversation(of).is_some_and(|found| self.conversation(found));
        summary.coverage.iter().all(|coverage| may_leave(coverage.conversation))
    }

    /// Whether any request leaves that has what is used everywhere: one of a new conversation, of one in the list, or of a new
    /// one in a project.
    fn any_leaves(&self, sight: &Sight) -> bool {
        let takes_all = |project: Option<&Project>| project.is_none_or(|project| !project.isolated);
        let is_project = |project: &Project| takes_all(Some(project)) && self.leaves(project.provider);
        let is_conversation = |conversation: &Conversation| {
            takes_all(Project::of(conversation, &self.projects)) && self.conversation(conversation)
        };
        *self.any_leaves.get_or_init(|| {
            self.leaves(None) || self.projects.iter().any(is_project) || sight.conversations().any(is_conversation)
        })
    }

    fn project(&self, id: ProjectId) -> bool {
        let found = self.projects.iter().find(|project| project.id == id);
        self.is_on_this_computer || found.is_some_and(|project| self.leaves(project.provider))
    }

    /// Whether requests to this provider leave the computer anyway. `None`: the provider of the settings.
    fn leaves(&self, chosen: Option<ProviderId>) -> bool {
        let leaves = || match chosen.or(self.general.provider) {
            Some(id) => self.all.iter().any(|provider| provider.id == id && !provider.is_on_this_computer()),
            None => self.answers.is_some_and(|answers| !answers.is_on_this_computer()),
        };
        self.is_on_this_computer || leaves()
    }
}

impl<S: Store, H: Host> Session<S, H> {
    /// Reads what decides which texts and vectors may be sent. `answers`: as
    /// [`VectorRun::answers`](super::VectorRun::answers); `is_on_this_computer`: whether the embedder or the store is.
    pub(super) async fn given<'a>(
        &self,
        answers: Option<&'a Provider>,
        is_on_this_computer: bool,
    ) -> Result<Given<'a>, Error> {
        let (general, all, projects) = try_join3(self.settings(), self.providers(), self.projects()).await?;
        Ok(Given { is_on_this_computer, general, all, projects, answers, any_leaves: OnceCell::new() })
    }
}

impl Reach {
    /// The messages and chunks that may be sent.
    pub(super) fn of_given(recall: &SharedRecall, given: &Given<'_>) -> Self {
        let index = recall.index();
        let seen = index.sight.iter().flat_map(|sight| {
            let given = sight.conversations().filter(|conversation| given.conversation(conversation));
            given.map(|conversation| sight.seen(conversation))
        });
        let documents = index.sight.iter().flat_map(|sight| {
            let readable = sight.documents().filter(|document| given.scope(document.scope, sight));
            readable.map(|document| (document, sight.hidden_chunks(document.id)))
        });
        Self::of_everything(seen).with_documents(documents, None)
    }
}
