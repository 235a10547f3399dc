//! The question before something is erased for good.

use super::dialog::Dialog;
use crate::{
    state::{Erasure, use_chat},
    texts::{self, common::common, erase::erase},
};
use leptos::prelude::*;

/// The question.
#[component]
pub fn EraseDialog() -> impl IntoView {
    let chat = use_chat();
    let open = chat.panels.erase;
    let sentence = move || match chat.panels.erasure.get() {
        Erasure::This => erase().this,
        Erasure::Message(_) => texts::message::message().erase_sentence,
        Erasure::All => erase().all,
    };
    let confirm = move |_| {
        open.set(false);
        chat.erase(chat.panels.erasure.get_untracked());
    };
    view! {
        <Dialog open title=erase().title id="erase-dialog">
            <div class="content"><p>{sentence}</p></div>
            <footer>
                <button class="button" type="button" data-testid="erase-cancel" on:click=move |_| open.set(false)>{common().cancel}</button>
                <button class="button danger" type="button" data-testid="erase-confirm" on:click=confirm>{erase().erase}</button>
            </footer>
        </Dialog>
    }
}
