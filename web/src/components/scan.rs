//! Offers to attach the pages of a scanned PDF as images.

use super::icon::{Icon, Picture};
use crate::{
    browser,
    chat::use_chat,
    state::{Scan, scans},
    texts::{documents::scanned as texts, fill},
};
use leptos::prelude::*;

/// A scan that was added to the message being typed.
#[component]
pub fn ScanChip(scan: Scan) -> impl IntoView {
    let Scan { number, name, .. } = scan;
    let label = fill(texts().dismiss, &[("name", &name)]);
    let dismiss = move |_| {
        scans().forget(number);
        browser::focus_next_frame("composer");
    };
    view! {
        <li data-testid="scanned-document">
            <Icon picture=Picture::Page/>
            <span class="name" dir="auto">{name}</span>
            <AttachPages scan=number/>
            <button class="remove" data-testid="scan-dismiss" aria-label=label.clone() title=label on:click=dismiss>
                <Icon picture=Picture::Cross/>
            </button>
        </li>
    }
}

/// Button that attaches the next pages to the message being typed, until there are none.
#[component]
pub fn AttachPages(scan: u32) -> impl IntoView {
    let chat = use_chat();
    let words = Memo::new(move |_| {
        let scan = scans().all.with(|all| all.iter().find(|one| one.number == scan).cloned())?;
        let label = scan.label(chat.composer.room());
        Some((format!("{label}: {}", scan.name), label))
    });
    let label = move || words.with(|words| words.as_ref().map(|(_, label)| label.clone()));
    let whole = move || words.with(|words| words.as_ref().map(|(whole, _)| whole.clone()));
    view! {
        <Show when=move || words.with(Option::is_some)>
            <button class="link-button" type="button" data-testid="scan-attach" aria-label=whole
                on:click=move |_| chat.attach_pages(scan)>{label}</button>
        </Show>
    }
}
