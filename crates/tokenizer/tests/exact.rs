//! Every count is exact: compared with OpenAI's own code, and with `tiktoken` without our shortcuts.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "../../../tests/corpus/folder.rs"]
mod folder;

use proptest::prelude::*;
use ricordo_tokenizer::{Counter, Vocabulary};
use serde_json::Value;
use std::{cell::RefCell, fs};

const BOTH: [(Vocabulary, &str, &str); 2] =
    [(Vocabulary::O200k, "o200k", "o200k_base"), (Vocabulary::Cl100k, "cl100k", "cl100k_base")];

#[test]
fn the_fixture_is_counted_as_openais_own_code_counts_it() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("../fixtures/counts.json")).unwrap();
    for (vocabulary, name, _) in BOTH {
        let mut counter = Counter::new(vocabulary).unwrap();
        // The second pass uses the cache.
        for _ in 0..2 {
            for case in &cases {
                let text = case["text"].as_str().unwrap();
                assert_eq!(u64::from(counter.count(text)), case[name].as_u64().unwrap(), "{name}: {text:?}");
            }
        }
    }
}

#[test]
fn the_corpus_is_counted_exactly() {
    let Some(corpus) = folder::corpus() else { return };
    let vectors = fs::read_to_string(corpus.join("tokens/vectors.json")).unwrap();
    let vectors: Value = serde_json::from_str(&vectors).unwrap();
    for (vocabulary, _, name) in BOTH {
        let mut counter = Counter::new(vocabulary).unwrap();
        let cases = vectors[name].as_array().unwrap();
        assert!(!cases.is_empty());
        for case in cases {
            let text = case["text"].as_str().unwrap();
            assert_eq!(counter.count(text) as usize, case["tokens"].as_array().unwrap().len(), "{name}: {text:?}");
        }
    }
}

/// Characters at which the vocabularies split, or do not, in many orders.
const KNOTS: &str = "[aZéйЖіїʼ'’sS0٣ \u{a0}\u{2003}\u{3000}\u{85}\t\n\r\u{b}.,;:!?/()\"«»—…\u{301}\u{308}҂日한😀\u{200d}\u{feff}\u{0}]{0,40}";

thread_local! {
    /// Shared by all cases, so that the cache is tested, too.
    static COUNTERS: RefCell<Vec<(Counter, &'static tiktoken::CoreBpe)>> = RefCell::new(
        BOTH.map(|(vocabulary, _, name)| (Counter::new(vocabulary).unwrap(), tiktoken::get_encoding(name).unwrap())).into(),
    );
}

fn check(text: &str) -> Result<(), TestCaseError> {
    COUNTERS.with_borrow_mut(|counters| {
        counters.iter_mut().try_for_each(|(counter, plain)| {
            prop_assert_eq!(counter.count(text) as usize, plain.encode(text).len(), "{:?}", text);
            Ok(())
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn cutting_and_remembering_change_no_count(text in KNOTS) {
        check(&text)?;
    }

    #[test]
    fn sentences_count_what_they_count_without_shortcuts(words in prop::collection::vec("[А-Яа-яіїєґ]{1,12}[,.:!?)]?[ \n]{1,2}", 0..12)) {
        check(&words.concat())?;
    }

    #[test]
    fn any_text_counts_what_it_counts_without_shortcuts(text in any::<String>()) {
        check(&text)?;
    }
}
