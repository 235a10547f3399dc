//! Excerpts: shortens a text without misleading the reader. A cut text says how much is missing.

use crate::{floor::floor, query::Query, tokens::estimate};

/// Characters of context before the match in an excerpt.
const BEFORE: usize = 60;

/// The beginning of a text, at most `limit` tokens long (by [`estimate`]), including the note at the end of a shortened
/// text that says how much is missing.
pub fn cut(text: &str, limit: u32) -> String {
    let total = estimate(text);
    if total <= limit {
        return text.to_owned();
    }
    let mut length = text.len();
    loop {
        let head = head(text, length);
        let kept = estimate(head);
        let short = format!("{head}\n[Cut here: {} of {total} tokens are left out.]", total - kept.min(total));
        let now = estimate(&short);
        if now <= limit || head.is_empty() {
            return short;
        }
        length = shorter(length, limit, now);
    }
}

/// The beginning of a text, at most `limit` tokens long (by [`estimate`]), without a note: for texts that are compared and not
/// read.
pub fn beginning(text: &str, limit: u32) -> &str {
    let mut length = text.len();
    loop {
        let head = head(text, length);
        let now = estimate(head);
        if now <= limit || head.is_empty() {
            return head;
        }
        length = shorter(length, limit, now);
    }
}

/// A length to try after one that has `now` tokens, which are too many: a little less than in proportion, because tokens are
/// not spread evenly.
fn shorter(length: usize, limit: u32, now: u32) -> usize {
    let wanted = length as u128 * u128::from(limit) / u128::from(now);
    usize::try_from(wanted).unwrap_or(length).min(length - 1) * 31 / 32
}

/// At most the first `length` bytes of a text, cut at the end of a line or a word if one is near.
fn head(text: &str, length: usize) -> &str {
    let head = &text[..floor(text, length)];
    if head.len() == text.len() {
        return head;
    }
    let end = head.rfind('\n').filter(|&end| end >= head.len() / 2).or_else(|| head.rfind(char::is_whitespace));
    &head[..end.filter(|&end| end >= head.len() / 2).unwrap_or(head.len())]
}

/// About `characters` of a text around byte `at`, on one line, with `…` where text is left out.
pub fn around(text: &str, at: usize, characters: usize) -> String {
    let at = floor(text, at);
    let before = text[..at].char_indices().rev().take(BEFORE).last().map_or(at, |(start, _)| start);
    // Not in the middle of a word, unless there is only the one word.
    let start = match text[before..at].find(char::is_whitespace) {
        Some(space) if before > 0 => before + space,
        _ => before,
    };
    let rest = &text[start..];
    let end = rest.char_indices().nth(characters).map_or(rest.len(), |(end, _)| end);
    let line = rest[..end].split_whitespace().collect::<Vec<_>>().join(" ");
    let missing_before = if text[..start].trim().is_empty() { "" } else { "…" };
    let missing_after = if rest[end..].trim().is_empty() { "" } else { "…" };
    format!("{missing_before}{line}{missing_after}")
}

/// Splits a text into pieces, in order: `true` marks the words that match the query. Concatenated, the pieces are the
/// text.
pub fn highlighted<'a>(text: &'a str, query: &Query) -> Vec<(bool, &'a str)> {
    let mut pieces = Vec::new();
    let mut done = 0;
    for place in query.places(text) {
        if done < place.start {
            pieces.push((false, &text[done..place.start]));
        }
        done = place.end;
        pieces.push((true, &text[place]));
    }
    if done < text.len() {
        pieces.push((false, &text[done..]));
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_long_text_says_how_much_is_missing() {
        let text = "one two three four\n".repeat(100);
        let short = cut(&text, 60);
        assert!(short.starts_with("one two three four\n"), "{short}");
        let (head, note) = short.split_once("\n[Cut here: ").unwrap();
        let missing = estimate(&text) - estimate(head);
        assert_eq!(note, format!("{missing} of {} tokens are left out.]", estimate(&text)));
    }

    #[test]
    fn a_short_text_stays_as_it_is() {
        assert_eq!(cut("one two", 2), "one two");
        assert_eq!(cut("", 0), "");
    }

    #[test]
    fn an_excerpt_is_one_line_around_what_was_found() {
        let text = format!("{}\nthe cat sat\n{}", "before ".repeat(20), "after ".repeat(50));
        let found = around(&text, text.find("cat").unwrap(), 100);
        assert!(
            found.starts_with("…before ") && found.contains(" the cat sat after ") && found.ends_with('…'),
            "{found}"
        );
        assert!(found.chars().count() <= 102);
        assert_eq!(around("  the cat ", 6, 200), "the cat");
    }

    #[test]
    fn the_words_that_are_looked_for_stand_out() {
        let found = highlighted("Mia is a cat. CATS, cats!", &Query::new("cat mia"));
        let found: String = found
            .iter()
            .map(|(is_found, text)| if *is_found { format!("[{text}]") } else { (*text).to_owned() })
            .collect();
        assert_eq!(found, "[Mia] is a [cat]. [CATS], [cats]!");
        assert_eq!(highlighted("", &Query::new("cat")), []);
        assert_eq!(highlighted("no words", &Query::new("")), [(false, "no words")]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_cut_text_is_never_longer_than_the_limit(text in "[a-zа-я東 .\n]{0,400}", limit in 25_u32..100) {
            prop_assert!(estimate(&cut(&text, limit)) <= limit);
        }

        #[test]
        fn a_beginning_is_never_longer_than_the_limit(text in "[a-zа-я東 .\n]{0,400}", limit in 0_u32..100) {
            let short = beginning(&text, limit);
            prop_assert!(text.starts_with(short) && estimate(short) <= limit);
            prop_assert!(estimate(&text) > limit || short == text);
        }

        #[test]
        fn what_stands_out_takes_nothing_away(text in any::<String>(), query in "[a-z ]{0,8}") {
            let pieces = highlighted(&text, &Query::new(&query));
            prop_assert_eq!(pieces.iter().map(|(_, piece)| *piece).collect::<String>(), text);
        }

        #[test]
        fn an_excerpt_of_anything_is_short(text in any::<String>(), at in 0_usize..200) {
            prop_assert!(around(&text, at, 50).chars().count() <= 52);
        }
    }
}
