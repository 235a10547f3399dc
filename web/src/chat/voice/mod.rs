//! Speaking a message instead of typing it, and having replies read aloud. Loaded with the microphone button, which is not
//! part of the first load.

mod choice;
mod listening;
mod pieces;
mod reading;

pub use choice::{Reader, Transcriber, Usual, VoiceChoice, may_have_speech, usual_at};

use super::Chat;
use crate::{
    mount,
    state::DialogKind,
    texts::{errors::Localized, fill, voice::voice as texts},
};
use leptos::{ev::Custom, prelude::*};
use listening::Listening;
use ricordo_browser::{
    HttpModel, keys,
    voice::{Recorded, Speech, VoiceError},
};
use ricordo_core::{
    cancel::Cancel,
    id::{ConversationId, MessageId, ProviderId},
    provider::Provider,
    wire::Protocol,
};
use web_sys::Event;

/// What the voice does now.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Activity {
    /// Nothing.
    #[default]
    Idle,
    /// It waits for the microphone, which the browser may ask the user about.
    Starting,
    /// It records or recognises.
    Listening {
        /// When it began, in milliseconds since the page began to load.
        since: f64,
        /// Name of the connection that the sound is recorded for; `None`: the browser's maker, while the browser recognises.
        to: Option<String>,
        /// What was recognised so far, if the browser recognises.
        words: String,
    },
    /// A recording is being turned into text.
    Transcribing,
    /// There is no text or no sound.
    Failed {
        /// Why, and what to do next.
        why: String,
        /// Whether the recording is kept, so that it can be tried again.
        has_recording: bool,
    },
    /// A reply is being read.
    Reading {
        /// The reply.
        message: MessageId,
        /// Where its text goes; `None` if it stays on this computer.
        to: Option<String>,
    },
}

impl Activity {
    /// Whether something is spoken that has no text yet: it would be lost if something else began.
    pub fn has_speech(&self) -> bool {
        match self {
            Self::Idle | Self::Reading { .. } => false,
            Self::Starting | Self::Listening { .. } | Self::Transcribing => true,
            Self::Failed { has_recording, .. } => *has_recording,
        }
    }
}

/// State of the voice.
#[derive(Clone, Copy)]
pub struct Voice {
    /// What it does now.
    pub now: RwSignal<Activity>,
    /// The choice of this browser.
    pub choice: RwSignal<VoiceChoice>,
    speech: StoredValue<Option<Speech>, LocalStorage>,
    /// Ends what it does now. Replaced with every start, so that a late answer to an earlier one does nothing.
    cancel: StoredValue<Cancel, LocalStorage>,
    listening: StoredValue<Option<Listening>, LocalStorage>,
    /// A recording without a text yet.
    recorded: StoredValue<Option<Recorded>>,
    /// The conversation in which the user speaks or spoke last.
    spoken_in: StoredValue<Option<ConversationId>>,
}

impl Voice {
    /// Creates the state, and gives it to the rest of the page.
    pub fn install(chat: Chat) -> Self {
        let voice = Self {
            now: RwSignal::new(Activity::Idle),
            choice: RwSignal::new(VoiceChoice::kept()),
            speech: StoredValue::new_local(None),
            cancel: StoredValue::new_local(Cancel::default()),
            listening: StoredValue::new_local(None),
            recorded: StoredValue::new(None),
            spoken_in: StoredValue::new(None),
        };
        chat.voice.set_value(Some(voice));
        if !mount::is_page() {
            // The element is being removed: while its replies are stored, nothing is recorded, and no more speech is paid for.
            mount::listen(Custom::<Event>::new("leave"), move |_| voice.stop());
            // Reading a reply may have begun since.
            mount::at_the_end(move || voice.stop());
        }
        voice
    }

    /// The choice, without connections that are gone.
    pub fn chosen(self, chat: Chat) -> VoiceChoice {
        chat.connection.providers.with(|all| self.choice.get().with_connections(all))
    }

    /// Takes a new choice.
    pub fn choose(self, choice: VoiceChoice) {
        choice.keep();
        self.choice.set(choice);
    }

    /// Ends what it does now. A recording that has no text yet is discarded.
    pub fn stop(self) {
        self.end_now();
        self.recorded.set_value(None);
        self.now.set(Activity::Idle);
    }

    /// The speech functions of the browser.
    ///
    /// # Errors
    /// A sentence, if their script cannot be loaded.
    pub async fn speech(self) -> Result<Speech, String> {
        if let Some(speech) = self.speech.get_value() {
            return Ok(speech);
        }
        let speech = Speech::load().await.ok_or_else(|| texts().not_loaded.to_owned())?;
        self.speech.set_value(Some(speech.clone()));
        Ok(speech)
    }

    /// Ends what it does now, and begins something else.
    fn begin(self) -> Cancel {
        self.end_now();
        let cancel = Cancel::default();
        self.cancel.set_value(cancel.clone());
        cancel
    }

    fn end_now(self) {
        self.cancel.with_value(Cancel::cancel);
        self.listening.set_value(None);
        if let Some(speech) = self.speech.get_value() {
            speech.hush();
        }
    }

