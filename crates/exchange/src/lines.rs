//! The facts in a text that people or models wrote, one for each line: without headings, the marks of lists, days and
//! emphasis.

use crate::dates::month;

/// Longer marks first: `**` is not two `*`.
const EMPHASIS: [&str; 5] = ["***", "**", "__", "*", "_"];
const BULLETS: [char; 5] = ['-', '*', '+', '•', '–'];
/// What stands in the place of a day, and what stands in a day beside numbers and months.
const NO_DAY: &str = "unknown";
const IN_DAYS: [&str; 6] = ["am", "pm", "utc", "gmt", "t", "z"];

/// Length of a line in bytes above which emphasis stays: for each pair of marks the line is searched from the beginning.
const LONGEST_LINE: usize = 20_000;

/// The facts of a text.
pub(crate) fn facts(text: &str) -> impl Iterator<Item = String> {
    without_front_matter(text).lines().filter_map(fact)
}

/// The text without the YAML between `---` at its beginning, which describes the file.
fn without_front_matter(text: &str) -> &str {
    let Some(after) = text.trim_start().strip_prefix("---").map(|rest| rest.trim_start_matches([' ', '\r'])) else {
        return text;
    };
    let Some((matter, rest)) = after.strip_prefix('\n').and_then(|after| after.split_once("\n---")) else {
        return text;
    };
    let is_field = |line: &str| {
        let is_name = |name: &str| !name.is_empty() && !name.contains(char::is_whitespace);
        line.trim().is_empty()
            || line.starts_with([' ', '\t', '#'])
            || line.starts_with("- ")
            || line.split_once(':').is_some_and(|(name, _)| is_name(name))
    };
    if matter.lines().all(is_field) { rest.trim_start_matches('-') } else { text }
}

/// The fact of a line; `None` for headings and lines without words.
fn fact(line: &str) -> Option<String> {
    let line = line.trim();
    if line.starts_with('#') || line.starts_with("```") {
        return None;
    }
    let line = without_list_marks(line);
    if line.ends_with(':') || is_heading(line) {
        return None;
    }
    let line = without_emphasis(line);
    let line = without_day(&line).trim();
    line.chars().any(char::is_alphanumeric).then(|| line.to_owned())
}

/// Without the bullets and numbers of a list. Others are part of the text: `2.5 years`, `-5 degrees`.
fn without_list_marks(mut line: &str) -> &str {
    loop {
        let number = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let after = match line.strip_prefix(BULLETS) {
            None if number.len() < line.len() => number.strip_prefix(['.', ')']),
            after => after,
        };
        match after.filter(|after| after.starts_with(char::is_whitespace) || line.starts_with('•')) {
            Some(after) => line = after.trim_start(),
            None => return line,
        }
    }
}

/// Whether a whole line is emphasized, as headings are. A sentence is not a heading.
fn is_heading(line: &str) -> bool {
    let line = line.trim_end_matches(':');
    EMPHASIS.iter().any(|mark| {
        let inner = line.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark));
        inner.is_some_and(|inner| !inner.is_empty() && !inner.contains(mark) && !inner.ends_with(['.', '!', '?']))
    })
}

/// Without the marks of emphasis around words, which come in pairs.
fn without_emphasis(line: &str) -> String {
    let mut line = line.to_owned();
    if line.len() > LONGEST_LINE {
        return line;
    }
    for mark in EMPHASIS {
        let mut from = 0;
        while let Some((start, end)) = emphasized(&line, mark, from) {
            line.replace_range(end..end + mark.len(), "");
            line.replace_range(start..start + mark.len(), "");
            from = end - mark.len();
        }
    }
    line
}

/// Where a mark of emphasis begins and ends words, from a position on.
fn emphasized(line: &str, mark: &str, from: usize) -> Option<(usize, usize)> {
    // Underscores are also in names, stars in calculations.
    let is_word =
        |letter: char| if mark.starts_with('_') { letter.is_alphanumeric() } else { letter.is_ascii_alphanumeric() };
    let is_apart = |letter: Option<char>| !letter.is_some_and(|letter| is_word(letter) || mark.starts_with(letter));
    let is_full =
        |letter: Option<char>| letter.is_some_and(|letter| !letter.is_whitespace() && !mark.starts_with(letter));
    let places = || line.match_indices(mark).map(|(at, _)| at).filter(|at| *at >= from && !is_in_code(line, *at));
    let around = |at: usize| (line[..at].chars().next_back(), line[at + mark.len()..].chars().next());
    let begins = |at: &usize| is_apart(around(*at).0) && is_full(around(*at).1);
    let ends = |at: &usize| is_full(around(*at).0) && is_apart(around(*at).1);
    let start = places().find(begins)?;
    Some((start, places().find(|at| *at > start && ends(at))?))
}

/// Whether a position is between backticks.
fn is_in_code(line: &str, at: usize) -> bool {
    line[..at].matches('`').count() % 2 == 1 && line[at..].contains('`')
}

