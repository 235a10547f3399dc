//! Formats numbers, times and states in the language of the page, as plain text.

use crate::{
    dates,
    texts::{
        common::common,
        fill,
        words::{undone as undone_texts, words},
    },
};
use ricordo_core::{
    compile::{LayerKind, OmittedReason, Warning},
    message::{Finish, Usage},
    summary::Stale,
    time::{Now, Timestamp},
    undo::UndoneCommand,
};

pub use crate::texts::{fraction, number, tenths};

/// `1 token`, `1,043 tokens`.
pub fn tokens(count: u64) -> String {
    common().tokens.say(count)
}

/// `1 message`, `12 messages`.
pub fn messages(count: u64) -> String {
    common().messages.say(count)
}

/// `1 tool`, `8 tools`.
pub fn tools(count: u64) -> String {
    words().tool_count.say(count)
}

/// Progress of a download: `12.3 of 93.8 MB`. A megabyte is 1,048,576 bytes, as in file managers.
pub fn megabytes(done: u64, total: u64) -> String {
    let shown = |bytes: u64| tenths((bytes * 10 + (1 << 19)) >> 20);
    let sentence = if total == 0 { words().megabytes } else { words().of_megabytes };
    fill(sentence, &[("done", &shown(done)), ("total", &shown(total))])
}

/// Shortens the name of weights for display: `SmolLM2-135M-Instruct.Q4_1` gives `SmolLM2-135M`.
pub fn short(weights: &str) -> &str {
    // The quantization follows the last full stop, unless that is within a number, as in `Qwen2.5-0.5B`.
    let is_number = |rest: &str| rest.starts_with(|letter: char| letter.is_ascii_digit());
    let name = match weights.rsplit_once('.') {
        Some((name, rest)) if !name.is_empty() && !is_number(rest) => name,
        _ => weights,
    };
    name.strip_suffix("Instruct").map_or(name, |name| name.trim_end_matches(['-', ' ']))
}

/// Decimal separator.
pub fn decimal() -> String {
    tenths(0).trim_matches('0').to_owned()
}

/// Amount of money, given in millionths, with this many decimals: at most six. The currency is that of the prices.
pub fn money(millionths: u64, decimals: u32) -> String {
    let digits = decimals.min(6);
    let step = 10_u64.pow(6 - digits);
    fraction(millionths.saturating_add(step / 2) / step, digits)
}

/// Percentage. Anything above zero is never shown as 0 %.
pub fn percent(part: u64, whole: u64) -> String {
    match (part * 100 + whole / 2).checked_div(whole) {
        Some(0) if part > 0 => "<1 %".to_owned(),
        Some(share) => format!("{share} %"),
        None => String::new(),
    }
}

/// Name of a layer.
pub fn layer(kind: LayerKind) -> &'static str {
    let words = words();
    match kind {
        LayerKind::SystemPrompt => words.system_prompt,
        LayerKind::Tools => words.tools,
        LayerKind::Memories => words.memories,
        LayerKind::Summaries => words.summaries,
        LayerKind::Window => words.window,
        LayerKind::Recall => words.recall,
        LayerKind::Now => words.now,
        LayerKind::Message => words.message,
    }
}

/// Name of a layer for style sheets and tests, as stored in the records.
pub fn layer_key(kind: LayerKind) -> &'static str {
    match kind {
        LayerKind::SystemPrompt => "system_prompt",
        LayerKind::Tools => "tools",
        LayerKind::Memories => "memories",
        LayerKind::Summaries => "summaries",
        LayerKind::Window => "window",
        LayerKind::Recall => "recall",
        LayerKind::Now => "now",
        LayerKind::Message => "message",
    }
}

