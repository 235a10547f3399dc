//! Builds nodes from the parser's events, within the limits.

use crate::{
    Address, bare,
    definitions::Footnotes,
    display::Shape,
    hidden, limits,
    lines::{LineBreaks, is_line_break},
    node::{Align, Kind, Node},
};
use pulldown_cmark::{Alignment, CodeBlockKind, CowStr, Event, LinkType, Tag};
use std::{borrow::Cow, ops::Range};

/// Result of parsing a range.
#[derive(Debug, Default)]
pub(crate) struct Parsed {
    /// Top-level nodes with their offsets. Nodes of one block have the same offset.
    pub(crate) blocks: Vec<(usize, Node)>,
    /// Offset of the last paragraph, heading or item.
    pub(crate) last_leaf: usize,
    /// Offsets of the items of top-level lists.
    pub(crate) items: Vec<usize>,
    /// What else decides where blocks end.
    pub(crate) shape: Shape,
    /// Link definitions: label, address, title.
    pub(crate) links: Vec<(String, String, String)>,
    /// Labels of the defined footnotes.
    pub(crate) footnotes: Vec<String>,
    /// Whether something depends on later text: a label without a definition, or a footnote.
    pub(crate) is_pending: bool,
}

/// A text as it was parsed and as it was written; both have the same length.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    pub(crate) text: &'a str,
    pub(crate) written: &'a str,
    /// Whether both differ.
    pub(crate) is_changed: bool,
    /// Whether the parsed text may have placeholders.
    pub(crate) has_hidden: bool,
}

impl<'a> Source<'a> {
    /// A parsed text as it was written.
    fn shown<'b>(self, text: &'b str) -> Cow<'b, str> {
        if self.has_hidden { hidden::shown(text) } else { Cow::Borrowed(text) }
    }

    /// Text of a block of code or HTML as it was written. Lines that were joined have the indentation of their container, as
    /// the first one has.
    fn verbatim<'b>(self, text: &'b str, range: &Range<usize>) -> Cow<'b, str>
    where
        'a: 'b,
    {
        if !self.is_changed || self.text.get(range.clone()) != Some(text) {
            return self.shown(text);
        }
        let written = &self.written[range.clone()];
        if !written.trim_end_matches('\n').contains('\n') {
            return Cow::Borrowed(written);
        }
        let column = range.start - self.written[..range.start].rfind('\n').map_or(0, |at| at + 1);
        let lines = written.split_inclusive('\n').enumerate().map(|(index, line)| {
            let indent = line.len() - line.trim_start_matches(' ').len();
            if index == 0 { line } else { &line[indent.min(column)..] }
        });
        Cow::Owned(lines.collect())
    }
}

/// Builds nodes from parser events.
pub(crate) struct Builder<'a> {
    source: Source<'a>,
    /// Offset at which the text begins; events before it are ignored.
    skipped: usize,
    line_breaks: LineBreaks,
    footnotes: &'a mut Footnotes,
    open: Vec<Node>,
    /// Number of open containers without a node, because they are nested too deeply.
    too_deep: usize,
    block_start: usize,
    aligns: Vec<Align>,
    cells: usize,
    /// Range of the table rows beyond the limit.
    beyond: Option<Range<usize>>,
    /// Number of open links.
    links: usize,
    /// Images of the open link. They are placed after it, because nothing inside a link can be pressed.
    images: Vec<Node>,
    parsed: Parsed,
}

impl<'a> Builder<'a> {
    pub(crate) fn new(
        source: Source<'a>,
        skipped: usize,
        line_breaks: LineBreaks,
        footnotes: &'a mut Footnotes,
    ) -> Self {
        Self {
            source,
            skipped,
            line_breaks,
            footnotes,
            open: Vec::new(),
            too_deep: 0,
            block_start: 0,
            aligns: Vec::new(),
            cells: 0,
            beyond: None,
            links: 0,
            images: Vec::new(),
            parsed: Parsed::default(),
        }
    }

    pub(crate) fn finish(self) -> Parsed {
        self.parsed
    }

