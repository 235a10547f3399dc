//! Menu of a message: its actions and its details. One menu serves all messages and shows the one whose button was
//! pressed.

use super::{
    copy::copy_words,
    icon::Picture,
    menu::{Menu, MenuItem},
    message_details::Details,
};
use crate::{
    chat::{Chat, use_chat},
    state::{Erasure, Step},
    texts::{common::common, message::message as texts},
};
use leptos::prelude::*;
use ricordo_core::{
    branch::Sequence,
    id::MessageId,
    mark::{MarkKind, Rating, rating_of},
    message::{Message, Role},
};
use std::sync::Arc;

/// Id of the menu element.
pub const MENU: &str = "message-menu";

/// Id of the button that opens the menu of a message.
pub fn opener(message: MessageId) -> String {
    format!("more-{message}")
}

/// Opens the menu of a message.
pub fn open_menu(chat: Chat, message: Arc<Message>) {
    chat.actions.menu.set(Some(message));
}

/// Menu of a message.
#[component]
pub fn MessageMenu() -> impl IntoView {
    let chat = use_chat();
    let menu = chat.actions.menu;
    let opener = move || menu.with(|menu| menu.as_ref().map(|message| opener(message.id)));
    view! {
        <Menu id=MENU opener=Signal::derive(opener) closed=move || menu.set(None)>
            {move || menu.get().map(|message| view! { <Items message/> })}
        </Menu>
    }
}

#[component]
fn Items(message: Arc<Message>) -> impl IntoView {
    let chat = use_chat();
    let id = message.id;
    let is_user = message.role == Role::User;
    let mark = untrack(|| chat.transcript.mark_of(id));
    let Offered { copy, read_aloud, recall, fork } =
        untrack(|| Offered::of(&message, chat.transcript.is_not_recalled(id), chat.is_temporary()));
    let (text, whole, aloud) = (message.text(), Arc::clone(&message), Arc::clone(&message));
    let boundary = boundary_of(&message);
    let marked = move |kind: MarkKind| move || chat.step(Step::Mark(id, toggled(mark, kind)));
    let name = |kind: MarkKind, off, on| if mark == Some(kind) { on } else { off };
    view! {
        <ul role="menu" aria-label=texts().actions>
            {copy.then(|| view! {
                <MenuItem test_id="menu-copy" picture=Picture::Copy label=common().copy act=move || copy_words(chat, text.clone(), || ())/>
            })}
            {is_user.then(|| view! {
                <MenuItem test_id="menu-edit" picture=Picture::Write label=texts().edit act=move || chat.actions.edited.set(Some(id))/>
            })}
            <MenuItem
                test_id="menu-regenerate"
                picture=Picture::Again
                label=if is_user { texts().answer_again } else { texts().regenerate }
                act=move || chat.regenerate(id)
            />
            <MenuItem test_id="menu-reply" picture=Picture::Reply label=texts().reply_to act=move || chat.composer.reply(chat, Some(id))/>
            {read_aloud.then(|| view! {
                <MenuItem test_id="menu-read-aloud" picture=Picture::Sound label=texts().read_aloud act=move || chat.step(Step::ReadAloud(Arc::clone(&aloud)))/>
            })}
            {(!is_user).then(|| view! {
                <MenuItem test_id="what-was-sent" picture=Picture::Layers label=texts().what_was_sent act=move || chat.inspection.show_past(id)/>
            })}
            {fork.then(|| view! {
                <MenuItem test_id="menu-fork" picture=Picture::Fork label=texts().fork act=move || chat.step(Step::ForkFrom(id))/>
            })}
            <MenuItem test_id="message-pin" picture=Picture::Pin label=name(MarkKind::Pinned, texts().pin, texts().unpin) act=marked(MarkKind::Pinned)/>
            <MenuItem test_id="message-mute" picture=Picture::Hidden label=name(MarkKind::Muted, texts().mute, texts().unmute) act=marked(MarkKind::Muted)/>
            {(!is_user).then(|| view! { <Ratings id/> })}
            {recall.then(|| view! {
                <MenuItem test_id="message-recall" picture=Picture::Search label=texts().recall_again act=move || chat.step(Step::RecallAgain(id))/>
            })}
            <MenuItem
                test_id="menu-forget"
                picture=Picture::Broom
                label=if is_user { texts().forget_above } else { texts().forget_here }
                act=move || chat.step(Step::ForgetBefore(boundary))
            />
            <MenuItem
                test_id="menu-erase"
                picture=Picture::Bin
                label=texts().erase
                is_danger=true
                act=move || chat.panels.ask_to_erase(Erasure::Message(id))
            />
        </ul>
        <Details message=whole/>
    }
}

