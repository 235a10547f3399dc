//! Finds the memories and summaries of the snapshot that answer a question. The summaries are those of the open conversation
//! and those that cover several conversations.

use super::{
    Asking, is_enough,
    nearby::{Nearby, is_near_text},
    question::Search,
    weighed::Weighed,
};
use crate::{
    id::BranchId,
    manifest::SourceId,
    memory::Memory,
    recall::{fact_text, is_fact},
    summary::{Summary, standing::stale},
    time::Timestamp,
};
use ricordo_recall::{fused::find_texts, ranked::Texts};
use uuid::Uuid;

/// The kept memories in scope that are not in the request.
pub(super) fn kept<'a>(asking: Asking<'a>, held: &'a [SourceId]) -> impl Iterator<Item = &'a Memory> {
    let place = asking.snapshot.place();
    let in_scope = asking.snapshot.memories.iter().filter(move |memory| memory.scope.reaches(&place));
    in_scope.filter(|memory| is_fact(memory) && !held.contains(&SourceId::Memory(memory.id)))
}

/// The summaries in force that the provider may get, that may be recalled, and that are not in the request.
pub(super) fn in_force<'a>(search: Search<'a>) -> impl Iterator<Item = &'a Summary> {
    let Search { asking, held, readers, .. } = search;
    let snapshot = asking.snapshot;
    let in_force = snapshot.summaries.iter().filter(|summary| stale(summary, snapshot).is_none());
    let is_kept_out = |summary: &Summary| summary.is_kept_out(&snapshot.marks) || summary.is_kept_out(&readers.marks);
    let in_force = in_force.filter(move |summary| !is_kept_out(summary));
    let in_force = in_force.filter(move |summary| !asking.outgoing.kept_here.contains(&summary.id));
    in_force.filter(|summary| !held.contains(&SourceId::Summary(summary.id)))
}

/// The kept memories and the summaries in force that answer a question and are not in the request, best first.
pub(super) fn memories(search: Search<'_>, nearby: &Nearby) -> Vec<Weighed> {
    let Search { asking, question, held, .. } = search;
    let kept = kept(asking, held);
    let kept =
        kept.map(|memory| (memory.id.branch(), (SourceId::Memory(memory.id), memory.created_at, fact_text(memory))));
    let in_force = in_force(search);
    let in_force = in_force.map(|summary| {
        (summary.id.branch(), (SourceId::Summary(summary.id), summary.created_at, summary.text.clone()))
    });
    let (branches, all): (Vec<BranchId>, Vec<(SourceId, Timestamp, String)>) = kept.chain(in_force).unzip();
    let mut texts = Texts::default();
    texts.put(Uuid::nil(), branches.iter().zip(&all).map(|(branch, (.., text))| (branch.0, text.as_str())));
    let settings = asking.settings.recall;
    let near = |id| nearby.of(BranchId(id));
    let found = find_texts(&texts, question, &near, &|_| true, settings.most_pieces as usize).into_iter();
    let found = found.filter(|found| is_enough(found.text.share, settings) || is_near_text(found.nearness));
    found.map(|found| Weighed::of_text(&all[found.text.index], found, asking)).collect()
}