    fn fail(self, why: String) {
        self.listening.set_value(None);
        let has_recording = self.recorded.with_value(Option::is_some);
        self.now.set(Activity::Failed { why, has_recording });
    }
}

/// Opens the dialog in which the user chooses.
fn ask_for_choice(chat: Chat) {
    chat.panels.dialogs.open(DialogKind::Voice);
}

/// A connection and its model for speech.
async fn at_connection(chat: Chat, id: ProviderId) -> Result<(Provider, HttpModel), String> {
    let connection = chat.connection;
    let found = connection.providers.with_untracked(|all| all.iter().find(|one| one.id == id).cloned());
    let provider = found.ok_or_else(|| texts().no_connection.to_owned())?;
    let protocol = Protocol::of(provider.kind).ok_or_else(|| texts().no_connection.to_owned())?;
    let key = keys::load(&chat.storage.name.get_value(), id).await;
    let key = key.map_err(|error| error.localized())?;
    let response_timeout_seconds = connection.settings.with_untracked(|settings| settings.response_timeout_seconds);
    let base_url = provider.base_url.clone();
    Ok((provider, HttpModel { protocol, base_url, key, response_timeout_seconds }))
}

/// Why the browser did not do it, and what to do next.
fn sentence(error: &VoiceError) -> String {
    let texts = texts();
    match error {
        VoiceError::NotAllowed => texts.not_allowed.to_owned(),
        VoiceError::NoMicrophone => texts.no_microphone.to_owned(),
        VoiceError::Unsupported => texts.unsupported.to_owned(),
        VoiceError::NoVoice => texts.voice_missing.to_owned(),
        VoiceError::Network => texts.no_network.to_owned(),
        VoiceError::Undecodable => texts.undecodable.to_owned(),
        VoiceError::Failed(detail) => fill(texts.failed, &[("detail", detail)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn each_failure_of_the_browser_has_a_sentence_of_its_own() {
        for language in UiLanguage::all() {
            speak(language);
            let failures = [
                VoiceError::NotAllowed,
                VoiceError::NoMicrophone,
                VoiceError::Unsupported,
                VoiceError::NoVoice,
                VoiceError::Network,
                VoiceError::Undecodable,
                VoiceError::Failed("audio-capture".to_owned()),
            ];
            let sentences = failures.each_ref().map(sentence);
            for (at, sentence) in sentences.iter().enumerate() {
                assert!(!sentence.contains('{') && !sentences[..at].contains(sentence), "{sentence}");
            }
            assert!(sentences[6].contains("audio-capture"));
        }
    }

    fn voice() -> Voice {
        Voice {
            now: RwSignal::new(Activity::Idle),
            choice: RwSignal::new(VoiceChoice::default()),
            speech: StoredValue::new_local(None),
            cancel: StoredValue::new_local(Cancel::default()),
            listening: StoredValue::new_local(None),
            recorded: StoredValue::new(None),
            spoken_in: StoredValue::new(None),
        }
    }

    #[test]
    fn what_is_spoken_is_kept_from_everything_else_until_it_is_a_text() {
        let listening = Activity::Listening { since: 5.0, to: None, words: String::new() };
        let failed = |has_recording| Activity::Failed { why: String::new(), has_recording };
        for busy in [Activity::Starting, listening, Activity::Transcribing, failed(true)] {
            assert!(busy.has_speech(), "{busy:?}");
        }
        let reading = Activity::Reading { message: crate::state::testing::message_id(1), to: None };
        // A voice that failed for one reply reads the next one.
        for free in [Activity::Idle, reading, failed(false)] {
            assert!(!free.has_speech(), "{free:?}");
        }
    }

    fn has_recording(voice: Voice) -> Option<bool> {
        match voice.now.get_untracked() {
            Activity::Failed { has_recording, .. } => Some(has_recording),
            _ => None,
        }
    }

    #[test]
    fn what_was_spoken_is_kept_after_a_failure_until_it_is_discarded() {
        let voice = voice();
        voice.fail("No microphone.".to_owned());
        assert_eq!(has_recording(voice), Some(false), "there is nothing to try again");
        voice.recorded.set_value(Some(Recorded { bytes: vec![1], media_type: "audio/webm".to_owned() }));
        voice.fail("No network.".to_owned());
        assert_eq!(has_recording(voice), Some(true));
        let why = voice.now.with_untracked(|now| matches!(now, Activity::Failed { why, .. } if why == "No network."));
        assert!(why, "the last reason is shown");
        voice.begin();
        assert!(voice.recorded.get_value().is_some(), "trying again keeps it, too");
        voice.stop();
        assert_eq!((voice.now.get_untracked(), voice.recorded.get_value().is_none()), (Activity::Idle, true));
    }

    #[test]
    fn each_start_and_a_stop_end_what_was_begun_before() {
        let voice = voice();
        let (first, second) = (voice.begin(), voice.begin());
        assert!(first.is_cancelled() && !second.is_cancelled());
        voice.now.set(Activity::Transcribing);
        voice.stop();
        assert!(second.is_cancelled(), "a late answer to it says nothing");
        assert!(!voice.begin().is_cancelled());
    }
}
