//! Merges a JSON object with some settings, as given by a program, into the current ones. Invalid fields are refused by
//! name.

use super::{
    Control, FIELDS, Field, Place, Settings, from_object, merge, object, prompt::given_prompt, typed::PROMPT, unknown,
};
use crate::{
    decimal::decimal,
    error::OutOfRange,
    prompt::{TemplateError, check_template},
    tools::unknown_names,
};
use serde_json::Value;
use std::fmt;

/// Settings were refused; the current ones are unchanged.
#[derive(Clone, Debug, PartialEq)]
pub enum PatchError {
    /// There is no such setting, or it is internal.
    Unknown {
        /// Path of the field, with dots.
        field: String,
    },
    /// A value has the wrong type.
    WrongValue {
        /// The field.
        field: String,
        /// What was expected.
        detail: String,
    },
    /// A number is out of range.
    OutOfRange(OutOfRange),
    /// The compression prompt has no placeholder for the messages.
    Template(TemplateError),
}

impl fmt::Display for PatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { field } => write!(f, "There is no setting {field}."),
            Self::WrongValue { field, detail } => write!(f, "The setting {field} cannot take this value: {detail}."),
            Self::OutOfRange(error) => error.fmt(f),
            Self::Template(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PatchError {}

/// Merges `patch` into the settings: an object with some of the fields, in which nested objects may be partial, too.
///
/// # Errors
/// [`PatchError`] for the first invalid field.
pub fn patched(settings: &Settings, patch: &Value) -> Result<Settings, PatchError> {
    if !patch.is_object() {
        let detail = "an object with the settings to change is expected".to_owned();
        return Err(PatchError::WrongValue { field: "settings".to_owned(), detail });
    }
    let mut record = object(settings);
    if let Some(field) = unknown(patch, &Value::Object(record.clone()), "") {
        return Err(PatchError::Unknown { field });
    }
    let given = |path: &str| patch.pointer(&format!("/{}", path.replace('.', "/")));
    for field in &FIELDS {
        if let Some(value) = given(field.path) {
            check(field, value)?;
        }
    }
    let mut settings = settings.clone();
    // One field at a time, so that the error can name the invalid one.
    for (name, value) in patch.as_object().into_iter().flatten() {
        merge(record.entry(name.as_str()).or_insert(Value::Null), value);
        settings =
            from_object(&record, &settings).map_err(|detail| PatchError::WrongValue { field: name.clone(), detail })?;
    }
    settings.check().map_err(PatchError::OutOfRange)?;
    if let Some(&wrong) = unknown_names(&settings.tools).first() {
        let detail = format!("there is no tool \"{wrong}\"");
        return Err(PatchError::WrongValue { field: "tools".to_owned(), detail });
    }
    if let Some(text) = given(PROMPT).and_then(Value::as_str) {
        settings.system_prompt = given_prompt(&settings, text.to_owned());
    }
    Ok(settings)
}

/// Checks what the type of the record does not express.
fn check(field: &Field, value: &Value) -> Result<(), PatchError> {
    match field.control {
        Control::Elsewhere(Place::Nowhere) => Err(PatchError::Unknown { field: field.path.to_owned() }),
        Control::Number { .. } => {
            let number = value.as_i64().zip(field.range());
            number.map_or(Ok(()), |(number, range)| range.check(number)).map_err(PatchError::OutOfRange)
        }
        Control::Fraction { min, max } => match value.as_f64() {
            Some(number) if !(min..=max).contains(&number) => Err(PatchError::WrongValue {
                field: field.path.to_owned(),
                detail: format!("it must be between {} and {}; {} is not", decimal(min), decimal(max), decimal(number)),
            }),
            _ => Ok(()),
        },
        Control::Text { optional: true } => match value.as_str() {
            Some(text) => check_template(text).map_err(PatchError::Template),
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Language, SystemPrompt, default_prompt};
    use serde_json::json;

    #[test]
    fn some_settings_change_and_the_others_stay() {
        let before = Settings::default();
        let patch = json!({ "context_max_tokens": 4_000, "compression": { "min_messages": 6 }, "max_context": null });
        let after = patched(&before, &patch).unwrap();
        assert_eq!((after.context_max_tokens, after.compression.min_messages), (4_000, 6));
        assert_eq!(Settings { context_max_tokens: 8_000, compression: before.compression.clone(), ..after }, before);
    }

    #[test]
    fn a_prompt_that_ships_follows_the_language_and_a_given_one_does_not() {
        let before = Settings::default();
        let uk = Settings { language: Language::Uk, ..Settings::default() };
        assert_eq!(patched(&before, &json!({ "language": "uk" })).unwrap(), uk);
        let english = default_prompt(Language::En);
        let given = json!({ "language": "uk", "system_prompt": english });
        assert_eq!(patched(&before, &given).unwrap().system_prompt, english.into());
    }

    #[test]
    fn settings_that_are_read_and_written_back_do_not_change() {
        for settings in [
            Settings::default(),
            Settings {
                language: Language::Ru,
                system_prompt: SystemPrompt::shipped("casual.md"),
                ..Settings::default()
            },
            Settings { system_prompt: "You are a pirate.".into(), ..Settings::default() },
        ] {
            let mut all = object(&settings);
            all.retain(|name, _| {
                patched(&settings, &json!({ name.as_str(): null })) != Err(PatchError::Unknown { field: name.clone() })
            });
            assert!(all.len() > 20, "{all:?}");
            assert_eq!(patched(&settings, &Value::Object(all)), Ok(settings));
        }
    }

    #[test]
    fn what_cannot_be_taken_is_refused_by_name() {
        let wording = |patch: Value| patched(&Settings::default(), &patch).unwrap_err().to_string();
        assert_eq!(wording(json!({ "colour": 1 })), "There is no setting colour.");
        assert_eq!(wording(json!({ "compression": { "many": 1 } })), "There is no setting compression.many.");
        assert_eq!(wording(json!({ "version": 9 })), "There is no setting version.");
        assert_eq!(wording(json!({ "prompt": "Be brief." })), "There is no setting prompt.");
        let text = "The setting system_prompt cannot take this value: expected a text.";
        assert_eq!(wording(json!({ "system_prompt": { "shipped": "casual.md" } })), text);
        assert_eq!(wording(json!({ "system_prompt": null })), text);
        assert_eq!(
            wording(json!({ "context_max_tokens": 10 })),
            "context_max_tokens must be between 2000 and 1000000; 10 is not."
        );
        assert!(wording(json!({ "sampling": { "temperature": 2.1 } })).contains("between 0 and 2; 2.1 is not"));
        assert!(wording(json!({ "sampling": { "temperature": -0.1 } })).contains("between 0 and 2; -0.1 is not"));
        assert!(wording(json!({ "context_max_tokens": "many" })).starts_with("The setting context_max_tokens cannot"));
        assert!(wording(json!({ "window_style": "round" })).contains("auto"));
        assert!(wording(json!({ "tools": ["fly"] })).contains("there is no tool \"fly\""));
        assert!(wording(json!([])).contains("an object"));
        let prompt = json!({ "compression": { "prompt_template": "Sum up." } });
        assert!(matches!(patched(&Settings::default(), &prompt), Err(PatchError::Template(_))));
    }
}
