//! Splits a text into sentences.
//!
//! A line ends a sentence, unless it is long and the next one continues in lower case, as in hard-wrapped text. A list
//! item starts a sentence, including its marker. A fenced code block is one piece, whatever it contains.

/// Abbreviations that always precede something: their dot does not end a sentence.
const NEVER_LAST: &[&str] = &[
    // English
    "mr",
    "mrs",
    "ms",
    "dr",
    "prof",
    "st",
    "vs",
    "fig",
    "approx",
    "e.g",
    "i.e",
    "cf",
    // Russian
    "т.е",
    "т.к",
    "см",
    "рис",
    "стр",
    "ул",
    "им",
    "проф",
    "гл",
    "напр",
    "св",
    "акад",
    "обл",
    "просп",
    // Ukrainian
    "див",
    "вул",
    "ім",
    "тов",
    "пор",
    "буд",
    "тобто",
    // Ukrainian and Russian
    "г",
    "т",
    "м",
    "п",
    "с",
    "д",
    "н",
];

/// Abbreviations that end a sentence if the next word does not start in lower case.
const SELDOM_LAST: &[&str] = &[
    "etc", "inc", "ltd", "jr", "sr", "dept", "a.m", "p.m", "др", "пр", "тис", "тыс", "млн", "млрд", "руб", "грн",
    "коп", "чел", "гг", "рр", "р", "шт", "хв", "год", "мин", "сек", "т.д", "т.п", "т.ч",
];

/// Shorter lines, in characters, are not treated as hard-wrapped.
const WRAPPED_AT: usize = 40;

/// The sentences of a text, in order and trimmed. Only white space separates them, so they and the gaps restore the
/// text. Linear in the length of the text.
///
/// ```
/// let text = "Dr. Smith paid 3.50. Really?\n- one thing\n- another";
/// let sentences = ricordo_text::sentences::sentences(text);
/// assert_eq!(sentences, ["Dr. Smith paid 3.50.", "Really?", "- one thing", "- another"]);
/// ```
pub fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut from, mut at, mut previous) = (0, 0, "");
    let mut open: Option<Fence> = None;
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        match (open, fence(line)) {
            (Some(opened), Some(fence)) if fence.closes(opened) => {
                push(&text[from..end], &mut found);
                (from, open) = (end, None);
            }
            (Some(_), _) => {}
            (None, Some(fence)) => {
                split(&text[from..at], &mut found);
                (from, open) = (at, Some(fence));
            }
            (None, None) if goes_on(previous, line) => {}
            (None, None) => {
                split(&text[from..at], &mut found);
                from = at;
            }
        }
        previous = line;
        at = end;
    }
    match open {
        Some(_) => push(&text[from..], &mut found),
        None => split(&text[from..], &mut found),
    }
    found
}

/// Whether the piece is a fenced code block.
pub fn is_code(sentence: &str) -> bool {
    fence(sentence.lines().next().unwrap_or_default()).is_some()
}

/// Length in bytes of the list marker at the start of a line, with the white space around it; 0 if there is none.
pub(crate) fn marker_length(line: &str) -> usize {
    let body = line.trim_start();
    let label = body.trim_start_matches(|char: char| char.is_ascii_digit());
    let digits = body.len() - label.len();
    let mark = match body.chars().next() {
        Some(bullet @ ('-' | '*' | '+' | '•' | '–' | '·')) => bullet.len_utf8(),
        Some(_) if (1..=3).contains(&digits) && label.starts_with(['.', ')']) => digits + 1,
        Some(letter) if letter.is_lowercase() && body[letter.len_utf8()..].starts_with(')') => letter.len_utf8() + 1,
        _ => return 0,
    };
    let rest = &body[mark..];
    let text = rest.trim_start();
    if text.len() == rest.len() { 0 } else { line.len() - text.len() }
}

/// The line that opens or closes a code block.
#[derive(Clone, Copy)]
struct Fence {
    sign: char,
    length: usize,
    /// Whether nothing follows it: only such a line closes a block.
    bare: bool,
}

impl Fence {
    fn closes(self, opened: Self) -> bool {
        self.bare && self.sign == opened.sign && self.length >= opened.length
    }
}

fn fence(line: &str) -> Option<Fence> {
    let line = line.trim();
    let sign = line.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
    let rest = line.trim_start_matches(sign);
    let length = line.len() - rest.len();
    // Three backticks around words on one line are inline code.
    (length >= 3 && !(sign == '`' && rest.contains('`'))).then_some(Fence { sign, length, bare: rest.is_empty() })
}

fn goes_on(previous: &str, line: &str) -> bool {
    let ended = previous.trim();
    line.trim_start().starts_with(char::is_lowercase)
        && marker_length(line) == 0
        && !ended.starts_with(['#', '|', '`', '~'])
        && !ended.ends_with(|char: char| is_stop(char) || matches!(char, ':' | ';'))
        && ended.chars().nth(WRAPPED_AT).is_some()
}

fn split<'a>(block: &'a str, found: &mut Vec<&'a str>) {
    let mut start = 0;
    let mut at = marker_length(block);
    while let Some(stop) = block[at..].find(is_stop).map(|stop| at + stop) {
        let run = stop + block[stop..].find(|char| !is_stop(char)).unwrap_or(block.len() - stop);
        let end = run + block[run..].find(|char| !is_closing(char)).unwrap_or(block.len() - run);
        if ends_sentence(&block[start..stop], &block[stop..run], end > run, &block[end..]) {
            push(&block[start..end], found);
            start = end;
        }
        at = end;
    }
    push(&block[start..], found);
}

