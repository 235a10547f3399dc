//! The budget is a guarantee: with default settings, no prompt exceeds it by the model's exact count.
//!
//! The waste is the excess of the estimate plus its margin over the exact count, as a share of the former. Room that
//! stays empty because the window moves in steps, or because the next message does not fit, is measured elsewhere
//! (`tests/corpus/prefix.rs`).

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

#[path = "../../../../tests/corpus/folder.rs"]
mod folder;
mod held_out;
mod texts;

use ricordo_core::{
    compile::{Compiled, Counter, Outgoing, Weight, compile},
    message::{ExactTokens, Message, Tokenizer, text_of},
    provider::{Provider, ProviderKind},
    settings::Settings,
    snapshot::Snapshot,
    testing::sample,
    time::{Now, Timestamp},
    tokens::Calibration,
};
use std::collections::HashMap;
use texts::{KINDS, Numbers, conversation};

/// Vocabulary, a model that uses it, and the tokens that its chat template adds per message and overall.
const KNOWN: [(&str, &str, u32, u32); 5] = [
    ("o200k_base", "gpt-4o", 4, 3),
    ("cl100k_base", "gpt-4", 4, 3),
    ("llama3", "llama3.1:8b", 5, 5),
    ("qwen2", "qwen2.5:7b", 5, 3),
    ("mistral_v3", "mistral-nemo", 4, 2),
];
/// Vocabularies of models whose names are not recognized.
const UNKNOWN: [(&str, u32, u32); 8] = [
    ("o200k_base", 4, 3),
    ("cl100k_base", 4, 3),
    ("llama3", 5, 5),
    ("qwen2", 5, 3),
    ("mistral_v3", 4, 2),
    ("deepseek_v3", 4, 2),
    ("kimi_k2", 5, 3),
    ("glm4", 4, 3),
];
/// Highest allowed waste, in thousandths.
const MOST_WASTE: u32 = 120;
/// The same for an unknown vocabulary, after the provider has counted one prompt.
const MOST_WASTE_AFTER_ONE: u32 = 200;
const LENGTH: usize = 500;

/// Exact counts of one vocabulary, cached per text.
struct Exact {
    encoding: &'static tiktoken::CoreBpe,
    known: HashMap<String, u32>,
    per_message: u32,
    around: u32,
}

impl Exact {
    fn new(name: &str, per_message: u32, around: u32) -> Self {
        let encoding = tiktoken::get_encoding(name).unwrap();
        Self { encoding, known: HashMap::new(), per_message, around }
    }

    fn of(&mut self, compiled: &Compiled) -> u32 {
        let messages = compiled.request.messages.iter();
        self.around + messages.map(|message| self.per_message + self.text(text_of(&message.parts))).sum::<u32>()
    }

    fn text(&mut self, text: String) -> u32 {
        if let Some(known) = self.known.get(&text) {
            return *known;
        }
        let count = self.encoding.count(&text) as u32;
        self.known.insert(text, count);
        count
    }
}

/// The prompt after `end` messages.
fn prompt(all: &[Message], end: usize, settings: &Settings, model: &str, calibration: Calibration) -> Compiled {
    counted(all, end, settings, model, Counter::of(model, calibration, None))
}

fn counted(all: &[Message], end: usize, settings: &Settings, model: &str, counter: Counter) -> Compiled {
    let provider = Provider { model: model.to_owned(), context_tokens: None, ..sample::provider(1) };
    let provider = Provider { kind: ProviderKind::OpenAiCompatible, ..provider };
    let until = all[end - 1].tokens_before;
    let from = all.partition_point(|one| one.tokens_before + u64::from(settings.context_max_tokens) * 5 / 4 < until);
    let snapshot = Snapshot {
        messages: all[from..end].to_vec(),
        counter,
        ..Snapshot::empty(sample::conversation(1), vec![sample::branch(1)])
    };
    let now = Now { at: Timestamp(all[end - 1].created_at.0 + 60_000), offset_minutes: 120 };
    let outgoing = Outgoing::text(text_of(&all[end % all.len()].parts));
    compile(&snapshot, &outgoing, settings, &provider, &now).unwrap()
}

/// Waste in thousandths of the estimate with its margin.
fn waste(compiled: &Compiled, exact: u32) -> u32 {
    let taken = compiled.tokens + compiled.estimate.margin;
    taken.saturating_sub(exact) * 1_000 / taken
}

fn is_cut(compiled: &Compiled) -> bool {
    !compiled.omitted.is_empty()
}

#[test]
fn no_prompt_of_ten_thousand_is_longer_than_the_budget_and_none_wastes_an_eighth_of_it() {
    let settings = Settings::default();
    let (mut requests, mut over, mut wasteful) = (0, 0, 0);
    for (kind, name) in KINDS.iter().enumerate() {
        let all = conversation(kind, LENGTH);
        for (vocabulary, model, per_message, around) in KNOWN {
            let mut exact = Exact::new(vocabulary, per_message, around);
            let mut numbers = Numbers::new(kind as u64 + 77);
            let (mut least, mut most) = (u32::MAX, 0);
            for _ in 0..286 {
                let end = 200 + numbers.below(LENGTH - 199);
                let compiled = prompt(&all, end, &settings, model, Calibration::default());
                let count = exact.of(&compiled);
                requests += 1;
                over += u32::from(count > compiled.budget);
                assert!(is_cut(&compiled), "what fits whole proves nothing");
                let waste = waste(&compiled, count);
                (least, most) = (least.min(waste), most.max(waste));
                wasteful += u32::from(waste > MOST_WASTE);
            }
            println!("{name}, {vocabulary}: {least} to {most} ‰ wasted");
        }
    }
    assert!(requests >= 10_000);
    assert_eq!((over, wasteful), (0, 0), "of {requests}: longer than the budget, and wasteful");
}

