//! Drop-down list of the presets that ship.

use leptos::prelude::*;
use ricordo_core::preset::PRESETS;

/// Drop-down list of the presets.
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
    view! {
        <select class="input" id=id data-testid=id prop:value=move || chosen.get()
            on:change=move |event| chosen.set(event_target_value(&event))>
            <option value="">{default}</option>
            {presets.collect::<Vec<_>>()}
        </select>
    }
}
