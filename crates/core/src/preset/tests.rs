//! The behaviour that presets promise.

use super::*;
use crate::settings::prompt_text;
use crate::{
    compile::LayerKind,
    id::{ProviderId, TemplateId},
    prompt::TemplateError,
    statistics::Price,
    time::Timestamp,
};
use proptest::prelude::*;
use ricordo_record::{
    language::Language,
    settings::{Background, Eviction, NowStyle, Scope, Settings, SystemPrompt, WindowStyle},
    summary::OutputTarget,
};
use serde_json::{Value, json};

fn of(name: &str) -> Settings {
    apply(name, &Settings::default()).unwrap()
}

fn order(settings: &Settings) -> Vec<LayerKind> {
    settings.layers.iter().map(|layer| layer.kind).collect()
}

fn file(settings: &Value) -> String {
    json!({ "ricordo_preset": 2, "name": "mine", "settings": settings }).to_string()
}

fn refused(preset: &str) -> PresetError {
    apply(preset, &Settings::default()).unwrap_err()
}

#[test]
fn every_preset_is_in_range_names_its_document_and_comes_back_from_an_export() {
    let documents: String = PRESETS.iter().filter_map(|preset| preset.document).collect();
    assert_eq!(documents, "ABCDE");
    for preset in PRESETS {
        let settings = of(preset.name);
        assert_eq!(settings.check(), Ok(()));
        assert_eq!(settings.preset, preset.name);
        let exported = export(&settings, preset.name);
        let read = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        assert_eq!(read(&exported), read(preset.json), "the file holds what is not as in the defaults, and no more");
        assert_eq!(apply(&exported, &Settings::default()), Ok(settings), "{exported}");
        assert!(preset.about.ends_with('.') && preset.about.len() < 130, "{}", preset.about);
    }
}

#[test]
fn the_default_settings_are_balanced() {
    let balanced = Settings::default();
    assert_eq!(of("balanced"), balanced);
    assert!(balanced.compression.enable_on_limit);
    assert_eq!(balanced.tools.len(), 9);
}

#[test]
fn forget_is_document_a() {
    let settings = of("forget");
    assert_eq!((settings.max_context, settings.max_storage, settings.trim_step_percent), (Some(10), Some(100), 0));
    assert_eq!(order(&settings), [LayerKind::SystemPrompt, LayerKind::Window, LayerKind::Message]);
    assert!(!settings.send_now && settings.tools.is_empty() && !settings.compression.enable_on_limit);
}

#[test]
fn layered_is_document_b() {
    let settings = of("layered");
    assert_eq!((settings.context_max_tokens, settings.max_response_tokens), (8_000, 2_048));
    assert_eq!((settings.immediate_messages, settings.memories.max_facts), (Some(100), 50));
    assert_eq!(settings.memories.eviction, Eviction::Oldest);
    assert!(settings.summaries.enabled && settings.vision && settings.window_style == WindowStyle::Group);
    assert_eq!(settings.summaries.scope, Scope::Conversation);
    assert!(prompt_text(&settings).contains("{user_memories}"));
    assert_eq!(settings.tools, ["save_user_fact", "get_user_facts"]);
    let summaries = settings.layers.iter().find(|layer| layer.kind == LayerKind::Summaries).unwrap();
    let room = settings.context_max_tokens * summaries.ceiling / 100;
    assert!(room >= settings.summaries.recent.tokens + settings.summaries.long.tokens, "{room}");
    let expected = [LayerKind::SystemPrompt, LayerKind::Summaries, LayerKind::Window, LayerKind::Memories];
    assert_eq!(order(&settings).into_iter().filter(|kind| expected.contains(kind)).collect::<Vec<_>>(), expected);
}

#[test]
fn journal_is_document_c() {
    let settings = of("journal");
    assert_eq!((settings.immediate_messages, settings.trim_step_percent), (Some(30), 0));
    assert!(settings.stamp_messages && settings.erase_on_new && settings.window_style == WindowStyle::Plain);
    let absent = [LayerKind::Memories, LayerKind::Summaries, LayerKind::Now];
    assert!(order(&settings).iter().all(|kind| !absent.contains(kind)));
}

#[test]
fn compress_is_document_d() {
    let settings = of("compress");
    let compression = &settings.compression;
    assert!(!compression.enable_on_limit && !compression.enable_periodic && compression.prompt_template.is_none());
    assert_eq!((compression.periodic_interval, compression.min_messages), (20, 10));
    assert_eq!(compression.output_target, OutputTarget::Memory);
}

