//! Menu of a conversation in the list. One menu serves all rows and opens beside the row whose button was pressed.

use super::{
    conversation_row::{MENU, OfRow, Writing},
    icon::Picture,
    menu::{Menu, MenuItem},
};
use crate::{
    browser,
    chat::{Choosing, use_chat},
    mount,
    state::{Shape, Step},
    texts::{
        choosing::choosing as choosing_texts,
        common::common,
        conversations::{conversations, list_rows},
        exchange::exchange,
        projects::projects,
    },
};
use leptos::prelude::*;
use ricordo_core::{id::ConversationId, session::Scope};

/// Menu of a conversation.
#[component]
pub fn ConversationMenu(of: RwSignal<Option<OfRow>>, choosing: Choosing) -> impl IntoView {
    let opener = move || of.get().map(|row| browser::more_actions_of(row.id));
    view! {
        <Menu id=MENU opener=Signal::derive(opener) closed=move || of.set(None)>
            {move || of.get().map(|row| view! { <Items row choosing/> })}
        </Menu>
    }
}

#[component]
fn Items(row: OfRow, choosing: Choosing) -> impl IntoView {
    let chat = use_chat();
    let texts = list_rows();
    let OfRow { id, writing } = row;
    let (pinned, archived, tags) = chat.storage.conversations.with_untracked(|all| {
        let own = all.iter().find(|one| one.id == id);
        own.map(|own| (own.pinned, own.archived, own.tags.join(", "))).unwrap_or_default()
    });
    let has_projects = chat.connection.projects.with_untracked(|all| !all.is_empty());
    // The row may have been unmounted in the meantime.
    let write = move |what: Writing| {
        let _ = writing.try_set(what);
    };
    let (pin, archive) =
        (if pinned { texts.unpin } else { texts.pin }, if archived { texts.restore } else { texts.to_archive });
    view! {
        <ul role="menu" aria-label=conversations().more_actions>
            <MenuItem test_id="menu-rename" picture=Picture::Write label=texts.rename act=move || write(Writing::Title)/>
            <MenuItem
                test_id="conversation-pin"
                picture=Picture::Pin
                label=pin
                act=move || chat.step(Step::PinConversation(id, !pinned))
            />
            <MenuItem
                test_id="conversation-archive"
                picture=Picture::Archive
                label=archive
                act=move || chat.step(Step::Archive(id, !archived))
            />
            <MenuItem
                test_id="conversation-tags"
                picture=Picture::Tag
                label=texts.edit_tags
                title=tags
                act=move || write(Writing::Tags)
            />
            {has_projects.then(|| view! {
                <MenuItem
                    test_id="conversation-move"
                    picture=Picture::Folder
                    label=projects().move_to
                    act=move || chat.choose_project(id)
                />
            })}
            <Exports id/>
            <Select id choosing/>
            <MenuItem
                test_id="menu-delete"
                picture=Picture::Bin
                label=common().delete
                is_danger=true
                act=move || chat.step(Step::Delete(id))
            />
        </ul>
    }
}

/// Menu item that begins to select conversations, with this one.
#[component]
fn Select(id: ConversationId, choosing: Choosing) -> impl IntoView {
    let chat = use_chat();
    view! {
        <MenuItem
            test_id="conversation-select"
            picture=Picture::Selection
            label=choosing_texts().begin
            act=move || choosing.begin(chat, vec![id])
        />
    }
}

/// Menu items that export the conversation as a file, in three formats, and print it.
#[component]
fn Exports(id: ConversationId) -> impl IntoView {
    let storage = use_chat().storage;
    let export = move |shape: Shape| storage.export_as(Scope::Conversation(id), shape);
    view! {
        <MenuItem
            test_id="conversation-markdown"
            picture=Picture::Down
            label=exchange().one_as_markdown
            act=move || export(Shape::Markdown)
        />
        <MenuItem
            test_id="conversation-web-page"
            picture=Picture::Down
            label=exchange().one_as_web_page
            act=move || export(Shape::WebPage)
        />
        // The frame that is printed comes from the page's own host.
        {mount::is_page().then(|| view! {
            <MenuItem
                test_id="conversation-print"
                picture=Picture::Page
                label=exchange().print
                act=move || export(Shape::Print)
            />
        })}
        <MenuItem
            test_id="conversation-json"
            picture=Picture::Down
            label=exchange().one_as_json
            act=move || export(Shape::Json)
        />
    }
}
