//! The descriptions of the presets in three languages, checked against what is sent of 500 messages.

use crate::common::provider;
use ricordo_core::{
    compile::{LayerKind, Outgoing, compile},
    preset::{self, PRESETS},
    settings::Settings,
    snapshot::Snapshot,
    testing::sample,
    time::Now,
};

/// The page's sentences, by language.
const PAGE: [&str; 3] = [
    include_str!("../../web/locales/en/presets.toml"),
    include_str!("../../web/locales/uk/presets.toml"),
    include_str!("../../web/locales/ru/presets.toml"),
];

/// The descriptions of a preset as the page shows them: English, Ukrainian, Russian.
fn sentences(name: &str) -> Vec<String> {
    let of_language = |file: &&str| file.parse::<toml::Table>().unwrap()["presets"][name].as_str().unwrap().to_owned();
    PAGE.iter().map(of_language).collect()
}

fn numbers(sentence: &str) -> Vec<u32> {
    let mut numbers: Vec<u32> =
        sentence.split(|char: char| !char.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect();
    numbers.sort_unstable();
    numbers
}

/// Number of messages that are sent of 500 short ones.
fn sent(settings: &Settings) -> u32 {
    let snapshot = Snapshot {
        messages: (0..500).map(|sequence| sample::message(1, sequence, "A message")).collect(),
        ..Snapshot::empty(sample::conversation(1), vec![sample::branch(1)])
    };
    let compiled = compile(&snapshot, &Outgoing::text("Next"), settings, &provider(), &Now::default()).unwrap();
    let window = compiled.layers.iter().find(|layer| layer.kind == LayerKind::Window).unwrap();
    u32::try_from(window.messages().count()).unwrap()
}

/// Numbers that are true of a preset and worth mentioning.
fn facts(settings: &Settings) -> Vec<u32> {
    let mut facts = Vec::new();
    let messages = sent(settings);
    if messages < 500 {
        facts.push(messages);
    }
    facts.extend(settings.max_storage);
    if settings.summaries.enabled {
        facts.extend([settings.summaries.recent.days, settings.summaries.long.days]);
    }
    facts.sort_unstable();
    facts
}

#[test]
fn every_number_in_a_sentence_is_what_happens_and_is_the_same_in_every_language() {
    for preset in PRESETS {
        let settings = preset::apply(preset.name, &Settings::default()).unwrap();
        let shown = sentences(preset.name);
        assert_eq!((shown.len(), shown[0].as_str()), (3, preset.about), "{}", preset.name);
        for sentence in shown {
            assert_eq!(numbers(&sentence), facts(&settings), "{}: {sentence}", preset.name);
        }
    }
}

#[test]
fn what_compress_turns_off_and_who_saves_without_asking_is_said_in_every_language() {
    let not_recalled = ["nothing is recalled", "без пригадування", "без припоминания"];
    let without_asking = ["without asking you", "без вашого підтвердження", "без вашего подтверждения"];
    for preset in PRESETS {
        let settings = preset::apply(preset.name, &Settings::default()).unwrap();
        for ((sentence, recall), saving) in sentences(preset.name).iter().zip(not_recalled).zip(without_asking) {
            let (names_recall, names_saving) = (sentence.contains(recall), sentence.contains(saving));
            assert_eq!(names_recall, preset.name == "compress", "{}: {sentence}", preset.name);
            assert!(!names_recall || !settings.recall.enabled, "{}: {sentence}", preset.name);
            assert_eq!(names_saving, settings.memories.auto_keep, "{}: {sentence}", preset.name);
        }
    }
}
