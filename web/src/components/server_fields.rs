//! Form fields for a model server: address and key, the connection doctor that checks them, and then the model. Image
//! support and the timeout are behind "More options".

use super::{
    doctor::DoctorView,
    field::{FieldError, NumberField},
    icon::{Icon, Picture},
    typed_server::{KINDS, Typed, range, usual_address, wants_key},
};
use crate::{
    chat::use_chat,
    state::Doctor,
    texts::{connect::connect, doctor::doctor as doctor_texts},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    doctor::{KNOWN, KnownProvider, known_at},
    provider::ProviderKind,
    settings::Range,
};

/// Fields for a model server.
#[component]
pub fn ServerFields(typed: Typed, kind: RwSignal<ProviderKind>) -> impl IntoView {
    let Range { min, max, .. } = range();
    let texts = connect();
    let wrong_address = typed.wrong(|wrong| &wrong.address);
    let wrong_timeout = typed.wrong(|wrong| &wrong.timeout);
    let hint = texts.wait_hint.replace("{min}", &min.to_string()).replace("{max}", &max.to_string());
    view! {
        <Protocols typed kind/>
        <div class="field">
            <label for="endpoint-url">{texts.address}</label>
            <input class="input" id="endpoint-url" data-testid="endpoint-url" type="url" inputmode="url"
                placeholder=move || match usual_address(kind.get()) {
                    "" => "http://127.0.0.1:8080/v1",
                    usual => usual,
                }
                list="known-addresses" autocomplete="off" spellcheck="false" autocapitalize="off"
                prop:value=move || typed.address.get()
                aria-invalid=move || wrong_address.with(Option::is_some).to_string()
                on:input=move |event| typed.address.set(event_target_value(&event))/>
            <datalist id="known-addresses">
                {KNOWN.iter().map(|known| view! { <option value=known.base_url>{known.name}</option> }).collect::<Vec<_>>()}
            </datalist>
            <FieldError error=wrong_address id="endpoint-error"/>
        </div>
        <Show when=move || wants_key(kind.get())><KeyField typed/></Show>
        <Check typed kind/>
        // Asked once it is known where the model is.
        <Show when=move || typed.address.with(|address| !address.trim().is_empty())><ModelField typed/></Show>
        <details class="more-options" open=move || wrong_timeout.with(Option::is_some)>
            <summary data-testid="endpoint-more">{texts.more_options}</summary>
            <label class="check">
                <input type="checkbox" data-testid="endpoint-supports-images" prop:checked=move || typed.supports_images.get()
                    on:change=move |event| typed.supports_images.set(event_target_checked(&event))/>
                <span>{texts.supports_images}</span>
            </label>
            <NumberField label=texts.wait id="endpoint-timeout" value=typed.timeout unit=texts.seconds
                hint error=wrong_timeout/>
        </details>
    }
}

/// Choice of the protocol of the server, with what it is good for.
#[component]
fn Protocols(typed: Typed, kind: RwSignal<ProviderKind>) -> impl IntoView {
    let connection = use_chat().connection;
    let texts = connect();
    let one = move |this: ProviderKind| {
        let choose = move |_| {
            kind.set(this);
            typed.prepare(connection, this);
        };
        let (id, [name, _]) = protocol(this);
        view! {
            <label data-testid=id>
                <input type="radio" name="protocol" prop:checked=move || kind.get() == this on:change=choose/>
                <span>{name}</span>
            </label>
        }
    };
    view! {
        <div class="field">
            <span class="label">{texts.protocol}</span>
            <div class="segments" role="radiogroup" aria-label=texts.protocol>{KINDS.map(one).into_iter().collect::<Vec<_>>()}</div>
            <p class="hint">{move || protocol(kind.get()).1[1]}</p>
        </div>
    }
}

/// Test id of a protocol, its name and what it is.
fn protocol(kind: ProviderKind) -> (&'static str, [&'static str; 2]) {
    let texts = connect();
    match kind {
        ProviderKind::Ollama => ("provider-protocol-ollama", [texts.kind_ollama, texts.kind_ollama_about]),
        ProviderKind::Anthropic => ("provider-protocol-anthropic", [texts.kind_anthropic, texts.kind_anthropic_about]),
        ProviderKind::OpenAiCompatible | ProviderKind::InPage => {
            ("provider-protocol-openai", [texts.kind_server, texts.kind_server_about])
        }
    }
}

#[component]
fn ModelField(typed: Typed) -> impl IntoView {
    let wrong_model = typed.wrong(|wrong| &wrong.model);
    let models = move || {
        let all = typed.offered.get();
        all.into_iter().map(|listed| view! { <option value=listed.id></option> }).collect::<Vec<_>>()
    };
    view! {
        <div class="field">
            <label for="endpoint-model">{connect().model}</label>
            <input class="input" id="endpoint-model" data-testid="endpoint-model" list="endpoint-models"
                autocomplete="off" spellcheck="false" autocapitalize="off"
                aria-invalid=move || wrong_model.with(Option::is_some).to_string()
                prop:value=move || typed.model.get()
                on:input=move |event| typed.model.set(event_target_value(&event))/>
            <datalist id="endpoint-models">{models}</datalist>
            <FieldError error=wrong_model id="endpoint-error"/>
        </div>
    }
}

