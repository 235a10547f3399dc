//! One setting: its label, field, help, range, default, error, and a button that resets it.

use super::{super::field::FieldError, connection::ConnectionField, layers::LayersField};
use crate::{
    chat::use_chat,
    state::{SettingsForm, range_of},
    texts::{
        fields::about,
        fill,
        settings::{choice, settings as texts, unit},
        tools::tool_name,
        worker::worker,
    },
    words,
};
use leptos::prelude::*;
use ricordo_core::{
    settings::{Control, EmbeddedBy, Field, Settings, Unit, default_tools},
    tools::Tool,
};

/// Row of one setting; `at` is its index in the core's table.
#[component]
pub fn Setting(form: SettingsForm, at: usize, field: Field) -> impl IntoView {
    let Some(about) = about(field.path) else { return ().into_any() };
    let settings = use_chat().connection.settings;
    let is_hidden = move || !form.matches(&field) || settings.with(|settings| has_no_effect(field.path, settings));
    let path = field.path;
    let error = Signal::derive(move || form.error(path));
    let reset = fill(texts().reset_named, &[("name", about.label)]);
    view! {
        <div class="setting" id=row_of(path) data-testid="setting" data-path=path hidden=is_hidden>
            {control(form, at, field, about.label)}
            <p class="hint" id=format!("{path}-hint")>
                {about.help}" "{range_of(&field)}" "{default_sentence(form, at, field)}" "
                <button class="link-button" type="button" data-testid="setting-reset" aria-label=reset
                    hidden=move || form.is_default(at) on:click=move |_| form.reset(at)>{texts().reset}</button>
                <Show when=move || form.is_unsaved(at)>
                    " "<strong class="unsaved" data-testid="setting-unsaved">{texts().not_saved_yet}</strong>
                </Show>
            </p>
            <FieldError error/>
        </div>
    }
    .into_any()
}

/// Whether a setting is about a model for recall by meaning, and none is chosen.
fn has_no_effect(path: &str, settings: &Settings) -> bool {
    path == "recall.include_vector" && settings.embeddings.by == EmbeddedBy::Nothing
}

/// Id of the row of a setting, which holds the field with its help and error.
pub fn row_of(path: &str) -> String {
    format!("setting-{path}")
}

/// Sentence that names the default; empty for fields whose value is too long to show.
fn default_sentence(form: SettingsForm, at: usize, field: Field) -> String {
    let default = form.default(at);
    let value = match field.control {
        Control::Text { .. } | Control::Layers | Control::Tools | Control::Elsewhere(_) => return String::new(),
        Control::Connection => worker().answers.to_owned(),
        _ if default.is_empty() => texts().not_set.to_owned(),
        Control::Switch => if default == "true" { texts().on } else { texts().off }.to_owned(),
        Control::Number { .. } => default.parse().map_or(default, words::number),
        Control::Choice(names) => {
            names.iter().find(|name| **name == default).and_then(|name| choice(name)).map_or(default, str::to_owned)
        }
        _ => default,
    };
    fill(texts().default, &[("value", &value)])
}

fn control(form: SettingsForm, at: usize, field: Field, label: &'static str) -> AnyView {
    let typed = form.typed(at);
    match field.control {
        Control::Switch => view! { <Switch typed path=field.path label/> }.into_any(),
        Control::Number { unit: counts, .. } => view! { <Line form typed field label counts/> }.into_any(),
        Control::Fraction { .. } | Control::Line { .. } => {
            view! { <Line form typed field label counts=Unit::Nothing/> }.into_any()
        }
        Control::Choice(names) => view! { <Select typed path=field.path label names is_optional=false/> }.into_any(),
        Control::OptionalChoice(names) => {
            view! { <Select typed path=field.path label names is_optional=true/> }.into_any()
        }
        Control::Connection => view! { <ConnectionField form typed path=field.path label/> }.into_any(),
        Control::Text { .. } => view! {
            <label for=field.path>{label}</label>
            <textarea class="input" id=field.path data-testid=field.path rows="4" dir="auto"
                aria-describedby=format!("{}-hint", field.path)
                aria-invalid=move || form.error(field.path).is_some().to_string()
                prop:value=move || typed.get()
                on:input=move |event| typed.set(event_target_value(&event))></textarea>
        }
        .into_any(),
        Control::Tools => view! { <Tools typed label/> }.into_any(),
        Control::Layers => view! { <LayersField typed label/> }.into_any(),
        Control::Elsewhere(_) => ().into_any(),
    }
}

#[component]
fn Switch(typed: RwSignal<String>, path: &'static str, label: &'static str) -> impl IntoView {
    view! {
        <label class="check">
            <input type="checkbox" id=path data-testid=path aria-describedby=format!("{path}-hint")
                prop:checked=move || typed.with(|typed| typed == "true")
                on:change=move |event| typed.set(event_target_checked(&event).to_string())/>
            <span>{label}</span>
        </label>
    }
}

