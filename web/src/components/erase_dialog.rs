//! Confirmation before something is erased for good.

use super::dialog::Dialog;
use crate::{
    chat::use_chat,
    state::{DialogKind, Erasure},
    texts::{self, common::common, erase::erase},
};
use leptos::prelude::*;
use ricordo_core::session::Kept;

/// Confirmation dialog.
#[component]
pub fn EraseDialog() -> impl IntoView {
    let chat = use_chat();
    let open = chat.panels.dialogs.of(DialogKind::Erase);
    let sentence = move || match chat.panels.erasure.get() {
        Erasure::This => erase().this,
        Erasure::Message(_) => texts::message::message().erase_sentence,
        Erasure::All => erase().all,
    };
    // Which conversation it is: the list may be hidden, and several may be about the same.
    let which = move || {
        let title = chat.conversation.with(|open| open.as_ref().map(|open| open.title.clone()));
        let title = title.filter(|title| chat.panels.erasure.get() == Erasure::This && !title.is_empty());
        title.map(|title| view! { <p><strong dir="auto" data-testid="erase-which">{title}</strong></p> })
    };
    let (tasks, facts) = (RwSignal::new(false), RwSignal::new(false));
    // Start each confirmation unchecked: a check left over from the last one would erase more than the user asked for.
    Effect::new(move |_| {
        open.track();
        tasks.set(false);
        facts.set(false);
    });
    let confirm = move |_| {
        open.set(false);
        let kept = Kept { tasks: !tasks.get_untracked(), facts: !facts.get_untracked() };
        chat.erase(chat.panels.erasure.get_untracked(), kept);
    };
    let also = move || {
        let choices = [("erase-tasks", erase().tasks, tasks), ("erase-facts", erase().facts, facts)];
        let choice = |(id, words, is_on): (&'static str, &'static str, RwSignal<bool>)| {
            view! {
                <label class="check">
                    <input type="checkbox" data-testid=id prop:checked=move || is_on.get()
                        on:change=move |event| is_on.set(event_target_checked(&event))/>
                    <span>{words}</span>
                </label>
            }
        };
        let choices = choices.map(choice).into_iter().collect::<Vec<_>>();
        (chat.panels.erasure.get() == Erasure::All)
            .then(|| view! { <fieldset class="group"><legend>{erase().also}</legend>{choices}</fieldset> })
    };
    view! {
        <Dialog open title=erase().title id="erase-dialog">
            <div class="content">{which}<p>{sentence}</p>{also}</div>
            <footer>
                <button class="button cancel" type="button" data-testid="erase-cancel" on:click=move |_| open.set(false)>{common().cancel}</button>
                <button class="button danger" type="button" data-testid="erase-confirm" on:click=confirm>{erase().erase}</button>
            </footer>
        </Dialog>
    }
}
