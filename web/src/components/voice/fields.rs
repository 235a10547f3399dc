//! The choice of who does something with speech: nobody, a model of a connection, or the browser.

use crate::{
    address::host_of,
    chat::{Chat, Reader, Transcriber, Usual, may_have_speech, use_chat, usual_at},
    texts::{fill, voice::voice as texts},
};
use leptos::prelude::*;
use ricordo_browser::voice::BrowserVoice;
use ricordo_core::{id::ProviderId, provider::Provider};

/// Who does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    Nobody,
    Connection,
    Browser,
}

/// What is chosen in the dialog.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub(super) by: RwSignal<By>,
    pub(super) provider: RwSignal<Option<ProviderId>>,
    pub(super) model: RwSignal<String>,
    pub(super) voice: RwSignal<String>,
    /// Name of a voice of the browser.
    pub(super) browser_voice: RwSignal<String>,
    /// The usual names at a server.
    usual: fn(&Usual) -> (&'static str, &'static str),
}

impl Choice {
    pub(super) fn of_transcriber(chat: Chat, kept: &Transcriber) -> Self {
        let choice = Self::new(chat, |usual| (usual.transcriber, ""));
        match kept {
            Transcriber::Nobody => {}
            Transcriber::Browser => choice.by.set(By::Browser),
            Transcriber::Connection { provider, model } => choice.take(*provider, model, ""),
        }
        choice
    }

    pub(super) fn of_reader(chat: Chat, kept: &Reader) -> Self {
        let choice = Self::new(chat, |usual| (usual.reader, usual.voice));
        match kept {
            Reader::Nobody => {}
            Reader::Browser { voice, .. } => {
                choice.by.set(By::Browser);
                choice.browser_voice.set(voice.clone());
            }
            Reader::Connection { provider, model, voice } => choice.take(*provider, model, voice),
        }
        choice
    }

    fn new(chat: Chat, usual: fn(&Usual) -> (&'static str, &'static str)) -> Self {
        let choice = Self {
            by: RwSignal::new(By::Nobody),
            provider: RwSignal::new(None),
            model: RwSignal::new(String::new()),
            voice: RwSignal::new(String::new()),
            browser_voice: RwSignal::new(String::new()),
            usual,
        };
        if let Some(first) = untrack(|| connections(chat).into_iter().next()) {
            choice.begin_with(&first);
        }
        choice
    }

    fn take(self, provider: ProviderId, model: &str, voice: &str) {
        self.by.set(By::Connection);
        self.provider.set(Some(provider));
        self.model.set(model.to_owned());
        self.voice.set(voice.to_owned());
    }

    /// Another connection, with the names that are usual there.
    fn begin_with(self, provider: &Provider) {
        let (model, voice) = (self.usual)(&usual_at(&provider.base_url));
        self.provider.set(Some(provider.id));
        self.model.set(model.to_owned());
        self.voice.set(voice.to_owned());
    }

    /// The connection and the model; `None` if one is missing.
    pub(super) fn connection(self) -> Option<(ProviderId, String)> {
        let model = self.model.with_untracked(|model| model.trim().to_owned());
        Some((self.provider.get_untracked()?, model)).filter(|(_, model)| !model.is_empty())
    }

    /// Who turns speech into text; `None` if the model is missing.
    pub(super) fn transcriber(self) -> Option<Transcriber> {
        Some(match self.by.get_untracked() {
            By::Nobody => Transcriber::Nobody,
            By::Browser => Transcriber::Browser,
            By::Connection => {
                let (provider, model) = self.connection()?;
                Transcriber::Connection { provider, model }
            }
        })
    }

    /// Who reads aloud; `None` if the model is missing. `voices`: those of the browser.
    pub(super) fn reader(self, voices: &[BrowserVoice]) -> Option<Reader> {
        Some(match self.by.get_untracked() {
            By::Nobody => Reader::Nobody,
            By::Browser => {
                let voice = self.browser_voice.get_untracked();
                Reader::Browser { is_here: stays_here(&voice, voices), voice }
            }
            By::Connection => {
                let (provider, model) = self.connection()?;
                let voice = self.voice.with_untracked(|voice| voice.trim().to_owned());
                Reader::Connection { provider, model, voice }
            }
        })
    }
}

