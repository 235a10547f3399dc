//! What the elements of HTML mean for its text.

use super::markup::Tag;

/// Elements without an end tag.
pub(super) fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}

/// Elements that begin and end a paragraph.
pub(super) fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "caption"
            | "center"
            | "dd"
            | "details"
            | "dialog"
            | "dir"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hgroup"
            | "hr"
            | "html"
            | "legend"
            | "li"
            | "main"
            | "menu"
            | "nav"
            | "ol"
            | "p"
            | "pre"
            | "search"
            | "section"
            | "summary"
            | "table"
            | "tbody"
            | "td"
            | "tfoot"
            | "th"
            | "thead"
            | "tr"
            | "ul"
    )
}

/// Level of a heading.
pub(super) fn heading(name: &str) -> Option<u8> {
    let level = name.strip_prefix('h')?.parse().ok()?;
    (1..=6).contains(&level).then_some(level)
}

/// The names that a start tag ends, if they are open, and the names up to which it looks for them.
pub(super) fn ends(name: &str) -> (&'static [&'static str], &'static [&'static str]) {
    match name {
        "li" => (&["li"], &["ul", "ol", "menu"]),
        "dt" | "dd" => (&["dt", "dd"], &["dl"]),
        "td" | "th" => (&["td", "th"], &["tr", "table"]),
        "tr" => (&["tr"], &["table"]),
        "thead" | "tbody" | "tfoot" => (&["thead", "tbody", "tfoot"], &["table"]),
        "option" | "optgroup" => (&["option"], &["select", "datalist"]),
        "body" => (&["head"], &[]),
        _ => (&[], &[]),
    }
}

/// Whether no text of an element belongs to what a reader of the page sees.
pub(super) fn is_left_out(tag: &Tag) -> bool {
    let by_name = matches!(
        tag.name.as_str(),
        "annotation"
            | "annotation-xml"
            | "audio"
            | "button"
            | "canvas"
            | "datalist"
            | "head"
            | "iframe"
            | "noembed"
            | "noframes"
            | "noscript"
            | "object"
            | "rp"
            | "rt"
            | "script"
            | "select"
            | "style"
            | "svg"
            | "template"
            | "textarea"
            | "title"
            | "video"
    );
    let is_closed_dialog = tag.name == "dialog" && tag.attribute("open").is_none();
    let is_page_number =
        tag.attribute("epub:type") == Some("pagebreak") || tag.attribute("role") == Some("doc-pagebreak");
    by_name
        || is_closed_dialog
        || is_page_number
        // Formulas and signs stand a second time for those who listen.
        || tag.attribute("aria-hidden").is_some_and(|value| value.trim().eq_ignore_ascii_case("true"))
}

/// Whether an element is around the text of a page rather than part of it.
pub(super) fn is_around(tag: &Tag) -> bool {
    let role = tag.attribute("role").unwrap_or_default();
    matches!(tag.name.as_str(), "nav" | "aside" | "header" | "footer")
        || matches!(role, "navigation" | "banner" | "contentinfo" | "complementary")
}

/// Whether an element holds the text of a page.
pub(super) fn is_main(tag: &Tag) -> bool {
    matches!(tag.name.as_str(), "main" | "article") || tag.attribute("role") == Some("main")
}
