//! The transcript: the messages of the open conversation that are near to what is seen, the divider of `/forget`, and the
//! empty page. Which messages those are is decided in [`crate::list`].

use super::{row::RowView, welcome::Welcome};
use crate::{
    list::Wish,
    scroll::Scroll,
    state::{Row, use_chat},
    texts,
};
use leptos::{html::Div, prelude::*};

/// The messages.
///
/// It is a log and no feed: what comes in comes in at the end, and more than articles stands in it.
#[component]
pub fn Transcript(scroll: Scroll) -> impl IntoView {
    let chat = use_chat();
    let list = chat.list;
    let texts = texts::list();
    follow(scroll);
    let divider = Memo::new(move |_| chat.divider());
    let is_empty = Memo::new(move |_| chat.conversation.with(Option::is_some) && chat.rows.with(Vec::is_empty));
    let is_divider_last = move || divider.get().is_some_and(|at| at == chat.rows.with(Vec::len));
    let slot = move |index: ReadSignal<usize>, row: Row| {
        let is_divider_here = Signal::derive(move || divider.get() == Some(index.get()));
        view! { <Slot scroll row index is_divider_here/> }
    };
    view! {
        <div
            class="transcript"
            node_ref=scroll.frame
            on:scroll=move |_| scroll.scrolled()
            on:keydown=move |event| scroll.key(&event)
            tabindex="0"
            role="region"
            aria-label=texts.region
        >
            <div class="room"></div>
            <div class="column" id="messages">
                <More wish=Wish::Older is_shown=list.has_older/>
                <Show when=move || is_empty.get()>
                    <Welcome/>
                </Show>
                <div class="rows" role="log" aria-live="off" aria-label=texts.messages>
                    <ForEnumerate each=move || chat.rows.get() key=|row| row.key children=slot/>
                </div>
                <Show when=is_divider_last>
                    <ForgetDivider/>
                </Show>
                <More wish=Wish::Newer is_shown=list.has_newer/>
            </div>
            <div class="room"></div>
        </div>
    }
}

/// The place of a row.
#[component]
fn Slot(scroll: Scroll, row: Row, index: ReadSignal<usize>, is_divider_here: Signal<bool>) -> impl IntoView {
    let key = row.key;
    let found = use_chat().list.found;
    let place = NodeRef::<Div>::new();
    place.on_load(move |element| scroll.enter(key, element.into()));
    on_cleanup(move || scroll.leave(key));
    view! {
        <div class="slot" class:found=move || found.get() == Some(key) node_ref=place>
            <Show when=move || is_divider_here.get()>
                <ForgetDivider/>
            </Show>
            <RowView row index/>
        </div>
    }
}

/// Reads on at an edge. Scrolling does it by itself; this is for those who do not scroll, and is seen with the focus only.
#[component]
fn More(wish: Wish, is_shown: RwSignal<bool>) -> impl IntoView {
    let chat = use_chat();
    let (id, words) = match wish {
        Wish::Older => ("load-older", texts::list().older),
        _ => ("load-newer", texts::list().newer),
    };
    view! {
        <Show when=move || is_shown.get()>
            <button class="button more" data-testid=id on:click=move |_| chat.fulfil(wish, 0)>{words}</button>
        </Show>
    }
}

/// Where the model starts afresh.
#[component]
fn ForgetDivider() -> impl IntoView {
    let chat = use_chat();
    let texts = texts::list();
    view! {
        <div class="divider" data-testid="forget-divider" role="separator" aria-label=texts.forgotten_above>
            <p>
                {texts.forgotten}" "
                <button class="link-button" data-testid="undo" on:click=move |_| chat.undo_forget()>
                    {texts::common::common().undo}
                </button>
            </p>
        </div>
    }
}

/// Goes to the end when a reply begins.
fn follow(scroll: Scroll) {
    let chat = use_chat();
    let turn =
        Memo::new(move |_| (chat.conversation.with(|open| open.as_ref().map(|open| open.id)), chat.is_streaming()));
    Effect::new(move |before: Option<(Option<_>, bool)>| {
        let now = turn.get();
        if now.1 && before == Some((now.0, false)) {
            scroll.to_end();
        }
        now
    });
}
