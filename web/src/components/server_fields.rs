//! The fields for a server: its address, key, model, what it understands, and patience.

use super::{
    field::{FieldError, NumberField},
    icon::{Icon, Picture},
};
use crate::{
    address::trouble_with,
    browser,
    state::{Connection, ServerForm, use_chat},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    provider::ProviderKind,
    settings::{RANGES, Range},
};

/// What is typed, field by field.
#[derive(Clone, Copy)]
pub struct Typed {
    address: RwSignal<String>,
    model: RwSignal<String>,
    key: RwSignal<String>,
    timeout: RwSignal<String>,
    sees: RwSignal<bool>,
    wrong: RwSignal<Wrong>,
}

/// What is wrong, field by field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Wrong {
    address: Option<String>,
    model: Option<String>,
    timeout: Option<String>,
}

impl Typed {
    /// What is stored.
    pub fn of(connection: Connection) -> Self {
        let server = untrack(|| connection.server());
        let timeout = connection.settings.with_untracked(|settings| settings.response_timeout_seconds);
        Self {
            address: RwSignal::new(server.as_ref().map(|server| server.base_url.clone()).unwrap_or_default()),
            model: RwSignal::new(server.as_ref().map(|server| server.model.clone()).unwrap_or_default()),
            key: RwSignal::new(String::new()),
            timeout: RwSignal::new(timeout.to_string()),
            sees: RwSignal::new(server.is_some_and(|server| server.sees)),
            wrong: RwSignal::new(Wrong::default()),
        }
    }

    /// Puts in what is stored for a kind of server, or what is usual for it. What was typed stays.
    pub fn prepare(self, connection: Connection, kind: ProviderKind) {
        let server = untrack(|| connection.server());
        let known = |address: &str| {
            KINDS.into_iter().any(|kind| usual_address(kind) == address)
                || server.as_ref().is_some_and(|server| server.base_url == address)
        };
        if !self.address.with_untracked(|address| known(address.trim())) {
            return;
        }
        let stored = server.as_ref().filter(|server| server.kind == kind);
        self.address.set(stored.map_or_else(|| usual_address(kind).to_owned(), |server| server.base_url.clone()));
        self.model.set(stored.map(|server| server.model.clone()).unwrap_or_default());
        self.sees.set(stored.map_or(kind == ProviderKind::Anthropic, |server| server.sees));
        self.wrong.set(Wrong::default());
    }

    /// The key is stored and no longer needed here.
    pub fn clear_key(self) {
        self.key.set(String::new());
    }

    /// The form, if it can be used; `None`: a field says what is wrong, and has the focus.
    pub fn checked(self, kind: ProviderKind) -> Option<ServerForm> {
        let form = self.address_and_key(kind)?;
        if form.model.is_empty() {
            let sentence = "Enter the model's name, or choose one that the server offers.".to_owned();
            self.wrong.update(|wrong| wrong.model = Some(sentence));
            browser::focus_soon("endpoint-model");
            return None;
        }
        Some(form)
    }

    /// The form, if it can be asked for its models.
    fn address_and_key(self, kind: ProviderKind) -> Option<ServerForm> {
        self.wrong.set(Wrong::default());
        let trimmed = |field: RwSignal<String>| field.with_untracked(|text| text.trim().to_owned());
        let base_url = trimmed(self.address);
        if let Some(trouble) = trouble_with(&base_url) {
            self.wrong.update(|wrong| wrong.address = Some(trouble.to_owned()));
            browser::focus_soon("endpoint-url");
            return None;
        }
        match seconds(&trimmed(self.timeout)) {
            Ok(timeout) => Some(ServerForm {
                kind,
                base_url,
                model: trimmed(self.model),
                // A key that was typed for another kind is not this one's.
                key: if wants_key(kind) { trimmed(self.key) } else { String::new() },
                timeout,
                sees: self.sees.get_untracked(),
            }),
            Err(sentence) => {
                self.wrong.update(|wrong| wrong.timeout = Some(sentence));
                browser::focus_soon("endpoint-timeout");
                None
            }
        }
    }

    fn wrong(self, part: fn(&Wrong) -> &Option<String>) -> Signal<Option<String>> {
        Signal::derive(move || self.wrong.with(|wrong| part(wrong).clone()))
    }
}

/// The kinds of servers.
const KINDS: [ProviderKind; 3] = [ProviderKind::OpenAiCompatible, ProviderKind::Ollama, ProviderKind::Anthropic];

/// Where such a server most often is; empty where there is no such place.
fn usual_address(kind: ProviderKind) -> &'static str {
    match kind {
        ProviderKind::Ollama => "http://localhost:11434",
        ProviderKind::Anthropic => "https://api.anthropic.com",
        ProviderKind::OpenAiCompatible | ProviderKind::InPage => "",
    }
}

/// Ollama knows no keys.
fn wants_key(kind: ProviderKind) -> bool {
    kind != ProviderKind::Ollama
}

/// The range of the timeout.
fn range() -> Range {
    let known = RANGES.iter().copied().find(|range| range.field == "response_timeout_seconds");
    known.unwrap_or(Range { field: "response_timeout_seconds", min: 5, max: 3_600 })
}

fn seconds(text: &str) -> Result<u32, String> {
    let Range { min, max, .. } = range();
    let number = text.parse::<u32>().ok().filter(|&number| range().check(number.into()).is_ok());
    number.ok_or_else(|| format!("The time to wait must be between {min} and {max} seconds."))
}

