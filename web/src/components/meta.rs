//! Line under a message: why it ended, its model, time, size, mark and branches, and its most used actions.

use super::{
    copy::Copy,
    icon::{Icon, Picture},
    menu::{MenuButton, Opener},
    message_menu::{MENU, open_menu, opener},
    siblings::SiblingBranches,
};
use crate::{
    chat::use_chat,
    texts::{common::common, fill, message::message as texts},
    words,
};
use leptos::prelude::*;
use ricordo_browser::BrowserHost;
use ricordo_core::{
    host::Host,
    id::MessageId,
    mark::{MarkKind, Rating, rating_of},
    message::{Finish, Message, Role},
    time::Now,
};
use std::sync::Arc;

/// Line under a message.
#[component]
pub fn Meta<L: Fn() -> bool + Copy + Send + Sync + 'static>(
    message: Arc<Message>,
    is_last: L,
    index: Signal<usize>,
) -> impl IntoView {
    let chat = use_chat();
    let now = BrowserHost.now();
    let when = words::when(Now { at: message.created_at, ..now }, now);
    let tokens = size_of(&message).map(|tokens| words::tokens(tokens.into()));
    let took = time_of(&message).map(|ms| fill(texts().took, &[("n", &words::seconds(ms))]));
    let model = message.model.clone().filter(|model| !model.is_empty());
    let ended = message.finish.as_ref().and_then(words::ended);
    let Offers { can_retry, can_go_on, has_retry } = Offers::of(&message);
    let (id, role, sequence) = (message.id, message.role, message.sequence);
    view! {
        <div class="meta">
            {ended.map(|why| view! { <span class="ended">{why}</span> })}
            {model.map(|model| view! { <span>{model}</span> })}
            <span>{when}</span>
            {tokens.map(|tokens| view! { <span>{tokens}</span> })}
            {took.map(|took| view! { <span data-testid="message-took">{took}</span> })}
            <Show when=move || can_retry && is_last()>
                <button class="link-button" data-testid="retry" on:click=move |_| chat.retry()>{common().retry}</button>
            </Show>
            <Show when=move || can_go_on && is_last()>
                <button
                    class="link-button"
                    data-testid="continue"
                    title=texts().go_on_hint
                    on:click=move |_| chat.go_on()
                >
                    {texts().go_on}
                </button>
            </Show>
            <MarkedAs message=id/>
            <RatedAs message=id/>
            <SiblingBranches role sequence=sequence index/>
            <Tools message has_retry=Signal::derive(move || has_retry && is_last())/>
        </div>
    }
}

/// What the last message of a conversation offers, by how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Offers {
    /// Whether the line has a Retry button.
    can_retry: bool,
    /// Whether the reply can be continued.
    can_go_on: bool,
    /// Whether there is a Retry button at all. A failed reply has it beside the error.
    has_retry: bool,
}

impl Offers {
    fn of(message: &Message) -> Self {
        let finish = message.finish.as_ref();
        let can_retry = matches!(finish, Some(Finish::Stopped | Finish::Interrupted));
        Self {
            can_retry,
            can_go_on: !message.text().is_empty() && (can_retry || finish == Some(&Finish::Length)),
            has_retry: can_retry || matches!(finish, Some(Finish::Failed { .. })),
        }
    }
}

/// Size of a reply in tokens, as counted by the provider or else estimated. `None` if it has no text or is no reply.
fn size_of(message: &Message) -> Option<u32> {
    let has_size = message.role == Role::Assistant && !message.text().is_empty();
    has_size.then(|| message.usage.map_or(message.tokens, |usage| usage.completion_tokens))
}

/// How long a reply with text took, in milliseconds, if that was measured.
fn time_of(message: &Message) -> Option<u32> {
    size_of(message).and(message.total_ms)
}

