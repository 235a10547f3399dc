//! Steps that change the templates. Each can be undone.

use super::Chat;
use crate::{
    state::{PageSession, TemplateDraft},
    texts::templates::templates as texts,
};
use ricordo_core::{
    error::Error,
    id::{ConversationId, TemplateId},
    session::Persona,
};

impl Chat {
    /// Saves a template.
    pub fn save_template(self, draft: TemplateDraft) {
        let TemplateDraft { id, name, text, picture, preset } = draft;
        self.template_step(texts().saved, async move |session, conversation| {
            session.save_persona(conversation, id, Persona { name, text, picture, preset }).await.map(drop)
        });
    }

    /// Deletes a template.
    pub fn delete_template(self, id: TemplateId) {
        self.template_step(texts().deleted, async move |session, conversation| {
            session.delete_template(conversation, id).await
        });
    }

    /// Makes a template the default for conversations that have none of their own.
    pub fn use_template(self, id: TemplateId) {
        self.template_step(texts().used, async move |session, conversation| {
            session.use_template(conversation, id).await
        });
    }

    /// Makes a shipped template the default. If the system prompt is the user's own text, it becomes a template.
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
                self.connection.load_again().await;
                Ok(notice.to_owned())
            },
            true,
        );
    }
}
