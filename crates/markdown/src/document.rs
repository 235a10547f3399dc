//! A text that arrives incrementally, and its tree.
//!
//! **Settled blocks.** Block structure is decided line by line. Once the first line of a block is complete (for a table
//! the second, which makes it a table, or may), no later text changes where the previous block ended. So everything before the
//! last such block is settled, and this depends only on the text and not on how it was split into pieces.
//!
//! **Forward references.** The address of `[a link][1]` may arrive hundreds of blocks later. Blocks that wait for a
//! definition are recorded and parsed again when the text has ended ([`Document::mend`]).

use crate::{
    builder::Parsed,
    definitions::{Definitions, Footnotes},
    limits::{self, floor},
    lines::LineBreaks,
    node::{Kind, Node},
    open_end,
    parse::{Known, depends_on_context, parse},
};
use std::ops::Range;

/// A Markdown text that arrives incrementally.
#[derive(Clone, Debug, Default)]
pub struct Document {
    text: String,
    line_breaks: LineBreaks,
    has_ended: bool,
    /// Length of the settled part, in bytes and in nodes.
    settled: usize,
    nodes: usize,
    /// Opening line of the code block that the settled part ends in; empty if it ends elsewhere.
    carry: String,
    /// Whether the settled part ends within an overlong line.
    in_long_line: bool,
    definitions: Definitions,
    footnotes: Footnotes,
    waiting: Vec<Waiting>,
}

/// Result of one step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Blocks that this step settled. They replace the first open ones of the previous step.
    pub settled: Vec<Node>,
    /// The open nodes after the settled ones.
    pub open: Vec<Node>,
    /// Whether all of the text was read; otherwise call [`Document::advance`] again.
    pub is_all: bool,
}

/// A settled block that uses an undefined label, or that numbers footnotes.
#[derive(Clone, Debug)]
struct Waiting {
    text: Range<usize>,
    nodes: Range<usize>,
}

impl Document {
    /// An empty text.
    pub fn new(line_breaks: LineBreaks) -> Self {
        Self { line_breaks, ..Self::default() }
    }

    /// The text pushed so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Number of bytes at the end that are open or not parsed yet.
    pub fn open_bytes(&self) -> usize {
        self.text.len() - self.settled
    }

    /// Whether the text is complete.
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Appends to the text.
    pub fn push(&mut self, more: &str) {
        self.text.push_str(more);
        self.has_ended = false;
    }

    /// Marks the text as complete: unclosed markup is then shown literally.
    pub fn end(&mut self) {
        self.has_ended = true;
    }

    /// Parses the next part of the text, at most [`limits::CODE`] bytes.
    pub fn advance(&mut self) -> Step {
        let rest = &self.text[self.settled..];
        if self.in_long_line {
            return self.long_line();
        }
        let limit = if self.carry.is_empty() && fence_line(rest).is_none() { limits::BLOCK } else { limits::CODE };
        let window = floor(rest, limit);
        let is_all = window == rest.len();
        let parsed = self.read(self.settled..self.settled + window, &mut self.footnotes.clone());
        let lines = parsed.shape.text.as_deref().unwrap_or(&rest[..window]);
        let blocks = starts(lines, &parsed);
        let last = blocks.iter().rposition(|&start| is_begun(&lines[start..], start, &parsed)).unwrap_or(0);
        if last == 0 && !is_all {
            return self.cut(window, &parsed.items);
        }
        if last == 0 {
            // The whole window is open, so it is parsed again only if it has to be shown differently.
            return Step { settled: Vec::new(), open: self.open_end(Some(parsed)), is_all };
        }
        let settled = self.settle(&blocks[..=last], parsed, window);
        let open = if is_all { self.open_end(None) } else { Vec::new() };
        Step { settled, open, is_all }
    }

