//! The summaries layer: daily summaries and compressed history, and the messages that they replace.

use super::{Counter, LayerKind, Omitted, OmittedReason, item::Item};
use crate::{
    branch::Sequence,
    id::SummaryId,
    labels::labels,
    manifest::SourceId,
    message::Role,
    model::RequestMessage,
    settings::{Language, Settings},
    snapshot::Snapshot,
    summary::{
        Coverage, OutputTarget, Summary, SummaryKind,
        standing::{is_in_scope, stale},
    },
    tokens::estimate,
};
use ricordo_text::sentences::sentences;
use std::cmp::Reverse;

/// A summary is not shortened below this, in tokens: a line or two would stand for a whole span.
const SHORTEST: u32 = 64;
/// How often a summary is shortened again when our estimate is lower than the calibrated count.
const TRIES: u32 = 4;

/// The summaries in force, by layer.
#[derive(Debug, Default)]
pub(super) struct InForce<'a> {
    /// For the memories layer.
    pub(super) as_memories: Vec<&'a Summary>,
    /// For the summaries layer: daily summaries, the long period first, then compressed history, oldest first.
    pub(super) as_layer: Vec<&'a Summary>,
    /// What compressed history replaces.
    pub(super) covered: Vec<Covered>,
}

/// A span of the active branch that a summary replaces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Covered {
    pub(super) from: Sequence,
    /// The message after the last one.
    pub(super) to: Sequence,
    /// The size of the replaced messages, in tokens.
    pub(super) tokens: u64,
    pub(super) by: SummaryId,
}

/// Sorts the summaries of a snapshot; those that are not in force, and those in `kept_here`, are listed in `omitted`.
pub(super) fn in_force<'a>(
    snapshot: &'a Snapshot,
    kept_here: &[SummaryId],
    settings: &Settings,
    omitted: &mut Vec<Omitted>,
) -> InForce<'a> {
    let mut found = InForce::default();
    for summary in snapshot.summaries.iter().filter(|summary| is_in_scope(summary, snapshot)) {
        let leave_out =
            |reason| Omitted::items(layer_of(summary), reason, summary.tokens, vec![SourceId::Summary(summary.id)]);
        if let Some(stale) = stale(summary, snapshot) {
            omitted.push(leave_out(OmittedReason::Stale(stale)));
            continue;
        }
        if kept_here.contains(&summary.id) {
            omitted.push(leave_out(OmittedReason::StaysHere));
            continue;
        }
        match summary.kind {
            SummaryKind::Compressed => {
                let covered = |coverage: &Coverage| {
                    let (tokens, by) = (summary.tokens_before, summary.id);
                    Covered { from: coverage.from, to: coverage.to, tokens, by }
                };
                found.covered.extend(summary.coverage.iter().map(covered));
                match summary.target {
                    OutputTarget::Memory => found.as_memories.push(summary),
                    OutputTarget::ReducedHistory => found.as_layer.push(summary),
                }
            }
            SummaryKind::Recent | SummaryKind::Long if !settings.summaries.enabled => {
                omitted.push(leave_out(OmittedReason::Ceiling));
            }
            SummaryKind::Recent | SummaryKind::Long => found.as_layer.push(summary),
        }
    }
    let rank = |summary: &&Summary| {
        let kind = match summary.kind {
            SummaryKind::Long => 0,
            SummaryKind::Recent => 1,
            SummaryKind::Compressed => 2,
        };
        (kind, summary.coverage.first().map_or(0, |coverage| coverage.from), summary.id)
    };
    ricordo_text::small_sort::by_key(&mut found.as_layer, rank);
    ricordo_text::small_sort::by_key(&mut found.as_memories, rank);
    found
}

fn layer_of(summary: &Summary) -> LayerKind {
    match (summary.kind, summary.target) {
        (SummaryKind::Compressed, OutputTarget::Memory) => LayerKind::Memories,
        _ => LayerKind::Summaries,
    }
}

/// A summary as the model reads it.
fn written(text: &str, language: Language) -> RequestMessage {
    RequestMessage::text(Role::System, format!("{} {text}", labels(language).summary))
}

/// The size of a summary as it is sent if there is room, in tokens. An extract keeps more than is usual: of it the most
/// informative sentences are sent, up to the usual length of a summary.
fn wanted(summary: &Summary, settings: &Settings, counter: Counter) -> u32 {
    let whole = tokens(summary, settings.language, counter);
    let is_long = summary.is_extract() && summary.kind == SummaryKind::Compressed;
    if is_long { whole.min(settings.compression.max_tokens) } else { whole }
}

/// A summary as it is sent within `most` tokens, shortened if it may be; `None`: it does not fit.
fn fitted(summary: &Summary, most: u32, settings: &Settings, counter: Counter) -> Option<RequestMessage> {
    let whole = written(&summary.text, settings.language);
    if counter.parts(&whole.parts) <= most {
        return Some(whole);
    }
    let mut room = most;
    for _ in 0..TRIES {
        if room < SHORTEST || !may_be_shortened(summary) {
            return None;
        }
        let text = if summary.is_extract() { best_lines(summary, room) } else { beginning(&summary.text, room) };
        if text.is_empty() {
            return None;
        }
        let message = written(&text, settings.language);
        let tokens = counter.parts(&message.parts);
        if tokens <= most {
            return Some(message);
        }
        room = room.saturating_sub(tokens - most);
    }
    None
}

