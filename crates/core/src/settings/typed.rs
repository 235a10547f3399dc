//! Settings as text that a user types, and back. Invalid values are refused with the allowed range, never clamped.

use super::{
    Control, Field, LayerLimits, Settings, layers,
    number::whole_number,
    prompt::{given_prompt, prompt_text},
};
use crate::{
    error::OutOfRange,
    id::ProviderId,
    prompt::{TemplateError, check_template},
};
use serde_json::{Map, Value, json};

/// Why typed text is refused.
#[derive(Clone, Debug, PartialEq)]
pub enum TypedError {
    /// It is not a whole number within the range.
    Number {
        /// The smallest value allowed.
        min: i64,
        /// The largest value allowed.
        max: i64,
    },
    /// It is not a number within the range.
    Fraction {
        /// The smallest value allowed.
        min: f64,
        /// The largest value allowed.
        max: f64,
    },
    /// The shares of the layers are invalid.
    Layers(OutOfRange),
    /// The prompt has no placeholder for the messages.
    Prompt(TemplateError),
    /// It is not one of the available choices.
    Unknown,
}

/// The settings as the object that the page, presets and programs use: the stored form, except that `system_prompt` is
/// the text of the prompt. Converted through JSON text, so that a fraction has the digits that were typed.
pub fn object(settings: &Settings) -> Map<String, Value> {
    // A settings record always serializes, and to an object.
    let text = serde_json::to_string(settings).unwrap_or_default();
    let mut object: Map<String, Value> = serde_json::from_str(&text).unwrap_or_default();
    object.remove(STORED_PROMPT);
    object.insert(PROMPT.to_owned(), json!(prompt_text(settings)));
    object
}

/// Key of the system prompt in an [`object`] and in the table of settings.
pub(crate) const PROMPT: &str = "system_prompt";
/// Key of the system prompt in stored settings, where it also says whether the prompt ships.
const STORED_PROMPT: &str = "prompt";

/// The settings in an [`object`], except for the system prompt, which stays that of `current`. Converted through JSON
/// text, because records are parsed from text everywhere else, and code for a second conversion would be downloaded for
/// this alone.
///
/// # Errors
/// Describes what does not fit.
pub(crate) fn from_object(object: &Map<String, Value>, current: &Settings) -> Result<Settings, String> {
    if object.get(PROMPT).is_some_and(|prompt| !prompt.is_string()) {
        return Err("expected a text".to_owned());
    }
    let text = serde_json::to_string(object).unwrap_or_default();
    let read: Settings = serde_json::from_str(&text).map_err(|error| {
        let wording = error.to_string();
        // The position in a text that the user never sees is of no use.
        wording.split(" at line ").next().unwrap_or_default().to_owned()
    })?;
    Ok(Settings { system_prompt: current.system_prompt.clone(), system_prompt_of_version_6: None, ..read })
}

/// The value of a field as it is typed; empty if it is not set.
pub fn text_of(object: &Map<String, Value>, field: &Field) -> String {
    let mut parts = field.path.split('.');
    let first = parts.next().and_then(|name| object.get(name));
    match parts.try_fold(first.unwrap_or(&Value::Null), |value, name| value.get(name)) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(names)) if field.control == Control::Tools => {
            names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" ")
        }
        Some(other) => other.to_string(),
    }
}

/// Parses the typed value of a field.
///
/// # Errors
/// [`TypedError`] with what is allowed.
pub fn value_of(field: &Field, text: &str) -> Result<Value, TypedError> {
    let trimmed = text.trim();
    match field.control {
        Control::Switch => Ok(json!(trimmed == "true")),
        Control::Number { optional: true, .. } | Control::Fraction { .. } | Control::OptionalChoice(_)
            if trimmed.is_empty() =>
        {
            Ok(Value::Null)
        }
        Control::Number { .. } => whole(field, trimmed),
        Control::Fraction { min, max } => {
            let number = trimmed.replace(',', ".").parse::<f64>().ok().filter(|number| (min..=max).contains(number));
            number.map(|number| json!(number)).ok_or(TypedError::Fraction { min, max })
        }
        Control::Choice(names) | Control::OptionalChoice(names) => {
            names.contains(&trimmed).then(|| json!(trimmed)).ok_or(TypedError::Unknown)
        }
        Control::Line { optional: true } | Control::Connection if trimmed.is_empty() => Ok(Value::Null),
        Control::Connection => match trimmed.parse::<ProviderId>() {
            Ok(id) => serde_json::to_value(id).map_err(|_| TypedError::Unknown),
            Err(_) => Err(TypedError::Unknown),
        },
        Control::Line { .. } => Ok(json!(trimmed)),
        Control::Text { optional: true } if trimmed.is_empty() => Ok(Value::Null),
        Control::Text { optional } => {
            if optional {
                check_template(text).map_err(TypedError::Prompt)?;
            }
            Ok(json!(text))
        }
        Control::Tools => Ok(json!(trimmed.split_whitespace().collect::<Vec<_>>())),
        Control::Layers => {
            let limits: Vec<LayerLimits> = serde_json::from_str(trimmed).map_err(|_| TypedError::Unknown)?;
            layers::check(&limits).map_err(TypedError::Layers)?;
            serde_json::to_value(limits).map_err(|_| TypedError::Unknown)
        }
        Control::Elsewhere(_) => Err(TypedError::Unknown),
    }
}

