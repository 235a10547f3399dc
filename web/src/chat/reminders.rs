//! Reminders: checks, while the page is open, whether a conversation has been quiet for long enough, and shows a line
//! of it as a notification. `ricordo_core::reminder` decides when one is due.

use super::Chat;
use crate::{
    browser, mount,
    texts::{answers::answers, fill, settings::settings as texts, shell::shell},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::{BrowserHost, notification};
use ricordo_core::{
    conversation::Conversation,
    error::Error,
    host::Host,
    id::ConversationId,
    reminder::{is_due, line},
    time::Timestamp,
};
use std::{collections::BTreeMap, time::Duration};

/// Interval of the checks, and the shortest between two notes for the other tabs.
const EVERY_MS: u32 = 20_000;
/// Number of recent messages read to find the line.
const READ: u32 = 20;

/// Starts the checks.
pub fn watch(chat: Chat) {
    let present_at = StoredValue::new(BrowserHost.now().at);
    let reminded = StoredValue::new(BTreeMap::<ConversationId, Timestamp>::new());
    let noted_at = StoredValue::new(Timestamp(0));
    let is_here = move || {
        let now = BrowserHost.now().at;
        present_at.set_value(now);
        if noted_at.get_value().0.abs_diff(now.0) < u64::from(EVERY_MS) {
            return;
        }
        noted_at.set_value(now);
        // Only reminders read it, so without any nothing is kept.
        if chat.storage.conversations.with_untracked(|all| all.iter().any(|one| one.reminders)) {
            browser::note_presence(now);
        }
    };
    mount::listen_to_window("keydown", is_here);
    mount::listen_to_window("pointerdown", is_here);
    let look = move || {
        let minutes = chat.connection.settings.with_untracked(|settings| settings.reminder_minutes);
        let now = BrowserHost.now().at;
        let present_at = last_present(present_at.get_value(), browser::last_presence(), now);
        let due = chat.storage.conversations.with_untracked(|all| {
            let reminded_at = |id| reminded.with_value(|reminded| reminded.get(&id).copied());
            all.iter()
                .filter(|one| is_due(one, minutes, present_at, reminded_at(one.id), now))
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
    if let Ok(timer) = set_interval_with_handle(look, Duration::from_millis(EVERY_MS.into())) {
        mount::at_the_end(move || timer.clear());
    }
}

/// When the user was last in this tab, or in another one that noted it. A time to come is of a clock that was wrong.
fn last_present(here: Timestamp, elsewhere: Option<Timestamp>, now: Timestamp) -> Timestamp {
    elsewhere.filter(|at| *at <= now).map_or(here, |at| at.max(here))
}

async fn remind(chat: Chat, conversation: Conversation) {
    let Ok(snapshot) = chat.storage.session().open(conversation.id, READ).await else { return };
    // Another tab may have switched it off a moment ago.
    let Some(line) = line(&snapshot).filter(|_| snapshot.conversation.reminders) else { return };
    let title = match conversation.title.as_str() {
        "" => shell().new_conversation,
        title => title,
    };
    let title = fill(texts().quiet, &[("title", title)]);
    if !notification::show(&title, &line, &conversation.id.to_string()).await {
        chat.notices.trouble(texts().no_notifications);
    }
}

impl Chat {
    /// Switches the reminders of the open conversation off, or on after asking the browser for permission.
    pub fn set_reminders(self, on: bool) {
        // Now: while the browser asks, another conversation may be opened.
        let Some(id) = self.id() else { return };
        if on && untrack(|| self.is_temporary()) {
            return self.storage.report(&Error::Temporary);
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presence_in_any_tab_counts_and_none_that_is_to_come() {
        let (early, late, now, future) = (Timestamp(1), Timestamp(2), Timestamp(3), Timestamp(4));
        for (here, elsewhere, last) in [
            (early, None, early),
            (early, Some(late), late),
            (late, Some(early), late),
            (early, Some(now), now),
            (early, Some(future), early),
        ] {
            assert_eq!(last_present(here, elsewhere, now), last, "{here:?} {elsewhere:?}");
        }
    }
}
