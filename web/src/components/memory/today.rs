//! Today's date in the user's time zone, as statistics and tasks are dated.

use crate::chat::Chat;
use leptos::prelude::*;
use ricordo_core::{statistics::day_of, time::Now};

/// Today in days since 1970-01-01.
pub fn day(chat: Chat) -> i32 {
    day_of(&now(chat))
}

/// Today as a stored date: `2026-11-22`.
pub fn date(chat: Chat) -> String {
    now(chat).wall_clock().map(|wall| wall.date()).unwrap_or_default()
}

fn now(chat: Chat) -> Now {
    chat.connection.settings.with_untracked(|settings| chat.storage.session().now(settings))
}
