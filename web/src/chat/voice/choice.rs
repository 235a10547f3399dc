//! Who turns speech into text, and who reads replies aloud. This browser keeps the choice, because the microphone and the
//! speakers are its own; it is not a record.

use crate::{address::host_of, browser};
use leptos::prelude::window;
use ricordo_core::{
    id::ProviderId,
    manifest::Manifest,
    provider::{Provider, ProviderKind, is_address_here},
};
use serde_json::{Value, json};

/// Key in local storage.
const KEY: &str = "ricordo.voice";

/// Who turns speech into text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Transcriber {
    /// Nobody.
    #[default]
    Nobody,
    /// A model of a connection.
    Connection {
        /// The connection.
        provider: ProviderId,
        /// Name of the model there.
        model: String,
    },
    /// The browser's own recognition.
    Browser,
}

/// Who reads replies aloud.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Reader {
    /// Nobody.
    #[default]
    Nobody,
    /// A model of a connection.
    Connection {
        /// The connection.
        provider: ProviderId,
        /// Name of the model there.
        model: String,
        /// Its voice. Empty for the server's own choice.
        voice: String,
    },
    /// A voice of the browser.
    Browser {
        /// Its name. Empty for the browser's own choice.
        voice: String,
        /// Whether the voice works on this device, so that the text stays here.
        is_here: bool,
    },
}

/// The choice of this browser.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VoiceChoice {
    /// Who turns speech into text.
    pub transcriber: Transcriber,
    /// Whether a spoken message is sent without being read over first.
    pub sends_at_once: bool,
    /// Who reads replies aloud.
    pub reader: Reader,
    /// Whether each new reply is read aloud.
    pub reads_replies: bool,
}

impl VoiceChoice {
    /// What this browser keeps.
    pub fn kept() -> Self {
        let storage = window().local_storage().ok().flatten();
        let text = storage.and_then(|storage| storage.get_item(KEY).ok().flatten());
        text.as_deref().map(Self::of_text).unwrap_or_default()
    }

    /// Keeps it in this browser. If storage is full, it lasts until the page is closed.
    pub fn keep(&self) {
        if let Some(storage) = window().local_storage().ok().flatten().filter(|_| browser::may_keep()) {
            let _ = storage.set_item(KEY, &self.to_text());
        }
    }

    /// Without what refers to connections that no longer exist or have no speech.
    pub fn with_connections(self, all: &[Provider]) -> Self {
        let has_speech = |id: ProviderId| all.iter().any(|one| one.id == id && may_have_speech(one));
        let transcriber = match self.transcriber {
            Transcriber::Connection { provider, .. } if !has_speech(provider) => Transcriber::Nobody,
            other => other,
        };
        let reader = match self.reader {
            Reader::Connection { provider, .. } if !has_speech(provider) => Reader::Nobody,
            other => other,
        };
        Self { transcriber, reader, ..self }
    }

    /// Whether a new reply is read aloud without being asked for. `sent`: the request that it answers; `None` if unknown.
    /// What a model on this computer wrote, or may have written, is not sent elsewhere on its own: the user can still have
    /// it read with a press. The connection that answers now may be another one than the one that wrote the reply.
    pub fn reads_reply_to(&self, sent: Option<&Manifest>, all: &[Provider]) -> bool {
        // Where nobody reads, reading asks who is to: only a press may open that dialog.
        self.reads_replies
            && self.reader != Reader::Nobody
            && (self.reader.is_here(all) || sent.is_some_and(left_this_computer))
    }

    fn to_text(&self) -> String {
        let transcriber = match &self.transcriber {
            Transcriber::Nobody => Value::Null,
            Transcriber::Connection { provider, model } => json!({ "provider": provider.to_string(), "model": model }),
            Transcriber::Browser => json!("browser"),
        };
        let reader = match &self.reader {
            Reader::Nobody => Value::Null,
            Reader::Connection { provider, model, voice } => {
                json!({ "provider": provider.to_string(), "model": model, "voice": voice })
            }
            Reader::Browser { voice, is_here } => json!({ "voice": voice, "is_here": is_here }),
        };
        json!({
            "transcriber": transcriber,
            "sends_at_once": self.sends_at_once,
            "reader": reader,
            "reads_replies": self.reads_replies,
        })
        .to_string()
    }

