//! The settings: the system prompt, the limits, and everything as a file.

use super::{
    dialog::Dialog,
    field::{FormError, NumberField},
};
use crate::{
    state::{Chat, use_chat},
    words,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use ricordo_core::settings::{RANGES, Range, Settings};

/// A numeric setting as the dialog shows it.
struct Number {
    field: &'static str,
    label: &'static str,
    unit: &'static str,
    get: fn(&Settings) -> u32,
    set: fn(&mut Settings, u32),
}

const NUMBERS: [Number; 3] = [
    Number {
        field: "context_max_tokens",
        label: "Context",
        unit: "tokens",
        get: |settings| settings.context_max_tokens,
        set: |settings, value| settings.context_max_tokens = value,
    },
    Number {
        field: "max_response_tokens",
        label: "Longest reply",
        unit: "tokens",
        get: |settings| settings.max_response_tokens,
        set: |settings, value| settings.max_response_tokens = value,
    },
    Number {
        field: "immediate_messages",
        label: "Window",
        unit: "messages",
        get: |settings| settings.immediate_messages,
        set: |settings, value| settings.immediate_messages = value,
    },
];

/// What is typed.
#[derive(Clone, Copy)]
struct Typed {
    system_prompt: RwSignal<String>,
    send_now: RwSignal<bool>,
    numbers: [RwSignal<String>; NUMBERS.len()],
    wrong: RwSignal<Option<(&'static str, String)>>,
}

impl Typed {
    fn of(settings: &Settings) -> Self {
        Self {
            system_prompt: RwSignal::new(settings.system_prompt.clone()),
            send_now: RwSignal::new(settings.send_now),
            numbers: NUMBERS.map(|number| RwSignal::new((number.get)(settings).to_string())),
            wrong: RwSignal::new(None),
        }
    }

    /// The settings with what is typed; `None`: a field says what is wrong.
    fn checked(self, mut settings: Settings) -> Option<Settings> {
        self.wrong.set(None);
        for (number, typed) in NUMBERS.iter().zip(self.numbers) {
            match typed.with_untracked(|text| parsed(number.field, text)) {
                Ok(value) => (number.set)(&mut settings, value),
                Err(sentence) => {
                    self.wrong.set(Some((number.field, sentence)));
                    return None;
                }
            }
        }
        settings.system_prompt = self.system_prompt.get_untracked();
        settings.send_now = self.send_now.get_untracked();
        Some(settings)
    }
}

fn range(field: &str) -> Option<Range> {
    RANGES.iter().copied().find(|range| range.field == field)
}

fn in_words(field: &str) -> String {
    let number = |value: i64| words::number(value.unsigned_abs());
    range(field).map(|range| format!("{} to {}", number(range.min), number(range.max))).unwrap_or_default()
}

fn parsed(field: &str, text: &str) -> Result<u32, String> {
    let digits: String = text.chars().filter(|letter| !matches!(letter, ' ' | ',' | '\u{a0}')).collect();
    let value = digits.parse::<u32>().ok();
    let value = value.filter(|&value| range(field).is_none_or(|range| range.check(value.into()).is_ok()));
    value.ok_or_else(|| format!("Enter a number from {}.", in_words(field)))
}

/// The dialog.
#[component]
pub fn SettingsDialog() -> impl IntoView {
    let open = use_chat().panels.settings;
    view! {
        <Dialog open title="Settings" id="settings-dialog">
            <Form/>
        </Dialog>
    }
}

#[component]
fn Form() -> impl IntoView {
    let chat = use_chat();
    let typed = chat.connection.settings.with_untracked(Typed::of);
    let error = RwSignal::new(None::<String>);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(settings) = typed.checked(chat.connection.settings.get_untracked()) else { return };
        spawn_local(async move {
            match chat.connection.save_settings(settings).await {
                Ok(()) => chat.panels.settings.set(false),
                Err(refused) => drop(error.try_set(Some(refused.to_string()))),
            }
        });
    };
    view! {
        <form on:submit=save novalidate>
            <div class="content">
                <div class="field">
                    <label for="system-prompt">"System prompt"</label>
                    <textarea class="input" id="system-prompt" data-testid="system-prompt" rows="4" dir="auto"
                        prop:value=move || typed.system_prompt.get()
                        on:input=move |event| typed.system_prompt.set(event_target_value(&event))></textarea>
                    <p class="hint">"Sent first, with every message."</p>
                </div>
                <Numbers typed/>
                <label class="check">
                    <input type="checkbox" data-testid="send-now" prop:checked=move || typed.send_now.get()
                        on:change=move |event| typed.send_now.set(event_target_checked(&event))/>
                    <span>"Send the date and time with each message"</span>
                </label>
            </div>
            <FormError error id="settings-error"/>
            <Footer chat/>
        </form>
    }
}

#[component]
fn Numbers(typed: Typed) -> impl IntoView {
    let fields = NUMBERS.iter().zip(typed.numbers).map(|(number, value)| {
        let Number { field, label, unit, .. } = *number;
        let error = Signal::derive(move || {
            typed
                .wrong
                .with(|wrong| wrong.as_ref().filter(|(wrong, _)| *wrong == field).map(|(_, sentence)| sentence.clone()))
        });
        view! { <NumberField label id=field value unit hint=in_words(field) error/> }
    });
    view! { <div class="numbers">{fields.collect::<Vec<_>>()}</div> }
}

#[component]
fn Footer(chat: Chat) -> impl IntoView {
    view! {
        <footer>
            <button class="button left" type="button" data-testid="export" on:click=move |_| chat.storage.export()>
                "Export all as JSON"
            </button>
            <button class="button" type="button" on:click=move |_| chat.panels.settings.set(false)>"Cancel"</button>
            <button class="button primary" type="submit" data-testid="settings-save">"Save"</button>
        </footer>
    }
}

#[cfg(test)]
mod tests {
    use super::parsed;

    #[test]
    fn a_number_out_of_range_is_refused_with_the_range() {
        assert_eq!(parsed("context_max_tokens", "8,000"), Ok(8_000));
        assert_eq!(parsed("context_max_tokens", "1999"), Err("Enter a number from 2,000 to 1,000,000.".to_owned()));
        assert!(parsed("immediate_messages", "many").is_err());
    }
}
