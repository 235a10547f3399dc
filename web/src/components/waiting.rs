//! Placeholder for a reply that has not begun: who it waits for, and the progress.

use super::model_progress::ModelProgressView;
use crate::{
    state::{Arrival, Chat, DialogKind, Row, use_chat},
    texts::{arriving::arriving, fill, number},
};
use leptos::prelude::*;
use ricordo_browser::ModelProgress;
use ricordo_core::provider::ProviderKind;

/// Placeholder shown until the first word arrives.
#[component]
pub fn Waiting(row: Row) -> impl IntoView {
    let chat = use_chat();
    let Row { arrival, message, .. } = row;
    let shown = arrival.clone();
    let is_coming = Memo::new(move |_| message.with(Option::is_none) && shown.get() != Arrival::Writing);
    move || {
        is_coming.get().then(|| {
            let arrival = arrival.clone();
            let is_download = move || matches!(chat.connection.progress.get(), ModelProgress::Downloading { .. });
            let words = move || sentence(chat, arrival.get());
            view! {
                <div class="waiting">
                    <Show
                        // The connection dialog shows the same progress while it is open.
                        when=move || is_download() && !chat.panels.dialogs.of(DialogKind::Provider).get()
                        fallback=move || view! { <Dots/> <span>{words.clone()}</span> }
                    >
                        <ModelProgressView/>
                    </Show>
                </div>
            }
        })
    }
}

#[component]
fn Dots() -> impl IntoView {
    view! { <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span> }
}

fn sentence(chat: Chat, arrival: Arrival) -> String {
    let texts = arriving();
    match arrival {
        // The heading of the reasoning already says so.
        Arrival::Thinking => return String::new(),
        Arrival::Elsewhere => return texts.elsewhere.to_owned(),
        Arrival::Waiting | Arrival::Writing => {}
    }
    let provider = chat.connection.provider();
    if provider.kind != ProviderKind::InPage {
        return fill(texts.waiting_for, &[("name", &provider.name)]);
    }
    match chat.connection.progress.get() {
        ModelProgress::Downloading { .. } => texts.downloading.to_owned(),
        ModelProgress::Loading => texts.preparing.to_owned(),
        ModelProgress::Reading { done, total } if total > 0 => {
            fill(texts.reading_of, &[("done", &number(done.into())), ("total", &number(total.into()))])
        }
        _ => texts.reading.to_owned(),
    }
}
