//! What of the conversation list is loaded later: the menus of its rows and projects, selecting several conversations,
//! and dragging rows to projects. See [`crate::parts`].

use super::{
    chooser::Chooser, conversation_groups::Shared, conversation_menu::ConversationMenu, project_drag::ProjectDrag,
    project_menu::ProjectMenu, shown_when::shown_when,
};
use crate::{
    chat::{Choosing, use_chat},
    loaded::{Boxed, NotLoaded},
    parts::loaded_when_called,
    state::{Group, Projects, Wanted, grouped_by_project},
};
use leptos::prelude::*;
use ricordo_core::id::ConversationId;

loaded_when_called! { lazy:
    fn list_menus(shared: Shared) -> Result<AnyView, NotLoaded> {
        Ok(view! { <ListMenus shared/> }.into_any())
    }
}

/// Menus of the list, selecting several of its conversations, and dragging its rows to projects. Loaded when a menu is
/// first opened, or when the page is idle.
#[component]
pub fn LazyListMenus(shared: Shared) -> impl IntoView {
    let is_whole = use_chat().is_whole;
    let Shared { menu, project_menu, .. } = shared;
    let is_wanted = move || is_whole.get() || menu.with(Option::is_some) || project_menu.with(Option::is_some);
    let load = move || -> Boxed<Result<AnyView, NotLoaded>> { Box::pin(list_menus(shared)) };
    let failed = move || {
        menu.set(None);
        project_menu.set(None);
    };
    shown_when(is_wanted, load, failed)
}

/// Menus of the list, and selecting several of its conversations.
#[component]
fn ListMenus(shared: Shared) -> impl IntoView {
    let choosing = Choosing::new(shared.is_choosing, shown(shared));
    view! {
        <Chooser shared choosing/>
        <ConversationMenu of=shared.menu choosing/>
        <ProjectMenu of=shared.project_menu/>
        <ProjectDrag/>
    }
}

/// All conversations that the list shows, in its order, including those that are drawn only when it is scrolled.
fn shown(Shared { folds, filter: (words, tag), .. }: Shared) -> Memo<Vec<ConversationId>> {
    let chat = use_chat();
    let archive = chat.panels.archive;
    Memo::new(move |_| {
        let tag = tag.get().filter(|_| !archive.get());
        let wanted = Wanted { words: words.get(), tag, archived: archive.get() };
        let all: Vec<_> = chat.connection.projects.with(|all| all.iter().map(|project| project.id).collect());
        let folded = folds.0.get();
        let projects = Projects { all: &all, folded: &folded };
        let (groups, _) = chat
            .storage
            .conversations
            .with(|listed| grouped_by_project(listed, &wanted, chat.storage.now(), usize::MAX, &projects));
        groups.into_iter().flat_map(ids_of).collect()
    })
}

fn ids_of(group: Group) -> Vec<ConversationId> {
    match group {
        Group::Project(group) => group.ids,
        Group::Rest(_, ids) => ids,
    }
}
