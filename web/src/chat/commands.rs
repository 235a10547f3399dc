//! Runs the commands. Each change of stored data is one step of the session. A notice says what was done, with Undo if
//! it can be undone.

use super::{
    Chat, deferred,
    maintenance_commands::{self, MaintenanceCommand},
};
use crate::{
    loaded::Boxed,
    state::{DialogKind, Erasure, Found, PageSession},
    texts::{
        answers::{answers, late},
        fill,
    },
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    command::Command,
    error::Error,
    id::{ConversationId, MemoryId, MessageId, UndoId},
    manifest::SourceId,
    mark::{MarkKind, Rating},
    record::RecordKey,
    scope::Scope,
    session::Confirmed,
    store::Store,
};

/// What is shown about a step that succeeded.
pub(super) struct Done {
    pub text: String,
    /// The step, if it can be undone.
    pub undo: Option<UndoId>,
}

impl Chat {
    /// Runs the command in `text`, which begins with a slash, or sends it if it is none. `questioned`: the text that was asked
    /// about last, which is sent.
    pub fn command(self, text: String, questioned: Option<String>) {
        deferred::command(self, text, questioned);
    }

    /// Whether the conversation that was open when something was asked for still is; if not, says that it was not done.
    pub(super) fn is_still(self, open: Option<ConversationId>) -> bool {
        let is_still = open.is_none() || self.id() == open;
        if !is_still {
            self.notices.trouble(late().elsewhere);
        }
        is_still
    }

    /// Runs a command for [`Chat::command`], once its code is loaded.
    pub(super) fn run_command(self, command: Command) {
        let panels = self.panels;
        match command {
            Command::Forget { keep } => self.forget(keep),
            Command::ForgetAbout { text } => self.look_for(text),
            Command::Remember => self.remember(),
            Command::New { erase } => self.new_by_command(erase),
            Command::Clear => self.clear(),
            Command::Erase => panels.ask_to_erase(Erasure::This),
            Command::Compress => maintenance_commands::run(self, MaintenanceCommand::Compress),
            Command::Uncompress => maintenance_commands::run(self, MaintenanceCommand::Uncompress),
            Command::Summarize => maintenance_commands::run(self, MaintenanceCommand::Summarize),
            Command::Memories => panels.dialogs.open(DialogKind::Memories),
            Command::Documents => panels.dialogs.open(DialogKind::Documents),
            Command::Tasks => panels.dialogs.open(DialogKind::Tasks),
            Command::Search { text } => self.finding.open(self, text),
            Command::Stats => panels.dialogs.open(DialogKind::Statistics),
            Command::Mute { silent } => self.set_reminders(!silent),
            Command::Context => panels.dialogs.open(DialogKind::Inspection),
            Command::Export => self.storage.export(),
            Command::Import => panels.dialogs.open(DialogKind::Storage),
            Command::Preset { name: None } => panels.dialogs.open(DialogKind::Presets),
            Command::Preset { name: Some(name) } => self.apply_preset(name),
            Command::Project { name } => self.project_command(&name),
            Command::Compare => panels.dialogs.open(DialogKind::Several),
            Command::Persona { name } => self.persona_command(name),
            Command::Settings => panels.dialogs.open(DialogKind::Settings),
            Command::Start => self.greet(),
            Command::Help => panels.dialogs.open(DialogKind::Help),
            Command::Undo => self.undo(None),
        }
    }

    fn forget(self, keep: u32) {
        let change = async move |session: PageSession, id| {
            session.forget(id, keep).await?;
            // A document stays in use, and nothing near the composer shows it.
            let documents = session.documents().await.unwrap_or_default();
            let kept = documents.iter().filter(|document| document.scope == Scope::Conversation(id)).count();
            Ok(forgotten(keep, kept))
        };
        self.change(change, true);
    }

    fn remember(self) {
        let notice = |was_forgotten| match was_forgotten {
            true => answers().remembered,
            false => answers().nothing_forgotten,
        };
        self.change(async move |session, id| session.remember(id).await.map(|done| notice(done).to_owned()), false);
    }

    /// Undoes the last `/forget`, whatever was done since.
    pub fn undo_forget(self) {
        self.remember();
    }

    /// Finds what is about a text, for the user to choose from.
    fn look_for(self, text: String) {
        let Some(id) = self.id() else { return };
        spawn_local(async move {
            let found = self.storage.session().find_about(id, &text, &self.connection.provider()).await;
            // It takes a while, and would be forgotten in the conversation that is open then.
            if !self.is_still(Some(id)) {
                return self.put_back(id, &format!("/forget {text}")).await;
            }
            match found {
                Ok(about) => {
                    self.panels.found.set(Found { text, about });
                    self.panels.dialogs.open(DialogKind::Forget);
                }
                Err(error) => self.storage.report(&error),
            }
        });
    }

