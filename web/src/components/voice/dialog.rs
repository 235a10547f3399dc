//! Dialog that chooses who turns speech into text, and who reads replies aloud.

use super::{
    super::{dialog::Dialog, field::FieldError},
    fields::{By, Choice, ConnectionFields, radio, stays_here},
};
use crate::{
    browser,
    chat::{Chat, Voice, VoiceChoice, use_chat},
    state::DialogKind,
    texts::{common::common, voice::voice as texts},
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use ricordo_browser::voice::BrowserVoice;

/// What the browser can do; `None` until that is known.
#[derive(Clone, Debug, Default, PartialEq)]
struct Abilities {
    has_microphone: bool,
    has_recognition: bool,
    voices: Vec<BrowserVoice>,
}

/// Voice dialog.
#[component]
pub fn VoiceDialog() -> impl IntoView {
    let chat = use_chat();
    view! {
        <Dialog open=chat.panels.dialogs.of(DialogKind::Voice) title=texts().title id="voice-dialog" has_form=true>
            {chat.voice.get_value().map(|voice| view! { <Form voice/> })}
        </Dialog>
    }
}

#[component]
fn Form(voice: Voice) -> impl IntoView {
    let chat = use_chat();
    let kept = untrack(|| voice.chosen(chat));
    let (speaking, reading) = (Choice::of_transcriber(chat, &kept.transcriber), Choice::of_reader(chat, &kept.reader));
    let sends_at_once = RwSignal::new(kept.sends_at_once);
    let reads_replies = RwSignal::new(kept.reads_replies);
    let error = RwSignal::new(None::<String>);
    let abilities = abilities(voice);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let voices =
            abilities.with_untracked(|known| known.as_ref().map(|known| known.voices.clone()).unwrap_or_default());
        let (Some(transcriber), Some(reader)) = (speaking.transcriber(), reading.reader(&voices)) else {
            error.set(Some(texts().model_missing.to_owned()));
            return;
        };
        voice.choose(VoiceChoice {
            transcriber,
            sends_at_once: sends_at_once.get_untracked(),
            reader,
            reads_replies: reads_replies.get_untracked(),
        });
        close(chat);
        chat.notices.say(texts().saved);
    };
    view! {
        <form class="voice-form" on:submit=save>
            <div class="content">
                <p class="quiet">{texts().lead}</p>
                <fieldset data-testid="voice-transcriber">
                    <legend>{texts().transcriber}</legend>
                    <Transcribers choice=speaking abilities/>
                    <Show when=move || speaking.by.get() != By::Nobody>
                        <Switch id="voice-sends" label=texts().sends_at_once on=sends_at_once/>
                    </Show>
                </fieldset>
                <fieldset data-testid="voice-reader">
                    <legend>{texts().reader}</legend>
                    <Readers choice=reading abilities/>
                    <Show when=move || reading.by.get() != By::Nobody>
                        <Switch id="voice-reads" label=texts().reads_replies on=reads_replies/>
                        <p class="hint">{texts().reads_replies_hint}</p>
                    </Show>
                </fieldset>
                <FieldError error id="voice-error"/>
            </div>
            <footer>
                <button class="button" type="button" on:click=move |_| close(chat)>{common().cancel}</button>
                <button class="button primary" type="submit" data-testid="voice-save">{texts().save}</button>
            </footer>
        </form>
    }
}

fn close(chat: Chat) {
    chat.panels.dialogs.close(DialogKind::Voice);
    browser::focus_next_frame("speak");
}

/// Finds out what the browser can do.
fn abilities(voice: Voice) -> RwSignal<Option<Abilities>> {
    let known = RwSignal::new(None);
    spawn_local(async move {
        let found = match voice.speech().await {
            Ok(speech) => Abilities {
                has_microphone: speech.has_microphone(),
                has_recognition: speech.has_recognition(),
                voices: speech.voices().await,
            },
            Err(_) => Abilities::default(),
        };
        let _ = known.try_set(Some(found));
    });
    known
}

