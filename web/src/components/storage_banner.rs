//! Banner about a problem with the storage, with a button that exports everything.

use super::icon::{Icon, Picture};
use crate::{chat::use_chat, texts::shell::shell};
use leptos::prelude::*;

/// Banner, shown while there is a problem.
#[component]
pub fn StorageBanner() -> impl IntoView {
    let storage = use_chat().storage;
    view! {
        <div role="alert">
            {move || storage.banner.get().map(|sentence| view! {
                <div class="banner" data-testid="storage-banner">
                    <Icon picture=Picture::Warning/>
                    <p>{sentence}</p>
                    <button class="button" data-testid="export" on:click=move |_| storage.export()>{shell().export}</button>
                </div>
            })}
        </div>
    }
}
