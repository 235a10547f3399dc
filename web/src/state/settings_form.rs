//! Input of the settings form: a text for each field of the core's table, and the error of the rejected field.

use crate::texts::{errors::Localized, fields::about, fill, settings::settings as texts};
use leptos::prelude::*;
use ricordo_core::{
    error::{Error, OutOfRange},
    settings::{Control, FIELDS, Field, Settings, TypedError, object, text_of, with_typed},
};

/// Unsaved input: path and text of each changed field.
pub type Unsaved = Vec<(String, String)>;

/// State of the settings form.
#[derive(Clone, Copy)]
pub struct SettingsForm {
    /// Path of the rejected field, and why.
    pub wrong: RwSignal<Option<(&'static str, String)>>,
    /// Search text.
    pub search: RwSignal<String>,
    typed: [RwSignal<String>; FIELDS.len()],
    defaults: StoredValue<Vec<String>>,
    stored: Memo<Vec<String>>,
}

impl SettingsForm {
    /// Creates the form for the current settings, with unsaved input from before.
    pub fn of(in_force: RwSignal<Settings>, unsaved: &Unsaved) -> Self {
        let language = in_force.with_untracked(|settings| settings.language);
        let stored = in_force.with_untracked(texts_of).into_iter();
        let unsaved = |field: &Field| unsaved.iter().find(|(path, _)| path == field.path).map(|(_, text)| text.clone());
        let mut shown = FIELDS.iter().zip(stored).map(|(field, text)| unsaved(field).unwrap_or(text));
        Self {
            wrong: RwSignal::new(None),
            search: RwSignal::new(String::new()),
            typed: FIELDS.map(|_| RwSignal::new(shown.next().unwrap_or_default())),
            defaults: StoredValue::new(texts_of(&Settings { language, ..Settings::default() })),
            stored: Memo::new(move |_| in_force.with(texts_of)),
        }
    }

    /// Input of a field, by its index in the table.
    pub fn typed(self, at: usize) -> RwSignal<String> {
        self.typed[at]
    }

    /// Input that differs from the settings, to be kept.
    pub fn unsaved(self, settings: &Settings) -> Unsaved {
        let stored = FIELDS.iter().zip(texts_of(settings)).zip(self.typed);
        let typed = stored.map(|((field, stored), typed)| (field, stored, typed.get_untracked()));
        typed
            .filter(|(_, stored, typed)| stored != typed)
            .map(|(field, _, typed)| (field.path.to_owned(), typed))
            .collect()
    }

    /// Whether the input of a field differs from the stored setting.
    pub fn is_unsaved(self, at: usize) -> bool {
        self.typed[at].with(|typed| self.stored.with(|all| all.get(at).is_some_and(|stored| stored != typed)))
    }

    /// Paths of the fields whose input differs from the stored settings.
    pub fn unsaved_paths(self) -> Vec<&'static str> {
        FIELDS.iter().enumerate().filter(|(at, _)| self.is_unsaved(*at)).map(|(_, field)| field.path).collect()
    }

    /// Default text of a field.
    pub fn default(self, at: usize) -> String {
        self.defaults.with_value(|defaults| defaults.get(at).cloned().unwrap_or_default())
    }

    /// Whether a field holds its default.
    pub fn is_default(self, at: usize) -> bool {
        self.typed[at].with(|typed| self.defaults.with_value(|all| all.get(at).is_some_and(|default| default == typed)))
    }

    /// Resets a field to its default.
    pub fn reset(self, at: usize) {
        self.typed[at].set(self.default(at));
    }

    /// Why a field was rejected.
    pub fn error(self, path: &'static str) -> Option<String> {
        self.wrong.with(|wrong| wrong.as_ref().filter(|(wrong, _)| *wrong == path).map(|(_, why)| why.clone()))
    }

