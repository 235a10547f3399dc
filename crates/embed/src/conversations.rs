//! Commands on whole conversations.

use crate::{
    cross::{id, to_js},
    given::Fields,
    lazy_calls::Answer,
    manager::Manager,
};
use ricordo_core::{
    conversation::Conversation,
    error::Error,
    id::{ConversationId, ProjectId},
};
use serde_json::{Value, json};
use wasm_bindgen::JsValue;

impl Manager {
    /// All conversations, most recently used first.
    ///
    /// # Errors
    /// Storage error codes.
    pub(crate) async fn conversations(&self) -> Answer {
        let open = self.conversation.get();
        let plain = |conversation: &Conversation| -> Value {
            json!({
                "id": conversation.id,
                "title": conversation.title,
                "createdAt": conversation.created_at.0,
                "updatedAt": conversation.updated_at.0,
                "temporary": conversation.temporary,
                "pinned": conversation.pinned,
                "archived": conversation.archived,
                "tags": conversation.tags,
                "project": conversation.project,
                "open": conversation.id == open,
            })
        };
        to_js(&self.session.conversations().await?.iter().map(plain).collect::<Vec<_>>())
    }

    /// Opens another conversation. A temporary one that is left is erased.
    ///
    /// # Errors
    /// `no-conversation`, and storage error codes.
    pub(crate) async fn open_conversation(&self, conversation: ConversationId) -> Answer {
        let is_temporary = self.session.open(conversation, 1).await?.conversation.temporary;
        let lock = if is_temporary { self.lock_temporary(conversation).await? } else { None };
        self.show(conversation, lock).await?;
        self.recover(conversation).await?;
        Ok(JsValue::UNDEFINED)
    }

    /// Starts a conversation, in a project or in none, and opens it; a temporary one is in none, and is erased when it is left.
    ///
    /// # Errors
    /// `project-refused` if the project does not exist, `bad-argument` for an unknown option, because a conversation that was
    /// to be temporary must not be kept, and storage error codes.
    pub(crate) async fn new_conversation(&self, options: JsValue) -> Answer {
        let options = Fields::of(&options, "A new conversation", &["temporary", "project"])?;
        let project = options.text("project")?.map(|project| id::<ProjectId>(&project, "project")).transpose()?;
        let (made, lock) = if options.flag("temporary", false)? {
            self.new_temporary().await?
        } else {
            (self.session.new_conversation_in(project).await?.conversation.id, None)
        };
        self.show(made, lock).await?;
        Ok(made.to_string().into())
    }

    /// Renames a conversation.
    ///
    /// # Errors
    /// `no-conversation`, and storage error codes.
    pub(crate) async fn rename_conversation(&self, conversation: ConversationId, title: String) -> Answer {
        self.session.rename(conversation, &title).await?;
        Ok(JsValue::UNDEFINED)
    }

    /// Deletes a conversation. Undo restores it; after 30 days it is erased. A temporary one that is open is erased at once.
    ///
    /// # Errors
    /// `no-conversation`, and storage error codes.
    pub(crate) async fn delete_conversation(&self, conversation: ConversationId) -> Answer {
        let open = self.conversation.get();
        if conversation != open {
            self.session.delete_conversation(conversation, open).await?;
            return Ok(JsValue::UNDEFINED);
        }
        // Another one is opened first, because undo is about the open one.
        let next = self.beside(conversation).await?;
        self.session.open(next, 1).await?;
        self.recover(next).await?;
        if !self.is_temporary(conversation) {
            self.session.delete_conversation(conversation, next).await?;
        }
        if self.conversation.get() == conversation {
            self.show(next, None).await?;
        }
        Ok(JsValue::UNDEFINED)
    }

    /// The conversation that was used last besides this one, or a new one if there is none. Temporary ones are not opened
    /// unasked.
    async fn beside(&self, conversation: ConversationId) -> Result<ConversationId, Error> {
        let listed = self.session.conversations().await?;
        if listed.iter().all(|one| one.id != conversation) {
            return Err(Error::NoConversation);
        }
        match listed.iter().find(|one| !one.temporary && one.id != conversation) {
            Some(next) => Ok(next.id),
            None => Ok(self.session.begin_conversation().await?.conversation.id),
        }
    }

    /// Removes all messages of the open conversation but keeps the conversation. Undo restores them.
    ///
    /// # Errors
    /// Storage error codes.
    pub(crate) async fn clear(&self, open: ConversationId) -> Answer {
        self.session.clear(open).await?;
        Ok(JsValue::UNDEFINED)
    }
}
