//! The microphone button of the composer, what is being recorded or read aloud, and the dialog in which the user chooses
//! who does it.

mod dialog;
mod fields;

pub use dialog::VoiceDialog;

use crate::{
    browser,
    chat::{Activity, Chat, Voice, use_chat},
    state::DialogKind,
    texts::{common::common, fill, voice::voice as texts},
};
use leptos::{prelude::*, task::spawn_local};
use std::time::Duration;

/// How often the time of a recording is shown anew.
const TICK: Duration = Duration::from_millis(500);

/// Microphone button, and what the voice is doing.
#[component]
pub fn VoiceControls() -> impl IntoView {
    let chat = use_chat();
    let voice = Voice::install(chat);
    read_new_replies(chat, voice);
    let is_idle = move || voice.now.with(|now| *now == Activity::Idle);
    // The sheets are not loaded for the button alone.
    Effect::new(move |was_idle: Option<bool>| {
        let is_idle = is_idle();
        if was_idle == Some(true) && !is_idle {
            spawn_local(async { _ = browser::later_style().await });
        }
        is_idle
    });
    let is_listening = move || voice.now.with(|now| matches!(now, Activity::Listening { .. }));
    let press = move |_| if is_listening() { voice.finish(chat) } else { voice.listen(chat) };
    view! {
        <button
            class="icon-button"
            id="speak"
            data-testid="speak"
            aria-label=texts().speak
            title=texts().speak
            aria-pressed=move || is_listening().to_string()
            on:click=press
        >
            // Not among the pictures of the first load.
            <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
                <path d="M12 3.5a2.8 2.8 0 0 1 2.8 2.8v5a2.8 2.8 0 0 1-5.6 0v-5A2.8 2.8 0 0 1 12 3.5zM5.5 11a6.5 6.5 0 0 0 13 0M12 17.5v3"></path>
            </svg>
        </button>
        // While it is empty it takes no place in the row, but stays for screen readers to watch.
        <div class=move || if is_idle() { "visually-hidden" } else { "voice" } role="status" data-testid="voice">
            {move || shown(chat, voice)}
        </div>
    }
}

/// What the voice is doing, with its buttons; nothing while it is idle.
fn shown(chat: Chat, voice: Voice) -> Option<AnyView> {
    let stop = move |_| {
        voice.stop();
        browser::focus_next_frame("composer");
    };
    let button = move |test_id: &'static str, label: &'static str, is_primary: bool| {
        view! { <button class="button" class:primary=is_primary data-testid=test_id on:click=stop>{label}</button> }
    };
    // The words of the browser's recognition change often: the buttons beside them stay.
    let now = Memo::new(move |_| voice.now.with(without_words));
    let view = match now.get() {
        Activity::Idle => return None,
        Activity::Starting => view! { <p>{texts().starting}</p>{button("voice-stop", common().cancel, false)} }.into_any(),
        Activity::Listening { since, to, .. } => view! {
            <Recording since to/>
            {button("voice-stop", common().cancel, false)}
            <button class="button primary" data-testid="voice-done" on:click=move |_| voice.finish(chat)>{texts().finish}</button>
        }
        .into_any(),
        Activity::Transcribing => {
            view! { <p>{texts().transcribing}</p>{button("voice-stop", common().cancel, false)} }.into_any()
        }
        Activity::Failed { why, has_recording } => {
            let settings = move |_| chat.panels.dialogs.open(DialogKind::Voice);
            view! {
                <p class="trouble" data-testid="voice-failed">{why}</p>
                <button class="button" data-testid="voice-settings" on:click=settings>{texts().change}</button>
                {button("voice-stop", if has_recording { texts().discard } else { common().close }, false)}
                {has_recording.then(|| view! {
                    <button class="button primary" data-testid="voice-retry" on:click=move |_| voice.transcribe(chat)>
                        {texts().retry}
                    </button>
                })}
            }
            .into_any()
        }
        Activity::Reading { to, .. } => {
            let what = to.map_or_else(|| texts().reading.to_owned(), |to| fill(texts().reading_by, &[("to", &to)]));
            view! { <p>{what}</p>{button("voice-stop", texts().stop_reading, false)} }.into_any()
        }
    };
    Some(view)
}

fn without_words(now: &Activity) -> Activity {
    match now {
        Activity::Listening { since, to, .. } => {
            Activity::Listening { since: *since, to: to.clone(), words: String::new() }
        }
        other => other.clone(),
    }
}

/// Time and receiver of a recording, or the words that the browser has recognised so far.
#[component]
fn Recording(since: f64, to: Option<String>) -> impl IntoView {
    let voice = use_chat().voice.get_value();
    let passed = RwSignal::new(0_u64);
    let tick = move || _ = passed.try_set(seconds(browser::now() - since));
    if let Ok(timer) = set_interval_with_handle(tick, TICK) {
        on_cleanup(move || timer.clear());
    }
    let words = move || {
        voice.map_or_else(String::new, |voice| {
            voice.now.with(|now| match now {
                Activity::Listening { words, .. } => words.clone(),
                _ => String::new(),
            })
        })
    };
    let (sentence, to) = match to {
        Some(connection) => (texts().recording, connection),
        None => (texts().recognising, texts().maker.to_owned()),
    };
    view! {
        <p>
            <span class="dot" aria-hidden="true"></span>
            <span>{fill(sentence, &[("to", &to)])}</span>
            " "
            // Not spoken by screen readers, each second of it.
            <span class="time" aria-hidden="true">{move || clock(passed.get())}</span>
            <span class="words" dir="auto" aria-hidden="true">{words}</span>
        </p>
    }
}

/// Reads a new reply of the open conversation aloud, if the user chose that.
fn read_new_replies(chat: Chat, voice: Voice) {
    Effect::new(move |before: Option<(Option<_>, bool)>| {
        let now = (chat.conversation.with(|open| open.as_ref().map(|open| open.id)), chat.is_streaming());
        let has_ended = before.is_some_and(|(id, was_streaming)| id == now.0 && was_streaming && !now.1);
        if has_ended {
            voice.read_new(chat);
        }
        now
    });
}

/// Whole seconds of a time in milliseconds.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a time since the page began, cut to seconds"
)]
fn seconds(milliseconds: f64) -> u64 {
    (milliseconds / 1_000.0).max(0.0) as u64
}

/// Minutes and seconds, such as 1:05.
fn clock(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_recording_is_minutes_and_seconds() {
        assert_eq!([0, 5, 65, 3_600].map(clock), ["0:00", "0:05", "1:05", "60:00"]);
        assert_eq!([seconds(-1.0), seconds(1_999.9)], [0, 1]);
    }

    #[test]
    fn the_buttons_of_a_recording_stay_while_its_words_arrive() {
        let listening = |words: &str, to: Option<&str>| {
            let (to, words) = (to.map(str::to_owned), words.to_owned());
            without_words(&Activity::Listening { since: 5.0, to, words })
        };
        assert_eq!(listening("", None), listening("two words", None));
        assert_ne!(listening("", None), listening("", Some("Server")), "somebody else listens");
        for other in [Activity::Idle, Activity::Starting, Activity::Transcribing] {
            assert_eq!(without_words(&other), other);
        }
    }
}
