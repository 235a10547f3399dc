//! Drop-down list of the models that a server lists.

use crate::texts::connect::connect;
use leptos::prelude::*;
use ricordo_core::wire::ListedModel;

/// Drop-down list of models.
#[component]
pub fn ModelSelect(models: Vec<ListedModel>, chosen: RwSignal<String>) -> impl IntoView {
    let options = models.into_iter().map(|model| {
        let id = model.id;
        let is_chosen = chosen.with_untracked(|chosen| *chosen == id);
        view! { <option value=id.clone() selected=is_chosen>{id.clone()}</option> }
    });
    view! {
        <select class="input" aria-label=connect().model data-testid="model-select"
            on:change=move |event| chosen.set(event_target_value(&event))>
            {options.collect::<Vec<_>>()}
        </select>
    }
}
