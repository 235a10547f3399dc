//! Navigation of the settings: the sections, and the dialogs that belong to them. Beside the open section where there is
//! room; below the first section, and with a link back to it, on phones.

use super::section::{LIST, Section};
use crate::{
    browser,
    chat::use_chat,
    components::icon::{Icon, Picture},
    state::{DialogKind, SettingsForm},
    texts::{
        presets::presets as presets_texts, settings::settings as texts, storage::storage as storage_texts,
        templates::templates as templates_texts,
    },
};
use leptos::prelude::*;

/// Navigation beside the open section.
#[component]
pub fn Nav(form: SettingsForm, open: RwSignal<Section>) -> impl IntoView {
    view! { <nav class="settings-nav" aria-label=texts().groups><Entries form open is_below=false/></nav> }
}

/// The same on phones, below the first section.
#[component]
pub fn NavBelow(form: SettingsForm, open: RwSignal<Section>) -> impl IntoView {
    let is_hidden = move || form.is_searching() || open.get() != Section::Basic;
    view! {
        <nav class="settings-nav below" aria-label=texts().groups hidden=is_hidden>
            <Entries form open is_below=true/>
        </nav>
    }
}

/// Button back to the first section, above every other one on phones.
#[component]
pub fn Back(form: SettingsForm, open: RwSignal<Section>) -> impl IntoView {
    let is_hidden = move || form.is_searching() || open.get() == Section::Basic;
    view! {
        <button class="button back" type="button" data-testid="settings-back" hidden=is_hidden
            on:click=move |_| go(form, open, Section::Basic, true)>
            <Icon picture=Picture::Back/>
            {texts().all}
        </button>
    }
}

/// Opens a section. `is_hidden`: whether the pressed button is hidden then, so the focus moves to the title of the section.
fn go(form: SettingsForm, open: RwSignal<Section>, section: Section, is_hidden: bool) {
    form.search.set(String::new());
    open.set(section);
    browser::scroll_to_top(LIST);
    if is_hidden {
        browser::focus_next_frame(section.title_id());
    }
}

#[component]
fn Entries(form: SettingsForm, open: RwSignal<Section>, is_below: bool) -> impl IntoView {
    let dialogs = use_chat().panels.dialogs;
    let ids = if is_below { "settings-below" } else { "settings" };
    let section = move |section: Section| {
        let is_open = move || (!form.is_searching() && open.get() == section).then_some("true");
        view! {
            <li>
                <button type="button" data-testid=format!("{ids}-to-{}", section.key()) aria-current=is_open
                    on:click=move |_| go(form, open, section, is_below)>
                    <span>{section.name()}</span>
                    <Icon picture=Picture::Right/>
                </button>
            </li>
        }
    };
    let related = [
        (DialogKind::Presets, "presets-button", presets_texts().title),
        (DialogKind::Templates, "templates-button", templates_texts().title),
        (DialogKind::Storage, "storage-button", storage_texts().title),
    ];
    let related = related.map(|(kind, id, name)| {
        let id = if is_below { format!("{ids}-{id}") } else { id.to_owned() };
        let go = move |_| {
            dialogs.close(DialogKind::Settings);
            dialogs.open(kind);
        };
        view! {
            <li>
                <button type="button" data-testid=id on:click=go><span>{name}"…"</span><Icon picture=Picture::Right/></button>
            </li>
        }
    });
    let mut sections = Section::all();
    let basic = sections.next().map(section);
    view! {
        <ul class="first">{basic}</ul>
        <h3>{texts().advanced}</h3>
        <ul>{sections.map(section).collect::<Vec<_>>()}</ul>
        <h3>{texts().related}</h3>
        <ul>{related.into_iter().collect::<Vec<_>>()}</ul>
    }
}
