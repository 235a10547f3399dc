//! Setting of the connection for background work, with the reason if the chosen one is not used.

use super::super::background_choice::ConnectionSelect;
use crate::{
    chat::use_chat,
    state::{SettingsForm, why_not},
    texts::worker::worker as texts,
};
use leptos::prelude::*;
use ricordo_core::{
    provider::{BackgroundProvider, Provider},
    settings::{Background, FIELDS},
};

/// Field of the setting.
#[component]
pub fn ConnectionField(
    form: SettingsForm,
    typed: RwSignal<String>,
    path: &'static str,
    label: &'static str,
) -> impl IntoView {
    let connection = use_chat().connection;
    let leaves = FIELDS.iter().position(|field| field.path == "background.leaves_computer").map(|at| form.typed(at));
    let why = move || {
        let provider = typed.with(|typed| typed.parse().ok());
        let leaves_computer = leaves.is_some_and(|leaves| leaves.with(|typed| typed == "true"));
        let background = Background { provider, model: None, leaves_computer };
        connection.providers.with(|all| {
            let answers = connection.settings.with(|settings| Provider::of_settings(settings, all));
            BackgroundProvider::of(&answers, &background, all).instead.map(why_not)
        })
    };
    view! {
        <label for=path>{label}</label>
        <ConnectionSelect id=path chosen=typed first=vec![("", texts().answers)]/>
        <p class="hint unsaved" role="status" data-testid="background-why">{why}</p>
    }
}
