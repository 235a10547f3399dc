//! Steps that change the templates. Each can be undone.

use super::Chat;
use crate::{
    state::{PageSession, TemplateDraft},
    texts::templates::templates as texts,
};
use leptos::prelude::*;
use ricordo_core::{
    error::Error,
    host::Host,
    id::{ConversationId, TemplateId},
    session::Persona,
};

impl Chat {
    /// Saves a template. Until it is stored it is in the editor.
    pub fn save_template(self, mut draft: TemplateDraft) {
        let written = self.panels.template_draft;
        if draft.id.is_none() {
            // Now, so that it is stored once if it is saved again before it is stored.
            let session = self.storage.session();
            let id = Some(TemplateId::new(session.host().now().at, session.host().random()));
            written.update(|now| now.iter_mut().filter(|now| **now == draft).for_each(|now| now.id = id));
            draft.id = id;
        }
        let saved = draft.clone();
        let TemplateDraft { id, name, text, picture, preset } = draft;
        let step = async move |session: PageSession, conversation| {
            session.save_persona(conversation, id, Persona { name, text, picture, preset }).await.map(drop)
        };
        self.template_step_then(texts().saved, step, move || {
            if written.with_untracked(|now| *now == Some(saved)) {
                written.set(None);
            }
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
        self.template_step_then(notice, step, || ());
    }

    fn template_step_then<F>(self, notice: &'static str, step: F, then: impl FnOnce() + 'static)
    where
        F: AsyncFnOnce(PageSession, ConversationId) -> Result<(), Error> + 'static,
    {
        self.change_recorded(
            async move |session, id| {
                step(session, id).await?;
                self.connection.load_again().await;
                Ok(notice.to_owned())
            },
            then,
        );
    }
}
