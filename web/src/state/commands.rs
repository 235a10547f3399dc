//! What each command does. Everything that changes what is stored is one step of the session; what was done is said in a
//! notice, with Undo where it can be taken back.

use super::{
    Chat, Erasure, Found, PageSession,
    upkeep_commands::{self, UpkeepCommand},
};
use crate::{later, words};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    command::Command,
    error::Error,
    id::{ConversationId, MessageId},
    mark::MarkKind,
    preset,
    session::Confirmed,
};

impl Chat {
    /// Runs a command that was typed as `text`.
    pub fn command(self, command: Command, text: String) {
        self.composer.sent(&text);
        self.composer.save(self);
        later::command(self, command);
    }

    /// As [`Chat::command`], once it is loaded.
    pub fn run_command(self, command: Command) {
        let panels = self.panels;
        match command {
            Command::Forget { keep } => self.forget(keep),
            Command::ForgetAbout { text } => self.look_for(text, panels.forget),
            Command::Remember => self.remember(),
            Command::New { erase } => self.new_by_command(erase),
            Command::Clear => self.clear(),
            Command::Erase => panels.ask_to_erase(Erasure::This),
            Command::Compress => upkeep_commands::run(self, UpkeepCommand::Compress),
            Command::Uncompress => upkeep_commands::run(self, UpkeepCommand::Uncompress),
            Command::Summarize => upkeep_commands::run(self, UpkeepCommand::Summarize),
            Command::Memories => panels.memories.set(true),
            Command::Tasks => panels.tasks.set(true),
            Command::Documents => self.notices.say("Documents come with a later version."),
            Command::Search { text } => self.look_for(text, panels.search),
            Command::Stats => panels.stats.set(true),
            Command::Mute => self.toggle_reminders(),
            Command::Context => panels.inspection.set(true),
            Command::Export => self.storage.export(),
            Command::Import => self.notices.say(
                "Reading a file comes with the next version. It will take the JSON that /export saves: keep yours.",
            ),
            Command::Preset { name: None } => panels.presets.set(true),
            Command::Preset { name: Some(name) } => self.apply_preset(name),
            Command::Settings => panels.settings.set(true),
            Command::Start => self.greet(),
            Command::Help => panels.help.set(true),
            Command::Undo => self.undo(),
        }
    }

    fn forget(self, keep: u32) {
        let said = match keep {
            0 => "The model starts afresh. Everything stays here for you to read.".to_owned(),
            keep => format!("The model starts afresh, with the last {} only.", words::messages(keep.into())),
        };
        self.change(async move |session, id| session.forget(id, keep).await.map(|()| said), true);
    }

    fn remember(self) {
        let said = |was_forgotten| match was_forgotten {
            true => "Remembered: the model sees again what was forgotten.",
            false => "There is nothing to remember: nothing was forgotten here.",
        };
        self.change(async move |session, id| session.remember(id).await.map(|done| said(done).to_owned()), false);
    }

    /// Takes the last command back.
    pub fn undo(self) {
        let said = |undone: Option<_>| undone.map_or("There is nothing to take back.", words::undone);
        self.change(async move |session, id| session.undo(id).await.map(|undone| said(undone).to_owned()), false);
    }

    /// Takes the last forget back, whatever was done since.
    pub fn undo_forget(self) {
        self.remember();
    }

    /// Finds what is about a text and shows it in a dialog.
    fn look_for(self, text: String, dialog: RwSignal<bool>) {
        let Some(id) = self.id() else { return };
        spawn_local(async move {
            match self.storage.session().find_about(id, &text).await {
                Ok(about) => {
                    self.panels.found.set(Found { text, about });
                    dialog.set(true);
                }
                Err(error) => self.storage.report(&error),
            }
        });
    }

    /// Leaves out what the user confirmed.
    pub fn forget_about(self, confirmed: Confirmed) {
        let count = confirmed.messages.len() + confirmed.memories.len() + confirmed.summaries.len();
        let said = format!("{} left out from now on. It stays stored.", words::things(count as u64));
        self.change(async move |session, id| session.forget_about(id, &confirmed).await.map(|()| said), true);
    }

    /// Mutes or pins a message, or takes its mark away.
    pub fn mark(self, message: MessageId, kind: Option<MarkKind>) {
        let said = match kind {
            Some(MarkKind::Muted) => "Muted: the model does not see this message any more.",
            Some(MarkKind::Pinned) => "Pinned: the model keeps seeing this message.",
            None => "The message is sent as others are.",
        };
        self.change(async move |session, id| session.mark(id, message, kind).await.map(|()| said.to_owned()), true);
    }

    fn toggle_reminders(self) {
        let said = |are_on| match are_on {
            true => "Reminders of this conversation are on.",
            false => "Reminders of this conversation are off.",
        };
        self.change(async move |session, id| session.toggle_reminders(id).await.map(|on| said(on).to_owned()), true);
    }

    /// Switches to a preset that ships.
    pub fn apply_preset(self, name: String) {
        let settings = match self.connection.settings.with_untracked(|current| preset::apply(&name, current)) {
            Ok(settings) => settings,
            Err(refused) => return self.notices.trouble(refused.to_string()),
        };
        spawn_local(async move {
            match self.connection.save_settings(settings).await {
                Ok(()) => self.notices.say(format!("The settings are those of preset {name} now.")),
                Err(error) => self.storage.report(&error),
            }
        });
    }

    fn greet(self) {
        let name = self.connection.settings.with_untracked(|settings| settings.bot_name.clone());
        self.notices.say(format!(
            "Hello, this is {name}. Write a message to begin, / shows the commands, and /help tells what they do."
        ));
    }

    /// Changes what is stored of the open conversation, says what was done, and shows what is stored then.
    pub fn change<F>(self, step: F, offers_undo: bool)
    where
        F: AsyncFnOnce(PageSession, ConversationId) -> Result<String, Error> + 'static,
    {
        self.change_then(step, offers_undo, || ());
    }

    /// As [`Chat::change`]; `then` is done when it worked.
    pub fn change_then<F>(self, step: F, offers_undo: bool, then: impl FnOnce() + 'static)
    where
        F: AsyncFnOnce(PageSession, ConversationId) -> Result<String, Error> + 'static,
    {
        let Some(id) = self.id() else { return };
        spawn_local(async move {
            match step(self.storage.session(), id).await {
                Ok(said) if offers_undo => self.notices.say_with_undo(said),
                Ok(said) => self.notices.say(said),
                Err(error) => return self.storage.report(&error),
            }
            then();
            self.refresh(id).await;
            self.storage.changed(id);
        });
    }
}
