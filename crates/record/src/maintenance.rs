//! Maintenance: the state of the background work done while the page is idle, and why it failed last.

mod not_made;
mod progress;
pub mod sent;

pub use crate::job::Job;
pub use not_made::NotMade;
pub use progress::Progress;

use crate::{
    branch::Sequence,
    digest::Digest,
    id::BranchId,
    refusal::Refusal,
    time::{DAY_MS, MINUTE_MS, Timestamp},
};
use sent::SentRequest;
use serde::{Deserialize, Serialize};

/// State of a maintenance job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Maintenance {
    /// The job.
    pub job: Job,
    /// Number of consecutive failures.
    pub attempts: u32,
    /// Earliest time of the next attempt.
    pub not_before: Timestamp,
    /// Why it failed last, as stored by earlier builds: a sentence in the language of that time. No longer written.
    #[serde(default)]
    pub refused: Option<String>,
    /// The finished parts, so that a long summary resumes where a closed tab stopped: the summary of each chunk, keyed
    /// by the digest of the chunk's sources.
    #[serde(default)]
    pub finished: Vec<FinishedChunk>,
    /// The progress of any job, as stored by versions up to 4. Only `upgraded` of `ricordo-core` reads it.
    #[serde(default, skip_serializing)]
    pub position: u32,
    /// The sizes of the parts, so that finished parts are cut again the same way even if the context window has changed
    /// since.
    #[serde(default)]
    pub part_sizes: Vec<PartSize>,
    /// The last part whose reply was rejected.
    #[serde(default)]
    pub rejected: Option<RejectedPart>,
    /// The latest requests of the job, the newest last.
    #[serde(default)]
    pub sent: Vec<SentRequest>,
    /// Why it failed last.
    #[serde(default)]
    pub not_made: Option<NotMade>,
    /// The progress of the job.
    #[serde(default)]
    pub progress: Progress,
    /// [`Job::Extraction`]: up to where branches had been read when they were left, the last one last. Empty in records of
    /// earlier builds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<(BranchId, Sequence)>,
    /// [`Job::Compression`]: the summaries that a model gave up, by the digest of the prompt and the sources, and the model; the
    /// latest last. It is not asked for them again automatically, and the others do not wait for them. Empty in records of
    /// earlier builds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed_over: Vec<(Digest, String)>,
}

/// Most summaries that are remembered as given up.
const MOST_PASSED_OVER: usize = 16;

/// The size limit of the parts of a long job, from one part on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartSize {
    /// The first part with this size; 0 is the first of all.
    pub from: u32,
    /// Size limit of a part's source, in tokens.
    pub tokens: u32,
}

/// A part whose reply was rejected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RejectedPart {
    /// Digest of the request, as in [`FinishedChunk::sources`].
    pub part: Digest,
    /// The model that replied.
    pub model: String,
    /// Consecutive rejections. At [`MOST_REJECTIONS`] the request is not repeated automatically.
    pub times: u32,
    /// The latest reason.
    pub why: Refusal,
}

/// A part is requested once, and once again if the reply was rejected.
pub const MOST_REJECTIONS: u32 = 2;

/// The summary of one chunk of a long job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FinishedChunk {
    /// Digest of the chunk's sources.
    pub sources: Digest,
    /// The summary by the model.
    pub text: String,
}

/// Delay after the first, second, … consecutive failure, in milliseconds; the last one applies to all further failures.
pub const BACKOFF: [i64; 5] = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS, 720 * MINUTE_MS];

impl Maintenance {
    /// A job that was never attempted.
    pub fn new(job: Job) -> Self {
        Self {
            job,
            attempts: 0,
            not_before: Timestamp(0),
            refused: None,
            finished: Vec::new(),
            position: 0,
            part_sizes: Vec::new(),
            rejected: None,
            sent: Vec::new(),
            not_made: None,
            progress: Progress::None,
            left: Vec::new(),
            passed_over: Vec::new(),
        }
    }

