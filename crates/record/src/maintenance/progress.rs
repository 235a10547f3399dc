//! How far a job of work in the background has come.

use super::{Job, Maintenance, day};
use crate::{branch::Sequence, time::Timestamp};
use serde::{Deserialize, Serialize};

/// How far a job has come, in the measure of its kind. Stored by the place of its variants: new ones stand at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    /// Nothing is noted.
    #[default]
    None,
    /// [`Job::Extraction`]: the messages before this sequence were read.
    ReadTo(Sequence),
    /// [`Job::Compression`]: not by itself before the branch has so many messages, because of `/uncompress`.
    NotBefore(u32),
    /// The summaries of days: not before this day, in days since 1970-01-01 UTC, because the last one was deleted.
    PutOffTo(u32),
    /// [`Job::Title`]: there is nothing more to do.
    Done,
}

impl Progress {
    /// What the one number of versions up to 4 says of a job.
    pub fn of_version_4(job: Job, position: u32) -> Self {
        match job {
            _ if position == 0 => Self::None,
            Job::Extraction(_) => Self::ReadTo(position),
            Job::Compression(_) => Self::NotBefore(position),
            Job::Recent(_) | Job::Long(_) => Self::PutOffTo(position),
            Job::Title(_) => Self::Done,
        }
    }
}

impl Maintenance {
    /// [`Job::Extraction`]: the first sequence that was not read yet.
    pub fn read_to(&self) -> Sequence {
        if let Progress::ReadTo(sequence) = self.progress { sequence } else { 0 }
    }

    /// [`Job::Compression`]: whether a branch of so many messages is too short to be compressed by itself.
    pub fn is_before(&self, messages: u32) -> bool {
        matches!(self.progress, Progress::NotBefore(needed) if messages < needed)
    }

    /// Leaves a summary of days alone for so many days, because the last one was deleted by hand.
    pub fn put_off(&mut self, days: u32, now: Timestamp) {
        self.progress = Progress::PutOffTo(day(now).saturating_add(days));
    }

    /// Until when a summary of days is left alone; `None`: it is not. `most` days is the longest time to be left alone: more
    /// means that the clock was turned back or the setting changed, and then it is not waited for.
    pub fn put_off_until(&self, most: u32, now: Timestamp) -> Option<Timestamp> {
        let Progress::PutOffTo(until) = self.progress else { return None };
        let days = until.saturating_sub(day(now));
        (1..=most).contains(&days).then(|| Timestamp(i64::from(until) * super::DAY))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{id::ConversationId, maintenance::DAY};

    #[test]
    fn a_summary_that_was_deleted_is_left_alone_for_its_days_and_no_longer() {
        let days = |days: i64| Timestamp(days * DAY);
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