/// Why something was left out.
pub fn omitted(reason: OmittedReason) -> &'static str {
    let words = words();
    match reason {
        OmittedReason::Forgotten => words.forgotten,
        OmittedReason::Unanswered => words.unanswered,
        OmittedReason::Muted => words.muted,
        OmittedReason::Empty => words.empty,
        OmittedReason::Compressed => words.compressed,
        OmittedReason::OtherForm => words.other_form,
        OmittedReason::Unpaired => words.unpaired,
        OmittedReason::MessageLimit => words.message_limit,
        OmittedReason::Budget => words.budget,
        OmittedReason::Ceiling => words.ceiling,
        OmittedReason::Stale(Stale::Forgotten) => words.stale_forgotten,
        OmittedReason::Stale(Stale::Muted) => words.stale_muted,
        OmittedReason::Stale(Stale::BranchedAway) => words.stale_branch,
        OmittedReason::Stale(Stale::Within) => words.stale_within,
        OmittedReason::NotSupported => words.not_supported,
    }
}

/// Text of a warning about a request.
pub fn warning(warning: &Warning) -> String {
    match warning {
        Warning::UnknownVariable(name) => fill(words().unknown_variable, &[("name", name)]),
        Warning::VolatileVariable(name) => fill(words().volatile_variable, &[("name", name)]),
        Warning::VolatileLayer(kind) => fill(words().volatile_layer, &[("layer", layer(*kind))]),
    }
}

/// Notice after a command was undone.
pub fn undone(command: UndoneCommand) -> &'static str {
    let undone = undone_texts();
    match command {
        UndoneCommand::Forget => undone.forget,
        UndoneCommand::Remember => undone.remember,
        UndoneCommand::Mute => undone.mute,
        UndoneCommand::Unmute => undone.unmute,
        UndoneCommand::Pin => undone.pin,
        UndoneCommand::Unpin => undone.unpin,
        UndoneCommand::Clear => undone.clear,
        UndoneCommand::Delete => undone.delete,
        UndoneCommand::PinConversation => undone.pin_conversation,
        UndoneCommand::Archive => undone.archive,
        UndoneCommand::Tags => undone.tags,
        UndoneCommand::Compress => undone.compress,
        UndoneCommand::Uncompress => undone.uncompress,
        UndoneCommand::Memory => undone.memory,
        UndoneCommand::Task => undone.task,
        UndoneCommand::Reminders => undone.reminders,
        UndoneCommand::Template => undone.template,
        UndoneCommand::Rename => undone.rename,
        UndoneCommand::Summary => undone.summary,
        UndoneCommand::Edit => undone.edit,
        UndoneCommand::Regenerate => undone.regenerate,
        UndoneCommand::Provider => undone.provider,
        UndoneCommand::OwnSettings => undone.own_settings,
        UndoneCommand::Storage => undone.storage,
        UndoneCommand::Settings => undone.settings,
    }
}

/// How a reply ended, for style sheets and tests.
pub fn finish_key(finish: &Finish) -> &'static str {
    match finish {
        Finish::Complete | Finish::ToolCalls => "complete",
        Finish::Length => "length",
        Finish::ContentFilter => "filtered",
        Finish::Stopped => "stopped",
        Finish::Interrupted => "interrupted",
        Finish::Failed { .. } => "failed",
    }
}

/// Why a reply ended early; `None` if it ended normally or failed.
pub fn ended(finish: &Finish) -> Option<&'static str> {
    match finish {
        Finish::Complete | Finish::ToolCalls | Finish::Failed { .. } => None,
        Finish::Length => Some(words().cut_off),
        Finish::ContentFilter => Some(words().withheld),
        Finish::Stopped => Some(words().stopped),
        Finish::Interrupted => Some(words().interrupted),
    }
}

/// Number of prompt tokens that the provider took from its cache; `None` if it does not report it.
pub fn cache(usage: &Usage) -> Option<String> {
    let cached = usage.cached_tokens?;
    let (cached, all) = (number(cached.into()), number(usage.prompt_tokens.into()));
    Some(fill(words().cache, &[("cached", &cached), ("all", &all)]))
}