    /// Reads the kept text. What another build wrote and this one does not know is nobody.
    fn of_text(text: &str) -> Self {
        let Ok(kept) = serde_json::from_str::<Value>(text) else { return Self::default() };
        let provider = |of: &Value| of["provider"].as_str().and_then(|id| id.parse::<ProviderId>().ok());
        let word = |of: &Value, name: &str| of[name].as_str().unwrap_or_default().to_owned();
        let (transcriber, reader) = (&kept["transcriber"], &kept["reader"]);
        Self {
            transcriber: match provider(transcriber) {
                Some(provider) => Transcriber::Connection { provider, model: word(transcriber, "model") },
                None if transcriber == "browser" => Transcriber::Browser,
                None => Transcriber::Nobody,
            },
            sends_at_once: kept["sends_at_once"] == true,
            reader: match provider(reader) {
                Some(provider) => {
                    Reader::Connection { provider, model: word(reader, "model"), voice: word(reader, "voice") }
                }
                None if reader["voice"].is_string() => {
                    Reader::Browser { voice: word(reader, "voice"), is_here: reader["is_here"] == true }
                }
                None => Reader::Nobody,
            },
            reads_replies: kept["reads_replies"] == true,
        }
    }
}

impl Reader {
    /// Whether a text that it reads stays on this computer.
    pub fn is_here(&self, all: &[Provider]) -> bool {
        match self {
            Self::Nobody => true,
            Self::Connection { provider, .. } => all.iter().any(|one| one.id == *provider && one.is_on_this_computer()),
            Self::Browser { is_here, .. } => *is_here,
        }
    }
}

/// Whether a request certainly went to another computer. Older records do not say where it went.
fn left_this_computer(sent: &Manifest) -> bool {
    sent.provider.is_some_and(|kind| kind != ProviderKind::InPage)
        && sent.address.as_deref().is_some_and(|address| !is_address_here(address))
}

/// Whether the protocol of a connection has speech. Whether its server has it is known when it is tried.
pub fn may_have_speech(provider: &Provider) -> bool {
    provider.kind == ProviderKind::OpenAiCompatible
}

/// Names that servers use for their models of speech.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usual {
    /// The model that turns speech into text.
    pub transcriber: &'static str,
    /// The model that reads aloud.
    pub reader: &'static str,
    /// Its voice.
    pub voice: &'static str,
}

