//! Dialog that chooses the project to which a conversation moves.

use super::dialog::Dialog;
use crate::{
    state::{DialogKind, use_chat},
    texts::projects::projects,
};
use leptos::prelude::*;

/// Dialog of the projects that a conversation can move to.
#[component]
pub fn MoveDialog() -> impl IntoView {
    let open = use_chat().panels.dialogs.of(DialogKind::MoveToProject);
    view! {
        <Dialog open title=projects().choose id="move-dialog">
            <p class="quiet">{projects().none}</p>
        </Dialog>
    }
}
