//! Projects, and the scopes of memories and tasks.

use crate::{
    api_error::ApiError,
    cross::{self, from_js, to_js},
    given::Fields,
    lazy_calls::Answer,
    manager::Manager,
};
use ricordo_core::{
    id::{ConversationId, ProjectId},
    project::{Project, ProjectColor, ProjectText},
    scope::Scope,
};
use serde::Deserialize;
use serde_json::Value;
use wasm_bindgen::JsValue;

/// What a program gives of a project; what is missing stays as it is. It has no provider: the program chooses the model.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Given {
    name: Option<String>,
    color: Option<ProjectColor>,
    instructions: Option<String>,
    preset: Option<String>,
    isolated: Option<bool>,
}

impl Given {
    fn read(given: &JsValue) -> Result<Self, ApiError> {
        // The last three are those of a whole project, which is given with changes; they stay as they are.
        let known = ["name", "color", "instructions", "preset", "isolated", "id", "createdAt", "updatedAt"];
        Fields::of(given, "The project", &known)?;
        from_js(given, "The project")
    }

    fn over(self, text: ProjectText) -> ProjectText {
        ProjectText {
            name: self.name.unwrap_or(text.name),
            color: self.color.unwrap_or(text.color),
            instructions: self.instructions.unwrap_or(text.instructions),
            // An empty name is none.
            preset: self.preset.map_or(text.preset, |name| (!name.is_empty()).then_some(name)),
            isolated: self.isolated.unwrap_or(text.isolated),
            ..text
        }
    }
}

impl Manager {
    /// All projects, oldest first.
    ///
    /// # Errors
    /// Storage error codes.
    pub(crate) async fn projects(&self) -> Answer {
        to_js(&self.session.projects().await?.iter().map(plain).collect::<Vec<Value>>())
    }

    /// Creates a project.
    ///
    /// # Errors
    /// `project-refused` with the reason, `bad-argument`, and storage error codes.
    pub(crate) async fn create_project(&self, given: JsValue) -> Answer {
        let given = Given::read(&given)?;
        to_js(&plain(&self.session.create_project(given.over(ProjectText::default())).await?))
    }

    /// Changes a project.
    ///
    /// # Errors
    /// As [`Manager::create_project`].
    pub(crate) async fn update_project(&self, open: ConversationId, project: ProjectId, given: JsValue) -> Answer {
        let given = Given::read(&given)?;
        let _changing = self.changing().await;
        let all = self.session.projects().await?;
        let text = all.iter().find(|one| one.id == project).map(Project::text).unwrap_or_default();
        let changed = self.session.update_project(project, given.over(text), open).await?;
        to_js(&plain(&changed))
    }

    /// Deletes a project; its conversations stay.
    ///
    /// # Errors
    /// As [`Manager::create_project`].
    pub(crate) async fn remove_project(&self, open: ConversationId, project: ProjectId) -> Answer {
        self.session.delete_project(project, open).await?;
        Ok(JsValue::UNDEFINED)
    }

    /// Moves a conversation to a project, or out of one.
    ///
    /// # Errors
    /// `no-conversation`, `project-refused`, and storage error codes.
    pub(crate) async fn move_conversation(
        &self,
        open: ConversationId,
        conversation: ConversationId,
        project: Option<ProjectId>,
    ) -> Answer {
        self.session.move_conversation(conversation, project, open).await?;
        Ok(JsValue::UNDEFINED)
    }
}

/// A project without the provider and the model that the page chose.
fn plain(project: &Project) -> Value {
    let mut plain = cross::plain(project);
    if let Some(fields) = plain.as_object_mut() {
        fields.remove("provider");
        fields.remove("model");
    }
    plain
}

/// A scope as a program gives it; `None`: it gives none.
pub(crate) fn scope_of(given: &JsValue) -> Result<Option<Scope>, ApiError> {
    from_js(given, "The scope")
}
