//! Drop-down list of the models of all connections.

use crate::{
    chat::use_chat,
    state::Choice,
    texts::{connect::connect, picker::picker, worker::worker},
    words::shown_name,
};
use leptos::prelude::*;
use ricordo_core::provider::{Provider, ProviderKind};

/// Connection and name of a model.
pub fn label_of(provider: &Provider, model: &str) -> String {
    let is_in_page = provider.kind == ProviderKind::InPage;
    let place = if is_in_page { connect().kind_in_page } else { &provider.name };
    format!("{place} · {}", shown_name(model, is_in_page))
}

/// Drop-down list of the models.
#[component]
pub fn ModelChoice(
    /// Value of both `id` and `data-testid`.
    id: &'static str,
    /// The models.
    #[prop(into)]
    choices: Signal<Vec<Choice>>,
    /// Chosen model, as [`Choice::name`] names it; empty for the one in the settings.
    chosen: RwSignal<String>,
) -> impl IntoView {
    let connection = use_chat().connection;
    let options = move || {
        let now = chosen.get_untracked();
        let all = choices.get();
        let is_listed = now.is_empty() || all.iter().any(|choice| choice.name() == now);
        // A model that is chosen but not listed, such as one of a deleted connection.
        let other = (!is_listed).then(|| {
            let (id, model) = now.split_once('/').unwrap_or((&now, ""));
            let named = |all: &Vec<Provider>| {
                all.iter().find(|one| one.id.to_string() == id).map(|found| label_of(found, model))
            };
            (now.clone(), connection.providers.with(named).unwrap_or_else(|| worker().deleted.to_owned()))
        });
        let first = [(String::new(), picker().default.to_owned())];
        let all = all.iter().map(|choice| (choice.name(), label_of(&choice.provider, &choice.model.id)));
        let options = first.into_iter().chain(other).chain(all).map(|(value, label)| {
            let is_chosen = value == now;
            view! { <option value=value selected=is_chosen>{label}</option> }
        });
        options.collect::<Vec<_>>()
    };
    view! {
        <select class="input" id=id data-testid=id on:change=move |event| chosen.set(event_target_value(&event))>
            {options}
        </select>
    }
}
