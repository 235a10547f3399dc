//! Headings of a Markdown text, in the order in which they are drawn, and the text as HTML for a file.

use ricordo_core::session::Heading;
use ricordo_markdown::{Document, Kind, LineBreaks, Node};

/// Headings of a text. Most texts have none and are not parsed.
pub fn headings(text: &str) -> Vec<Heading> {
    let mut found = Vec::new();
    if text.lines().any(may_be_heading) {
        let mut document = Document::new(LineBreaks::Flow);
        document.push(text);
        collect(&document.tree(), &mut found);
    }
    found
}

/// HTML of a text, with everything in it escaped.
pub fn html(text: &str) -> String {
    html_with(text, LineBreaks::Flow)
}

/// HTML of a text that a person typed: its line breaks are kept, as on screen.
pub fn typed_html(text: &str) -> String {
    html_with(text, LineBreaks::Stay)
}

fn html_with(text: &str, line_breaks: LineBreaks) -> String {
    let mut document = Document::new(line_breaks);
    document.push(text);
    ricordo_markdown::html(&document.tree())
}

/// Whether a line may be a heading, or the line below one. It may begin in a quotation or a list.
fn may_be_heading(line: &str) -> bool {
    let marks = |letter: char| letter.is_whitespace() || ">-*+.)0123456789".contains(letter);
    let rest = line.trim_start_matches(marks);
    // A box to tick, or the label of a footnote.
    let rest = match rest.strip_prefix('[').and_then(|label| label.split_once(']')) {
        Some((_, rest)) => rest.trim_start_matches(|letter| letter == ':' || marks(letter)),
        None => rest,
    };
    rest.starts_with(['#', '=']) || (rest.is_empty() && line.contains('-'))
}

fn collect(nodes: &[Node], found: &mut Vec<Heading>) {
    for node in nodes {
        if let Kind::Heading(level) = node.kind {
            let mut text = String::new();
            write(&node.children, &mut text);
            found.push(Heading { level, text });
        } else {
            collect(&node.children, found);
        }
    }
}

/// Text of inline nodes, without markup.
fn write(nodes: &[Node], text: &mut String) {
    for node in nodes {
        match &node.kind {
            Kind::Text(words) | Kind::CodeSpan(words) | Kind::Plain(words) => text.push_str(words),
            Kind::Math { tex, .. } => text.push_str(tex),
            Kind::Image { alt, .. } => text.push_str(alt),
            Kind::Break => text.push(' '),
            _ => write(&node.children, text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(u8, String)> {
        headings(text).into_iter().map(|heading| (heading.level, heading.text)).collect()
    }

    #[test]
    fn headings_of_every_form_are_found_without_their_markup() {
        let text = "# A **plan** for `Rome`\n\nWords.\n\nDay one\n=======\n\nMorning\n---\n\n> ## Quoted\n\n1. ### In a list\n";
        let expected = [(1, "A plan for Rome"), (1, "Day one"), (2, "Morning"), (2, "Quoted"), (3, "In a list")];
        assert_eq!(found(text), expected.map(|(level, text)| (level, text.to_owned())));
    }

    #[test]
    fn a_file_keeps_the_line_breaks_of_what_a_person_typed() {
        assert_eq!(typed_html("one\n*two*"), "<p dir=\"auto\">one<br>\n<em>two</em></p>\n");
        assert_eq!(html("one\n*two*"), "<p dir=\"auto\">one\n<em>two</em></p>\n");
    }

    #[test]
    fn what_only_looks_like_a_heading_is_none() {
        assert!(found("```sh\n# a comment\n```\n\nWords\n\n---\n\n#hashtag\n\na = b\n").is_empty());
        assert!(found("").is_empty());
    }

    #[test]
    fn a_heading_keeps_what_can_be_read_of_formulas_images_and_links() {
        for (text, heading) in [
            ("# So $x^2$", "So x^2"),
            ("# ![A hedgehog](https://example.org/a.png) here", "A hedgehog here"),
            ("# [Rome](https://example.org), *then* ~~Oslo~~", "Rome, then Oslo"),
            ("## Closed ##", "Closed"),
            ("#", ""),
        ] {
            assert_eq!(found(text).into_iter().map(|(_, text)| text).collect::<Vec<_>>(), [heading], "{text}");
        }
    }

    /// Headings of a text that is parsed in any case.
    fn parsed(text: &str) -> Vec<Heading> {
        let mut document = Document::new(LineBreaks::Flow);
        document.push(text);
        let mut found = Vec::new();
        collect(&document.tree(), &mut found);
        found
    }

    /// Lines that may make a heading, or hide one, in whatever order they come.
    const LINES: &[&str] = &[
        "# Rome",
        "### Deep ###",
        "Oslo",
        "===",
        "---",
        "  ---",
        "- # In a list",
        "* ## In a list",
        "+ # In a list",
        "10. # In a list",
        "2) # In a list",
        "- [ ] # To do",
        "- [x] ## Done",
        "> # Quoted",
        "> - # Quoted in a list",
        "> Lisbon",
        "> ===",
        "[^1]: # In a note",
        "See[^1]",
        "    # code",
        "\t# code",
        "```",
        "",
        "#hashtag",
        "| a | b |",
        "|---|---|",
        "\u{a0}# Not at the start",
    ];

    proptest::proptest! {
        #[test]
        fn no_heading_is_missed_because_its_text_was_not_parsed(lines in proptest::collection::vec(proptest::sample::select(LINES), 0..6)) {
            let text = lines.join("\n");
            proptest::prop_assert_eq!(headings(&text), parsed(&text), "{}", text);
        }
    }
}
