//! The commands that make summaries now: `/compress`, `/uncompress`, `/summarize`.

use super::{Chat, PageSession, turn::held_after};
use crate::texts::{answers::upkeep, errors::Told};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::locks::Guard;
use ricordo_core::{
    error::Error,
    id::{ConversationId, SummaryId},
    provider::ProviderKind,
    session::{MaintainControl, Outcome},
};

/// Which of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpkeepCommand {
    /// `/compress`
    Compress,
    /// `/uncompress`
    Uncompress,
    /// `/summarize`
    Summarize,
}

/// How often the lock is tried while the idle work of this tab ends.
const TRIES: u32 = 60;

/// The lock that whoever makes summaries holds: one tab at a time, for all conversations.
pub fn lock_of(chat: Chat) -> String {
    format!("ricordo:{}:maintain", chat.storage.name.get_value())
}

/// Holds it for what a person asks: the idle work of this tab gives way, and is still due afterwards. `None`: another tab
/// makes summaries.
pub async fn hold(chat: Chat) -> Option<Guard> {
    chat.upkeep.give_way();
    held_after(&lock_of(chat), TRIES).await
}

/// Runs one of them in the open conversation.
pub fn run(chat: Chat, command: UpkeepCommand) {
    let Some(id) = chat.id() else { return };
    spawn_local(async move {
        if command != UpkeepCommand::Uncompress {
            chat.notices.ask(upkeep().begun);
        }
        match done(chat, command, id).await {
            Ok(Ok((said, _))) if chat.id() != Some(id) => chat.notices.say(said),
            Ok(Ok((said, Some(summary)))) => chat.notices.say_of_summary(said, summary),
            Ok(Ok((said, None))) => chat.notices.say_with_undo(said),
            Ok(Err(why)) => chat.notices.trouble(why),
            Err(error) => {
                chat.notices.dismiss();
                chat.storage.report(&error);
            }
        }
        chat.upkeep.soon(chat);
        chat.refresh(id).await;
        chat.storage.changed(id);
    });
}

/// What was done, and the summary that was made; or why it was not done.
async fn done(
    chat: Chat,
    command: UpkeepCommand,
    id: ConversationId,
) -> Result<Result<(&'static str, Option<SummaryId>), String>, Error> {
    let Some(_lock) = hold(chat).await else {
        return Ok(Err(upkeep().busy.to_owned()));
    };
    let session = chat.storage.session();
    if command == UpkeepCommand::Uncompress {
        let taken_back = session.uncompress(id).await?;
        return Ok(taken_back.map(|_| (upkeep().uncompressed, None)).map_err(|why| why.told()));
    }
    let provider = chat.connection.background_now();
    if provider.kind == ProviderKind::InPage && command == UpkeepCommand::Compress {
        return without_model(&session, id).await;
    }
    let model = chat.connection.model(&provider).await?;
    let control = MaintainControl::default();
    let (outcome, said) = match command {
        UpkeepCommand::Summarize => {
            let outcome = session.summarize_now(&model, &provider, id, &control, &|_| ()).await?;
            let said = if chat.connection.settings.with_untracked(|settings| settings.summaries.enabled) {
                upkeep().summarized
            } else {
                upkeep().summarized_not_sent
            };
            (outcome, said)
        }
        UpkeepCommand::Compress | UpkeepCommand::Uncompress => {
            let outcome = session.compress(&model, &provider, id, &control, &|_| ()).await?;
            (outcome, upkeep().compressed)
        }
    };
    Ok(match outcome {
        Outcome::Made(summary) => Ok((said, Some(summary.id))),
        Outcome::NotMade(why) if why.is_the_models_fault() && command == UpkeepCommand::Compress => {
            return without_model(&session, id).await;
        }
        Outcome::NotMade(why) => Err(why.told()),
    })
}

/// A summary of the sentences that tell the most, word for word: where there is no model that can make one.
async fn without_model(
    session: &PageSession,
    id: ConversationId,
) -> Result<Result<(&'static str, Option<SummaryId>), String>, Error> {
    Ok(match session.compress_without_model(id).await? {
        Outcome::Made(summary) => Ok((upkeep().compressed_without_model, Some(summary.id))),
        Outcome::NotMade(why) => Err(why.told()),
    })
}
