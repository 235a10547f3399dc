//! One message: its text, how it ended, and its actions.

use super::{
    failed::Failed, message_editor::MessageEditor, message_menu::open_menu, meta::Meta, picture::Pictures,
    quote::Quote, reply_sources::ReplySources, waiting::Waiting,
};
use crate::{
    browser,
    chat::{Chat, use_chat},
    markdown::{self, Flow},
    state::{Arrival, Row, blob_of},
    texts::message::message as texts,
    words,
};
use leptos::{ev::KeyboardEvent, html::Div, prelude::*};
use ricordo_core::{
    mark::MarkKind,
    message::{Finish, Message, Part, Role},
};
use std::sync::Arc;

/// A message or an unfinished reply.
#[component]
pub fn MessageView(row: Row, #[prop(into)] index: Signal<usize>) -> impl IntoView {
    let chat = use_chat();
    let is_user = row.role == Role::User;
    let (role, spoken) = if is_user { ("user", texts().you) } else { ("assistant", texts().reply) };
    let (message, sequence) = (row.message.clone(), row.sequence.clone());
    let is_last = is_last(chat, index);
    let is_edited = is_edited(chat, &row);
    let mark = mark_of(chat, &row);
    let is_pinned = {
        let mark = mark.clone();
        move || mark() == Some(MarkKind::Pinned)
    };
    let is_muted = move || mark() == Some(MarkKind::Muted);
    let on_key = {
        let message = message.clone();
        move |event: KeyboardEvent| key(chat, &event, message.get_untracked())
    };
    view! {
        <article
            class=format!("message {role}")
            part=format!("message {role}")
            class:forgotten=is_forgotten(chat, &row)
            class:muted=is_muted
            class:pinned=is_pinned
            id=element_id(&row)
            tabindex=move || if is_last() { "0" } else { "-1" }
            on:keydown=on_key
            data-testid="message"
            data-role=role
            data-finish=finish_of(&row)
            data-sequence={let sequence = sequence.clone(); move || sequence.get()}
            aria-posinset=move || chat.transcript.list.position(sequence.get())
            aria-setsize=move || chat.transcript.list.size.get()
            aria-busy=is_busy(&row)
        >
            <h2 class="visually-hidden">{spoken}</h2>
            <Above row=row.clone()/>
            <Thoughts row=row.clone()/>
            <div class="message-body" class:edited=move || is_edited.get()>
                <Words flow=row.words.clone() id="message-text"/>
            </div>
            <Waiting row=row.clone()/>
            {move || message.get().map(|message| below(message, is_edited, is_last, index))}
        </article>
    }
}

/// Text and reasoning of an answer that is shown outside the list.
#[component]
pub fn AnswerBody(row: Row) -> impl IntoView {
    view! {
        <Thoughts row=row.clone()/>
        <div class="message-body"><Words flow=row.words id="answer-text"/></div>
    }
}

/// How the message ended, for style sheets and tests; `None` for a message of the user.
fn finish_of(row: &Row) -> impl Fn() -> Option<&'static str> + use<> {
    let (message, is_user) = (row.message.clone(), row.role == Role::User);
    move || match message.get() {
        _ if is_user => None,
        None => Some("streaming"),
        Some(message) => message.finish.as_ref().map(words::finish_key),
    }
}

/// Value of `aria-busy`: whether the reply is still arriving.
fn is_busy(row: &Row) -> impl Fn() -> String + use<> {
    let message = row.message.clone();
    move || message.with(Option::is_none).to_string()
}

fn is_forgotten(chat: Chat, row: &Row) -> impl Fn() -> bool + use<> {
    let sequence = row.sequence.clone();
    move || chat.transcript.boundary.get().is_some_and(|boundary| sequence.get() < boundary)
}

/// Whether this is the last message of the conversation. Tool results and notes after it do not count.
fn is_last(chat: Chat, index: Signal<usize>) -> impl Fn() -> bool + Copy + Send + Sync {
    move || !chat.transcript.list.has_newer.get() && chat.transcript.rows.with(|rows| ends_with(rows, index.get()))
}

/// Whether only tool results and notes come after the row at an index.
fn ends_with(rows: &[Row], index: usize) -> bool {
    rows.iter().skip(index.saturating_add(1)).all(|row| matches!(row.role, Role::Tool | Role::System))
}

fn is_edited(chat: Chat, row: &Row) -> Memo<bool> {
    let message = row.message.clone();
    let id = move || message.with(|message| message.as_ref().map(|message| message.id));
    Memo::new(move |_| chat.actions.edited.get().is_some_and(|edited| id() == Some(edited)))
}

fn mark_of(chat: Chat, row: &Row) -> impl Fn() -> Option<MarkKind> + Clone + use<> {
    let message = row.message.clone();
    move || {
        message.with(|message| message.as_ref().map(|message| message.id)).and_then(|id| chat.transcript.mark_of(id))
    }
}

fn element_id(row: &Row) -> impl Fn() -> Option<String> + use<> {
    let message = row.message.clone();
    move || message.with(|message| message.as_ref().map(|message| browser::element_of(message.id)))
}

