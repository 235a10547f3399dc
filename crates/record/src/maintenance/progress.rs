//! Progress of a background job.

use super::{Job, Maintenance, day};
use crate::{
    branch::Sequence,
    id::BranchId,
    time::{DAY_MS, Timestamp},
};
use serde::{Deserialize, Serialize};

/// Most branches of a conversation whose position is kept. The one that was left first is then read from its fork again.
const MOST_LEFT: usize = 64;

/// Progress of a job, in a form that depends on its kind. Stored by the names of its variants: do not rename them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    /// No progress.
    #[default]
    None,
    /// [`Job::Extraction`]: the messages before this sequence have been read.
    ReadTo(Sequence),
    /// [`Job::Compression`]: no automatic compression until the branch has this many messages, because of
    /// `/uncompress`.
    NotBefore(u32),
    /// Daily summaries: not before this day, in days since 1970-01-01 UTC, because the last one was deleted.
    PutOffTo(u32),
    /// [`Job::Title`]: finished.
    Done,
}

impl Progress {
    /// Converts the number that versions up to 4 stored.
    pub fn of_version_4(job: Job, position: u32) -> Self {
        match job {
            _ if position == 0 => Self::None,
            Job::Extraction(_) => Self::ReadTo(position),
            Job::Compression(_) => Self::NotBefore(position),
            Job::Recent(_) | Job::Long(_) | Job::ProjectRecent(_) | Job::ProjectLong(_) => Self::PutOffTo(position),
            Job::Title(_) => Self::Done,
        }
    }
}

impl Maintenance {
    /// [`Job::Extraction`]: the first unread sequence.
    pub fn read_to(&self) -> Sequence {
        if let Progress::ReadTo(sequence) = self.progress { sequence } else { 0 }
    }

    /// [`Job::Extraction`]: goes on on branch `to`, which shares the messages before `shared` with branch `from`. One that was
    /// left is read on from there; of another, what both share counts as read. Returns whether that changes anything.
    pub fn switch(&mut self, from: BranchId, to: BranchId, shared: Sequence) -> bool {
        let read = self.read_to();
        let left = self.left.iter().find(|(branch, _)| *branch == to).map(|(_, read)| *read);
        if from == to || (left.is_none() && read <= shared) {
            return false;
        }
        self.left.retain(|(branch, _)| *branch != from && *branch != to);
        self.left.push((from, read));
        self.left.drain(..self.left.len().saturating_sub(MOST_LEFT));
        self.progress = Progress::ReadTo(left.unwrap_or(0).max(read.min(shared)));
        true
    }

    /// [`Job::Compression`]: whether a branch of this many messages is too short for automatic compression.
    pub fn is_before(&self, messages: u32) -> bool {
        matches!(self.progress, Progress::NotBefore(needed) if messages < needed)
    }

    /// Postpones a daily summary by some days, because the last one was deleted by hand.
    pub fn put_off(&mut self, days: u32, now: Timestamp) {
        self.progress = Progress::PutOffTo(day(now).saturating_add(days));
    }

    /// The time until which a daily summary is postponed; `None` if it is not. `most` is the longest possible delay in
    /// days: a longer one means that the clock was set back or the setting changed, and is ignored.
    pub fn put_off_until(&self, most: u32, now: Timestamp) -> Option<Timestamp> {
        let Progress::PutOffTo(until) = self.progress else { return None };
        let days = until.saturating_sub(day(now));
        (1..=most).contains(&days).then(|| Timestamp(i64::from(until) * DAY_MS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::ConversationId;

    #[test]
    fn a_summary_that_was_deleted_is_left_alone_for_its_days_and_no_longer() {
        let days = |days: i64| Timestamp(days * DAY_MS);
        let mut maintenance = Maintenance::new(Job::Recent(None));
        assert_eq!(maintenance.put_off_until(3, days(100)), None);
        maintenance.put_off(3, days(100));
        assert_eq!(maintenance.put_off_until(3, days(102)), Some(days(103)));
        assert_eq!(maintenance.put_off_until(3, days(103)), None);
        assert_eq!(maintenance.put_off_until(3, days(90)), None, "the clock was turned back");
        assert_eq!(maintenance.done().progress, Progress::None);
    }

    #[test]
    fn the_number_of_older_versions_means_what_the_job_says() {
        let id = ConversationId::new(Timestamp(1), [1; 10]);
        let of = |job| Progress::of_version_4(job, 7);
        assert_eq!(of(Job::Extraction(id)), Progress::ReadTo(7));
        assert_eq!(of(Job::Compression(id)), Progress::NotBefore(7));
        assert_eq!((of(Job::Recent(None)), of(Job::Long(Some(id)))), (Progress::PutOffTo(7), Progress::PutOffTo(7)));
        assert_eq!((of(Job::Title(id)), Progress::of_version_4(Job::Title(id), 0)), (Progress::Done, Progress::None));
    }
}
