//! How much of a prompt stays the same from turn to turn, and how much of the window's room is used, over real
//! conversations. Providers reuse the unchanged prefix; unused room means that messages were dropped too early.
//!
//! The conversations are those of the corpus (`RICORDO_CORPUS`); without it the tests are skipped. The benchmark
//! `benches/prefix.mjs` measures the same from JavaScript.

use super::{folder::corpus, read::conversations};
use ricordo_core::{
    compile::{LayerKind, Outgoing, compile, message_tokens},
    id::ProviderId,
    message::{Message, Part, Role},
    model::RequestMessage,
    provider::{Provider, ProviderKind},
    settings::Settings,
    snapshot::Snapshot,
    testing::sample,
    time::{Now, Timestamp},
};

/// Lowest allowed share of the window's room in use, in thousandths.
const LEAST_FILL: u64 = 800;

fn provider() -> Provider {
    Provider {
        id: ProviderId::new(Timestamp(1), [1; 10]),
        name: String::new(),
        kind: ProviderKind::OpenAiCompatible,
        base_url: String::new(),
        model: "gpt-4o".to_owned(),
        context_tokens: None,
        supports_images: false,
        has_tools: false,
    }
}

/// Measurements from the first turn at which not all messages fit.
#[derive(Debug, Default)]
struct Measured {
    turns: u64,
    same: u64,
    all: u64,
    fill: u64,
}

impl Measured {
    /// Share of all prompt tokens in messages that also began the previous prompt, in thousandths.
    fn reused(&self) -> u64 {
        self.same * 1_000 / self.all.max(1)
    }

    /// Mean share of the window's room in use, in thousandths. The room is what the other layers and the margin leave.
    fn fill(&self) -> u64 {
        self.fill / self.turns.max(1)
    }
}

/// `already_sent` is the number of texts before the measurement begins.
fn measured(texts: &[String], already_sent: usize, settings: &Settings) -> Measured {
    let mut history: Vec<Message> = Vec::new();
    let mut before: Vec<RequestMessage> = Vec::new();
    // Tokens of each message of `before`. Cached, because most messages are those of the previous turn and counting
    // takes the time.
    let mut tokens: Vec<u64> = Vec::new();
    let mut measured = Measured::default();
    for text in &texts[..already_sent] {
        add(&mut history, text);
    }
    for pair in texts[already_sent..].chunks_exact(2) {
        let end = history.last().map_or(0, |last| last.tokens_before);
        let from = history.partition_point(|one| one.tokens_before + u64::from(settings.context_max_tokens) < end);
        let snapshot = Snapshot {
            messages: history[from..].to_vec(),
            ..Snapshot::empty(sample::conversation(1), vec![sample::branch(1)])
        };
        let now = Now { at: Timestamp(moment(history.len())), offset_minutes: 120 };
        let compiled = compile(&snapshot, &Outgoing::text(&pair[0]), settings, &provider(), &now).unwrap();
        assert!(compiled.tokens <= settings.context_max_tokens);
        let sent = compiled.request.messages;
        let common = sent.iter().zip(&before).take_while(|(one, other)| one == other).count();
        tokens.truncate(common);
        tokens.extend(sent[common..].iter().map(|message| u64::from(message_tokens(&message.parts))));
        if !compiled.omitted.is_empty() && !before.is_empty() {
            let layer = compiled.layers.iter().find(|layer| layer.kind == LayerKind::Window);
            let window = layer.map_or(0, |layer| layer.tokens);
            // The margin of the estimate belongs to no layer.
            let room = settings.context_max_tokens - compiled.estimate.margin - (compiled.tokens - window);
            measured.same += tokens[..common].iter().sum::<u64>();
            measured.all += tokens.iter().sum::<u64>();
            measured.fill += u64::from(window) * 1_000 / u64::from(room);
            measured.turns += 1;
        }
        before = sent;
        pair.iter().for_each(|text| add(&mut history, text));
    }
    measured
}

/// Both messages of a turn are in the same minute.
fn moment(length: usize) -> i64 {
    1_795_251_600_000 + (length / 2) as i64 * 120_000
}

fn add(history: &mut Vec<Message>, text: &str) {
    let last = history.last();
    let parts = vec![Part::Text { text: text.to_owned() }];
    let length = history.len();
    history.push(Message {
        role: if length.is_multiple_of(2) { Role::User } else { Role::Assistant },
        tokens: message_tokens(&parts),
        parts,
        created_at: Timestamp(moment(length)),
        offset_minutes: Some(120),
        tokens_before: last.map_or(0, |last| last.tokens_before + u64::from(last.tokens)),
        ..sample::message(1, length as u32, "")
    });
}

/// Checks the shares of one budget; for a small budget, prints them for each conversation.
fn check(budget: u32, least: u64) {
    let Some(corpus) = corpus() else { return };
    let mut found = conversations(&corpus);
    let all: Vec<String> = found.iter().flat_map(|(_, texts)| texts[..texts.len() / 2 * 2].to_vec()).collect();
    found.push(("all as one".to_owned(), all.clone()));
    let settings = Settings { context_max_tokens: budget, tools: Vec::new(), ..Settings::default() };
    if budget <= 8_000 {
        for (name, texts) in &found {
            let one = measured(texts, 0, &settings);
            let by_one = measured(texts, 0, &Settings { trim_step_percent: 0, ..settings.clone() });
            eprintln!("{budget}, {name}: fill and reuse {} {}", one.fill(), one.reused());
            eprintln!("{budget}, {name}, one message at a time: {} {}", by_one.fill(), by_one.reused());
            assert!(one.reused() > by_one.reused(), "{budget}, {name}: steps keep more than cutting one by one");
        }
    }
    // Sent before the measurement: enough to fill the largest budget.
    let twice = [all.clone(), all.clone()].concat();
    let whole = measured(&twice, all.len(), &settings);
    eprintln!("{budget}: fill and reuse {} {}", whole.fill(), whole.reused());
    assert!(whole.fill() >= LEAST_FILL, "{budget}: {} of the room", whole.fill());
    assert!(whole.reused() >= least, "{budget}: {} is reused", whole.reused());
}

/// Most of a prompt is the same as the previous one, and most of the room is in use. One test per budget, so that they
/// run in parallel. The second number is the lowest allowed share that stays the same, in thousandths.
macro_rules! budgets {
    ($($name:ident: $budget:literal, $least:literal;)*) => {
        $(
            #[test]
            fn $name() {
                check($budget, $least);
            }
        )*
    };
}

budgets! {
    most_of_a_small_prompt_stays_the_same: 4_000, 920;
    most_of_a_prompt_stays_the_same: 8_000, 950;
    most_of_a_long_prompt_stays_the_same: 32_000, 980;
    most_of_the_longest_prompt_stays_the_same: 128_000, 990;
}
