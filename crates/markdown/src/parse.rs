//! Parses a range of text from Markdown to nodes with `pulldown-cmark`.

use crate::{
    builder::{Builder, Parsed, Source},
    definitions::{Definitions, Footnotes},
    display::{self, Shape},
    hidden,
    lines::{self, LineBreaks},
};
use pulldown_cmark::{BrokenLink, CowStr, Options, Parser};
use std::{borrow::Cow, cell::RefCell};

/// Context of the range.
pub(crate) struct Known<'a> {
    pub(crate) definitions: &'a Definitions,
    pub(crate) line_breaks: LineBreaks,
    /// Whether a footnote that is not defined may be defined later.
    pub(crate) more_may_come: bool,
    /// Opening line of the code block that continues here; empty if none does.
    pub(crate) carry: &'a str,
}

/// Parses `text`. Footnotes are numbered in the order of their references.
pub(crate) fn parse(text: &str, known: &Known<'_>, footnotes: &mut Footnotes) -> Parsed {
    let may_hide = !hidden::is_taken(text);
    let joined = display::join(lines::mend(text, known.line_breaks, may_hide));
    let ready = hidden::hide(Cow::Borrowed(&*joined.text), may_hide);
    let (before, is_pending) = definitions_before(text, known, footnotes);
    let skipped = before.len();
    let after_them = |text: &str| Cow::Owned(format!("{before}{}{text}", known.carry));
    let (whole, written) = match (skipped, known.carry) {
        (0, "") => (ready, Cow::Borrowed(text)),
        _ => (after_them(&ready), after_them(text)),
    };
    let missing = RefCell::new(is_pending);
    let mut find = |link: BrokenLink<'_>| {
        let found = known.definitions.get(&hidden::shown(&link.reference));
        if found.is_none() {
            missing.replace(true);
        }
        found.map(|(address, title)| (CowStr::from(address.clone()), CowStr::from(title.clone())))
    };
    let parser = Parser::new_with_broken_link_callback(&whole, options(), Some(&mut find));
    let defined = parser.reference_definitions().iter();
    let links = defined.map(|(label, link)| {
        let title = hidden::shown(link.title.as_deref().unwrap_or_default()).into_owned();
        (hidden::shown(label).into_owned(), hidden::shown(&link.dest).into_owned(), title)
    });
    let links = links.collect();
    let is_changed = whole != written;
    let source = Source { text: &whole, written: &written, is_changed, has_hidden: may_hide && is_changed };
    let mut builder = Builder::new(source, skipped, known.line_breaks, footnotes);
    for (event, range) in parser.into_offset_iter() {
        builder.take(event, range);
    }
    let mut parsed = builder.finish();
    parsed.links = links;
    parsed.is_pending |= missing.into_inner();
    let ahead = skipped + known.carry.len();
    parsed.last_leaf = parsed.last_leaf.saturating_sub(ahead);
    for start in parsed.blocks.iter_mut().map(|(start, _)| start).chain(&mut parsed.items) {
        *start = start.saturating_sub(ahead);
    }
    parsed.shape = Shape {
        hold: joined.hold,
        open_display: joined.open_display,
        inside: joined.inside,
        text: (*joined.text != *text).then(|| joined.text.into_owned()),
    };
    parsed
}

/// Whether a part of this text may turn out differently by itself than between others.
pub(crate) fn depends_on_context(text: &str) -> bool {
    hidden::is_in(text) || text.contains("]:") || text.contains('<')
}

/// The parser accepts a footnote reference only if its definition is present. So labels that are, or may be, defined
/// elsewhere get a definition before the text, and a heading keeps the last definition from extending into it.
fn definitions_before(text: &str, known: &Known<'_>, footnotes: &Footnotes) -> (String, bool) {
    let mut before = String::new();
    let mut rest = text;
    let mut is_pending = false;
    while let Some(at) = rest.find("[^") {
        rest = &rest[at + 2..];
        let end = rest.find([']', '[', '\n', ' ']).unwrap_or(rest.len());
        let label = &rest[..end];
        let is_label = rest[end..].starts_with(']') && !label.is_empty() && !label.contains('\\');
        if !is_label || label.len() > LONGEST_LABEL {
            continue;
        }
        is_pending = true;
        if known.more_may_come || footnotes.is_defined(label) {
            let line = format!("[^{label}]:\n\n");
            if !before.contains(&line) && before.len() < MOST_BEFORE {
                before.push_str(&line);
            }
        }
    }
    if !before.is_empty() {
        before.push_str("#\n");
    }
    (before, is_pending)
}

const LONGEST_LABEL: usize = 100;
/// Bytes of such definitions: a thousand footnotes per block are enough, and each is looked up among the others.
const MOST_BEFORE: usize = 8 * 1024;

fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_MATH
}
