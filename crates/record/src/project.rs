//! Projects: folders of conversations with their own instructions, memories, tasks and summaries.

use crate::{
    conversation::Conversation,
    id::{ProjectId, ProviderId},
    settings::OwnModel,
    time::Timestamp,
};
use serde::{Deserialize, Serialize};

pub use crate::project_refusal::{LONGEST_INSTRUCTIONS, LONGEST_NAME, ProjectRefusal};

/// Color of a project in the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProjectColor {
    /// Gray.
    #[default]
    Gray,
    /// Red.
    Red,
    /// Orange.
    Orange,
    /// Yellow.
    Yellow,
    /// Green.
    Green,
    /// Teal.
    Teal,
    /// Blue.
    Blue,
    /// Purple.
    Purple,
}

impl ProjectColor {
    /// All colors.
    pub const ALL: [Self; 8] =
        [Self::Gray, Self::Red, Self::Orange, Self::Yellow, Self::Green, Self::Teal, Self::Blue, Self::Purple];

    /// The name, as it is stored and in the embedding API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gray => "gray",
            Self::Red => "red",
            Self::Orange => "orange",
            Self::Yellow => "yellow",
            Self::Green => "green",
            Self::Teal => "teal",
            Self::Blue => "blue",
            Self::Purple => "purple",
        }
    }
}

/// What a user writes and chooses for a project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ProjectText {
    /// Name, one line, up to [`LONGEST_NAME`] characters.
    pub name: String,
    /// Color in the list.
    pub color: ProjectColor,
    /// Sent with every request of the project, after the system prompt. Up to [`LONGEST_INSTRUCTIONS`] characters.
    pub instructions: String,
    /// The provider of conversations that have none of their own; `None` means the one in the settings.
    pub provider: Option<ProviderId>,
    /// The model at `provider`; `None` means the provider's.
    pub model: Option<OwnModel>,
    /// The preset of conversations that have none of their own.
    pub preset: Option<String>,
    /// Whether requests of the project contain no user data, memories, summaries and messages from outside.
    pub isolated: bool,
}

/// A project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Project {
    /// Unique id; newer ids sort later.
    pub id: ProjectId,
    /// Name, one line, up to [`LONGEST_NAME`] characters.
    pub name: String,
    /// Color in the list.
    #[serde(default)]
    pub color: ProjectColor,
    /// Sent with every request of the project, after the system prompt. Up to [`LONGEST_INSTRUCTIONS`] characters.
    #[serde(default)]
    pub instructions: String,
    /// The provider of conversations that have none of their own; `None` means the one in the settings.
    #[serde(default)]
    pub provider: Option<ProviderId>,
    /// The model at `provider`; `None` means the provider's.
    #[serde(default)]
    pub model: Option<OwnModel>,
    /// The preset of conversations that have none of their own.
    #[serde(default)]
    pub preset: Option<String>,
    /// Whether requests of the project contain no user data, memories, summaries and messages from outside.
    #[serde(default)]
    pub isolated: bool,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

impl Project {
    /// A project with a text, created at `at`.
    pub fn new(id: ProjectId, text: ProjectText, at: Timestamp) -> Self {
        let ProjectText { name, color, instructions, provider, model, preset, isolated } = text;
        Self { id, name, color, instructions, provider, model, preset, isolated, created_at: at, updated_at: at }
    }

    /// The project of a conversation among `all`.
    pub fn of<'a>(conversation: &Conversation, all: &'a [Self]) -> Option<&'a Self> {
        all.iter().find(|project| Some(project.id) == conversation.project)
    }

    /// What the user wrote and chose.
    pub fn text(&self) -> ProjectText {
        let Self { name, color, instructions, provider, model, preset, isolated, .. } = self.clone();
        ProjectText { name, color, instructions, provider, model, preset, isolated }
    }

    /// The project with another text, changed at `at`.
    #[must_use]
    pub fn with(self, text: ProjectText, at: Timestamp) -> Self {
        Self { created_at: self.created_at, ..Self::new(self.id, text, at) }
    }
}

impl ProjectText {
    /// The text as it is stored: the name on one line, the instructions without white space around them.
    ///
    /// # Errors
    /// [`ProjectRefusal::Empty`], [`ProjectRefusal::NameTooLong`], [`ProjectRefusal::InstructionsTooLong`].
    pub fn checked(self) -> Result<Self, ProjectRefusal> {
        let name = self.name.split_whitespace().collect::<Vec<_>>().join(" ");
        let instructions = self.instructions.trim().to_owned();
        let (name_length, length) = (name.chars().count(), instructions.chars().count());
        if name.is_empty() {
            return Err(ProjectRefusal::Empty);
        }
        if name_length > LONGEST_NAME {
            return Err(ProjectRefusal::NameTooLong { characters: name_length });
        }
        if length > LONGEST_INSTRUCTIONS {
            return Err(ProjectRefusal::InstructionsTooLong { characters: length });
        }
        Ok(Self { name, instructions, ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(name: &str, instructions: &str) -> Result<(String, String), ProjectRefusal> {
        let text =
            ProjectText { name: name.to_owned(), instructions: instructions.to_owned(), ..ProjectText::default() };
        text.checked().map(|text| (text.name, text.instructions))
    }

    #[test]
    fn a_project_has_a_short_name_on_one_line() {
        assert_eq!(
            checked(" Trip \n to  Rome ", "\nBe brief.\n"),
            Ok(("Trip to Rome".to_owned(), "Be brief.".to_owned()))
        );
        assert_eq!(checked(" \n ", ""), Err(ProjectRefusal::Empty));
        assert!(checked(&"ї".repeat(LONGEST_NAME), "").is_ok());
        let characters = LONGEST_NAME + 1;
        assert_eq!(checked(&"ї".repeat(characters), ""), Err(ProjectRefusal::NameTooLong { characters }));
    }

    #[test]
    fn instructions_have_a_limit() {
        assert!(checked("Trip", &"ї".repeat(LONGEST_INSTRUCTIONS)).is_ok());
        let characters = LONGEST_INSTRUCTIONS + 1;
        let refused = Err(ProjectRefusal::InstructionsTooLong { characters });
        assert_eq!(checked("Trip", &"ї".repeat(characters)), refused);
    }

    #[test]
    fn a_changed_project_keeps_its_id_and_its_age() {
        let before = crate::testing::sample::project(1);
        let text = ProjectText { name: "Other".to_owned(), ..before.text() };
        let after = before.clone().with(text.clone(), Timestamp(99));
        assert_eq!((after.id, after.created_at, after.updated_at), (before.id, before.created_at, Timestamp(99)));
        assert_eq!(after.text(), text);
    }

    #[test]
    fn a_color_is_stored_under_its_name() {
        for color in ProjectColor::ALL {
            assert_eq!(serde_json::to_value(color).unwrap(), color.name());
        }
    }
}
