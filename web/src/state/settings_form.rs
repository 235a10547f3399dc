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
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};
    use ricordo_core::settings::{EmbeddedBy, Language, LayerLimits, VectorPlace, VectorStoreSettings, field_of};

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

    #[test]
    fn a_refused_share_is_named_in_the_language_of_the_page() {
        let mut layers = Settings::default().layers;
        layers[2].floor = 21;
        let refused = |layers: &[LayerLimits]| {
            let typed = serde_json::to_string(layers).unwrap();
            let (path, why) = with_typed(&Settings::default(), [(field_of("layers").unwrap(), typed)]).unwrap_err();
            sentence(path, &why)
        };
        speak(UiLanguage::En);
        assert_eq!(refused(&layers), "Memories (Minimum, %) must be from 0 to 20; 21 is not.");
        for language in UiLanguage::all() {
            speak(language);
            let shown = refused(&layers);
            assert!(shown.starts_with(&format!("{} ({})", layer(LayerKind::Memories), texts().floor)), "{shown}");
        }
        layers[2].floor = 20;
        layers[4].floor = 80;
        assert!(refused(&layers).starts_with(texts().floors));
    }

    /// Form for some settings, and the index of a field.
    fn form(settings: Settings, unsaved: &Unsaved) -> (RwSignal<Settings>, SettingsForm) {
        let settings = RwSignal::new(settings);
        (settings, SettingsForm::of(settings, unsaved))
    }

    fn at(path: &str) -> usize {
        FIELDS.iter().position(|field| field.path == path).unwrap()
    }

    fn input(path: &str, text: &str) -> (String, String) {
        (path.to_owned(), text.to_owned())
    }

    #[test]
    fn input_is_unsaved_until_it_is_what_is_stored() {
        let (settings, form) = form(Settings::default(), &Vec::new());
        assert!(form.unsaved_paths().is_empty());
        form.typed(at("bot_name")).set("Ada".to_owned());
        form.typed(at("context_max_tokens")).set(String::new());
        assert_eq!(form.unsaved_paths(), ["bot_name", "context_max_tokens"]);
        let unsaved = settings.with_untracked(|settings| form.unsaved(settings));
        assert_eq!(unsaved, [input("bot_name", "Ada"), input("context_max_tokens", "")]);
        // Another tab stored the same name meanwhile.
        settings.update(|settings| settings.bot_name = "Ada".to_owned());
        assert_eq!(form.unsaved_paths(), ["context_max_tokens"]);
    }

    #[test]
    fn what_applies_at_once_is_neither_unsaved_nor_undone_by_saving() {
        let (settings, form) = form(Settings::default(), &Vec::new());
        form.typed(at("bot_name")).set("Ada".to_owned());
        let vector_store = VectorStoreSettings {
            place: VectorPlace::Chroma,
            base_url: "http://127.0.0.1:8000".to_owned(),
            collection: "ricordo-1".to_owned(),
            keep: 0,
            returning: true,
        };
        settings.update(|settings| {
            settings.embeddings.by = EmbeddedBy::InPage;
            settings.vector_store = vector_store.clone();
        });
        assert_eq!(form.unsaved_paths(), ["bot_name"]);
        let saved = settings.with_untracked(|settings| form.checked(settings)).unwrap();
        assert_eq!((saved.embeddings.by, saved.bot_name.as_str()), (EmbeddedBy::InPage, "Ada"));
        assert_eq!(saved.vector_store, vector_store);
        assert_eq!(settings.with_untracked(|settings| form.unsaved(settings)), [input("bot_name", "Ada")]);
    }

    #[test]
    fn input_from_before_comes_back_and_that_of_a_field_that_is_gone_does_not() {
        let unsaved = vec![input("bot_name", "Ada"), input("no.such.field", "1")];
        let (settings, form) = form(Settings::default(), &unsaved);
        assert_eq!(form.typed(at("bot_name")).get_untracked(), "Ada");
        assert_eq!(settings.with_untracked(|settings| form.unsaved(settings)), unsaved[..1]);
    }

    #[test]
    fn a_field_goes_back_to_the_default_of_the_language() {
        let settings = Settings { language: Language::Uk, bot_name: "Ada".to_owned(), ..Settings::default() };
        let (_, form) = form(settings, &Vec::new());
        let prompt = at("system_prompt");
        form.typed(prompt).set("You are a pirate.".to_owned());
        assert!(!form.is_default(prompt) && !form.is_default(at("bot_name")));
        form.reset(prompt);
        assert!(form.is_default(prompt));
        assert_eq!(form.typed(prompt).get_untracked(), ricordo_core::settings::default_prompt(Language::Uk));
    }

    #[test]
    fn a_rejected_field_says_why_until_the_next_check_and_nothing_is_changed() {
        speak(UiLanguage::En);
        let (settings, form) = form(Settings::default(), &Vec::new());
        let check = || settings.with_untracked(|settings| form.checked(settings));
        form.typed(at("bot_name")).set("Ada".to_owned());
        form.typed(at("max_context")).set("many".to_owned());
        assert_eq!(check(), None);
        assert!(form.error("max_context").is_some_and(|why| why.contains("500")));
        assert_eq!(form.error("bot_name"), None);
        form.typed(at("max_context")).set("12".to_owned());
        let checked = check().unwrap();
        assert_eq!((checked.bot_name.as_str(), checked.max_context), ("Ada", Some(12)));
        assert_eq!(form.error("max_context"), None);
    }

    #[test]
    fn an_error_of_the_session_is_shown_at_its_field_and_others_at_none() {
        let (_, form) = form(Settings::default(), &Vec::new());
        let out_of_range = |field: &str| {
            let given = "0".to_owned();
            Error::OutOfRange(OutOfRange { field: field.to_owned(), given, min: 1, max: 2 })
        };
        let path = |error: &Error| form.refuse(error).then(|| form.wrong.get_untracked().unwrap().0);
        assert_eq!(path(&out_of_range("max_context")), Some("max_context"));
        assert_eq!(path(&out_of_range("layers.window.ceiling")), Some("layers"));
        assert!(form.error("layers").is_some_and(|why| !why.contains("layers.")), "{:?}", form.error("layers"));
        assert_eq!(path(&Error::UnknownZone { zone: "Mars".to_owned() }), Some("time_zone"));
        assert_eq!(path(&Error::NoConversation), None);
    }

    #[test]
    fn a_search_finds_labels_help_and_paths_in_the_language_of_the_page() {
        let (_, form) = form(Settings::default(), &Vec::new());
        let found = |search: &str| {
            form.search.set(search.to_owned());
            FIELDS.iter().filter(|field| form.matches(field)).map(|field| field.path).collect::<Vec<_>>()
        };
        for language in UiLanguage::all() {
            speak(language);
            let label = about("bot_name").unwrap().label;
            assert!(found(&label.to_uppercase()).contains(&"bot_name"), "{label}");
            assert!(found("MAX_context").contains(&"max_context"));
            assert_eq!(found("no such setting at all"), Vec::<&str>::new());
            assert!(found(" \t").len() > 20, "an empty search finds every field that has a name");
        }
    }

    #[test]
    fn each_number_says_its_range_beside_the_field_and_when_it_is_refused() {
        for language in UiLanguage::all() {
            speak(language);
            for field in &FIELDS {
                let range = range_of(field);
                let limits = match field.control {
                    Control::Number { min, max, .. } => [min, max].map(|n| crate::words::number(n.try_into().unwrap())),
                    Control::Fraction { min, max } => [min, max].map(decimal),
                    _ => {
                        assert_eq!(range, "", "{}", field.path);
                        continue;
                    }
                };
                let typed = |text: &str| with_typed(&Settings::default(), [(field, text.to_owned())]);
                let may_be_empty = typed("").is_ok();
                for text in ["-1000001", "many", "99999999999"] {
                    let (path, why) = typed(text).unwrap_err();
                    let refused = sentence(path, &why);
                    assert!(limits.iter().all(|limit| range.contains(limit) && refused.contains(limit)), "{refused}");
                    assert!(!refused.contains('{') && !range.contains('{'), "{refused} {range}");
                    let named = [("min", limits[0].as_str()), ("max", limits[1].as_str())];
                    let optional = fill(texts().number_or_empty, &named);
                    assert_eq!(refused == optional, may_be_empty, "{path}: it says whether it may be left empty");
                }
            }
        }
    }
}