/// Milliseconds of the wall clock, as if it were in UTC.
fn wall_milliseconds(moment: Now) -> i64 {
    moment.at.0 + i64::from(moment.offset_minutes) * 60_000
}

/// How much of a date is shown before a time.
#[derive(Debug, PartialEq)]
enum DatePart {
    None,
    Day,
    DayAndYear,
}

fn date_part(written: Now, now: Now) -> DatePart {
    let day = |moment| wall_milliseconds(moment).div_euclid(86_400_000);
    let year = |moment: Now| moment.wall_clock().map(|wall| wall.year);
    match day(now) - day(written) {
        ..=0 => DatePart::None,
        _ if year(written) == year(now) => DatePart::Day,
        _ => DatePart::DayAndYear,
    }
}

/// When a message was written: only the time if today, otherwise with the date, and with the year if it was another
/// year.
pub fn when(written: Now, now: Now) -> String {
    let Some(wall) = written.wall_clock() else { return String::new() };
    match date_part(written, now) {
        DatePart::None => wall.time(),
        part => dates::moment(Timestamp(wall_milliseconds(written)), part == DatePart::DayAndYear),
    }
}

/// Indents JSON without changing anything else: fields stay in the order in which they are sent.
pub fn indented(json: &str) -> String {
    let mut out = String::with_capacity(json.len() * 2);
    let (mut depth, mut in_text, mut is_escaped) = (0_usize, false, false);
    let mut letters = json.chars().peekable();
    let line = |out: &mut String, depth: usize| {
        out.push('\n');
        out.extend(std::iter::repeat_n("  ", depth));
    };
    while let Some(letter) = letters.next() {
        if in_text {
            out.push(letter);
            in_text = is_escaped || letter != '"';
            is_escaped = letter == '\\' && !is_escaped;
            continue;
        }
        match letter {
            '{' | '[' if letters.peek().is_some_and(|next| matches!(next, '}' | ']')) => out.push(letter),
            '{' | '[' => {
                depth += 1;
                out.push(letter);
                line(&mut out, depth);
            }
            '}' | ']' if out.ends_with(['{', '[']) => out.push(letter),
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                line(&mut out, depth);
                out.push(letter);
            }
            ',' => {
                out.push(letter);
                line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            _ => {
                in_text = letter == '"';
                out.push(letter);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn weights_have_a_short_name() {
        for (weights, name) in [
            ("SmolLM2-135M-Instruct.Q4_1", "SmolLM2-135M"),
            ("qwen", "qwen"),
            ("Qwen2.5 0.5B Instruct", "Qwen2.5 0.5B"),
            ("Llama 3.2 1B Instruct", "Llama 3.2 1B"),
            ("qwen2.5-1.5b-instruct-q4_k_m", "qwen2.5-1.5b-instruct-q4_k_m"),
            ("Llama-3.2-1B-Instruct.Q8_0", "Llama-3.2-1B"),
            (".gguf", ".gguf"),
            ("", ""),
        ] {
            assert_eq!(short(weights), name);
        }
    }

    #[test]
    fn no_two_models_of_the_catalogue_have_the_same_short_name() {
        let mut names: Vec<&str> = ricordo_core::in_page::CATALOGUE.iter().map(|model| short(model.name)).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all, "{names:?}");
    }

    #[test]
    fn thousands_are_set_apart() {
        speak(UiLanguage::En);
        let shown = [0, 7, 999, 1_000, 1_043, 100_000, 1_234_567].map(number);
        assert_eq!(shown, ["0", "7", "999", "1,000", "1,043", "100,000", "1,234,567"]);
        assert_eq!(tokens(1), "1 token");
    }

    #[test]
    fn a_download_is_told_in_megabytes() {
        speak(UiLanguage::En);
        assert_eq!(megabytes(12_897_485, 98_362_432), "12.3 of 93.8 MB");
        assert_eq!(megabytes(12_897_485, 0), "12.3 MB");
        assert_eq!(megabytes(0, 1), "0.0 of 0.0 MB");
    }

    #[test]
    fn an_amount_of_money_is_rounded() {
        speak(UiLanguage::En);
        assert_eq!(money(1_234_567, 6), "1.234567");
        assert_eq!(money(1_234_567, 4), "1.2346");
        assert_eq!(money(999_950, 4), "1.0000", "rounding carries over");
        assert_eq!(money(49, 4), "0.0000");
        assert_eq!(money(50, 4), "0.0001");
        assert_eq!(money(1_234_000_000, 2), "1,234.00");
        assert!(money(u64::MAX, 6).ends_with(".551615"));
    }

    #[test]
    fn a_small_share_is_not_nothing() {
        assert_eq!(percent(0, 100), "0 %");
        assert_eq!(percent(1, 1_000), "<1 %");
        assert_eq!(percent(1, 3), "33 %");
        assert_eq!(percent(1, 0), "");
        assert_eq!(percent(150, 100), "150 %", "a server that counts more than was sent");
    }

    #[test]
    fn days_are_those_of_the_wall_clock() {
        let at = |hours: i64| Now { at: Timestamp(hours * 3_600_000), offset_minutes: 120 };
        assert_eq!(date_part(at(21), at(22)), DatePart::Day);
        assert_eq!(date_part(at(22), at(23)), DatePart::None);
        assert_eq!(date_part(at(21), at(9_000)), DatePart::DayAndYear);
        assert_eq!(when(at(22), at(23)), "00:00");
    }

    #[test]
    fn the_cache_is_told_only_where_the_provider_tells() {
        speak(UiLanguage::En);
        let usage = Usage { prompt_tokens: 1_080, completion_tokens: 5, cached_tokens: Some(1_043) };
        assert_eq!(cache(&usage).as_deref(), Some("1,043 of 1,080 prompt tokens came from cache"));
        assert_eq!(cache(&Usage { cached_tokens: None, ..usage }), None);
    }

    #[test]
    fn an_indented_request_keeps_its_order_and_its_texts() {
        let json = r#"{"b":"a \"{,:}\" \\","a":[1,{"x":[]}],"c":{}}"#;
        let shown = indented(json);
        assert_eq!(
            shown,
            "{\n  \"b\": \"a \\\"{,:}\\\" \\\\\",\n  \"a\": [\n    1,\n    {\n      \"x\": []\n    }\n  ],\n  \"c\": {}\n}"
        );
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
        assert_eq!(value(&shown), value(json));
    }
}

#[cfg(all(test, not(target_family = "wasm")))]
mod properties {
    use super::*;
    use proptest::prelude::*;
    use serde_json::Value;

    fn json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            "[\\PC\"\\\\{},:\\[\\] \n]{0,12}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 32, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::vec(("[a-z\"\\\\{}]{0,4}", inner), 0..5)
                    .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn indenting_changes_no_value(json in json()) {
            let shown = indented(&json.to_string());
            prop_assert_eq!(serde_json::from_str::<Value>(&shown).ok(), Some(json));
        }

        #[test]
        fn any_text_is_indented_without_losing_a_letter(text in "\\PC{0,60}") {
            let shown = indented(&text);
            let letters = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
            prop_assert_eq!(letters(&shown), letters(&text));
        }

        #[test]
        fn a_share_of_something_is_never_shown_as_nothing(part in 1u64..1_000_000, whole in 1u64..1_000_000) {
            prop_assert_ne!(percent(part, whole), "0 %");
        }

        #[test]
        fn a_short_name_is_the_beginning_of_the_name(name in "[A-Za-z0-9. _-]{0,30}") {
            prop_assert!(name.starts_with(short(&name)));
            prop_assert!(name.is_empty() || name == "Instruct" || !short(&name).is_empty() || name.starts_with(['-', ' ']));
        }
    }
}
