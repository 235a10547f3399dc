//! A template that is being written.

use ricordo_core::{id::TemplateId, template::Template};

/// A template being written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TemplateDraft {
    /// Template to replace; `None` for a new one.
    pub id: Option<TemplateId>,
    /// Name.
    pub name: String,
    /// Text.
    pub text: String,
    /// Emoji or `data:` address of an image.
    pub picture: Option<String>,
    /// Name of a preset.
    pub preset: Option<String>,
}

impl TemplateDraft {
    /// Creates a draft from an existing template.
    pub fn of(template: &Template) -> Self {
        let Template { id, name, text, picture, preset } = template.clone();
        Self { id: Some(id), name, text, picture, preset }
    }
}
