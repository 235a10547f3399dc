//! Preset files: `{"ricordo_preset": 1, "name": …, "settings": { differences from the defaults }}`.

use super::{
    PRESETS, PresetError,
    fields::{changed, fields, is_own},
};
use crate::settings::{in_language, merge, unknown};
use crate::{
    prompt::check_template,
    settings::from_object,
    template::{OF_PRESETS, SHIPPED, shipped},
};
use ricordo_record::{
    language::Language,
    settings::{RANGES, Settings},
};
use serde_json::{Map, Value, json};

/// The version of preset files.
pub const PRESET_VERSION: u32 = 1;

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
    let (name, given) = read(text_of(preset)?)?;
    let mut base = fields(&Settings::default());
    let present = fields(current);
    base.extend(present.into_iter().filter(|(field, _)| is_own(field)));
    if wrote_the_prompt(current) {
        base.insert("system_prompt".to_owned(), json!(current.system_prompt));
    }
    check_fields(&given, &base)?;

    let mut settings = settings_of(base.clone(), "settings")?;
    for (field, value) in given.iter() {
        merge(base.entry(field.as_str()).or_insert(Value::Null), value);
        settings = settings_of(base.clone(), field)?;
    }
    settings.preset = name;
    settings.check()?;
    if let Some(template) = &settings.compression.prompt_template {
        check_template(template)?;
    }
    if given.contains_key("system_prompt") {
        settings.template = None;
    }
    Ok(in_language(settings, current.language))
}

/// A preset file with the settings that presets may change and that differ from the defaults.
///
/// The text of the selected template is not included: copy it into `system_prompt` first if it should be.
pub fn export(settings: &Settings, name: &str) -> String {
    let default = fields(&Settings::default());
    let mut governed = fields(&in_language(settings.clone(), Language::En));
    governed.retain(|field, _| !is_own(field));
    let governed = changed(&Value::Object(governed), &Value::Object(default)).unwrap_or_else(|| json!({}));
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

/// The name and the settings in a file.
fn read(text: &str) -> Result<(String, Map<String, Value>), PresetError> {
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
        (1, Some(name), Some(Value::Object(settings))) => Ok((name.to_owned(), settings.clone())),
        _ => Err(PresetError::NotAPreset),
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
    for range in RANGES {
        let value = given.pointer(&format!("/{}", range.field.replace('.', "/")));
        if let Some(number) = value.and_then(Value::as_i64) {
            range.check(number)?;
        }
    }
    Ok(())
}

fn settings_of(fields: Map<String, Value>, field: &str) -> Result<Settings, PresetError> {
    from_object(&fields).map_err(|detail| PresetError::WrongValue { field: field.to_owned(), detail })
}

/// Whether the user wrote the system prompt: it is neither that of a preset nor of a built-in template.
pub(crate) fn wrote_the_prompt(settings: &Settings) -> bool {
    use Language::{En, Ru, Uk};
    let own = settings.system_prompt.trim();
    let ships = SHIPPED
        .iter()
        .chain(&OF_PRESETS)
        .any(|name| [En, Uk, Ru].into_iter().any(|language| shipped(name, language) == Some(own)));
    let is_a_presets = PRESETS.iter().any(|preset| {
        read(preset.json).is_ok_and(|(_, given)| given.get("system_prompt").and_then(Value::as_str) == Some(own))
    });
    !ships && !is_a_presets
}
