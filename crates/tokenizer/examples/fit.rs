//! Fits the numbers of the table in `crates/text/src/tokens/family.rs`: tokens of a kind of text in each vocabulary.
//!
//! `cargo run -p ricordo-tokenizer --example fit -- 17 polish.txt czech.txt` prints, for each vocabulary, the number of
//! kind 17 (`Kind::Eastern`) that balances the estimates of these texts around their exact counts. Each line is a
//! message. The first half of each file is fitted, the second half is held out, and both are reported. Nothing is
//! written.

#![allow(clippy::print_stdout, reason = "a command line program speaks through standard output")]

use ricordo_core::tokens::{Family, KINDS, Mix, Scale};
use std::{env, error::Error, fs};

/// The vocabularies that can be counted exactly.
const VOCABULARIES: [(&str, Family); 8] = [
    ("o200k_base", Family::O200k),
    ("cl100k_base", Family::Cl100k),
    ("llama3", Family::Llama3),
    ("qwen2", Family::Qwen),
    ("mistral_v3", Family::Tekken),
    ("deepseek_v3", Family::DeepSeek),
    ("kimi_k2", Family::Kimi),
    ("glm4", Family::Glm),
];

/// Measurements of a text in one vocabulary.
#[derive(Clone, Copy)]
struct Measured {
    /// Exact size in tokens.
    exact: f64,
    /// Estimate of everything but the kind, in tokens.
    rest: f64,
    /// Tokens that the kind adds per thousandth of its number.
    slope: f64,
}

impl Measured {
    fn ratio(self, number: f64) -> f64 {
        (self.rest + self.slope * number) / self.exact
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let kind: usize = arguments.next().ok_or("which kind? its place in `Kind`, from 0")?.parse()?;
    if kind >= KINDS {
        return Err(format!("there are {KINDS} kinds").into());
    }
    let texts = arguments.map(fs::read_to_string).collect::<Result<Vec<_>, _>>()?;
    let halves: Vec<(Vec<&str>, Vec<&str>)> = texts.iter().map(|text| halves(text)).collect();
    for (name, family) in VOCABULARIES {
        let encoding = tiktoken::get_encoding(name).ok_or("a vocabulary is missing")?;
        let now = Scale::of(family).factor(kind);
        let measure = |lines: &[&str]| measured(lines, encoding, family, kind);
        let fitted: Vec<Measured> = halves.iter().map(|(first, _)| measure(first)).collect();
        let kept_back: Vec<Measured> = halves.iter().map(|(_, second)| measure(second)).collect();
        let off = |number: f64| fitted.iter().map(|one| one.ratio(number).ln().abs()).fold(0.0, f64::max);
        let best =
            (0..5_000_u16).map(f64::from).min_by(|one, other| off(*one).total_cmp(&off(*other))).unwrap_or_default();
        let shown = |all: &[Measured], number: f64| {
            all.iter().map(|one| format!(" {:.3}", one.ratio(number))).collect::<String>()
        };
        println!("{name:12} now {now:4}:{} and{}", shown(&fitted, now.into()), shown(&kept_back, now.into()));
        println!("{name:12} fit {best:4}:{} and{}", shown(&fitted, best), shown(&kept_back, best));
    }
    Ok(())
}

fn halves(text: &str) -> (Vec<&str>, Vec<&str>) {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let (first, second) = lines.split_at(lines.len() / 2);
    (first.to_vec(), second.to_vec())
}

fn measured(lines: &[&str], encoding: &tiktoken::CoreBpe, family: Family, kind: usize) -> Measured {
    let mut mix = Mix::default();
    lines.iter().for_each(|line| mix += Mix::of(line));
    let exact: usize = lines.iter().map(|line| encoding.count(line)).sum();
    let slope = mix.by_kind()[kind] as f64 / 100_000.0;
    let scale = Scale::of(family);
    let rest = f64::from(scale.mix(&mix)) - slope * f64::from(scale.factor(kind));
    Measured { exact: exact.max(1) as f64, rest, slope }
}
