//! Text that is nested too deeply or too long loses formatting, but none of it is lost.

use std::collections::HashSet;

use ricordo_markdown::{Document, Kind, LineBreaks, Node, limits};

fn tree(text: &str) -> Vec<Node> {
    let mut document = Document::new(LineBreaks::Flow);
    document.push(text);
    document.tree()
}

fn depth(nodes: &[Node]) -> usize {
    nodes.iter().map(|node| 1 + depth(&node.children)).max().unwrap_or(0)
}

fn words(nodes: &[Node]) -> String {
    let own = |node: &Node| match &node.kind {
        Kind::Text(text) | Kind::Plain(text) | Kind::CodeSpan(text) => text.clone(),
        Kind::Code { language, text } => format!("{language} {text}"),
        _ => String::new(),
    };
    nodes.iter().map(|node| format!("{} {}", own(node), words(&node.children))).collect()
}

fn count(nodes: &[Node], is: fn(&Kind) -> bool) -> usize {
    nodes.iter().map(|node| usize::from(is(&node.kind)) + count(&node.children, is)).sum()
}

#[test]
fn a_thousand_nested_lists() {
    let text: Vec<String> = (0..1_000).map(|depth| format!("{}- item{depth}.", "  ".repeat(depth))).collect();
    let nodes = tree(&text.join("\n"));
    assert!(depth(&nodes) <= limits::DEPTH + 1);
    let words = words(&nodes);
    let words: HashSet<&str> = words.split_whitespace().collect();
    assert!((0..1_000).all(|depth| words.contains(&*format!("item{depth}."))));
}

#[test]
fn marks_without_end() {
    for mark in [
        "- ",
        "> ",
        "1. ",
        "*",
        "**",
        "_a ",
        "[",
        "![",
        "`",
        "~~",
        "$",
        "\\(",
        "<",
        "|",
        "[^a",
        "#",
        "www.a",
        "(http://a",
    ] {
        let text = format!("{}end", mark.repeat(20_000));
        let nodes = tree(&text);
        assert!(depth(&nodes) <= limits::DEPTH + 1, "{mark}");
        assert!(words(&nodes).contains("end"), "{mark}");
    }
}

#[test]
fn a_table_of_ten_thousand_cells() {
    let text = format!(
        "{}|\n{}|\n{}",
        "| a ".repeat(10),
        "|---".repeat(10),
        format!("{}|\n", "| b ".repeat(10)).repeat(1_000)
    );
    let nodes = tree(&text);
    let cells = count(&nodes, |kind| matches!(kind, Kind::Cell { .. }));
    assert!((limits::CELLS..=limits::CELLS + 10).contains(&cells), "{cells}");
    assert_eq!(words(&nodes).matches('b').count(), 10_000);
}

#[test]
fn a_line_of_a_megabyte_is_plain_text_in_stretches() {
    let text = "word ".repeat(200_000);
    let nodes = tree(&format!("before\n\n{text}\n\nafter"));
    let plain = nodes.iter().filter_map(|node| match &node.kind {
        Kind::Plain(text) => Some(text.as_str()),
        _ => None,
    });
    let runs: Vec<&str> = plain.collect();
    assert!(runs.iter().all(|run| run.len() <= limits::PLAIN));
    assert_eq!(runs.concat().trim_end(), text.trim_end());
    assert_eq!(nodes.last().map(|node| &node.kind), Some(&Kind::Paragraph));
}

#[test]
fn long_code_goes_on_as_code() {
    let line = "let a = 1; // *a*\n";
    let text = format!("```rust\n{}```\n\nafter", line.repeat(20_000));
    let nodes = tree(&text);
    let code = |node: &Node| match &node.kind {
        Kind::Code { language, text } if language == "rust" => Some(text.clone()),
        _ => None,
    };
    let code: String = nodes.iter().filter_map(code).collect();
    assert_eq!(code, line.repeat(20_000));
    assert_eq!(nodes.last().map(|node| &node.kind), Some(&Kind::Paragraph));
}
