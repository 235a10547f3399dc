//! Dialog that chooses the project to which a conversation moves.

use super::{dialog::Dialog, project_group::Dot};
use crate::{
    chat::use_chat,
    state::DialogKind,
    texts::{
        common::common,
        projects::{project_groups, projects},
    },
};
use leptos::{ev::SubmitEvent, prelude::*};
use ricordo_core::{
    id::{ConversationId, ProjectId},
    project::Project,
};

/// Dialog of the projects that a conversation can move to.
#[component]
pub fn MoveDialog() -> impl IntoView {
    let panels = use_chat().panels;
    let open = panels.dialogs.of(DialogKind::MoveToProject);
    view! {
        <Dialog open title=projects().choose id="move-dialog">
            {move || panels.moving.get().map(|moving| view! { <Form moving/> })}
        </Dialog>
    }
}

#[component]
fn Form(moving: ConversationId) -> impl IntoView {
    let chat = use_chat();
    let dialogs = chat.panels.dialogs;
    let texts = projects();
    let chosen = RwSignal::new(chat.project_of(moving));
    let all = chat.connection.projects;
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        dialogs.close(DialogKind::MoveToProject);
        chat.move_to_project(moving, chosen.get_untracked());
    };
    let create = move |_| {
        dialogs.close(DialogKind::MoveToProject);
        chat.new_project(Some(moving));
    };
    let is_first = move || all.with(Vec::is_empty);
    view! {
        <form on:submit=submit novalidate>
            <div class="content people move">
                <Show when=is_first><p class="quiet">{texts.none_yet}</p></Show>
                <ul class="choices" role="radiogroup" aria-labelledby="move-dialog-title" data-testid="move-choices">
                    <Choice chosen project=None/>
                    <For each=move || all.get() key=|project| project.id let:project>
                        <Choice chosen project=Some(project)/>
                    </For>
                </ul>
            </div>
            <footer>
                <button class="button left" type="button" data-testid="move-new" on:click=create>{project_groups().new}</button>
                <button class="button" type="button" on:click=move |_| dialogs.close(DialogKind::MoveToProject)>{common().cancel}</button>
                <button class="button primary" type="submit" data-testid="move-submit">{texts.move_it}</button>
            </footer>
        </form>
    }
}

/// A project to choose, or none.
#[component]
fn Choice(chosen: RwSignal<Option<ProjectId>>, project: Option<Project>) -> impl IntoView {
    let id = project.as_ref().map(|project| project.id);
    let is_chosen = move || chosen.get() == id;
    let (dot, name) = match project {
        Some(Project { name, color, .. }) => (Some(view! { <Dot color/> }), name),
        None => (None, projects().none.to_owned()),
    };
    // The arrow keys start at the present project.
    let is_first = chosen.get_untracked() == id;
    view! {
        <li role="none">
            <label>
                <input type="radio" name="move-to" data-testid="move-choice" autofocus=is_first
                    prop:checked=is_chosen on:change=move |_| chosen.set(id)/>
                {dot}
                <span dir="auto">{name}</span>
            </label>
        </li>
    }
}
