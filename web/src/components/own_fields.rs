//! State and validation of the form for a conversation's own settings, and its number fields.

use super::{background_choice::OwnBackground, field::FieldError};
use crate::{
    browser,
    chat::use_chat,
    texts::{number, picker::picker},
};
use leptos::prelude::*;
use ricordo_core::{
    preset,
    settings::{OwnSettings, Settings, range_of, whole_number},
};

/// Fields of the form. An empty field means the value of the global settings.
#[derive(Clone, Copy)]
pub struct Typed {
    /// System prompt.
    pub system_prompt: RwSignal<String>,
    /// Name of a preset.
    pub preset: RwSignal<String>,
    /// `yes`, `no` or empty.
    pub send_now: RwSignal<String>,
    /// Connection for background work.
    pub background: OwnBackground,
    numbers: [RwSignal<String>; NUMBERS.len()],
    /// Index of the number field that has an error.
    wrong: RwSignal<Option<usize>>,
}

/// Number field.
struct Number {
    id: &'static str,
    /// Field of the settings whose range applies; empty for the temperature, which ranges from 0 to 2.
    field: &'static str,
    get: fn(&OwnSettings) -> Option<f64>,
    set: fn(&mut OwnSettings, Option<f64>),
    default: fn(&Settings) -> Option<f64>,
}

macro_rules! whole {
    ($id:literal, $field:ident) => {
        Number {
            id: $id,
            field: stringify!($field),
            get: |own| own.$field.map(f64::from),
            set: |own, value| own.$field = value.map(|value| value as u32),
            default: |settings| Some(settings.$field.into()),
        }
    };
}

const NUMBERS: [Number; 4] = [
    Number {
        id: "own-temperature",
        field: "",
        get: |own| own.temperature.map(|value| (f64::from(value) * 100.0).round() / 100.0),
        set: |own, value| own.temperature = value.map(|value| value as f32),
        default: |settings| settings.sampling.temperature.map(|value| (f64::from(value) * 100.0).round() / 100.0),
    },
    whole!("own-context", context_max_tokens),
    whole!("own-reply", max_response_tokens),
    Number {
        id: "own-window",
        field: "immediate_messages",
        get: |own| own.immediate_messages.map(f64::from),
        set: |own, value| own.immediate_messages = value.map(|value| value as u32),
        default: |settings| settings.immediate_messages.map(f64::from),
    },
];

impl Number {
    fn range(&self) -> (i64, i64) {
        range_of(self.field).map_or((0, 2), |range| (range.min, range.max))
    }

    /// Typed value; `None` if the field is empty, `Err` if it is not a number or out of range.
    #[allow(clippy::cast_precision_loss, reason = "the ranges are far below 2^53")]
    fn parsed(&self, text: &str) -> Result<Option<f64>, ()> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(None);
        }
        let value = if self.field.is_empty() {
            text.replace(',', ".").parse::<f64>().ok()
        } else {
            whole_number(text).map(|number| number as f64)
        };
        let (min, max) = self.range();
        value.filter(|value| (min as f64..=max as f64).contains(value)).map(Some).ok_or(())
    }
}

impl Typed {
    /// Count of the number fields.
    pub const NUMBERS: usize = NUMBERS.len();

    /// Form filled from the stored settings of the conversation.
    pub fn of(own: &OwnSettings) -> Self {
        let shown = |number: &Number| (number.get)(own).map(|value| value.to_string()).unwrap_or_default();
        let send_now = own.send_now.map_or("", |sends| if sends { "yes" } else { "no" });
        Self {
            system_prompt: RwSignal::new(own.system_prompt.clone().unwrap_or_default()),
            preset: RwSignal::new(own.preset.clone().unwrap_or_default()),
            send_now: RwSignal::new(send_now.to_owned()),
            background: OwnBackground::of(own),
            numbers: NUMBERS.each_ref().map(|number| RwSignal::new(shown(number))),
            wrong: RwSignal::new(None),
        }
    }

