//! Properties of every estimate, and the cost of single texts.

use super::{Kind, Mix, estimate};
use proptest::prelude::*;

#[test]
fn nothing_costs_nothing_and_anything_costs_something() {
    assert_eq!(estimate(""), 0);
    for text in [" ", "x", "\n", "\u{0}", "…", "ї", "7", "\u{301}"] {
        assert_eq!(estimate(text), 1, "{text:?}");
    }
}

#[test]
fn plain_words_cost_about_one_token_each() {
    assert_eq!(estimate("Hello, world!"), 4);
    assert_eq!(estimate("The quick brown fox jumps over the lazy dog."), 10);
    assert_eq!(estimate("1234567"), 3);
}

#[test]
fn ukrainian_costs_more_than_russian() {
    // The same length and the same words, except for the letters that distinguish the languages.
    let (ukrainian, russian) = ("Вчорашня історія закінчилася ".repeat(5), "Вчорашняя эстория закончилась ".repeat(5));
    assert!(estimate(&ukrainian) > estimate(&russian));
}

#[test]
fn each_script_counts_as_its_own_kind() {
    for (text, kind) in [
        ("tree", Kind::Identifiers),
        (" tree", Kind::English),
        ("été", Kind::Latin),
        ("grün", Kind::Northern),
        ("łąka", Kind::Eastern),
        ("эхо", Kind::Russian),
        ("東京", Kind::Han),
        ("ひらがな", Kind::Kana),
        ("漢字かな", Kind::Kana),
        ("한국어", Kind::Hangul),
        ("שלום", Kind::OtherScripts),
        ("{}", Kind::Signs),
        ("…", Kind::Marks),
        ("🦔", Kind::Pictures),
        ("\n", Kind::Space),
    ] {
        let mix = Mix::of(text);
        let sum: u64 = mix.by_kind().iter().sum();
        assert!(sum > 0 && mix.by_kind()[kind as usize] == sum, "{text:?}: {mix:?}");
    }
    // A text of Ukrainian letters is Ukrainian for the most part, but never for certain.
    let mix = Mix::of("їжачиха їсть її їжу");
    assert!(mix.by_kind()[Kind::Ukrainian as usize] > 4 * mix.by_kind()[Kind::Russian as usize], "{mix:?}");
}

#[test]
fn encoded_data_costs_more_than_words_of_its_length() {
    let key = "k3JxQm9uZGF5IG1vcm5pbmcgaXMgYSBnb29kIHRpbWUgZm9yIHRlYQ==";
    let name = "session.loadWindowOfConversation(messagesBeforeBoundary)";
    assert!(estimate(key) > estimate(name) * 2, "{} and {}", estimate(key), estimate(name));
}

proptest! {
    #[test]
    fn any_text_has_an_estimate_that_is_not_beyond_its_bytes(text in any::<String>()) {
        let tokens = estimate(&text) as usize;
        prop_assert_eq!(tokens == 0, text.is_empty());
        // No piece of one byte costs two tokens, so only a few per cent of rounding can be added.
        prop_assert!(tokens <= text.len() * 2 + 1, "{} bytes, {} tokens", text.len(), tokens);
    }

    #[test]
    fn text_that_grows_does_not_get_much_cheaper(text in "[a-zA-Zа-яіїєґы0-9 .,_(){}=\n]{0,200}", more in "[a-zа-яїы ]{1,20}") {
        let longer = format!("{text}{more}");
        prop_assert!(estimate(&longer) + 2 + estimate(&text) / 4 >= estimate(&text));
    }

    #[test]
    fn two_texts_cost_about_what_they_cost_together(left in "[a-z A-Z.,\n]{0,200}", right in "[a-z A-Z.,\n]{0,200}") {
        let together = i64::from(estimate(&format!("{left}{right}")));
        prop_assert!((together - i64::from(estimate(&left)) - i64::from(estimate(&right))).abs() <= 4);
    }
}