/// Whether a text stays on this device with a voice. With the browser's own choice it does if all voices are here.
pub(super) fn stays_here(name: &str, voices: &[BrowserVoice]) -> bool {
    let mut fitting = voices.iter().filter(|voice| name.is_empty() || voice.name == name).peekable();
    fitting.peek().is_some() && fitting.all(|voice| voice.is_here)
}

fn connections(chat: Chat) -> Vec<Provider> {
    chat.connection.providers.with(|all| all.iter().filter(|one| may_have_speech(one)).cloned().collect())
}

/// One of them, as a radio button.
pub(super) fn radio(group: &'static str, by: By, label: &'static str, choice: Choice) -> impl IntoView {
    let id = format!(
        "{group}-{}",
        match by {
            By::Nobody => "nobody",
            By::Connection => "connection",
            By::Browser => "browser",
        }
    );
    view! {
        <label class="check" for=id.clone()>
            <input type="radio" id=id.clone() name=group data-testid=id.clone() prop:checked=move || choice.by.get() == by
                on:change=move |_| choice.by.set(by)/>
            <span>{label}</span>
        </label>
    }
}

/// Connection, model and voice, and who receives the sound or the text.
#[component]
pub(super) fn ConnectionFields(
    choice: Choice,
    /// Prefix of the ids.
    prefix: &'static str,
    has_voice: bool,
    /// Sentence if it goes to another computer.
    sent: &'static str,
    /// Sentence if it stays on this computer.
    stays: &'static str,
) -> impl IntoView {
    let chat = use_chat();
    let all = untrack(|| connections(chat));
    if all.is_empty() {
        return view! { <p class="hint" data-testid=format!("{prefix}-none")>{texts().none}</p> }.into_any();
    }
    let chosen = choice.provider.get_untracked();
    let options = all.iter().map(|one| {
        view! { <option value=one.id.to_string() selected=Some(one.id) == chosen>{one.name.clone()}</option> }
    });
    let options = options.collect::<Vec<_>>();
    let known = StoredValue::new(all);
    let find = move |id: Option<ProviderId>| known.with_value(|all| all.iter().find(|one| Some(one.id) == id).cloned());
    let change = move |event| {
        if let Some(provider) = find(event_target_value(&event).parse().ok()) {
            choice.begin_with(&provider);
        }
    };
    let receiver = move || find(choice.provider.get()).map(|provider| receiver(&provider, sent, stays));
    view! {
        <div class="fields">
            <div class="field">
                <label for=format!("{prefix}-server")>{texts().which}</label>
                <select class="input" id=format!("{prefix}-server") data-testid=format!("{prefix}-server") on:change=change>{options}</select>
            </div>
            <Name id=format!("{prefix}-model") label=texts().model hint=texts().model_hint value=choice.model/>
            {has_voice.then(|| view! {
                <Name id=format!("{prefix}-voice") label=texts().voice hint=texts().voice_hint value=choice.voice/>
            })}
            <p class="hint" data-testid=format!("{prefix}-receiver")>{receiver}</p>
        </div>
    }
    .into_any()
}

/// Says who receives the sound or the text: `sent` if that is another computer, or else `stays`.
fn receiver(provider: &Provider, sent: &str, stays: &str) -> String {
    let host = host_of(&provider.base_url);
    let who = if provider.name == host { host.to_owned() } else { format!("{} ({host})", provider.name) };
    fill(if provider.is_on_this_computer() { stays } else { sent }, &[("who", &who)])
}

