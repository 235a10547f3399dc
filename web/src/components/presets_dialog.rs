//! The presets: what each is for, and what it would change.

use super::dialog::Dialog;
use crate::{state::use_chat, words};
use leptos::prelude::*;
use ricordo_core::{
    excerpt::around,
    preset::{self, Difference, PRESETS, Preset},
    settings::Settings,
};
use serde_json::{Map, Value};

/// How much of a value is shown, in characters.
const SHOWN: usize = 120;

/// The dialog.
#[component]
pub fn PresetsDialog() -> impl IntoView {
    let open = use_chat().panels.presets;
    view! {
        <Dialog open title="Presets" id="presets-dialog">
            <div class="content">
                <p class="quiet">
                    "A preset is a named set of settings. Who answers, your language and your zone stay as they are, and so does a system prompt of your own unless the preset has one."
                </p>
                <ul class="entries">
                    {PRESETS.map(|preset| view! { <PresetRow preset/> }).into_iter().collect::<Vec<_>>()}
                </ul>
            </div>
        </Dialog>
    }
}

#[component]
fn PresetRow(preset: Preset) -> impl IntoView {
    let chat = use_chat();
    let name = preset.name;
    let differences = chat.connection.settings.with_untracked(|current| differences(name, current));
    let is_current = chat.connection.settings.with_untracked(|current| current.preset == name);
    let apply = move |_| {
        chat.panels.presets.set(false);
        chat.apply_preset(name.to_owned());
    };
    let is_same = differences.is_empty();
    view! {
        <li class="preset" data-testid="preset" data-name=name>
            <p>
                <strong>{name}</strong>
                {is_current.then(|| view! { <span class="kind">"in use"</span> })}
                <span class="about">{preset.about}</span>
            </p>
            <span class="acts">
                <button class="button" data-testid="preset-apply" disabled=is_same on:click=apply>"Use"</button>
            </span>
            <Changes differences/>
        </li>
    }
}

#[component]
fn Changes(differences: Vec<Difference>) -> impl IntoView {
    (!differences.is_empty()).then(|| {
        let title = format!("Changes {}", words::settings(differences.len() as u64));
        let rows = differences.into_iter().map(|Difference { field, from, to }| {
            view! { <dt><code>{field}</code></dt><dd>{value(&from)}" → "{value(&to)}</dd> }
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

fn differences(name: &str, current: &Settings) -> Vec<Difference> {
    let mut differences = preset::apply(name, current).map(|after| preset::diff(current, &after)).unwrap_or_default();
    differences.retain(|difference| difference.field != "preset");
    differences
}

/// A value for people to read.
fn value(value: &Value) -> String {
    match value {
        Value::Null => "not set".to_owned(),
        Value::Bool(true) => "on".to_owned(),
        Value::Bool(false) => "off".to_owned(),
        Value::String(text) => around(text, 0, SHOWN),
        Value::Number(number) => number.to_string(),
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        Value::Array(items) => items.iter().map(self::value).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => layer(fields).unwrap_or_else(|| {
            fields.iter().map(|(name, field)| format!("{name} {}", self::value(field))).collect::<Vec<_>>().join(" ")
        }),
    }
}

/// What a layer may take, in percent of the budget.
fn layer(fields: &Map<String, Value>) -> Option<String> {
    let number = |name: &str| fields.get(name).and_then(Value::as_u64);
    let kind = fields.get("kind")?.as_str()?;
    Some(format!("{kind} {}–{} %", number("floor")?, number("ceiling")?))
}

#[cfg(test)]
mod tests {
    use super::value;
    use serde_json::json;

    #[test]
    fn values_are_read_without_brackets() {
        assert_eq!(value(&json!(null)), "not set");
        assert_eq!(value(&json!(["list_tasks", "add_task"])), "list_tasks, add_task");
        let layers = json!([{ "kind": "window", "floor": 20, "ceiling": 100, "priority": 4 }]);
        assert_eq!(value(&layers), "window 20–100 %");
        assert_eq!(value(&json!({ "days": 7, "tokens": 1024 })), "days 7 tokens 1024");
    }
}
