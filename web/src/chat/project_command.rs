//! The command `/project`.

use super::Chat;
use crate::{
    state::project_named::{Chosen, chosen},
    texts::{fill, projects::projects},
};
use leptos::prelude::*;

impl Chat {
    /// Moves the open conversation to the project that `name` means. Without a name, the user chooses in a dialog.
    pub(super) fn project_command(self, name: &str) {
        let Some(id) = self.id() else { return };
        let texts = projects();
        let all = self.connection.projects.get_untracked();
        let named: Vec<_> = all.iter().map(|project| (project.id, project.name.as_str())).collect();
        let trouble = match chosen(name, &named, &["none", texts.none_word]) {
            Chosen::Ask => return self.choose_project(id),
            Chosen::Out => return self.move_to_project(id, None),
            Chosen::Project(project) => return self.move_to_project(id, Some(project)),
            Chosen::Several(found) => {
                let names = named.iter().filter(|(id, _)| found.contains(id)).map(|(_, name)| *name);
                fill(texts.several, &[("names", &names.collect::<Vec<_>>().join(", "))])
            }
            Chosen::Unknown => fill(texts.unknown, &[("name", name)]),
        };
        self.composer.correct(self, format!("/project {name}"));
        self.notices.trouble(trouble);
    }
}
