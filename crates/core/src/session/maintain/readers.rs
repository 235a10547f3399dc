//! Decides which conversations a provider may read in the background: each goes to the connection that does its
//! background work, and to no other.

use super::super::Session;
use crate::{
    conversation::Conversation,
    error::Error,
    host::Host,
    id::ConversationId,
    project::Project,
    provider::{BackgroundProvider, Provider},
    settings::Settings,
    store::Store,
};

/// The provider that does the work of a run.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    pub(super) provider: &'a Provider,
    /// As [`super::MaintainControl::replying`].
    pub(super) replying: Option<&'a Provider>,
    /// The conversation in which the user asked for the work by a command; `None` if nobody asked.
    pub(super) asked: Option<ConversationId>,
}

/// A conversation that a provider may read.
pub(super) struct Readable {
    pub(super) conversation: Conversation,
    /// Its effective settings.
    pub(super) settings: Settings,
    /// The provider that replies in it.
    pub(super) replying: Provider,
}

impl<S: Store, H: Host> Session<S, H> {
    /// The provider that does the background work of a conversation in which `replying` answers.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn background_of(&self, id: ConversationId, replying: &Provider) -> Result<BackgroundProvider, Error> {
        let background = self.settings_in(id).await?.background;
        if background.provider.is_none() {
            return Ok(BackgroundProvider::of(replying, &background, &[]));
        }
        Ok(BackgroundProvider::of(replying, &background, &self.providers().await?))
    }

    /// Whether `reader` does the background work of a conversation.
    pub(super) async fn may_read(&self, reader: Reader<'_>, id: ConversationId) -> Result<bool, Error> {
        let readable = self.readable_by(reader, &self.settings().await?).await?;
        Ok(readable.iter().any(|one| one.conversation.id == id))
    }

    /// The conversations that can be read, are not deleted, and whose background work `reader` does, most recently used first.
    pub(super) async fn readable_by(&self, reader: Reader<'_>, general: &Settings) -> Result<Vec<Readable>, Error> {
        let (conversations, all) = (self.conversations_but_damaged().await?, self.providers().await?);
        let projects = self.projects().await?;
        let who = Who::of(reader, general, &conversations, &projects);
        let mut readable = Vec::new();
        for conversation in conversations {
            let project = Project::of(&conversation, &projects);
            let Some(replying) = who.replying(&conversation, project, general, &all) else { continue };
            let settings = self.settings_under(general.clone(), &conversation.own, project).await?;
            if who.reads(&BackgroundProvider::of(&replying, &settings.background, &all)) {
                readable.push(Readable { conversation, settings, replying });
            }
        }
        Ok(readable)
    }
}

/// The role of the reader of a run.
struct Who<'a> {
    reader: Reader<'a>,
    /// Whether a conversation or the settings chose it to reply.
    answers_somewhere: bool,
    /// Whether a conversation or the settings chose it for background work.
    is_background: bool,
}

impl<'a> Who<'a> {
    fn of(reader: Reader<'a>, general: &Settings, conversations: &[Conversation], projects: &[Project]) -> Self {
        let id = Some(reader.provider.id);
        let own = |conversation: &Conversation| conversation.own.background.as_ref().and_then(|own| own.provider);
        Self {
            reader,
            answers_somewhere: general.provider == id
                || conversations.iter().any(|conversation| conversation.provider == id)
                || projects.iter().any(|project| project.provider == id),
            is_background: general.background.provider == id
                || conversations.iter().any(|conversation| own(conversation) == id),
        }
    }

    /// The provider that replies in a conversation of a project. `None`: the connection that was chosen no longer exists,
    /// so no provider may read it.
    fn replying(
        &self,
        conversation: &Conversation,
        project: Option<&Project>,
        general: &Settings,
        all: &[Provider],
    ) -> Option<Provider> {
        let given = self.reader.replying.unwrap_or(self.reader.provider);
        let of_project = project.and_then(|project| project.provider);
        match conversation.provider.or(of_project).or(general.provider) {
            Some(id) if id == given.id && !all.iter().any(|provider| provider.id == id) => Some(given.clone()),
            Some(id) => {
                let replying = Provider::of_conversation(conversation, project, general, all);
                (replying.id == id).then_some(replying)
            }
            // Where the settings name none, it is the provider given to the program, unless that one was chosen for
            // others.
            None if self.reader.replying.is_none() && (self.answers_somewhere || self.is_background) => {
                Some(Provider::in_page())
            }
            None => Some(given.clone()),
        }
    }

    /// Whether the reader does the work of this background provider.
    fn reads(&self, background: &BackgroundProvider) -> bool {
        let Reader { provider, replying, .. } = self.reader;
        if !background.is_chosen && replying.is_some_and(|replying| replying.id == background.provider.id) {
            return true;
        }
        // A connection chosen for background work was chosen together with its model.
        let is_model = background.provider.model == provider.model;
        background.provider.id == provider.id && (is_model || !(background.is_chosen || self.is_background))
    }
}
