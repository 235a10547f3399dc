//! Reminders: checks, while the page is open, whether a conversation has been quiet for long enough, and shows a line
//! of it as a notification. `ricordo_core::reminder` decides when one is due.

use super::Chat;
use crate::{
    mount,
    texts::{answers::answers, fill, settings::settings as texts, shell::shell},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::{BrowserHost, notification};
use ricordo_core::{
    conversation::Conversation,
    host::Host,
    id::ConversationId,
    reminder::{is_due, line},
    time::Timestamp,
};
use std::{collections::BTreeMap, time::Duration};

/// Interval of the checks.
const EVERY: Duration = Duration::from_secs(20);
/// Number of recent messages read to find the line.
const READ: u32 = 20;

/// Starts the checks.
pub fn watch(chat: Chat) {
    let present_at = StoredValue::new(BrowserHost.now().at);
    let reminded = StoredValue::new(BTreeMap::<ConversationId, Timestamp>::new());
    let is_here = move || present_at.set_value(BrowserHost.now().at);
    mount::listen_to_window("keydown", is_here);
    mount::listen_to_window("pointerdown", is_here);
    let look = move || {
        let minutes = chat.connection.settings.with_untracked(|settings| settings.reminder_minutes);
        let now = BrowserHost.now().at;
        let due = chat.storage.conversations.with_untracked(|all| {
            let reminded_at = |id| reminded.with_value(|reminded| reminded.get(&id).copied());
            all.iter()
                .filter(|one| is_due(one, minutes, present_at.get_value(), reminded_at(one.id), now))
                .cloned()
                .collect::<Vec<_>>()
        });
        for conversation in due {
            reminded.update_value(|reminded| {
                reminded.insert(conversation.id, now);
            });
            spawn_local(remind(chat, conversation));
        }
    };
    // Without timers there are no reminders.
    if let Ok(timer) = set_interval_with_handle(look, EVERY) {
        mount::at_the_end(move || timer.clear());
    }
}

async fn remind(chat: Chat, conversation: Conversation) {
    let Ok(snapshot) = chat.storage.session().open(conversation.id, READ).await else { return };
    // Another tab may have switched it off a moment ago.
    let Some(line) = line(&snapshot).filter(|_| snapshot.conversation.reminders) else { return };
    let title = match conversation.title.as_str() {
        "" => shell().new_conversation,
        title => title,
    };
    notification::show(&fill(texts().quiet, &[("title", title)]), &line, &conversation.id.to_string());
}

impl Chat {
    /// Switches the reminders of the open conversation off, or on after asking the browser for permission.
    pub fn set_reminders(self, on: bool) {
        // Now: while the browser asks, another conversation may be opened.
        let Some(id) = self.id() else { return };
        spawn_local(async move {
            if on && !notification::ask().await {
                return self.notices.trouble(texts().no_notifications);
            }
            match self.storage.session().set_reminders(id, on).await {
                Ok(true) if on => self.say_done(id, answers().reminders_on).await,
                Ok(true) => self.say_done(id, answers().reminders_off).await,
                Ok(false) if on => self.notices.say(answers().reminders_on_already),
                Ok(false) => self.notices.say(answers().reminders_off_already),
                Err(error) => return self.storage.report(&error),
            }
            self.refresh(id).await;
            self.storage.changed(id);
        });
    }
}
