//! The model that a project gives its conversations.

use super::Connection;
use leptos::prelude::*;
use ricordo_core::{conversation::Conversation, id::ProviderId, project::Project, provider::Provider};

impl Connection {
    /// Reads the project of the open conversation.
    pub fn with_project_of_open<T>(self, read: fn(&Project) -> T) -> Option<T> {
        self.conversation.with(|open| self.projects.with(|all| Project::of(open.as_ref()?, all).map(read)))
    }

    /// The project of the open conversation.
    pub fn project_of_open(self) -> Option<Project> {
        self.with_project_of_open(Project::clone)
    }

    /// The project whose model answers in the open conversation; `None` if the conversation has a model of its own, or
    /// the default one answers.
    pub fn answering_project(self) -> Option<Project> {
        self.conversation.with(|open| {
            self.projects.with(|all| self.providers.with(|known| answering(open.as_ref()?, all, known).cloned()))
        })
    }
}

/// A deleted provider is ignored, as by [`Provider::of_conversation`].
fn answering<'a>(open: &Conversation, projects: &'a [Project], providers: &[Provider]) -> Option<&'a Project> {
    let exists = |id: &ProviderId| *id == Provider::in_page().id || providers.iter().any(|one| one.id == *id);
    if open.provider.is_some_and(|own| exists(&own)) {
        return None;
    }
    Project::of(open, projects).filter(|project| project.provider.as_ref().is_some_and(exists))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::{conversation, server};
    use ricordo_core::{id::ProjectId, project::ProjectText, time::Timestamp};

    fn project(number: u8) -> Project {
        Project::new(ProjectId::new(Timestamp(0), [number; 10]), ProjectText::default(), Timestamp(0))
    }

    #[test]
    fn a_project_answers_where_the_conversation_has_no_model_of_its_own() {
        let (own, of_project) = (server(1, "a"), server(2, "b"));
        let projects = [Project { provider: Some(of_project.id), ..project(1) }, project(2)];
        let open = Conversation { project: Some(projects[0].id), ..conversation(1, "", Timestamp(0)) };
        let all = [own.clone(), of_project];
        let name = |open: &Conversation, all: &[Provider]| answering(open, &projects, all).map(|found| found.id);
        assert_eq!(name(&open, &all), Some(projects[0].id));
        assert_eq!(name(&open, &all[..1]), None, "its provider was deleted");
        let with_own = Conversation { provider: Some(own.id), ..open.clone() };
        assert_eq!(name(&with_own, &all), None);
        assert_eq!(name(&with_own, &all[1..]), Some(projects[0].id), "its own was deleted");
        assert_eq!(name(&Conversation { project: Some(projects[1].id), ..open.clone() }, &all), None);
        assert_eq!(name(&Conversation { project: None, ..open }, &all), None);
    }
}
