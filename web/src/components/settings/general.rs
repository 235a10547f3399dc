//! Settings that apply at once, not when the form is saved: the page's language, and reminders of the open
//! conversation.

use crate::{
    state::{SettingsForm, use_chat},
    texts::{self, UiLanguage, fields::about, settings::settings as texts},
};
use leptos::{ev::MouseEvent, prelude::*};
use ricordo_core::settings::field_of;

/// Both settings.
#[component]
pub fn General(form: SettingsForm) -> impl IntoView {
    let chat = use_chat();
    let language = about("language");
    let options = UiLanguage::all().map(|language| {
        view! {
            <option value=language.tag() lang=language.tag()
                selected=language == texts::language()>{language.own_name()}</option>
        }
    });
    let choose = move |tag: String| {
        let Some(language) = UiLanguage::for_tag(&tag) else { return };
        let typed = chat.connection.settings.with_untracked(|settings| form.unsaved(settings));
        chat.panels.unsaved_settings.set_value(typed);
        chat.speak(language);
    };
    let are_on = move || chat.conversation.with(|open| open.as_ref().is_some_and(|open| open.reminders));
    // The box is checked only once reminders are on, because the user may still deny the browser's permission prompt.
    let toggle = move |event: MouseEvent| {
        event.prevent_default();
        chat.set_reminders(!are_on());
    };
    let is_found = move |path| field_of(path).is_some_and(|field| form.matches(field));
    view! {
        <div class="setting" hidden=move || !is_found("language")>
            <label for="language">{language.map(|texts| texts.label)}</label>
            <select class="input" id="language" data-testid="language" aria-describedby="language-hint"
                on:change=move |event| choose(event_target_value(&event))>
                {options.collect::<Vec<_>>()}
            </select>
            <p class="hint" id="language-hint">{language.map(|texts| texts.help)}</p>
        </div>
        <div class="setting" hidden=move || !is_found("reminder_minutes")>
            <label class="check">
                <input type="checkbox" data-testid="reminders" aria-describedby="reminders-hint"
                    prop:checked=are_on on:click=toggle/>
                <span>{texts().reminders}</span>
            </label>
            <p class="hint" id="reminders-hint">{texts().reminders_help}</p>
        </div>
    }
}
