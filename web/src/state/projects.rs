//! The projects that are stored: found by their ids.

use super::Connection;
use leptos::prelude::*;
use ricordo_core::{id::ProjectId, project::Project};

/// Id of the button that folds a project in the list.
pub fn heading_of(project: ProjectId) -> String {
    format!("project-{project}")
}

impl Connection {
    /// The known project with this id.
    pub fn project(self, id: ProjectId) -> Option<Project> {
        self.projects.with_untracked(|all| all.iter().find(|project| project.id == id).cloned())
    }
}