/// The fields.
#[component]
pub fn ServerFields(typed: Typed, kind: RwSignal<ProviderKind>) -> impl IntoView {
    let Range { min, max, .. } = range();
    let offered = RwSignal::new(Vec::<String>::new());
    let models = move || offered.get().into_iter().map(|id| view! { <option value=id></option> }).collect::<Vec<_>>();
    let wrong_address = typed.wrong(|wrong| &wrong.address);
    let wrong_model = typed.wrong(|wrong| &wrong.model);
    let wrong_timeout = typed.wrong(|wrong| &wrong.timeout);
    view! {
        <div class="field">
            <label for="endpoint-url">"Address"</label>
            <input class="input" id="endpoint-url" data-testid="endpoint-url" type="url" inputmode="url"
                placeholder=move || match usual_address(kind.get()) {
                    "" => "http://127.0.0.1:8080/v1",
                    usual => usual,
                }
                autocomplete="off" spellcheck="false" autocapitalize="off"
                prop:value=move || typed.address.get()
                aria-invalid=move || wrong_address.with(Option::is_some).to_string()
                on:input=move |event| typed.address.set(event_target_value(&event))/>
            <FieldError error=wrong_address id="endpoint-error"/>
        </div>
        <Show when=move || wants_key(kind.get())><KeyField typed/></Show>
        <div class="field">
            <label for="endpoint-model">"Model"</label>
            <input class="input" id="endpoint-model" data-testid="endpoint-model" list="endpoint-models"
                autocomplete="off" spellcheck="false" autocapitalize="off"
                aria-invalid=move || wrong_model.with(Option::is_some).to_string()
                prop:value=move || typed.model.get()
                on:input=move |event| typed.model.set(event_target_value(&event))/>
            <datalist id="endpoint-models">{models}</datalist>
            <FieldError error=wrong_model id="endpoint-error"/>
            <Offered typed kind offered/>
        </div>
        <label class="check">
            <input type="checkbox" data-testid="endpoint-sees" prop:checked=move || typed.sees.get()
                on:change=move |event| typed.sees.set(event_target_checked(&event))/>
            <span>"The model understands images"</span>
        </label>
        <NumberField label="Wait for a sign of life" id="endpoint-timeout" value=typed.timeout unit="seconds"
            hint=format!("{min} to {max}. Models on small machines read slowly.") error=wrong_timeout/>
    }
}

/// The key: typed once, never shown again.
#[component]
fn KeyField(typed: Typed) -> impl IntoView {
    let connection = use_chat().connection;
    let remove = move |_| spawn_local(connection.remove_key());
    view! {
        <div class="field">
            <label for="endpoint-key">"Key"</label>
            <input class="input" id="endpoint-key" data-testid="endpoint-key" type="password" autocomplete="off"
                placeholder=move || if connection.has_key.get() { "Leave empty to keep the stored key" } else { "If the server wants one" }
                prop:value=move || typed.key.get()
                on:input=move |event| typed.key.set(event_target_value(&event))/>
            <Show when=move || connection.has_key.get()>
                <p class="key-stored">
                    <Icon picture=Picture::Key/>
                    "A key is stored, sealed in this browser."
                    <button class="link-button" type="button" on:click=remove>"Remove"</button>
                </p>
            </Show>
        </div>
    }
}

/// Asks the server what it offers: this tests address and key, too.
#[component]
fn Offered(typed: Typed, kind: RwSignal<ProviderKind>, offered: RwSignal<Vec<String>>) -> impl IntoView {
    let connection = use_chat().connection;
    let told = RwSignal::new(None::<Result<String, String>>);
    let is_asking = RwSignal::new(false);
    let ask = move |_| {
        let Some(form) = typed.address_and_key(kind.get_untracked()) else { return };
        is_asking.set(true);
        spawn_local(async move {
            let answer = connection.list_models(&form).await.map_err(|error| error.to_string());
            if let Ok(models) = &answer {
                drop(offered.try_set(models.clone()));
                if let [only] = models.as_slice() {
                    typed.model.try_update(|model| {
                        if model.is_empty() {
                            model.clone_from(only)
                        }
                    });
                }
            }
            drop(told.try_set(Some(answer.map(|models| found(&models)))));
            let _ = is_asking.try_set(false);
        });
    };
    view! {
        <div class="with-unit">
            <button class="button" type="button" disabled=is_asking on:click=ask>
                {move || if is_asking.get() { "Asking…" } else { "Test and list models" }}
            </button>
        </div>
        <div role="status">
            {move || told.get().map(|told| {
                let is_good = told.is_ok();
                view! { <p class="test-result" class:good=is_good class:bad=!is_good>{told.unwrap_or_else(|sentence| sentence)}</p> }
            })}
        </div>
    }
}

fn found(models: &[String]) -> String {
    match models {
        [] => "The server answers, and lists no models. Type the name of one.".to_owned(),
        [only] => format!("The server answers. It offers {only}."),
        [first, ..] => format!("The server answers. It offers {} models, such as {first}.", models.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn a_time_out_of_range_is_refused_with_the_range() {
        assert_eq!(seconds("5"), Ok(5));
        assert_eq!(seconds("3600"), Ok(3_600));
        for bad in ["", "4", "3601", "-1", "1.5", "soon"] {
            assert!(seconds(bad).is_err_and(|sentence| sentence.contains("between 5 and 3600")), "{bad}");
        }
    }
}
