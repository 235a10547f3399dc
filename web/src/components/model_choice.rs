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
        let other = connection.providers.with(|saved| unlisted(&now, &all, saved)).map(|label| (now.clone(), label));
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

/// Label of a model that is chosen but not listed; `None` if it is listed, or if none is chosen. Without its own option the
/// list would show another model than the one that is stored.
fn unlisted(chosen: &str, listed: &[Choice], saved: &[Provider]) -> Option<String> {
    if chosen.is_empty() || listed.iter().any(|choice| choice.name() == chosen) {
        return None;
    }
    let (id, model) = chosen.split_once('/').unwrap_or((chosen, ""));
    let provider = saved.iter().find(|one| one.id.to_string() == id);
    Some(provider.map_or_else(|| worker().deleted.to_owned(), |provider| label_of(provider, model)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::server,
        texts::{UiLanguage, speak},
    };

    #[test]
    fn a_chosen_model_that_is_not_listed_has_an_option_of_its_own() {
        let saved = server(1, "small");
        let listed = [Choice::saved(&saved)];
        let of = |chosen: &str, saved: &[Provider]| unlisted(chosen, &listed, saved);
        let all = std::slice::from_ref(&saved);
        for language in UiLanguage::all() {
            speak(language);
            assert_eq!(of("", all), None, "the first option is chosen");
            assert_eq!(of(&listed[0].name(), all), None);
            let unlisted = format!("{}/qwen/large:1", saved.id);
            assert_eq!(of(&unlisted, all), Some(label_of(&saved, "qwen/large:1")), "a model's name may have slashes");
            assert_eq!(of(&unlisted, &[]), Some(worker().deleted.to_owned()), "its connection is deleted");
            assert_eq!(of("nonsense", all), Some(worker().deleted.to_owned()));
        }
    }

    #[test]
    fn a_model_is_named_with_its_connection_and_the_one_in_the_page_without() {
        for language in UiLanguage::all() {
            speak(language);
            assert_eq!(label_of(&server(3, ""), "small"), format!("Server 3 · {}", shown_name("small", false)));
            let page = Provider { name: "not shown".to_owned(), ..Provider::in_page() };
            let label = label_of(&page, &page.model);
            assert!(label.starts_with(connect().kind_in_page) && !label.contains("not shown"), "{label}");
        }
    }
}
