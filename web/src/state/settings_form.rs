//! Input of the settings form: a text for each field of the core's table, and the error of the rejected field.

use crate::{
    texts::{errors::Localized, fields::about, fill, settings::settings as texts},
    words::layer,
};
use leptos::prelude::*;
use ricordo_core::{
    compile::LayerKind,
    decimal::decimal,
    error::{Error, OutOfRange},
    settings::{Control, FIELDS, Field, Place, Settings, TypedError, object, text_of, with_typed},
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
            .filter(|(field, stored, typed)| is_typed(field) && stored != typed)
            .map(|(field, _, typed)| (field.path.to_owned(), typed))
            .collect()
    }

    /// After the settings were changed elsewhere: a field that held what was stored `before` holds what is stored now. Otherwise
    /// saving would bring the old value back. Returns what is stored.
    pub fn follow(self, before: Option<Vec<String>>) -> Vec<String> {
        let now = self.stored.get();
        for ((before, now), typed) in before.iter().flatten().zip(&now).zip(self.typed) {
            if before != now && typed.with_untracked(|typed| typed == before) {
                typed.set(now.clone());
            }
        }
        now
    }

    /// Whether the input of a field differs from the stored setting.
    pub fn is_unsaved(self, at: usize) -> bool {
        FIELDS.get(at).is_some_and(is_typed)
            && self.typed[at].with(|typed| self.stored.with(|all| all.get(at).is_some_and(|stored| stored != typed)))
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
        let shown = about(field.path).map(|about| format!("{} {} {}", about.label, about.help, field.path));
        self.finds(&shown.unwrap_or_default())
    }

    /// Whether all words of the search text are in a text.
    pub fn finds(self, shown: &str) -> bool {
        let shown = shown.to_lowercase();
        self.search.with(|search| search.split_whitespace().all(|word| shown.contains(&word.to_lowercase())))
    }

    /// Whether there is a search text.
    pub fn is_searching(self) -> bool {
        self.search.with(|search| !search.trim().is_empty())
    }

    /// Applies the input to the settings. Returns `None` if a field is invalid, and shows the error there.
    pub fn checked(self, settings: &Settings) -> Option<Settings> {
        self.wrong.set(None);
        let typed = FIELDS.iter().zip(self.typed.map(|typed| typed.get_untracked()));
        let typed = typed.filter(|(field, _)| is_typed(field));
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
        let sentence = match error {
            Error::OutOfRange(range) => OutOfRange { field: name_of(&range.field), ..range.clone() }.localized(),
            _ => error.localized(),
        };
        self.wrong.set(Some((path, sentence)));
        true
    }
}

/// Whether a field is typed into this form. The choice of a model for recall by meaning applies at once, while the form is
/// open.
fn is_typed(field: &Field) -> bool {
    !field.control.is_at(Place::Meaning)
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
            fill(texts.number_or_empty, &[("min", &decimal(*min)), ("max", &decimal(*max))])
        }
        TypedError::Layers(range) => {
            let what = name_of(&range.field);
            let [min, max] = [range.min, range.max].map(|number| number.to_string());
            fill(texts.layers_refused, &[("what", &what), ("min", &min), ("max", &max), ("given", &range.given)])
        }
        TypedError::Prompt(error) => error.localized(),
        TypedError::Unknown => texts.refused.to_owned(),
    }
}

/// Name of a setting by its path, and of a layer's share by its own: `layers.window.floor`, `layers.floors`.
pub fn name_of(path: &str) -> String {
    let Some(share) = path.strip_prefix("layers.") else {
        return about(path).map_or(path, |about| about.label).to_owned();
    };
    let mut parts = share.split('.');
    let kind = parts.next().and_then(|name| LayerKind::ALL.into_iter().find(|kind| kind.name() == name));
    let share = if parts.next() == Some("ceiling") { texts().ceiling } else { texts().floor };
    kind.map_or_else(|| texts().floors.to_owned(), |kind| format!("{} ({share})", layer(kind)))
}

/// Describes the range of a field; empty if there is none.
pub fn range_of(field: &Field) -> String {
    let between = |min: String, max: String| fill(texts().range, &[("min", &min), ("max", &max)]);
    match field.control {
        Control::Number { .. } => {
            let number = |value: i64| crate::words::number(value.unsigned_abs());
            field.range().map(|range| between(number(range.min), number(range.max))).unwrap_or_default()
        }
        Control::Fraction { min, max } => between(decimal(min), decimal(max)),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests;
