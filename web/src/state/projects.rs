//! Projects: opens their dialogs, and creates, changes and deletes them.

use super::{Chat, DialogKind};
use leptos::prelude::*;
use ricordo_core::id::ProjectId;

impl Chat {
    /// Opens the dialog of a project.
    pub fn open_project(self, id: ProjectId) {
        self.panels.project.set(Some(id));
        self.panels.dialogs.open(DialogKind::Project);
    }
}
