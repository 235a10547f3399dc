//! A message is spoken: recorded and turned into text by a connection, or recognised by the browser.

use super::{Activity, Transcriber, Voice, ask_for_choice, at_connection, sentence};
use crate::{
    browser,
    chat::Chat,
    texts::{conversations::conversations, errors::Localized, fill, tag, voice::voice as texts},
};
use futures_util::future::{Either, select};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::{
    http::SpeechError,
    locks,
    voice::{Recognition, Recorded, Recorder, VoiceError},
};
use ricordo_core::{
    cancel::Cancel,
    draft::ComposerDraft,
    error::Error,
    id::{ConversationId, ProviderId},
    record::{Record, RecordKey},
    store::Store,
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
        match self.now.with_untracked(before_listening) {
            Before::Nothing => {}
            Before::Wait => return,
            Before::Finish => return chat.notices.trouble(texts().unfinished),
        }
        let cancel = self.begin();
        self.recorded.set_value(None);
        self.spoken_in.set_value(chat.id());
        self.now.set(Activity::Starting);
        spawn_local(async move {
            let begun = match chosen {
                Transcriber::Nobody => Ok(()),
                Transcriber::Connection { provider, .. } => self.record(chat, provider, &cancel).await,
                Transcriber::Browser => unless(&cancel, self.recognise(chat, &cancel)).await.unwrap_or(Ok(())),
            };
            if let Err(why) = begun
                && !cancel.is_cancelled()
            {
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
        let cancel = self.begin();
        self.now.set(Activity::Transcribing);
        spawn_local(async move {
            match unless(&cancel, text_of(chat, provider, &model, &recorded)).await {
                Some(Ok(text)) => {
                    self.recorded.set_value(None);
                    self.take_words(chat, &text, Ok(()));
                }
                Some(Err(why)) => self.fail(why),
                None => {}
            }
        });
    }

    /// Starts to record. Goes on when it is cancelled: the browser may have been asked for the microphone already, and then it has
    /// to be released.
    async fn record(self, chat: Chat, provider: ProviderId, cancel: &Cancel) -> Result<(), String> {
        let (to, _) = at_connection(chat, provider).await?;
        let speech = self.speech().await?;
        let recorder = speech.record(move || self.finish(chat)).await.map_err(|error| sentence(&error))?;
        if !cancel.is_cancelled() {
            self.listening.set_value(Some(Listening::Recorder(recorder)));
            self.now.set(Activity::Listening { since: browser::now(), to: Some(to.name), words: String::new() });
        }
        Ok(())
    }

    async fn recognise(self, chat: Chat, cancel: &Cancel) -> Result<(), String> {
        let speech = self.speech().await?;
        let on_words = move |recognised: String| {
            self.now.update(|now| {
                if let Activity::Listening { words, .. } = now {
                    *words = recognised;
                }
            });
        };
        let recognition = speech.recognise(tag(), on_words).await.map_err(|error| sentence(&error))?;
        self.listening.set_value(Some(Listening::Recognition(recognition.clone())));
        self.now.set(Activity::Listening { since: browser::now(), to: None, words: String::new() });
        let ended = recognition.ended().await;
        if !cancel.is_cancelled() {
            self.listening.set_value(None);
            let words = self.now.with_untracked(|now| match now {
                Activity::Listening { words, .. } => words.clone(),
                _ => String::new(),
            });
            self.take_words(chat, &words, ended);
        }
        Ok(())
    }

    /// Puts spoken words behind what is typed in the conversation in which they were spoken. `ended`: how listening ended;
    /// after an error the words so far are kept, but not sent.
    fn take_words(self, chat: Chat, words: &str, ended: Result<(), VoiceError>) {
        let why = what_is_missing(words, ended);
        if !words.trim().is_empty() {
            let sends_at_once = why.is_none() && self.choice.with_untracked(|choice| choice.sends_at_once);
            match place_of(self.spoken_in.get_value(), chat.id(), sends_at_once) {
                Place::Composer { sends } => type_words(chat, words, sends),
                Place::Draft(of) => spawn_local(put_into_draft(chat, of, words.to_owned())),
            }
        }
        match why {
            Some(why) => self.fail(why),
            None => self.now.set(Activity::Idle),
        }
    }
}

/// What is done first when the user is about to speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Before {
    Nothing,
    /// The microphone was asked for a moment ago.
    Wait,
    /// What was spoken has no text yet, and would be lost.
    Finish,
}

fn before_listening(now: &Activity) -> Before {
    match now {
        Activity::Starting => Before::Wait,
        now if now.has_speech() => Before::Finish,
        _ => Before::Nothing,
    }
}

/// Where spoken words go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Into the composer.
    Composer {
        /// Whether they are sent at once.
        sends: bool,
    },
    /// Into the draft of this conversation, which is not open any more.
    Draft(ConversationId),
}