#[test]
fn hybrid_is_document_e() {
    use LayerKind::{Memories, Message, Now, Recall, Summaries, SystemPrompt, Tools, Window};
    let settings = of("hybrid");
    assert_eq!((settings.short_term_window, settings.summary_threshold_messages), (Some(10), Some(20)));
    assert_eq!(order(&settings), [SystemPrompt, Tools, Now, Summaries, Memories, Window, Recall, Message]);
    assert!(settings.send_now && settings.now_style == NowStyle::Date);
    assert!(settings.compression.enable_on_limit && settings.tools.iter().any(|tool| tool == "list_tasks"));
    assert_eq!(settings.compression.output_target, OutputTarget::ReducedHistory);
    // What the short window leaves is for recall: docs/recall.md has the figures.
    let ceiling = |kind| settings.layers.iter().find(|layer| layer.kind == kind).map(|layer| layer.ceiling);
    assert_eq!((ceiling(Tools), ceiling(Recall), settings.recall.most_pieces), (Some(12), Some(60), 20));
}

#[test]
fn a_preset_leaves_nothing_of_another_and_keeps_what_is_the_users_own() {
    let mut own = Settings {
        time_zone: Some("Europe/Kyiv".to_owned()),
        bot_name: "Iris".to_owned(),
        bot_username: "iris".to_owned(),
        response_timeout_seconds: 60,
        ask_above_tokens: 100,
        confirm_above_tokens: Some(20_000),
        confirm_above_cost: Some(0.5),
        background: Background { leaves_computer: true, ..Background::default() },
        undo_steps: 50,
        undo_megabytes: 5,
        deleted_days: 3,
        provider: Some(ProviderId::new(Timestamp(7), [7; 10])),
        template: Some(TemplateId::new(Timestamp(8), [8; 10])),
        prices: vec![Price { model: "m".to_owned(), prompt: 1, cached: 1, completion: 1, exact: false }],
        language: Language::Uk,
        ..Settings::default()
    };
    for preset in PRESETS.iter().filter(|preset| preset.name != "layered") {
        let there = apply(preset.name, &own).unwrap();
        let back = apply("balanced", &there).unwrap();
        assert_eq!(back, own, "{}", preset.name);
    }
    let layered = apply("layered", &own).unwrap();
    assert_eq!(layered.template, None, "the preset brings a prompt");
    own.template = None;
    assert_eq!(apply("balanced", &layered).unwrap(), own, "and takes it along when it goes");
}

#[test]
fn a_system_prompt_that_the_user_wrote_stays_until_a_preset_brings_one() {
    let own = Settings { system_prompt: "You are a pirate.".into(), ..Settings::default() };
    assert_eq!(apply("forget", &own).unwrap().system_prompt, own.system_prompt);
    assert_eq!(apply("layered", &own).unwrap().system_prompt, SystemPrompt::shipped("layered.md"));
    // A shipped one that a preset brought or the user chose goes with the next preset.
    let chosen = Settings { system_prompt: SystemPrompt::shipped("casual.md"), ..Settings::default() };
    assert_eq!(apply("forget", &chosen).unwrap().system_prompt, SystemPrompt::default());
}

#[test]
fn a_file_brings_a_text_or_names_a_prompt_that_ships() {
    let prompt_of = |version: u32, prompt: &Value, current: &Settings| {
        let file = json!({ "ricordo_preset": version, "name": "x", "settings": { "system_prompt": prompt } });
        apply(&file.to_string(), current).map(|settings| settings.system_prompt)
    };
    let uk = Settings { language: Language::Uk, ..Settings::default() };
    assert_eq!(prompt_of(2, &json!("Be brief."), &uk), Ok("Be brief.".into()));
    assert_eq!(prompt_of(2, &json!({ "shipped": "casual.md" }), &uk), Ok(SystemPrompt::shipped("casual.md")));
    // Version 1 wrote a prompt that ships as its English text.
    let layered = crate::template::shipped("layered.md", Language::En).unwrap();
    assert_eq!(prompt_of(1, &json!(layered), &uk), Ok(SystemPrompt::shipped("layered.md")));
    assert_eq!(prompt_of(1, &json!("Be brief."), &uk), Ok("Be brief.".into()));
    for wrong in
        [json!(null), json!(3), json!({}), json!({ "shipped": "gone.md" }), json!({ "shipped": "casual.md", "x": 1 })]
    {
        let refused = prompt_of(2, &wrong, &uk).unwrap_err();
        assert!(matches!(&refused, PresetError::WrongValue { field, .. } if field == "system_prompt"), "{refused:?}");
    }
}

