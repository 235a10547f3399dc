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
        OutputTarget, Summary, SummaryKind,
        standing::{is_in_scope, stale},
    },
    tokens::estimate,
};

/// An extract is not shortened below this, in tokens: a line or two would stand for a whole span.
const SHORTEST_EXTRACT: u32 = 64;
/// How often an extract is shortened again when our estimate is lower than the calibrated count.
const TRIES: u32 = 4;

/// The summaries in force, by layer.
#[derive(Debug, Default)]
pub(super) struct InForce<'a> {
    /// For the memories layer.
    pub(super) as_memories: Vec<&'a Summary>,
    /// For the summaries layer: daily summaries, the long period first, then compressed history, oldest first.
    pub(super) as_layer: Vec<&'a Summary>,
    /// The spans of the active branch that compressed history replaces.
    pub(super) covered: Vec<(Sequence, Sequence)>,
    /// The size of the replaced messages of each span in `covered`, in tokens.
    pub(super) covered_tokens: Vec<u64>,
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
        let leave_out = |reason| Omitted {
            layer: layer_of(summary),
            reason,
            messages: 0,
            tokens: summary.tokens.into(),
            sources: vec![SourceId::Summary(summary.id)],
        };
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
                for coverage in &summary.coverage {
                    found.covered.push((coverage.from, coverage.to));
                    found.covered_tokens.push(summary.tokens_before);
                }
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

/// A summary as it is sent within `most` tokens; `None`: it does not fit. An extract consists of sentences, so its most
/// informative ones are sent, up to the usual length of a summary.
fn fitted(summary: &Summary, most: u32, settings: &Settings, counter: Counter) -> Option<RequestMessage> {
    let is_history = summary.kind == SummaryKind::Compressed;
    let most = if summary.is_extract() && is_history { most.min(settings.compression.max_tokens) } else { most };
    let whole = written(&summary.text, settings.language);
    if counter.parts(&whole.parts) <= most {
        return Some(whole);
    }
    let mut room = most;
    for _ in 0..TRIES {
        if !summary.is_extract() || room < SHORTEST_EXTRACT {
            return None;
        }
        let text = shortened(summary, room);
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

/// The best lines of an extract, in their original order, within `most` tokens by our estimate. Without a ranking the
/// last lines are taken: they reflect the current state.
fn shortened(extract: &Summary, most: u32) -> String {
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

/// As many summaries as fit into `most` tokens. Those with the lowest priority are dropped first; at equal priority the
/// long period before the recent one, and older history before newer. Extracts may be sent in part.
pub(super) fn fit(
    summaries: &[&Summary],
    layer: LayerKind,
    most: u32,
    settings: &Settings,
    counter: Counter,
    omitted: &mut Vec<Omitted>,
) -> Vec<Item> {
    let mut by_worth: Vec<usize> = (0..summaries.len()).collect();
    ricordo_text::small_sort::by_key(&mut by_worth, |&index| std::cmp::Reverse((summaries[index].priority, index)));
    let mut left = most;
    let mut fitting = vec![None; summaries.len()];
    let mut extracts = u32::try_from(summaries.iter().filter(|one| one.is_extract()).count()).unwrap_or(u32::MAX);
    for index in by_worth {
        let summary = summaries[index];
        let mut most = left;
        if summary.is_extract() {
            // Each extract has its share, so that the newest does not take the room of all earlier ones.
            most = (left / extracts.max(1)).max(SHORTEST_EXTRACT).min(left);
            extracts -= 1;
        }
        let message = fitted(summary, most, settings, counter);
        let taken = message.as_ref().map_or(0, |message| counter.parts(&message.parts));
        left -= taken;
        let tokens = tokens(summary, settings.language, counter).saturating_sub(taken);
        if tokens > 0 {
            let (reason, sources) = (OmittedReason::Ceiling, vec![SourceId::Summary(summary.id)]);
            omitted.push(Omitted { layer, reason, messages: 0, tokens: tokens.into(), sources });
        }
        fitting[index] = message;
    }
    let kept = summaries.iter().zip(fitting).filter_map(|(summary, message)| message.map(|message| (summary, message)));
    kept.map(|(summary, message)| Item { message, sources: vec![SourceId::Summary(summary.id)] }).collect()
}
