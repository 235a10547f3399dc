//! Dialog of a project: a new one, or one that exists.

use super::dialog::Dialog;
use crate::{
    state::{DialogKind, use_chat},
    texts::projects::project,
};
use leptos::prelude::*;

/// Dialog of a project.
#[component]
pub fn ProjectDialog() -> impl IntoView {
    let open = use_chat().panels.dialogs.of(DialogKind::Project);
    view! {
        <Dialog open title=project().edit id="project-dialog">
            <p class="quiet">{project().instructions_about}</p>
        </Dialog>
    }
}
