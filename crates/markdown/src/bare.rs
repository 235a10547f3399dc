//! Autolinks: `https://…` and `www.…` in running text become links, as on GitHub.

use crate::{Address, Kind, Node};

/// Turns the bare addresses in a node's text into links.
pub(crate) fn link(node: &mut Node) {
    let is_there =
        |child: &Node| matches!(&child.kind, Kind::Text(text) if text.contains("://") || text.contains("www."));
    if !node.children.iter().any(is_there) {
        return;
    }
    let mut children = Vec::with_capacity(node.children.len() + 2);
    for child in std::mem::take(&mut node.children) {
        match &child.kind {
            Kind::Text(text) if is_there(&child) => split(text, &mut children),
            _ => children.push(child),
        }
    }
    node.children = children;
}

fn split(text: &str, into: &mut Vec<Node>) {
    let (mut written, mut from) = (0, 0);
    while let Some((start, end, scheme)) = next(text, from) {
        if start > written {
            into.push(Node::text(&text[written..start]));
        }
        let shown = &text[start..end];
        let address = Address::new(format!("{scheme}{shown}"));
        let kind = Kind::Link { address, title: String::new() };
        into.push(Node { kind, children: vec![Node::text(shown)] });
        (written, from) = (end, end);
    }
    if written < text.len() {
        into.push(Node::text(&text[written..]));
    }
}

/// Where the bare address ends that begins here, if one does.
pub(crate) fn end_at(text: &str, at: usize) -> Option<usize> {
    begins(text, at).map(|_| end_of(text, at))
}

/// The scheme that the bare address omits that begins here, if one does.
fn begins(text: &str, start: usize) -> Option<&'static str> {
    let begin = ["http://", "https://", "www."].iter().find(|begin| text[start..].starts_with(**begin))?;
    let before = text[..start].chars().next_back();
    let may_start = before.is_none_or(|before| before.is_whitespace() || "*_~([\"'«“„|".contains(before));
    let scheme = if *begin == "www." { "https://" } else { "" };
    let host = if scheme.is_empty() { start + begin.len() } else { start };
    (may_start && is_host(&text[host..], scheme.is_empty())).then_some(scheme)
}

/// The next address: its start, its end and the scheme it omits.
fn next(text: &str, mut from: usize) -> Option<(usize, usize, &'static str)> {
    loop {
        let start = from + text[from..].find(['h', 'w'])?;
        from = start + 1;
        if let Some(scheme) = begins(text, start) {
            return Some((start, end_of(text, start), scheme));
        }
    }
}

/// End of the address: before a space or `<`, without the punctuation that belongs to the sentence.
fn end_of(text: &str, start: usize) -> usize {
    let rest = &text[start..];
    let mut address = &rest[..rest.find(|letter: char| letter.is_whitespace() || letter == '<').unwrap_or(rest.len())];
    // Brackets are counted once, because an address may consist of brackets only.
    let mut closing = address.matches(')').count().saturating_sub(address.matches('(').count());
    loop {
        let shorter = address.trim_end_matches(['?', '!', '.', ',', ':', '*', '_', '~', '"', '\'', '»', '”', '“']);
        let shorter = match shorter.strip_suffix(')') {
            Some(inside) if closing > 0 => {
                closing -= 1;
                inside
            }
            _ => without_entity(shorter),
        };
        if shorter.len() == address.len() {
            return start + address.len();
        }
        address = shorter;
    }
}

/// A trailing entity such as `&copy;` is not part of the address.
fn without_entity(address: &str) -> &str {
    let Some(inside) = address.strip_suffix(';') else { return address };
    let name = inside.trim_end_matches(|letter: char| letter.is_ascii_alphanumeric());
    if name.len() < inside.len() && name.ends_with('&') { &name[..name.len() - 1] } else { address }
}

/// Whether a host begins here. A short one needs no dot.
fn is_host(rest: &str, may_be_short: bool) -> bool {
    let in_host = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter) || !letter.is_ascii();
    let host = &rest[..rest.find(|letter| !in_host(letter)).unwrap_or(rest.len())];
    let host = host.trim_end_matches(['.', '-', '_']);
    let mut labels = host.rsplit('.');
    let last = [labels.next(), labels.next()];
    let has_underscore = last.iter().flatten().any(|label| label.contains('_'));
    (may_be_short || last[1].is_some()) && !has_underscore && host.split('.').all(|label| !label.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(text: &str) -> Vec<String> {
        let mut node = Node { kind: Kind::Paragraph, children: vec![Node::text(text)] };
        link(&mut node);
        let written = node.children.iter().filter_map(|child| match &child.kind {
            Kind::Link { address, .. } => Some(address.written().to_owned()),
            _ => None,
        });
        written.collect()
    }

    #[test]
    fn an_address_ends_where_the_sentence_goes_on() {
        assert_eq!(
            links("See https://example.org/a?b=c#d, or www.example.org."),
            ["https://example.org/a?b=c#d", "https://www.example.org"]
        );
        assert_eq!(links("(https://example.org/a_(b))"), ["https://example.org/a_(b)"]);
        assert_eq!(
            links("https://example.org/x&copy; http://localhost:8080/"),
            ["https://example.org/x", "http://localhost:8080/"]
        );
        assert_eq!(links("«https://example.org»"), ["https://example.org"]);
    }

    #[test]
    fn what_is_none_stays() {
        assert!(links("xhttps://example.org https:// http://... www. www javascript://example.org").is_empty());
    }
}
