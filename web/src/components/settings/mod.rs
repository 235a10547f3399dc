//! Settings dialog: what most people change first, every other field of the core's table behind "Advanced" by group, a search
//! over all of them, and links to related dialogs.

mod appearance;
mod connection;
mod general;
mod layers;
mod meaning;
mod nav;
mod section;
mod setting;

pub use meaning::{MeaningGone, MeaningState};

use super::{dialog::Dialog, field::FormError};
use crate::{
    browser,
    chat::{Chat, use_chat},
    state::{DialogKind, SettingsForm},
    texts::{common::common, errors::Localized, settings::settings as texts},
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use nav::{Back, Nav, NavBelow};
use section::{Section, Sections};
use setting::row_of;

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
    Effect::new(move |before| form.follow(before));
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
    let open = RwSignal::new(Section::Basic);
    let error = RwSignal::new(None::<String>);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        save(chat, form, open, error, is_done);
    };
    let cancel = move |_| {
        is_done.set_value(true);
        chat.panels.dialogs.close(DialogKind::Settings);
    };
    view! {
        <form on:submit=save novalidate>
            <div class="settings-head">
                <input class="input" type="search" data-testid="settings-search" autocomplete="off"
                    aria-label=texts().search placeholder=texts().search
                    prop:value=move || form.search.get()
                    on:input=move |event| form.search.set(event_target_value(&event))/>
            </div>
            <div class="settings-body">
                <Nav form open/>
                <div class="content settings" id=section::LIST>
                    <Back form open/>
                    <Sections form open/>
                    <NavBelow form open/>
                </div>
            </div>
            <FormError error id="settings-error"/>
            <footer>
                <NotSaved form open/>
                <button class="button" type="button" data-testid="settings-cancel" on:click=cancel>{common().cancel}</button>
                <button class="button primary" type="submit" data-testid="settings-save">{common().save}</button>
            </footer>
        </form>
    }
}

/// Number of unsaved fields, with a link to the first of them.
#[component]
fn NotSaved(form: SettingsForm, open: RwSignal<Section>) -> impl IntoView {
    let paths = Memo::new(move |_| form.unsaved_paths());
    let go = move |_| {
        if let Some(path) = paths.with_untracked(|paths| paths.first().copied()) {
            show(form, open, path);
        }
    };
    view! {
        <p class="left" role="status" data-testid="settings-unsaved">
            {move || match paths.with(Vec::len) {
                0 => None,
                count => Some(view! {
                    <span class="unsaved">{texts().unsaved.say(count as u64)}</span>" "
                    <button class="link-button" type="button" on:click=go>{texts().show_unsaved}</button>
                }),
            }}
        </p>
    }
}

fn save(
    chat: Chat,
    form: SettingsForm,
    open: RwSignal<Section>,
    error: RwSignal<Option<String>>,
    is_done: StoredValue<bool>,
) {
    error.set(None);
    let Some(settings) = chat.connection.settings.with_untracked(|now| form.checked(now)) else {
        return show_wrong(form, open);
    };
    if chat.connection.settings.with_untracked(|now| *now == settings) {
        is_done.set_value(true);
        return chat.panels.dialogs.close(DialogKind::Settings);
    }
    let from = chat.id();
    spawn_local(async move {
        match chat.change_settings(settings).await {
            Ok(()) => {
                let _ = is_done.try_set_value(true);
                chat.panels.dialogs.close(DialogKind::Settings);
                if let Some(from) = from {
                    chat.say_done(from, texts().saved).await;
                }
            }
            Err(refused) if form.refuse(&refused) => show_wrong(form, open),
            Err(refused) => drop(error.try_set(Some(refused.localized()))),
        }
    });
}

/// Shows the rejected field. The dialog may have been closed while the settings were stored.
fn show_wrong(form: SettingsForm, open: RwSignal<Section>) {
    if let Some((path, _)) = form.wrong.try_get_untracked().flatten() {
        show(form, open, path);
    }
}

/// Opens the section of a field, scrolls to the field and focuses it.
fn show(form: SettingsForm, open: RwSignal<Section>, path: &'static str) {
    form.search.set(String::new());
    open.set(Section::of(path));
    browser::focus_in_middle(path, row_of(path));
}