    pub(crate) fn take(&mut self, event: Event<'_>, range: Range<usize>) {
        if range.start < self.skipped {
            return;
        }
        if self.open.is_empty() && self.too_deep == 0 {
            self.block_start = range.start;
        }
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(_) => self.end(),
            Event::Text(text) | Event::Html(text) if self.is_verbatim() => {
                let source = self.source;
                self.words(&source.verbatim(&text, &range));
            }
            Event::Text(text) => {
                let source = self.source;
                self.words(&source.shown(&text));
            }
            Event::Code(code) => self.span(Kind::CodeSpan(self.shown(code))),
            Event::InlineMath(tex) => self.span(Kind::Math { tex: self.shown(tex), is_display: false }),
            Event::DisplayMath(tex) => {
                // Brackets within text were converted to two dollars each, too.
                let is_display = !is_among_words(self.source.text, &range);
                self.span(Kind::Math { tex: self.shown(tex), is_display });
            }
            Event::Html(html) | Event::InlineHtml(html) => {
                let source = self.source;
                self.html(&source.shown(&html));
            }
            Event::SoftBreak if self.line_breaks == LineBreaks::Stay => self.span(Kind::Break),
            Event::SoftBreak => self.words("\n"),
            Event::HardBreak => self.span(Kind::Break),
            Event::Rule => self.add(Node::new(Kind::Rule)),
            Event::TaskListMarker(is_done) => self.span(Kind::Task(is_done)),
            Event::FootnoteReference(label) => {
                let number = self.footnotes.refer(&label);
                self.span(Kind::FootnoteMark { label: label.into_string(), number });
            }
        }
    }

    fn start(&mut self, tag: Tag<'_>, range: Range<usize>) {
        if matches!(tag, Tag::Paragraph | Tag::Heading { .. } | Tag::Item) {
            self.parsed.last_leaf = range.start;
        }
        if matches!(tag, Tag::Item) && self.open.len() == 1 {
            self.parsed.items.push(range.start);
        }
        let is_row = matches!(tag, Tag::TableRow);
        if is_row && self.cells >= limits::CELLS {
            let start = self.beyond.as_ref().map_or(range.start, |beyond| beyond.start);
            self.beyond = Some(start..range.end);
        }
        let is_beyond = self.beyond.is_some() && matches!(tag, Tag::TableRow | Tag::TableCell);
        // An image's alternative text is plain text.
        let in_image = self.open.last().is_some_and(|parent| matches!(parent.kind, Kind::Image { .. }));
        if self.too_deep > 0 || self.open.len() >= limits::DEPTH || is_beyond || in_image {
            self.too_deep += 1;
            // Former blocks keep their own lines.
            if matches!(tag, Tag::Paragraph | Tag::Item | Tag::Heading { .. } | Tag::CodeBlock(_)) {
                self.span(Kind::Break);
            }
            return;
        }
        let kind = self.kind_of(tag);
        self.open.push(Node::new(kind));
    }

    fn kind_of(&mut self, tag: Tag<'_>) -> Kind {
        match tag {
            Tag::Heading { level, .. } => Kind::Heading(level as u8),
            Tag::BlockQuote(_) => Kind::Quote,
            Tag::CodeBlock(kind) => {
                Kind::Code { language: self.source.shown(&language_of(&kind)).into_owned(), text: String::new() }
            }
            Tag::HtmlBlock | Tag::MetadataBlock(_) => Kind::Plain(String::new()),
            Tag::List(start) => Kind::List(start),
            Tag::Item | Tag::DefinitionListTitle | Tag::DefinitionListDefinition => Kind::Item,
            Tag::DefinitionList => Kind::List(None),
            Tag::FootnoteDefinition(label) => {
                self.parsed.footnotes.push(label.to_string());
                let number = self.footnotes.number(&label);
                Kind::Footnote { label: label.into_string(), number }
            }
            Tag::Table(aligns) => {
                self.aligns = aligns.into_iter().map(align_of).collect();
                self.cells = 0;
                self.beyond = None;
                Kind::Table
            }
            Tag::TableHead | Tag::TableRow => Kind::Row,
            Tag::TableCell => {
                self.cells += 1;
                let (table, row) = (self.open.iter().rev().nth(1), self.open.last());
                let column = row.map_or(0, |row| row.children.len());
                let is_head = table.is_some_and(|table| table.children.is_empty());
                Kind::Cell { is_head, align: self.aligns.get(column).copied().unwrap_or_default() }
            }
            Tag::Emphasis => Kind::Emphasis,
            Tag::Strong => Kind::Strong,
            Tag::Strikethrough => Kind::Strikethrough,
            Tag::Link { link_type, dest_url, title, .. } => {
                self.links += 1;
                let scheme = if link_type == LinkType::Email { "mailto:" } else { "" };
                Kind::Link { address: self.address(scheme, dest_url), title: self.shown(title) }
            }
            Tag::Image { dest_url, title, .. } => {
                Kind::Image { address: self.address("", dest_url), alt: String::new(), title: self.shown(title) }
            }
            Tag::Paragraph | Tag::Superscript | Tag::Subscript => Kind::Paragraph,
        }
    }

    fn end(&mut self) {
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return;
        }
        let Some(mut node) = self.open.pop() else { return };
        let is_link = matches!(node.kind, Kind::Link { .. });
        if is_link {
            self.links -= 1;
        } else if self.links == 0 {
            bare::link(&mut node);
        }
        if matches!(node.kind, Kind::Image { .. }) && self.links > 0 {
            if let Kind::Image { alt, .. } = &node.kind {
                let alt = alt.clone();
                self.words(&alt);
            }
            self.images.push(node);
            return;
        }
        let rest = self.beyond.take_if(|_| node.kind == Kind::Table);
        self.add(node);
        if is_link {
            for image in std::mem::take(&mut self.images) {
                self.add(image);
            }
        }
        if let Some(rest) = rest {
            let rest = self.source.written.get(rest).unwrap_or_default();
            for run in runs(rest, limits::PLAIN) {
                self.add(Node::new(Kind::Plain(run.to_owned())));
            }
        }
    }

    fn shown(&self, text: CowStr<'_>) -> String {
        self.source.shown(&text).into_owned()
    }

    /// An address that may omit its scheme.
    fn address(&self, scheme: &str, address: CowStr<'_>) -> Address {
        let address = self.shown(address);
        let is_bare = address.get(..4).is_some_and(|begin| begin.eq_ignore_ascii_case("www."));
        let scheme = if is_bare { "https://" } else { scheme };
        Address::new(format!("{scheme}{address}"))
    }

    /// Whether the open node shows what was written.
    fn is_verbatim(&self) -> bool {
        self.open.last().is_some_and(|parent| matches!(parent.kind, Kind::Code { .. } | Kind::Plain(_)))
    }

    /// Adds text to the open node.
    fn words(&mut self, text: &str) {
        let Some(parent) = self.open.last_mut() else { return };
        if self.beyond.is_some() && self.too_deep > 0 {
            return;
        }
        match &mut parent.kind {
            Kind::Code { text: code, .. } => code.push_str(text),
            Kind::Plain(plain) => plain.push_str(text),
            Kind::Image { alt, .. } => alt.push_str(text),
            _ => match parent.children.last_mut() {
                Some(Node { kind: Kind::Text(last), .. }) => last.push_str(text),
                _ => parent.children.push(Node::text(text)),
            },
        }
    }

    /// Adds an inline span.
    fn span(&mut self, kind: Kind) {
        let Some(parent) = self.open.last() else { return };
        match (&parent.kind, &kind) {
            (Kind::Image { .. }, Kind::CodeSpan(text) | Kind::Math { tex: text, .. }) => {
                let text = text.clone();
                self.words(&text);
            }
            (Kind::Image { .. }, _) => self.words(" "),
            (Kind::Code { .. } | Kind::Plain(_), _) => self.words("\n"),
            _ => self.add(Node::new(kind)),
        }
    }

    fn html(&mut self, html: &str) {
        let is_among_words = self.open.last().is_some_and(|parent| !matches!(parent.kind, Kind::Plain(_)));
        if is_among_words && is_line_break(html) {
            return self.span(Kind::Break);
        }
        self.words(html);
    }

    fn add(&mut self, node: Node) {
        match self.open.last_mut() {
            Some(_) if self.beyond.is_some() && self.too_deep > 0 => {}
            Some(parent) => parent.children.push(node),
            None => self.parsed.blocks.push((self.block_start, node)),
        }
    }
}