    /// The settings that apply where fields are empty: those of all conversations, under the chosen preset or else the
    /// preset of the project.
    pub fn general(self, of_project: Option<String>) -> Memo<Settings> {
        let settings = use_chat().connection.settings;
        Memo::new(move |_| {
            let chosen = Some(self.preset.get()).filter(|preset| !preset.is_empty());
            settings.with(|settings| under_preset(settings, chosen.as_ref().or(of_project.as_ref())))
        })
    }

    /// `own` with the typed values. On an error, shows it at the field, focuses the field and returns `None`.
    pub fn checked(self, mut own: OwnSettings) -> Option<OwnSettings> {
        self.wrong.set(None);
        for (at, number) in NUMBERS.iter().enumerate() {
            match self.numbers[at].with_untracked(|text| number.parsed(text)) {
                Ok(value) => (number.set)(&mut own, value),
                Err(()) => {
                    self.wrong.set(Some(at));
                    browser::focus_next_frame(number.id);
                    return None;
                }
            }
        }
        let some = |text: String| Some(text).filter(|text| !text.trim().is_empty());
        own.system_prompt = some(self.system_prompt.get_untracked());
        own.preset = some(self.preset.get_untracked());
        own.send_now = some(self.send_now.get_untracked()).map(|chosen| chosen == "yes");
        own.background = untrack(|| self.background.chosen());
        Some(own)
    }
}

/// Settings with a preset, as `Session` applies that of one conversation.
fn under_preset(settings: &Settings, preset: Option<&String>) -> Settings {
    let applied = preset.and_then(|name| preset::apply(name, settings).ok());
    applied.map_or_else(|| settings.clone(), |applied| applied.with_shared_of(settings))
}

fn sentence(words: &str, of: &Number) -> String {
    let (min, max) = of.range();
    let shown = |value: i64| number(value.unsigned_abs());
    words.replace("{min}", &shown(min)).replace("{max}", &shown(max))
}

/// One number field; `at` is its index. `general`: the settings that apply where the field is empty.
#[component]
pub fn OwnNumber(typed: Typed, at: usize, general: Memo<Settings>) -> impl IntoView {
    let texts = picker();
    let (of, value) = (&NUMBERS[at], typed.numbers[at]);
    let (label, unit) = match at {
        0 => (texts.temperature, ""),
        1 => (texts.max_context, texts.tokens),
        2 => (texts.max_reply, texts.tokens),
        _ => (texts.window, texts.messages),
    };
    let default = move || general.with(of.default).map(|value| value.to_string()).unwrap_or_default();
    let hint = if at == 0 { texts.temperature_hint.to_owned() } else { sentence(texts.range, of) };
    let is_set = Memo::new(move |_| value.with(|text| !text.trim().is_empty()));
    let is_wrong = move || typed.wrong.get() == Some(at);
    view! {
        <div class="field">
            <div class="head">
                <label for=of.id>{label}</label>
                <Reset id="own-reset" is_set reset=Callback::new(move |()| value.set(String::new()))/>
            </div>
            <div class="with-unit">
                <input class="input" id=of.id data-testid=of.id inputmode="decimal" autocomplete="off" placeholder=default
                    aria-describedby=format!("{}-hint", of.id) aria-invalid=move || is_wrong().to_string()
                    prop:value=move || value.get() on:input=move |event| value.set(event_target_value(&event))/>
                <span class="unit">{unit}</span>
            </div>
            <p class="hint" id=format!("{}-hint", of.id)>{hint}</p>
            <FieldError error=Signal::derive(move || is_wrong().then(|| sentence(texts.wrong, &NUMBERS[at])))/>
        </div>
    }
}

