//! The summaries layer: the summaries of days and compressed history, and which messages a summary stands for.

use super::{Counter, LayerKind, Omitted, OmittedReason, labels::labels, memories::Item};
use crate::{
    branch::Sequence,
    manifest::SourceId,
    message::Role,
    model::RequestMessage,
    settings::{Language, Settings},
    snapshot::Snapshot,
    summary::{OutputTarget, Summary, SummaryKind, standing::stale},
};

/// The summaries that hold, by where they go.
#[derive(Debug, Default)]
pub(super) struct InForce<'a> {
    /// For the memories layer.
    pub(super) as_memories: Vec<&'a Summary>,
    /// For the summaries layer: those of days, the longest first, then compressed history, oldest first.
    pub(super) as_layer: Vec<&'a Summary>,
    /// The stretches of the active branch that compressed history stands for.
    pub(super) covered: Vec<(Sequence, Sequence)>,
    /// The size of what stands behind `covered`, in tokens.
    pub(super) covered_tokens: Vec<u64>,
}

/// Sorts the summaries of a snapshot; those that do not hold are named in `omitted`.
pub(super) fn in_force<'a>(snapshot: &'a Snapshot, settings: &Settings, omitted: &mut Vec<Omitted>) -> InForce<'a> {
    let mut found = InForce::default();
    for summary in &snapshot.summaries {
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
    crate::order::by_key(&mut found.as_layer, rank);
    crate::order::by_key(&mut found.as_memories, rank);
    found
}

fn layer_of(summary: &Summary) -> LayerKind {
    match (summary.kind, summary.target) {
        (SummaryKind::Compressed, OutputTarget::Memory) => LayerKind::Memories,
        _ => LayerKind::Summaries,
    }
}

/// A summary as the model reads it.
fn written(summary: &Summary, language: Language) -> RequestMessage {
    RequestMessage::text(Role::System, format!("{} {}", labels(language).summary, summary.text))
}

/// The size of a summary in the prompt, in tokens.
pub(super) fn tokens(summary: &Summary, language: Language, counter: Counter) -> u32 {
    counter.parts(&written(summary, language).parts)
}

/// As many summaries as fit into `most` tokens. Those with the lowest priority go first; among equals the long view goes
/// before the recent one, and older history before newer.
pub(super) fn fit(
    summaries: &[&Summary],
    layer: LayerKind,
    most: u32,
    language: Language,
    counter: Counter,
    omitted: &mut Vec<Omitted>,
) -> Vec<Item> {
    let mut by_worth: Vec<usize> = (0..summaries.len()).collect();
    crate::order::by_key(&mut by_worth, |&index| std::cmp::Reverse((summaries[index].priority, index)));
    let mut left = most;
    let mut fits = vec![false; summaries.len()];
    for index in by_worth {
        let tokens = tokens(summaries[index], language, counter);
        if tokens <= left {
            left -= tokens;
            fits[index] = true;
        } else {
            omitted.push(Omitted {
                layer,
                reason: OmittedReason::Ceiling,
                messages: 0,
                tokens: tokens.into(),
                sources: vec![SourceId::Summary(summaries[index].id)],
            });
        }
    }
    let kept = summaries.iter().zip(fits).filter(|(_, fits)| *fits);
    kept.map(|(summary, _)| (written(summary, language), vec![SourceId::Summary(summary.id)])).collect()
}
