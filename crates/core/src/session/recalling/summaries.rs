//! Finds summaries of other conversations by words and by meaning. Those of the open conversation, and those that several
//! share, are in its snapshot.
//!
//! A summary is found where the messages that it was made from may be: in the same project, at the same levels, and
//! for the same providers. It is left out as a whole if one of them was forgotten, muted, or is not to be recalled, if it
//! is not to be recalled itself, and if it covers another branch than the active one.

use super::{
    super::Session,
    Asking, Sources, is_enough,
    nearby::{Nearby, is_near_text, place_of},
    question::Search,
    reach::is_medium,
    weighed::Weighed,
};
use crate::{
    digest::Digest,
    error::Error,
    host::Host,
    id::{ConversationId, MessageId, SummaryId},
    manifest::SourceId,
    recall::{RecallIndex, Seen, SharedRecall},
    record::Kind,
    settings::RecallSettings,
    snapshot::Snapshot,
    store::Store,
    summary::{Summary, sources::source, standing::stale},
    time::Timestamp,
};
use ricordo_recall::{
    fused::FusedText,
    ranked::{PartKey, best_place},
};
use ricordo_text::{excerpt::around, small_sort};

/// Number of conversations whose summaries are read without a pause.
pub(super) const BATCH: usize = 16;
/// Summaries to fetch beyond the wanted pieces: some are copies, or cover messages that were found themselves.
const MORE: usize = 4;
/// Longest text that is sent of a summary of another conversation, in characters.
const LONGEST_SUMMARY: usize = 2_400;

/// A summary of another conversation that was found.
pub(super) struct FoundSummary {
    pub(super) piece: Weighed,
    pub(super) made_from: Vec<MessageId>,
}

impl<S: Store, H: Host> Session<S, H> {
    /// Reads the summaries of all conversations but `own` into memory, unless they are there.
    pub(super) async fn load_summaries(&self, recall: &SharedRecall, own: ConversationId) {
        while take_in(&mut recall.index(), own) {
            self.host.sleep(0).await;
        }
    }

    /// The summaries of other conversations that answer a question, best first.
    pub(super) async fn find_summaries(
        &self,
        search: Search<'_>,
        nearness: &Nearby,
    ) -> Result<Vec<FoundSummary>, Error> {
        let Search { asking, question, .. } = search;
        let levels = asking.levels();
        let Some(recall) = self.store.recall().filter(|_| looks_for_summaries(asking)) else { return Ok(Vec::new()) };
        let most = levels.most_pieces as usize + MORE;
        let found: Vec<(ConversationId, FusedText)> = {
            let index = recall.index();
            let mut admitted: Vec<(SummaryId, ConversationId)> =
                admitted(&index, search).filter_map(|summary| Some((summary.id, summary.conversation?))).collect();
            small_sort::ascending(&mut admitted);
            let (ids, owners): (Vec<_>, Vec<_>) = admitted.into_iter().unzip();
            let near = |id: SummaryId| nearness.of(id.branch());
            let found = index.summaries.find(question, &near, &ids, most).into_iter();
            let found = found.filter(|found| is_enough(found.text.share, levels) || is_near_text(found.nearness));
            found
                .filter_map(|found| Some((*owners.get(ids.binary_search(&SummaryId(found.id)).ok()?)?, found)))
                .collect()
        };
        let of = small_sort::set(found.iter().map(|(of, _)| *of));
        // Another tab may have changed any of it since.
        let sight = self.sight_as_stored(of, Some(Kind::Summary)).await?;
        let is_still = |seen: &Seen<'_>| search.readers.may_read(seen.conversation, &asking.snapshot.conversation);
        let seen = sight.all_seen().filter(is_still);
        let stored = seen.flat_map(|seen| {
            let all = sight.summaries(seen.conversation.id).cloned().collect();
            standing(seen, all)
        });
        let stored: Vec<Summary> = stored.collect();
        let held = Held::of(search);
        let found = found.into_iter().filter_map(|(_, found)| {
            let summary = stored.iter().find(|summary| summary.id.0 == found.id)?;
            let is_sent = is_at_level(summary, asking) && !held.has(summary);
            is_sent.then(|| FoundSummary {
                piece: piece(summary, newest(summary), found, asking),
                made_from: summary.sources.iter().map(|source| source.message).collect(),
            })
        });
        Ok(found.collect())
    }
}

/// The summaries that add something to the found messages. One that was found by words stays if it has a word of the question
/// that none of its own found messages has. One that was found by meaning alone stays unless one of its own messages was
/// found by meaning, too.
pub(super) fn not_covered(
    summaries: Vec<FoundSummary>,
    messages: &[Weighed],
    settings: RecallSettings,
) -> Vec<Weighed> {
    let is_covered = |summary: &FoundSummary| {
        let is_source = |source: &SourceId| matches!(source, SourceId::Message(id) if summary.made_from.contains(id));
        let own = messages.iter().take(settings.most_pieces as usize);
        let own: Vec<&Weighed> = own.filter(|message| message.piece.sources().iter().any(is_source)).collect();
        if !is_enough(summary.piece.share, settings) {
            return own.iter().any(|message| message.is_near());
        }
        let mut words = summary.piece.piece.reason.words.iter();
        words.all(|word| own.iter().any(|message| message.piece.reason.words.contains(word)))
    };
    summaries.into_iter().filter(|summary| !is_covered(summary)).map(|summary| summary.piece).collect()
}

