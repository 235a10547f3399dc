//! Composer: the text field, the connection button, Send and Stop.

use super::{
    add_images::{AddImages, pasted},
    icon::{Icon, Picture},
    lazy::{LazyConsent, LazySuggestions},
    messages::{Messages, MessagesPart},
    notice::NoticeView,
    speaker::Speaker,
    suggestions::option_id,
    to_end::ToEnd,
};
use crate::{
    scroll::Scroll,
    state::{Chat, DialogKind, Step, is_here, use_chat},
    texts::{composer::composer as texts, failed::failed, temporary::temporary, worker::worker},
    words::short,
};
use leptos::{ev::KeyboardEvent, html::Textarea, prelude::*};
use ricordo_core::{
    command::{Input, parse},
    provider::{Provider, ProviderKind},
};

/// Composer and what is directly above it.
#[component]
pub fn Composer(scroll: Scroll) -> impl IntoView {
    view! {
        <div class="composer-area">
            <ToEnd scroll/>
            <div class="notice-place" role="status" aria-live="polite"><LazyConsent/></div>
            <NoticeView/>
            <div class="composer">
                <LazySuggestions/>
                <Messages part=MessagesPart::Attachments/>
                <Field/>
                <div class="row">
                    <AddImages/>
                    <Speaker/>
                    <ProviderPill/>
                    <SendOrStop/>
                </div>
            </div>
            <Privacy/>
        </div>
    }
}

#[component]
fn Field() -> impl IntoView {
    let chat = use_chat();
    let composer = chat.composer;
    let field = NodeRef::<Textarea>::new();
    grow(field, chat);
    let has_suggestions = Memo::new(move |_| !composer.suggestions().is_empty());
    view! {
        <textarea
            id="composer"
            data-testid="composer"
            rows="1"
            placeholder=texts().placeholder
            aria-label=texts().label
            aria-autocomplete="list"
            aria-controls=move || has_suggestions.get().then_some("command-suggestions")
            aria-activedescendant=move || has_suggestions.get().then(|| option_id(composer.chosen.get()))
            autocomplete="off"
            enterkeyhint="send"
            dir="auto"
            node_ref=field
            prop:value=move || composer.text.get()
            on:input=move |event| composer.typed(chat, event_target_value(&event))
            on:keydown=move |event| key(chat, &event)
            on:paste=move |event| pasted(chat, &event)
        ></textarea>
    }
}

/// Grows the field with its text in browsers without `field-sizing: content`.
fn grow(field: NodeRef<Textarea>, chat: Chat) {
    Effect::new(move |_| {
        chat.composer.text.track();
        let Some(field) = field.get() else { return };
        if web_sys::css::supports("field-sizing: content").unwrap_or(false) {
            return;
        }
        let _ = field.style(("height", "auto"));
        let height = field.scroll_height();
        let _ = field.style(("height", format!("{height}px")));
    });
}

/// Handles keys: Enter sends, Shift+Enter inserts a line break, the arrow keys choose a suggestion, Tab accepts it,
/// Escape dismisses the list, and Ctrl+Z or Cmd+Z in an empty field undoes the last command.
fn key(chat: Chat, event: &KeyboardEvent) {
    let composer = chat.composer;
    // An Enter that ends an IME composition must not send. Some browsers report it only as key code 229.
    if event.is_composing() || event.key_code() == 229 {
        return;
    }
    let has_suggestions = untrack(|| !composer.suggestions().is_empty());
    let is_empty = composer.text.with_untracked(String::is_empty);
    match event.key().as_str() {
        "Enter" if !event.shift_key() => {
            let is_whole = composer.text.with_untracked(|text| matches!(parse(text), Input::Command(_)));
            if has_suggestions && !is_whole {
                composer.accept(chat);
            } else {
                composer.submit(chat);
            }
        }
        "Tab" if has_suggestions && !event.shift_key() => composer.accept(chat),
        "ArrowDown" if has_suggestions => composer.choose_next(1),
        "ArrowUp" if has_suggestions => composer.choose_next(-1),
        "Escape" if has_suggestions => composer.dismiss(),
        "z" if is_empty && !event.shift_key() && (event.ctrl_key() || event.meta_key()) => chat.step(Step::Undo),
        _ => return,
    }
    event.prevent_default();
}

