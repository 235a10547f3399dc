//! Notice above the composer and in dialogs.

use super::{
    focus::keep_focus,
    icon::{Icon, Picture},
};
use crate::{
    chat::use_chat,
    state::{Notice, Step},
    texts::{common::common, shell::shell},
};
use leptos::prelude::*;

/// Current notice, if any.
#[component]
pub fn NoticeView(
    /// Id of the dialog that it is in; `None` above the composer.
    #[prop(optional)]
    dialog: Option<&'static str>,
) -> impl IntoView {
    let chat = use_chat();
    let notices = chat.notices;
    let point = move |is_there| notices.held.update_value(|held| held.by_pointer = is_there);
    let focus = move |is_there| notices.held.update_value(|held| held.by_focus = is_there);
    view! {
        <div class="notice-area" role="status" aria-live="polite">
            {move || notices.shown.get().map(|Notice { text, is_trouble, undo, summary, to_pin }| {
                keep_focus(".notice", dialog);
                view! {
                    <div class="notice" class:trouble=is_trouble data-testid="notice"
                        on:pointerenter=move |_| point(true) on:pointerleave=move |_| point(false)
                        on:focusin=move |_| focus(true) on:focusout=move |_| focus(false)>
                        <p>{text}</p>
                        {summary.map(|summary| view! {
                            <button class="link-button" data-testid="notice-summary"
                                on:click=move |_| chat.panels.show_summaries(Some(summary))>{shell().show_summary}</button>
                        })}
                        {undo.map(|step| view! {
                            <button class="link-button" data-testid="undo" on:click=move |_| chat.step(Step::Undo(Some(step)))>{common().undo}</button>
                        })}
                        {to_pin.map(|memory| view! {
                            <button class="link-button" data-testid="notice-pin" on:click=move |_| chat.step(Step::PinMemory(memory))>{common().pin}</button>
                        })}
                        <button class="icon-button" aria-label=common().close on:click=move |_| notices.dismiss()>
                            <Icon picture=Picture::Cross/>
                        </button>
                    </div>
                }
            })}
        </div>
    }
}
