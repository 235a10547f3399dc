//! Menu of a project in the list. One menu serves all projects and opens beside the heading whose button was pressed.

use super::{
    icon::Picture,
    menu::{Menu, MenuItem},
    project_group::{PROJECT_MENU, more_of},
};
use crate::{
    chat::use_chat,
    texts::{
        conversations::conversations,
        projects::{project_groups, projects},
    },
};
use leptos::prelude::*;
use ricordo_core::id::ProjectId;

/// Menu of a project.
#[component]
pub fn ProjectMenu(of: RwSignal<Option<ProjectId>>) -> impl IntoView {
    view! {
        <Menu id=PROJECT_MENU opener=Signal::derive(move || of.get().map(more_of)) closed=move || of.set(None)>
            {move || of.get().map(|id| view! { <Items id/> })}
        </Menu>
    }
}

#[component]
fn Items(id: ProjectId) -> impl IntoView {
    let chat = use_chat();
    let texts = projects();
    view! {
        <ul role="menu" aria-label=conversations().more_actions>
            <MenuItem
                test_id="project-new-chat"
                picture=Picture::Plus
                label=texts.new_chat
                act=move || chat.start_in(Some(id))
            />
            <MenuItem
                test_id="project-edit"
                picture=Picture::Write
                label=texts.edit
                act=move || chat.open_project(id)
            />
            <MenuItem
                test_id="project-new"
                picture=Picture::Folder
                label=project_groups().new
                act=move || chat.new_project(None)
            />
            <MenuItem
                test_id="project-delete"
                picture=Picture::Bin
                label=texts.delete
                is_danger=true
                act=move || chat.delete_project(id)
            />
        </ul>
    }
}