/// As many sentences as fit into `most` tokens by our estimate, from the beginning; of a longer first sentence as many
/// words.
fn beginning(text: &str, most: u32) -> String {
    let fit = |pieces: Vec<&str>| {
        let mut end = 0;
        let mut left = most;
        for piece in pieces {
            let tokens = estimate(piece) + 1;
            if tokens > left {
                break;
            }
            left -= tokens;
            end += text[end..].find(piece).map_or(0, |at| at + piece.len());
        }
        text[..end].trim().to_owned()
    };
    let sentences = fit(sentences(text));
    if sentences.is_empty() { fit(text.split_whitespace().collect()) } else { sentences }
}

/// The best lines of an extract, in their original order, within `most` tokens by our estimate. Without a ranking the
/// last lines are taken: they reflect the current state.
fn best_lines(extract: &Summary, most: u32) -> String {
    let lines: Vec<&str> = extract.text.lines().collect();
    let mut by_worth: Vec<usize> = extract.lines_by_worth.iter().map(|line| *line as usize).collect();
    if by_worth.is_empty() {
        by_worth = (0..lines.len()).rev().collect();
    }
    let mut is_taken = vec![false; lines.len()];
    let mut left = most;
    for at in by_worth {
        let Some(line) = lines.get(at) else { continue };
        // Plus one for the line break.
        let tokens = estimate(line) + 1;
        if tokens <= left {
            left -= tokens;
            is_taken[at] = true;
        }
    }
    let taken = lines.iter().zip(is_taken).filter(|(_, is_taken)| *is_taken);
    taken.map(|(line, _)| *line).collect::<Vec<_>>().join("\n")
}

/// The size of a summary in the prompt, in tokens.
pub(super) fn tokens(summary: &Summary, language: Language, counter: Counter) -> u32 {
    counter.parts(&written(&summary.text, language).parts)
}

/// The least room that as many summaries as possible need within `most` tokens, in tokens. One that cannot have that gets none.
pub(super) fn least(summaries: &[&Summary], most: u32, settings: &Settings, counter: Counter) -> u32 {
    let sizes = summaries.iter().rev().map(|summary| wanted(summary, settings, counter).min(SHORTEST));
    sizes.fold(0, |sum: u32, size| if size <= most.saturating_sub(sum) { sum + size } else { sum })
}

/// Whether a summary may be shortened: one that stands for messages which are not sent, so that something of it has to be there,
/// and one that consists of sentences.
fn may_be_shortened(summary: &Summary) -> bool {
    summary.is_extract() || summary.kind == SummaryKind::Compressed
}

/// How much of `room` one of several summaries gets: all the same, and what a short one does not need goes to the longer
/// ones. `wanted`: the sizes of all of them; `own` is one of these.
fn fair_share(own: u32, mut wanted: Vec<u32>, room: u32) -> u32 {
    ricordo_text::small_sort::ascending(&mut wanted);
    let mut left = room;
    for (place, size) in wanted.iter().enumerate() {
        let share = left / u32::try_from(wanted.len() - place).unwrap_or(u32::MAX);
        if *size >= share {
            return own.min(share.max(SHORTEST)).min(room);
        }
        left -= size;
    }
    own
}

/// The summaries that are sent within `most` tokens. Those with the lowest priority are dropped first; at equal priority the
/// long period before the recent one, and older history before newer. Compressed history and extracts share the room, and are
/// shortened if they do not all fit.
pub(super) fn fit(
    summaries: &[&Summary],
    layer: LayerKind,
    most: u32,
    settings: &Settings,
    counter: Counter,
    omitted: &mut Vec<Omitted>,
) -> Vec<Item> {
    let mut by_worth: Vec<usize> = (0..summaries.len()).collect();
    ricordo_text::small_sort::by_key(&mut by_worth, |&index| Reverse((summaries[index].priority, index)));
    let wanted: Vec<u32> = summaries.iter().map(|summary| wanted(summary, settings, counter)).collect();
    let mut left = most;
    let mut fitting = vec![None; summaries.len()];
    for (place, &index) in by_worth.iter().enumerate() {
        let summary = summaries[index];
        let rest = by_worth[place..].iter().filter(|&&index| may_be_shortened(summaries[index]));
        let rest: Vec<u32> = rest.map(|&index| wanted[index]).collect();
        let room = if may_be_shortened(summary) {
            fair_share(wanted[index], rest, left)
        } else {
            left.saturating_sub(rest.iter().map(|size| SHORTEST.min(*size)).sum())
        };
        let message = fitted(summary, room, settings, counter);
        let taken = message.as_ref().map_or(0, |message| counter.parts(&message.parts));
        left -= taken;
        let tokens = tokens(summary, settings.language, counter).saturating_sub(taken);
        if tokens > 0 {
            let sources = vec![SourceId::Summary(summary.id)];
            omitted.push(Omitted::items(layer, OmittedReason::Ceiling, tokens, sources));
        }
        fitting[index] = message;
    }
    let kept = summaries.iter().zip(fitting).filter_map(|(summary, message)| message.map(|message| (summary, message)));
    kept.map(|(summary, message)| Item { message, sources: vec![SourceId::Summary(summary.id)] }).collect()
}
