//! What `/search` found in the open conversation. A hit leads to its message.

use super::dialog::Dialog;
use crate::{state::use_chat, words};
use leptos::prelude::*;
use ricordo_browser::BrowserHost;
use ricordo_core::{
    excerpt::around,
    host::Host,
    message::{Message, Role},
    search::Query,
    time::Now,
};

/// How much of each is shown, in characters.
const SHOWN: usize = 200;

/// The dialog.
#[component]
pub fn SearchDialog() -> impl IntoView {
    let open = use_chat().panels.search;
    view! {
        <Dialog open title="Search" id="search-dialog">
            <Hits/>
        </Dialog>
    }
}

#[component]
fn Hits() -> impl IntoView {
    let found = use_chat().panels.found.get_untracked();
    let query = Query::new(&found.text);
    let count = found.about.messages.len();
    let intro = match count {
        0 => format!("No message of this conversation holds “{}”.", found.text),
        count => format!("{} of this conversation with “{}”, newest first.", words::messages(count as u64), found.text),
    };
    let hits = found.about.messages.into_iter().map(|message| {
        let text = message.text();
        let text = around(&text, query.find(&text).unwrap_or(0), SHOWN);
        view! { <Hit message text/> }
    });
    view! {
        <div class="content">
            <p class="quiet" data-testid="search-count">{intro}</p>
            <ul class="entries">{hits.collect::<Vec<_>>()}</ul>
        </div>
    }
}

#[component]
fn Hit(message: Message, text: String) -> impl IntoView {
    let chat = use_chat();
    let now = BrowserHost.now();
    let when = words::when(Now { at: message.created_at, ..now }, now);
    let who = if message.role == Role::User { "You" } else { "Reply" };
    let (id, place) = (message.id, message.sequence);
    let go = move |_| {
        chat.panels.search.set(false);
        chat.go_to(id, place);
    };
    view! {
        <li>
            <button class="hit" data-testid="search-hit" dir="auto" on:click=go>
                <span class="kind">{who}", "{when}</span>
                {text}
            </button>
        </li>
    }
}
