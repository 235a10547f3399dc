//! Settings that apply at once, not when the form is saved: the page's language, the preset, and reminders of the open
//! conversation.

use crate::{
    chat::use_chat,
    mount,
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

/// Whether the page around the element names the language, which no choice would change.
fn is_language_given() -> bool {
    mount::given(|given| given.language.as_deref().and_then(UiLanguage::for_tag)).flatten().is_some()
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
    let is_given = is_language_given();
    let choices = StoredValue::new(0_u32);
    let is_loading = RwSignal::new(false);
    let choose = move |select: HtmlSelectElement| {
        let Some(language) = UiLanguage::for_tag(&select.value()) else { return };
        choices.update_value(|count| *count += 1);
        let choice = choices.get_value();
        is_loading.set(language != texts::language());
        if language == texts::language() {
            return;
        }
        spawn_local(async move {
            let are_there = chat.load_texts(language).await;
            // `None`: the dialog was closed, and has left what was typed in it.
            let last = choices.try_get_value();
            if mount::has_ended() || last.is_some_and(|last| last != choice) {
                return;
            }
            let _ = is_loading.try_set(false);
            if are_there && last.is_some() {
                let typed = chat.connection.settings.with_untracked(|settings| form.unsaved(settings));
                chat.panels.unsaved_settings.set_value(typed);
            }
            if !are_there || !chat.speak(language).await {
                select.set_value(texts::tag());
            }
        });
    };
    view! {
        <div class="setting" hidden=move || is_given || !is_found(form, "language")>
            <label for="language">{language.map(|texts| texts.label)}</label>
            <select class="input" id="language" data-testid="language" aria-describedby="language-hint"
                aria-busy=move || is_loading.get().to_string()
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