/// A name that a server uses.
#[component]
fn Name(id: String, label: &'static str, hint: &'static str, value: RwSignal<String>) -> impl IntoView {
    let hint_id = format!("{id}-hint");
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <input class="input" id=id.clone() data-testid=id.clone() autocomplete="off" autocapitalize="none" spellcheck="false" dir="auto"
                aria-describedby=hint_id.clone() prop:value=move || value.get()
                on:input=move |event| value.set(event_target_value(&event))/>
            <p class="hint" id=hint_id>{hint}</p>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::server,
        texts::{UiLanguage, speak},
    };

    fn choice() -> Choice {
        Choice {
            by: RwSignal::new(By::Nobody),
            provider: RwSignal::new(None),
            model: RwSignal::new(String::new()),
            voice: RwSignal::new(String::new()),
            browser_voice: RwSignal::new(String::new()),
            usual: |usual| (usual.reader, usual.voice),
        }
    }

    #[test]
    fn a_connection_is_chosen_only_with_a_model() {
        let (choice, one) = (choice(), server(1, "m"));
        assert_eq!(choice.connection(), None);
        choice.take(one.id, " ", "");
        assert_eq!((choice.by.get_untracked(), choice.connection()), (By::Connection, None));
        choice.model.set(" tts ".to_owned());
        assert_eq!(choice.connection(), Some((one.id, "tts".to_owned())));
        choice.provider.set(None);
        assert_eq!(choice.connection(), None, "the connection is gone");
    }

    #[test]
    fn another_connection_begins_with_the_names_that_are_usual_there() {
        let (choice, one) = (choice(), server(1, "m"));
        choice.take(server(2, "m").id, "old", "old voice");
        choice.begin_with(&one);
        let usual = usual_at(&one.base_url);
        assert_eq!(choice.provider.get_untracked(), Some(one.id));
        assert_eq!(
            (choice.model.get_untracked().as_str(), choice.voice.get_untracked().as_str()),
            (usual.reader, usual.voice)
        );
    }

    #[test]
    fn the_browsers_own_choice_stays_here_only_if_every_voice_does() {
        let voice = |name: &str, is_here| BrowserVoice { name: name.to_owned(), language: "en".to_owned(), is_here };
        let all = [voice("near", true), voice("far", false)];
        assert!(stays_here("near", &all) && !stays_here("far", &all) && !stays_here("", &all));
        assert!(stays_here("", &all[..1]) && !stays_here("gone", &all) && !stays_here("", &[]));
    }

    #[test]
    fn what_is_chosen_is_kept_as_it_was_typed_and_a_connection_without_a_model_is_no_choice() {
        let (choice, id) = (choice(), server(1, "m").id);
        assert_eq!((choice.transcriber(), choice.reader(&[])), (Some(Transcriber::Nobody), Some(Reader::Nobody)));
        choice.take(id, "  ", " alloy ");
        assert_eq!((choice.transcriber(), choice.reader(&[])), (None, None));
        choice.model.set(" tts-1 ".to_owned());
        let (provider, model) = (id, "tts-1".to_owned());
        assert_eq!(choice.transcriber(), Some(Transcriber::Connection { provider, model: model.clone() }));
        let voice = "alloy".to_owned();
        assert_eq!(choice.reader(&[]), Some(Reader::Connection { provider, model, voice }));
        choice.by.set(By::Browser);
        assert_eq!(choice.transcriber(), Some(Transcriber::Browser), "what was typed for a connection is left aside");
    }

    #[test]
    fn a_voice_of_the_browser_is_kept_with_whether_it_sends_the_text() {
        let voice = |name: &str, is_here| BrowserVoice { name: name.to_owned(), language: "en".to_owned(), is_here };
        let all = [voice("near", true), voice("far", false)];
        let choice = choice();
        choice.by.set(By::Browser);
        for (name, is_here) in [("near", true), ("far", false), ("", false), ("gone", false)] {
            choice.browser_voice.set(name.to_owned());
            assert_eq!(choice.reader(&all), Some(Reader::Browser { is_here, voice: name.to_owned() }));
        }
    }

    #[test]
    fn whoever_receives_the_sound_is_named_with_the_host_once() {
        let far = Provider { base_url: "https://api.example.org/v1".to_owned(), ..server(1, "m") };
        let named = Provider { name: "api.example.org".to_owned(), ..far.clone() };
        for language in UiLanguage::all() {
            speak(language);
            let of = |provider: &Provider| receiver(provider, texts().sound_sent, texts().sound_stays);
            assert_eq!(of(&far), fill(texts().sound_sent, &[("who", "Server 1 (api.example.org)")]));
            assert_eq!(of(&named), fill(texts().sound_sent, &[("who", "api.example.org")]));
            assert_eq!(of(&server(1, "m")), fill(texts().sound_stays, &[("who", "Server 1 (127.0.0.1:1)")]));
        }
    }
}
