//! Welcome page of an empty conversation: what this is, how to connect to a model or which one answers, and three
//! examples.

use super::{
    connect_options::connect_options,
    icon::{Icon, Picture},
    lazy::{Lazy, LazyPart},
};
use crate::{
    chat::{Chat, use_chat},
    state::{ConnectVia, DialogKind},
    texts::{temporary::temporary, welcome::welcome},
};
use leptos::prelude::*;
use ricordo_core::provider::ProviderKind;

/// Welcome page.
#[component]
pub fn Welcome() -> impl IntoView {
    let chat = use_chat();
    let texts = welcome();
    let example = move |text: &'static str| {
        view! {
            <button on:click=move |_| chat.send(text.to_owned())>
                {text}
                <Icon picture=Picture::Arrow/>
            </button>
        }
    };
    let is_first = Memo::new(move |_| {
        chat.connection.providers.with(Vec::is_empty) && chat.connection.provider().kind == ProviderKind::InPage
    });
    let is_temporary = Memo::new(move |_| chat.is_temporary());
    view! {
        <section class="welcome">
            <h2>{move || if is_temporary.get() { temporary().name } else { texts.headline }}</h2>
            <p class="lead">
                {move || if is_temporary.get() { temporary().about } else { texts.lead }}
                {move || is_first.get().then(|| restore(chat))}
            </p>
            {move || if is_first.get() { choices(chat).into_any() } else { engine(chat).into_any() }}
            <div class="examples">
                <Show when=move || is_first.get()><p class="quiet">{texts.try_here}</p></Show>
                {texts.examples.map(example).into_iter().collect::<Vec<_>>()}
            </div>
            <Lazy open=chat.is_whole which=LazyPart::Personas/>
        </section>
    }
}

/// Link that restores a backup, shown on the first visit.
fn restore(chat: Chat) -> impl IntoView {
    let open = move |_| chat.panels.dialogs.open(DialogKind::Restore);
    view! { " "<button class="link-button" data-testid="restore-open" on:click=open>{welcome().restore}</button> }
}

/// Options to connect to a model, shown on the first visit.
fn choices(chat: Chat) -> impl IntoView {
    let card = |(picture, connect_via, id, [name, about]): (Picture, ConnectVia, &'static str, [&'static str; 2])| {
        let go = move |_| chat.panels.connect_by(connect_via);
        // The model in this browser answers when nothing else is chosen.
        let is_current = connect_via == ConnectVia::InPage;
        let class = if is_current { "connect-option current" } else { "connect-option" };
        view! {
            <li>
                <button class=class data-testid=id on:click=go>
                    <Icon picture/>
                    <span class="name">{name}</span>
                    <span class="what">{about}</span>
                </button>
            </li>
        }
    };
    view! { <ul class="connect-options">{connect_options().map(card).into_iter().collect::<Vec<_>>()}</ul> }
}

/// Sentence that says which model answers.
fn engine(chat: Chat) -> impl IntoView {
    let texts = welcome();
    let words = move || {
        let provider = chat.connection.provider();
        match provider.kind {
            ProviderKind::InPage => texts.in_page.about.to_owned(),
            _ => texts.engine.replace("{model}", &provider.model).replace("{name}", &provider.name),
        }
    };
    view! {
        <p class="engine">
            {words}
            " "
            <button class="link-button" on:click=move |_| chat.panels.dialogs.open(DialogKind::Provider)>{texts.change}</button>
        </p>
    }
}
