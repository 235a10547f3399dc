//! Messages that maintenance deleted, by conversation and time, with buttons to restore them or erase them for good.

use crate::{
    browser,
    chat::{Chat, use_chat},
    texts::{fill, storage::deleted as texts, summaries::summaries},
    words,
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    error::Error,
    id::ConversationId,
    message::{Message, Role},
    session::DeletedMessages,
    text::excerpt::around,
};

/// Messages shown at first, and added at a time.
const STEP: usize = 20;
/// Length of an excerpt, in characters.
const SHOWN: usize = 120;
/// Id of the list.
const LIST: &str = "deleted-list";

/// Section of the deleted messages; empty if nothing was deleted. `is_read` becomes true once it is known what was.
#[component]
pub fn Deleted(is_read: RwSignal<bool>) -> impl IntoView {
    let chat = use_chat();
    let found = RwSignal::new(Vec::<DeletedMessages>::new());
    spawn_local(async move {
        read(chat, found).await;
        let _ = is_read.try_set(true);
    });
    view! {
        <Show when=move || found.with(|found| !found.is_empty())>
            <section data-testid="deleted">
                <h3>{texts().title}</h3>
                <p class="quiet">{texts().about}</p>
                <ul class="entries deleted" id=LIST tabindex="-1" aria-label=texts().title>
                    <For each=move || found.get() key=|of| (of.conversation, of.messages.len())
                        children=move |of| view! { <OfConversation of found/> }/>
                </ul>
            </section>
        </Show>
    }
}

async fn read(chat: Chat, found: RwSignal<Vec<DeletedMessages>>) {
    match chat.storage.session().deleted_messages().await {
        Ok(all) => drop(found.try_set(all)),
        Err(error) => chat.storage.report(&error),
    }
}

#[component]
fn OfConversation(of: DeletedMessages, found: RwSignal<Vec<DeletedMessages>>) -> impl IntoView {
    let chat = use_chat();
    let is_busy = RwSignal::new(false);
    let id = of.conversation;
    let shown = RwSignal::new(STEP.min(of.messages.len()));
    let all = of.messages.len();
    let facts = fill(texts().facts, &[("at", &chat.date_time(of.deleted.1)), ("until", &chat.date_time(of.gone_at))]);
    let title = if of.title.is_empty() { texts().untitled.to_owned() } else { of.title };
    let messages = StoredValue::new(of.messages);
    let rows = move || messages.with_value(|all| all.iter().take(shown.get()).map(row).collect::<Vec<_>>());
    let then = move |done: Result<(), Error>| async move {
        if let Err(error) = done {
            chat.storage.report(&error);
        }
        read(chat, found).await;
        let _ = is_busy.try_set(false);
        // The pressed button was disabled, and is gone with its row. After the last row there is no list, either.
        browser::focus_if_lost([LIST.to_owned(), "storage-dialog-title".to_owned()]);
    };
    let restore = move |_| {
        is_busy.set(true);
        spawn_local(async move { then(restored(chat, id).await).await });
    };
    let discard = move |_| {
        is_busy.set(true);
        spawn_local(async move { then(chat.storage.session().discard_deleted(id).await).await });
    };
    view! {
        <li data-testid="deleted-of">
            <p><strong dir="auto">{title}</strong>" "{words::messages(all as u64)}</p>
            <p class="quiet">{facts}</p>
            <details class="fold" data-testid="deleted-messages">
                <summary>{texts().show}</summary>
                <ul class="entries">{rows}</ul>
                <Show when=move || { shown.get() < all }>
                    <button class="link-button" type="button" on:click=move |_| shown.update(|shown| *shown += STEP)>
                        {summaries().more}
                    </button>
                </Show>
            </details>
            <p class="line">
                <button class="button" type="button" data-testid="deleted-restore" disabled=move || is_busy.get() on:click=restore>
                    {texts().restore}
                </button>
                <button class="button danger" type="button" data-testid="deleted-discard" disabled=move || is_busy.get()
                    on:click=discard>
                    {texts().discard}
                </button>
            </p>
        </li>
    }
}

fn row(message: &Message) -> impl IntoView + use<> {
    let who = if message.role == Role::User { summaries().you } else { summaries().reply };
    let text = around(&message.text(), 0, SHOWN);
    view! { <li dir="auto"><span class="kind">{who}</span>" "{text}</li> }
}

async fn restored(chat: Chat, id: ConversationId) -> Result<(), Error> {
    let count = chat.storage.session().restore_deleted(id).await?;
    chat.refresh(id).await;
    chat.storage.changed(id);
    chat.notices.say(fill(texts().restored, &[("messages", &words::messages(count.into()))]));
    Ok(())
}
