//! The token estimate against exact counts of `o200k_base`.

#![allow(clippy::panic, reason = "the helpers of tests fail as tests do")]

#[path = "../../../tests/corpus/folder.rs"]
mod folder;

use ricordo_text::tokens::estimate;
use std::{collections::BTreeMap, fs, path::Path, time::Instant};

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The error in per cent.
fn off(estimated: u64, exact: u64) -> f64 {
    (estimated as f64 / exact as f64 - 1.0) * 100.0
}

#[test]
fn it_is_within_ten_per_cent_on_mixed_text_and_on_each_kind_alone() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/tokens");
    let counts: BTreeMap<String, u64> = serde_json::from_str(&read(&folder.join("counts.json"))).unwrap();
    let mut kinds: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for (file, exact) in &counts {
        let estimated = u64::from(estimate(&read(&folder.join(file))));
        println!("{file}: {estimated} of {exact}, {:+.1} %", off(estimated, *exact));
        let kind = if file.starts_with("code") { "code" } else { file.split('.').nth(1).unwrap_or_default() };
        for kind in [kind, "all"] {
            let sum = kinds.entry(kind).or_default();
            *sum = (sum.0 + estimated, sum.1 + exact);
        }
    }
    assert_eq!(kinds.keys().copied().collect::<Vec<_>>(), ["all", "code", "en", "ru", "uk"]);
    for (kind, (estimated, exact)) in kinds {
        let off = off(estimated, exact);
        println!("{kind}: {off:+.1} %");
        assert!(off.abs() <= 10.0, "{kind}: {estimated} of {exact}, {off:+.1} %");
    }
}

#[test]
fn a_megabyte_without_a_space_is_quick() {
    for line in
        ["a".repeat(1 << 20), "їж".repeat(1 << 18), "=".repeat(1 << 20), "x9".repeat(1 << 19), " ".repeat(1 << 20)]
    {
        let start = Instant::now();
        assert!(estimate(&line) > 100);
        assert!(start.elapsed().as_millis() < 2000, "{:?} for {:?}…", start.elapsed(), &line[..4]);
    }
}

#[test]
fn it_is_within_ten_per_cent_on_the_corpus() {
    let Some(corpus) = folder::corpus() else { return };
    let vectors: serde_json::Value = serde_json::from_str(&read(&corpus.join("tokens/vectors.json"))).unwrap();
    let (mut estimated, mut exact) = (0, 0);
    for vector in vectors["o200k_base"].as_array().unwrap() {
        let (text, tokens) = (vector["text"].as_str().unwrap(), vector["tokens"].as_array().unwrap().len() as u64);
        // One letter five hundred times is not text: the vocabulary has an entry for it.
        if text.chars().any(|char| !text.starts_with(char)) {
            estimated += u64::from(estimate(text));
            exact += tokens;
        }
    }
    println!("corpus: {:+.1} %", off(estimated, exact));
    assert!(off(estimated, exact).abs() <= 10.0, "{estimated} of {exact}");
}
