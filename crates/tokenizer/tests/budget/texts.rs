//! Conversations in seven kinds of text: shuffled sentences of people, and output of programs.

use ricordo_core::{
    compile::message_tokens,
    message::{Message, Part, Role},
    testing::sample,
    time::Timestamp,
};

pub(crate) const KINDS: [&str; 7] = ["English", "Ukrainian", "Russian", "Chinese", "code", "numbers", "base64"];

macro_rules! fixture {
    ($($name:literal),*) => { concat!($(include_str!(concat!("../../../text/fixtures/tokens/", $name, ".txt")), "\n"),*) };
}

const ENGLISH: &str = fixture!("chat.en", "technical.en");
const UKRAINIAN: &str = fixture!("chat.uk", "technical.uk");
const RUSSIAN: &str = fixture!("chat.ru", "technical.ru");
const CHINESE: &str = include_str!("../../fixtures/chat.zh.txt");
const CODE: [&str; 4] = [fixture!("code.rs"), fixture!("code.py"), fixture!("code.web"), fixture!("code.json")];

/// Deterministic pseudorandom numbers.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end.max(1)
    }
}

/// A conversation of `length` messages of one kind.
pub(crate) fn conversation(kind: usize, length: usize) -> Vec<Message> {
    let mut numbers = Numbers::new(kind as u64 + 1);
    let mut all: Vec<Message> = Vec::new();
    for place in 0..length {
        let parts = vec![Part::Text { text: text(kind, &mut numbers) }];
        all.push(Message {
            role: if place % 2 == 0 { Role::User } else { Role::Assistant },
            tokens: message_tokens(&parts),
            tokens_before: all.last().map_or(0, |last| last.tokens_before + u64::from(last.tokens)),
            created_at: Timestamp(1_795_251_600_000 + place as i64 * 60_000),
            parts,
            ..sample::message(1, place as u32, "")
        });
    }
    all
}

fn text(kind: usize, numbers: &mut Numbers) -> String {
    match kind {
        0 => sentences(ENGLISH, ". ", numbers),
        1 => sentences(UKRAINIAN, ". ", numbers),
        2 => sentences(RUSSIAN, ". ", numbers),
        3 => sentences(CHINESE, "。", numbers),
        4 => code(numbers),
        5 => table(numbers),
        _ => base64(numbers),
    }
}

fn sentences(source: &str, end: &str, numbers: &mut Numbers) -> String {
    let all: Vec<&str> =
        source.lines().flat_map(|line| line.split_inclusive(end)).filter(|one| !one.is_empty()).collect();
    (0..1 + numbers.below(8)).map(|_| all[numbers.below(all.len())]).collect()
}

fn code(numbers: &mut Numbers) -> String {
    let lines: Vec<&str> = CODE[numbers.below(CODE.len())].lines().collect();
    let from = numbers.below(lines.len());
    lines[from..].iter().take(4 + numbers.below(20)).map(|line| format!("{line}\n")).collect()
}

fn table(numbers: &mut Numbers) -> String {
    let sign = [",", " | ", "\t", ";", "  "][numbers.below(5)];
    let rows = 2 + numbers.below(12);
    let row = |_| {
        let cells = (0..5).map(|column| match column {
            0 => format!("2026-{:02}-{:02}", 1 + numbers.below(12), 1 + numbers.below(28)),
            1 | 2 => numbers.below(2_000_000).to_string(),
            _ => format!("{}.{:02}", numbers.below(10_000), numbers.below(100)),
        });
        cells.collect::<Vec<_>>().join(sign) + "\n"
    };
    (0..rows).map(row).collect()
}

fn base64(numbers: &mut Numbers) -> String {
    const SIGNS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let length = 40 + numbers.below(600);
    (0..length).map(|_| char::from(SIGNS[numbers.below(64)])).collect()
}