    /// Records a failure and schedules the next attempt. The server's `retry-after` counts up to our longest delay.
    pub fn refuse(&mut self, why: NotMade, now: Timestamp) {
        let step = usize::try_from(self.attempts).unwrap_or(usize::MAX).min(BACKOFF.len() - 1);
        let asked =
            why.retry_after_ms().map_or(0, |asked| i64::try_from(asked).unwrap_or(i64::MAX)).min(longest_wait());
        self.attempts = self.attempts.saturating_add(1);
        self.not_before = Timestamp(now.0.saturating_add(BACKOFF[step].max(asked)));
        self.note(why);
    }

    /// Records a failure without an automatic retry.
    pub fn rest(&mut self, why: NotMade) {
        self.attempts = self.attempts.saturating_add(1);
        self.not_before = Timestamp(0);
        self.note(why);
    }

    fn note(&mut self, why: NotMade) {
        (self.refused, self.not_made) = (None, Some(why));
    }

    /// Whether the last attempt failed.
    pub fn is_refused(&self) -> bool {
        self.not_made.is_some() || self.refused.is_some()
    }

    /// When the next attempt is due; `None` if it is not automatic, or the last one did not fail.
    pub fn again_at(&self) -> Option<Timestamp> {
        (self.not_before.0 > 0).then_some(self.not_before)
    }

    /// Records that the reply of `model` to the request `part` was rejected, and returns whether to ask once more.
    pub fn reject(&mut self, part: Digest, model: &str, why: Refusal) -> bool {
        let before = self.rejected.take().filter(|found| found.part == part && found.model == model);
        let times = before.map_or(0, |found| found.times).saturating_add(1);
        self.rejected = Some(RejectedPart { part, model: model.to_owned(), times, why });
        times < MOST_REJECTIONS
    }

    /// Why `model` is not asked for this part again automatically; `None` if it may be.
    pub fn given_up(&self, part: Digest, model: &str) -> Option<Refusal> {
        let found = self.rejected.as_ref().filter(|found| found.part == part && found.model == model);
        found.filter(|found| found.times >= MOST_REJECTIONS).map(|found| found.why)
    }

    /// Records that `model` gave up the summary `order`, and returns whether that is new.
    pub fn pass_over(&mut self, order: Digest, model: &str) -> bool {
        let passed = (order, model.to_owned());
        if self.passed_over.contains(&passed) {
            return false;
        }
        let most = MOST_PASSED_OVER - 1;
        self.passed_over.drain(..self.passed_over.len().saturating_sub(most));
        self.passed_over.push(passed);
        true
    }

    /// The summaries that `model` gave up.
    pub fn passed_over_by(&self, model: &str) -> Vec<Digest> {
        self.passed_over.iter().filter(|(_, by)| by == model).map(|(order, _)| *order).collect()
    }

    /// Whether it is too early for another attempt. A delay longer than any of ours means that the clock was set back;
    /// it is ignored.
    pub fn is_waiting(&self, now: Timestamp) -> bool {
        (1..=longest_wait()).contains(&self.not_before.0.saturating_sub(now.0))
    }

    /// What is kept of a finished job: its progress and the requests it sent, without the state of attempts.
    #[must_use]
    pub fn done(&self) -> Self {
        let progress = match self.progress {
            Progress::PutOffTo(_) => Progress::None,
            progress => progress,
        };
        Self { progress, ..self.anew() }
    }
}

/// Days since 1970-01-01 UTC.
fn day(now: Timestamp) -> u32 {
    u32::try_from(now.0.div_euclid(DAY_MS)).unwrap_or(0)
}