    /// Makes the text of a command that was not run the draft of its conversation, unless that has one.
    async fn put_back(self, id: ConversationId, text: &str) {
        let session = self.storage.session();
        let put = async {
            if session.store().record(RecordKey::ComposerDraft(id)).await?.is_none() {
                session.save_composer(id, text).await?;
            }
            Ok::<_, Error>(())
        };
        if let Err(error) = put.await {
            self.storage.report(&error);
        }
    }

    /// Forgets what the user confirmed.
    pub fn forget_about(self, confirmed: Confirmed) {
        let count = confirmed.messages.len() + confirmed.memories.len() + confirmed.summaries.len();
        let notice = answers().left_out.say(count as u64);
        self.change(async move |session, id| session.forget_about(id, &confirmed).await.map(|()| notice), true);
    }

    /// Mutes or pins a message, or removes its mark.
    pub fn mark(self, message: MessageId, kind: Option<MarkKind>) {
        let notice = marked(kind);
        self.change(async move |session, id| session.mark(id, message, kind).await.map(|()| notice), true);
    }

    /// Lets a message be recalled again; it stays muted or pinned.
    pub fn recall_again(self, message: MessageId) {
        let notice = marked(None);
        self.change(async move |session, id| session.recall_again(id, message).await.map(|()| notice), true);
    }

    /// Rates a message, or removes its rating.
    pub fn rate(self, message: MessageId, rating: Option<Rating>) {
        let notice = if rating.is_some() { answers().rated } else { answers().unrated };
        self.change(async move |session, id| session.rate(id, message, rating).await.map(|()| notice.to_owned()), true);
    }

    /// Never recalls the messages, the passages or the summary of a piece again, and archives its memories.
    pub fn do_not_recall(self, piece: &[SourceId]) {
        let memories: Vec<MemoryId> = piece
            .iter()
            .filter_map(|source| if let SourceId::Memory(id) = source { Some(*id) } else { None })
            .collect();
        if !memories.is_empty() {
            return self.forget_about(Confirmed { memories, ..Confirmed::default() });
        }
        if let [SourceId::Summary(summary)] = *piece {
            let notice = answers().summary_not_recalled.to_owned();
            let step =
                async move |session: PageSession, id| session.do_not_recall_summary(summary, id).await.map(|()| notice);
            return self.change(step, true);
        }
        let (mut messages, mut passages, mut of) = (Vec::new(), Vec::new(), None);
        for source in piece {
            match source {
                SourceId::Message(message) => messages.push(*message),
                SourceId::Chunk(document, number) => {
                    // The passages of a piece are of one document.
                    of = Some(*document);
                    passages.push(*number);
                }
                SourceId::Memory(_) | SourceId::Summary(_) | SourceId::Project(_) => {}
            }
        }
        let notice = answers().not_recalled.say((messages.len() + passages.len()) as u64);
        let step = async move |session: PageSession, id| {
            match of {
                Some(document) => session.do_not_recall_chunks(id, document, &passages).await?,
                None => session.do_not_recall(&messages, id).await?,
            }
            Ok(notice)
        };
        self.change(step, true);
    }

    fn greet(self) {
        let name = self.connection.settings.with_untracked(|settings| settings.bot_name.clone());
        self.notices.say(fill(answers().hello, &[("name", &name)]));
    }

    /// Runs a step that changes the open conversation, shows the returned notice and reloads the conversation.
    pub fn change<F>(self, step: F, offers_undo: bool)
    where
        F: AsyncFnOnce(PageSession, ConversationId) -> Result<String, Error> + 'static,
    {
        self.change_then(step, offers_undo, || ());
    }