    /// The settled nodes that have to be drawn again because of a later definition, with their index. Empty until the
    /// text has ended and all of it was read.
    pub fn mend(&mut self) -> Vec<(usize, Node)> {
        let waiting = std::mem::take(&mut self.waiting);
        if !self.has_ended || waiting.is_empty() {
            self.waiting = waiting;
            return Vec::new();
        }
        let before = (self.definitions.clone(), self.footnotes.clone());
        let open = self.read(self.settled..self.text.len(), &mut self.footnotes.clone());
        self.learn(&open);
        if self.definitions.is_empty() && self.footnotes.is_empty() {
            self.waiting = waiting;
            return Vec::new();
        }
        let mut footnotes = self.footnotes.unnumbered();
        // Twice: a footnote may precede its first reference, and its number is unknown until then.
        let read = |document: &Self, footnotes: &mut Footnotes| -> Vec<_> {
            waiting.iter().map(|one| document.read(one.text.clone(), footnotes)).collect()
        };
        read(self, &mut footnotes);
        let mended = read(self, &mut footnotes);
        let mended = mended.into_iter().zip(&waiting).filter(|(parsed, one)| parsed.blocks.len() == one.nodes.len());
        let mended = mended.flat_map(|(parsed, one)| {
            one.nodes.clone().zip(parsed.blocks.into_iter().map(|(_, node)| node)).collect::<Vec<_>>()
        });
        let mended = mended.collect();
        // The text may be continued after all; then restore the earlier definitions.
        (self.definitions, self.footnotes) = before;
        self.waiting = waiting;
        mended
    }

    /// The tree of the whole text, read to its end.
    pub fn tree(mut self) -> Vec<Node> {
        self.end();
        let mut nodes = Vec::new();
        loop {
            let step = self.advance();
            nodes.extend(step.settled);
            if step.is_all {
                for (index, node) in self.mend() {
                    nodes[index] = node;
                }
                nodes.extend(step.open);
                return nodes;
            }
        }
    }

    fn read(&self, range: Range<usize>, footnotes: &mut Footnotes) -> Parsed {
        let carry = if range.start == self.settled { &*self.carry } else { "" };
        self.read_text(&self.text[range], carry, footnotes)
    }

    fn read_text(&self, text: &str, carry: &str, footnotes: &mut Footnotes) -> Parsed {
        let known = Known {
            definitions: &self.definitions,
            line_breaks: self.line_breaks,
            more_may_come: !self.has_ended,
            carry,
        };
        parse(text, &known, footnotes)
    }

    fn learn(&mut self, parsed: &Parsed) {
        for (label, address, title) in &parsed.links {
            self.definitions.add(label, address, title);
        }
        for label in &parsed.footnotes {
            self.footnotes.define(label);
        }
    }

    /// Settles all blocks except the last, where the open end starts. If context could matter, each block is parsed
    /// separately, so that the result does not depend on how the text was split into pieces.
    fn settle(&mut self, starts: &[usize], parsed: Parsed, window: usize) -> Vec<Node> {
        let base = self.settled;
        let text = &self.text[base..base + window];
        let is_plain = parsed.links.is_empty() && !parsed.is_pending && !depends_on_context(text);
        let end = starts[starts.len() - 1];
        let mut nodes = Vec::new();
        if is_plain {
            nodes.extend(parsed.blocks.into_iter().take_while(|(start, _)| *start < end).map(|(_, node)| node));
        } else {
            for pair in starts.windows(2) {
                let range = base + pair[0]..base + pair[1];
                nodes.extend(self.settle_one(range, nodes.len()));
            }
        }
        self.nodes += nodes.len();
        self.settled = base + end;
        self.carry.clear();
        nodes
    }

    fn settle_one(&mut self, range: Range<usize>, before: usize) -> Vec<Node> {
        let mut footnotes = std::mem::take(&mut self.footnotes);
        let parsed = self.read(range.clone(), &mut footnotes);
        self.footnotes = footnotes;
        self.learn(&parsed);
        let first = self.nodes + before;
        if parsed.is_pending || !parsed.footnotes.is_empty() {
            self.waiting.push(Waiting { text: range, nodes: first..first + parsed.blocks.len() });
        }
        parsed.blocks.into_iter().map(|(_, node)| node).collect()
    }

