//! Saved connections: select the one to edit, add one, or delete one.

use super::{
    icon::{Icon, Picture},
    typed_server::Typed,
};
use crate::{chat::use_chat, texts::connect::connect, words::shown_name};
use leptos::prelude::*;
use ricordo_core::{
    id::ProviderId,
    provider::{Provider, ProviderKind},
};

/// Id of the heading of the first question.
pub const KINDS_ID: &str = "provider-kinds";
/// Id of the heading of what was chosen. It has the focus after a step.
pub const CHOSEN_ID: &str = "provider-chosen";

/// List of saved connections; empty if there are none.
#[component]
pub fn SavedServers(
    typed: Typed,
    kind: RwSignal<ProviderKind>,
    /// Set once a connection is chosen.
    is_chosen: RwSignal<bool>,
) -> impl IntoView {
    let connection = use_chat().connection;
    let ids = Memo::new(move |_| connection.providers.with(|all| listed(all)));
    let add = move |_| {
        typed.show(None);
        kind.set(ProviderKind::OpenAiCompatible);
        crate::browser::focus_next_frame(KINDS_ID);
    };
    view! {
        <Show when=move || ids.with(|ids| !ids.is_empty())>
            <section class="saved" aria-label=connect().saved>
                <h3>{connect().saved}</h3>
                <ul><For each=move || ids.get() key=|id| *id children=move |id| view! { <Saved id typed kind is_chosen/> }/></ul>
                <button class="button" type="button" data-testid="provider-add" on:click=add>{connect().add}</button>
            </section>
        </Show>
    }
}

#[component]
fn Saved(id: ProviderId, typed: Typed, kind: RwSignal<ProviderKind>, is_chosen: RwSignal<bool>) -> impl IntoView {
    let chat = use_chat();
    let texts = connect();
    let found = Memo::new(move |_| chat.connection.providers.with(|all| all.iter().find(|one| one.id == id).cloned()));
    let is_shown = move || kind.get() != ProviderKind::InPage && typed.editing.get() == Some(id);
    let answers = move || chat.connection.settings.with(|settings| settings.provider == Some(id));
    let part =
        move |part: fn(&Provider) -> &String| found.with(|one| one.as_ref().map(part).cloned().unwrap_or_default());
    let show = move |_| {
        if let Some(server) = found.get_untracked() {
            kind.set(server.kind);
            typed.show(Some(&server));
            typed.is_picked.set(true);
            is_chosen.set(true);
            crate::browser::focus_if_lost([CHOSEN_ID.to_owned()]);
        }
    };
    let delete = move |_| {
        if let Some(server) = found.get_untracked() {
            chat.delete_provider(&server);
            if typed.editing.get_untracked() == Some(id) {
                typed.show(None);
                kind.set(ProviderKind::InPage);
            }
        }
    };
    view! {
        <li>
            <button class="pick" type="button" data-testid="provider-saved" aria-pressed=move || is_shown().to_string() on:click=show>
                <span class="name">{move || part(|one| &one.name)}</span>
                <span class="what">{move || shown_name(&part(|one| &one.model), false)}</span>
                <Show when=answers><span class="badge">{texts.answers}</span></Show>
            </button>
            <button class="icon-button" type="button" data-testid="provider-delete"
                aria-label=move || texts.delete_named.replace("{name}", &part(|one| &one.name))
                title=crate::texts::common::common().delete on:click=delete>
                <Icon picture=Picture::Bin/>
            </button>
        </li>
    }
}

/// The connections to choose from. A model in the page is another answer to the first question.
fn listed(saved: &[Provider]) -> Vec<ProviderId> {
    saved.iter().filter(|one| one.kind != ProviderKind::InPage).map(|one| one.id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::server;

    #[test]
    fn all_connections_but_models_in_the_page_are_listed_in_their_order() {
        let (one, two) = (server(1, "a"), Provider { kind: ProviderKind::Ollama, ..server(2, "b") });
        let weights = Provider { kind: ProviderKind::InPage, ..server(3, "weights") };
        assert_eq!(listed(&[two.clone(), weights.clone(), one.clone()]), [two.id, one.id]);
        assert!(listed(&[weights, Provider::in_page()]).is_empty(), "then there is nothing to choose from");
    }
}
