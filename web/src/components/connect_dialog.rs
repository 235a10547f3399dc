//! Dialog that connects to a model at a server on this computer, or at a provider with an API key.

use super::{
    dialog::Dialog,
    finder::Finder,
    icon::{Icon, Picture},
    key_entry::KeyEntry,
};
use crate::{
    chat::use_chat,
    state::{ConnectVia, DialogKind},
    texts::{connect::connect, welcome::welcome},
};
use leptos::prelude::*;

/// Dialog for a connection without an address to type.
#[component]
pub fn ConnectDialog() -> impl IntoView {
    let panels = use_chat().panels;
    let address = move |_| {
        panels.dialogs.close(DialogKind::Connect);
        panels.connect_by(ConnectVia::Address);
    };
    let back = move |_| {
        panels.dialogs.close(DialogKind::Connect);
        panels.dialogs.open(DialogKind::Provider);
    };
    view! {
        <Dialog open=panels.dialogs.of(DialogKind::Connect) title=connect().title id="connect-dialog" has_form=true>
            <div class="content">
                {move || match panels.connect_via.get() {
                    Some(ConnectVia::Key) => view! { <KeyEntry/> }.into_any(),
                    Some(ConnectVia::Computer) => view! { <Finder/> }.into_any(),
                    // Another dialog takes over: nothing is looked for without a click.
                    _ => ().into_any(),
                }}
            </div>
            <footer>
                <button class="button left" type="button" data-testid="connect-back" on:click=back>
                    <Icon picture=Picture::Back/>{connect().back}
                </button>
                <button class="button" type="button" data-testid="connect-address" on:click=address>
                    {welcome().other_address.name}
                </button>
            </footer>
        </Dialog>
    }
}
