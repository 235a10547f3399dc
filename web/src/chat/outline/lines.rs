//! The lines of the outline: their order, their heights, and which of them are in view. Pure.

use ricordo_core::{
    branch::Sequence,
    id::{MessageId, SummaryId},
    inspect::{Compressed, Held},
    search::Query,
    session::{OutlineKind, OutlineRow},
    time::{DAY_MS, MINUTE_MS, Now},
};
use std::ops::Range;

/// Identifies a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineKey {
    /// The first turn of a day, by its sequence.
    Day(Sequence),
    /// A message, or a heading in it counted from 1; 0 for the message itself.
    Row(MessageId, u32),
    /// A compressed summary, before the messages that it covers.
    Summary(SummaryId),
    /// The forget boundary.
    Boundary,
}

impl LineKey {
    /// Key of a row.
    pub fn of(row: &OutlineRow) -> Self {
        match row.kind {
            OutlineKind::Turn | OutlineKind::Reply => Self::Row(row.message, 0),
            OutlineKind::Heading { number, .. } => Self::Row(row.message, number.saturating_add(1)),
        }
    }

    /// Whether pressing the line scrolls to a message.
    pub fn leads(self) -> bool {
        matches!(self, Self::Row(..) | Self::Summary(_))
    }
}

/// A line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// What the line shows.
    pub key: LineKey,
    /// Index of the summary or the row that the line shows. For a day or the boundary, index of the row below it.
    pub at: usize,
    /// Top in pixels.
    pub top: u32,
    /// Height in pixels.
    pub height: u32,
}

impl Line {
    /// Bottom in pixels, exclusive.
    pub fn end(&self) -> u32 {
        self.top + self.height
    }
}

/// Heights of the kinds of lines, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heights {
    /// A turn: room for two lines of text.
    pub turn: u32,
    /// A heading, a reply or a summary.
    pub row: u32,
    /// A day or the boundary, which cannot be pressed.
    pub label: u32,
}

impl Heights {
    /// Heights for a font size and the minimum height of a line that can be pressed, in pixels.
    pub fn of(rem: u32, target: u32) -> Self {
        Self { turn: (rem * 11 / 4).max(target), row: (rem * 2).max(target), label: rem * 7 / 4 }
    }
}

/// What the lines are made from.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The rows, oldest first.
    pub rows: &'a [OutlineRow],
    /// Whether these are all rows of the conversation.
    pub is_whole: bool,
    /// What the next request holds, once known.
    pub held: Option<&'a Held>,
    /// Only rows that contain these words are listed.
    pub query: &'a Query,
    /// The user's offset from UTC, for messages without their own, in minutes.
    pub offset_minutes: i32,
    /// Heights.
    pub heights: Heights,
}

/// The lines, from the top. With a filter, only rows are listed.
pub fn lines(source: &Source<'_>) -> Vec<Line> {
    let Source { rows, is_whole, held, query, heights, .. } = *source;
    let mut list = List { lines: Vec::new(), top: 0 };
    let is_filtered = !query.is_empty();
    let first = if is_whole { 0 } else { rows.first().map_or(0, |row| row.sequence) };
    let mut summaries = compressed(held).iter().enumerate().filter(|(_, one)| one.from >= first).peekable();
    let mut boundary = held.and_then(|held| held.boundary).filter(|_| !is_filtered);
    let mut day = None;
    for (at, row) in rows.iter().enumerate() {
        if is_filtered && !query.matches(&row.text) {
            continue;
        }
        if boundary.take_if(|boundary| *boundary <= row.sequence).is_some() && at > 0 {
            list.push(LineKey::Boundary, at, heights.label);
        }
        let own = day_of(row, source.offset_minutes);
        if row.kind == OutlineKind::Turn && !is_filtered && day != Some(own) {
            day = Some(own);
            list.push(LineKey::Day(row.sequence), at, heights.label);
        }
        while let Some((at, summary)) = summaries.next_if(|(_, one)| !is_filtered && one.from <= row.sequence) {
            list.push(LineKey::Summary(summary.id), at, heights.row);
        }
        let height = if row.kind == OutlineKind::Turn { heights.turn } else { heights.row };
        list.push(LineKey::of(row), at, height);
    }
    if boundary.is_some() && !rows.is_empty() {
        list.push(LineKey::Boundary, rows.len() - 1, heights.label);
    }
    list.lines
}

