//! A text that arrives incrementally, and its tree.
//!
//! **What is settled.** Block structure is decided line by line: when the first line of a block is whole (of a table: the
//! second, which makes it one), nothing that comes later changes where the block before it ended. So everything before the
//! last such block is settled, by the text alone and not by the pieces in which it came.
//!
//! **What is used before it is defined.** The address of `[a link][1]` may come hundreds of blocks later. Blocks that
//! wait for such a thing are remembered, and read once more when the text has ended ([`Document::mend`]).

use crate::{
    builder::{LineBreaks, Parsed},
    definitions::{Definitions, Footnotes},
    limits::{self, floor},
    node::{Kind, Node},
    open_end,
    parse::{Known, parse},
    tex,
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
    /// The line that opened the code in the middle of which the settled part ends; empty where it does not.
    carry: String,
    /// Whether the settled part ends in the middle of a line that is too long.
    in_long_line: bool,
    definitions: Definitions,
    footnotes: Footnotes,
    waiting: Vec<Waiting>,
}

/// Result of one step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The blocks that are settled now. They take the place of the first ones that were open before.
    pub settled: Vec<Node>,
    /// The open nodes after the settled ones.
    pub open: Vec<Node>,
    /// Whether this is all of the text: else there is more to be read at once.
    pub is_all: bool,
}

/// A settled block that uses something that was not defined yet, or that numbers footnotes.
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

    /// Reads on: one stretch of what has come, of at most [`limits::CODE`] bytes.
    pub fn advance(&mut self) -> Step {
        let rest = &self.text[self.settled..];
        if self.in_long_line {
            return self.long_line();
        }
        let limit = if self.carry.is_empty() && fence_line(rest).is_none() { limits::BLOCK } else { limits::CODE };
        let window = floor(rest, limit);
        let is_all = window == rest.len();
        let parsed = self.read(self.settled..self.settled + window, &mut self.footnotes.clone());
        let blocks = starts(&rest[..window], &parsed);
        let last = blocks.iter().rposition(|&start| is_begun(&rest[start..window], start, &parsed)).unwrap_or(0);
        if last == 0 && !is_all {
            return self.cut(window);
        }
        if last == 0 {
            // The whole window is open: it is not read a second time, unless it is to be shown otherwise.
            return Step { settled: Vec::new(), open: self.open_end(Some(parsed)), is_all };
        }
        let settled = self.settle(&blocks[..=last], parsed, window);
        let open = if is_all { self.open_end(None) } else { Vec::new() };
        Step { settled, open, is_all }
    }

    /// When the text has ended and all of it was read: the settled nodes that have to be drawn again, with their index,
    /// because what they use was defined later.
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
        // Twice: a footnote may stand before the first reference to it, and its number is not known then.
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
        // More may be pushed after all: then it goes on from what was known.
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

    /// Settles the blocks that start here, but for the last one, where the open end starts. Each is read for itself
    /// where what is around it could matter: then the pieces in which it came do not.
    fn settle(&mut self, starts: &[usize], parsed: Parsed, window: usize) -> Vec<Node> {
        let base = self.settled;
        let text = &self.text[base..base + window];
        let is_plain = parsed.links.is_empty() && !parsed.is_pending && !tex::is_in(text);
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

    /// A block fills the whole window: it ends here, at the end of a line, and what follows is another one.
    fn cut(&mut self, window: usize) -> Step {
        let text = &self.text[self.settled..self.settled + window];
        let line = text.rfind('\n').map(|at| at + 1);
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

    /// Goes on in a line that is too long: it is plain text to its end.
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

    /// What is open at the end: as it is written when nothing more comes, else as it will most likely become. `read` is
    /// the open end, if it has been read as it is.
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
        let closed = is_words.then(|| open_end::closed(shown, parsed.last_leaf)).flatten();
        nodes_of(match closed {
            Some(closed) => self.read_text(&closed, &self.carry, &mut self.footnotes.clone()),
            None => parsed,
        })
    }

    /// The end of a text that has ended, with what all of the text defines.
    fn ended(&self, text: &str, read: Option<Parsed>) -> Vec<Node> {
        let parsed = read.unwrap_or_else(|| self.read_text(text, &self.carry, &mut self.footnotes.clone()));
        if !parsed.is_pending && parsed.footnotes.is_empty() {
            return nodes_of(parsed);
        }
        let mut known = self.clone_known();
        known.learn(&parsed);
        let mut footnotes = known.footnotes.unnumbered();
        for one in &self.waiting {
            known.read_text(&self.text[one.text.clone()], "", &mut footnotes);
        }
        nodes_of(known.read_text(text, &self.carry, &mut footnotes))
    }

    /// What is known, without the text.
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

/// Where the blocks start: at the beginning of the line, and the first where the text does.
///
/// Words that are indented like code follow the definition of a link, without which they would be code: that is no place
/// to part the text.
fn starts(text: &str, parsed: &Parsed) -> Vec<usize> {
    let line_start = |at: usize| text[..floor(text, at)].rfind('\n').map_or(0, |at| at + 1);
    let is_parted =
        |start: &usize, node: &Node| matches!(node.kind, Kind::Code { .. }) || !is_indented(&text[*start..]);
    let blocks = parsed.blocks.iter().map(|(start, node)| (line_start(*start), node));
    let mut starts: Vec<usize> =
        blocks.filter(|(start, node)| is_parted(start, node)).map(|(start, _)| start).collect();
    starts.dedup();
    if let Some(first) = starts.first_mut() {
        *first = 0;
    }
    starts
}

/// Whether so much of the block at `start` is there that what follows cannot make it a part of the one before.
fn is_begun(text: &str, start: usize, parsed: &Parsed) -> bool {
    let is_table =
        parsed.blocks.iter().any(|(at, node)| *at >= start && *at < start + line(text) && node.kind == Kind::Table);
    text.matches('\n').nth(usize::from(is_table)).is_some()
}

/// Length of the first line, in bytes.
fn line(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// Whether a line begins with as much white space as makes it code: four columns.
fn is_indented(line: &str) -> bool {
    let inside = line.trim_start_matches([' ', '\t']);
    let space = &line[..line.len() - inside.len()];
    space.len() >= 4 || space.contains('\t')
}

/// The line that opens a block of code here, with its line break.
fn fence_line(text: &str) -> Option<&str> {
    let line = &text[..=text.find('\n')?];
    let inside = line.trim_start_matches(' ');
    let is_fence = line.len() - inside.len() < 4 && (inside.starts_with("```") || inside.starts_with("~~~"));
    (is_fence && !(inside.starts_with('`') && inside.trim_start_matches('`').contains('`'))).then_some(line)
}