fn push<'a>(piece: &'a str, found: &mut Vec<&'a str>) {
    let piece = piece.trim();
    if !piece.is_empty() {
        found.push(piece);
    }
}

/// `stops` are the punctuation marks, `closed` tells whether quotes or brackets close after them.
fn ends_sentence(before: &str, stops: &str, closed: bool, rest: &str) -> bool {
    if stops.starts_with(['。', '！', '？']) {
        return true;
    }
    let Some(next) = rest.trim_start().chars().next() else { return true };
    if !rest.starts_with(char::is_whitespace) || matches!(next, '—' | '–') {
        return false;
    }
    match stops {
        "." => dot_ends(before, next),
        _ if stops.starts_with('…') || stops.starts_with("..") => !next.is_lowercase(),
        _ => !(closed && next.is_lowercase()),
    }
}

fn dot_ends(before: &str, next: char) -> bool {
    // The limit exceeds the length of any abbreviation and keeps the algorithm linear.
    let is_part = |char: &char| char.is_alphanumeric() || *char == '.';
    let reversed: String = before.chars().rev().take(9).take_while(is_part).collect();
    let word: String = reversed.chars().rev().collect();
    let mut last = word.rsplit('.').next().unwrap_or_default().chars();
    let initial = last.next().filter(|initial| initial.is_uppercase() && last.next().is_none());
    if initial.is_some_and(|initial| !matches!(initial, 'I' | 'Я')) {
        return false;
    }
    let word = word.to_lowercase();
    if NEVER_LAST.contains(&word.as_str()) {
        return false;
    }
    !(SELDOM_LAST.contains(&word.as_str()) && next.is_lowercase())
}

fn is_stop(char: char) -> bool {
    matches!(char, '.' | '!' | '?' | '…' | '。' | '！' | '？')
}

fn is_closing(char: char) -> bool {
    matches!(char, ')' | ']' | '}' | '"' | '\'' | '»' | '”' | '“' | '’' | '*' | '_' | '`')
}

#[cfg(test)]
mod tests {
    use super::{is_code, sentences};
    use proptest::prelude::*;

    #[test]
    fn stops_end_sentences_in_three_languages() {
        assert_eq!(sentences("I came. I saw! Why? Well… Yes."), ["I came.", "I saw!", "Why?", "Well…", "Yes."]);
        assert_eq!(sentences("Вона прийшла. Коли? Вчора!"), ["Вона прийшла.", "Коли?", "Вчора!"]);
        assert_eq!(sentences("Это я. потом был он. «Да». Всё"), ["Это я.", "потом был он.", "«Да».", "Всё"]);
        assert_eq!(sentences("我来了。你呢？好"), ["我来了。", "你呢？", "好"]);
    }

    #[test]
    fn dots_that_end_nothing_do_not_cut() {
        for text in [
            "Dr. J. R. Smith met Mrs. Jones at 3.14 p.m. and left.",
            "See example.com, e.g. the file a.txt.",
            "Жил в г. Киев, ул. Садовая, и т. д. и т. п.",
            "Мешкає у м. Львів, див. рис. 5, 20 грн. на день.",
            "Well... maybe so.",
            "«Стой!» — сказал он.",
            "\"Stop!\" he said.",
        ] {
            assert_eq!(sentences(text), [text]);
        }
        assert_eq!(sentences("Tea, milk etc. Then bread."), ["Tea, milk etc.", "Then bread."]);
    }

    #[test]
    fn lines_and_list_items_are_sentences() {
        assert_eq!(
            sentences("Buy:\n1. milk\n2) bread. Soon.\n\n* eggs"),
            ["Buy:", "1. milk", "2) bread.", "Soon.", "* eggs"]
        );
        let wrapped = "This is a line that somebody wrapped by hand at\nforty characters or so.";
        assert_eq!(sentences(wrapped), [wrapped]);
    }

    #[test]
    fn a_block_of_code_is_one_piece() {
        let text = "Look.\n```rust\nlet a = 1. + 2.;\n\n// No. Yes.\n```\nDone.";
        let found = sentences(text);
        assert_eq!(found, ["Look.", "```rust\nlet a = 1. + 2.;\n\n// No. Yes.\n```", "Done."]);
        assert!(is_code(found[1]) && !is_code(found[0]));
        assert_eq!(sentences("~~~\na. B.\n```\nnever closed. C.").len(), 1);
    }

    /// Checks that only white space separates the sentences.
    fn restores(text: &str) -> Result<(), TestCaseError> {
        let mut rest = text;
        for sentence in sentences(text) {
            let (between, after) = rest.split_once(sentence).unwrap();
            prop_assert!(between.trim().is_empty(), "{between:?} was lost");
            prop_assert_eq!(sentence, sentence.trim());
            prop_assert!(!sentence.is_empty());
            rest = after;
        }
        prop_assert!(rest.trim().is_empty(), "{rest:?} was lost");
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_byte_is_lost(text in any::<String>()) {
            restores(&text)?;
        }

        #[test]
        fn no_byte_is_lost_of_text_full_of_signs(text in "([a-cА-Г]{1,3}|[0-9]|\n|\r\n| |\\.|…|!|\\?|\"|»|```|~~~|- |1\\. |т\\. )*") {
            restores(&text)?;
        }
    }
}
