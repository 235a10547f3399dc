//! Lists the summaries and their standing.

use crate::{
    error::Error,
    host::Host,
    id::ConversationId,
    record::{Kind, Record, RecordKey},
    session::Session,
    snapshot::Snapshot,
    store::Store,
    summary::{
        Stale, Summary,
        standing::{is_in_scope, stale},
    },
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Whether a summary is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// It is sent.
    InForce,
    /// It is left out.
    Stale(Stale),
    /// Another one replaced it, or it was taken back.
    Replaced,
}

/// A summary and its standing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ListedSummary {
    /// The summary.
    pub summary: Summary,
    /// Its standing.
    pub standing: Standing,
    /// Whether it is never to be recalled.
    #[serde(skip)]
    pub is_kept_out: bool,
}

impl<S: Store, H: Host> Session<S, H> {
    /// The summaries of a conversation and those of several conversations that are in scope of it or cover it, newest
    /// first.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn summaries(&self, id: ConversationId) -> Result<Vec<ListedSummary>, Error> {
        let snapshot = self.snapshot(id, 0).await?;
        let of_several = self.marks_of_several().await?;
        let is_kept_out = |summary: &Summary| summary.is_kept_out(&snapshot.marks) || summary.is_kept_out(&of_several);
        let concerns = |summary: &Summary| {
            let covers_it = summary.coverage.iter().any(|coverage| coverage.conversation == id);
            covers_it || is_in_scope(summary, &snapshot)
        };
        let stored = snapshot.summaries.iter().filter(|summary| concerns(summary)).map(|summary| {
            let standing = stale(summary, &snapshot).map_or(Standing::InForce, Standing::Stale);
            ListedSummary { summary: summary.clone(), standing, is_kept_out: is_kept_out(summary) }
        });
        let mut replaced = self.owned(Kind::ReplacedSummary, None).await?;
        replaced.extend(self.owned(Kind::ReplacedSummary, Some(id)).await?);
        let replaced = replaced.into_iter().filter_map(|record| match record {
            Record::ReplacedSummary(summary) if concerns(&summary) => {
                let is_kept_out = is_kept_out(&summary);
                Some(ListedSummary { summary, standing: Standing::Replaced, is_kept_out })
            }
            _ => None,
        });
        let mut listed: Vec<ListedSummary> = stored.chain(replaced).collect();
        ricordo_text::small_sort::by_key(&mut listed, |listed| std::cmp::Reverse(listed.summary.id));
        Ok(listed)
    }

    /// Those of all stored summaries that are of one conversation each and in force there. Deleted conversations, and those that
    /// cannot be read, have none.
    pub(in crate::session) async fn in_force(&self, all: Vec<Summary>) -> Result<Vec<Summary>, Error> {
        if all.is_empty() {
            return Ok(all);
        }
        // A few reads, however many conversations there are: the list is searched while the user types.
        let conversations = self.conversations_but_damaged().await?.into_iter();
        let mut judges: BTreeMap<ConversationId, Snapshot> =
            conversations.map(|one| (one.id, Snapshot::empty(one, Vec::new()))).collect();
        for kind in [Kind::Branch, Kind::Forget, Kind::Mark] {
            let page = self.page((RecordKey::first_of(kind), RecordKey::last_of(kind)), u32::MAX).await?;
            for record in page.records {
                let Some(judge) = record.owner().and_then(|of| judges.get_mut(&of)) else { continue };
                match record {
                    Record::Branch(branch) => judge.branches.push(branch),
                    Record::Forget(forget) => judge.forgets.push(forget),
                    Record::Mark(mark) => judge.marks.push(mark),
                    _ => {}
                }
            }
        }
        for summary in &all {
            if let Some(judge) = summary.conversation.and_then(|of| judges.get_mut(&of)) {
                judge.summaries.push(summary.clone());
            }
        }
        let judge = |summary: &Summary| summary.conversation.and_then(|of| judges.get(&of));
        let is_in_force = |one: &Summary| judge(one).is_some_and(|judge| stale(one, judge).is_none());
        Ok(all.into_iter().filter(is_in_force).collect())
    }

    /// The summaries of every conversation that is not deleted, and the shared ones, newest first. Each is judged in
    /// its own conversation, the shared ones in `open` or, if they are not in scope there, in one that they cover.
    ///
    /// # Errors
    /// As [`Session::summaries`].
    pub async fn all_summaries(&self, open: ConversationId) -> Result<Vec<ListedSummary>, Error> {
        let mut judges = vec![self.snapshot(open, 0).await?];
        let of_several = self.marks_of_several().await?;
        let mut listed = Vec::new();
        for kind in [Kind::Summary, Kind::ReplacedSummary] {
            for record in self.store.records(kind).await? {
                let (Record::Summary(summary) | Record::ReplacedSummary(summary)) = record else { continue };
                let is_seen = judges[0].place().admits(summary.project);
                let covered = summary.coverage.first().filter(|_| !is_seen).map(|coverage| coverage.conversation);
                let of = summary.conversation.or(covered).unwrap_or(open);
                if !judges.iter().any(|judge| judge.conversation.id == of) {
                    judges.extend(self.store.snapshot(of, 0).await?);
                }
                let judge = judges.iter().find(|judge| judge.conversation.id == of);
                let Some(judge) = judge.filter(|judge| judge.conversation.deleted_at.is_none()) else { continue };
                let standing = match kind {
                    Kind::ReplacedSummary => Standing::Replaced,
                    _ => stale(&summary, judge).map_or(Standing::InForce, Standing::Stale),
                };
                let is_kept_out = summary.is_kept_out(&judge.marks) || summary.is_kept_out(&of_several);
                listed.push(ListedSummary { summary, standing, is_kept_out });
            }
        }
        listed.sort_by_key(|listed| std::cmp::Reverse(listed.summary.id));
        Ok(listed)
    }
}