    /// Like [`Chat::change`]; calls `then` on success.
    pub fn change_then<F>(self, step: F, offers_undo: bool, then: impl FnOnce() + 'static)
    where
        F: AsyncFnOnce(PageSession, ConversationId) -> Result<String, Error> + 'static,
    {
        let Some(id) = self.id() else { return };
        let session = self.storage.session();
        self.finish_change(id, Box::pin(async move { step(session, id).await }), offers_undo, Box::new(then));
    }

    /// What [`Chat::change_then`] does for every step. Not generic: there are forty steps, and each would bring a copy.
    pub(super) fn finish_change(
        self,
        id: ConversationId,
        step: Boxed<Result<String, Error>>,
        offers_undo: bool,
        then: Box<dyn FnOnce()>,
    ) {
        self.finish(id, Box::pin(self.done(id, step, offers_undo)), then);
    }

    /// Like [`Chat::finish_change`], with Undo, while no reply may be written to the conversation.
    pub(super) fn finish_alone(self, id: ConversationId, step: Boxed<Result<String, Error>>) {
        spawn_local(async move {
            let Some(_lock) = self.alone_or_busy(id).await else { return };
            self.finished(id, Box::pin(self.done(id, step, true)), Box::new(|| ())).await;
        });
    }

    pub(super) async fn done(
        self,
        id: ConversationId,
        step: Boxed<Result<String, Error>>,
        offers_undo: bool,
    ) -> Result<Done, Error> {
        let before = if offers_undo { self.last_undo(id).await? } else { None };
        let text = step.await?;
        let undo = if offers_undo { self.undo_since(id, before).await } else { None };
        Ok(Done { text, undo })
    }

    /// Says what a step in a conversation did, and offers Undo if that is open: in another one it would take back the last
    /// step there. Beside a temporary chat, it is looked for wherever it is recorded.
    pub async fn say_done(self, of: ConversationId, text: impl Into<String>) {
        let step = self.undo_since(of, None).await;
        self.say_undoable(of, text.into(), step);
    }

    pub(super) fn say_undoable(self, of: ConversationId, text: String, step: Option<UndoId>) {
        match step.filter(|_| self.id() == Some(of) || untrack(|| self.is_temporary())) {
            Some(step) => self.notices.say_with_undo(text, step),
            None => self.notices.say(text),
        }
    }

    /// The last step of a conversation that can be undone, if it is not the one from before. A step that changed nothing, such as
    /// saving what was not edited, has no entry: Undo would take back an earlier one.
    pub(super) async fn undo_since(self, id: ConversationId, before: Option<UndoId>) -> Option<UndoId> {
        self.last_undo(id).await.ok().flatten().filter(|last| Some(*last) != before)
    }

    pub(super) async fn last_undo(self, id: ConversationId) -> Result<Option<UndoId>, Error> {
        Ok(self.storage.session().store().last_undo(id).await?.map(|undo| undo.id))
    }

    fn finish(self, id: ConversationId, step: Boxed<Result<Done, Error>>, then: Box<dyn FnOnce()>) {
        spawn_local(self.finished(id, step, then));
    }

    /// Shows what a step says, then what it changed.
    pub(super) async fn finished(self, id: ConversationId, step: Boxed<Result<Done, Error>>, then: Box<dyn FnOnce()>) {
        match step.await {
            Ok(Done { text, undo }) => self.say_undoable(id, text, undo),
            Err(error) => return self.storage.report(&error),
        }
        then();
        self.refresh(id).await;
        self.storage.changed(id);
    }
}

/// What is shown after `/forget`, which keeps this number of messages.
fn forgotten(keep: u32, documents: usize) -> String {
    let afresh = match keep {
        0 => answers().afresh.to_owned(),
        keep => answers().afresh_with.say(keep.into()),
    };
    match documents {
        0 => afresh,
        documents => format!("{afresh} {}", answers().documents_stay.say(documents as u64)),
    }
}

/// What is shown about the mark that a message has now.
fn marked(kind: Option<MarkKind>) -> String {
    match kind {
        Some(MarkKind::Muted) => answers().muted.to_owned(),
        Some(MarkKind::Pinned) => answers().pinned.to_owned(),
        Some(MarkKind::NotRecalled) => answers().not_recalled.say(1),
        Some(MarkKind::Rated) | None => answers().unmarked.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn forgetting_says_whether_some_messages_and_documents_stay() {
        for language in UiLanguage::all() {
            speak(language);
            assert_eq!(forgotten(0, 0), answers().afresh);
            let some = forgotten(4, 0);
            assert!(some.contains('4') && some != answers().afresh && !some.contains('{'), "{some}");
            let with_documents = forgotten(0, 3);
            let more = with_documents.strip_prefix(answers().afresh).unwrap();
            assert!(more.contains('3') && !more.contains('{'), "{more}");
        }
    }

    #[test]
    fn each_mark_is_shown_as_what_it_is() {
        for language in UiLanguage::all() {
            speak(language);
            let kinds = [Some(MarkKind::Muted), Some(MarkKind::Pinned), Some(MarkKind::NotRecalled), None];
            let sentences = kinds.map(marked);
            for (at, sentence) in sentences.iter().enumerate() {
                assert!(!sentence.is_empty() && !sentences[..at].contains(sentence), "{sentence}");
            }
        }
    }
}