fn whole(field: &Field, text: &str) -> Result<Value, TypedError> {
    let Some(range) = field.range() else { return Err(TypedError::Unknown) };
    let number = whole_number(text).filter(|number| range.check(*number).is_ok());
    number.map(|number| json!(number)).ok_or(TypedError::Number { min: range.min, max: range.max })
}

/// Applies typed values to the settings.
///
/// # Errors
/// The path of the first invalid field, and why; nothing is changed then.
pub fn with_typed<'a>(
    settings: &Settings,
    typed: impl IntoIterator<Item = (&'a Field, String)>,
) -> Result<Settings, (&'static str, TypedError)> {
    let mut record = Value::Object(object(settings));
    for (field, text) in typed {
        if matches!(field.control, Control::Elsewhere(_)) {
            continue;
        }
        let value = value_of(field, &text).map_err(|refused| (field.path, refused))?;
        if let Some(place) = record.pointer_mut(&format!("/{}", field.path.replace('.', "/"))) {
            *place = value;
        }
    }
    let read = record.as_object().and_then(|record| {
        let read = from_object(record, settings).ok()?;
        let system_prompt = given_prompt(settings, record.get(PROMPT)?.as_str()?.to_owned());
        Some(Settings { system_prompt, ..read })
    });
    read.ok_or(("version", TypedError::Unknown))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset::{PRESETS, apply};
    use ricordo_record::settings::{FIELDS, field_of};

    fn typed(settings: &Settings) -> Vec<(&'static Field, String)> {
        let object = object(settings);
        FIELDS.iter().map(|field| (field, text_of(&object, field))).collect()
    }

    #[test]
    fn what_is_shown_and_not_changed_is_what_was_there() {
        let mut settings = Settings { time_zone: Some("Europe/Kyiv".to_owned()), ..Settings::default() };
        settings.sampling.temperature = Some(0.7);
        settings.exact_counts = Some(crate::message::Tokenizer::Cl100k);
        assert_eq!(with_typed(&Settings::default(), typed(&settings)), Ok(settings));
        for preset in PRESETS {
            let settings = apply(preset.name, &Settings::default()).unwrap();
            let back = with_typed(&settings, typed(&settings));
            assert_eq!(back, Ok(settings), "{}", preset.name);
        }
    }

    #[test]
    fn every_choice_can_be_chosen() {
        for field in &FIELDS {
            if let Control::Choice(names) | Control::OptionalChoice(names) = field.control {
                for name in names {
                    let chosen = with_typed(&Settings::default(), [(field, (*name).to_owned())]).unwrap();
                    assert_eq!(text_of(&object(&chosen), field), *name, "{}", field.path);
                }
            }
        }
    }

    #[test]
    fn a_number_out_of_range_is_refused_with_the_range_and_never_clamped() {
        let tokens = field_of("context_max_tokens").unwrap();
        assert_eq!(value_of(tokens, "8,000"), Ok(json!(8_000)));
        assert_eq!(value_of(tokens, "8\u{a0}000"), Ok(json!(8_000)));
        for wrong in ["1999", "1000001", "many", "", "-5", "8000.5", "80,00"] {
            assert_eq!(value_of(tokens, wrong), Err(TypedError::Number { min: 2_000, max: 1_000_000 }), "{wrong}");
        }
        let heat = field_of("sampling.temperature").unwrap();
        assert_eq!(value_of(heat, "0,7"), Ok(json!(0.7)));
        assert_eq!(value_of(heat, ""), Ok(Value::Null));
        assert_eq!(value_of(heat, "2.1"), Err(TypedError::Fraction { min: 0.0, max: 2.0 }));
        let refused = with_typed(&Settings::default(), [(tokens, "1".to_owned())]);
        assert_eq!(refused.unwrap_err().0, "context_max_tokens");
    }

    #[test]
    fn a_prompt_without_a_place_for_the_messages_and_layers_without_room_are_refused() {
        let prompt = field_of("compression.prompt_template").unwrap();
        assert_eq!(value_of(prompt, "Sum up."), Err(TypedError::Prompt(TemplateError::NoHistory)));
        assert_eq!(value_of(prompt, "  "), Ok(Value::Null));
        let layers = field_of("layers").unwrap();
        let crowded = r#"[{"kind":"window","floor":60,"ceiling":100,"priority":1},{"kind":"recall","floor":60,"ceiling":100,"priority":1}]"#;
        assert!(matches!(value_of(layers, crowded), Err(TypedError::Layers(_))));
    }
}
