//! A message is spoken: recorded and turned into text by a connection, or recognised by the browser.

use super::{Activity, Transcriber, Voice, ask_for_choice, at_connection, sentence};
use crate::{
    browser,
    state::Chat,
    texts::{errors::Localized, fill, tag, voice::voice as texts},
};
use futures_util::future::{Either, select};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::{
    http::SpeechError,
    voice::{Recognition, Recorded, Recorder, VoiceError},
};
use ricordo_core::{
    cancel::Cancel,
    id::{ConversationId, ProviderId},
    wire::audio::Recording,
};
use std::pin::pin;

/// What listens.
pub(super) enum Listening {
    /// A recording for a connection.
    Recorder(Recorder),
    /// The browser's own recognition.
    Recognition(Recognition),
}

impl Voice {
    /// Starts to listen, or asks who is to turn speech into text.
    pub fn listen(self, chat: Chat) {
        let chosen = untrack(|| self.chosen(chat)).transcriber;
        if chosen == Transcriber::Nobody {
            return ask_for_choice(chat);
        }
        let cancel = self.begin();
        self.recorded.set_value(None);
        self.now.set(Activity::Starting);
        spawn_local(async move {
            let begun = async {
                match chosen {
                    Transcriber::Nobody => Ok(()),
                    Transcriber::Connection { provider, .. } => self.record(chat, provider, &cancel).await,
                    Transcriber::Browser => self.recognise(chat, &cancel).await,
                }
            };
            if let Some(Err(why)) = unless(&cancel, begun).await {
                self.fail(why);
            }
        });
    }

    /// Ends listening, and turns what was spoken into text.
    pub fn finish(self, chat: Chat) {
        match self.listening.try_update_value(Option::take).flatten() {
            Some(Listening::Recorder(recorder)) => {
                let cancel = self.cancel.get_value();
                self.now.set(Activity::Transcribing);
                spawn_local(async move {
                    match unless(&cancel, recorder.finish()).await {
                        Some(Ok(recorded)) => {
                            self.recorded.set_value(Some(recorded));
                            self.transcribe(chat);
                        }
                        Some(Err(error)) => self.fail(sentence(&error)),
                        None => {}
                    }
                });
            }
            Some(Listening::Recognition(recognition)) => {
                // Its last words come until it ends, which the task of `recognise` waits for.
                self.listening.set_value(Some(Listening::Recognition(recognition.clone())));
                spawn_local(async move { recognition.finish().await });
            }
            None => {}
        }
    }

    /// Turns the kept recording into text, also once more after a failure.
    pub fn transcribe(self, chat: Chat) {
        let Some(recorded) = self.recorded.get_value() else { return };
        let Transcriber::Connection { provider, model } = untrack(|| self.chosen(chat)).transcriber else {
            return self.fail(texts().no_connection.to_owned());
        };
        let (cancel, of) = (self.begin(), chat.id());
        self.now.set(Activity::Transcribing);
        spawn_local(async move {
            match unless(&cancel, text_of(chat, provider, &model, &recorded)).await {
                Some(Ok(text)) => {
                    self.recorded.set_value(None);
                    self.take_words(chat, of, &text, Ok(()));
                }
                Some(Err(why)) => self.fail(why),
                None => {}
            }
        });
    }

    async fn record(self, chat: Chat, provider: ProviderId, cancel: &Cancel) -> Result<(), String> {
        let (to, _) = at_connection(chat, provider).await?;
        let speech = self.speech().await?;
        let recorder = speech.record(move || self.finish(chat)).await.map_err(|error| sentence(&error))?;
        if !cancel.is_cancelled() {
            self.listening.set_value(Some(Listening::Recorder(recorder)));
            self.now.set(Activity::Listening { since: browser::now(), to: to.name, words: String::new() });
        }
        Ok(())
    }

    async fn recognise(self, chat: Chat, cancel: &Cancel) -> Result<(), String> {
        let speech = self.speech().await?;
        let of = chat.id();
        let on_words = move |recognised: String| {
            self.now.update(|now| {
                if let Activity::Listening { words, .. } = now {
                    *words = recognised;
                }
            });
        };
        let recognition = speech.recognise(tag(), on_words).await.map_err(|error| sentence(&error))?;
        self.listening.set_value(Some(Listening::Recognition(recognition.clone())));
        let to = texts().maker.to_owned();
        self.now.set(Activity::Listening { since: browser::now(), to, words: String::new() });
        let ended = recognition.ended().await;
        if !cancel.is_cancelled() {
            self.listening.set_value(None);
            let words = self.now.with_untracked(|now| match now {
                Activity::Listening { words, .. } => words.clone(),
                _ => String::new(),
            });
            self.take_words(chat, of, &words, ended);
        }
        Ok(())
    }