/// The usual names at a server, to begin with.
pub fn usual_at(base_url: &str) -> Usual {
    match host_of(base_url) {
        "api.openai.com" => Usual { transcriber: "gpt-4o-mini-transcribe", reader: "gpt-4o-mini-tts", voice: "alloy" },
        "api.groq.com" => Usual { transcriber: "whisper-large-v3-turbo", reader: "playai-tts", voice: "Fritz-PlayAI" },
        _ => Usual { transcriber: "whisper-1", reader: "tts-1", voice: "alloy" },
    }
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::*;
    use crate::state::testing::server;
    use proptest::prelude::*;

    #[test]
    fn the_choice_is_read_back_as_it_was_kept() {
        let provider = server(1, "m").id;
        let model = || "whisper-1".to_owned();
        for transcriber in
            [Transcriber::Nobody, Transcriber::Browser, Transcriber::Connection { provider, model: model() }]
        {
            for reader in [
                Reader::Nobody,
                Reader::Browser { voice: String::new(), is_here: false },
                Reader::Browser { voice: "Алёна \"2\"".to_owned(), is_here: true },
                Reader::Connection { provider, model: "tts-1".to_owned(), voice: "alloy".to_owned() },
            ] {
                for on in [false, true] {
                    let choice = VoiceChoice {
                        transcriber: transcriber.clone(),
                        sends_at_once: on,
                        reader: reader.clone(),
                        reads_replies: !on,
                    };
                    assert_eq!(VoiceChoice::of_text(&choice.to_text()), choice);
                }
            }
        }
    }

    #[test]
    fn a_text_of_another_build_turns_nothing_on() {
        for text in
            ["", "null", "[]", "{}", "{\"transcriber\":7,\"reader\":[]}", "{\"transcriber\":{\"provider\":\"x\"}}"]
        {
            assert_eq!(VoiceChoice::of_text(text), VoiceChoice::default(), "{text}");
        }
    }

    #[test]
    fn a_connection_that_is_gone_or_has_no_speech_is_nobody() {
        let (kept, gone) = (server(1, "m"), server(2, "m"));
        let mut anthropic = server(3, "m");
        anthropic.kind = ProviderKind::Anthropic;
        let choice = |provider| VoiceChoice {
            transcriber: Transcriber::Connection { provider, model: "w".to_owned() },
            reader: Reader::Connection { provider, model: "t".to_owned(), voice: String::new() },
            ..VoiceChoice::default()
        };
        let all = [kept.clone(), anthropic.clone()];
        assert_eq!(choice(kept.id).with_connections(&all), choice(kept.id));
        for other in [gone.id, anthropic.id] {
            assert_eq!(choice(other).with_connections(&all), VoiceChoice::default());
        }
    }

    /// A request that was sent to this connection.
    fn sent_to(provider: &Provider) -> Manifest {
        Manifest {
            provider: Some(provider.kind),
            address: Some(provider.base_url.clone()),
            ..ricordo_core::testing::sample::manifest(1, 1)
        }
    }

    #[test]
    fn what_a_model_on_this_computer_wrote_is_not_read_elsewhere_unasked() {
        let (page, mut far) = (Provider::in_page(), server(1, "m"));
        far.base_url = "https://api.example.com/v1".to_owned();
        let mut near = server(2, "m");
        near.base_url = "http://127.0.0.1:8000/v1".to_owned();
        let weights = Provider { base_url: "https://example.org/model.gguf".to_owned(), ..Provider::in_page() };
        let all = [far.clone(), near.clone()];
        let by = |provider: &Provider| VoiceChoice {
            reader: Reader::Connection { provider: provider.id, model: "t".to_owned(), voice: String::new() },
            reads_replies: true,
            ..VoiceChoice::default()
        };
        let voice = |is_here| VoiceChoice {
            reader: Reader::Browser { voice: String::new(), is_here },
            reads_replies: true,
            ..VoiceChoice::default()
        };
        for local in [&page, &near, &weights] {
            let sent = sent_to(local);
            for (choice, reads) in [(by(&far), false), (voice(false), false), (by(&near), true), (voice(true), true)] {
                assert_eq!(choice.reads_reply_to(Some(&sent), &all), reads, "{local:?}, {choice:?}");
            }
        }
        for choice in [by(&far), voice(false), by(&near), voice(true)] {
            assert!(choice.reads_reply_to(Some(&sent_to(&far)), &all), "{choice:?}");
            assert!(!VoiceChoice { reads_replies: false, ..choice }.reads_reply_to(Some(&sent_to(&far)), &all));
        }
    }

    #[test]
    fn a_reply_that_was_written_nobody_knows_where_is_read_on_this_computer_alone() {
        let far = Provider { base_url: "https://api.example.com/v1".to_owned(), ..server(1, "m") };
        let choice = |is_here| VoiceChoice {
            reader: Reader::Browser { voice: String::new(), is_here },
            reads_replies: true,
            ..VoiceChoice::default()
        };
        let older = Manifest { provider: None, address: None, ..sent_to(&far) };
        let half = Manifest { provider: None, ..sent_to(&far) };
        for sent in [None, Some(&older), Some(&half)] {
            assert!(choice(true).reads_reply_to(sent, &[]) && !choice(false).reads_reply_to(sent, &[]), "{sent:?}");
        }
    }

    #[test]
    fn where_nobody_reads_a_new_reply_asks_nothing() {
        let (page, far) = (Provider::in_page(), server(1, "m"));
        let all = [far.clone()];
        let on = VoiceChoice { reads_replies: true, ..VoiceChoice::default() };
        // The switch is hidden while nobody reads, and keeps its place.
        for answered in [&page, &far] {
            assert!(!on.reads_reply_to(Some(&sent_to(answered)), &all));
        }
        let gone = server(9, "m").id;
        let reader = Reader::Connection { provider: gone, model: "t".to_owned(), voice: String::new() };
        let deleted = VoiceChoice { reader, ..on }.with_connections(&all);
        assert!(!deleted.reads_reply_to(Some(&sent_to(&far)), &all), "the connection that read was deleted");
    }

    proptest! {
        /// Another build may have stored any JSON under these names.
        #[test]
        fn a_choice_that_was_stored_somehow_is_kept_as_it_is_understood(
            transcriber in "(null|7|\"browser\"|\"Browser\"|\\{\\}|\\{\"provider\":(7|\"x\"|null)\\})",
            reader in "(null|\\[\\]|\\{\"voice\":(null|\"a\"),\"is_here\":(true|1|\"true\")\\})",
            switch in "(true|false|1|\"true\"|null)",
        ) {
            let text = format!(
                r#"{{"transcriber":{transcriber},"reader":{reader},"sends_at_once":{switch},"reads_replies":{switch}}}"#
            );
            let read = VoiceChoice::of_text(&text);
            prop_assert_eq!(read.transcriber == Transcriber::Browser, transcriber == "\"browser\"");
            prop_assert_eq!(read.sends_at_once && read.reads_replies, switch == "true", "only what was switched on");
            if let Reader::Browser { is_here, .. } = read.reader {
                prop_assert_eq!(is_here, reader.contains(":true"), "a voice is elsewhere unless it is known to be here");
            }
            prop_assert_eq!(VoiceChoice::of_text(&read.to_text()), read);
        }
    }
}
