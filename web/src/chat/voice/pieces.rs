//! Cuts a text that is read aloud into pieces: the first sound comes sooner, and servers refuse long texts.

/// Most characters of a piece. OpenAI accepts 4,096; a shorter piece is heard sooner.
const MOST: usize = 600;
/// Most characters of the first piece, for which the user waits.
const MOST_AT_FIRST: usize = 200;

/// The pieces of a text, in order. Each ends at the end of a line, a sentence or a word where there is one.
pub fn pieces(text: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let most = if pieces.is_empty() { MOST_AT_FIRST } else { MOST };
        let (piece, after) = rest.split_at(end_of_piece(rest, most));
        let piece = piece.trim();
        if piece.chars().any(char::is_alphanumeric) {
            pieces.push(piece.to_owned());
        }
        rest = after.trim_start();
    }
    pieces
}

/// Length in bytes of the first piece of a text, at least one character.
fn end_of_piece(text: &str, most: usize) -> usize {
    let Some((limit, _)) = text.char_indices().nth(most) else { return text.len() };
    let head = &text[..limit];
    let sentence = ends_of_sentences(head);
    let line = head.rfind('\n').filter(|at| *at > 0);
    let word = head.rfind(char::is_whitespace).filter(|at| *at > 0);
    sentence.max(line).or(word).unwrap_or(limit)
}

/// Where the last sentence of a text ends that something follows; `None` if none does.
fn ends_of_sentences(text: &str) -> Option<usize> {
    let mut last = None;
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let is_wide = matches!(letter, '。' | '！' | '？');
        let is_end = matches!(letter, '.' | '!' | '?' | '…' | ':' | ';');
        let is_before_space = letters.peek().is_some_and(|(_, next)| next.is_whitespace());
        if is_wide || is_end && is_before_space {
            last = Some(at + letter.len_utf8());
        }
    }
    last
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_short_text_is_one_piece_and_a_long_one_is_cut_after_sentences() {
        assert_eq!(pieces(" Paris. "), ["Paris."]);
        assert!(pieces("").is_empty() && pieces(" \n — … \n").is_empty(), "nothing to say");
        let sentence = "This is a sentence of several words. ";
        let cut = pieces(&sentence.repeat(40));
        assert!(cut.len() > 2 && cut[0].chars().count() <= MOST_AT_FIRST);
        for piece in &cut {
            assert!(piece.ends_with("words."), "{piece}");
        }
    }

    #[test]
    fn a_number_with_a_point_is_not_the_end_of_a_sentence() {
        let text = format!("{} Version 3.14 came out.", "word ".repeat(38));
        for piece in pieces(&text) {
            assert!(!piece.ends_with("3."), "{piece}");
        }
    }

    proptest! {
        /// Nothing that can be said is lost, doubled or put in another order.
        #[test]
        fn the_pieces_are_the_text(text in "[a-zа-яё。.!? \n…🦔]{0,3000}") {
            let cut = pieces(&text);
            let letters = |text: &str| text.chars().filter(|letter| letter.is_alphanumeric()).collect::<String>();
            prop_assert_eq!(letters(&cut.concat()), letters(&text));
            for (number, piece) in cut.iter().enumerate() {
                let most = if number == 0 { MOST_AT_FIRST } else { MOST };
                prop_assert!(piece.chars().count() <= most);
            }
        }
    }
}
