//! The fields for a server: its address, model, key and patience.

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
use ricordo_core::settings::{RANGES, Range};

/// What is typed, field by field.
#[derive(Clone, Copy)]
pub struct Typed {
    address: RwSignal<String>,
    model: RwSignal<String>,
    key: RwSignal<String>,
    timeout: RwSignal<String>,
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
            model: RwSignal::new(server.map(|server| server.model).unwrap_or_default()),
            key: RwSignal::new(String::new()),
            timeout: RwSignal::new(timeout.to_string()),
            wrong: RwSignal::new(Wrong::default()),
        }
    }

    /// The key is stored and no longer needed here.
    pub fn clear_key(self) {
        self.key.set(String::new());
    }

    /// The form, if it can be used; `None`: a field says what is wrong, and has the focus.
    pub fn checked(self) -> Option<ServerForm> {
        let form = self.address_and_key()?;
        if form.model.is_empty() {
            let sentence = "Enter the model's name, or choose one that the server offers.".to_owned();
            self.wrong.update(|wrong| wrong.model = Some(sentence));
            browser::focus_soon("endpoint-model");
            return None;
        }
        Some(form)
    }

    /// The form, if it can be asked for its models.
    fn address_and_key(self) -> Option<ServerForm> {
        self.wrong.set(Wrong::default());
        let trimmed = |field: RwSignal<String>| field.with_untracked(|text| text.trim().to_owned());
        let base_url = trimmed(self.address);
        if let Some(trouble) = trouble_with(&base_url) {
            self.wrong.update(|wrong| wrong.address = Some(trouble.to_owned()));
            browser::focus_soon("endpoint-url");
            return None;
        }
        match seconds(&trimmed(self.timeout)) {
            Ok(timeout) => Some(ServerForm { base_url, model: trimmed(self.model), key: trimmed(self.key), timeout }),
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
pub fn ServerFields(typed: Typed) -> impl IntoView {
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
                placeholder="http://127.0.0.1:8080/v1" autocomplete="off" spellcheck="false" autocapitalize="off"
                prop:value=move || typed.address.get()
                aria-invalid=move || wrong_address.with(Option::is_some).to_string()
                on:input=move |event| typed.address.set(event_target_value(&event))/>
            <FieldError error=wrong_address id="endpoint-error"/>
        </div>
        <KeyField typed/>
        <div class="field">
            <label for="endpoint-model">"Model"</label>
            <input class="input" id="endpoint-model" data-testid="endpoint-model" list="endpoint-models"
                autocomplete="off" spellcheck="false" autocapitalize="off"
                aria-invalid=move || wrong_model.with(Option::is_some).to_string()
                prop:value=move || typed.model.get()
                on:input=move |event| typed.model.set(event_target_value(&event))/>
            <datalist id="endpoint-models">{models}</datalist>
            <FieldError error=wrong_model id="endpoint-error"/>
            <Offered typed offered/>
        </div>
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
fn Offered(typed: Typed, offered: RwSignal<Vec<String>>) -> impl IntoView {
    let connection = use_chat().connection;
    let told = RwSignal::new(None::<Result<String, String>>);
    let is_asking = RwSignal::new(false);
    let ask = move |_| {
        let Some(form) = typed.address_and_key() else { return };
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
