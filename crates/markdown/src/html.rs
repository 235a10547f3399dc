//! Writes a tree as HTML, for a file that is read outside of the page. Text is always escaped, only safe addresses become
//! links, and nothing is loaded: an image on the web is a link to it.

use crate::{Align, Kind, Node};

/// Added to the level of a heading, because the file and its messages have headings of their own.
const BELOW: u8 = 2;

/// HTML of nodes.
///
/// ```
/// use ricordo_markdown::{Document, html};
///
/// let mut document = Document::default();
/// document.push("A <b>tag</b> and [a link](javascript:alert())");
/// assert_eq!(html(&document.tree()), "<p dir=\"auto\">A &lt;b&gt;tag&lt;/b&gt; and a link (javascript:alert())</p>\n");
/// ```
pub fn html(nodes: &[Node]) -> String {
    let mut out = String::new();
    write_all(&mut out, nodes, None);
    out
}

/// Escapes a text for HTML, also within a quoted attribute.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // Not allowed in HTML, or read as something else.
            '\0' => out.push('\u{fffd}'),
            letter => out.push(letter),
        }
    }
    out
}

/// Writes nodes that are in a node of the kind `parent`.
fn write_all(out: &mut String, nodes: &[Node], parent: Option<&Kind>) {
    let (is_in_item, is_in_quote) = (parent == Some(&Kind::Item), parent == Some(&Kind::Quote));
    for node in nodes {
        write(out, node, if node.kind.has_own_direction(is_in_item, is_in_quote) { " dir=\"auto\"" } else { "" });
    }
}

/// Writes a node. `dir` is the attribute for its direction.
fn write(out: &mut String, node: &Node, dir: &str) {
    match &node.kind {
        Kind::Paragraph => around(out, node, &format!("<p{dir}>"), "</p>\n"),
        Kind::Heading(level) => {
            let level = (level + BELOW).min(6);
            around(out, node, &format!("<h{level}{dir}>"), &format!("</h{level}>\n"));
        }
        Kind::Quote => around(out, node, &format!("<blockquote{dir}>"), "</blockquote>\n"),
        Kind::List(None) => around(out, node, &format!("<ul{dir}>"), "</ul>\n"),
        Kind::List(Some(start)) => around(out, node, &format!("<ol start=\"{start}\"{dir}>"), "</ol>\n"),
        Kind::Item => around(out, node, "<li>", "</li>\n"),
        Kind::Table => around(out, node, &format!("<div class=\"table\"{dir}><table>"), "</table></div>\n"),
        Kind::Row => around(out, node, "<tr>", "</tr>\n"),
        Kind::Cell { is_head, align } => cell(out, node, *is_head, *align),
        Kind::Rule => out.push_str("<hr>\n"),
        Kind::Code { text, .. } => whole(out, "<pre dir=\"ltr\"><code>", text, "</code></pre>\n"),
        Kind::Plain(text) => whole(out, &format!("<pre class=\"plain\"{dir}>"), text, "</pre>\n"),
        Kind::Footnote { label, number } => {
            let shown = number.map_or_else(|| label.clone(), |number| number.to_string());
            around(out, node, &format!("<div class=\"footnote\"><sup>{}</sup> ", escaped(&shown)), "</div>\n");
        }
        Kind::Text(text) => out.push_str(&escaped(text)),
        Kind::Emphasis => around(out, node, "<em>", "</em>"),
        Kind::Strong => around(out, node, "<strong>", "</strong>"),
        Kind::Strikethrough => around(out, node, "<del>", "</del>"),
        Kind::CodeSpan(text) => whole(out, "<code>", text, "</code>"),
        Kind::Math { tex, is_display } => {
            let class = if *is_display { "math display" } else { "math" };
            whole(out, &format!("<code class=\"{class}\" dir=\"ltr\">"), tex, "</code>");
        }
        Kind::Link { address, .. } => match address.safe() {
            Some(address) => around(out, node, &anchor(address), "</a>"),
            None => {
                write_all(out, &node.children, Some(&node.kind));
                out.push_str(&escaped(&address.refused(&node.words()).unwrap_or_default()));
            }
        },
        Kind::Image { address, alt, .. } => match address.on_the_web() {
            Some(address) => whole(out, &anchor(address), if alt.is_empty() { address } else { alt }, "</a>"),
            None => out.push_str(&escaped(alt)),
        },
        Kind::Break => out.push_str("<br>\n"),
        Kind::Task(is_done) => out.push_str(if *is_done { "☑ " } else { "☐ " }),
        Kind::FootnoteMark { number, .. } => out.push_str(&format!("<sup>{number}</sup>")),
    }
}

