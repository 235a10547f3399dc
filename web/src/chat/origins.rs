//! Where the sources of a request are used, and which project recalled ones come from.

use super::Chat;
use leptos::prelude::*;
use ricordo_core::{
    conversation::Conversation,
    id::{ConversationId, ProjectId},
    manifest::SourceId,
    scope::Scope,
    session::Source,
    snapshot::Snapshot,
};

impl Chat {
    /// Scope of each source that is still stored.
    pub async fn scopes_of(self, sources: &[SourceId]) -> Vec<Scope> {
        let session = self.storage.session();
        let mut scopes = Vec::new();
        for source in sources {
            // Requests are shown while the user types, and most of their sources are loaded.
            let known = self.transcript.with_snapshot(|open| scope_in(open, *source)).flatten();
            let scope = match known {
                Some(scope) => Some(scope),
                None => match session.source(*source).await {
                    Ok(found) => found.as_ref().map(Source::scope),
                    Err(error) => {
                        self.storage.report(&error);
                        None
                    }
                },
            };
            scopes.extend(scope);
        }
        scopes
    }

    /// Project of a source from another conversation than the open one.
    pub async fn project_of_source(self, source: SourceId) -> Option<ProjectId> {
        let scope = self.scopes_of(&[source]).await.pop()?;
        self.storage.conversations.with_untracked(|all| project_of(scope, self.id(), all))
    }
}

/// Scope of a source that was loaded with the open conversation.
fn scope_in(open: &Snapshot, source: SourceId) -> Option<Scope> {
    match source {
        SourceId::Memory(id) => open.memories.iter().find(|memory| memory.id == id).map(|memory| memory.scope),
        SourceId::Project(id) => Some(Scope::Project(id)),
        SourceId::Summary(id) => {
            let summary = open.summaries.iter().find(|summary| summary.id == id).cloned();
            summary.map(|summary| Source::Summary(summary).scope())
        }
        SourceId::Message(_) | SourceId::Chunk(..) => None,
    }
}

/// Project of a scope. `None` for the open conversation, whose project is known.
fn project_of(scope: Scope, open: Option<ConversationId>, all: &[Conversation]) -> Option<ProjectId> {
    match scope {
        Scope::Everywhere => None,
        Scope::Project(project) => Some(project),
        Scope::Conversation(of) if Some(of) == open => None,
        Scope::Conversation(of) => all.iter().find(|one| one.id == of)?.project,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::{conversation, conversation_id, memory, summary};
    use ricordo_core::{
        memory::{Memory, MemoryState},
        summary::{Summary, SummaryKind},
        testing::sample,
        time::Timestamp,
    };

    #[test]
    fn what_is_recalled_from_another_conversation_names_its_project() {
        let project = sample::project(1).id;
        let own = conversation(1, "", Timestamp(0));
        let all = [Conversation { project: Some(project), ..own }, conversation(2, "", Timestamp(0))];
        let of = |scope, open| project_of(scope, Some(conversation_id(open)), &all);
        let first = Scope::Conversation(conversation_id(1));
        assert_eq!(of(first, 2), Some(project));
        assert_eq!(of(first, 1), None, "the bar names the project of the open conversation");
        assert_eq!(of(Scope::Conversation(conversation_id(2)), 1), None);
        assert_eq!(of(Scope::Conversation(conversation_id(9)), 1), None, "it was erased");
        assert_eq!([of(Scope::Project(project), 1), of(Scope::Everywhere, 1)], [Some(project), None]);
    }

    #[test]
    fn the_scope_of_a_loaded_source_is_known_without_reading() {
        let project = sample::project(1).id;
        let fact = Memory { scope: Scope::Project(project), ..memory(1, "Likes tea", MemoryState::Kept) };
        let of_several = Summary { project: Some(project), ..summary(SummaryKind::Recent, None) };
        let mut open = Snapshot::empty(conversation(1, "", Timestamp(0)), Vec::new());
        (open.memories, open.summaries) = (vec![fact.clone()], vec![of_several.clone()]);
        let scopes = [SourceId::Memory(fact.id), SourceId::Summary(of_several.id), SourceId::Project(project)];
        assert_eq!(scopes.map(|source| scope_in(&open, source)), [Some(Scope::Project(project)); 3]);
        assert_eq!(scope_in(&open, SourceId::Memory(memory(2, "", MemoryState::Kept).id)), None);
    }
}
