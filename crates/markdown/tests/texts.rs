//! What models and people write is shown as they mean it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use ricordo_markdown::{Document, Kind, LineBreaks, Node};

fn shown(text: &str) -> String {
    let mut document = Document::new(LineBreaks::Flow);
    document.push(text);
    support::html(&document.tree())
}

fn typed(text: &str) -> String {
    let mut document = Document::new(LineBreaks::Stay);
    document.push(text);
    support::html(&document.tree())
}

/// What is on screen before the text has ended.
fn streaming(text: &str) -> String {
    let mut document = Document::new(LineBreaks::Flow);
    document.push(text);
    let mut nodes = Vec::new();
    loop {
        let step = document.advance();
        nodes.extend(step.settled);
        if step.is_all {
            nodes.extend(step.open);
            return support::html(&nodes);
        }
    }
}

#[test]
fn prices_are_no_formulas() {
    for text in [
        "Basic ($10/month) and Pro ($20/month)",
        "$20–$30",
        "$5/$10",
        "US$5, A$7",
        "?$filter=a&amp;$top=5",
        "It is $5 and x$ is not",
        "One ($$), two ($$)",
    ] {
        assert_eq!(shown(text), format!("<p>{text}</p>"));
        assert_eq!(streaming(text), format!("<p>{text}</p>"));
    }
    assert_eq!(shown("**$5** to **$10**"), "<p><strong>$5</strong> to <strong>$10</strong></p>");
    assert_eq!(
        shown("# $5 or $6\n\n`$5`, [$5](https://a.b/$6 \"$7\")"),
        "<h1>$5 or $6</h1><p><code>$5</code>, <a href=\"https://a.b/$6\" title=\"$7\">$5</a></p>"
    );
}

#[test]
fn formulas_are_formulas_while_they_arrive_and_after() {
    for (text, html) in [
        ("$x^2$", "<math>x^2</math>"),
        ("$a$, $b$", "<math>a</math>, <math>b</math>"),
        ("$$x$$", "<math>x</math>"),
        ("\\(a_1\\) costs $5", "<math>a_1</math> costs $5"),
        ("设$x$为正数", "设<math>x</math>为正数"),
    ] {
        assert_eq!(shown(text), format!("<p>{html}</p>"));
        assert_eq!(streaming(text), format!("<p>{html}</p>"));
    }
}

#[test]
fn a_single_tilde_strikes_out_nothing() {
    for text in ["~5 minutes", "~5 to ~10", "in ~/.bashrc and ~/.profile", "~x~"] {
        assert_eq!(shown(text), format!("<p>{text}</p>"));
        assert_eq!(streaming(&format!("{text} now")), format!("<p>{text} now</p>"));
    }
    assert_eq!(shown("~~gone~~ and ~5"), "<p><del>gone</del> and ~5</p>");
}

#[test]
fn marks_within_formulas_open_nothing_while_a_text_arrives() {
    for (text, html) in [
        ("$\\hat{y}_i$ is the *guess", "<math>\\hat{y}_i</math> is the <em>guess</em>"),
        ("\\(\\mathbf{x}_i\\) is", "<math>\\mathbf{x}_i</math> is"),
        ("so \\(\\mathbf{x}_i", "so <math>\\mathbf{x}_i</math>"),
        ("so $\\hat{y}_i", "so <math>\\hat{y}_i</math>"),
        ("so $\\frac{a}{b", "so <math>\\frac{a}{b}</math>"),
        ("so \\(\\frac{a}{\\{b", "so <math>\\frac{a}{\\{b}</math>"),
        ("so $\\hat{y}_i\\", "so <math>\\hat{y}_i</math>"),
    ] {
        assert_eq!(streaming(text), format!("<p>{html}</p>"), "{text}");
    }
}

