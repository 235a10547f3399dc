//! Banner that announces a newer build of the page. It never reloads on its own, and its button is disabled while a
//! reload would interrupt something.

use super::icon::{Icon, Picture};
use crate::{
    chat::{is_newer, use_chat},
    texts::{common::common, newer::newer},
};
use leptos::prelude::*;

/// Banner, shown while a newer build is available.
#[component]
pub fn NewerBanner() -> impl IntoView {
    let chat = use_chat();
    let is_here = RwSignal::from(is_newer());
    let waits = Memo::new(move |_| chat.why_no_reload());
    let may = move || if chat.is_temporary() { newer().erases_temporary } else { newer().is_here };
    view! {
        <div role="status">
            <Show when=move || is_here.get()>
                <div class="banner info" data-testid="newer-banner">
                    <p>{move || waits.get().unwrap_or_else(may)}</p>
                    <button
                        class="button"
                        data-testid="newer-reload"
                        disabled=move || waits.get().is_some()
                        on:click=move |_| chat.take_newer()
                    >{newer().reload}</button>
                    <button
                        class="icon-button"
                        data-testid="newer-close"
                        aria-label=common().close
                        on:click=move |_| is_here.set(false)
                    ><Icon picture=Picture::Cross/></button>
                </div>
            </Show>
        </div>
    }
}
