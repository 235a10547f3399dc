//! Commands that run maintenance at once: `/compress`, `/uncompress`, `/summarize`.

use super::Chat;
use crate::{
    state::PageSession,
    texts::{answers::maintenance as texts, errors::Localized},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::locks::{self, Guard};
use ricordo_core::{
    error::Error,
    id::{ConversationId, SummaryId},
    provider::{Provider, ProviderKind},
    session::{Halt, MaintainControl, NotMade, Outcome},
};

/// A maintenance command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaintenanceCommand {
    /// `/compress`
    Compress,
    /// `/uncompress`
    Uncompress,
    /// `/summarize`
    Summarize,
}

/// How long to wait for the lock while this tab's background work ends, in milliseconds.
const LOCK_PATIENCE_MS: u32 = 5_000;

/// Name of the maintenance lock: one tab at a time makes summaries, for all conversations.
pub fn lock_of(chat: Chat) -> String {
    format!("ricordo:{}:maintain", chat.storage.name.get_value())
}

/// Takes the lock for a user's command. This tab's background work is cancelled and stays due. Returns `None` if another tab
/// makes summaries.
pub async fn hold(chat: Chat) -> Option<Guard> {
    chat.maintenance.preempt();
    locks::hold_within(&lock_of(chat), LOCK_PATIENCE_MS).await
}

/// Runs a command in the open conversation.
pub fn run(chat: Chat, command: MaintenanceCommand) {
    let Some(id) = chat.id() else { return };
    // Now, because another conversation, with another provider, may be open when the lock is free.
    let provider = chat.connection.background_now();
    spawn_local(async move {
        if command != MaintenanceCommand::Uncompress {
            chat.notices.ask(texts().begun);
        }
        match done(chat, command, id, &provider).await {
            Ok((notice, _)) if chat.id() != Some(id) => chat.notices.say(notice),
            Ok((notice, Some(summary))) => {
                let undo = chat.undo_since(id, None).await;
                chat.notices.say_of_summary(notice, summary, undo.filter(|_| chat.id() == Some(id)));
            }
            Ok((notice, None)) => chat.say_done(id, notice).await,
            Err(not_done) => not_done.show(chat),
        }
        chat.maintenance.schedule(chat);
        chat.refresh(id).await;
        chat.storage.changed(id);
    });
}

/// Why a command was not run.
pub enum NotDone {
    /// Reason as a sentence.
    Why(String),
    /// Storage failed.
    Error(Error),
}

impl NotDone {
    /// Shows the reason in place of the notice that the work has started.
    pub fn show(self, chat: Chat) {
        match self {
            Self::Why(why) => chat.notices.trouble(why),
            Self::Error(error) => {
                chat.notices.dismiss();
                chat.storage.report(&error);
            }
        }
    }
}

impl From<Error> for NotDone {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl From<NotMade> for NotDone {
    fn from(why: NotMade) -> Self {
        Self::Why(why.localized())
    }
}

impl From<Halt> for NotDone {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::NotMade(why) => why.into(),
            Halt::Error(error) => error.into(),
        }
    }
}

/// Runs a command. Returns a sentence for the notice, and the summary that was made.
async fn done(
    chat: Chat,
    command: MaintenanceCommand,
    id: ConversationId,
    provider: &Provider,
) -> Result<(&'static str, Option<SummaryId>), NotDone> {
    let Some(_lock) = hold(chat).await else {
        return Err(NotDone::Why(texts().busy.to_owned()));
    };
    let session = chat.storage.session();
    if command == MaintenanceCommand::Uncompress {
        session.uncompress(id).await?;
        return Ok((texts().uncompressed, None));
    }
    if goes_without_model(command, provider.kind) {
        return without_model(&session, id).await;
    }
    let model = chat.connection.model(provider).await?;
    let control = MaintainControl::default();
    let (outcome, notice) = match command {
        MaintenanceCommand::Summarize => {
            let outcome = session.summarize_now(&model, provider, id, &control, &|_| ()).await?;
            let is_sent = session.sends_daily_summaries(id).await?;
            let notice = if is_sent { texts().summarized } else { texts().summarized_not_sent };
            (outcome, notice)
        }
        MaintenanceCommand::Compress | MaintenanceCommand::Uncompress => {
            let outcome = session.compress(&model, provider, id, &control, &|_| ()).await?;
            (outcome, texts().compressed)
        }
    };
    match outcome {
        Outcome::Made(summary) => Ok((notice, Some(summary.id))),
        Outcome::NotMade(why) if why.is_the_models_fault() && command == MaintenanceCommand::Compress => {
            without_model(&session, id).await
        }
        Outcome::NotMade(why) => Err(why.into()),
    }
}

/// Whether a summary is made without a model from the start: the one in the page is too slow for a whole conversation.
fn goes_without_model(command: MaintenanceCommand, kind: ProviderKind) -> bool {
    kind == ProviderKind::InPage && command == MaintenanceCommand::Compress
}

/// Makes an extractive summary, for when no model can make one.
async fn without_model(
    session: &PageSession,
    id: ConversationId,
) -> Result<(&'static str, Option<SummaryId>), NotDone> {
    match session.compress_without_model(id).await? {
        Outcome::Made(summary) => Ok((texts().compressed_without_model, Some(summary.id))),
        Outcome::NotMade(why) => Err(why.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn only_a_compression_beside_the_model_in_the_page_is_made_without_a_model() {
        use MaintenanceCommand::{Compress, Summarize, Uncompress};
        assert!(goes_without_model(Compress, ProviderKind::InPage));
        for command in [Summarize, Uncompress] {
            assert!(!goes_without_model(command, ProviderKind::InPage), "{command:?}");
        }
        for kind in [ProviderKind::Ollama, ProviderKind::OpenAiCompatible, ProviderKind::Anthropic] {
            assert!(!goes_without_model(Compress, kind), "{kind:?}");
        }
    }

    #[test]
    fn what_was_not_made_has_a_reason_in_words_and_an_error_of_the_store_stays_one() {
        for language in UiLanguage::all() {
            speak(language);
            for why in [NotMade::TooShort, NotMade::NoMessages, NotMade::NothingCompressed] {
                let sentence = why.localized();
                assert!(
                    matches!(Halt::NotMade(why).into(), NotDone::Why(words) if words == sentence && !words.is_empty())
                );
            }
        }
        assert!(matches!(Halt::Error(Error::NoConversation).into(), NotDone::Error(Error::NoConversation)));
    }
}