/// A summary of another conversation. `newest`: when the newest of its messages was written.
fn piece(summary: &Summary, newest: Timestamp, found: FusedText, asking: Asking<'_>) -> Weighed {
    let text = match summary.text.chars().count() {
        0..=LONGEST_SUMMARY => summary.text.clone(),
        _ => around(&summary.text, best_place(&found.text.words, &summary.text).unwrap_or(0), LONGEST_SUMMARY),
    };
    Weighed::of_text(&(SourceId::Summary(summary.id), newest, text), found, asking)
}

/// Whether summaries of other conversations may be found.
fn looks_for_summaries(asking: Asking<'_>) -> bool {
    let levels = asking.levels();
    asking.sources == Sources::Everything && (levels.medium || levels.long)
}

/// The summaries of other conversations that may be found, if they are not stale.
fn admitted<'a>(index: &'a RecallIndex, search: Search<'a>) -> impl Iterator<Item = &'a Summary> {
    let Search { asking, readers, .. } = search;
    let own = &asking.snapshot.conversation;
    let others = index.sight.iter().flat_map(move |sight| {
        let others = sight.conversations().filter(move |other| other.id != own.id);
        let others = others.filter(move |other| readers.may_read(other, own));
        others.flat_map(|other| sight.summaries(other.id))
    });
    others.filter(move |summary| is_at_level(summary, asking))
}

/// The vectors of the summaries of other conversations that may be found.
pub(super) fn places(index: &RecallIndex, search: Search<'_>) -> Vec<(PartKey, MessageId)> {
    if !looks_for_summaries(search.asking) {
        return Vec::new();
    }
    let standing = index.summaries.ids();
    let is_standing = |summary: &&Summary| standing.binary_search(&summary.id).is_ok();
    let admitted = admitted(index, search).filter(is_standing);
    admitted.map(|summary| place_of(summary.id.branch(), &summary.text)).collect()
}

/// Takes in the summaries of some conversations. Returns whether there may be more.
fn take_in(index: &mut RecallIndex, own: ConversationId) -> bool {
    let RecallIndex { sight: Some(sight), summaries, .. } = index else { return false };
    let owners = small_sort::set(sight.all_summaries().filter_map(|summary| summary.conversation));
    let unready = owners.into_iter().filter(|of| *of != own && !summaries.is_ready(*of));
    // The others cannot be found at all.
    let unready = unready.filter_map(|of| sight.conversation(of)).take(BATCH + 1);
    let unready: Vec<_> = unready.map(|of| (sight.seen(of), sight.summaries(of.id).cloned().collect())).collect();
    let is_more = unready.len() > BATCH;
    for (seen, all) in unready.into_iter().take(BATCH) {
        summaries.put(seen.conversation.id, &standing(seen, all));
    }
    is_more
}

/// The summaries of a conversation that may be sent, `all` being stored.
pub(super) fn standing(seen: Seen<'_>, all: Vec<Summary>) -> Vec<Summary> {
    let Seen { conversation, branches, forgets, marks } = seen;
    let snapshot = Snapshot { forgets, marks, summaries: all, ..Snapshot::empty(conversation.clone(), branches) };
    let is_taken_back = |summary: &Summary| {
        if summary.is_kept_out(&snapshot.marks) {
            return true;
        }
        let mut marks = snapshot.marks.iter().filter(|mark| mark.is_not_recalled());
        marks.any(|mark| summary.sources.iter().any(|source| source.message == mark.message))
    };
    let all = snapshot.summaries.iter();
    all.filter(|summary| stale(summary, &snapshot).is_none() && !is_taken_back(summary)).cloned().collect()
}

/// Time of the newest message that a summary was made from.
fn newest(summary: &Summary) -> Timestamp {
    summary.sources.last().map_or(summary.created_at, |source| source.message.at())
}

/// Whether all messages that a summary was made from are at levels that are on.
fn is_at_level(summary: &Summary, asking: Asking<'_>) -> bool {
    let levels = asking.levels();
    let is_medium = |at| is_medium(at, asking.now.at, levels);
    let oldest = summary.sources.first().map_or(summary.created_at, |source| source.message.at());
    (levels.medium || !is_medium(newest(summary))) && (levels.long || is_medium(oldest))
}

/// What the request holds of a conversation that may be a copy of another one.
struct Held<'a> {
    /// The texts of the summaries.
    summaries: Vec<&'a str>,
    /// The digests of the messages. Sorted.
    messages: Vec<Digest>,
}

impl<'a> Held<'a> {
    fn of(search: Search<'a>) -> Self {
        let Search { asking: Asking { snapshot, .. }, held, .. } = search;
        let summaries = snapshot.summaries.iter().filter(|summary| held.contains(&SourceId::Summary(summary.id)));
        let messages = snapshot.messages.iter().chain(&snapshot.earlier);
        let messages = messages.filter(|message| held.contains(&SourceId::Message(message.id)));
        Self {
            summaries: summaries.map(|summary| summary.text.as_str()).collect(),
            messages: small_sort::set(messages.map(|message| source(message).digest)),
        }
    }

    /// Whether the request already has the content of a summary: the same summary, or all messages that it was made from.
    fn has(&self, summary: &Summary) -> bool {
        let is_held = |digest: &Digest| self.messages.binary_search(digest).is_ok();
        let has_messages = !summary.sources.is_empty() && summary.sources.iter().all(|one| is_held(&one.digest));
        has_messages || self.summaries.contains(&summary.text.as_str())
    }
}
