//! Preset files: `{"ricordo_preset": 2, "name": …, "settings": { differences from the defaults }}`. `system_prompt` is
//! a text, or `{"shipped": "layered.md"}`. Version 1 stored the text of a shipped prompt instead.

use super::{
    PRESET_VERSION, PRESETS, PresetError,
    fields::{changed, fields, is_own},
};
use crate::settings::{PROMPT, merge, stored_prompt, unknown};
use crate::{prompt::check_template, settings::from_object, template::prompts};
use ricordo_record::{
    language::Language,
    settings::{FIELDS, Field, Settings, SystemPrompt},
};
use serde_json::{Map, Value, json};

/// The settings with a built-in preset applied. A preset that no longer exists changes nothing.
pub fn under(preset: &str, settings: &Settings) -> Settings {
    apply(preset, settings).unwrap_or_else(|_| settings.clone())
}

/// Applies a preset: `preset` is the name of a built-in one, or the text of a preset file.
///
/// Every setting that presets may change is first reset to its default, so nothing of the previous preset remains. The
/// user's own settings are kept (language, zone, names, provider, prices, timeouts), and so is a system prompt that the
/// user wrote, unless the preset has one. The preset's prompt takes effect at once: it replaces the selected template.
///
/// # Errors
/// [`PresetError`] with the reason; nothing is applied then.
pub fn apply(preset: &str, current: &Settings) -> Result<Settings, PresetError> {
    let File { name, system_prompt, settings: given } = read(text_of(preset)?)?;
    let mut base = fields(&Settings::default());
    let present = fields(current);
    base.extend(present.into_iter().filter(|(field, _)| is_own(field)));
    check_fields(&given, &base)?;

    let mut settings = settings_of(&base, "settings")?;
    for (field, value) in given.iter() {
        merge(base.entry(field.as_str()).or_insert(Value::Null), value);
        settings = settings_of(&base, field)?;
    }
    if current.system_prompt.own().is_some() {
        settings.system_prompt = current.system_prompt.clone();
    }
    if let Some(prompt) = system_prompt {
        settings.system_prompt = prompt;
        settings.template = None;
    }
    settings.preset = name;
    settings.check()?;
    if let Some(template) = &settings.compression.prompt_template {
        check_template(template)?;
    }
    Ok(settings)
}

/// A preset file with the settings that presets may change and that differ from the defaults.
///
/// The text of the selected template is not included: copy it into `system_prompt` first if it should be.
pub fn export(settings: &Settings, name: &str) -> String {
    let default = fields(&Settings::default());
    let mut governed = fields(settings);
    governed.retain(|field, _| !is_own(field) && field != PROMPT);
    let mut governed = changed(&Value::Object(governed), &Value::Object(default)).unwrap_or_else(|| json!({}));
    match &settings.system_prompt {
        prompt if *prompt == SystemPrompt::default() => {}
        SystemPrompt::Shipped { name } => governed[PROMPT] = json!({ "shipped": name }),
        SystemPrompt::Own { text } => governed[PROMPT] = json!(text),
    }
    let file = json!({ "ricordo_preset": PRESET_VERSION, "name": name, "settings": governed });
    format!("{file:#}\n")
}

fn text_of(preset: &str) -> Result<&str, PresetError> {
    let wanted = preset.trim();
    match PRESETS.iter().find(|preset| preset.name.eq_ignore_ascii_case(wanted)) {
        Some(preset) => Ok(preset.json),
        None if wanted.starts_with(['{', '[', '"']) || wanted.contains('\n') => Ok(wanted),
        None => Err(PresetError::UnknownName { name: wanted.to_owned() }),
    }
}

/// What a preset file contains.
struct File {
    name: String,
    /// `None`: the file sets no system prompt.
    system_prompt: Option<SystemPrompt>,
    /// The other settings.
    settings: Map<String, Value>,
}

fn read(text: &str) -> Result<File, PresetError> {
    let file: Value = serde_json::from_str(text).map_err(|error| PresetError::NotJson { detail: error.to_string() })?;
    let version = file.get("ricordo_preset").and_then(Value::as_u64).ok_or(PresetError::NotAPreset)?;
    if version > PRESET_VERSION.into() {
        return Err(PresetError::NewerVersion { found: version, known: PRESET_VERSION });
    }
    let known = json!({ "ricordo_preset": null, "name": null, "settings": null });
    if let Some(field) = unknown(&file, &known, "") {
        return Err(PresetError::UnknownField { field });
    }
    let name = file.get("name").and_then(Value::as_str).map(str::trim).filter(|name| !name.is_empty());
    match (version, name, file.get("settings")) {
        (1 | 2, Some(name), Some(Value::Object(settings))) => {
            let mut settings = settings.clone();
            let prompt = settings.remove(PROMPT);
            let system_prompt = prompt.map(|prompt| system_prompt(&prompt, version)).transpose()?;
            Ok(File { name: name.to_owned(), system_prompt, settings })
        }
        _ => Err(PresetError::NotAPreset),
    }
}

fn system_prompt(given: &Value, version: u64) -> Result<SystemPrompt, PresetError> {
    let wrong = |detail: &str| PresetError::WrongValue { field: PROMPT.to_owned(), detail: detail.to_owned() };
    match given {
        // Version 1 stored a shipped prompt as its English text.
        Value::String(text) if version == 1 => Ok(stored_prompt(text.clone(), Language::En)),
        Value::String(text) => Ok(text.as_str().into()),
        Value::Object(prompt) => match prompt.get("shipped").and_then(Value::as_str) {
            Some(name) if prompt.len() == 1 && prompts().any(|known| known == name) => Ok(SystemPrompt::shipped(name)),
            _ => Err(wrong("no prompt of this name ships with Ricordo")),
        },
        _ => Err(wrong("expected a text or the name of a prompt that ships")),
    }
}

/// Checks the field names, whether presets may set them, and the ranges of numbers, before anything is merged.
fn check_fields(given: &Map<String, Value>, known: &Map<String, Value>) -> Result<(), PresetError> {
    if let Some(field) = given.keys().find(|field| is_own(field)) {
        return Err(PresetError::NotForPresets { field: field.clone() });
    }
    let given = Value::Object(given.clone());
    if let Some(field) = unknown(&given, &Value::Object(known.clone()), "") {
        return Err(PresetError::UnknownField { field });
    }
    for range in FIELDS.iter().filter_map(Field::range) {
        let value = given.pointer(&format!("/{}", range.field.replace('.', "/")));
        if let Some(number) = value.and_then(Value::as_i64) {
            range.check(number)?;
        }
    }
    Ok(())
}

fn settings_of(fields: &Map<String, Value>, field: &str) -> Result<Settings, PresetError> {
    from_object(fields, &Settings::default())
        .map_err(|detail| PresetError::WrongValue { field: field.to_owned(), detail })
}
