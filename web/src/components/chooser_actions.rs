//! What can be done with the selected conversations: archive, tag, move to a project, export, delete.

use super::{
    icon::{Icon, Picture},
    inline_edit::InlineEdit,
    menu::{Menu, MenuItem},
    project_group::Dot,
};
use crate::{
    browser,
    chat::{Choosing, use_chat},
    state::Shape,
    texts::{choosing::choosing as choosing_texts, projects::project_groups},
};
use leptos::{ev::MouseEvent, prelude::*};
use ricordo_core::{conversation::tags_of, id::ProjectId, project::Project};
use std::collections::BTreeSet;

const MOVE: &str = "select-move";
const MOVE_MENU: &str = "select-move-menu";
const EXPORT: &str = "select-export";
const EXPORT_MENU: &str = "select-export-menu";
const SURE: &str = "select-sure";

/// What is being asked in place of the buttons.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asking {
    Nothing,
    Tags,
    Deletion,
}

/// Buttons for the selected conversations, and what they ask.
#[component]
pub fn Actions(choosing: Choosing) -> impl IntoView {
    let asking = RwSignal::new(Asking::Nothing);
    let is_empty = Memo::new(move |_| choosing.chosen.with(BTreeSet::is_empty));
    // What was asked was about others.
    Effect::new(move |_| {
        if is_empty.get() {
            asking.set(Asking::Nothing);
        }
    });
    view! {
        <div class="foot" role="group" aria-label=choosing_texts().actions>
            {move || match asking.get() {
                Asking::Nothing => view! { <Buttons choosing is_empty asking/> }.into_any(),
                Asking::Tags => view! { <Tags choosing asking/> }.into_any(),
                Asking::Deletion => view! { <Deletion choosing asking/> }.into_any(),
            }}
        </div>
    }
}

#[component]
fn Buttons(choosing: Choosing, is_empty: Memo<bool>, asking: RwSignal<Asking>) -> impl IntoView {
    let chat = use_chat();
    let texts = choosing_texts();
    let in_archive = chat.panels.archive;
    let menu = RwSignal::new(None::<&'static str>);
    let archive = move || if in_archive.get() { texts.restore } else { texts.archive };
    let button = move |test_id: &'static str, picture: Picture, label: Signal<&'static str>, act: Callback<()>| {
        view! {
            <button type="button" id=test_id data-testid=test_id class:danger=test_id == "select-delete" disabled=is_empty
                on:click=move |_| act.run(())>
                <Icon picture/>
                <span>{label}</span>
            </button>
        }
    };
    let fixed = |label: &'static str| Signal::derive(move || label);
    let opens = move |which: &'static str| Callback::new(move |()| menu.set(Some(which)));
    let asks = move |what: Asking| Callback::new(move |()| asking.set(what));
    let archives = Callback::new(move |()| choosing.archive(chat, !in_archive.get_untracked()));
    view! {
        <div class="buttons">
            {button("select-archive", Picture::Archive, Signal::derive(archive), archives)}
            {button("select-tag", Picture::Tag, fixed(texts.tag), asks(Asking::Tags))}
            {button(MOVE, Picture::Folder, fixed(texts.move_to), opens(MOVE))}
            {button(EXPORT, Picture::Down, fixed(texts.export), opens(EXPORT))}
            {button("select-delete", Picture::Bin, fixed(texts.delete), asks(Asking::Deletion))}
        </div>
        <Projects choosing menu/>
        <Files choosing menu/>
    }
}

/// Menu of the projects to which the conversations can move.
#[component]
fn Projects(choosing: Choosing, menu: RwSignal<Option<&'static str>>) -> impl IntoView {
    let chat = use_chat();
    let opener = Signal::derive(move || menu.get().filter(|which| *which == MOVE).map(str::to_owned));
    let item = move |id: Option<ProjectId>, name: AnyView| {
        let act = move |event: MouseEvent| {
            browser::close_popover_around(&event);
            choosing.move_to(chat, id);
        };
        view! {
            <li role="none">
                <button role="menuitem" tabindex="-1" data-testid="select-project" on:click=act>{name}</button>
            </li>
        }
    };
    let project = move |Project { id, name, color, .. }: Project| {
        let name = view! { <Dot color/><span dir="auto">{name}</span> };
        item(Some(id), name.into_any())
    };
    view! {
        <Menu id=MOVE_MENU opener closed=move || menu.set(None)>
            <ul role="menu" aria-label=choosing_texts().move_to>
                {move || chat.connection.projects.get().into_iter().map(project).collect::<Vec<_>>()}
                {item(None, choosing_texts().no_project.into_any())}
                <li role="separator"></li>
                <MenuItem
                    test_id="select-new-project"
                    picture=Picture::Folder
                    label=project_groups().new
                    act=move || chat.new_project(None)
                />
            </ul>
        </Menu>
    }
}

/// Menu of the formats in which the conversations are exported.
#[component]
fn Files(choosing: Choosing, menu: RwSignal<Option<&'static str>>) -> impl IntoView {
    let chat = use_chat();
    let opener = Signal::derive(move || menu.get().filter(|which| *which == EXPORT).map(str::to_owned));
    view! {
        <Menu id=EXPORT_MENU opener closed=move || menu.set(None)>
            <ul role="menu" aria-label=choosing_texts().export>
                <MenuItem
                    test_id="select-markdown"
                    picture=Picture::Down
                    label=choosing_texts().as_markdown
                    act=move || choosing.export(chat, Shape::Markdown)
                />
                <MenuItem
                    test_id="select-json"
                    picture=Picture::Down
                    label=choosing_texts().as_json
                    act=move || choosing.export(chat, Shape::Json)
                />
            </ul>
        </Menu>
    }
}

/// Field for the tags that all selected conversations have.
#[component]
fn Tags(choosing: Choosing, asking: RwSignal<Asking>) -> impl IntoView {
    let chat = use_chat();
    let close = move || {
        asking.set(Asking::Nothing);
        browser::focus_if_lost(["select-tag".to_owned()]);
    };
    let keep = move |typed: String| {
        choosing.tag(chat, &tags_of(&typed));
        close();
    };
    let text = choosing.common_tags(chat).join(", ");
    view! { <InlineEdit label=choosing_texts().tags_field test_id="select-tags-input" text keep drop_it=close/> }
}

/// The question before the selected conversations are deleted.
#[component]
fn Deletion(choosing: Choosing, asking: RwSignal<Asking>) -> impl IntoView {
    let chat = use_chat();
    let texts = choosing_texts();
    let count = move || choosing.chosen.with(BTreeSet::len) as u64;
    let leave = move |_| {
        asking.set(Asking::Nothing);
        browser::focus_next_frame("select-delete");
    };
    browser::focus_next_frame(SURE);
    view! {
        <p role="alert">{move || texts.sure.say(count())}</p>
        <p class="line">
            <button class="button danger" type="button" id=SURE data-testid=SURE on:click=move |_| choosing.delete(chat)>
                {move || texts.sure_delete.say(count())}
            </button>
            <button class="button" type="button" data-testid="select-keep" on:click=leave>{texts.keep}</button>
        </p>
    }
}
