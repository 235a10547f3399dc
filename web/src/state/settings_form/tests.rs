//! What is unsaved, what is refused and where, and what another tab changes meanwhile.

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
fn a_field_follows_what_another_tab_stores_unless_something_else_was_typed() {
    let (settings, form) = form(Settings::default(), &vec![input("max_context", "7")]);
    form.typed(at("bot_name")).set("Ada".to_owned());
    let before = untrack(|| form.follow(None));
    settings.update(|settings| {
        settings.bot_name = "Bob".to_owned();
        settings.max_context = Some(9);
        settings.max_response_tokens = 1_234;
    });
    let now = untrack(|| form.follow(Some(before)));
    assert_eq!(now[at("bot_name")], "Bob");
    assert_eq!(form.typed(at("max_response_tokens")).get_untracked(), "1234");
    let saved = settings.with_untracked(|settings| form.checked(settings)).unwrap();
    assert_eq!((saved.bot_name.as_str(), saved.max_context, saved.max_response_tokens), ("Ada", Some(7), 1_234));
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
