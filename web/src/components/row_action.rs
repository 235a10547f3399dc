//! Action of a row in a list: an icon with a tooltip, and a name for assistive technology.

use super::icon::{Icon, Picture};
use leptos::prelude::*;

/// Button of the action.
#[component]
pub fn RowAction(
    test_id: &'static str,
    picture: Picture,
    /// What the action is called.
    #[prop(into)]
    name: Signal<&'static str>,
    /// Accessible name, if the row does not say what the action is for.
    #[prop(optional)]
    label: Option<String>,
    /// Id of the button; none if empty.
    #[prop(optional)]
    id: String,
    act: impl Fn() + 'static,
) -> impl IntoView {
    let label = move || label.clone().unwrap_or_else(|| name.get().to_owned());
    view! {
        <button class="icon-button" type="button" id=(!id.is_empty()).then_some(id) data-testid=test_id aria-label=label
            title=name on:click=move |_| act()>
            <Icon picture/>
        </button>
    }
}
