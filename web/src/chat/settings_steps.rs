//! Changes of the settings: edits, presets and the language. All except the language can be undone.

use super::Chat;
use crate::{
    browser,
    texts::{
        self, UiLanguage, answers::answers, errors::Localized, fill, presets::losses,
        settings::settings as settings_texts, translated,
    },
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::channel::News;
use ricordo_core::{error::Error, preset, record::Kind, settings::Settings, store::Store};

impl Chat {
    /// Applies a preset: a shipped one by its name, or the text of a file.
    pub fn apply_preset(self, preset: String) {
        let current = self.connection.settings.get_untracked();
        let settings = match preset::apply(&preset, &current) {
            Ok(settings) => settings,
            Err(refused) => return self.notices.trouble(refused.localized()),
        };
        let applied = fill(answers().preset_applied, &[("name", &settings.preset)]);
        let notice = losses(&current, &settings).into_iter().fold(applied, |notice, loss| format!("{notice} {loss}"));
        let from = self.id().filter(|_| current != settings);
        spawn_local(async move {
            match (self.change_settings(settings).await, from) {
                (Ok(()), Some(from)) => self.say_done(from, notice).await,
                // Undo would take back an earlier step.
                (Ok(()), None) => self.notices.say(notice),
                (Err(error), _) => self.storage.report(&error),
            }
        });
    }

    /// Saves the settings in a step that can be undone.
    ///
    /// # Errors
    /// [`Error::OutOfRange`], [`Error::UnknownZone`], [`Error::Store`]; the settings do not change then.
    pub async fn change_settings(self, settings: Settings) -> Result<(), Error> {
        match self.id() {
            Some(id) => self.storage.session().change_settings(id, &settings).await?,
            None => return self.connection.save_settings(settings).await,
        }
        self.connection.settings.set(settings);
        self.storage.announce(News::Several);
        Ok(())
    }

    /// Sets the language of the stored settings, which is that of the prompts, to the one for the language of the page. Not
    /// loaded later: the first message may follow at once, and its prompt has this language.
    pub async fn follow_language(self) {
        let (settings, language) = (self.connection.settings.get_untracked(), texts::language().prompts());
        if settings.language == language {
            return;
        }
        if let Err(error) = self.connection.save_settings(Settings { language, ..settings }).await {
            self.storage.report(&error);
        }
    }

    /// Loads the texts of a language that was chosen. Returns whether they are there.
    pub async fn load_texts(self, language: UiLanguage) -> bool {
        let are_there = translated::load(language).await.is_ok();
        if !are_there {
            self.notices.trouble(fill(settings_texts().not_translated, &[("language", language.own_name())]));
        }
        are_there
    }

    /// Switches to a language whose texts are there: keeps all input and reloads the page. Returns whether it does. What is in
    /// memory would be lost, so the language stays once something is written there.
    pub async fn speak(self, language: UiLanguage) -> bool {
        if !self.storage.is_stored.get_untracked() && self.has_written().await {
            self.notices.trouble(settings_texts().only_in_memory);
            return false;
        }
        // Keep all input: the message in the store, the rest in the tab's session storage.
        if let Some(id) = self.id() {
            let typed = self.composer.text.get_untracked();
            if let Err(error) = self.storage.session().save_composer(id, &typed).await {
                self.storage.report(&error);
                return false;
            }
        }
        if !texts::choose(language) {
            self.notices.trouble(settings_texts().not_kept);
            return false;
        }
        self.panels.keep_for_reload();
        browser::reload();
        true
    }

    /// Whether there is anything of the user besides the settings.
    async fn has_written(self) -> bool {
        let Self { transcript, storage, composer, .. } = self;
        let is_shown = transcript.rows.with_untracked(|rows| !rows.is_empty())
            || storage.conversations.with_untracked(|all| all.len() > 1)
            || composer.text.with_untracked(|text| !text.trim().is_empty())
            || composer.images.with_untracked(|images| !images.is_empty());
        if is_shown {
            return true;
        }
        for kind in [Kind::Project, Kind::Memory, Kind::UserData, Kind::Task, Kind::Template, Kind::Document] {
            if storage.session().store().count(kind).await.unwrap_or_default() > 0 {
                return true;
            }
        }
        false
    }
}