#[component]
fn Line(form: SettingsForm, typed: RwSignal<String>, field: Field, label: &'static str, counts: Unit) -> impl IntoView {
    let path = field.path;
    let mode = match field.control {
        Control::Line { .. } => "text",
        Control::Fraction { .. } => "decimal",
        _ => "numeric",
    };
    view! {
        <label for=path>{label}</label>
        <div class="with-unit" class:long=mode == "text">
            <input class="input" id=path data-testid=path inputmode=mode autocomplete="off" dir="auto"
                aria-describedby=format!("{path}-hint")
                aria-invalid=move || form.error(path).is_some().to_string()
                prop:value=move || typed.get()
                on:input=move |event| typed.set(event_target_value(&event))/>
            <span class="unit">{unit(counts)}</span>
        </div>
    }
}

#[component]
fn Select(
    typed: RwSignal<String>,
    path: &'static str,
    label: &'static str,
    names: &'static [&'static str],
    is_optional: bool,
) -> impl IntoView {
    let options = names
        .iter()
        .map(|name| view! { <option value=*name>{choice(name).unwrap_or(name)}</option> })
        .collect::<Vec<_>>();
    view! {
        <label for=path>{label}</label>
        <select class="input" id=path data-testid=path aria-describedby=format!("{path}-hint")
            prop:value=move || typed.get()
            on:change=move |event| typed.set(event_target_value(&event))>
            {is_optional.then(|| view! { <option value="">{texts().choose_default}</option> })}
            {options}
        </select>
    }
}

/// Check box for each tool. Unknown tool names in `typed` are preserved.
#[component]
fn Tools(typed: RwSignal<String>, label: &'static str) -> impl IntoView {
    let boxes = default_tools().into_iter().filter(|name| Tool::named(name).is_some()).map(|name| {
        let shown = name.clone();
        let is_on = {
            let name = name.clone();
            move || typed.with(|typed| typed.split_whitespace().any(|chosen| chosen == name))
        };
        let set = move |is_on: bool| {
            typed.update(|typed| *typed = with_tool(typed, &name, is_on));
        };
        view! {
            <label class="check">
                <input type="checkbox" prop:checked=is_on on:change=move |event| set(event_target_checked(&event))/>
                <span>{tool_name(&shown).to_owned()}" "<code>{shown.clone()}</code></span>
            </label>
        }
    });
    view! {
        <fieldset class="boxes" id="tools">
            <legend>{label}</legend>
            {boxes.collect::<Vec<_>>()}
        </fieldset>
    }
}

/// The chosen tools with one of them turned on or off, in the order of the default, so that turning a tool off and on
/// again restores the same value.
fn with_tool(chosen: &str, name: &str, is_on: bool) -> String {
    let mut chosen: Vec<&str> = chosen.split_whitespace().filter(|other| *other != name).collect();
    if is_on {
        chosen.push(name);
    }
    let order = default_tools();
    chosen.sort_by_key(|name| order.iter().position(|known| known == name));
    chosen.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::SettingsForm,
        texts::{UiLanguage, speak},
    };
    use ricordo_core::settings::FIELDS;

    #[test]
    fn a_tool_that_is_turned_off_and_on_again_leaves_no_trace() {
        let all = default_tools().join(" ");
        for name in default_tools() {
            let without = with_tool(&all, &name, false);
            assert!(!without.split(' ').any(|chosen| chosen == name), "{name}");
            assert_eq!(with_tool(&without, &name, true), all);
            assert_eq!(with_tool(&all, &name, true), all, "turned on twice");
        }
        let first = &default_tools()[0];
        assert_eq!((with_tool("", first, true), with_tool(first, first, false)), (first.clone(), String::new()));
    }

    #[test]
    fn a_tool_of_a_newer_version_is_kept() {
        let name = &default_tools()[0];
        let with = with_tool("tool_of_tomorrow", name, true);
        assert_eq!(with, format!("tool_of_tomorrow {name}"));
        assert_eq!(with_tool(&with, name, false), "tool_of_tomorrow");
    }

    #[test]
    fn every_default_that_is_shown_is_shown_in_words() {
        for language in UiLanguage::all() {
            speak(language);
            let form = SettingsForm::of(
                RwSignal::new(Settings { language: language.prompts(), ..Settings::default() }),
                &Vec::new(),
            );
            for (at, field) in FIELDS.iter().enumerate() {
                let sentence = default_sentence(form, at, *field);
                assert!(!sentence.contains('{') && !sentence.contains("\"\""), "{}: {sentence}", field.path);
                let is_long = matches!(
                    field.control,
                    Control::Text { .. } | Control::Layers | Control::Tools | Control::Elsewhere(_)
                );
                assert_eq!(sentence.is_empty(), is_long, "{}: {sentence}", field.path);
                assert!(
                    !["true", "false", "null"].iter().any(|raw| sentence.contains(raw)),
                    "{}: {sentence}",
                    field.path
                );
            }
        }
    }
}
