//! What the user types and chooses in the dialog of a project.

use super::Choice;
use leptos::prelude::*;
use ricordo_core::{
    error::Error,
    project::{LONGEST_INSTRUCTIONS, ProjectColor, ProjectRefusal, ProjectText},
    provider::{Provider, ProviderKind},
};

/// Fields of the dialog.
#[derive(Clone, Copy)]
pub struct ProjectForm {
    /// Name.
    pub name: RwSignal<String>,
    /// Color.
    pub color: RwSignal<ProjectColor>,
    /// Instructions.
    pub instructions: RwSignal<String>,
    /// Chosen model, as [`Choice::name`] names it; empty for the one in the settings.
    pub model: RwSignal<String>,
    /// Name of a preset; empty for none.
    pub preset: RwSignal<String>,
    /// Whether requests contain what was learned outside the project.
    pub uses_outside: RwSignal<bool>,
    /// What was stored when the dialog was opened.
    before: StoredValue<ProjectText>,
}

impl ProjectForm {
    /// Form filled with what is stored, or with an empty text.
    pub fn of(text: ProjectText, providers: &[Provider]) -> Self {
        Self {
            name: RwSignal::new(text.name.clone()),
            color: RwSignal::new(text.color),
            instructions: RwSignal::new(text.instructions.clone()),
            model: RwSignal::new(name_of_model(&text, providers)),
            preset: RwSignal::new(text.preset.clone().unwrap_or_default()),
            uses_outside: RwSignal::new(!text.isolated),
            before: StoredValue::new(text),
        }
    }

    /// What is typed. `choices`: the models that can be chosen.
    pub fn text(self, choices: &[Choice], providers: &[Provider]) -> ProjectText {
        let before = self.before.get_value();
        let chosen = self.model.get_untracked();
        let (provider, model) = match choices.iter().find(|choice| choice.name() == chosen) {
            // What is stored about the model stays, also if its provider does not list it now.
            _ if chosen == name_of_model(&before, providers) => (before.provider, before.model),
            Some(choice) => {
                let is_in_page = choice.provider.kind == ProviderKind::InPage;
                (Some(choice.provider.id), (!is_in_page).then(|| choice.own()))
            }
            None => (None, None),
        };
        ProjectText {
            name: self.name.get_untracked(),
            color: self.color.get_untracked(),
            instructions: self.instructions.get_untracked(),
            provider,
            model,
            preset: Some(self.preset.get_untracked()).filter(|preset| !preset.is_empty()),
            isolated: !self.uses_outside.get_untracked(),
        }
    }
}

/// The model of a project as [`Choice::name`] names it; empty if it has none.
fn name_of_model(text: &ProjectText, providers: &[Provider]) -> String {
    let Some(id) = text.provider else { return String::new() };
    let in_page = Provider::in_page();
    let provider = providers.iter().chain([&in_page]).find(|provider| provider.id == id);
    let model = match (&text.model, provider) {
        (Some(own), Some(provider)) if provider.kind != ProviderKind::InPage => &own.model,
        (_, Some(provider)) => &provider.model,
        (Some(own), None) => &own.model,
        (None, None) => "",
    };
    format!("{id}/{model}")
}

/// Where an error is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldOf {
    /// At the name.
    Name,
    /// At the instructions.
    Instructions,
    /// Below the form.
    Form,
}

impl FieldOf {
    /// Place of an error.
    pub fn error(error: &Error) -> Self {
        match error {
            Error::Project(ProjectRefusal::Empty | ProjectRefusal::NameTooLong { .. }) => Self::Name,
            Error::Project(ProjectRefusal::InstructionsTooLong { .. }) => Self::Instructions,
            _ => Self::Form,
        }
    }
}

