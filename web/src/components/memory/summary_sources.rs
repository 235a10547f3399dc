//! Source messages of a summary, loaded on demand. Each links to its position in the chat.

use crate::{
    chat::{Chat, use_chat},
    state::DialogKind,
    texts::summaries::summaries,
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    memory::MemorySource,
    message::{Message, Role},
    summary::Summary,
    text::excerpt::around,
};

/// Messages loaded at a time.
const STEP: usize = 20;
/// Length of an excerpt, in characters.
const SHOWN: usize = 120;

/// Collapsible list of the sources.
#[component]
pub fn Sources(summary: Summary) -> impl IntoView {
    let chat = use_chat();
    let all = summary.sources.len();
    let summary = StoredValue::new(summary);
    let read = RwSignal::new(Vec::<(usize, Option<Message>)>::new());
    let open = move |_| {
        if read.with_untracked(Vec::is_empty) {
            load(chat, summary, read);
        }
    };
    let is_more = move || read.with(|read| !read.is_empty() && read.len() < all);
    view! {
        <details class="fold sources" data-testid="summary-sources" on:toggle=open>
            <summary>{summaries().sources.say(all as u64)}</summary>
            <ul class="entries">
                <For each=move || read.get() key=|(at, _)| *at children=|(_, message)| view! { <SourceRow message/> }/>
            </ul>
            <Show when=is_more>
                <button class="link-button" type="button" data-testid="summary-more" on:click=move |_| load(chat, summary, read)>
                    {summaries().more}
                </button>
            </Show>
        </details>
    }
}

fn load(chat: Chat, summary: StoredValue<Summary>, read: RwSignal<Vec<(usize, Option<Message>)>>) {
    spawn_local(async move {
        let from = read.with_untracked(Vec::len);
        let Some(summary) = summary.try_get_value() else { return };
        match chat.storage.session().summary_sources(&summary, from, STEP).await {
            Ok(more) => drop(read.try_update(|read| {
                if read.len() == from {
                    read.extend((from..).zip(more));
                }
            })),
            Err(error) => chat.storage.report(&error),
        }
    });
}

#[component]
fn SourceRow(message: Option<Message>) -> impl IntoView {
    let chat = use_chat();
    let Some(message) = message else {
        return view! { <li><p class="quiet">{summaries().source_gone}</p></li> }.into_any();
    };
    let who = if message.role == Role::User { summaries().you } else { summaries().reply };
    let text = around(&message.text(), 0, SHOWN);
    let source = MemorySource { conversation: message.conversation, message: message.id };
    let go = move |_| {
        chat.panels.dialogs.close(DialogKind::Summaries);
        chat.show_source(source);
    };
    view! {
        <li>
            <button class="hit" type="button" data-testid="summary-source" dir="auto" title=summaries().go on:click=go>
                <span class="kind">{who}</span>
                {text}
            </button>
        </li>
    }
    .into_any()
}
