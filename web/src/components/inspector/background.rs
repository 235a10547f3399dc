//! What idle work has sent since the page was loaded: when, why, to whom, and every word of it.

use super::long_text::LongText;
use crate::{
    components::memory::moment,
    state::use_chat,
    texts::{answers::upkeep, fill, number},
};
use leptos::prelude::*;
use ricordo_core::session::maintain::Errand;

/// How much of a prompt is shown at first, in bytes.
const FIRST: usize = 4 * 1024;

/// The requests, the last first.
#[component]
pub fn Background() -> impl IntoView {
    let log = use_chat().upkeep.log;
    let texts = upkeep();
    let count = move || log.with(Vec::len);
    view! {
        <details data-testid="background-requests">
            <summary>{move || texts.background.say(count() as u64)}</summary>
            <Show when=move || count() == 0><p class="quiet">{texts.nothing_sent}</p></Show>
            {move || log.get().into_iter().rev().map(|errand| view! { <Sent errand/> }).collect::<Vec<_>>()}
        </details>
    }
}

#[component]
fn Sent(errand: Errand) -> impl IntoView {
    let chat = use_chat();
    let Errand { job, at, name, address, model, tokens, prompt } = errand;
    let to = if address.is_empty() { name } else { address };
    let said = fill(
        upkeep().sent,
        &[
            ("when", &moment(chat, at)),
            ("what", crate::state::doing(job)),
            ("tokens", &number(tokens.into())),
            ("model", &model),
            ("to", &to),
        ],
    );
    let is_open = RwSignal::new(false);
    let prompt = StoredValue::new(prompt);
    view! {
        <details on:toggle=move |_| is_open.set(true)>
            <summary>{said}</summary>
            <Show when=move || is_open.get()>
                <LongText text=prompt.get_value() first=FIRST id="background-prompt"/>
            </Show>
        </details>
    }
}