    /// Ends a block that fills the whole window at a line end; the rest becomes another block. A list ends before its last item,
    /// so that what belongs to an item stays in it.
    fn cut(&mut self, window: usize, items: &[usize]) -> Step {
        let text = &self.text[self.settled..self.settled + window];
        let line_end = text.rfind('\n').map(|at| at + 1);
        let item = items.iter().map(|&at| line_start(text, at)).rfind(|&at| at > 0 && Some(at) < line_end);
        let line = item.or(line_end);
        let fence = if self.carry.is_empty() { fence_line(text) } else { Some(&*self.carry) };
        let fence = fence.map(str::to_owned).filter(|fence| text.len() > fence.len());
        if line.is_none() && fence.is_none() {
            self.in_long_line = true;
            return self.long_line();
        }
        let end = self.settled + line.unwrap_or(window);
        let settled = self.settle_one(self.settled..end, 0);
        self.nodes += settled.len();
        self.settled = end;
        self.carry = fence.unwrap_or_default();
        Step { settled, ..Step::default() }
    }

    /// Continues an overlong line as plain text, up to its end.
    fn long_line(&mut self) -> Step {
        let rest = &self.text[self.settled..];
        let line = rest.find('\n').map_or(rest.len(), |at| at + 1);
        let most = floor(rest, line.min(limits::PLAIN));
        let plain = vec![Node::new(Kind::Plain(rest[..most].to_owned()))];
        if most == rest.len() && most < limits::PLAIN && !rest.ends_with('\n') {
            return Step { open: plain, is_all: true, ..Step::default() };
        }
        self.in_long_line = most < line || !rest[..most].ends_with('\n');
        self.settled += most;
        self.nodes += 1;
        Step { settled: plain, ..Step::default() }
    }

    /// Nodes of the open end: final if the text has ended, otherwise as the end will most likely turn out. `read` is
    /// the parsed open end, if there is one.
    fn open_end(&self, read: Option<Parsed>) -> Vec<Node> {
        let text = &self.text[self.settled..];
        if self.has_ended {
            return self.ended(text, read);
        }
        let shown = &text[..open_end::without_bare_marks(text)];
        let read = read.filter(|_| shown.len() == text.len());
        let parsed = read.unwrap_or_else(|| self.read_text(shown, &self.carry, &mut self.footnotes.clone()));
        let is_words = parsed.blocks.last().is_some_and(|(_, node)| {
            !matches!(node.last_leaf().kind, Kind::Code { .. } | Kind::Plain(_) | Kind::Rule)
                && node.kind != Kind::Table
        });
        let closed = is_words.then(|| match parsed.shape.open_display {
            Some((at, close)) => Some(open_end::formula_closed(shown, at, close)),
            None => open_end::closed(shown, parsed.last_leaf),
        });
        let closed = closed.flatten();
        nodes_of(match closed {
            Some(closed) => self.read_text(&closed, &self.carry, &mut self.footnotes.clone()),
            None => parsed,
        })
    }

    /// Nodes of the open end of a complete text, with all definitions of the text.
    fn ended(&self, text: &str, read: Option<Parsed>) -> Vec<Node> {
        let parsed = read.unwrap_or_else(|| self.read_text(text, &self.carry, &mut self.footnotes.clone()));
        let lines = parsed.shape.text.as_deref().unwrap_or(text);
        let starts = if depends_on_context(text) { starts(lines, &parsed) } else { Vec::new() };
        if !parsed.is_pending && parsed.footnotes.is_empty() && starts.len() < 2 {
            return nodes_of(parsed);
        }
        let mut known = self.clone_known();
        known.learn(&parsed);
        let mut footnotes = known.footnotes.unnumbered();
        for one in &self.waiting {
            known.read_text(&self.text[one.text.clone()], "", &mut footnotes);
        }
        // Each block by itself, as if it had been settled.
        let bounds: Vec<usize> = [0].into_iter().chain(starts.into_iter().skip(1)).chain([text.len()]).collect();
        let parts = bounds.windows(2).map(|part| {
            let carry = if part[0] == 0 { &*self.carry } else { "" };
            nodes_of(known.read_text(&text[part[0]..part[1]], carry, &mut footnotes))
        });
        parts.flatten().collect()
    }