/// Number of characters of instructions, if it is near the limit or above it.
pub fn length_near_limit(instructions: &str) -> Option<usize> {
    // A character has at most four bytes: shorter texts need not be counted.
    let from = LONGEST_INSTRUCTIONS / 10 * 9;
    (instructions.len() >= from).then(|| instructions.trim().chars().count()).filter(|length| *length >= from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::server;
    use ricordo_core::{error::StoreError, id::ProviderId, settings::OwnModel, wire::ListedModel};

    fn own(model: &str) -> OwnModel {
        OwnModel { model: model.to_owned(), context_tokens: Some(4_096), supports_images: true, has_tools: false }
    }

    fn listed(provider: &Provider, model: &str) -> Choice {
        Choice { provider: provider.clone(), model: ListedModel::named(model) }
    }

    #[test]
    fn a_form_that_is_not_touched_gives_back_what_is_stored() {
        let (known, gone) = (server(1, "small"), server(2, "large"));
        let providers = std::slice::from_ref(&known);
        let with = |provider: Option<ProviderId>, model: Option<OwnModel>| ProjectText {
            name: "Rome".to_owned(),
            color: ProjectColor::Teal,
            instructions: "Be brief.".to_owned(),
            provider,
            model,
            preset: Some("journal".to_owned()),
            isolated: true,
        };
        for text in [
            ProjectText::default(),
            with(None, None),
            with(Some(known.id), None),
            with(Some(known.id), Some(own("small"))),
            with(Some(known.id), Some(own("not listed"))),
            with(Some(Provider::in_page().id), None),
            with(Some(gone.id), Some(own("large"))),
            with(Some(gone.id), None),
        ] {
            // The list of the provider says less about the model than is stored.
            let choices = [listed(&known, "small"), Choice::saved(&Provider::in_page())];
            assert_eq!(ProjectForm::of(text.clone(), providers).text(&choices, providers), text);
        }
    }

    #[test]
    fn another_model_is_stored_with_what_is_known_about_it_and_the_one_in_this_page_by_its_provider() {
        let known = server(1, "small");
        let choices = [listed(&known, "small"), listed(&known, "huge"), Choice::saved(&Provider::in_page())];
        let providers = std::slice::from_ref(&known);
        let stored = ProjectText { provider: Some(known.id), model: Some(own("small")), ..ProjectText::default() };
        let form = ProjectForm::of(stored, providers);
        let chosen = |name: String| {
            form.model.set(name);
            let text = form.text(&choices, providers);
            (text.provider, text.model)
        };
        assert_eq!(chosen(choices[1].name()), (Some(known.id), Some(choices[1].own())));
        assert_eq!(chosen(choices[2].name()), (Some(Provider::in_page().id), None));
        assert_eq!(chosen(String::new()), (None, None));
        assert_eq!(chosen(choices[0].name()), (Some(known.id), Some(own("small"))));
    }

    #[test]
    fn a_refusal_is_shown_at_its_field() {
        let at = |refusal: ProjectRefusal| FieldOf::error(&Error::Project(refusal));
        assert_eq!(at(ProjectRefusal::Empty), FieldOf::Name);
        assert_eq!(at(ProjectRefusal::NameTooLong { characters: 81 }), FieldOf::Name);
        assert_eq!(at(ProjectRefusal::InstructionsTooLong { characters: 20_001 }), FieldOf::Instructions);
        assert_eq!(at(ProjectRefusal::NotFound), FieldOf::Form);
        assert_eq!(FieldOf::error(&Error::Store(StoreError::Closed)), FieldOf::Form);
    }

    #[test]
    fn the_length_is_said_only_near_the_limit() {
        let of = |letter: &str, count: usize| length_near_limit(&letter.repeat(count));
        assert_eq!(of("a", 17_999), None);
        assert_eq!(of("ї", 10_000), None, "characters count, not bytes");
        assert_eq!(of("ї", 18_000), Some(18_000));
        assert_eq!(of("a", 20_001), Some(20_001));
        assert_eq!(of(" ", 30_000), None, "white space at the ends is not stored");
    }
}