/// Splits a text into runs of at most `longest` bytes, after a line break where possible.
pub(crate) fn runs(text: &str, longest: usize) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let most = limits::floor(rest, longest);
        let end = if most == rest.len() { most } else { rest[..most].rfind('\n').map_or(most, |at| at + 1) };
        let (run, after) = rest.split_at(end);
        rest = after;
        Some(run)
    })
}

/// The first word of the info string is the language; some texts put braces or attributes around it.
fn language_of(kind: &CodeBlockKind<'_>) -> String {
    let CodeBlockKind::Fenced(info) = kind else { return String::new() };
    let word = info.split([' ', '\t', ',', '{']).find(|word| !word.is_empty()).unwrap_or_default();
    word.trim_matches(['.', '}']).to_owned()
}

fn align_of(alignment: Alignment) -> Align {
    match alignment {
        Alignment::None => Align::Start,
        Alignment::Left => Align::Left,
        Alignment::Center => Align::Center,
        Alignment::Right => Align::Right,
    }
}

/// Distance searched for text, in bytes.
const NEAR: usize = 100;

/// Whether other text stands before or after the range on its line.
fn is_among_words(text: &str, range: &Range<usize>) -> bool {
    let (from, to) = (limits::floor(text, range.start.saturating_sub(NEAR)), limits::floor(text, range.end + NEAR));
    let before = text[from..range.start].rsplit('\n').next().unwrap_or_default();
    let behind = text[range.end..to].split('\n').next().unwrap_or_default();
    let is_mark =
        |letter: char| letter.is_whitespace() || matches!(letter, '>' | '-' | '*' | '+' | '.' | ')' | '0'..='9');
    !before.chars().all(is_mark) || !behind.chars().all(|letter| letter.is_whitespace() || ".,;:".contains(letter))
}