/// Button that shows the model that answers and opens the connection dialog.
#[component]
fn ProviderPill() -> impl IntoView {
    let chat = use_chat();
    let provider = Memo::new(move |_| chat.connection.provider());
    let is_in_page = move || provider.with(|provider| provider.kind == ProviderKind::InPage);
    let name = move || {
        if is_in_page() {
            return texts().in_page.replace("{model}", short(&chat.connection.weights.get()));
        }
        provider.with(|provider| provider.model.clone())
    };
    let title = move || provider.with(|provider| format!("{} · {}", provider.name, provider.model));
    view! {
        <button
            class="provider-pill"
            data-testid="provider-button"
            title=title
            on:click=move |_| chat.panels.dialogs.open(DialogKind::Provider)
        >
            {move || if is_in_page() {
                view! { <Icon picture=Picture::Chip/> }
            } else {
                view! { <Icon picture=Picture::Server/> }
            }}
            <span class="only-heard">{texts().answers}</span>
            <span class="name">{name}</span>
            <Icon picture=Picture::Chevron/>
        </button>
    }
}

#[component]
fn SendOrStop() -> impl IntoView {
    let chat = use_chat();
    let is_streaming = Memo::new(move |_| chat.is_streaming());
    let is_empty = Memo::new(move |_| chat.composer.is_empty());
    view! {
        <Show
            when=move || is_streaming.get()
            fallback=move || view! {
                <button
                    class="send"
                    data-testid="send"
                    aria-label=texts().send
                    title=texts().send_title
                    disabled=is_empty
                    on:click=move |_| chat.composer.submit(chat)
                >
                    <Icon picture=Picture::Up/>
                </button>
            }
        >
            <button class="stop" data-testid="stop" aria-label=texts().stop title=texts().stop on:click=move |_| chat.stop()>
                <Icon picture=Picture::Square/>
            </button>
        </Show>
    }
}

/// Line that says where messages are sent.
#[component]
fn Privacy() -> impl IntoView {
    let chat = use_chat();
    let provider = Memo::new(move |_| chat.connection.provider());
    // Background work also sends messages to its own provider. It never reads a temporary conversation.
    let background = Memo::new(move |_| {
        let found = chat.connection.background();
        let is_other = found.is_chosen && found.provider.kind != ProviderKind::InPage && !chat.is_temporary();
        (is_other && found.provider.id != provider.with(|now| now.id)).then_some(found.provider.name)
    });
    let is_offline = move |provider: &Provider| {
        provider.kind != ProviderKind::InPage && chat.is_offline.get() && !is_here(&provider.base_url)
    };
    view! {
        <p class="privacy">
            {move || provider.with(|provider| match provider.kind {
                _ if is_offline(provider) => {
                    let words = failed().offline_now.replace("{provider}", &provider.name);
                    view! { <span class="offline" data-testid="offline">{words}</span> }.into_any()
                }
                ProviderKind::InPage if chat.is_temporary() => temporary().stays_here.into_any(),
                ProviderKind::InPage => match background.get() {
                    Some(name) => texts().sent_to.replace("{provider}", &name).into_any(),
                    None => texts().stays_here.into_any(),
                },
                ProviderKind::OpenAiCompatible | ProviderKind::Ollama | ProviderKind::Anthropic => {
                    let words = if chat.is_temporary() { temporary().sent_to } else { texts().sent_to };
                    let other = background.get().map(|name| format!("{}{name}", worker().and));
                    let names = [provider.name.clone(), other.unwrap_or_default()].concat();
                    words.replace("{provider}", &names).into_any()
                }
            })}
        </p>
    }
}
