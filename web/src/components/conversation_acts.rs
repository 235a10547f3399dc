//! What else can be done with a conversation, in a line under it: pin, archive, tags, export; on phones rename and delete, too.

use super::{
    conversation_item::Writing,
    icon::{Icon, Picture},
};
use crate::{
    browser,
    state::{Shape, Step, use_chat},
    texts::{self, exchange::exchange},
};
use leptos::{ev::KeyboardEvent, prelude::*};
use ricordo_core::{conversation::Conversation, id::ConversationId, session::Scope};

/// The line. Escape closes it.
#[component]
pub fn MoreActs(
    id: ConversationId,
    own: Memo<Option<Conversation>>,
    writing: RwSignal<Writing>,
    is_open: RwSignal<bool>,
) -> impl IntoView {
    let chat = use_chat();
    let texts = texts::conversations::conversations();
    let is_pinned = Signal::derive(move || own.with(|own| own.as_ref().is_some_and(|own| own.pinned)));
    let is_archived = Signal::derive(move || own.with(|own| own.as_ref().is_some_and(|own| own.archived)));
    let close = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            // Not the drawer around it.
            event.prevent_default();
            event.stop_propagation();
            is_open.set(false);
            browser::focus_soon(browser::more_acts_of(id));
        }
    };
    let then = move |act: &dyn Fn()| {
        is_open.set(false);
        act();
        browser::focus_if_lost([browser::more_acts_of(id)]);
    };
    let export = move |shape: Shape, test_id: &'static str, name: &'static str| {
        view! {
            <button
                class="chip"
                data-testid=test_id
                on:click=move |_| then(&|| chat.storage.export_as(Scope::Conversation(id), shape))
            >
                <Icon picture=Picture::Down/>
                {name}
            </button>
        }
    };
    let names = own.with_untracked(|own| own.as_ref().map(|own| own.tags.join(", ")).unwrap_or_default());
    view! {
        <span class="more-acts" on:keydown=close>
            <button
                class="chip narrow"
                data-testid="conversation-rename-narrow"
                on:click=move |_| then(&|| writing.set(Writing::Title))
            >
                <Icon picture=Picture::Write/>
                {texts.rename}
            </button>
            <button
                class="chip"
                data-testid="conversation-pin"
                on:click=move |_| then(&|| chat.step(Step::PinConversation(id, !is_pinned.get_untracked())))
            >
                <Icon picture=Picture::Pin/>
                {move || if is_pinned.get() { texts.unpin } else { texts.pin }}
            </button>
            <button
                class="chip"
                data-testid="conversation-archive"
                on:click=move |_| then(&|| chat.step(Step::Archive(id, !is_archived.get_untracked())))
            >
                <Icon picture=Picture::Archive/>
                {move || if is_archived.get() { texts.restore } else { texts.to_archive }}
            </button>
            <button
                class="chip"
                data-testid="conversation-tags"
                title=names
                on:click=move |_| then(&|| writing.set(Writing::Tags))
            >
                <Icon picture=Picture::Tag/>
                {texts.edit_tags}
            </button>
            {export(Shape::Markdown, "conversation-markdown", exchange().one_as_markdown)}
            {export(Shape::Json, "conversation-json", exchange().one_as_json)}
            <button
                class="chip narrow"
                data-testid="conversation-delete-narrow"
                on:click=move |_| then(&|| chat.step(Step::Delete(id)))
            >
                <Icon picture=Picture::Bin/>
                {texts::common::common().delete}
            </button>
        </span>
    }
}
