//! Makes a picked model the answering one, in the open conversation or in all.

use super::Chat;
use crate::{
    state::{Choice, DialogKind, picker::remember},
    texts::{fill, picker::picker},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    conversation::Conversation,
    error::Error,
    id::{ConversationId, ProjectId, ProviderId},
    project::{Project, ProjectText},
    provider::{Provider, ProviderKind},
    record::{Record, RecordKey},
    settings::{OwnModel, OwnSettings},
    store::Store,
};

impl Chat {
    /// Switches to a model, in the open conversation only or in all conversations without their own choice. Then the picker
    /// closes: a message that is typed after that goes to this model.
    pub fn pick(self, choice: Choice, only_here: bool) {
        remember(&choice);
        spawn_local(async move {
            let picked = if only_here { self.pick_here(&choice).await } else { self.pick_everywhere(&choice).await };
            match picked {
                Ok(()) if !only_here => drop(self.say_if_project_answers()),
                Ok(()) => {}
                Err(error) => self.storage.report(&error),
            }
            self.panels.dialogs.close(DialogKind::Models);
        });
    }

    /// Says that the model of the project still answers in the open conversation, where another one was chosen for all
    /// conversations. Returns whether it does.
    pub fn say_if_project_answers(self) -> bool {
        let project = untrack(|| self.connection.answering_project());
        if let Some(project) = &project {
            self.notices.say(fill(picker().project_answers, &[("name", &project.name)]));
        }
        project.is_some()
    }

    async fn pick_here(self, choice: &Choice) -> Result<(), Error> {
        let Some(open) = self.conversation.get_untracked() else { return Ok(()) };
        let model = (choice.provider.kind != ProviderKind::InPage).then(|| choice.own());
        self.choose_own(Some(choice.provider.id), OwnSettings { model, ..open.own }).await
    }

    async fn pick_everywhere(self, choice: &Choice) -> Result<(), Error> {
        self.answer_as_everywhere(self.id()).await?;
        if choice.provider.kind == ProviderKind::InPage {
            return self.connection.choose(choice.default_provider()).await;
        }
        let provider = choice.answering();
        self.connection.save_provider(&provider).await?;
        self.connection.choose(Some(provider.id)).await?;
        self.connection.load().await
    }

    /// Stores the context size of the answering model, in tokens, and retries the last reply.
    pub(super) fn use_context(self, tokens: u32) {
        let open = self.id();
        spawn_local(async move {
            match self.note_context(tokens).await {
                Ok(()) if self.id() == open => self.retry(),
                // Another conversation was opened meanwhile.
                Ok(()) => {}
                Err(error) => self.storage.report(&error),
            }
        });
    }

    async fn note_context(self, tokens: u32) -> Result<(), Error> {
        let (project, provider) = untrack(|| (self.connection.answering_project(), self.connection.provider()));
        match with_context(tokens, self.conversation.get_untracked(), project, provider) {
            ContextOf::Conversation(provider, own) => self.choose_own(provider, own).await,
            ContextOf::Project(id, text) => self.save_project(Some(id), text).await,
            ContextOf::Provider(provider) => {
                self.connection.save_provider(&provider).await?;
                self.connection.load().await
            }
        }
    }

    /// Removes a conversation's own provider and model, so that the default one answers there. `of`: the conversation in which
    /// the user chose that; another one may be open by now.
    ///
    /// # Errors
    /// [`Error::Store`]
    pub async fn answer_as_everywhere(self, of: Option<ConversationId>) -> Result<(), Error> {
        let Some(id) = of else { return Ok(()) };
        match self.storage.session().store().record(RecordKey::Conversation(id)).await? {
            Some(Record::Conversation(chosen)) if chosen.provider.is_some() => {
                self.choose_own_of(id, None, OwnSettings { model: None, ..chosen.own }).await
            }
            _ => Ok(()),
        }
    }

    /// Sets the open conversation's own provider and settings.
    ///
    /// # Errors
    /// [`Error::OutOfRange`], [`Error::Store`]
    pub async fn choose_own(self, provider: Option<ProviderId>, own: OwnSettings) -> Result<(), Error> {
        let Some(id) = self.id() else { return Ok(()) };
        self.choose_own_of(id, provider, own).await
    }

    async fn choose_own_of(
        self,
        id: ConversationId,
        provider: Option<ProviderId>,
        own: OwnSettings,
    ) -> Result<(), Error> {
        self.storage.session().choose_own(id, provider, own).await?;
        self.refresh(id).await;
        self.storage.changed(id);
        Ok(())
    }
}

/// Where the size of the context of the answering model is stored: where that model is chosen.
#[derive(Debug, PartialEq)]
enum ContextOf {
    /// In the conversation, which has a model of its own.
    Conversation(Option<ProviderId>, OwnSettings),
    /// In the project.
    Project(ProjectId, ProjectText),
    /// In the connection.
    Provider(Provider),
}

fn with_context(tokens: u32, open: Option<Conversation>, project: Option<Project>, provider: Provider) -> ContextOf {
    let sized = |model: &OwnModel| Some(OwnModel { context_tokens: Some(tokens), ..model.clone() });
    if let Some((open, model)) = open.as_ref().and_then(|open| Some((open, open.own.model.as_ref()?))) {
        return ContextOf::Conversation(open.provider, OwnSettings { model: sized(model), ..open.own.clone() });
    }
    if let Some((project, model)) = project.as_ref().and_then(|project| Some((project, project.model.as_ref()?))) {
        return ContextOf::Project(project.id, ProjectText { model: sized(model), ..project.text() });
    }
    ContextOf::Provider(Provider { context_tokens: Some(tokens), ..provider })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::{conversation, server};
    use ricordo_core::time::Timestamp;

    fn own(model: &str) -> OwnModel {
        OwnModel { model: model.to_owned(), context_tokens: None, supports_images: true, has_tools: false }
    }

    #[test]
    fn the_size_of_a_context_is_stored_where_the_answering_model_is_chosen_and_changes_nothing_else() {
        let provider = server(1, "default");
        let of_project = ProjectText { model: Some(own("of the project")), ..ProjectText::default() };
        let project = Project::new(ProjectId::new(Timestamp(0), [1; 10]), of_project, Timestamp(0));
        let open = conversation(1, "", Timestamp(0));
        let mut with_own = Conversation { provider: Some(provider.id), ..open.clone() };
        with_own.own.model = Some(own("of the conversation"));
        let stored = |open: &Conversation, project: Option<&Project>| {
            with_context(8_192, Some(open.clone()), project.cloned(), provider.clone())
        };
        match stored(&with_own, Some(&project)) {
            ContextOf::Conversation(id, settings) => {
                let model = OwnModel { context_tokens: Some(8_192), ..own("of the conversation") };
                assert_eq!((id, settings.model.as_ref()), (Some(provider.id), Some(&model)));
                assert_eq!(
                    OwnSettings { model: None, ..settings },
                    OwnSettings { model: None, ..with_own.own.clone() }
                );
            }
            other => panic!("{other:?}"),
        }
        match stored(&open, Some(&project)) {
            ContextOf::Project(id, text) => {
                let model = OwnModel { context_tokens: Some(8_192), ..own("of the project") };
                assert_eq!((id, text), (project.id, ProjectText { model: Some(model), ..project.text() }));
            }
            other => panic!("{other:?}"),
        }
        let without = Project { model: None, ..project };
        for project in [None, Some(&without)] {
            let wanted = Provider { context_tokens: Some(8_192), ..provider.clone() };
            assert_eq!(stored(&open, project), ContextOf::Provider(wanted));
        }
    }
}
