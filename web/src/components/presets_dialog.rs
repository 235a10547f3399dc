//! Presets dialog: what each preset is for and what it would change; saves the user's own preset as a file and loads
//! one.

use super::{
    dialog::Dialog,
    field::FieldError,
    icon::{Icon, Picture},
};
use crate::{
    browser,
    chat::{Chat, use_chat},
    state::{DialogKind, name_of},
    texts::{
        self,
        errors::Localized,
        exchange::exchange,
        fields::about,
        fill,
        presets::{losses, presets as texts},
        shell::saving,
    },
    values::value,
};
use leptos::{
    ev::{Event, SubmitEvent},
    prelude::*,
    task::spawn_local,
};
use ricordo_core::{
    error::OutOfRange,
    preset::{self, Difference, PRESETS, PresetError},
    settings::Settings,
};
use web_sys::HtmlInputElement;

/// Presets dialog.
#[component]
pub fn PresetsDialog() -> impl IntoView {
    let open = use_chat().panels.dialogs.of(DialogKind::Presets);
    view! {
        <Dialog open title=texts().title id="presets-dialog" has_form=true>
            <Content/>
        </Dialog>
    }
}

#[component]
fn Content() -> impl IntoView {
    let loaded = RwSignal::new(None::<(String, String)>);
    let shipped = PRESETS.map(|preset| {
        let about = texts::presets::about(preset.name).unwrap_or(preset.about);
        view! { <PresetRow name=preset.name.to_owned() preset=preset.name.to_owned() about/> }
    });
    let own = move || {
        loaded.get().map(|(name, preset)| {
            view! { <ul class="entries"><PresetRow name preset about=texts().loaded/></ul> }
        })
    };
    view! {
        <div class="content">
            <p class="quiet">{texts().about}</p>
            <ul class="entries">{shipped.into_iter().collect::<Vec<_>>()}</ul>
            {own}
            <Load loaded/>
            <SaveOwn/>
        </div>
    }
}

/// Row of a preset. `preset` is the name of one that ships, or the text of a file.
#[component]
fn PresetRow(name: String, preset: String, about: &'static str) -> impl IntoView {
    let chat = use_chat();
    let (differences, losses) = chat
        .connection
        .settings
        .with_untracked(|current| (differences(&preset, current), losses(current, &preset::under(&preset, current))));
    let is_current = chat.connection.settings.with_untracked(|current| current.preset == name);
    let is_same = differences.is_empty();
    let apply = move |_| {
        chat.panels.dialogs.close(DialogKind::Presets);
        chat.apply_preset(preset.clone());
    };
    view! {
        <li class="preset" data-testid="preset" data-name=name.clone()>
            <p>
                <strong>{name.clone()}</strong>
                {is_current.then(|| view! { <span class="kind">{texts().in_use}</span> })}
                {(is_current && !is_same).then(|| view! { <span class="kind">{texts().changed}</span> })}
                <span class="about">{about}</span>
            </p>
            <span class="actions">
                <button class="button" data-testid="preset-apply" disabled=is_same on:click=apply
                    aria-label=fill(texts().apply_named, &[("name", &name)])>{texts().apply}</button>
            </span>
            {losses.into_iter().map(|words| view! {
                <p class="loss" data-testid="preset-loss"><Icon picture=Picture::Warning/>{words}</p>
            }).collect::<Vec<_>>()}
            <Changes differences/>
        </li>
    }
}

#[component]
fn Changes(differences: Vec<Difference>) -> impl IntoView {
    (!differences.is_empty()).then(|| {
        let title = texts().changes.say(differences.len() as u64);
        let rows = differences.into_iter().map(|Difference { field, from, to }| {
            let name = about(&field).map_or_else(|| field.clone(), |about| about.label.to_owned());
            view! {
                <dt title=field.clone()>{name}</dt>
                <dd><del>{value(&field, &from)}</del>" → "<ins>{value(&field, &to)}</ins></dd>
            }
        });
        let rows: Vec<_> = rows.collect();
        view! {
            <details class="fold">
                <summary>{title}</summary>
                <dl class="changes">{rows}</dl>
            </details>
        }
    })
}

fn differences(preset: &str, current: &Settings) -> Vec<Difference> {
    let mut differences = preset::apply(preset, current).map(|after| preset::diff(current, &after)).unwrap_or_default();
    differences.retain(|difference| difference.field != "preset");
    differences
}

/// Loads a preset from a file and shows what it would change before it is applied.
#[component]
fn Load(loaded: RwSignal<Option<(String, String)>>) -> impl IntoView {
    let chat = use_chat();
    let error = RwSignal::new(None::<String>);
    let pick = move |event: Event| {
        let input: HtmlInputElement = event_target(&event);
        let Some(file) = input.files().and_then(|files| files.get(0)) else { return };
        spawn_local(async move {
            let text = browser::read_text(&file).await;
            // Lets the user choose the same file again after fixing it.
            input.set_value("");
            let read = text.ok_or_else(|| texts().unreadable.to_owned()).and_then(|text| {
                let applied = chat.connection.settings.with_untracked(|current| preset::apply(text.trim(), current));
                applied.map(|settings| (settings.preset, text)).map_err(|refused| named(refused).localized())
            });
            drop(error.try_set(read.as_ref().err().cloned()));
            drop(loaded.try_set(read.ok()));
        });
    };
    view! {
        <div class="field">
            <label class="file">
                <input type="file" accept=".json,application/json" data-testid="preset-file" on:change=pick/>
                <span class="button" aria-hidden="true">{texts().load}"…"</span>
                <span class="visually-hidden">{texts().load}</span>
            </label>
            <FieldError error/>
        </div>
    }
}

