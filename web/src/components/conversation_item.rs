//! Row of one conversation in the list: open, rename, delete, and the button of its menu.

use super::{
    conversation_row::{MENU, OfRow, Writing},
    icon::{Icon, Picture},
    inline_edit::InlineEdit,
    menu::{MenuButton, Opener},
};
use crate::{
    browser,
    chat::use_chat,
    state::Step,
    texts::{
        self,
        conversations::{conversations, list_rows},
    },
};
use leptos::prelude::*;
use ricordo_core::{
    conversation::{Conversation, tags_of},
    id::ConversationId,
};

/// Row of a conversation.
#[component]
pub fn ConversationItem(
    id: ConversationId,
    /// Row whose menu is open.
    menu: RwSignal<Option<OfRow>>,
) -> impl IntoView {
    let chat = use_chat();
    let own =
        Memo::new(move |_| chat.storage.conversations.with(|all| all.iter().find(|other| other.id == id).cloned()));
    let is_active = Memo::new(move |_| chat.conversation.with(|open| open.as_ref().is_some_and(|open| open.id == id)));
    let writing = RwSignal::new(Writing::Nothing);
    view! {
        <li class="conversation" class:active=is_active>
            <Show
                when=move || writing.get() != Writing::Nothing
                fallback=move || view! { <Row id own is_active writing menu/> }
            >
                <Edit id own writing/>
            </Show>
        </li>
    }
}

/// Id of the button that opens the conversation.
fn element(id: ConversationId) -> String {
    format!("conversation-{id}")
}

/// Editor of the title or the tags.
#[component]
fn Edit(id: ConversationId, own: Memo<Option<Conversation>>, writing: RwSignal<Writing>) -> impl IntoView {
    let chat = use_chat();
    let texts = list_rows();
    let is_title = writing.get_untracked() == Writing::Title;
    let (title, tags) =
        own.with_untracked(|own| own.as_ref().map(|own| (own.title.clone(), own.tags.clone())).unwrap_or_default());
    let text = if is_title { title.clone() } else { tags.join(", ") };
    let close = move || {
        writing.set(Writing::Nothing);
        // A click elsewhere ends the edit, too: the focus stays where the user put it.
        browser::focus_if_lost([element(id)]);
    };
    let keep = move |typed: String| {
        if let Some(step) = step_of(id, is_title.then_some(title.as_str()), typed) {
            chat.step(step);
        }
        close();
    };
    let (label, test_id) = match is_title {
        true => (texts.title_field, "conversation-title-input"),
        false => (texts.tags_field, "conversation-tags-input"),
    };
    view! { <InlineEdit label test_id text keep drop_it=close/> }
}

/// Step that stores the typed tags, or the typed title, where `title` is the one before; `None` if nothing changes.
fn step_of(id: ConversationId, title: Option<&str>, typed: String) -> Option<Step> {
    match title {
        Some(title) => (typed != title).then(|| Step::Rename(id, typed)),
        None => Some(Step::Tag(id, tags_of(&typed))),
    }
}

/// Title whose copy number stays visible when the title is truncated: `A long title… (2)`.
pub(super) fn titled(title: &str) -> AnyView {
    match number_of_copy(title) {
        Some(at) => {
            let (name, number) = title.split_at(at);
            view! { <span class="copy"><span>{name.to_owned()}</span><span>{number.to_owned()}</span></span> }
                .into_any()
        }
        None => title.to_owned().into_any(),
    }
}

/// Byte offset where a copy number like ` (2)` begins at the end of a title.
fn number_of_copy(title: &str) -> Option<usize> {
    let (before, number) = title.strip_suffix(')')?.rsplit_once(" (")?;
    let is_number = !number.is_empty() && number.len() < 5 && number.bytes().all(|digit| digit.is_ascii_digit());
    (is_number && !before.is_empty()).then_some(before.len())
}

#[component]
fn Row(
    id: ConversationId,
    own: Memo<Option<Conversation>>,
    is_active: Memo<bool>,
    writing: RwSignal<Writing>,
    menu: RwSignal<Option<OfRow>>,
) -> impl IntoView {
    let chat = use_chat();
    let (texts, untitled) = (list_rows(), conversations().untitled);
    let title = Memo::new(move |_| own.with(|own| own.as_ref().map(|own| own.title.clone()).unwrap_or_default()));
    let shown = move || title.with(|title| if title.is_empty() { untitled.to_owned() } else { title.clone() });
    let about = move |sentence: &'static str| move || sentence.replace("{}", &shown());
    view! {
        <button
            id=element(id)
            class="open"
            class:untitled=move || title.with(String::is_empty)
            data-testid="conversation-item"
            data-active=move || is_active.get().to_string()
            aria-current=move || is_active.get().then_some("page")
            title=shown
            dir="auto"
            on:click=move |_| chat.open(id)
        >
            {move || titled(&shown())}
        </button>
        <span class="actions">
            <button
                class="icon-button"
                data-testid="conversation-rename"
                aria-label=about(texts.rename_that)
                title=texts.rename
                on:click=move |_| writing.set(Writing::Title)
            >
                <Icon picture=Picture::Write/>
            </button>
            <button
                class="icon-button"
                data-testid="conversation-delete"
                aria-label=about(texts.delete_that)
                title=texts::common::common().delete
                on:click=move |_| chat.step(Step::Delete(id))
            >
                <Icon picture=Picture::Bin/>
            </button>
            <MenuButton
                opener=Opener {
                    id: browser::more_actions_of(id),
                    menu: MENU,
                    is_open: Signal::derive(move || menu.with(|menu| menu.is_some_and(|row| row.id == id))),
                }
                class="icon-button"
                test_id="conversation-more"
                label=Signal::derive(about(texts.more_for))
                title=conversations().more_actions
                open=move || menu.set(Some(OfRow { id, writing }))
            />
        </span>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::conversation_id;

    #[test]
    fn a_number_in_brackets_at_the_end_is_that_of_a_copy() {
        assert_eq!(number_of_copy("My move (2)"), Some(7));
        assert_eq!(number_of_copy("My move (2) (13)"), Some(11));
        for other in ["My move", "(2)", "My move (2", "My move (soon)", "My move ()", "Rome (2026 or so)"] {
            assert_eq!(number_of_copy(other), None, "{other}");
        }
    }

    #[test]
    fn a_title_that_stays_the_same_is_no_step_to_undo() {
        let id = conversation_id(1);
        let title = |typed: &str| match step_of(id, Some("Rome"), typed.to_owned()) {
            None => None,
            Some(Step::Rename(_, title)) => Some(title),
            Some(_) => panic!("another step"),
        };
        assert_eq!((title("Rome"), title("rome").as_deref(), title("").as_deref()), (None, Some("rome"), Some("")));
    }

    #[test]
    fn tags_are_read_from_one_line_and_an_empty_one_removes_them() {
        let tags = |typed: &str| match step_of(conversation_id(1), None, typed.to_owned()) {
            Some(Step::Tag(_, tags)) => tags,
            _ => panic!("another step"),
        };
        assert_eq!(tags("Work, Rome"), ["Work", "Rome"]);
        assert_eq!(tags(" Дім ,, 🦔 ,"), ["Дім", "🦔"]);
        assert!(tags("").is_empty() && tags(" , ").is_empty());
    }
}
