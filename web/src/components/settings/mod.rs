//! Settings dialog: every field of the core's table in groups, with a search, and links to related dialogs.

mod connection;
mod general;
mod layers;
mod meaning;
mod setting;

pub use meaning::{MeaningGone, MeaningState};

use super::{dialog::Dialog, field::FormError, notice::NoticeView};
use crate::{
    browser,
    state::{Chat, DialogKind, SettingsForm, use_chat},
    texts::{
        common::common,
        errors::Localized,
        presets::presets as presets_texts,
        settings::{group, settings as texts},
        storage::storage as storage_texts,
        templates::templates as templates_texts,
    },
};
use general::General;
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use meaning::Meaning;
use ricordo_core::settings::{Control, FIELDS, Field, Group, Place};
use setting::{Setting, row_of};

/// Settings dialog.
#[component]
pub fn SettingsDialog() -> impl IntoView {
    let open = use_chat().panels.dialogs.of(DialogKind::Settings);
    view! {
        <Dialog open title=texts().title id="settings-dialog">
            <Form/>
        </Dialog>
    }
}

#[component]
fn Form() -> impl IntoView {
    let chat = use_chat();
    let unsaved = chat.panels.unsaved_settings;
    let form = unsaved.with_value(|typed| SettingsForm::of(chat.connection.settings, typed));
    // Closing the dialog without saving or discarding keeps the input for the next time it is opened.
    let is_done = StoredValue::new(false);
    on_cleanup(move || {
        let typed = chat.connection.settings.with_untracked(|settings| form.unsaved(settings));
        let typed = if is_done.get_value() { Vec::new() } else { typed };
        if !typed.is_empty() {
            chat.notices.say(texts().unsaved_stays);
        }
        unsaved.set_value(typed);
    });
    let error = RwSignal::new(None::<String>);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        save(chat, form, error, is_done);
    };
    let cancel = move |_| {
        is_done.set_value(true);
        chat.panels.dialogs.close(DialogKind::Settings);
    };
    view! {
        <form on:submit=save novalidate>
            <Head form/>
            <div class="content settings">
                <Actions chat/>
                {Group::ALL.map(|group| view! { <Fields form group/> }).into_iter().collect::<Vec<_>>()}
                <p class="quiet" hidden=move || FIELDS.iter().any(|field| form.matches(field))>{texts().nothing}</p>
            </div>
            <FormError error id="settings-error"/>
            <NoticeView/>
            <footer>
                <NotSaved form/>
                <button class="button" type="button" data-testid="settings-cancel" on:click=cancel>{common().cancel}</button>
                <button class="button primary" type="submit" data-testid="settings-save">{common().save}</button>
            </footer>
        </form>
    }
}

/// Number of unsaved fields, with a link to the first of them.
#[component]
fn NotSaved(form: SettingsForm) -> impl IntoView {
    let paths = Memo::new(move |_| form.unsaved_paths());
    let show = move |_| {
        form.search.set(String::new());
        if let Some(path) = paths.with_untracked(|paths| paths.first().copied()) {
            browser::focus_in_middle(path, row_of(path));
        }
    };
    view! {
        <p class="left" role="status" data-testid="settings-unsaved">
            {move || match paths.with(Vec::len) {
                0 => None,
                count => Some(view! {
                    <span class="unsaved">{texts().unsaved.say(count as u64)}</span>" "
                    <button class="link-button" type="button" on:click=show>{texts().show_unsaved}</button>
                }),
            }}
        </p>
    }
}

fn save(chat: Chat, form: SettingsForm, error: RwSignal<Option<String>>, is_done: StoredValue<bool>) {
    error.set(None);
    let Some(settings) = chat.connection.settings.with_untracked(|now| form.checked(now)) else {
        return show_wrong(form);
    };
    if chat.connection.settings.with_untracked(|now| *now == settings) {
        is_done.set_value(true);
        return chat.panels.dialogs.close(DialogKind::Settings);
    }
    spawn_local(async move {
        match chat.change_settings(settings).await {
            Ok(()) => {
                let _ = is_done.try_set_value(true);
                chat.panels.dialogs.close(DialogKind::Settings);
                chat.notices.say_with_undo(texts().saved);
            }
            Err(refused) if form.refuse(&refused) => show_wrong(form),
            Err(refused) => drop(error.try_set(Some(refused.localized()))),
        }
    });
}

/// Scrolls to the rejected field and focuses it.
fn show_wrong(form: SettingsForm) {
    form.search.set(String::new());
    if let Some((path, _)) = form.wrong.get_untracked() {
        browser::focus_in_middle(path, row_of(path));
    }
}

/// Search field, and links to the groups.
#[component]
fn Head(form: SettingsForm) -> impl IntoView {
    let jumps = Group::ALL.map(|kind| {
        let has_hits =
            move || FIELDS.iter().any(|field| field.group == kind && has_control(field) && form.matches(field));
        view! {
            <button class="chip" type="button" hidden=move || !has_hits()
                on:click=move |_| browser::scroll_to_id(&id_of(kind))>{group(kind)}</button>
        }
    });
    view! {
        <div class="settings-head">
            <input class="input" type="search" data-testid="settings-search" autocomplete="off"
                aria-label=texts().search placeholder=texts().search
                prop:value=move || form.search.get()
                on:input=move |event| form.search.set(event_target_value(&event))/>
            <nav class="jumps" aria-label=texts().groups>{jumps.into_iter().collect::<Vec<_>>()}</nav>
        </div>
    }
}

/// Buttons that open related dialogs.
#[component]
fn Actions(chat: Chat) -> impl IntoView {
    let panels = chat.panels;
    let button = move |name: &'static str, id: &'static str, open: RwSignal<bool>| {
        let go = move |_| {
            panels.dialogs.close(DialogKind::Settings);
            open.set(true);
        };
        view! { <button class="button" type="button" data-testid=id on:click=go>{name}</button> }
    };
    view! {
        <div class="settings-links">
            {button(presets_texts().title, "presets-button", panels.dialogs.of(DialogKind::Presets))}
            {button(templates_texts().title, "templates-button", panels.dialogs.of(DialogKind::Templates))}
            {button(storage_texts().title, "storage-button", panels.dialogs.of(DialogKind::Storage))}
            <button class="button" type="button" data-testid="export" on:click=move |_| chat.storage.export()>
                {texts().export}
            </button>
        </div>
    }
}

/// Fields of a group.
#[component]
fn Fields(form: SettingsForm, group: Group) -> impl IntoView {
    let own =
        move || FIELDS.iter().enumerate().filter(move |(_, field)| field.group == group && is_shown(field.control));
    let is_empty =
        move || !FIELDS.iter().any(|field| field.group == group && has_control(field) && form.matches(field));
    let rows = own().map(|(at, field)| view! { <Setting form at field=*field/> }).collect::<Vec<_>>();
    let name = crate::texts::settings::group(group);
    view! {
        <section class="setting-group" id=id_of(group) hidden=is_empty aria-label=name>
            <h3>{name}</h3>
            {(group == Group::General).then(|| view! { <General form/> })}
            {(group == Group::Recall).then(|| view! { <Meaning form/> })}
            {rows}
        </section>
    }
}

fn is_shown(control: Control) -> bool {
    !matches!(control, Control::Elsewhere(_))
}

/// Whether a setting can be changed in the dialog, in a row of its own or with others.
fn has_control(field: &Field) -> bool {
    is_shown(field.control) || field.control.is_at(Place::Meaning)
}

fn id_of(group: Group) -> String {
    format!("settings-{group:?}")
}