/// The calibration after the provider counted one prompt.
fn learned(mut calibration: Calibration, compiled: &Compiled, count: u32, model: &str) -> Calibration {
    let weight = Weight::of(&compiled.request);
    calibration.rule_out(&weight.by_family(), count);
    calibration.add(weight.tokens(&calibration.scale(model)), count);
    calibration
}

#[test]
fn a_model_of_an_unknown_name_never_gets_too_much_and_one_count_tells_how_it_counts() {
    let (settings, model) = (Settings::default(), "my-own-model");
    let conversations: Vec<_> = (0..KINDS.len()).map(|kind| conversation(kind, LENGTH)).collect();
    let mut over = 0;
    let mut worst = 0;
    for (vocabulary, per_message, around) in UNKNOWN {
        let mut exact = Exact::new(vocabulary, per_message, around);
        for (kind, name) in KINDS.iter().enumerate() {
            let first = prompt(&conversations[kind], LENGTH, &settings, model, Calibration::default());
            let count = exact.of(&first);
            over += u32::from(count > first.budget);
            assert!(is_cut(&first) && !first.estimate.is_corrected && first.estimate.too_high >= first.estimate.margin);
            let calibration = learned(Calibration::default(), &first, count, model);
            let mut after = 0;
            for (other, all) in conversations.iter().enumerate() {
                for end in [LENGTH, LENGTH - 40, LENGTH - 111] {
                    let second = prompt(all, end, &settings, model, calibration);
                    let count = exact.of(&second);
                    if count > second.budget {
                        println!("{vocabulary}: {} after {name}: {count}", KINDS[other]);
                        over += 1;
                    }
                    if other == kind {
                        after = after.max(waste(&second, count));
                    }
                }
            }
            println!("{vocabulary}, {name}: {} ‰ wasted, after one count {after} ‰", waste(&first, count));
            worst = worst.max(after);
        }
    }
    assert_eq!(over, 0, "longer than the budget");
    assert!(worst <= MOST_WASTE_AFTER_ONE, "{worst} ‰");
}

/// A conversation with exact counts on all but every `but`th message.
fn with_counts(kind: usize, tokenizer: Tokenizer, exact: &mut Exact, but: usize) -> Vec<Message> {
    let mut all = conversation(kind, LENGTH);
    for (_, message) in all.iter_mut().enumerate().filter(|(place, _)| place % but != but - 1) {
        let tokens = exact.per_message + exact.text(text_of(&message.parts));
        message.exact = Some(ExactTokens { tokenizer, tokens });
    }
    all
}

#[test]
fn where_messages_are_counted_exactly_they_fill_the_budget_and_none_of_it_is_a_margin() {
    const TEMPLATE: u32 = 8;
    let settings = Settings { trim_step_percent: 0, ..Settings::default() };
    // Part of the budget that is reserved for a message longer than the last one.
    let reserve = settings.context_max_tokens / 48 + 1;
    for (tokenizer, (vocabulary, model, per_message, around)) in
        [Tokenizer::O200k, Tokenizer::Cl100k].into_iter().zip(KNOWN)
    {
        let mut exact = Exact::new(vocabulary, per_message, around);
        for (kind, name) in KINDS.iter().enumerate() {
            let counter = Counter::of(model, Calibration::default(), Some(tokenizer));
            for (but, shares) in [(usize::MAX, 40), (7, 40), (2, 10)] {
                let all = with_counts(kind, tokenizer, &mut exact, but);
                let mut numbers = Numbers::new(kind as u64 + 7);
                for _ in 0..shares {
                    let end = 200 + numbers.below(LENGTH - 200);
                    let compiled = counted(&all, end, &settings, model, counter);
                    let count = exact.of(&compiled);
                    assert!(is_cut(&compiled) && compiled.estimate.is_exact);
                    assert_eq!(compiled.estimate.margin, TEMPLATE);
                    assert!(count <= compiled.budget, "{name}, {vocabulary}: {count} tokens");
                    if but == usize::MAX {
                        let first = all[..end].len() + 1 - compiled.request.messages.len();
                        let before = all[first.saturating_sub(2)..=first].iter().filter_map(|one| one.exact);
                        let message = before.map(|exact| exact.tokens).max().unwrap();
                        let free = compiled.budget - count;
                        let most = message + reserve + TEMPLATE + compiled.estimate.too_high;
                        assert!(free <= most, "{name}, {vocabulary}: {free} tokens are free, a message has {message}");
                    }
                }
            }
        }
    }
}

#[test]
fn where_the_model_has_another_vocabulary_the_estimate_and_its_margin_stay() {
    let settings = Settings::default();
    let mut exact = Exact::new("o200k_base", 4, 3);
    let all = with_counts(1, Tokenizer::O200k, &mut exact, usize::MAX);
    for model in ["qwen2.5:7b", "gpt-4", "my-own-model"] {
        let counter = Counter::of(model, Calibration::default(), Some(Tokenizer::O200k));
        let compiled = counted(&all, LENGTH, &settings, model, counter);
        assert!(!compiled.estimate.is_exact && compiled.estimate.margin > 500, "{model}");
    }
    let counter = Counter::of("qwen2.5:7b", Calibration::default(), Some(Tokenizer::O200k));
    let estimated = Counter::of("qwen2.5:7b", Calibration::default(), None);
    assert_eq!(counter.stored(&all[0]), estimated.stored(&all[0]), "what another vocabulary counts is no count");
}
