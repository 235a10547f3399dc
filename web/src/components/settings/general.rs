//! Settings that apply at once, not when the form is saved: the page's language, the preset, and reminders of the open
//! conversation.

use crate::{
    chat::use_chat,
    state::{DialogKind, SettingsForm},
    texts::{
        self, UiLanguage,
        fields::about,
        presets::{about as about_preset, presets},
        settings::settings as texts,
    },
};
use leptos::{ev::MouseEvent, prelude::*, task::spawn_local};
use ricordo_core::settings::field_of;
use web_sys::HtmlSelectElement;

fn is_found(form: SettingsForm, path: &str) -> bool {
    field_of(path).is_some_and(|field| form.matches(field))
}

/// Language of the page and of the built-in prompts.
#[component]
pub fn Language(form: SettingsForm) -> impl IntoView {
    let chat = use_chat();
    let language = about("language");
    let options = UiLanguage::all().map(|language| {
        view! {
            <option value=language.tag() lang=language.tag()
                selected=language == texts::language()>{language.own_name()}</option>
        }
    });
    let choose = move |select: HtmlSelectElement| {
        let Some(language) = UiLanguage::for_tag(&select.value()) else { return };
        let typed = chat.connection.settings.with_untracked(|settings| form.unsaved(settings));
        chat.panels.unsaved_settings.set_value(typed);
        spawn_local(async move {
            if !chat.speak(language).await {
                select.set_value(texts::tag());
            }
        });
    };
    view! {
        <div class="setting" hidden=move || !is_found(form, "language")>
            <label for="language">{language.map(|texts| texts.label)}</label>
            <select class="input" id="language" data-testid="language" aria-describedby="language-hint"
                on:change=move |event| choose(event_target(&event))>
                {options.collect::<Vec<_>>()}
            </select>
            <p class="hint" id="language-hint">{language.map(|texts| texts.help)}</p>
        </div>
    }
}

/// Preset that the settings started from, with a button that shows all.
#[component]
pub fn PresetRow(form: SettingsForm) -> impl IntoView {
    let chat = use_chat();
    let name = Memo::new(move |_| chat.connection.settings.with(|settings| settings.preset.clone()));
    let what = move || name.with(|name| about_preset(name).unwrap_or_default());
    let change = move |_| {
        chat.panels.dialogs.close(DialogKind::Settings);
        chat.panels.dialogs.open(DialogKind::Presets);
    };
    view! {
        <div class="setting" hidden=move || !is_found(form, "preset")>
            <span class="label">{about("preset").map(|texts| texts.label)}</span>
            <div class="with-button">
                <p><strong data-testid="settings-preset">{name}</strong>" "<span class="hint">{what}</span></p>
                <button class="button" type="button" data-testid="settings-preset-change" on:click=change>
                    {presets().choose}
                </button>
            </div>
        </div>
    }
}

/// Whether the user is reminded of the open conversation.
#[component]
pub fn Reminders(form: SettingsForm) -> impl IntoView {
    let chat = use_chat();
    let are_on = move || chat.conversation.with(|open| open.as_ref().is_some_and(|open| open.reminders));
    // The box is checked only once reminders are on, because the user may still deny the browser's permission prompt.
    let toggle = move |event: MouseEvent| {
        event.prevent_default();
        chat.set_reminders(!are_on());
    };
    view! {
        <div class="setting" hidden=move || !is_found(form, "reminder_minutes")>
            <label class="check">
                <input type="checkbox" data-testid="reminders" aria-describedby="reminders-hint"
                    prop:checked=are_on on:click=toggle/>
                <span>{texts().reminders}</span>
            </label>
            <p class="hint" id="reminders-hint">{texts().reminders_help}</p>
        </div>
    }
}
