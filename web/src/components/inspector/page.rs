//! Inspector as a full page: the request as text, as JSON, compared with the previous one, and what was left out.

use super::{
    Switch, absent,
    comparison::ComparisonView,
    counts::Counts,
    head::Head,
    json::{HandOver, JsonView},
    left_out::LeftOut,
    piece::Pieces,
    warnings::Warnings,
};
use crate::{
    browser,
    chat::use_chat,
    components::dialog::Dialog,
    state::{Asked, DialogKind, Tab},
    texts::{inspection::inspection, inspector::inspector},
};
use leptos::{ev::KeyboardEvent, prelude::*};
use std::sync::Arc;

/// Pieces shown at first.
const FIRST: usize = 40;

/// Tabs, with the keys used in their ids and tests.
const TABS: [(Tab, &str); 4] =
    [(Tab::Text, "text"), (Tab::Json, "json"), (Tab::Compare, "compare"), (Tab::LeftOut, "left-out")];

/// Inspector as a full page.
#[component]
pub fn InspectionPage() -> impl IntoView {
    let open = use_chat().panels.dialogs.of(DialogKind::Inspection);
    view! {
        <Dialog open title=inspector().title id="inspection-page">
            <Content/>
        </Dialog>
    }
}

#[component]
fn Content() -> impl IntoView {
    let chat = use_chat();
    let asked = Memo::new(move |_| chat.inspection.shown());
    let is_there = Memo::new(move |_| asked.with(Option::is_some));
    view! {
        <div class="content inspection">
            <Switch/>
            <Show when=move || is_there.get() fallback=move || view! { <p class="quiet">{move || absent(chat)}</p> }>
                <div class="facts">
                    <Head asked/>
                    <Counts asked/>
                </div>
                <Warnings asked/>
                <Tabs/>
                <Side asked/>
            </Show>
        </div>
    }
}

/// Row of tabs. The arrow keys move between them.
#[component]
fn Tabs() -> impl IntoView {
    let tab = use_chat().inspection.tab;
    let button = move |(which, key): (Tab, &'static str)| {
        let is_chosen = move || tab.get() == which;
        view! {
            <button
                role="tab"
                id=format!("inspection-tab-{key}")
                data-testid=format!("inspection-tab-{key}")
                aria-selected=move || is_chosen().to_string()
                aria-controls="inspection-side"
                tabindex=move || if is_chosen() { "0" } else { "-1" }
                on:click=move |_| tab.set(which)
            >
                {name(which)}
            </button>
        }
    };
    view! {
        <div class="tabs" role="tablist" aria-label=inspection().tabs on:keydown=move |event| step(tab, &event)>
            {TABS.map(button).into_iter().collect::<Vec<_>>()}
        </div>
    }
}

fn name(tab: Tab) -> &'static str {
    match tab {
        Tab::Text => inspection().text,
        Tab::Json => inspection().json,
        Tab::Compare => inspection().compare,
        Tab::LeftOut => inspector().left_out,
    }
}

fn step(tab: RwSignal<Tab>, event: &KeyboardEvent) {
    let at = TABS.iter().position(|(which, _)| *which == tab.get_untracked()).unwrap_or(0);
    let Some(to) = next_tab(at, &event.key()) else { return };
    event.prevent_default();
    if let Some((which, key)) = TABS.get(to) {
        tab.set(*which);
        browser::focus_next_frame(format!("inspection-tab-{key}"));
    }
}

/// Index of the tab that a key leads to from the one at `at`; `None` if the key does nothing here.
fn next_tab(at: usize, key: &str) -> Option<usize> {
    match key {
        "ArrowRight" | "ArrowDown" => Some((at + 1) % TABS.len()),
        "ArrowLeft" | "ArrowUp" => Some((at + TABS.len() - 1) % TABS.len()),
        "Home" => Some(0),
        "End" => Some(TABS.len() - 1),
        _ => None,
    }
}

/// Panel of the selected tab.
#[component]
fn Side(asked: Memo<Option<Asked>>) -> impl IntoView {
    let tab = use_chat().inspection.tab;
    let labelled = move || {
        let key = TABS.iter().find(|(which, _)| *which == tab.get()).map_or("text", |(_, key)| key);
        format!("inspection-tab-{key}")
    };
    view! {
        <div class="side" id="inspection-side" role="tabpanel" aria-labelledby=labelled>
            {move || match tab.get() {
                Tab::Text => view! { <Words asked/> }.into_any(),
                Tab::Json => view! { <JsonView asked/> }.into_any(),
                Tab::Compare => view! { <ComparisonView/> }.into_any(),
                Tab::LeftOut => view! { <LeftOut asked/> }.into_any(),
            }}
        </div>
    }
}

/// Request as text: every piece under its role.
#[component]
fn Words(asked: Memo<Option<Asked>>) -> impl IntoView {
    let text = Signal::derive(move || asked.get().map(|asked| Arc::from(asked.inspected.text())));
    view! {
        <div class="tools"><HandOver text name="ricordo-request.txt"/></div>
        {move || asked.get().map(|asked| {
            view! { <Pieces pieces=asked.inspected.pieces.clone() first=FIRST named=true/> }
        })}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arrows_go_through_the_tabs_in_a_circle_and_home_and_end_to_the_ends() {
        let last = TABS.len() - 1;
        for (at, key, to) in [
            (0, "ArrowRight", Some(1)),
            (last, "ArrowRight", Some(0)),
            (0, "ArrowLeft", Some(last)),
            (2, "ArrowUp", Some(1)),
            (1, "ArrowDown", Some(2)),
            (2, "Home", Some(0)),
            (0, "End", Some(last)),
            (0, "Tab", None),
            (0, "Enter", None),
        ] {
            assert_eq!(next_tab(at, key), to, "{key} at {at}");
        }
    }
}