    /// Whether a field matches the search text.
    pub fn matches(self, field: &Field) -> bool {
        self.search.with(|search| {
            let has_word = |word: &str| {
                let shown = about(field.path).map(|about| format!("{} {} {}", about.label, about.help, field.path));
                shown.is_some_and(|shown| shown.to_lowercase().contains(&word.to_lowercase()))
            };
            search.split_whitespace().all(has_word)
        })
    }

    /// Applies the input to the settings. Returns `None` if a field is invalid, and shows the error there.
    pub fn checked(self, settings: &Settings) -> Option<Settings> {
        self.wrong.set(None);
        let typed = FIELDS.iter().zip(self.typed.map(|typed| typed.get_untracked()));
        match with_typed(settings, typed) {
            Ok(settings) => Some(settings),
            Err((path, refused)) => {
                self.wrong.set(Some((path, sentence(path, &refused))));
                None
            }
        }
    }

    /// Shows at its field why the session rejected the settings. Returns `false` if the error belongs to no field.
    pub fn refuse(self, error: &Error) -> bool {
        let path = match error {
            Error::UnknownZone { .. } => "time_zone",
            Error::OutOfRange(OutOfRange { field, .. }) => {
                FIELDS.iter().find(|known| known.path == field).map_or("layers", |known| known.path)
            }
            _ => return false,
        };
        self.wrong.set(Some((path, error.localized())));
        true
    }
}

fn texts_of(settings: &Settings) -> Vec<String> {
    let object = object(settings);
    FIELDS.iter().map(|field| text_of(&object, field)).collect()
}

/// Why a field was rejected, with its range.
fn sentence(path: &str, refused: &TypedError) -> String {
    let texts = texts();
    match refused {
        TypedError::Number { min, max } => {
            let [min, max] = [min, max].map(|number| crate::words::number(number.unsigned_abs()));
            let is_optional = FIELDS
                .iter()
                .any(|field| field.path == path && matches!(field.control, Control::Number { optional: true, .. }));
            let sentence = if is_optional { texts.number_or_empty } else { texts.number };
            fill(sentence, &[("min", &min), ("max", &max)])
        }
        TypedError::Fraction { min, max } => {
            fill(texts.number_or_empty, &[("min", &min.to_string()), ("max", &max.to_string())])
        }
        TypedError::Layers(range) => {
            let what = if range.field.contains("sum") { texts.floors } else { range.field.as_str() };
            let [min, max] = [range.min, range.max].map(|number| number.to_string());
            fill(texts.layers_refused, &[("what", what), ("min", &min), ("max", &max), ("given", &range.given)])
        }
        TypedError::Prompt(error) => error.localized(),
        TypedError::Unknown => texts.refused.to_owned(),
    }
}

/// Describes the range of a field; empty if there is none.
pub fn range_of(field: &Field) -> String {
    let between = |min: String, max: String| fill(texts().range, &[("min", &min), ("max", &max)]);
    match field.control {
        Control::Number { .. } => {
            let number = |value: i64| crate::words::number(value.unsigned_abs());
            field.range().map(|range| between(number(range.min), number(range.max))).unwrap_or_default()
        }
        Control::Fraction { min, max } => between(min.to_string(), max.to_string()),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};
    use ricordo_core::settings::field_of;

    #[test]
    fn what_is_refused_names_its_range() {
        speak(UiLanguage::En);
        let refused = |path: &'static str, text: &str| {
            let field = field_of(path).unwrap();
            let (path, why) = with_typed(&Settings::default(), [(field, text.to_owned())]).unwrap_err();
            sentence(path, &why)
        };
        assert_eq!(refused("context_max_tokens", "1999"), "Enter a number from 2,000 to 1,000,000.");
        assert_eq!(refused("max_context", "0"), "Enter a number from 1 to 500, or leave it empty.");
        assert_eq!(refused("sampling.temperature", "3"), "Enter a number from 0 to 2, or leave it empty.");
        assert!(refused("compression.prompt_template", "Sum up").contains("{history_messages}"));
    }
}
