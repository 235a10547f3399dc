//! Drop-down list of the presets that ship.

use super::icon::{Icon, Picture};
use crate::{chat::use_chat, texts::presets::deletion};
use leptos::prelude::*;
use ricordo_core::preset::{self, PRESETS};

/// Drop-down list of the presets. Below it stands which messages the chosen one deletes. Whether `/new` erases is not said:
/// that follows only the settings of all conversations.
#[component]
pub fn PresetSelect(
    /// Value of both `id` and `data-testid`.
    id: &'static str,
    /// Name of the chosen preset; empty for the one that applies without a choice.
    chosen: RwSignal<String>,
    /// Label of the empty choice.
    default: String,
) -> impl IntoView {
    let presets = PRESETS.iter().map(|preset| {
        let is_chosen = chosen.with_untracked(|chosen| chosen == preset.name);
        view! { <option value=preset.name selected=is_chosen>{preset.name}</option> }
    });
    let settings = use_chat().connection.settings;
    let loss = move || {
        chosen.with(|chosen| settings.with(|settings| deletion(settings, &preset::under(chosen, settings)))).map(
            |words| {
                view! { <p class="loss" data-testid="preset-loss"><Icon picture=Picture::Warning/>{words}</p> }
            },
        )
    };
    view! {
        <select class="input" id=id data-testid=id prop:value=move || chosen.get()
            on:change=move |event| chosen.set(event_target_value(&event))>
            <option value="">{default}</option>
            {presets.collect::<Vec<_>>()}
        </select>
        <div role="status">{loss}</div>
    }
}