fn around(out: &mut String, node: &Node, before: &str, after: &str) {
    out.push_str(before);
    write_all(out, &node.children, Some(&node.kind));
    out.push_str(after);
}

fn whole(out: &mut String, before: &str, text: &str, after: &str) {
    out.push_str(before);
    out.push_str(&escaped(text));
    out.push_str(after);
}

fn cell(out: &mut String, node: &Node, is_head: bool, align: Align) {
    let name = if is_head { "th" } else { "td" };
    let class = match align {
        Align::Start => "",
        Align::Left => " class=\"left\"",
        Align::Center => " class=\"center\"",
        Align::Right => " class=\"right\"",
    };
    around(out, node, &format!("<{name}{class}>"), &format!("</{name}>"));
}

/// The start of a link that tells its target nothing.
fn anchor(address: &str) -> String {
    format!("<a href=\"{}\" rel=\"noopener noreferrer nofollow\" referrerpolicy=\"no-referrer\">", escaped(address))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Document, LineBreaks};

    fn of(text: &str) -> String {
        let mut document = Document::new(LineBreaks::Flow);
        document.push(text);
        html(&document.tree())
    }

    #[test]
    fn every_element_has_its_html() {
        let text = "# A *plan*\n\n1. one\n2. two\n\n- [x] done\n\n> quoted\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```rust\nlet a = \"<b>\";\n```\n\n---\n\nsee [it](https://example.org/?a&b) and `code`[^1]\n\n[^1]: A note.";
        let html = of(text);
        for part in [
            "<h3 dir=\"auto\">A <em>plan</em></h3>",
            "<ol start=\"1\" dir=\"auto\"><li>",
            "☑ done",
            "<blockquote dir=\"auto\"><p>quoted</p>",
            "<th>a</th><th class=\"right\">b</th>",
            "<pre dir=\"ltr\"><code>let a = &quot;&lt;b&gt;&quot;;\n</code></pre>",
            "<hr>",
            "<a href=\"https://example.org/?a&amp;b\" rel=\"noopener noreferrer nofollow\"",
            "<code>code</code><sup>1</sup>",
            "<div class=\"footnote\"><sup>1</sup> ",
        ] {
            assert!(html.contains(part), "{part} in {html}");
        }
    }

    #[test]
    fn each_block_has_the_direction_of_its_own_text_as_on_screen() {
        let html = of("English.\n\nעברית.\n\n- עברית\n\n  English\n\n> עברית\n\n<b>\n");
        for part in [
            "<p dir=\"auto\">English.</p>",
            "<p dir=\"auto\">עברית.</p>",
            "<ul dir=\"auto\"><li><p>עברית</p>\n<p>English</p>",
            "<blockquote dir=\"auto\"><p>עברית</p>",
            "<pre class=\"plain\" dir=\"auto\">&lt;b&gt;",
        ] {
            assert!(html.contains(part), "{part} in {html}");
        }
    }

    #[test]
    fn nothing_of_a_text_becomes_markup_or_is_loaded() {
        for text in [
            "<script>alert(1)</script>",
            "<img src=x onerror=alert(1)>",
            "[x](javascript:alert(1)) ![x](javascript:alert(1)) <javascript:alert(1)>",
            "[x](https://a.b/\"onclick=alert(1)) ![\"onerror=alert(1)](https://a.b/c.png)",
            "```\"><script>\n</code></pre><script>alert(1)</script>\n```",
            "`</code><script>`  $</code><script>$",
            "| <svg onload=alert(1)> |\n|---|\n| </table><script> |",
            "[^<script>]: x\n\nx[^<script>]",
            "![x](data:text/html,<script>) [x](data:text/html,<script>)",
        ] {
            let html = of(text);
            let tags = html.split('<').skip(1).map(|tag| tag.split([' ', '>']).next().unwrap_or_default());
            let known = [
                "p", "/p", "a", "/a", "pre", "/pre", "code", "/code", "div", "/div", "table", "/table", "tr", "/tr",
                "th", "/th", "td", "/td", "sup", "/sup", "br",
            ];
            assert!(tags.clone().all(|tag| known.contains(&tag)), "{text}: {html}");
            assert!(
                !html.contains("<img") && !html.contains("href=\"javascript") && !html.contains("href=\"data"),
                "{html}"
            );
            // No attribute of its own: within a tag, quotes are those of this file.
            let inside = html.split('<').skip(1).filter_map(|tag| tag.split_once('>')).map(|(tag, _)| tag);
            assert!(inside.clone().all(|tag| !tag.contains("onclick=a") || tag.contains("&quot;onclick")), "{html}");
        }
    }
}