    /// A copy without the text.
    fn clone_known(&self) -> Self {
        Self {
            line_breaks: self.line_breaks,
            has_ended: self.has_ended,
            definitions: self.definitions.clone(),
            footnotes: self.footnotes.clone(),
            ..Self::default()
        }
    }
}

fn nodes_of(parsed: Parsed) -> Vec<Node> {
    parsed.blocks.into_iter().map(|(_, node)| node).collect()
}

/// Offsets of the blocks, each at the start of its line; the first is the start of the text.
///
/// Text that is indented like code can follow a link definition; without the definition it would be code. Such a place
/// does not separate blocks.
fn starts(text: &str, parsed: &Parsed) -> Vec<usize> {
    let shape = &parsed.shape;
    let is_parted =
        |start: &usize, node: &Node| matches!(node.kind, Kind::Code { .. }) || !is_indented(&text[*start..]);
    let is_within = |start: usize| {
        let before = shape.inside.partition_point(|inside| inside.end <= start);
        shape.hold.is_some_and(|hold| start > hold)
            || shape.inside.get(before).is_some_and(|inside| inside.start <= start)
    };
    let blocks = parsed.blocks.iter().map(|(start, node)| (line_start(text, *start), node));
    let blocks = blocks.enumerate().filter(|(index, (start, _))| *index == 0 || !is_within(*start));
    let blocks = blocks.map(|(_, block)| block);
    let mut starts: Vec<usize> =
        blocks.filter(|(start, node)| is_parted(start, node)).map(|(start, _)| start).collect();
    starts.dedup();
    if let Some(first) = starts.first_mut() {
        *first = 0;
    }
    starts
}

/// Offset of the line that contains this offset.
fn line_start(text: &str, at: usize) -> usize {
    text[..floor(text, at)].rfind('\n').map_or(0, |at| at + 1)
}

/// Whether enough of the block at `start` has arrived that later text cannot join it to the previous one.
fn is_begun(text: &str, start: usize, parsed: &Parsed) -> bool {
    let is_table =
        parsed.blocks.iter().any(|(at, node)| *at >= start && *at < start + line(text) && node.kind == Kind::Table);
    text.matches('\n').nth(usize::from(is_table || may_become_table(text))).is_some()
}

/// Whether the second line, which has not ended, consists of the marks that make the first the head of a table. The parser then
/// takes the first line out of the block before it, and what is missing of the second may put it back.
fn may_become_table(text: &str) -> bool {
    let second = text.split_once('\n').map_or("", |(_, rest)| rest);
    !second.is_empty() && second.chars().all(|mark| "|-: \t>".contains(mark))
}

/// Length of the first line, in bytes.
fn line(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// Whether a line has the indentation of code: four columns.
fn is_indented(line: &str) -> bool {
    let inside = line.trim_start_matches([' ', '\t']);
    let space = &line[..line.len() - inside.len()];
    space.len() >= 4 || space.contains('\t')
}

/// The line that opens a fenced code block here, with its line break.
fn fence_line(text: &str) -> Option<&str> {
    let line = &text[..=text.find('\n')?];
    let inside = line.trim_start_matches(' ');
    let is_fence = line.len() - inside.len() < 4 && (inside.starts_with("```") || inside.starts_with("~~~"));
    (is_fence && !(inside.starts_with('`') && inside.trim_start_matches('`').contains('`'))).then_some(line)
}