fn compressed(held: Option<&Held>) -> &[Compressed] {
    held.map_or(&[], |held| &held.compressed)
}

struct List {
    lines: Vec<Line>,
    top: u32,
}

impl List {
    fn push(&mut self, key: LineKey, at: usize, height: u32) {
        self.lines.push(Line { key, at, top: self.top, height });
        self.top += height;
    }
}

/// When a message was written, on the clock of its author.
pub fn written(row: &OutlineRow, offset_minutes: i32) -> Now {
    Now { at: row.at, offset_minutes: row.offset_minutes.unwrap_or(offset_minutes) }
}

/// Day of a row on the clock of its author, in days since 1970-01-01.
fn day_of(row: &OutlineRow, offset_minutes: i32) -> i64 {
    let written = written(row, offset_minutes);
    (written.at.0 + i64::from(written.offset_minutes) * MINUTE_MS).div_euclid(DAY_MS)
}

/// Indexes of the lines between two heights, in pixels.
pub fn between(lines: &[Line], from: f64, to: f64) -> Range<usize> {
    let start = lines.partition_point(|line| f64::from(line.end()) <= from);
    let end = lines.partition_point(|line| f64::from(line.top) < to);
    start..end.max(start)
}

/// Index of the line with this key.
pub fn place(lines: &[Line], key: LineKey) -> Option<usize> {
    lines.iter().rposition(|line| line.key == key)
}

/// Index of the next line that can be pressed, after or before another one.
pub fn beside(lines: &[Line], at: usize, down: bool) -> Option<usize> {
    let leads = |at: &usize| lines[*at].key.leads();
    if down { (at + 1..lines.len()).find(leads) } else { (0..at.min(lines.len())).rev().find(leads) }
}

/// Key of the row that is being read in a message: its last heading among the first `begun`, or its first row, or the last row
/// before it.
pub fn row_of(rows: &[OutlineRow], sequence: Sequence, begun: u32) -> Option<LineKey> {
    let last = last_until(rows, sequence)?;
    if last.sequence != sequence {
        return Some(LineKey::of(last));
    }
    let own = &rows[span(rows, Some(sequence), sequence.saturating_add(1))];
    let has_begun = |row: &&OutlineRow| matches!(row.kind, OutlineKind::Heading { number, .. } if number < begun);
    own.iter().rfind(has_begun).or(own.first()).map(LineKey::of)
}

/// Id of the message with this sequence, if it has headings.
pub fn with_headings(rows: &[OutlineRow], sequence: Sequence) -> Option<MessageId> {
    // The headings of a message follow the row of the message itself.
    let last = last_until(rows, sequence).filter(|row| row.sequence == sequence)?;
    matches!(last.kind, OutlineKind::Heading { .. }).then_some(last.message)
}

fn last_until(rows: &[OutlineRow], sequence: Sequence) -> Option<&OutlineRow> {
    rows.get(rows.partition_point(|row| row.sequence <= sequence).checked_sub(1)?)
}

/// Whether the rows from a sequence, or from the start if `None`, up to another differ from those that were read.
pub(super) fn differs(rows: &[OutlineRow], read: &[OutlineRow], first: Option<Sequence>, before: Sequence) -> bool {
    rows[span(rows, first, before)] != *read
}

/// Replaces the rows from a sequence, or from the start if `None`, up to another by those that were read.
pub(super) fn replace(rows: &mut Vec<OutlineRow>, read: Vec<OutlineRow>, first: Option<Sequence>, before: Sequence) {
    rows.splice(span(rows, first, before), read);
}

fn span(rows: &[OutlineRow], first: Option<Sequence>, before: Sequence) -> Range<usize> {
    let from = first.map_or(0, |first| rows.partition_point(|row| row.sequence < first));
    from..rows.partition_point(|row| row.sequence < before)
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests;
