//! Pairs of near-duplicate memories that the user can merge. Nothing is merged automatically.

use crate::{
    browser,
    chat::{Chat, use_chat},
    components::keyed_list::KeyedList,
    texts::memories::memories,
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{id::MemoryId, memory::duplicates::Alike};

/// Collapsible list of pairs, shown if there are any. `is_read` becomes true once it is known whether there are.
#[component]
pub fn Duplicates(is_read: RwSignal<bool>) -> impl IntoView {
    let chat = use_chat();
    let pairs = RwSignal::new(Vec::<Alike>::new());
    load(chat, pairs, is_read);
    let count = Memo::new(move |_| pairs.with(Vec::len));
    let words = move || memories().alike.say(count.get() as u64);
    view! {
        <Show when=move || { count.get() > 0 }>
            <details class="fold duplicates" data-testid="duplicates">
                <summary>{words}</summary>
                <p class="quiet">{memories().alike_hint}</p>
                <ul class="entries">
                    <KeyedList each=move || pairs.get() key=|pair| (pair.first.id, pair.second.id) children=|pair| view! { <Pair pair/> }/>
                </ul>
            </details>
        </Show>
    }
}

fn load(chat: Chat, pairs: RwSignal<Vec<Alike>>, is_read: RwSignal<bool>) {
    Effect::new(move |_| {
        chat.transcript.version.track();
        spawn_local(async move {
            match chat.storage.session().alike_memories().await {
                Ok(found) => drop(pairs.try_set(found)),
                Err(error) => chat.storage.report(&error),
            }
            let _ = is_read.try_set(true);
        });
    });
}

#[component]
fn Pair(pair: Alike) -> impl IntoView {
    let (first, second) = (pair.first, pair.second);
    let ids = (first.id, second.id);
    view! {
        <li data-testid="duplicate">
            <Wording text=first.text stays=ids.0 goes=ids.1/>
            <Wording text=second.text stays=ids.1 goes=ids.0/>
        </li>
    }
}

#[component]
fn Wording(text: String, stays: MemoryId, goes: MemoryId) -> impl IntoView {
    let chat = use_chat();
    let keep = move |_| {
        chat.change_then(
            async move |session, open| {
                session.merge_memories(open, stays, goes).await.map(|()| memories().merged.to_owned())
            },
            true,
            || browser::focus_next_frame("memory-list"),
        );
    };
    let label = format!("{}: {text}", memories().keep_short);
    view! {
        <p class="wording">
            <span dir="auto">{text}</span>
            <button class="button" type="button" data-testid="duplicate-keep" aria-label=label on:click=keep>
                {memories().keep_short}
            </button>
        </p>
    }
}
