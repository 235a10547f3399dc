//! One memory in the list, with its actions.

use super::memory_facts::MemoryFacts;
use crate::{
    browser,
    chat::use_chat,
    components::{icon::Picture, inline_edit::InlineEdit, row_action::RowAction, scope_select::ScopeOfRow},
    state::{DialogKind, PageSession},
    texts::{common::common, fill, memories::memories},
};
use leptos::prelude::*;
use ricordo_core::{
    error::Error,
    id::{ConversationId, MemoryId},
    memory::{Memory, MemoryState},
    summary::Summary,
};

/// What is edited in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edited {
    /// The fact.
    Text,
    /// The words that bring it in.
    KeyWords,
}

impl Edited {
    /// Id of the button that begins it, which has the focus again when it ends.
    fn button(self, id: MemoryId) -> String {
        match self {
            Self::Text => format!("edit-{id}"),
            Self::KeyWords => format!("key-words-{id}"),
        }
    }
}

/// Row of a fact.
#[component]
pub fn MemoryRow(memory: Memo<Memory>) -> impl IntoView {
    let edited = RwSignal::new(None::<Edited>);
    let mark = move || memory.with(mark_of);
    view! {
        <li data-testid="memory-item" data-state=move || memory.with(|memory| state_key(memory.state))>
            <Show
                when=move || edited.with(Option::is_some)
                fallback=move || view! {
                    <p dir="auto">
                        {move || mark().map(|mark| view! { <span class="kind">{mark}</span> })}
                        {move || memory.with(|memory| memory.about.as_ref().map(|about| about.name.clone())).map(|name| {
                            view! { <span class="kind" data-testid="memory-about" dir="auto">{name}</span> }
                        })}
                        <span data-testid="memory-text">{move || memory.with(Memory::words)}</span>
                        {move || only_with(&memory.get()).map(|words| {
                            view! { <span class="about-it" data-testid="memory-key-words">{words}</span> }
                        })}
                        <MemoryFacts memory/>
                    </p>
                    <Actions memory edited/>
                }
            >
                {move || edited.get().map(|what| view! { <Editor memory what edited/> })}
            </Show>
        </li>
    }
}

/// What is said in front of a memory: that it waits or is archived, or that it is pinned.
fn mark_of(memory: &Memory) -> Option<&'static str> {
    match memory.state {
        MemoryState::Proposed => Some(memories().waiting),
        MemoryState::Archived => Some(memories().archive),
        MemoryState::Kept => memory.pinned.then_some(memories().pinned),
    }
}

/// Key words as they are typed: parted by commas or semicolons.
fn words_of(typed: &str) -> Vec<String> {
    typed.split([',', ';']).map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()).collect()
}

/// When a memory with key words is sent.
fn only_with(memory: &Memory) -> Option<String> {
    let words = memory.key_words.join(", ");
    (!words.is_empty()).then(|| fill(memories().only_with, &[("words", &words)]))
}

/// Field for the text or the key words of a memory.
#[component]
fn Editor(memory: Memo<Memory>, what: Edited, edited: RwSignal<Option<Edited>>) -> impl IntoView {
    let chat = use_chat();
    let id = memory.with_untracked(|memory| memory.id);
    let close = move || {
        if edited.try_set(None).is_none() {
            browser::focus_if_lost([what.button(id)]);
        }
    };
    let keep = move |typed: String| {
        let step = async move |session: PageSession, open| match what {
            Edited::Text => session.update_memory(open, id, &typed).await,
            Edited::KeyWords => session.set_key_words(open, id, &words_of(&typed)).await,
        };
        chat.keep_one(step, |_| memories().changed.to_owned(), close);
    };
    let (label, text) = match what {
        Edited::Text => (memories().label, memory.with_untracked(|memory| memory.text.clone())),
        Edited::KeyWords => (memories().key_words_label, memory.with_untracked(|memory| memory.key_words.join(", "))),
    };
    view! {
        <div class="editor">
            <InlineEdit label test_id="memory-input" text keep drop_it=close/>
            {(what == Edited::KeyWords).then(|| view! { <p class="about-it">{memories().key_words_hint}</p> })}
        </div>
    }
}

/// Row of a summary that is kept as a memory. Its actions are on the summaries page.
#[component]
pub fn SummaryRow(summary: Summary) -> impl IntoView {
    let chat = use_chat();
    let id = summary.id;
    let go = move || {
        chat.panels.dialogs.close(DialogKind::Memories);
        chat.panels.show_summaries(Some(id));
    };
    view! {
        <li data-testid="memory-item" data-state="summary">
            <details class="fold">
                <summary><span class="kind">{memories().summary}</span>{ricordo_core::text::excerpt::around(&summary.text, 0, 80)}</summary>
                <p class="whole" dir="auto">{summary.text}</p>
            </details>
            <span class="actions">
                <RowAction test_id="memory-to-summary" picture=Picture::Arrow name=memories().to_summary act=go/>
            </span>
        </li>
    }
}