/// Saves the current settings as the user's own preset.
#[component]
fn SaveOwn() -> impl IntoView {
    let chat = use_chat();
    let name = RwSignal::new(String::new());
    let error = RwSignal::new(None::<String>);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let name = name.get_untracked().trim().to_owned();
        if name.is_empty() {
            return error.set(Some(texts().needs_name.to_owned()));
        }
        error.set(None);
        spawn_local(save_as_file(chat, name));
    };
    view! {
        <form class="field" on:submit=save novalidate>
            <label for="preset-name">{texts().save}</label>
            <div class="line">
                <input class="input" id="preset-name" data-testid="preset-name" autocomplete="off" dir="auto"
                    placeholder=texts().name
                    prop:value=move || name.get() on:input=move |event| name.set(event_target_value(&event))/>
                <button class="button" type="submit" data-testid="preset-save">{texts().save_button}</button>
            </div>
            <FieldError error/>
        </form>
    }
}

async fn save_as_file(chat: Chat, name: String) {
    let mut settings = chat.connection.settings.get_untracked();
    // A template exists only in this browser, so the preset contains its text.
    match chat.storage.session().templates().await {
        Ok(templates) => {
            let chosen = templates.into_iter().find(|template| settings.template == Some(template.id));
            settings.system_prompt = chosen.map_or(settings.system_prompt, |template| template.text.into());
        }
        Err(error) => return chat.storage.report(&error),
    }
    let file = file_name(&name);
    if browser::save_file(&file, &preset::export(&settings, &name)) {
        chat.notices.say(fill(saving().saved_as, &[("name", &file)]));
    } else {
        chat.notices.trouble(saving().not_saved);
    }
}

/// Name of the file of a preset.
fn file_name(preset: &str) -> String {
    let letters = preset.chars().take(60).map(|letter| if letter.is_alphanumeric() { letter } else { '-' });
    format!("ricordo-preset-{}.json", letters.collect::<String>())
}

/// The refusal of a preset's field with the name that the page has for it, and its path, to find it in the file.
fn named(refused: PresetError) -> PresetError {
    let name = |path: String| match name_of(&path) {
        name if name == path => path,
        name => format!("{} ({path})", exchange().quoted.replace("{title}", &name)),
    };
    match refused {
        PresetError::NotForPresets { field } => PresetError::NotForPresets { field: name(field) },
        PresetError::WrongValue { field, detail } => PresetError::WrongValue { field: name(field), detail },
        PresetError::OutOfRange { error: OutOfRange { field, given, min, max } } => {
            PresetError::OutOfRange { error: OutOfRange { field: name(field), given, min, max } }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn a_refused_field_has_the_name_that_the_page_has_for_it() {
        use crate::texts::{UiLanguage, speak};
        speak(UiLanguage::En);
        let shown = |settings: Value| {
            let file = json!({ "ricordo_preset": 1, "name": "x", "settings": settings }).to_string();
            named(preset::apply(&file, &Settings::default()).unwrap_err()).localized()
        };
        let range = shown(json!({ "max_context": 0 }));
        assert!(range.contains("” (max_context) must be between 1 and 500; 0 is not."), "{range}");
        let layers = json!({ "layers": [{ "kind": "window", "floor": 60, "ceiling": 50, "priority": 1 }] });
        assert!(shown(layers.clone()).contains("(layers.window.floor) must be"), "{}", shown(layers));
        assert!(shown(json!({ "provider": null })).contains("provider"));
        assert!(shown(json!({ "send_now": "yes" })).contains("” (send_now)"));
    }

    #[test]
    fn a_preset_is_not_different_by_its_name_alone() {
        let name = PRESETS[0].name;
        let applied = preset::apply(name, &Settings::default()).unwrap();
        assert_eq!(differences(name, &applied), []);
        let renamed = Settings { preset: "mine".to_owned(), ..applied.clone() };
        assert_eq!(differences(name, &renamed), []);
        let changed = Settings { bot_name: "Ada".to_owned(), context_max_tokens: 2_345, ..applied };
        assert!(differences(name, &changed).iter().any(|difference| difference.field == "context_max_tokens"));
        assert_eq!(differences("no such preset", &changed), []);
        assert_eq!(differences("{", &changed), []);
    }

    #[test]
    fn a_file_has_a_name_that_every_file_system_takes() {
        for (preset, name) in [
            ("My preset", "ricordo-preset-My-preset.json"),
            ("../x", "ricordo-preset----x.json"),
            ("Мій", "ricordo-preset-Мій.json"),
            ("🦔", "ricordo-preset--.json"),
        ] {
            assert_eq!(file_name(preset), name);
        }
        assert!(file_name(&"x".repeat(10_000)).len() < 100);
    }
}
