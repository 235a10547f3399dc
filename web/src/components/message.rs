//! One message: its words, how it ended, and what can be done with it.

use super::{
    icon::{Icon, Picture},
    meta::Meta,
    waiting::Waiting,
};
use crate::{
    browser,
    markdown::Flow,
    state::{Arrival, Row, use_chat},
    texts::errors::Told,
    words,
};
use leptos::{html::Div, prelude::*};
use ricordo_core::{
    mark::MarkKind,
    message::{Finish, Role},
};

/// A message.
#[component]
pub fn MessageView(row: Row, #[prop(into)] index: Signal<usize>) -> impl IntoView {
    let chat = use_chat();
    let is_user = row.role == Role::User;
    let (role, spoken) = if is_user { ("user", "You") } else { ("assistant", "Reply") };
    let (message, sequence) = (row.message.clone(), row.sequence.clone());
    let finish = {
        let message = message.clone();
        move || match message.get() {
            _ if is_user => None,
            None => Some("streaming"),
            Some(message) => message.finish.as_ref().map(words::finish_key),
        }
    };
    let is_busy = {
        let message = message.clone();
        move || message.with(Option::is_none).to_string()
    };
    let is_forgotten = {
        let sequence = sequence.clone();
        move || chat.boundary.get().is_some_and(|boundary| sequence.get() < boundary)
    };
    // What tools answered, and notes, come after a reply and are none.
    let is_last = move || {
        !chat.list.has_newer.get()
            && chat
                .rows
                .with(|rows| rows.iter().skip(index.get() + 1).all(|row| matches!(row.role, Role::Tool | Role::System)))
    };
    let mark = {
        let message = message.clone();
        move || message.with(|message| message.as_ref().map(|message| message.id)).and_then(|id| chat.mark_of(id))
    };
    let is_muted = {
        let mark = mark.clone();
        move || mark() == Some(MarkKind::Muted)
    };
    let is_pinned = move || mark() == Some(MarkKind::Pinned);
    let element = {
        let message = message.clone();
        move || message.with(|message| message.as_ref().map(|message| browser::element_of(message.id)))
    };
    view! {
        <article
            class=format!("message {role}")
            class:forgotten=is_forgotten
            class:muted=is_muted
            class:pinned=is_pinned
            id=element
            tabindex="-1"
            data-testid="message"
            data-role=role
            data-finish=finish
            data-sequence={let sequence = sequence.clone(); move || sequence.get()}
            aria-posinset=move || chat.list.position(sequence.get())
            aria-setsize=move || chat.list.size.get()
            aria-busy=is_busy
        >
            <h2 class="only-heard">{spoken}</h2>
            <Thoughts row=row.clone()/>
            <Words flow=row.words.clone() id="message-text"/>
            <Waiting row=row.clone()/>
            {move || message.get().map(|message| {
                let failure = match &message.finish {
                    Some(Finish::Failed { failure }) => Some(failure.error.told()),
                    _ => None,
                };
                view! {
                    {failure.map(|sentence| view! { <Failed sentence is_last/> })}
                    <Meta message is_last/>
                }
            })}
        </article>
    }
}

/// A text that may grow.
#[component]
fn Words(flow: Flow, id: &'static str) -> impl IntoView {
    let place = NodeRef::<Div>::new();
    place.on_load(move |element| flow.mount(element.into()));
    view! { <div class="text" data-testid=id dir="auto" node_ref=place></div> }
}

/// What the model thought, folded.
#[component]
fn Thoughts(row: Row) -> impl IntoView {
    let Row { has_thoughts, arrival, thoughts, .. } = row;
    let title = move || if arrival.get() == Arrival::Thinking { "Thinking…" } else { "Thoughts" };
    view! {
        {move || has_thoughts.get().then(|| view! {
            <details class="reasoning">
                <summary>{title.clone()}</summary>
                <Words flow=thoughts.clone() id="message-thoughts"/>
            </details>
        })}
    }
}

/// Why there is no reply, or not a whole one.
#[component]
fn Failed<L: Fn() -> bool + Copy + Send + Sync + 'static>(sentence: String, is_last: L) -> impl IntoView {
    let chat = use_chat();
    view! {
        <div class="failure">
            <Icon picture=Picture::Warning/>
            <p data-testid="message-error">{sentence}</p>
            <Show when=is_last>
                <button class="button" data-testid="retry" on:click=move |_| chat.retry()>
                    <Icon picture=Picture::Again/>
                    "Retry"
                </button>
            </Show>
        </div>
    }
}
