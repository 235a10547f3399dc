//! The choice of a connection for the work in the background, and what one conversation has of its own.

use super::field::FieldError;
use crate::{
    state::{use_chat, why_not},
    texts::{fields::about, picker::picker, worker::worker as texts},
};
use leptos::prelude::*;
use ricordo_core::{
    provider::BackgroundProvider,
    settings::{Background, OwnSettings},
};

/// The value of the choice that takes the connection which answers, whatever the settings say.
const ANSWERS: &str = "answers";

/// The connections, with `first` before them.
#[component]
pub fn ConnectionSelect(
    /// The id of the field, and for tests.
    id: &'static str,
    /// What is chosen: the id of a connection, or a value of `first`.
    chosen: RwSignal<String>,
    /// Choices that are no connection: the value, and what it says.
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

/// What is chosen for one conversation.
#[derive(Clone, Copy)]
pub struct OwnBackground {
    connection: RwSignal<String>,
    model: RwSignal<String>,
    leaves: RwSignal<bool>,
}

impl OwnBackground {
    /// What is stored.
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

    /// What is chosen; `None`: as in the settings.
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

/// The fields of it.
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