/// Button that returns a field to the global settings. Hidden while nothing is set.
#[component]
pub fn Reset(id: &'static str, is_set: Memo<bool>, reset: Callback<()>) -> impl IntoView {
    view! {
        <Show when=move || is_set.get()>
            <button class="link-button" type="button" data-testid=id on:click=move |_| reset.run(())>{picker().reset}</button>
        </Show>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_number_is_none_and_one_out_of_range_is_wrong() {
        let [temperature, context, ..] = &NUMBERS;
        assert_eq!(temperature.parsed(" "), Ok(None));
        assert_eq!(temperature.parsed("0,7"), Ok(Some(0.7)));
        assert_eq!(context.parsed("8,000"), Ok(Some(8_000.0)));
        for bad in ["-1", "2.1", "warm", "NaN", "inf"] {
            assert_eq!(temperature.parsed(bad), Err(()), "{bad}");
        }
        for bad in ["1999", "2000.5", "1000001"] {
            assert_eq!(context.parsed(bad), Err(()), "{bad}");
        }
    }

    #[test]
    fn separators_of_thousands_and_the_decimal_comma_are_read_as_they_are_written() {
        let [temperature, context, ..] = &NUMBERS;
        for typed in ["8000", "8,000", "8 000", "8\u{a0}000", "8\u{202f}000", " 8000 "] {
            assert_eq!(context.parsed(typed), Ok(Some(8_000.0)), "{typed:?}");
        }
        for typed in ["0.7", "0,7", ".7", ",7", "0.70"] {
            assert_eq!(temperature.parsed(typed), Ok(Some(0.7)), "{typed:?}");
        }
        for typed in ["8.000", "8000,5", "-8000", "8000 tokens", "٨٠٠٠", "0x2000", "99999999999999999999"] {
            assert_eq!(context.parsed(typed), Err(()), "{typed:?}");
        }
    }

    #[test]
    fn empty_fields_show_what_the_preset_sets() {
        let settings = Settings { context_max_tokens: 7_777, ..Settings::default() };
        let name = preset::PRESETS[0].name.to_owned();
        let applied = preset::apply(&name, &settings).unwrap();
        let under = under_preset(&settings, Some(&name));
        assert_eq!(under.context_max_tokens, applied.context_max_tokens);
        assert_eq!(under.memories.max_facts, settings.memories.max_facts, "the limit is that of all conversations");
        assert_eq!(under_preset(&settings, None), settings);
        assert_eq!(under_preset(&settings, Some(&"no such preset".to_owned())), settings);
    }

    #[test]
    fn a_form_that_is_not_touched_gives_back_what_is_stored() {
        let model = ricordo_core::settings::OwnModel {
            model: "m".to_owned(),
            context_tokens: None,
            supports_images: false,
            has_tools: true,
        };
        for own in [
            OwnSettings::default(),
            OwnSettings { send_now: Some(false), ..OwnSettings::default() },
            OwnSettings {
                model: Some(model),
                system_prompt: Some(" Ahoy\n".to_owned()),
                preset: Some("roleplay".to_owned()),
                temperature: Some(0.7),
                context_max_tokens: Some(8_000),
                max_response_tokens: Some(1_000),
                immediate_messages: Some(20),
                send_now: Some(true),
                ..OwnSettings::default()
            },
        ] {
            assert_eq!(Typed::of(&own).checked(own.clone()), Some(own));
        }
    }

    #[test]
    fn an_emptied_field_is_that_of_all_conversations_again() {
        let own = OwnSettings {
            system_prompt: Some("Ahoy".to_owned()),
            temperature: Some(0.0),
            send_now: Some(true),
            ..OwnSettings::default()
        };
        let typed = Typed::of(&own);
        assert_eq!(typed.numbers[0].get_untracked(), "0", "a temperature of 0 is not an empty field");
        typed.system_prompt.set(" \n".to_owned());
        typed.numbers[0].set(String::new());
        typed.send_now.set(String::new());
        assert_eq!(typed.checked(own), Some(OwnSettings::default()));
    }
}
