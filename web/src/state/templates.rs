//! The templates: reading them, and the steps that change them. Each can be taken back.

use super::{Chat, PageSession};
use crate::texts::templates::templates as texts;
use ricordo_core::{
    error::Error,
    id::{ConversationId, TemplateId},
    template::Template,
};

/// A template that is being written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TemplateDraft {
    /// Which one it replaces; `None`: it is a new one.
    pub id: Option<TemplateId>,
    /// What it is called.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl TemplateDraft {
    /// A template, to be changed.
    pub fn of(template: &Template) -> Self {
        Self { id: Some(template.id), name: template.name.clone(), text: template.text.clone() }
    }
}

impl Chat {
    /// Stores what is being written.
    pub fn save_template(self, draft: TemplateDraft) {
        let TemplateDraft { id, name, text } = draft;
        self.template_step(texts().saved, async move |session, conversation| {
            session.save_template(conversation, id, &name, &text).await.map(drop)
        });
    }

    /// Deletes a template.
    pub fn delete_template(self, id: TemplateId) {
        self.template_step(texts().deleted, async move |session, conversation| {
            session.delete_template(conversation, id).await
        });
    }

    /// Lets a template be in force wherever a conversation has none of its own.
    pub fn use_template(self, id: TemplateId) {
        self.template_step(texts().used, async move |session, conversation| {
            session.use_template(conversation, id).await
        });
    }

    /// Lets a template that ships be in force; a system prompt of the user's own becomes a template.
    pub fn use_shipped_template(self, name: &'static str) {
        self.template_step(texts().used_kept, async move |session, conversation| {
            session.use_shipped_template(conversation, name).await
        });
    }

    fn template_step<F>(self, notice: &'static str, step: F)
    where
        F: AsyncFnOnce(PageSession, ConversationId) -> Result<(), Error> + 'static,
    {
        self.change(
            async move |session, id| {
                step(session, id).await?;
                self.reload_settings().await;
                Ok(notice.to_owned())
            },
            true,
        );
    }
}
