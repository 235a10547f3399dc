//! Undoable changes to the settings and templates, recorded in the conversation where they were made.

use super::{Session, loading::first_page};
use crate::{
    change::Change,
    compile,
    error::Error,
    host::Host,
    id::{ConversationId, TemplateId},
    record::{Kind, Record, RecordKey},
    settings::{Settings, SystemPrompt},
    store::Store,
    template::{Template, Variables, shipped},
    tools::specs,
    undo::UndoneCommand,
};
use ricordo_text::excerpt::around;

/// Characters of the text that name a template without a name.
const NAMED_BY: usize = 40;

impl<S: Store, H: Host> Session<S, H> {
    /// Stores the settings with an undo entry: after a preset was chosen, or a value typed.
    ///
    /// # Errors
    /// As [`Session::save_settings`].
    pub async fn change_settings(&self, conversation: ConversationId, settings: &Settings) -> Result<(), Error> {
        settings.check()?;
        self.check_zone(settings)?;
        if self.settings().await? == *settings {
            return Ok(());
        }
        let changes = vec![Change::Put(Record::Settings(Box::new(settings.clone())))];
        self.apply_with_undo(conversation, UndoneCommand::Settings, changes).await
    }

    /// The user's templates, oldest first.
    ///
    /// # Errors
    /// [`Error::Store`], as from every method of this module.
    pub async fn templates(&self) -> Result<Vec<Template>, Error> {
        let records = self.store.records(Kind::Template).await?;
        Ok(records
            .into_iter()
            .filter_map(|record| if let Record::Template(found) = record { Some(found) } else { None })
            .collect())
    }

    /// Stores a template: a new one, or other words for the one with the id, which keeps its picture and preset. Without a
    /// name it is named by its first words.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn save_template(
        &self,
        conversation: ConversationId,
        id: Option<TemplateId>,
        name: &str,
        text: &str,
    ) -> Result<Template, Error> {
        let known = match id {
            Some(id) => self.template(id).await?,
            None => None,
        };
        let (picture, preset) = known.map(|known| (known.picture, known.preset)).unwrap_or_default();
        self.put_template(conversation, Template { picture, preset, ..self.new_template(id, name, text) }).await
    }

    /// Deletes a template. Where it was in use, the system prompt of the settings takes over.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn delete_template(&self, conversation: ConversationId, id: TemplateId) -> Result<(), Error> {
        let settings = self.settings().await?;
        let mut changes = vec![Change::Remove(RecordKey::Template(id))];
        if settings.template == Some(id) {
            changes.push(Change::Put(Record::Settings(Box::new(Settings { template: None, ..settings }))));
        }
        self.apply_with_undo(conversation, UndoneCommand::Template, changes).await
    }

    /// Uses one of the user's templates wherever a conversation has none of its own.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn use_template(&self, conversation: ConversationId, id: TemplateId) -> Result<(), Error> {
        let settings = Settings { template: Some(id), ..self.settings().await? };
        let changes = vec![Change::Put(Record::Settings(Box::new(settings)))];
        self.apply_with_undo(conversation, UndoneCommand::Template, changes).await
    }

    /// Makes a shipped template the system prompt of the settings. A prompt that the user wrote there is first stored
    /// as a template, so that it is not lost.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn use_shipped_template(&self, conversation: ConversationId, name: &str) -> Result<(), Error> {
        let settings = self.settings().await?;
        if shipped(name, settings.language).is_none() {
            return Ok(());
        }
        let mut changes = Vec::new();
        if let Some(text) = settings.system_prompt.own().filter(|text| !text.trim().is_empty()) {
            changes.push(Change::Add(Record::Template(self.new_template(None, "", text))));
        }
        let settings = Settings { template: None, system_prompt: SystemPrompt::shipped(name), ..settings };
        changes.push(Change::Put(Record::Settings(Box::new(settings))));
        self.apply_with_undo(conversation, UndoneCommand::Template, changes).await
    }

    /// The current values of the template variables in a conversation, for a preview.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn template_values(&self, conversation: ConversationId) -> Result<Variables, Error> {
        let settings = self.settings().await?;
        let snapshot = self.snapshot(conversation, first_page(&settings)).await?;
        let mut tools = specs(&settings.tools);
        tools.extend(self.host.tools());
        Ok(compile::template_values(&snapshot, &settings, &tools, &self.now(&settings)))
    }

    pub(super) fn new_template(&self, id: Option<TemplateId>, name: &str, text: &str) -> Template {
        let id = id.unwrap_or_else(|| TemplateId::new(self.host.now().at, self.host.random()));
        let name = match name.trim() {
            "" => around(text.trim(), 0, NAMED_BY),
            name => name.to_owned(),
        };
        Template { id, name, text: text.to_owned(), picture: None, preset: None }
    }

    /// The settings before a command, except what the command did not change: the language of the page, the provider,
    /// the prices and the place of the vectors are set elsewhere, without an undo entry.
    pub(super) async fn settings_undone(&self, command: UndoneCommand, before: Settings) -> Result<Change, Error> {
        let now = self.settings().await?;
        let undone = match command {
            UndoneCommand::Template => {
                Settings { template: before.template, system_prompt: before.system_prompt, ..now }
            }
            UndoneCommand::Provider => Settings { provider: before.provider, ..now },
            _ => {
                let mut embeddings = before.embeddings.clone();
                // An earlier build stored the choice without the address that the user agreed to.
                if embeddings.address.is_none() && embeddings.server() == now.embeddings.server() {
                    embeddings.address = now.embeddings.address;
                }
                Settings {
                    provider: now.provider,
                    prices: now.prices,
                    language: now.language,
                    vector_store: now.vector_store,
                    embeddings,
                    ..before
                }
            }
        };
        Ok(Change::Put(Record::Settings(Box::new(undone))))
    }
}