#[test]
fn every_fault_of_a_file_has_its_kind_and_a_sentence() {
    let field = |field: &str| PresetError::UnknownField { field: field.to_owned() };
    assert_eq!(refused("balenced"), PresetError::UnknownName { name: "balenced".to_owned() });
    assert!(matches!(refused("{\"ricordo_preset\": 1,"), PresetError::NotJson { .. }));
    for text in
        ["{}", "[]", "\"x\"", "{\"ricordo_preset\": 0, \"name\": \"x\", \"settings\": {}}", "{\"ricordo_preset\": 1}"]
    {
        assert_eq!(refused(text), PresetError::NotAPreset, "{text}");
    }
    let newer = "{\"ricordo_preset\": 3, \"anything\": 1}";
    assert_eq!(refused(newer), PresetError::NewerVersion { found: 3, known: 2 });
    assert_eq!(refused("{\"ricordo_preset\": 1, \"name\": \"x\", \"setings\": {}}"), field("setings"));
    assert_eq!(refused(&file(&json!({ "max_contxt": 3 }))), field("max_contxt"));
    assert_eq!(refused(&file(&json!({ "summaries": { "recent": { "day": 3 } } }))), field("summaries.recent.day"));
    assert_eq!(refused(&file(&json!({ "layers": [{ "kind": "window", "roof": 3 }] }))), field("layers.roof"));
    let own = PresetError::NotForPresets { field: "provider".to_owned() };
    assert_eq!(refused(&file(&json!({ "provider": null }))), own);
    let wrong = refused(&file(&json!({ "tool_rounds": 3, "send_now": "yes" })));
    assert!(matches!(&wrong, PresetError::WrongValue { field, .. } if field == "send_now"), "{wrong:?}");
    for number in [-1_i64, 0, 501, i64::MAX] {
        let error = refused(&file(&json!({ "max_context": number })));
        assert!(error.to_string().contains("max_context must be between 1 and 500"), "{error}");
    }
    let template = json!({ "compression": { "prompt_template": "Summarise." } });
    assert_eq!(refused(&file(&template)), PresetError::Template { error: TemplateError::NoHistory });
    let layers = json!({ "layers": [{ "kind": "window", "floor": 60, "ceiling": 50, "priority": 1 }] });
    assert!(refused(&file(&layers)).to_string().contains("layers.window.floor must be between 0 and 50; 60 is not."));
}

#[test]
fn a_difference_names_the_field_and_both_values() {
    let found = diff(&Settings::default(), &of("compress"));
    let expected: Vec<_> = found.iter().map(|one| (one.field.as_str(), &one.from, &one.to)).collect();
    let (yes, no, balanced, compress) = (json!(true), json!(false), json!("balanced"), json!("compress"));
    let changed =
        [("compression.enable_on_limit", &yes, &no), ("preset", &balanced, &compress), ("recall.enabled", &yes, &no)];
    assert_eq!(expected, changed);
    assert!(diff(&of("layered"), &of("layered")).is_empty());
}

#[test]
fn an_export_holds_what_was_changed_and_nothing_of_the_users_own() {
    let mut settings = Settings { bot_name: "Iris".to_owned(), max_context: Some(7), ..Settings::default() };
    settings.sampling.temperature = Some(0.7);
    settings.summaries.long.days = 60;
    let exported: Value = serde_json::from_str(&export(&settings, "mine")).unwrap();
    let expected =
        json!({ "max_context": 7, "sampling": { "temperature": 0.7 }, "summaries": { "long": { "days": 60 } } });
    assert_eq!(exported, json!({ "ricordo_preset": 2, "name": "mine", "settings": expected }));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn what_is_exported_is_what_is_applied(
        numbers in (2_000..1_000_000_u32, 10..500_u32, proptest::option::of(1..500_u32), 128..16_384_u32),
        switches in any::<(bool, bool, bool)>(),
        tools in proptest::collection::vec("[a-z_]{1,12}", 0..4),
        words in "[ -~а-я\n]{0,40}",
    ) {
        let mut settings = Settings {
            context_max_tokens: numbers.0,
            immediate_messages: Some(numbers.1),
            max_context: numbers.2,
            send_now: switches.0,
            erase_on_new: switches.1,
            tools,
            system_prompt: words.into(),
            ..Settings::default()
        };
        settings.compression.max_tokens = numbers.3;
        settings.compression.enable_on_limit = switches.2;
        settings.preset = "mine".to_owned();
        let exported = export(&settings, "mine");
        prop_assert_eq!(apply(&exported, &of("forget")), Ok(settings));
    }

    #[test]
    fn no_text_makes_it_panic(text in "\\PC{0,60}") {
        let _ = apply(&text, &Settings::default());
        let _ = apply(&file(&json!({ "system_prompt": text })), &Settings::default());
    }
}
