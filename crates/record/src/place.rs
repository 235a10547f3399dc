//! The place of a conversation: what is in scope of it.

use crate::{
    conversation::Conversation,
    id::{ConversationId, ProjectId},
    project::Project,
    scope::Scope,
};

/// A conversation and its project: decides what is in scope there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The conversation.
    pub conversation: ConversationId,
    /// Its project.
    pub project: Option<ProjectId>,
    /// Whether the project uses nothing from outside.
    pub isolated: bool,
}

impl Place {
    /// The place of a conversation. `project`: its project; ignored if it is another one. A conversation whose project
    /// no longer exists sees what is left of that project, and nothing of any other.
    pub fn of(conversation: &Conversation, project: Option<&Project>) -> Self {
        let own = project.filter(|project| Some(project.id) == conversation.project);
        Self {
            conversation: conversation.id,
            project: conversation.project,
            isolated: own.is_some_and(|project| project.isolated),
        }
    }

    /// Whether conversations of a project, or of none, are in scope here, with the summaries that cover several of them.
    pub fn admits(&self, project: Option<ProjectId>) -> bool {
        self.project == project || (project.is_none() && !self.isolated)
    }

    /// The scope of what is learned here.
    pub fn scope(&self) -> Scope {
        self.project.map_or(Scope::Everywhere, Scope::Project)
    }
}

impl Scope {
    /// Whether a memory or a task of this scope is used in a place.
    pub fn reaches(self, place: &Place) -> bool {
        match self {
            Self::Everywhere => !place.isolated,
            Self::Project(project) => place.project == Some(project),
            Self::Conversation(conversation) => place.conversation == conversation,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample::{conversation, conversation_id, project};

    fn place(of: u32, in_project: Option<u32>, isolated: bool) -> Place {
        let project = in_project.map(|number| Project { isolated, ..project(number) });
        let conversation = Conversation { project: project.as_ref().map(|one| one.id), ..conversation(of) };
        Place::of(&conversation, project.as_ref())
    }

    #[test]
    fn a_scope_reaches_its_own_conversations_only() {
        let (here, own) = (Scope::Conversation(conversation_id(1)), Scope::Project(project(1).id));
        let reached = |scope: Scope| {
            let places =
                [place(1, None, false), place(2, Some(1), false), place(3, Some(1), true), place(4, Some(2), true)];
            places.map(|place| scope.reaches(&place))
        };
        assert_eq!(reached(Scope::Everywhere), [true, true, false, false]);
        assert_eq!(reached(own), [false, true, true, false]);
        assert_eq!(reached(here), [true, false, false, false]);
    }

    #[test]
    fn conversations_of_another_project_are_never_in_scope() {
        let (none, first) = (None, Some(project(1).id));
        let admits = |place: Place| [none, first].map(|project| place.admits(project));
        assert_eq!(admits(place(1, None, false)), [true, false]);
        assert_eq!(admits(place(1, Some(1), false)), [true, true]);
        assert_eq!(admits(place(1, Some(1), true)), [false, true]);
        assert_eq!(admits(place(1, Some(2), false)), [true, false]);
        // The project of a conversation decides, whatever record comes with it.
        let lost = Conversation { project: first, ..conversation(1) };
        assert_eq!(admits(Place::of(&lost, Some(&Project { isolated: true, ..project(2) }))), [true, true]);
    }
}
