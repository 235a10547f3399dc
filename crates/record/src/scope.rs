//! Scopes: where a memory, a task or a document is used. [`crate::place`] decides what a scope reaches.

use crate::id::{ConversationId, ProjectId};
use serde::{Deserialize, Serialize};

/// Where a memory, a task or a document is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// In all conversations, except those of isolated projects.
    #[default]
    Everywhere,
    /// In the conversations of a project.
    Project(ProjectId),
    /// In one conversation.
    Conversation(ConversationId),
}

impl Scope {
    /// The scope after conversation `of` moved from one project to another: what was learned there follows it and is
    /// never used more widely.
    #[must_use]
    pub fn moved(self, of: ConversationId, from: Option<ProjectId>, to: Option<ProjectId>) -> Self {
        match self {
            Self::Project(project) if Some(project) == from => to.map_or(Self::Conversation(of), Self::Project),
            scope => scope,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample::{conversation_id, project};

    #[test]
    fn what_was_learned_follows_its_conversation() {
        let (of, first, second) = (conversation_id(1), project(1).id, project(2).id);
        let moved = |scope: Scope, to| scope.moved(of, Some(first), to);
        assert_eq!(moved(Scope::Project(first), Some(second)), Scope::Project(second));
        assert_eq!(moved(Scope::Project(first), None), Scope::Conversation(of));
        for stays in [Scope::Everywhere, Scope::Project(second), Scope::Conversation(of)] {
            assert_eq!(moved(stays, None), stays);
        }
    }
}