/// Without the day before a memory, as lists of memories have it: `[2026-01-31] - Lives in Kyiv`.
fn without_day(line: &str) -> &str {
    match line.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((day, rest)) if is_day(day) => rest.trim_start_matches([' ', '-', '–', '—', ':']),
        _ => line,
    }
}

/// Whether a text is a day, perhaps with a time: nothing but numbers, or the name of a month with a year.
fn is_day(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    let has_year = text.split(|letter: char| !letter.is_ascii_digit()).any(|number| number.len() == 4);
    let has_numbers = text.contains(|letter: char| letter.is_ascii_digit());
    let mut words = text.split(|letter: char| !letter.is_alphabetic()).filter(|word| !word.is_empty()).peekable();
    let is_known = if words.peek().is_none() { has_numbers } else { has_year };
    text == NO_DAY || (is_known && words.all(|word| IN_DAYS.contains(&word) || month(word).is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        facts(text).collect()
    }

    #[test]
    fn lists_become_facts_and_headings_do_not() {
        assert_eq!(
            found(
                "# About me\n**Work context**\n**Work:**\n\n- Lives in Kyiv\n* Likes *tea*\n1. Has two cats\n2024 was a good year\n---\n```text\n• Reads\n[2026-01-31] - Runs\n- [unknown] - Sings\n[x] done"
            ),
            [
                "Lives in Kyiv",
                "Likes tea",
                "Has two cats",
                "2024 was a good year",
                "Reads",
                "Runs",
                "Sings",
                "[x] done"
            ]
        );
    }

    #[test]
    fn a_whole_line_with_emphasis_is_a_heading() {
        let headings =
            "*Recent months*\n__Earlier context__\n_Long ago_\n- **Work:**\n1. **Family**:\n* *Health*\n***Top***";
        assert_eq!(found(headings), [""; 0]);
        assert_eq!(found("**Lives in Kyiv.**\n**Anna** and **Maria**"), ["Lives in Kyiv.", "Anna and Maria"]);
    }

    #[test]
    fn a_mark_of_a_list_has_a_space_after_it() {
        assert_eq!(
            found(
                "2.5 years of experience in Rust\n-5 degrees is too cold\n+ Plays chess\n- 2) Has a dog\n+380 is her code"
            ),
            [
                "2.5 years of experience in Rust",
                "-5 degrees is too cold",
                "Plays chess",
                "Has a dog",
                "+380 is her code"
            ]
        );
    }

    #[test]
    fn emphasis_is_removed_in_pairs() {
        for (line, wanted) in [
            ("**Name:** Anna", "Name: Anna"),
            ("**Maria** keeps bees", "Maria keeps bees"),
            ("Is ***very*** fond of __old__ and _new_ clocks", "Is very fond of old and new clocks"),
            ("Звати **Олена**, любить *чай*", "Звати Олена, любить чай"),
            ("Writes snake_case_names and 2*3*4", "Writes snake_case_names and 2*3*4"),
            ("Uses `**kwargs` and `__init__`", "Uses `**kwargs` and `__init__`"),
            ("Sleeps in 5 * hotels, or 4 *", "Sleeps in 5 * hotels, or 4 *"),
            ("A footnote* stays", "A footnote* stays"),
            ("**(Old)** name", "(Old) name"),
        ] {
            assert_eq!(found(line), [wanted]);
        }
    }

    #[test]
    fn a_line_with_many_marks_is_one_fact() {
        for line in ["*a ".repeat(200_000), "*a* ".repeat(200_000), "*a* ".repeat(4_000), "_a `".repeat(4_000)] {
            assert_eq!(found(&line).len(), 1);
        }
    }

    #[test]
    fn days_with_times_and_names_of_months_are_left_out() {
        for day in [
            "2026-01-05 10:00",
            "Jan 5, 2026",
            "5 January 2026",
            "2026-01-05T10:00:00Z",
            "5 січня 2026",
            "1/5/2026, 2:37 PM",
        ] {
            assert_eq!(found(&format!("[{day}] - Likes coffee")), ["Likes coffee"], "{day}");
            assert_eq!(found(&format!("- **[{day}]** Likes coffee")), ["Likes coffee"], "{day}");
        }
        assert_eq!(found("[in 2024] Moved\n[Mark 5] Drives it"), ["[in 2024] Moved", "[Mark 5] Drives it"]);
    }

    #[test]
    fn what_describes_a_file_is_no_fact() {
        assert_eq!(found("---\nname: anna\ntags:\n  - work\n- home\n---\n\nBuilds bridges\n"), ["Builds bridges"]);
        assert_eq!(found("---\nBuilds bridges\n---\nHas a cat"), ["Builds bridges", "Has a cat"]);
        assert_eq!(found("---\nname: anna"), ["name: anna"]);
    }
}
