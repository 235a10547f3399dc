//! The way to a model from the first page: one on this computer, or one behind a key.

use super::{dialog::Dialog, finder::Finder, key_entry::KeyEntry};
use crate::{
    state::{ConnectVia, use_chat},
    texts::{connect::connect, welcome::welcome},
};
use leptos::prelude::*;

/// The dialog.
#[component]
pub fn ConnectDialog() -> impl IntoView {
    let panels = use_chat().panels;
    let address = move |_| {
        panels.connect.set(false);
        panels.connect_by(ConnectVia::Address);
    };
    view! {
        <Dialog open=panels.connect title=connect().title id="connect-dialog">
            <div class="content">
                {move || match panels.connect_via.get() {
                    Some(ConnectVia::Key) => view! { <KeyEntry/> }.into_any(),
                    _ => view! { <Finder/> }.into_any(),
                }}
            </div>
            <footer>
                <button class="button left" type="button" data-testid="connect-address" on:click=address>
                    {welcome().other_address.name}
                </button>
            </footer>
        </Dialog>
    }
}