#[component]
fn Transcribers(choice: Choice, abilities: RwSignal<Option<Abilities>>) -> impl IntoView {
    let can = move |what: fn(&Abilities) -> bool| abilities.with(|known| known.as_ref().is_none_or(what));
    view! {
        {radio("transcriber", By::Nobody, texts().nobody, choice)}
        {radio("transcriber", By::Connection, texts().connection, choice)}
        <Show when=move || choice.by.get() == By::Connection>
            <ConnectionFields choice prefix="transcriber" has_voice=false sent=texts().sound_sent stays=texts().sound_stays/>
        </Show>
        <Show when=move || can(|known| known.has_recognition)>{radio("transcriber", By::Browser, texts().browser, choice)}</Show>
        <Show when=move || choice.by.get() == By::Browser>
            <p class="hint" data-testid="transcriber-browser">{texts().sound_browser}</p>
        </Show>
        <Show when=move || !can(|known| known.has_microphone)>
            <p class="hint">{texts().no_microphone_here}</p>
        </Show>
    }
}

#[component]
fn Readers(choice: Choice, abilities: RwSignal<Option<Abilities>>) -> impl IntoView {
    let has_voices = move || abilities.with(|known| known.as_ref().is_some_and(|known| !known.voices.is_empty()));
    let is_known = move || abilities.with(Option::is_some);
    view! {
        {radio("reader", By::Nobody, texts().nobody, choice)}
        {radio("reader", By::Connection, texts().connection, choice)}
        <Show when=move || choice.by.get() == By::Connection>
            <ConnectionFields choice prefix="reader" has_voice=true sent=texts().text_sent stays=texts().text_stays/>
        </Show>
        {radio("reader", By::Browser, texts().browser, choice)}
        <Show when=move || choice.by.get() == By::Browser>
            <Show when=has_voices fallback=move || is_known().then(|| view! { <p class="hint">{texts().no_voices}</p> })>
                <BrowserVoices choice abilities/>
            </Show>
        </Show>
    }
}

/// Voices of the browser: those on this device first.
#[component]
fn BrowserVoices(choice: Choice, abilities: RwSignal<Option<Abilities>>) -> impl IntoView {
    let voices = move |is_here: bool| {
        let all = abilities.with(|known| known.as_ref().map(|known| known.voices.clone()).unwrap_or_default());
        let chosen = choice.browser_voice.get_untracked();
        all.into_iter()
            .filter(|voice| voice.is_here == is_here)
            .map(|BrowserVoice { name, language, .. }| {
                let is_chosen = name == chosen;
                view! { <option value=name.clone() selected=is_chosen>{format!("{name} ({language})")}</option> }
            })
            .collect::<Vec<_>>()
    };
    let is_here = move || {
        let chosen = choice.browser_voice.get();
        abilities.with(|known| known.as_ref().is_some_and(|known| stays_here(&chosen, &known.voices)))
    };
    view! {
        <div class="field">
            <label for="reader-browser-voice">{texts().voice}</label>
            <select class="input" id="reader-browser-voice" data-testid="reader-browser-voice"
                on:change=move |event| choice.browser_voice.set(event_target_value(&event))>
                <option value="">{texts().any_voice}</option>
                <optgroup label=texts().voices_here>{voices(true)}</optgroup>
                <optgroup label=texts().voices_elsewhere>{voices(false)}</optgroup>
            </select>
            <p class="hint" data-testid="reader-browser">
                {move || if is_here() { texts().text_browser } else { texts().text_browser_sent }}
            </p>
        </div>
    }
}

#[component]
fn Switch(id: &'static str, label: &'static str, on: RwSignal<bool>) -> impl IntoView {
    view! {
        <label class="check" for=id>
            <input type="checkbox" id=id data-testid=id prop:checked=move || on.get()
                on:change=move |event| on.set(event_target_checked(&event))/>
            <span>{label}</span>
        </label>
    }
}
