//! Numbers, times and names as the page shows them.

use super::*;
use crate::{
    state::testing::failed,
    texts::{UiLanguage, speak},
};
use proptest::prelude::*;
use ricordo_core::{error::ModelErrorKind, time::Timestamp};
use serde_json::Value;

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
fn a_time_is_shown_in_seconds_with_one_decimal() {
    speak(UiLanguage::En);
    for (ms, shown) in
        [(0, "0.0"), (49, "0.0"), (50, "0.1"), (1_250, "1.3"), (61_940, "61.9"), (u32::MAX, "4,294,967.3")]
    {
        assert_eq!(seconds(ms), shown);
    }
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
    assert_eq!(percent(0, 100), "0%");
    assert_eq!(percent(1, 1_000), "<1%");
    assert_eq!(percent(1, 3), "33%");
    assert_eq!(percent(1, 0), "");
    assert_eq!(percent(150, 100), "150%", "a server that counts more than was sent");
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
fn a_day_ends_at_midnight_of_the_clock_that_each_message_was_written_by() {
    let at = |minutes: i64, offset_minutes| Now { at: Timestamp(minutes * 60_000), offset_minutes };
    let year = 365 * 24 * 60;
    for (written, now, part) in [
        (at(0, 0), at(24 * 60 - 1, 0), DatePart::None),
        (at(24 * 60 - 1, 0), at(24 * 60, 0), DatePart::Day),
        // The same moment is the next day in Tokyo, and still the day before in Honolulu.
        (at(16 * 60, 540), at(16 * 60, 540), DatePart::None),
        (at(14 * 60, 540), at(16 * 60, 540), DatePart::Day),
        (at(33 * 60, -600), at(34 * 60, -600), DatePart::Day),
        (at(47 * 60, -600), at(48 * 60, -600), DatePart::None),
        // Written in Kyiv, read in New York before the clock there reached that day.
        (at(23 * 60, 120), at(24 * 60, -300), DatePart::None),
        (at(year - 1, 0), at(year, 0), DatePart::DayAndYear),
        (at(year - 60, 120), at(year, 120), DatePart::None),
        (at(year - 60, 0), at(year, 120), DatePart::DayAndYear),
        (at(-1, 0), at(0, 0), DatePart::DayAndYear),
    ] {
        assert_eq!(date_part(written, now), part, "{written:?} {now:?}");
    }
}

#[test]
fn a_time_of_today_has_two_digits_for_hours_and_minutes() {
    for (minutes, offset_minutes, time) in
        [(0, 0, "00:00"), (65, 0, "01:05"), (23 * 60 + 59, 0, "23:59"), (0, 330, "05:30"), (10, -15, "23:55")]
    {
        let moment = Now { at: Timestamp(minutes * 60_000 + 59_999), offset_minutes };
        assert_eq!(when(moment, moment), time);
    }
}

#[test]
fn a_warning_names_what_it_is_about_as_it_is_written() {
    for language in UiLanguage::all() {
        speak(language);
        let unknown = warning(&Warning::UnknownVariable("no{such}".to_owned()));
        let volatile = warning(&Warning::VolatileVariable("time".to_owned()));
        assert!(unknown.contains("{no{such}}") && volatile.contains("{time}"), "{unknown} {volatile}");
        let kinds =
            [LayerKind::SystemPrompt, LayerKind::Project, LayerKind::Tools, LayerKind::Memories, LayerKind::Now];
        for kind in kinds {
            let sentence = warning(&Warning::VolatileLayer(kind));
            assert!(sentence.contains(layer(kind)) && !sentence.contains('{'), "{sentence}");
        }
        assert_ne!(warning(&Warning::RecallNotReady), warning(&Warning::RecalledByWords));
        let too_long = warning(&Warning::PromptTooLong);
        assert!(too_long.contains("60") && !too_long.contains('{'), "{too_long}");
    }
}

#[test]
fn every_reason_to_leave_something_out_has_words_of_its_own() {
    let reasons = [
        OmittedReason::Forgotten,
        OmittedReason::Unanswered,
        OmittedReason::Muted,
        OmittedReason::Empty,
        OmittedReason::Compressed,
        OmittedReason::OtherForm,
        OmittedReason::Unpaired,
        OmittedReason::MessageLimit,
        OmittedReason::Budget,
        OmittedReason::Ceiling,
        OmittedReason::NotSupported,
        OmittedReason::StaysHere,
    ];
    let stale = [Stale::Forgotten, Stale::Muted, Stale::BranchedAway, Stale::Moved, Stale::Within];
    for language in UiLanguage::all() {
        speak(language);
        let all = reasons.into_iter().chain(stale.map(OmittedReason::Stale));
        let mut words: Vec<&str> = all.map(omitted).collect();
        words.sort_unstable();
        assert!(words.windows(2).all(|pair| pair[0] != pair[1]) && !words[0].is_empty(), "{words:?}");
    }
}

#[test]
fn a_reply_that_ended_early_says_why_and_a_failed_one_leaves_that_to_its_error() {
    let failed = failed(ModelErrorKind::TimedOut, None);
    for language in UiLanguage::all() {
        speak(language);
        for whole in [&Finish::Complete, &Finish::ToolCalls, &failed] {
            assert_eq!(ended(whole), None, "{whole:?}");
        }
        let early = [Finish::Length, Finish::ContentFilter, Finish::Stopped, Finish::Interrupted];
        let mut words = early.map(|finish| ended(&finish).unwrap_or_default());
        words.sort_unstable();
        assert!(words.windows(2).all(|pair| pair[0] != pair[1]) && !words[0].is_empty(), "{words:?}");
    }
}

#[test]
fn the_cache_is_told_only_where_the_provider_tells() {
    speak(UiLanguage::En);
    let usage = Usage { prompt_tokens: 1_080, completion_tokens: 5, cached_tokens: Some(1_043), written_tokens: None };
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
        prop_assert_ne!(percent(part, whole), "0%");
    }

    #[test]
    fn a_short_name_is_the_beginning_of_the_name(name in "[A-Za-z0-9. _-]{0,30}") {
        prop_assert!(name.starts_with(short(&name)));
        prop_assert!(name.is_empty() || name == "Instruct" || !short(&name).is_empty() || name.starts_with(['-', ' ']));
    }

    #[test]
    fn an_amount_of_money_is_never_off_by_more_than_half_its_last_digit(millionths in 0u64..1_000_000_000_000, decimals in 0u32..=6) {
        let shown = money(millionths, decimals).replace(',', "");
        let read: f64 = shown.parse().unwrap();
        #[allow(clippy::cast_precision_loss, reason = "far below 2^53")]
        let off = (read * 1e6 - millionths as f64).abs();
        prop_assert!(off <= 10_f64.powi(6 - decimals.cast_signed()) / 2.0 + 1e-3, "{} for {}", shown, millionths);
    }

    #[test]
    fn the_name_of_a_file_is_never_empty_and_has_no_folder(file in "[A-Za-z0-9._ -]{1,30}", folder in "([a-z]{1,5}[/\\\\]){0,3}") {
        let name = model_name(&format!("{folder}{file}.gguf"), false);
        prop_assert!(!name.is_empty());
        let is_named = !name.to_lowercase().ends_with(".gguf");
        prop_assert!(!is_named || !name.contains(['/', '\\']), "{}", name);
    }
}
