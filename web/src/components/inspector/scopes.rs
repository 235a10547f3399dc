//! Where the parts of a request are used, or which project they come from.

use crate::chat::use_chat;
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{id::ProjectId, manifest::SourceId, scope::Scope};

/// Scopes of the memories, summaries and instructions in a piece that are narrower than everywhere. Messages are left
/// out: they are of the conversation itself.
#[component]
pub fn ScopesOf(sources: Vec<SourceId>) -> impl IntoView {
    let chat = use_chat();
    let sources: Vec<SourceId> = sources.into_iter().filter(|source| !matches!(source, SourceId::Message(_))).collect();
    let scopes = RwSignal::new(Vec::<Scope>::new());
    if !sources.is_empty() {
        spawn_local(async move {
            let found = chat.scopes_of(&sources).await;
            let _ = scopes.try_set(found);
        });
    }
    move || {
        let names = chat.with_scopes(|known| scopes.with(|scopes| known.narrower(scopes)));
        let mark = |name| view! { <span class="kind" dir="auto" data-testid="piece-scope">{name}</span> };
        names.into_iter().map(mark).collect::<Vec<_>>()
    }
}

/// Project that a recalled source comes from, unless it is from the open conversation or from none.
#[component]
pub fn ProjectOf(source: SourceId) -> impl IntoView {
    let chat = use_chat();
    let project = RwSignal::new(None::<ProjectId>);
    spawn_local(async move {
        let found = chat.project_of_source(source).await;
        let _ = project.try_set(found);
    });
    move || {
        let name = project.get().map(|id| chat.with_scopes(|known| known.name(Scope::Project(id))));
        name.map(|name| view! { <span class="kind" dir="auto" data-testid="recalled-project">{name}</span> })
    }
}