/// Where words go that were spoken in a conversation.
fn place_of(spoken_in: Option<ConversationId>, open: Option<ConversationId>, sends_at_once: bool) -> Place {
    match spoken_in {
        Some(of) if open != spoken_in => Place::Draft(of),
        _ => Place::Composer { sends: sends_at_once && spoken_in.is_some() },
    }
}

fn type_words(chat: Chat, words: &str, sends: bool) {
    let text = chat.composer.text.with_untracked(|typed| joined(typed, words));
    chat.composer.typed(chat, text);
    if sends {
        chat.composer.submit(chat);
    }
    browser::focus_next_frame("composer");
}

/// Puts words into the stored draft of a conversation, and says so. What belongs to an erased conversation is gone with it.
async fn put_into_draft(chat: Chat, of: ConversationId, words: String) {
    match add_to_draft(chat, of, &words).await {
        // It was opened while its draft was being stored, perhaps with the draft of before.
        Ok(Some(_)) if chat.id() == Some(of) => {
            if !chat.composer.text.with_untracked(|typed| typed.ends_with(words.trim())) {
                type_words(chat, &words, false);
            }
        }
        Ok(Some(title)) => chat.notices.ask(in_draft(&title)),
        Ok(None) => {}
        Err(error) => {
            chat.storage.report(&error);
            type_words(chat, &words, false);
        }
    }
}

/// Returns the title of the conversation; `None` if it is gone.
async fn add_to_draft(chat: Chat, of: ConversationId, words: &str) -> Result<Option<String>, Error> {
    let session = chat.storage.session();
    let conversation = match session.store().record(RecordKey::Conversation(of)).await? {
        // A temporary one is about to be erased.
        Some(Record::Conversation(conversation)) if !conversation.temporary => conversation,
        _ => return Ok(None),
    };
    let _lock = locks::hold(&locks::draft(&chat.storage.name.get_value(), of)).await;
    let mut draft = match session.store().record(RecordKey::ComposerDraft(of)).await? {
        Some(Record::ComposerDraft(draft)) => draft,
        _ => ComposerDraft::text(of, ""),
    };
    draft.text = joined(&draft.text, words);
    session.save_draft(draft, Vec::new(), &[]).await?;
    Ok(Some(conversation.title))
}

/// Says in which conversation the words are.
fn in_draft(title: &str) -> String {
    let title = if title.is_empty() { conversations().untitled } else { title };
    fill(texts().in_draft, &[("title", title)])
}

/// Why there are no words, or not all of them; `None` if nothing is missing.
fn what_is_missing(words: &str, ended: Result<(), VoiceError>) -> Option<String> {
    match ended {
        Err(error) => Some(sentence(&error)),
        Ok(()) => words.trim().is_empty().then(|| texts().silence.to_owned()),
    }
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
    fn spoken_words_go_where_they_were_spoken_and_are_sent_there_alone_if_the_user_wants_it() {
        let [one, other] = [1, 2].map(crate::state::testing::conversation_id);
        for sends_at_once in [false, true] {
            let place = |spoken_in, open| place_of(spoken_in, open, sends_at_once);
            assert_eq!(place(Some(one), Some(one)), Place::Composer { sends: sends_at_once });
            assert_eq!(place(Some(one), Some(other)), Place::Draft(one), "another conversation was opened");
            assert_eq!(place(Some(one), None), Place::Draft(one));
            for open in [None, Some(other)] {
                assert_eq!(place(None, open), Place::Composer { sends: false }, "no conversation was open");
            }
        }
    }

    #[test]
    fn words_for_another_conversation_are_not_lost_the_page_says_where_they_are() {
        for language in UiLanguage::all() {
            speak(language);
            let [named, untitled] = ["Rome", ""].map(in_draft);
            assert!(named.contains("Rome") && untitled.contains(conversations().untitled), "{named}, {untitled}");
            assert!(!format!("{named}{untitled}").contains('{'));
        }
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
    fn what_was_spoken_is_not_lost_to_another_press_of_the_button() {
        let failed = |has_recording| Activity::Failed { why: String::new(), has_recording };
        assert_eq!(before_listening(&Activity::Starting), Before::Wait, "it would ask for the microphone twice");
        for unfinished in [failed(true), Activity::Transcribing] {
            assert_eq!(before_listening(&unfinished), Before::Finish, "{unfinished:?}");
        }
        for nothing in [Activity::Idle, failed(false)] {
            assert_eq!(before_listening(&nothing), Before::Nothing, "{nothing:?}");
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