fn longest_wait() -> i64 {
    BACKOFF[BACKOFF.len() - 1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{ModelError, ModelErrorKind};

    #[test]
    fn each_refusal_waits_longer_up_to_half_a_day() {
        let mut maintenance = Maintenance::new(Job::Recent(None));
        let mut waits = Vec::new();
        for _ in 0..7 {
            maintenance.refuse(NotMade::FactsCut, Timestamp(1_000));
            waits.push((maintenance.not_before.0 - 1_000) / MINUTE_MS);
        }
        assert_eq!(waits, [1, 5, 30, 120, 720, 720, 720]);
        assert_eq!((maintenance.attempts, maintenance.not_made), (7, Some(NotMade::FactsCut)));
    }

    #[test]
    fn a_server_that_asks_for_more_time_gets_it_within_reason() {
        let busy = |ms| {
            let error = ModelError::new(ModelErrorKind::RateLimited, "");
            NotMade::Model(ModelError { retry_after_ms: Some(ms), ..error })
        };
        let mut maintenance = Maintenance::new(Job::Recent(None));
        maintenance.refuse(busy(600_000), Timestamp(0));
        assert_eq!(maintenance.not_before, Timestamp(600_000));
        maintenance.refuse(busy(u64::MAX), Timestamp(0));
        assert_eq!(maintenance.not_before, Timestamp(longest_wait()));
    }

    #[test]
    fn an_answer_is_asked_for_once_more_and_then_of_another_model_alone() {
        let (part, other) = (Digest(1), Digest(2));
        let mut maintenance = Maintenance::new(Job::Recent(None));
        assert!(maintenance.reject(part, "small", Refusal::Echo));
        assert_eq!(maintenance.given_up(part, "small"), None);
        assert!(!maintenance.reject(part, "small", Refusal::Junk));
        assert_eq!(maintenance.given_up(part, "small"), Some(Refusal::Junk));
        assert_eq!((maintenance.given_up(part, "large"), maintenance.given_up(other, "small")), (None, None));
        assert!(maintenance.reject(other, "small", Refusal::Echo), "another part begins at one");
    }

    #[test]
    fn the_latest_summaries_that_a_model_gave_up_are_remembered() {
        let mut maintenance = Maintenance::new(Job::Recent(None));
        let before = serde_json::to_value(&maintenance).unwrap();
        assert!(before.get("passed_over").is_none());
        for order in 0..20 {
            assert!(maintenance.pass_over(Digest(order), "small") && !maintenance.pass_over(Digest(order), "small"));
        }
        assert_eq!(maintenance.passed_over_by("small"), (4..20).map(Digest).collect::<Vec<_>>());
        assert_eq!(maintenance.passed_over_by("large"), []);
        assert_eq!(maintenance.done().passed_over, maintenance.passed_over, "another one that is made keeps them");
        assert_eq!(serde_json::from_value::<Maintenance>(before).unwrap().passed_over, []);
    }

    #[test]
    fn a_row_from_before_the_sizes_of_parts_and_what_was_sent_is_read() {
        let mut json = serde_json::to_value(Maintenance::new(Job::Recent(None))).unwrap();
        for field in ["part_sizes", "rejected", "sent", "not_made", "progress"] {
            json.as_object_mut().unwrap().remove(field).unwrap();
        }
        assert_eq!(serde_json::from_value::<Maintenance>(json).unwrap(), Maintenance::new(Job::Recent(None)));
    }

    #[test]
    fn a_reason_that_was_stored_as_a_sentence_is_read_until_the_next_one_takes_its_place() {
        let mut json = serde_json::to_value(Maintenance::new(Job::Recent(None))).unwrap();
        json.as_object_mut().unwrap().remove("not_made").unwrap();
        json["refused"] = "The model answered with nothing.".into();
        let mut old: Maintenance = serde_json::from_value(json).unwrap();
        assert!(old.is_refused() && old.not_made.is_none());
        assert_eq!(old.refused.as_deref(), Some("The model answered with nothing."));
        old.refuse(NotMade::FactsCut, Timestamp(0));
        assert_eq!((old.refused, old.not_made), (None, Some(NotMade::FactsCut)));
    }

    #[test]
    fn a_clock_that_was_turned_back_does_not_stop_it() {
        let mut maintenance = Maintenance::new(Job::Recent(None));
        maintenance.refuse(NotMade::FactsCut, Timestamp(100 * longest_wait()));
        assert!(maintenance.is_waiting(Timestamp(100 * longest_wait())));
        assert!(!maintenance.is_waiting(Timestamp(100 * longest_wait() + MINUTE_MS)));
        assert!(!maintenance.is_waiting(Timestamp(0)));
    }
}
