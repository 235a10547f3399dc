//! Selects the connection for background work, and the form for a conversation's own choice.

use super::field::FieldError;
use crate::{
    chat::use_chat,
    state::why_not,
    texts::{fields::about, picker::picker, worker::worker as texts},
};
use leptos::prelude::*;
use ricordo_core::{
    provider::BackgroundProvider,
    settings::{Background, OwnSettings},
};

/// Option value for the connection that answers in the conversation, regardless of the global settings.
const ANSWERS: &str = "answers";

/// Drop-down list of the connections, with `first` before them.
#[component]
pub fn ConnectionSelect(
    /// Value of both `id` and `data-testid`.
    id: &'static str,
    /// Chosen value: the id of a connection, or a value from `first`.
    chosen: RwSignal<String>,
    /// Options that are not connections: value and label.
    first: Vec<(&'static str, &'static str)>,
) -> impl IntoView {
    let mut choices: Vec<(String, String)> =
        first.into_iter().map(|(value, words)| (value.to_owned(), words.to_owned())).collect();
    choices.extend(use_chat().connection.servers());
    let now = chosen.get_untracked();
    if !choices.iter().any(|(value, _)| *value == now) {
        choices.push((now.clone(), texts().deleted.to_owned()));
    }
    let options = choices.into_iter().map(|(value, words)| {
        let is_chosen = value == now;
        view! { <option value=value selected=is_chosen>{words}</option> }
    });
    view! {
        <select class="input" id=id data-testid=id aria-describedby=format!("{id}-hint") prop:value=move || chosen.get()
            on:change=move |event| chosen.set(event_target_value(&event))>
            {options.collect::<Vec<_>>()}
        </select>
    }
}

/// Choice of background work for one conversation.
#[derive(Clone, Copy)]
pub struct OwnBackground {
    connection: RwSignal<String>,
    model: RwSignal<String>,
    leaves: RwSignal<bool>,
}

impl OwnBackground {
    /// Form filled from the stored settings of the conversation.
    pub fn of(own: &OwnSettings) -> Self {
        let Background { provider, model, leaves_computer } = own.background.clone().unwrap_or_default();
        let connection = match (&own.background, provider) {
            (None, _) => String::new(),
            (Some(_), None) => ANSWERS.to_owned(),
            (Some(_), Some(id)) => id.to_string(),
        };
        Self {
            connection: RwSignal::new(connection),
            model: RwSignal::new(model.unwrap_or_default()),
            leaves: RwSignal::new(leaves_computer),
        }
    }

    /// Chosen background connection; `None` for the global settings.
    pub fn chosen(self) -> Option<Background> {
        let provider = match self.connection.get().as_str() {
            "" => return None,
            ANSWERS => return Some(Background::default()),
            id => id.parse().ok(),
        };
        let model = Some(self.model.get().trim().to_owned()).filter(|model| !model.is_empty());
        Some(Background { provider, model, leaves_computer: self.leaves.get() })
    }
}

/// Fields of [`OwnBackground`].
#[component]
pub fn OwnBackgroundFields(of: OwnBackground) -> impl IntoView {
    let connection = use_chat().connection;
    let texts = texts();
    let is_one = move || of.connection.with(|id| !matches!(id.as_str(), "" | ANSWERS));
    let why = Signal::derive(move || {
        let background = of.chosen().unwrap_or_else(|| connection.settings.with(|now| now.background.clone()));
        let found = connection.providers.with(|all| BackgroundProvider::of(&connection.provider(), &background, all));
        found.instead.map(|instead| why_not(instead).to_owned())
    });
    view! {
        <div class="field">
            <label for="own-background">{texts.connection}</label>
            <ConnectionSelect id="own-background" chosen=of.connection
                first=vec![("", picker().default), (ANSWERS, texts.answers)]/>
            <p class="hint" id="own-background-hint">{about("background.provider").map(|about| about.help)}</p>
            <FieldError error=why/>
        </div>
        <Show when=is_one>
            <div class="field">
                <label for="own-background-model">{texts.model}</label>
                <input class="input" id="own-background-model" data-testid="own-background-model" autocomplete="off" dir="auto"
                    aria-describedby="own-background-model-hint" prop:value=move || of.model.get()
                    on:input=move |event| of.model.set(event_target_value(&event))/>
                <p class="hint" id="own-background-model-hint">{texts.model_hint}</p>
            </div>
            <label class="check">
                <input type="checkbox" data-testid="own-background-leaves" prop:checked=move || of.leaves.get()
                    on:change=move |event| of.leaves.set(event_target_checked(&event))/>
                <span>{texts.leaves}</span>
            </label>
        </Show>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::server;

    fn own(background: Option<Background>) -> OwnSettings {
        OwnSettings { background, ..OwnSettings::default() }
    }

    #[test]
    fn each_choice_is_read_back_as_it_was_stored() {
        let one =
            Background { provider: Some(server(1, "").id), model: Some("small".to_owned()), leaves_computer: true };
        for background in [None, Some(Background::default()), Some(one)] {
            assert_eq!(OwnBackground::of(&own(background.clone())).chosen(), background);
        }
    }

    #[test]
    fn what_was_typed_for_one_connection_is_not_stored_for_none() {
        let one =
            Background { provider: Some(server(1, "").id), model: Some("small".to_owned()), leaves_computer: true };
        let typed = OwnBackground::of(&own(Some(one)));
        typed.connection.set(ANSWERS.to_owned());
        assert_eq!(typed.chosen(), Some(Background::default()));
        typed.connection.set(String::new());
        assert_eq!(typed.chosen(), None);
    }

    #[test]
    fn an_empty_model_is_that_of_the_connection() {
        let typed = OwnBackground::of(&own(None));
        typed.connection.set(server(1, "").id.to_string());
        for (model, stored) in [("", None), ("  ", None), (" small ", Some("small"))] {
            typed.model.set(model.to_owned());
            assert_eq!(typed.chosen().unwrap().model.as_deref(), stored, "{model:?}");
        }
    }
}