/// Field for the API key, which is never shown again after it is saved.
#[component]
fn KeyField(typed: Typed) -> impl IntoView {
    let connection = use_chat().connection;
    let texts = connect();
    // The key of another server is not sent to this one.
    let stored = move || {
        let id = typed.editing.get().filter(|id| connection.keyed.with(|keyed| keyed.contains(id)))?;
        connection.is_at(id, &typed.address.get()).then_some(id)
    };
    let remove = move |_| {
        if let Some(id) = typed.editing.get_untracked() {
            spawn_local(connection.remove_key(id));
        }
    };
    view! {
        <div class="field">
            <label for="endpoint-key">{texts.key}</label>
            <input class="input" id="endpoint-key" data-testid="endpoint-key" type="password" autocomplete="off"
                placeholder=move || if stored().is_some() { texts.key_keep } else { texts.key_maybe }
                prop:value=move || typed.key.get()
                on:input=move |event| typed.key.set(event_target_value(&event))/>
            <Show when=move || stored().is_some()>
                <p class="key-stored">
                    <Icon picture=Picture::Key/>
                    {texts.key_stored}
                    <button class="link-button" type="button" on:click=remove>{texts.remove}</button>
                </p>
            </Show>
            {move || known_at(typed.address.get().trim()).map(key_page)}
        </div>
    }
}

/// Link to the page where a provider issues keys.
pub fn key_page(known: &'static KnownProvider) -> impl IntoView {
    view! {
        <a class="quiet" href=known.key_page target="_blank" rel="noopener noreferrer">
            {connect().get_key.replace("{name}", known.name)}
        </a>
    }
}

/// Connection doctor: checks all steps with the typed values.
#[component]
fn Check(typed: Typed, kind: RwSignal<ProviderKind>) -> impl IntoView {
    let connection = use_chat().connection;
    let doctor = Doctor::new();
    let check = move || {
        // A frame later the dialog may be closed.
        if let Some(form) = kind.try_get_untracked().and_then(|kind| typed.address_and_key(kind)) {
            doctor.check(connection, form, move |seen| typed.learn(seen));
        }
    };
    // The result holds only for the values that were checked.
    Effect::new(move |before: Option<()>| {
        typed.address.track();
        typed.key.track();
        kind.track();
        if before.is_some() {
            doctor.clear();
        }
    });
    let take_address = Callback::new(move |address| {
        typed.address.set(address);
        request_animation_frame(check);
    });
    let take_ollama = Callback::new(move |()| {
        let address = typed.address.get_untracked();
        kind.set(ProviderKind::Ollama);
        typed.address.set(root_of(&address));
        request_animation_frame(check);
    });
    view! {
        <div class="with-unit">
            <button class="button" type="button" data-testid="endpoint-check" disabled=doctor.is_running on:click=move |_| check()>
                {move || if doctor.is_running.get() { doctor_texts().checking } else { doctor_texts().check }}
            </button>
        </div>
        <DoctorView doctor take_address take_ollama/>
    }
}

/// Address of a server without the path of the compatible protocol.
fn root_of(address: &str) -> String {
    let address = address.trim().trim_end_matches('/');
    address.strip_suffix("/v1").unwrap_or(address).trim_end_matches('/').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn each_protocol_has_the_name_that_belongs_to_it() {
        for language in UiLanguage::all() {
            speak(language);
            let named = KINDS.map(protocol);
            for (at, word) in ["OpenAI", "Ollama", "Anthropic"].into_iter().enumerate() {
                let (id, [name, what]) = named[at];
                assert!(
                    name.contains(word) && !what.is_empty() && id.ends_with(&word.to_lowercase()),
                    "{name}: {what}"
                );
            }
        }
    }

    #[test]
    fn the_address_of_ollama_has_no_path_of_another_protocol() {
        for (typed, root) in [
            ("http://127.0.0.1:11434/v1", "http://127.0.0.1:11434"),
            (" http://127.0.0.1:11434/v1/ ", "http://127.0.0.1:11434"),
            ("http://127.0.0.1:11434//v1", "http://127.0.0.1:11434"),
            ("http://127.0.0.1:11434", "http://127.0.0.1:11434"),
            ("http://example.org/ollama/v1", "http://example.org/ollama"),
            ("http://example.org/v11", "http://example.org/v11"),
        ] {
            assert_eq!(root_of(typed), root, "{typed:?}");
        }
    }
}
