//! Full page over the app, with links to the other pages of its kind. The browser traps the focus in it, and Escape
//! returns to the chat.

use crate::{
    browser,
    chat::use_chat,
    components::dialog::Dialog,
    state::{DialogKind, Panels},
    texts::{documents::documents, memories::memories, shell::shell, stats::stats, summaries::summaries, tasks::tasks},
};
use leptos::prelude::*;

/// One of the pages of this module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Memories.
    Memories,
    /// Documents.
    Documents,
    /// Summaries.
    Summaries,
    /// Tasks.
    Tasks,
    /// Statistics.
    Statistics,
}

const ALL: [Place; 5] = [Place::Memories, Place::Documents, Place::Summaries, Place::Tasks, Place::Statistics];

impl Place {
    fn signal(self, panels: Panels) -> RwSignal<bool> {
        match self {
            Self::Memories => panels.dialogs.of(DialogKind::Memories),
            Self::Documents => panels.dialogs.of(DialogKind::Documents),
            Self::Summaries => panels.dialogs.of(DialogKind::Summaries),
            Self::Tasks => panels.dialogs.of(DialogKind::Tasks),
            Self::Statistics => panels.dialogs.of(DialogKind::Statistics),
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Memories => memories().title,
            Self::Documents => documents().title,
            Self::Summaries => summaries().title,
            Self::Tasks => tasks().title,
            Self::Statistics => stats().title,
        }
    }

    fn id(self) -> &'static str {
        match self {
            Self::Memories => "memories-dialog",
            Self::Documents => "documents-dialog",
            Self::Summaries => "summaries-dialog",
            Self::Tasks => "tasks-dialog",
            Self::Statistics => "stats-dialog",
        }
    }
}

/// Full page with its links and notices.
#[component]
pub fn Page(
    /// Page to show.
    place: Place,
    /// Content.
    children: ChildrenFn,
) -> impl IntoView {
    let open = place.signal(use_chat().panels);
    let children = StoredValue::new(children);
    view! {
        <Dialog open title=place.title() id=place.id() is_page=true>
            <Others here=place/>
            {children.with_value(|children| children())}
        </Dialog>
    }
}

/// Id of the link to a page.
fn link_to(place: Place) -> String {
    format!("to-{}", place.id())
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
        let id = link_to(place);
        view! { <button type="button" id=id.clone() data-testid=id aria-current=current on:click=go>{place.title()}</button> }
    });
    // A phone has no room for all links.
    browser::show_element(&link_to(here));
    view! { <nav class="pages" aria-label=shell().memory_pages>{links.into_iter().collect::<Vec<_>>()}</nav> }
}
