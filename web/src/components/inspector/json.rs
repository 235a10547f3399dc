//! Request as JSON: exactly the bytes that go to the provider, to read, copy and save.

use super::long_text::LongText;
use crate::{
    browser,
    chat::use_chat,
    state::Asked,
    texts::{common::common, fill, inspection::inspection, inspector::inspector},
    words,
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::provider::ProviderKind;
use std::sync::Arc;

/// Bytes shown at first.
const FIRST: usize = 16 * 1024;

/// Request body.
#[component]
pub fn JsonView(asked: Memo<Option<Asked>>) -> impl IntoView {
    let chat = use_chat();
    let body = RwSignal::new(None::<Arc<str>>);
    let as_sent = RwSignal::new(false);
    Effect::new(move |_| {
        let Some(shown) = asked.get().map(|asked| asked.inspected) else { return };
        spawn_local(async move {
            let text = chat.body_of(shown.clone()).await.map(Arc::from);
            let is_still_shown = asked.try_get_untracked().flatten().is_some_and(|now| now.inspected == shown);
            if is_still_shown {
                let _ = body.try_set(text);
            }
        });
    });
    let note = move || {
        let kind = asked.with(|asked| asked.as_ref().and_then(|asked| asked.inspected.provider));
        if kind == Some(ProviderKind::InPage) { inspection().in_page_note } else { inspection().json_note }
    };
    let text = move || {
        let body = body.get()?;
        let text = if as_sent.get() { body.to_string() } else { words::indented(&body) };
        Some(view! { <LongText text first=FIRST id="inspection-json"/> })
    };
    view! {
        <p class="quiet">{note}</p>
        <div class="tools">
            <label class="check">
                <input type="checkbox" data-testid="inspection-as-sent" prop:checked=move || as_sent.get()
                    on:change=move |event| as_sent.set(event_target_checked(&event))/>
                {inspection().as_sent}
            </label>
            <HandOver text=Signal::derive(move || body.get()) name="ricordo-request.json"/>
        </div>
        {text}
        {move || asked.with(|asked| asked.as_ref().is_some_and(|asked| asked.inspected.request.is_err()))
            .then(|| view! { <p class="quiet">{inspector().erased}</p> })}
    }
}

/// Buttons that copy a text or save it as a file.
#[component]
pub fn HandOver(
    /// Text; `None` until it is ready.
    #[prop(into)]
    text: Signal<Option<Arc<str>>>,
    /// File name.
    name: &'static str,
) -> impl IntoView {
    let notices = use_chat().notices;
    let copy = move |_| {
        let Some(text) = text.get_untracked() else { return };
        spawn_local(async move {
            if browser::copy(&text).await {
                notices.say(common().copied);
            } else {
                notices.trouble(inspection().not_copied);
            }
        });
    };
    let save = move |_| {
        let Some(text) = text.get_untracked() else { return };
        if browser::save_file(name, &text) {
            notices.say(fill(inspection().saved, &[("name", name)]));
        } else {
            notices.trouble(inspection().not_saved);
        }
    };
    view! {
        <button class="button" data-testid="inspection-copy" on:click=copy>{common().copy}</button>
        <button class="button" data-testid="inspection-save" on:click=save>{inspection().save}</button>
    }
}
