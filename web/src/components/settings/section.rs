//! Sections of the settings: what most people change, and the groups of everything else. One is open at a time; a search
//! shows what it finds in all of them.

use super::{
    appearance::{self, Appearance},
    general::{Language, PresetRow, Reminders},
    meaning::Meaning,
    setting::Setting,
};
use crate::{
    state::SettingsForm,
    texts::settings::{group, settings as texts},
};
use leptos::prelude::*;
use ricordo_core::settings::{Control, FIELDS, Field, Group, Place};

/// Id of the element that scrolls.
pub const LIST: &str = "settings-list";

/// Fields of the first section, in its order. Its first rows are the language and the appearance.
const BASIC: [&str; 7] = [
    "preset",
    "system_prompt",
    "context_max_tokens",
    "max_response_tokens",
    "memories.auto_keep",
    "recall.enabled",
    "confirm_above_cost",
];
/// The page's language is chosen there, too.
const LANGUAGE: &str = "language";

/// Section of the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// What most people change.
    Basic,
    /// The rest of a group.
    Advanced(Group),
}

impl Section {
    /// All sections, in the order of the dialog.
    pub fn all() -> impl Iterator<Item = Self> {
        [Self::Basic].into_iter().chain(Group::ALL.map(Self::Advanced))
    }

    /// Section that has the field with this path.
    pub fn of(path: &str) -> Self {
        FIELDS
            .iter()
            .find(|field| field.path == path && !is_basic(field))
            .map_or(Self::Basic, |field| Self::Advanced(field.group))
    }

    /// Name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Basic => texts().basic,
            Self::Advanced(kind) => group(kind),
        }
    }

    /// Name in ids.
    pub fn key(self) -> String {
        match self {
            Self::Basic => "basic".to_owned(),
            Self::Advanced(group) => format!("{group:?}").to_lowercase(),
        }
    }

    /// Id of its title.
    pub fn title_id(self) -> String {
        format!("settings-section-{}-title", self.key())
    }

    /// Whether a search finds something in it.
    fn has_hits(self, form: SettingsForm) -> bool {
        let mut fields = FIELDS.iter().filter(|field| Self::of(field.path) == self && has_control(field));
        fields.any(|field| form.matches(field)) || self == Self::Basic && appearance::is_found(form)
    }
}

fn is_basic(field: &Field) -> bool {
    field.path == LANGUAGE || BASIC.contains(&field.path)
}

/// Whether a setting can be changed in the dialog, in a row of its own or with others.
fn has_control(field: &Field) -> bool {
    has_row(field) || is_basic(field) || field.control.is_at(Place::Meaning)
}

fn has_row(field: &Field) -> bool {
    !matches!(field.control, Control::Elsewhere(_))
}

/// All sections.
#[component]
pub fn Sections(form: SettingsForm, open: RwSignal<Section>) -> impl IntoView {
    let nothing = move || Section::all().any(|section| section.has_hits(form));
    view! {
        {Section::all().map(|section| view! { <One form section open/> }).collect::<Vec<_>>()}
        <p class="quiet" hidden=nothing>{texts().nothing}</p>
    }
}

#[component]
fn One(form: SettingsForm, section: Section, open: RwSignal<Section>) -> impl IntoView {
    let is_hidden = move || if form.is_searching() { !section.has_hits(form) } else { open.get() != section };
    let rows = match section {
        Section::Basic => {
            view! { <Language form/><Appearance form/>{BASIC.map(|path| row(form, path)).into_iter().collect::<Vec<_>>()} }
                .into_any()
        }
        Section::Advanced(group) => {
            let own = FIELDS.iter().filter(|field| Section::of(field.path) == section && has_row(field));
            view! {
                {(group == Group::General).then(|| view! { <Reminders form/> })}
                {(group == Group::Recall).then(|| view! { <Meaning form/> })}
                {own.map(|field| row(form, field.path)).collect::<Vec<_>>()}
            }
            .into_any()
        }
    };
    view! {
        <section class="setting-group" data-testid=format!("settings-section-{}", section.key()) hidden=is_hidden
            aria-label=section.name()>
            <h3 id=section.title_id() tabindex="-1">{section.name()}</h3>
            {rows}
        </section>
    }
}

fn row(form: SettingsForm, path: &'static str) -> AnyView {
    if path == "preset" {
        return view! { <PresetRow form/> }.into_any();
    }
    let found = FIELDS.iter().enumerate().find(|(_, field)| field.path == path);
    found.map(|(at, field)| view! { <Setting form at field=*field/> }).into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};
    use ricordo_core::settings::Settings;

    #[test]
    fn every_field_that_can_be_changed_is_in_exactly_one_section() {
        for path in BASIC {
            assert!(FIELDS.iter().any(|field| field.path == path), "{path}");
            assert_eq!(Section::of(path), Section::Basic, "{path}");
        }
        for field in FIELDS.iter().filter(|field| has_row(field) && !is_basic(field)) {
            assert_eq!(Section::of(field.path), Section::Advanced(field.group), "{}", field.path);
        }
        let empty = Section::all().filter(|section| !FIELDS.iter().any(|field| Section::of(field.path) == *section));
        assert_eq!(empty.collect::<Vec<_>>(), []);
    }

    #[test]
    fn the_first_section_has_the_ten_rows_that_most_people_want() {
        let others = ["language", "theme", "text size"].len();
        assert_eq!(BASIC.len() + others, 10);
        assert_eq!(Section::of("ask_above_tokens"), Section::Advanced(Group::General), "it asks about background work");
    }

    #[test]
    fn a_search_finds_fields_of_every_section_and_the_appearance() {
        let form = SettingsForm::of(RwSignal::new(Settings::default()), &Vec::new());
        for language in UiLanguage::all() {
            speak(language);
            let found = |search: &str| {
                form.search.set(search.to_owned());
                Section::all().filter(|section| section.has_hits(form)).collect::<Vec<_>>()
            };
            assert_eq!(found("system_prompt"), [Section::Basic]);
            assert_eq!(found("sampling.top_k"), [Section::Advanced(Group::Model)]);
            assert_eq!(found("vector_store.place"), [Section::Advanced(Group::Recall)]);
            assert!(found(crate::texts::settings::appearance().theme).contains(&Section::Basic));
            assert_eq!(found("no such setting"), []);
        }
    }
}
