//! Mounted messages of the open conversation, with the `/forget` divider among them.

use super::{keyed_list::keyed_list, row::RowView};
use crate::{
    chat::use_chat,
    markdown,
    scroll::Scroll,
    state::{Row, Step},
    texts,
};
use leptos::{html::Div, prelude::*};

/// Mounted messages.
#[component]
pub fn Rows(scroll: Scroll) -> impl IntoView {
    let chat = use_chat();
    let divider = Memo::new(move |_| chat.transcript.divider());
    let is_divider_last = move || divider.get().is_some_and(|at| at == chat.transcript.rows.with(Vec::len));
    let slot = move |index: ReadSignal<usize>, row: Row| {
        let is_divider_here = Signal::derive(move || divider.get() == Some(index.get()));
        view! { <Slot scroll row index is_divider_here/> }
    };
    view! {
        <div class="log" role="log" aria-live="off" aria-label=texts::list().messages>
            {keyed_list(move || chat.transcript.rows.get(), |row| row.key, slot)}
        </div>
        <Show when=is_divider_last>
            <ForgetDivider/>
        </Show>
    }
}

/// Element that holds a row and reports to the scroller.
#[component]
fn Slot(scroll: Scroll, row: Row, index: ReadSignal<usize>, is_divider_here: Signal<bool>) -> impl IntoView {
    let key = row.key;
    let found = use_chat().transcript.list.found;
    let place = NodeRef::<Div>::new();
    place.on_load(move |element| scroll.enter(key, element.into()));
    on_cleanup(move || scroll.leave(key));
    let words = use_chat().transcript.list.words;
    let is_sought = Memo::new(move |_| found.get() == Some(key));
    Effect::new(move |_| {
        if let Some(place) = place.get().filter(|_| is_sought.get()) {
            let words = words.try_update_value(std::mem::take).unwrap_or_default();
            markdown::mark_words(&place, &words);
        }
    });
    view! {
        <div class="slot" class:search-target=move || is_sought.get() node_ref=place>
            <Show when=move || is_divider_here.get()>
                <ForgetDivider/>
            </Show>
            <RowView row index/>
        </div>
    }
}

/// Divider of `/forget`: the model sees only the messages below it.
#[component]
fn ForgetDivider() -> impl IntoView {
    let chat = use_chat();
    let texts = texts::list();
    view! {
        <div class="divider" data-testid="forget-divider" role="group" aria-label=texts.forgotten_above>
            <p>
                {texts.forgotten}" "
                <button class="link-button" data-testid="undo" on:click=move |_| chat.step(Step::UndoForget)>
                    {texts::common::common().undo}
                </button>
            </p>
        </div>
    }
}