/// Items that only some messages have, besides those of all replies or of all messages of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Offered {
    /// Whether there is a text to copy.
    copy: bool,
    /// Whether it can be read aloud.
    read_aloud: bool,
    /// Whether it can be recalled again.
    recall: bool,
    /// Whether the conversation can be forked here: a temporary one would be erased by opening its copy.
    fork: bool,
}

impl Offered {
    fn of(message: &Message, is_not_recalled: bool, is_temporary: bool) -> Self {
        let copy = !message.text().is_empty();
        let read_aloud = copy && message.role != Role::User;
        Self { copy, read_aloud, recall: is_not_recalled, fork: !is_temporary }
    }
}

/// Items that rate a reply; a second choice takes the rating back.
#[component]
fn Ratings(id: MessageId) -> impl IntoView {
    let chat = use_chat();
    let rating = untrack(|| chat.transcript.marks.with(|marks| rating_of(marks, id)));
    let rate = move |to: Rating| move || chat.step(Step::Rate(id, (rating != Some(to)).then_some(to)));
    let label = |of: Rating, off, on| if rating == Some(of) { on } else { off };
    view! {
        <MenuItem test_id="message-good" picture=Picture::ThumbUp label=label(Rating::Good, texts().good, texts().not_good) act=rate(Rating::Good)/>
        <MenuItem test_id="message-bad" picture=Picture::ThumbDown label=label(Rating::Bad, texts().bad, texts().not_bad) act=rate(Rating::Bad)/>
    }
}

/// First sequence that the model still sees after forgetting from a message on. Forgetting starts between turns: before
/// a message of the user, or after a reply.
fn boundary_of(message: &Message) -> Sequence {
    if message.role == Role::User { message.sequence } else { message.sequence.saturating_add(1) }
}

/// Mark of a message after the menu item of `kind` is chosen. A second choice removes it.
fn toggled(mark: Option<MarkKind>, kind: MarkKind) -> Option<MarkKind> {
    (mark != Some(kind)).then_some(kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::message;

    #[test]
    fn only_a_reply_with_words_is_read_aloud_and_only_what_is_not_recalled_can_be_recalled_again() {
        for (role, text, is_not_recalled, copy, read_aloud) in [
            (Role::Assistant, "Answer", false, true, true),
            (Role::Assistant, "", false, false, false),
            (Role::User, "Question", false, true, false),
            (Role::User, "Question", true, true, false),
        ] {
            let offered = Offered::of(&message(4, role, text), is_not_recalled, false);
            let wanted = Offered { copy, read_aloud, recall: is_not_recalled, fork: true };
            assert_eq!(offered, wanted, "{role:?} {text:?} {is_not_recalled}");
        }
    }

    #[test]
    fn a_temporary_chat_is_not_forked_because_the_copy_would_end_it() {
        let fork = |is_temporary| Offered::of(&message(4, Role::User, "Question"), false, is_temporary).fork;
        assert_eq!([true, false].map(fork), [false, true]);
    }

    #[test]
    fn forgetting_never_parts_a_question_from_its_answer() {
        assert_eq!(boundary_of(&message(4, Role::User, "Question")), 4);
        assert_eq!(boundary_of(&message(5, Role::Assistant, "Answer")), 6);
        assert_eq!(boundary_of(&message(6, Role::Tool, "Result")), 7);
        assert_eq!(boundary_of(&message(Sequence::MAX, Role::Assistant, "")), Sequence::MAX);
    }

    #[test]
    fn a_message_has_one_mark_and_the_same_choice_again_removes_it() {
        use MarkKind::{Muted, Pinned};
        assert_eq!((toggled(None, Muted), toggled(Some(Muted), Muted)), (Some(Muted), None));
        assert_eq!(toggled(Some(Muted), Pinned), Some(Pinned));
    }
}
