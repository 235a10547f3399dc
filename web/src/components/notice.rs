//! Notice above the composer.

use super::icon::{Icon, Picture};
use crate::{
    chat::use_chat,
    state::{Notice, Step},
    texts::{common::common, shell::shell},
};
use leptos::prelude::*;

/// Current notice, if any.
#[component]
pub fn NoticeView() -> impl IntoView {
    let chat = use_chat();
    let notices = chat.notices;
    let hold = move |is_held| notices.held.set_value(is_held);
    view! {
        <div class="notice-area" role="status" aria-live="polite">
            {move || notices.shown.get().map(|Notice { text, is_trouble, offers_undo, summary, to_pin }| view! {
                <div class="notice" class:trouble=is_trouble data-testid="notice"
                    on:pointerenter=move |_| hold(true) on:pointerleave=move |_| hold(false)
                    on:focusin=move |_| hold(true) on:focusout=move |_| hold(false)>
                    <p>{text}</p>
                    {summary.map(|summary| view! {
                        <button class="link-button" data-testid="notice-summary"
                            on:click=move |_| chat.panels.show_summaries(Some(summary))>{shell().show_summary}</button>
                    })}
                    {offers_undo.then(|| view! {
                        <button class="link-button" data-testid="undo" on:click=move |_| chat.step(Step::Undo)>{common().undo}</button>
                    })}
                    {to_pin.map(|memory| view! {
                        <button class="link-button" data-testid="notice-pin" on:click=move |_| chat.step(Step::PinMemory(memory))>{common().pin}</button>
                    })}
                    <button class="icon-button" aria-label=common().close on:click=move |_| notices.dismiss()>
                        <Icon picture=Picture::Cross/>
                    </button>
                </div>
            })}
        </div>
    }
}