#[component]
fn Actions(memory: Memo<Memory>, edited: RwSignal<Option<Edited>>) -> impl IntoView {
    let state = Memo::new(move |_| memory.with(|memory| memory.state));
    let id = memory.with_untracked(|memory| memory.id);
    let texts = memories();
    let begins = move |what: Edited, name: &'static str, test_id: &'static str, picture: Picture| {
        let begin = move || edited.set(Some(what));
        view! { <RowAction test_id picture name id=what.button(id) act=begin/> }
    };
    let edit = move || begins(Edited::Text, common().edit, "memory-edit", Picture::Write);
    let key_words = move || begins(Edited::KeyWords, texts.key_words, "memory-key-words-edit", Picture::Tag);
    let delete = move || {
        act("memory-delete", Picture::Bin, common().delete, async move |session, open| {
            session.delete_memory(open, id).await.map(|()| texts.deleted.to_owned())
        })
    };
    let archive = move |picture: Picture, name: &'static str, notice: &'static str| {
        act("memory-archive", picture, name, async move |session, open| {
            session.archive_memory(open, id).await.map(|()| notice.to_owned())
        })
    };
    let chat = use_chat();
    let keep = move |name: &'static str, notice: &'static str| {
        let press = move |_| {
            let step = async move |session: PageSession, open| session.keep_memory(open, id).await;
            chat.keep_one(step, move |_| notice.to_owned(), || browser::focus_next_frame("memory-list"));
        };
        view! { <button class="button" data-testid="memory-keep" on:click=press>{name}</button> }
    };
    let scope = Memo::new(move |_| memory.with(|memory| memory.scope));
    let choose = Callback::new(move |scope| chat.scope_memory(id, scope));
    view! {
        <span class="actions">
            <ScopeOfRow scope choose test_id="memory-scope" list="memory-list"/>
            <Source memory/>
            {move || match state.get() {
                MemoryState::Kept => {
                    (pin(memory), edit(), key_words(), archive(Picture::Archive, texts.to_archive, texts.archived), delete()).into_any()
                }
                MemoryState::Proposed => {
                    (keep(texts.keep, texts.kept), edit(), archive(Picture::Cross, texts.drop, texts.dropped)).into_any()
                }
                MemoryState::Archived => (keep(texts.restore, texts.restored), delete()).into_any(),
            }}
        </span>
    }
}

fn pin(memory: Memo<Memory>) -> impl IntoView {
    let chat = use_chat();
    let id = memory.with_untracked(|memory| memory.id);
    let is_pinned = Memo::new(move |_| memory.with(|memory| memory.pinned));
    let press = move || chat.pin_memory(id, !is_pinned.get_untracked());
    let name = Signal::derive(move || if is_pinned.get() { memories().unpin } else { common().pin });
    view! { <RowAction test_id="memory-pin" picture=Picture::Pin name act=press/> }
}

/// Link to the message that a memory came from.
#[component]
fn Source(memory: Memo<Memory>) -> impl IntoView {
    let chat = use_chat();
    memory.with_untracked(|memory| memory.source).map(|source| {
        let go = move || {
            chat.panels.dialogs.close(DialogKind::Memories);
            chat.show_source(source);
        };
        view! { <RowAction test_id="memory-source" picture=Picture::Arrow name=memories().source act=go/> }
    })
}

/// Button that changes stored data and offers Undo. If its row disappears, the focus stays in the list.
fn act<F>(test_id: &'static str, picture: Picture, name: &'static str, step: F) -> impl IntoView
where
    F: AsyncFn(PageSession, ConversationId) -> Result<String, Error> + Copy + 'static,
{
    let chat = use_chat();
    let press = move || {
        chat.change_then(
            async move |session, open| step(session, open).await,
            true,
            || browser::focus_next_frame("memory-list"),
        );
    };
    view! { <RowAction test_id picture name act=press/> }
}

fn state_key(state: MemoryState) -> &'static str {
    match state {
        MemoryState::Kept => "kept",
        MemoryState::Proposed => "proposed",
        MemoryState::Archived => "archived",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::memory,
        texts::{UiLanguage, speak},
    };

    #[test]
    fn a_memory_that_is_not_in_use_says_so_and_one_in_use_only_that_it_is_pinned() {
        let of = |state, pinned| mark_of(&Memory { pinned, ..memory(1, "Likes tea", state) });
        let texts = memories();
        for pinned in [true, false] {
            assert_eq!(of(MemoryState::Proposed, pinned), Some(texts.waiting));
            assert_eq!(of(MemoryState::Archived, pinned), Some(texts.archive));
        }
        assert_eq!((of(MemoryState::Kept, true), of(MemoryState::Kept, false)), (Some(texts.pinned), None));
    }

    #[test]
    fn key_words_are_parted_by_commas_and_may_have_spaces() {
        for (typed, words) in [
            ("tea, green tea", &["tea", "green tea"][..]),
            ("tea;чай ,", &["tea", "чай"]),
            ("  ", &[]),
            (",;,", &[]),
            ("one", &["one"]),
        ] {
            assert_eq!(words_of(typed), words, "{typed:?}");
        }
    }

    #[test]
    fn a_memory_with_key_words_names_them_all() {
        for language in UiLanguage::all() {
            speak(language);
            let with = |key_words: &[&str]| Memory {
                key_words: key_words.iter().map(|word| (*word).to_owned()).collect(),
                ..memory(1, "Likes tea", MemoryState::Kept)
            };
            assert_eq!(only_with(&with(&[])), None);
            let sentence = only_with(&with(&["tea", "cup"])).unwrap();
            assert!(sentence.contains("tea, cup") && !sentence.contains('{'), "{sentence}");
        }
    }
}
