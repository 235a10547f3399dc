//! Dialog for the open conversation's own settings, which override the global ones.

use super::{
    background_choice::OwnBackgroundFields,
    dialog::Dialog,
    field::FormError,
    model_choice::label_of,
    own_fields::{OwnNumber, Reset, Typed},
    preset_select::PresetSelect,
};
use crate::{
    chat::use_chat,
    state::DialogKind,
    texts::{answers::late, common::common, errors::Localized, picker::picker, shell::shell},
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use ricordo_core::settings::{OwnSettings, Settings, prompt_text};

/// Dialog of a conversation's own settings.
#[component]
pub fn OwnDialog() -> impl IntoView {
    let open = use_chat().panels.dialogs.of(DialogKind::Own);
    view! {
        <Dialog open title=shell().own id="own-dialog" has_form=true>
            <Form/>
        </Dialog>
    }
}

#[component]
fn Form() -> impl IntoView {
    let chat = use_chat();
    let own = chat.conversation.with_untracked(|open| open.as_ref().map(|open| open.own.clone()).unwrap_or_default());
    let typed = Typed::of(&own);
    let of_project = untrack(|| chat.connection.project_of_open());
    let gives = of_project.as_ref().is_some_and(|project| project.provider.is_some() || project.preset.is_some());
    let lead = if gives { picker().own_lead_project } else { picker().own_lead };
    let preset = of_project.and_then(|project| project.preset);
    let general = typed.general(preset.clone());
    let error = RwSignal::new(None::<String>);
    let of = chat.id();
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(open) = chat.conversation.get_untracked() else { return };
        if of != Some(open.id) {
            // "Back" leads to another one below the dialog.
            return error.set(Some(late().elsewhere.to_owned()));
        }
        // Read the conversation now: its model is chosen in another dialog and may have changed since this one was
        // opened.
        let Some(own) = typed.checked(open.own.clone()) else { return };
        if own == open.own {
            return chat.panels.dialogs.close(DialogKind::Own);
        }
        let id = open.id;
        spawn_local(async move {
            match chat.choose_own(open.provider, own).await {
                Ok(()) => {
                    chat.panels.dialogs.close(DialogKind::Own);
                    chat.say_done(id, picker().saved).await;
                }
                Err(refused) => drop(error.try_set(Some(refused.localized()))),
            }
        });
    };
    view! {
        <form on:submit=save novalidate>
            <div class="content">
                <p class="quiet">{lead}</p>
                <OwnModel/>
                <Prompt typed general/>
                <div class="numbers">
                    {(0..Typed::NUMBERS).map(|at| view! { <OwnNumber typed at general/> }).collect::<Vec<_>>()}
                </div>
                <Choices typed of_project=preset/>
                <OwnBackgroundFields of=typed.background/>
            </div>
            <FormError error id="own-error"/>
            <footer>
                <button class="button" type="button" on:click=move |_| chat.panels.dialogs.close(DialogKind::Own)>{common().cancel}</button>
                <button class="button primary" type="submit" data-testid="own-save">{common().save}</button>
            </footer>
        </form>
    }
}

/// Model that answers in this conversation.
#[component]
fn OwnModel() -> impl IntoView {
    let chat = use_chat();
    let texts = picker();
    let has_own =
        Memo::new(move |_| chat.conversation.with(|open| open.as_ref().is_some_and(|open| open.provider.is_some())));
    let name = move || {
        let provider = chat.connection.provider();
        let name = label_of(&provider, &provider.model);
        answering(&name, has_own.get(), chat.connection.answering_project().is_some())
    };
    let reset = move |()| {
        spawn_local(async move {
            let Some(open) = chat.conversation.get_untracked() else { return };
            if let Err(error) = chat.choose_own(None, OwnSettings { model: None, ..open.own }).await {
                chat.storage.report(&error);
            }
        });
    };
    view! {
        <div class="field">
            <div class="head">
                <span class="label">{texts.own_model}</span>
                <Reset id="own-model-reset" is_set=has_own reset=Callback::new(reset)/>
            </div>
            <div class="with-unit">
                <span data-testid="own-model">{name}</span>
                <button class="button" type="button" data-testid="own-model-choose" on:click=move |_| chat.panels.dialogs.open(DialogKind::Models)>
                    {texts.choose}
                </button>
            </div>
        </div>
    }
}

#[component]
fn Prompt(typed: Typed, general: Memo<Settings>) -> impl IntoView {
    let texts = picker();
    let is_set = Memo::new(move |_| typed.system_prompt.with(|text| !text.trim().is_empty()));
    view! {
        <div class="field">
            <div class="head">
                <label for="own-prompt">{texts.system_prompt}</label>
                <Reset id="own-prompt-reset" is_set reset=Callback::new(move |()| typed.system_prompt.set(String::new()))/>
            </div>
            <textarea class="input" id="own-prompt" data-testid="own-prompt" rows="3" dir="auto"
                placeholder=move || general.with(|settings| prompt_text(settings).to_owned())
                prop:value=move || typed.system_prompt.get()
                on:input=move |event| typed.system_prompt.set(event_target_value(&event))></textarea>
        </div>
    }
}

/// Drop-down lists: the preset, where that of the project applies without a choice, and whether the current time is sent.
#[component]
fn Choices(typed: Typed, of_project: Option<String>) -> impl IntoView {
    let texts = picker();
    let default =
        of_project.map_or_else(|| texts.default.to_owned(), |name| texts.from_project.replace("{value}", &name));
    let clock = [("", texts.default), ("yes", texts.yes), ("no", texts.no)].map(|(value, words)| {
        let is_chosen = typed.send_now.with_untracked(|chosen| chosen == value);
        view! { <option value=value selected=is_chosen>{words}</option> }
    });
    view! {
        <div class="numbers">
            <div class="field">
                <label for="own-preset">{texts.preset}</label>
                <PresetSelect id="own-preset" chosen=typed.preset default/>
            </div>
            <div class="field">
                <label for="own-clock">{texts.clock}</label>
                <select class="input" id="own-clock" data-testid="own-clock" prop:value=move || typed.send_now.get()
                    on:change=move |event| typed.send_now.set(event_target_value(&event))>
                    {clock.into_iter().collect::<Vec<_>>()}
                </select>
            </div>
        </div>
    }
}

/// The model that answers in a conversation, and where it comes from.
fn answering(name: &str, is_own: bool, is_of_project: bool) -> String {
    match (is_own, is_of_project) {
        (true, _) => name.to_owned(),
        (false, true) => picker().from_project.replace("{value}", name),
        (false, false) => picker().own_model_none.replace("{value}", name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn a_model_that_was_not_chosen_for_this_conversation_is_shown_to_be_of_the_project_or_the_default() {
        for language in UiLanguage::all() {
            speak(language);
            for is_of_project in [true, false] {
                assert_eq!(answering("m", true, is_of_project), "m");
            }
            let (of_project, default) = (answering("large", false, true), answering("large", false, false));
            assert!(of_project.contains("large") && default.contains("large") && of_project != default);
            assert!(of_project != "large" && !of_project.contains('{') && !default.contains('{'), "{default}");
        }
    }
}
