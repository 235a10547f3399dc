//! Packs the blocks of a group into parts of about the same size.

use super::{
    GOAL, LEAST, LONGEST_HEADER, MOST,
    finer::{Grain, finer},
    sections::{Group, Section, tokens},
};
use crate::source::{BlockKind, Source};
use ricordo_text::tokens::estimate;
use std::ops::Range;

/// A chunk, as a range of the text.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) range: Range<usize>,
    /// Header of the table in which it begins, if that is in another part.
    pub(super) header: Option<Range<usize>>,
    /// The section of its first text that is not a heading.
    pub(super) section: usize,
    tokens: u32,
}

/// A range that is added whole or cut.
struct Piece {
    range: Range<usize>,
    tokens: u32,
    grain: Grain,
    block: usize,
    section: usize,
}

/// The parts of a group.
pub(super) fn pack(source: &Source, sections: &[Section], group: &Group) -> Vec<Part> {
    let mut packer = Packer::new(source, group.tokens);
    for section in group.sections.clone() {
        for block in sections[section].blocks.clone() {
            let range = source.blocks[block].range.clone();
            packer.add(Piece { range, tokens: tokens(source, block), grain: Grain::Block, block, section });
        }
    }
    packer.finish()
}

struct Packer<'a> {
    source: &'a Source,
    /// Tokens from which a part is closed rather than a block cut.
    enough: u32,
    /// Most tokens of a part.
    most: u32,
    open: Option<Part>,
    /// Headings at the end of the open part: where they begin, their tokens and section.
    trailing: Option<(usize, u32, usize)>,
    done: Vec<Part>,
}

impl<'a> Packer<'a> {
    fn new(source: &'a Source, total: u32) -> Self {
        // Equal parts, so that no small rest remains; with some room, so that cuts fit the text.
        let goal = total / total.div_ceil(GOAL).max(1);
        let most = if total <= MOST - MOST / 16 { MOST } else { goal + goal / 10 };
        Self { source, enough: goal / 2, most, open: None, trailing: None, done: Vec::new() }
    }

    fn add(&mut self, piece: Piece) {
        let mut waiting = vec![piece];
        while let Some(piece) = waiting.pop() {
            let used = self.open.as_ref().map_or_else(|| self.header(&piece).1, |open| open.tokens);
            if used.saturating_add(piece.tokens) <= self.most && self.joins(&piece) {
                self.push(piece);
                continue;
            }
            let is_heading = matches!(self.kind(&piece), BlockKind::Heading { .. });
            if self.open.is_some() && (used >= self.enough || is_heading) && self.close() {
                waiting.push(piece);
                continue;
            }
            let is_code = matches!(self.kind(&piece), BlockKind::Code);
            match finer(&self.source.text, &piece.range, is_code, piece.grain) {
                Some((parts, grain)) => waiting.extend(parts.into_iter().rev().map(|range| Piece {
                    tokens: estimate(&self.source.text[range.clone()]),
                    range,
                    grain,
                    ..piece
                })),
                None => {
                    self.close();
                    self.push(piece);
                }
            }
        }
    }

    /// Whether the open part and a piece make no chunk that is too long. The estimate of a text can be higher than the sum of
    /// those of its parts, because it depends on the letters of the whole.
    fn joins(&self, piece: &Piece) -> bool {
        self.open.as_ref().is_none_or(|open| self.is_short(open, piece.range.end))
    }

    /// Whether a part that ends there is no chunk that is too long.
    fn is_short(&self, part: &Part, end: usize) -> bool {
        let header = part.header.clone().map_or(0, |header| estimate(&self.source.text[header]) + 1);
        estimate(&self.source.text[part.range.start..end]).saturating_add(header) <= MOST
    }

    fn kind(&self, piece: &Piece) -> &'a BlockKind {
        &self.source.blocks[piece.block].kind
    }

    /// The header that a part beginning with this piece repeats, and its tokens.
    fn header(&self, piece: &Piece) -> (Option<Range<usize>>, u32) {
        let BlockKind::Row { header: Some(header) } = self.kind(piece) else { return (None, 0) };
        let tokens = estimate(&self.source.text[header.clone()]);
        if tokens > LONGEST_HEADER { (None, 0) } else { (Some(header.clone()), tokens + 1) }
    }

    fn push(&mut self, piece: Piece) {
        let is_heading = matches!(self.kind(&piece), BlockKind::Heading { .. });
        match &mut self.open {
            Some(open) => {
                let holds_headings_only = self.trailing.is_some_and(|(from, ..)| from == open.range.start);
                if holds_headings_only {
                    open.section = piece.section;
                }
                open.range.end = piece.range.end;
                open.tokens = open.tokens.saturating_add(piece.tokens);
            }
            None => {
                let (header, tokens) = self.header(&piece);
                let tokens = tokens.saturating_add(piece.tokens);
                self.open = Some(Part { range: piece.range.clone(), header, section: piece.section, tokens });
            }
        }
        self.trailing = match self.trailing {
            _ if !is_heading => None,
            Some((from, tokens, section)) => Some((from, tokens.saturating_add(piece.tokens), section)),
            None => Some((piece.range.start, piece.tokens, piece.section)),
        };
    }

    /// Closes the open part. Headings at its end begin the next one, unless they fill a part. Returns whether anything
    /// was closed.
    fn close(&mut self) -> bool {
        let Some(mut part) = self.open.take() else { return false };
        match self.trailing.filter(|(_, tokens, _)| *tokens < self.enough) {
            Some((from, ..)) if from <= part.range.start => {
                self.open = Some(part);
                false
            }
            Some((from, tokens, section)) => {
                self.open = Some(Part { range: from..part.range.end, header: None, section, tokens });
                part.range.end = from;
                part.tokens = part.tokens.saturating_sub(tokens);
                self.done.push(part);
                true
            }
            None => {
                self.trailing = None;
                self.done.push(part);
                true
            }
        }
    }

    /// The parts. A small rest is joined with the part before it, if both fit.
    fn finish(mut self) -> Vec<Part> {
        let Some(last) = self.open.take() else { return self.done };
        let is_joined = self.done.last().is_some_and(|before| {
            let tokens = before.tokens.saturating_add(last.tokens);
            last.tokens < LEAST && tokens <= MOST - MOST / 16 && self.is_short(before, last.range.end)
        });
        match self.done.last_mut() {
            Some(before) if is_joined => before.range.end = last.range.end,
            _ => self.done.push(last),
        }
        self.done
    }
}
