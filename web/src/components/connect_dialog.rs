//! Dialog that connects to a first model: a server on this computer, or a provider with an API key.

use super::{dialog::Dialog, finder::Finder, key_entry::KeyEntry};
use crate::{
    chat::use_chat,
    state::{ConnectVia, DialogKind},
    texts::{connect::connect, welcome::welcome},
};
use leptos::prelude::*;

/// Dialog for the first connection.
#[component]
pub fn ConnectDialog() -> impl IntoView {
    let panels = use_chat().panels;
    let address = move |_| {
        panels.dialogs.close(DialogKind::Connect);
        panels.connect_by(ConnectVia::Address);
    };
    view! {
        <Dialog open=panels.dialogs.of(DialogKind::Connect) title=connect().title id="connect-dialog">
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
