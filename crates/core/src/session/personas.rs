//! Personas: templates with a picture and a preset, and which of them a conversation has.

use super::Session;
use crate::{
    change::Change,
    conversation::Conversation,
    error::Error,
    host::Host,
    id::{ConversationId, TemplateId},
    record::{Record, RecordKey},
    settings::OwnSettings,
    store::Store,
    template::Template,
    undo::UndoneCommand,
};
use ricordo_record::template::picture;

/// What a user writes and chooses for a persona.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Persona {
    /// Name.
    pub name: String,
    /// System prompt.
    pub text: String,
    /// Emoji or `data:` address of an image.
    pub picture: Option<String>,
    /// Name of a preset.
    pub preset: Option<String>,
}

impl<S: Store, H: Host> Session<S, H> {
    /// Stores a persona: a new one, or in place of the one with the id. A picture that is too large is left out.
    ///
    /// # Errors
    /// [`Error::Store`], as from every method of this module.
    pub async fn save_persona(
        &self,
        conversation: ConversationId,
        id: Option<TemplateId>,
        persona: Persona,
    ) -> Result<Template, Error> {
        let Persona { name, text, picture: given, preset } = persona;
        let template = Template { picture: picture(given), preset, ..self.new_template(id, &name, &text) };
        self.put_template(conversation, template).await
    }

    /// Gives a conversation a persona, or none: its system prompt takes the place of the conversation's own one, and its
    /// preset that of the persona before. `/undo` undoes this. Returns the persona; `None` if it does not exist.
    ///
    /// # Errors
    /// [`Error::NoConversation`].
    pub async fn choose_persona(
        &self,
        id: ConversationId,
        chosen: Option<TemplateId>,
    ) -> Result<Option<Template>, Error> {
        let conversation = self.conversation(id).await?;
        let before = self.persona_of(&conversation).await?;
        let persona = match chosen {
            Some(chosen) => self.template(chosen).await?,
            None => None,
        };
        if chosen.is_some() && persona.is_none() {
            return Ok(None);
        }
        let own = conversation.own.clone();
        let is_of_before = own.preset.is_some() && own.preset == before.and_then(|before| before.preset);
        let kept = own.preset.filter(|_| !is_of_before);
        let preset = persona.as_ref().and_then(|persona| persona.preset.clone()).or(kept);
        let system_prompt = own.system_prompt.filter(|_| persona.is_none());
        let own = OwnSettings { preset, system_prompt, ..conversation.own.clone() };
        let changed = Conversation { template: chosen, own, ..conversation.clone() };
        if changed != conversation {
            let changes = vec![Change::Put(Record::Conversation(changed))];
            self.apply_with_undo(id, UndoneCommand::Template, changes).await?;
        }
        Ok(persona)
    }

    /// The persona of a conversation.
    pub async fn persona_of(&self, conversation: &Conversation) -> Result<Option<Template>, Error> {
        match conversation.template {
            Some(id) => self.template(id).await,
            None => Ok(None),
        }
    }

    pub(super) async fn template(&self, id: TemplateId) -> Result<Option<Template>, Error> {
        match self.store.record(RecordKey::Template(id)).await? {
            Some(Record::Template(template)) => Ok(Some(template)),
            _ => Ok(None),
        }
    }

    pub(super) async fn put_template(
        &self,
        conversation: ConversationId,
        template: Template,
    ) -> Result<Template, Error> {
        if self.template(template.id).await?.as_ref() != Some(&template) {
            let changes = vec![Change::Put(Record::Template(template.clone()))];
            self.apply_with_undo(conversation, UndoneCommand::Template, changes).await?;
        }
        Ok(template)
    }
}