/// What is below the text of a stored message: its error and its actions, or the editor in place of both.
fn below(
    message: Arc<Message>,
    is_edited: Memo<bool>,
    is_last: impl Fn() -> bool + Copy + Send + Sync + 'static,
    index: Signal<usize>,
) -> AnyView {
    if is_edited.get() {
        return view! { <MessageEditor message/> }.into_any();
    }
    let failed = match &message.finish {
        Some(Finish::Failed { failure }) => Some(failure.error.clone()),
        _ => None,
    };
    let id = message.id;
    let sources = (message.role == Role::Assistant).then(|| view! { <ReplySources message=message.clone() index/> });
    view! {
        {sources}
        {failed.map(|error| view! { <Failed id error is_last/> })}
        <Meta message is_last index/>
    }
    .into_any()
}

/// What is above the text: the author, the message it replies to, and images.
#[component]
fn Above(row: Row) -> impl IntoView {
    move || {
        let message = row.message.get()?;
        let of_parts = message.parts.iter().filter(|part| blob_of(part).is_some()).cloned();
        let parts: Vec<_> = of_parts.map(|part| named(part, message.role)).collect();
        let author = message.author.as_ref().map(|author| author.name.clone());
        Some(view! {
            {author.map(|name| view! { <p class="author" data-testid="message-author" dir="auto">{name}</p> })}
            {message.reply_to.map(|message| view! { <Quote message/> })}
            {(!parts.is_empty()).then(|| view! { <Pictures parts/> })}
        })
    }
}

/// Gives an image of the model an alternative text, because it comes without one.
fn named(mut part: Part, role: Role) -> Part {
    if let Part::Image { alt, .. } = &mut part
        && alt.is_empty()
        && role == Role::Assistant
    {
        texts().made_image.clone_into(alt);
    }
    part
}

/// Handles keys while the message itself has the focus, not an element in it: Enter and m open the menu. The list
/// handles the arrow keys.
fn key(chat: Chat, event: &KeyboardEvent, message: Option<Arc<Message>>) {
    let has_focus = event.target() == event.current_target();
    if !has_focus || event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    match (browser::key_of(event).as_str(), message) {
        ("Enter" | "m", Some(message)) => open_menu(chat, message),
        _ => return,
    }
    event.prevent_default();
}

/// Markdown text that may still grow.
#[component]
fn Words(flow: Flow, id: &'static str) -> impl IntoView {
    let place = NodeRef::<Div>::new();
    place.on_load(move |element| markdown::mount(&flow, element.into()));
    view! { <div class="text" data-testid=id dir="auto" node_ref=place></div> }
}

/// Reasoning of the model, collapsed.
#[component]
fn Thoughts(row: Row) -> impl IntoView {
    let Row { has_thoughts, arrival, thoughts, .. } = row;
    let title = move || if arrival.get() == Arrival::Thinking { texts().thinking } else { texts().thoughts };
    view! {
        {move || has_thoughts.get().then(|| view! {
            <details class="reasoning">
                <summary>{title.clone()}</summary>
                <Words flow=thoughts.clone() id="message-thoughts"/>
            </details>
        })}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::{message, reply};
    use ricordo_core::{id::BlobId, time::Timestamp};

    #[test]
    fn tool_results_and_notes_do_not_make_a_reply_the_last_but_one() {
        use Role::{Assistant, System, Tool, User};
        let last = |roles: &[Role], index| {
            let numbered = (0..).zip(roles);
            let rows: Vec<Row> = numbered.map(|(at, role)| Row::of(at.into(), message(at, *role, "text"))).collect();
            ends_with(&rows, index)
        };
        assert!(last(&[User, Assistant], 1) && !last(&[User, Assistant], 0));
        assert!(last(&[User, Assistant, Tool, System], 1));
        assert!(!last(&[User, Assistant, Tool, Assistant], 1));
        assert!(last(&[], 0) && last(&[User], usize::MAX), "the row is gone, and its buttons with it");
    }

    #[test]
    fn a_row_says_how_its_reply_ended_and_a_message_of_the_user_says_nothing() {
        let finish = |row: &Row| finish_of(row)();
        let row = Row::coming(1, 0);
        assert_eq!(finish(&row), Some("streaming"));
        row.settle(&reply(0, "Par", Finish::Stopped));
        assert_eq!(finish(&row), Some("stopped"));
        assert_eq!(finish(&Row::of(2, message(1, Role::User, "Hi"))), None);
    }

    #[test]
    fn only_an_image_of_the_model_without_a_text_gets_one() {
        let image = |alt: &str| {
            let blob = BlobId::new(Timestamp(0), [1; 10]);
            Part::Image { blob, media_type: String::new(), width: None, height: None, alt: alt.to_owned() }
        };
        assert_eq!(named(image(""), Role::Assistant), image(texts().made_image));
        assert_eq!(named(image("A hedgehog"), Role::Assistant), image("A hedgehog"));
        assert_eq!(named(image(""), Role::User), image(""));
    }
}
