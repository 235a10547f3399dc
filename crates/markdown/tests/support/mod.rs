//! Renders a tree as the HTML of the CommonMark specification, and normalizes HTML for comparison.

use ricordo_markdown::{Align, Kind, Node};

/// The HTML of nodes.
pub(crate) fn html(nodes: &[Node]) -> String {
    nodes.iter().map(one).collect()
}

fn one(node: &Node) -> String {
    let inside = html(&node.children);
    match &node.kind {
        Kind::Paragraph => format!("<p>{inside}</p>"),
        Kind::Heading(level) => format!("<h{level}>{inside}</h{level}>"),
        Kind::Quote => format!("<blockquote>{inside}</blockquote>"),
        Kind::List(None) => format!("<ul>{inside}</ul>"),
        Kind::List(Some(1)) => format!("<ol>{inside}</ol>"),
        Kind::List(Some(start)) => format!("<ol start=\"{start}\">{inside}</ol>"),
        Kind::Item => format!("<li>{inside}</li>"),
        Kind::Table => {
            let (head, body) = node.children.split_at(1);
            let body = if body.is_empty() { String::new() } else { format!("<tbody>{}</tbody>", html(body)) };
            format!("<table><thead>{}</thead>{body}</table>", html(head))
        }
        Kind::Row => format!("<tr>{inside}</tr>"),
        Kind::Cell { is_head, align } => {
            let name = if *is_head { "th" } else { "td" };
            let align = match align {
                Align::Start => "",
                Align::Left => " align=\"left\"",
                Align::Center => " align=\"center\"",
                Align::Right => " align=\"right\"",
            };
            format!("<{name}{align}>{inside}</{name}>")
        }
        Kind::Rule => "<hr />".to_owned(),
        Kind::Code { language, text } if language.is_empty() => format!("<pre><code>{}</code></pre>", escaped(text)),
        Kind::Code { language, text } => {
            format!("<pre><code class=\"language-{}\">{}</code></pre>", escaped(language), escaped(text))
        }
        Kind::Footnote { label, .. } => format!("<footnote {label}>{inside}</footnote>"),
        Kind::Plain(text) => format!("<plain>{}</plain>", escaped(text)),
        Kind::Text(text) => escaped(text),
        Kind::Emphasis => format!("<em>{inside}</em>"),
        Kind::Strong => format!("<strong>{inside}</strong>"),
        Kind::Strikethrough => format!("<del>{inside}</del>"),
        Kind::CodeSpan(text) => format!("<code>{}</code>", escaped(text)),
        Kind::Link { address, title } => {
            format!("<a href=\"{}\"{}>{inside}</a>", encoded(address.written()), titled(title))
        }
        Kind::Image { address, alt, title } => {
            format!("<img src=\"{}\" alt=\"{}\"{} />", encoded(address.written()), escaped(alt), titled(title))
        }
        Kind::Math { tex, .. } => format!("<math>{}</math>", escaped(tex)),
        Kind::Break => "<br />".to_owned(),
        Kind::Task(true) => "<input type=\"checkbox\" checked=\"\" disabled=\"\" /> ".to_owned(),
        Kind::Task(false) => "<input type=\"checkbox\" disabled=\"\" /> ".to_owned(),
        Kind::FootnoteMark { number, .. } => format!("<mark>{number}</mark>"),
    }
}

fn titled(title: &str) -> String {
    if title.is_empty() { String::new() } else { format!(" title=\"{}\"", escaped(title)) }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Percent-encodes characters that are not ASCII or not allowed in an address.
fn encoded(address: &str) -> String {
    let mut out = String::new();
    for byte in address.bytes() {
        match byte {
            b'&' => out.push_str("&amp;"),
            b'\'' => out.push_str("&#x27;"),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => out.push(char::from(byte)),
            _ if b"-_.+!*(),%#@?=;:/$~".contains(&byte) => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// Removes insignificant white space: around blocks, and repeated within text.
#[allow(dead_code, reason = "not every test compares with the specification")]
pub(crate) fn comparable(html: &str) -> String {
    let mut out = String::new();
    let mut in_code = false;
    for (index, part) in html.split('<').enumerate() {
        let (tag, words) = if index == 0 { ("", part) } else { part.split_once('>').unwrap_or((part, "")) };
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        let is_span = ["a", "em", "strong", "code", "img", "del", "input", "math", "mark"].contains(&name);
        if index > 0 {
            if !is_span && !in_code {
                out.truncate(out.trim_end().len());
            }
            out.push_str(&format!("<{tag}>"));
        }
        match tag {
            "pre" => in_code = true,
            "/pre" => in_code = false,
            _ => {}
        }
        if in_code {
            out.push_str(words);
            continue;
        }
        let words = if is_span || out.is_empty() { words } else { words.trim_start() };
        let mut last = ' ';
        for letter in words.chars().map(|letter| if letter == '\n' { ' ' } else { letter }) {
            if letter != ' ' || last != ' ' || out.ends_with('>') {
                out.push(letter);
            }
            last = letter;
        }
    }
    out.trim().to_owned()
}
