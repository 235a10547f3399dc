//! Notice above the composer and in dialogs.

use super::{
    focus::keep_focus,
    icon::{Icon, Picture},
};
use crate::{
    chat::{Chat, use_chat},
    state::{Notice, Step},
    texts::{common::common, shell::shell},
};
use leptos::prelude::*;
use ricordo_core::id::{MemoryId, SummaryId, UndoId};

/// What a button of a notice does.
#[derive(Clone, Copy)]
enum Press {
    Summary(SummaryId),
    Undo(UndoId),
    Pin(MemoryId),
}

impl Press {
    fn act(self, chat: Chat) {
        match self {
            Self::Summary(summary) => chat.panels.show_summaries(Some(summary)),
            Self::Undo(step) => chat.step(Step::Undo(Some(step))),
            Self::Pin(memory) => chat.step(Step::PinMemory(memory)),
        }
    }
}

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
                let buttons = [
                    summary.map(|summary| ("notice-summary", shell().show_summary, Press::Summary(summary))),
                    undo.map(|step| ("undo", common().undo, Press::Undo(step))),
                    to_pin.map(|memory| ("notice-pin", common().pin, Press::Pin(memory))),
                ];
                view! {
                    <div class="notice" class:trouble=is_trouble data-testid="notice"
                        on:pointerenter=move |_| point(true) on:pointerleave=move |_| point(false)
                        on:focusin=move |_| focus(true) on:focusout=move |_| focus(false)>
                        <p>{text}</p>
                        {buttons.into_iter().flatten().map(|(name, label, press)| view! {
                            <button class="link-button" data-testid=name on:click=move |_| press.act(chat)>{label}</button>
                        }).collect_view()}
                        <button class="icon-button" aria-label=common().close on:click=move |_| notices.dismiss()>
                            <Icon picture=Picture::Cross/>
                        </button>
                    </div>
                }
            })}
        </div>
    }
}