    /// Puts spoken words into the composer, behind what is typed there. `of`: the conversation in which they were spoken.
    /// `ended`: how listening ended; after an error the words so far are kept, but not sent.
    fn take_words(self, chat: Chat, of: Option<ConversationId>, words: &str, ended: Result<(), VoiceError>) {
        let why = what_is_missing(words, ended);
        if !words.trim().is_empty() {
            let text = chat.composer.text.with_untracked(|typed| joined(typed, words));
            chat.composer.typed(chat, text);
            let sends_at_once = why.is_none() && self.choice.with_untracked(|choice| choice.sends_at_once);
            if sends(sends_at_once, of, chat.id()) {
                chat.composer.submit(chat);
            }
            browser::focus_next_frame("composer");
        }
        match why {
            Some(why) => self.fail(why),
            None => self.now.set(Activity::Idle),
        }
    }
}

/// Why there are no words, or not all of them; `None` if nothing is missing.
fn what_is_missing(words: &str, ended: Result<(), VoiceError>) -> Option<String> {
    match ended {
        Err(error) => Some(sentence(&error)),
        Ok(()) => words.trim().is_empty().then(|| texts().silence.to_owned()),
    }
}

/// Whether spoken words are sent at once: only in the conversation in which they were spoken.
fn sends(sends_at_once: bool, spoken_in: Option<ConversationId>, open: Option<ConversationId>) -> bool {
    sends_at_once && open.is_some() && open == spoken_in
}

/// Waits for `work` unless it is cancelled.
pub(super) async fn unless<T>(cancel: &Cancel, work: impl Future<Output = T>) -> Option<T> {
    match select(pin!(cancel.cancelled()), pin!(work)).await {
        Either::Left(_) => None,
        Either::Right((done, _)) => (!cancel.is_cancelled()).then_some(done),
    }
}

async fn text_of(chat: Chat, provider: ProviderId, model: &str, recorded: &Recorded) -> Result<String, String> {
    let (provider, http) = at_connection(chat, provider).await?;
    let recording = Recording { bytes: &recorded.bytes, media_type: &recorded.media_type };
    http.transcribe(recording, model).await.map_err(|error| match error {
        SpeechError::Unsupported => fill(texts().no_transcription, &[("connection", &provider.name), ("model", model)]),
        SpeechError::Refused(error) => error.localized(),
    })
}

/// Typed text with spoken words behind it.
fn joined(typed: &str, words: &str) -> String {
    let needs_space = !typed.is_empty() && !typed.ends_with(char::is_whitespace);
    format!("{typed}{}{}", if needs_space { " " } else { "" }, words.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn a_spoken_message_is_sent_by_itself_only_where_it_was_spoken_and_only_if_the_user_wants_it() {
        let [one, other] = [1, 2].map(crate::state::testing::conversation_id).map(Some);
        assert!(sends(true, one, one));
        assert!(!sends(true, one, other) && !sends(true, None, other) && !sends(true, None, None));
        assert!(!sends(false, one, one));
    }

    #[test]
    fn words_that_came_before_an_error_are_kept_with_its_reason() {
        for language in UiLanguage::all() {
            speak(language);
            let silence = Some(texts().silence.to_owned());
            let network = Some(texts().no_network.to_owned());
            assert_eq!(what_is_missing("Half a", Ok(())), None);
            assert_eq!([what_is_missing("", Ok(())), what_is_missing(" \n", Ok(()))], [silence.clone(), silence]);
            for words in ["Half a", ""] {
                assert_eq!(what_is_missing(words, Err(VoiceError::Network)), network, "{words}");
            }
        }
    }

    #[test]
    fn work_that_was_cancelled_says_nothing_even_if_it_is_done() {
        use futures_util::FutureExt;
        let (goes_on, cancelled) = (Cancel::default(), Cancel::default());
        let done = |cancel: &Cancel| unless(cancel, async { 7 }).now_or_never();
        assert_eq!(done(&goes_on), Some(Some(7)));
        cancelled.cancel();
        assert_eq!(done(&cancelled), Some(None));
        let stopped = unless(&goes_on, async {
            goes_on.cancel();
            7
        });
        assert_eq!(stopped.now_or_never(), Some(None), "stopped while it was done");
    }

    #[test]
    fn spoken_words_follow_what_is_typed() {
        assert_eq!(joined("", " Hello. "), "Hello.");
        assert_eq!(joined("Note:", "buy milk"), "Note: buy milk");
        assert_eq!(joined("Note:\n", "buy milk"), "Note:\nbuy milk");
    }
}