#[test]
fn a_formula_over_several_lines_is_one() {
    for (open, close) in [("\\[", "\\]"), ("$$", "$$")] {
        let text = format!("So\n\n{open}\na\n=\nb\n- c\n+ d\n> 0\n{close}\n\nend");
        assert_eq!(shown(&text), "<p>So</p><p><math> a = b - c + d > 0 </math></p><p>end</p>".replace("> 0", "&gt; 0"));
        let text = format!("1. one\n   {open}\n   a\n   - c\n   {close}\n2. two");
        assert!(shown(&text).starts_with("<ol><li>one\n<math>"), "{}", shown(&text));
        assert_eq!(streaming(&format!("So\n\n{open}\na\n=\n- b")), "<p>So</p><p><math> a = - b</math></p>");
        assert_eq!(streaming(&format!("So\n\n{open}\n")), "<p>So</p>");
    }
    let text = "\\[\na % why\n\\]\n\n> \\[\n> a\n> \\]";
    assert_eq!(shown(text).matches("<math>").count(), 2, "{}", shown(text));
}

#[test]
fn code_and_raw_html_are_shown_as_they_were_written() {
    let tex = "\\[\na ~ $5\n\\]\n";
    assert_eq!(shown(&format!("```tex\n{tex}```")), format!("<pre><code class=\"language-tex\">{tex}</code></pre>"));
    let indented =
        |columns: usize| tex.lines().map(|line| format!("{}{line}\n", " ".repeat(columns))).collect::<String>();
    assert_eq!(shown(&indented(4)), format!("<pre><code>{tex}</code></pre>"));
    let listed = format!("- a\n\n  ```\n{}  ```", indented(2));
    assert!(shown(&listed).contains(&format!("<pre><code>{tex}</code></pre>")), "{}", shown(&listed));
    assert_eq!(shown(&format!("<div>\n{tex}</div>")), format!("<plain>&lt;div&gt;\n{tex}&lt;/div&gt;</plain>"));
}

#[test]
fn a_long_list_is_cut_between_its_items() {
    let item = "- item **b**\n\n    - below it\n\n    ```rust\n    let a = 1;\n    ```\n";
    let html = shown(&item.repeat(2_000));
    assert_eq!(html.matches("<code class=\"language-rust\">let a = 1;\n</code>").count(), 2_000);
    assert_eq!(html.matches("<pre>").count(), 2_000);
    assert!(html.matches("</ul>").count() > 2_000, "it was cut");
}

#[test]
fn a_line_break_by_itself_is_no_raw_html() {
    assert_eq!(shown("a\n\n<br>\n**b**\n\n<br/>\n\n- c"), "<p>a</p><p><strong>b</strong></p><ul><li>c</li></ul>");
    assert_eq!(shown("a\n<br>\nb"), "<p>a\n<br />\nb</p>");
    assert_eq!(shown("```html\n\n<br>\n\n```"), "<pre><code class=\"language-html\">\n&lt;br&gt;\n\n</code></pre>");
}

#[test]
fn what_somebody_says_is_no_definition_of_a_link() {
    for text in ["[ERROR]: timeout", "[Anna]: Hello"] {
        assert_eq!(shown(text), format!("<p>{text}</p>"));
        assert_eq!(typed(text), format!("<p>{text}</p>"));
    }
    assert_eq!(typed("[a]: https://a.b").matches("<a ").count(), 1);
    assert_eq!(shown("[a]\n\n[a]: https://a.b"), "<p><a href=\"https://a.b\">a</a></p>");
}

#[test]
fn marks_within_a_bare_address_are_part_of_it() {
    for address in ["https://a.b/__init__.py", "https://a.b/*c*d", "https://a.b/?$filter=a&amp;$top=5", "www.a.b/c_d_e"]
    {
        let html = shown(&format!("see **{address}** or {address}"));
        assert_eq!(html.matches(&format!(">{address}</a>")).count(), 2, "{html}");
    }
    let mut document = Document::new(LineBreaks::Flow);
    document.push("[the docs](www.example.org) and www.example.org");
    let links: Vec<Node> = document.tree().remove(0).children;
    let safe = links.iter().filter_map(|node| match &node.kind {
        Kind::Link { address, .. } => address.safe().map(str::to_owned),
        _ => None,
    });
    assert_eq!(safe.collect::<Vec<_>>(), ["https://www.example.org", "https://www.example.org"]);
}
