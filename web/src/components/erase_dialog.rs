//! The question before something is erased for good.

use super::dialog::Dialog;
use crate::{
    state::{Erasure, use_chat},
    texts,
};
use leptos::prelude::*;

/// The question.
#[component]
pub fn EraseDialog() -> impl IntoView {
    let chat = use_chat();
    let open = chat.panels.erase;
    let sentence = move || match chat.panels.erasure.get() {
        Erasure::This => {
            "This conversation is erased with everything made from it: messages, summaries, memories, tasks and steps to take back. It cannot be undone."
        }
        Erasure::Message(_) => texts::message::message().erase_sentence,
        Erasure::All => {
            "A new conversation starts, and all others are erased with everything made from them: messages, summaries, memories, tasks and steps to take back. It cannot be undone."
        }
    };
    let erase = move |_| {
        open.set(false);
        chat.erase(chat.panels.erasure.get_untracked());
    };
    view! {
        <Dialog open title="Erase for good?" id="erase-dialog">
            <div class="content"><p>{sentence}</p></div>
            <footer>
                <button class="button" type="button" data-testid="erase-cancel" on:click=move |_| open.set(false)>"Cancel"</button>
                <button class="button danger" type="button" data-testid="erase-confirm" on:click=erase>"Erase for good"</button>
            </footer>
        </Dialog>
    }
}
