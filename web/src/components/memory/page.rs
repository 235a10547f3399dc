//! A page over the whole app, with a row that leads to the others of its kind. The browser keeps the focus in it, and Escape
//! leads back to the chat.

use crate::{
    components::{dialog::Dialog, notice::NoticeView},
    state::{Panels, use_chat},
    texts::{memories::memories, shell::shell, stats::stats, summaries::summaries, tasks::tasks},
};
use leptos::prelude::*;

/// Which page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The memories.
    Memories,
    /// The summaries.
    Summaries,
    /// The tasks.
    Tasks,
    /// The statistics.
    Statistics,
}

const ALL: [Place; 4] = [Place::Memories, Place::Summaries, Place::Tasks, Place::Statistics];

impl Place {
    fn signal(self, panels: Panels) -> RwSignal<bool> {
        match self {
            Self::Memories => panels.memories,
            Self::Summaries => panels.summaries,
            Self::Tasks => panels.tasks,
            Self::Statistics => panels.stats,
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Memories => memories().title,
            Self::Summaries => summaries().title,
            Self::Tasks => tasks().title,
            Self::Statistics => stats().title,
        }
    }

    fn id(self) -> &'static str {
        match self {
            Self::Memories => "memories-dialog",
            Self::Summaries => "summaries-dialog",
            Self::Tasks => "tasks-dialog",
            Self::Statistics => "stats-dialog",
        }
    }
}

/// The page.
#[component]
pub fn Page(
    /// Which.
    place: Place,
    /// What is on it.
    children: ChildrenFn,
) -> impl IntoView {
    let open = place.signal(use_chat().panels);
    let children = StoredValue::new(children);
    view! {
        <Dialog open title=place.title() id=place.id() class="dialog page">
            <Others here=place/>
            {children.with_value(|children| children())}
            <NoticeView/>
        </Dialog>
    }
}

#[component]
fn Others(here: Place) -> impl IntoView {
    let panels = use_chat().panels;
    let links = ALL.map(|place| {
        let go = move |_| {
            here.signal(panels).set(false);
            place.signal(panels).set(true);
        };
        let current = (place == here).then_some("page");
        let id = format!("to-{}", place.id());
        view! { <button type="button" data-testid=id aria-current=current on:click=go>{place.title()}</button> }
    });
    view! { <nav class="pages" aria-label=shell().memory_pages>{links.into_iter().collect::<Vec<_>>()}</nav> }
}