/// Most used actions, and the menu button for the rest.
#[component]
fn Tools(
    message: Arc<Message>,
    /// Whether a Retry button is already shown as text.
    has_retry: Signal<bool>,
) -> impl IntoView {
    let chat = use_chat();
    let id = message.id;
    let (picture, label, test_id) = match message.role {
        Role::User => (Picture::Write, texts().edit, "message-edit"),
        _ => (Picture::Again, texts().regenerate, "message-regenerate"),
    };
    let is_user = message.role == Role::User;
    let act = move |_| if is_user { chat.actions.edited.set(Some(id)) } else { chat.regenerate(id) };
    let has_words = !message.text().is_empty();
    let copied = Arc::clone(&message);
    let message = StoredValue::new(message);
    let is_open = move || chat.actions.menu.with(|menu| menu.as_ref().is_some_and(|open| open.id == id));
    view! {
        <span class="tools">
            {has_words.then(|| view! { <Copy message=copied/> })}
            <Show when=move || !has_retry.get()>
                <button class="action" data-testid=test_id aria-label=label title=label on:click=act>
                    <Icon picture/>
                </button>
            </Show>
            <MenuButton
                opener=Opener { id: opener(id), menu: MENU, is_open: Signal::derive(is_open) }
                class="action opener"
                test_id="message-more"
                label=texts().more
                title=texts().more
                open=move || message.with_value(|message| open_menu(chat, Arc::clone(message)))
            />
        </span>
    }
}

/// Labels of the message's marks.
#[component]
fn MarkedAs(message: MessageId) -> impl IntoView {
    let chat = use_chat();
    move || {
        let standing = match chat.transcript.mark_of(message) {
            Some(MarkKind::Muted) => Some((Picture::Hidden, texts().is_muted)),
            Some(MarkKind::Pinned) => Some((Picture::Pin, texts().is_pinned)),
            Some(MarkKind::NotRecalled | MarkKind::Rated) | None => None,
        };
        let is_not_recalled = chat.transcript.is_not_recalled(message);
        let not_recalled = is_not_recalled.then(|| (Picture::Hidden, texts().is_not_recalled));
        let marked = |(picture, words)| {
            view! { <span class="marked" data-testid="message-mark"><Icon picture/>{words}</span> }
        };
        standing.into_iter().chain(not_recalled).map(marked).collect::<Vec<_>>()
    }
}

/// Rating of the message.
#[component]
fn RatedAs(message: MessageId) -> impl IntoView {
    let chat = use_chat();
    move || {
        let (picture, words) = match chat.transcript.marks.with(|marks| rating_of(marks, message))? {
            Rating::Good => (Picture::ThumbUp, texts().is_good),
            Rating::Bad => (Picture::ThumbDown, texts().is_bad),
        };
        Some(view! { <span class="marked" data-testid="message-rating"><Icon picture/>{words}</span> })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::{failed, message, reply};
    use ricordo_core::{error::ModelErrorKind, message::Usage};

    #[test]
    fn a_reply_that_ended_early_offers_what_can_be_done_about_it() {
        let offers = |text: &str, finish: Finish| {
            let Offers { can_retry, can_go_on, has_retry } = Offers::of(&reply(1, text, finish));
            [can_retry, can_go_on, has_retry]
        };
        for (finish, with_text, without) in [
            (Finish::Complete, [false, false, false], [false, false, false]),
            (Finish::ToolCalls, [false, false, false], [false, false, false]),
            (Finish::ContentFilter, [false, false, false], [false, false, false]),
            (Finish::Length, [false, true, false], [false, false, false]),
            (Finish::Stopped, [true, true, true], [true, false, true]),
            (Finish::Interrupted, [true, true, true], [true, false, true]),
            (failed(ModelErrorKind::TimedOut, None), [false, false, true], [false, false, true]),
        ] {
            assert_eq!((offers("Par", finish.clone()), offers("", finish.clone())), (with_text, without), "{finish:?}");
        }
        assert_eq!(
            Offers::of(&message(1, Role::User, "Hi")),
            Offers { can_retry: false, can_go_on: false, has_retry: false }
        );
    }

    #[test]
    fn only_a_reply_with_text_has_a_size_and_the_count_of_the_provider_is_the_better_one() {
        let usage = Usage { prompt_tokens: 100, completion_tokens: 42, cached_tokens: None, written_tokens: None };
        let reply = |text: &str, usage| Message { tokens: 40, usage, ..reply(1, text, Finish::Complete) };
        assert_eq!(size_of(&reply("Paris", None)), Some(40));
        assert_eq!(size_of(&reply("Paris", Some(usage))), Some(42));
        assert_eq!(size_of(&reply("", Some(usage))), None);
        assert_eq!(size_of(&message(1, Role::User, "Hi")), None);
    }

    #[test]
    fn only_a_reply_with_text_shows_how_long_it_took() {
        let reply = |text: &str, total_ms| Message { total_ms, ..reply(1, text, Finish::Complete) };
        assert_eq!(time_of(&reply("Paris", Some(900))), Some(900));
        assert_eq!(time_of(&reply("Paris", None)), None, "a reply of an older version");
        assert_eq!(time_of(&reply("", Some(900))), None);
    }
}
