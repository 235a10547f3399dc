//! A log of the requests of background work, without their text, so that the user can see after a reload what was sent
//! where.

use super::{Job, Maintenance};
use crate::{message::Usage, provider::Provider, time::Timestamp};
use serde::{Deserialize, Serialize};

/// Most requests kept per job; older ones are dropped.
pub const MOST_SENT: usize = 50;

/// Outcome of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SentResult {
    /// No reply yet, or the page was closed before it came.
    Waiting,
    /// The model replied.
    Answered,
    /// It failed.
    Failed,
    /// It was stopped because a turn began.
    Stopped,
}

/// A background request, without its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentRequest {
    /// When it was sent.
    pub at: Timestamp,
    /// Name of the connection.
    pub name: String,
    /// Address of the connection.
    pub address: String,
    /// The model's id.
    pub model: String,
    /// Estimated size of the prompt, in tokens.
    pub tokens: u32,
    /// Usage reported by the provider, if any.
    pub usage: Option<Usage>,
    /// Outcome of the request.
    pub result: SentResult,
}

impl SentRequest {
    /// A request sent now.
    pub fn new(provider: &Provider, tokens: u32, at: Timestamp) -> Self {
        let Provider { name, base_url: address, model, .. } = provider.clone();
        Self { at, name, address, model, tokens, usage: None, result: SentResult::Waiting }
    }
}

impl Maintenance {
    /// Adds a request and drops the oldest beyond [`MOST_SENT`].
    pub fn note_sent(&mut self, request: SentRequest) {
        self.sent.push(request);
        self.sent.drain(..self.sent.len().saturating_sub(MOST_SENT));
    }

    /// Sets the outcome of the last request.
    pub fn note_result(&mut self, result: SentResult, usage: Option<Usage>) {
        if let Some(last) = self.sent.last_mut() {
            (last.result, last.usage) = (result, usage);
        }
    }

    /// The job as if it had never been attempted, with its request log, the branches that were left, and what a model gave up.
    #[must_use]
    pub fn anew(&self) -> Self {
        let (sent, left, passed_over) = (self.sent.clone(), self.left.clone(), self.passed_over.clone());
        Self { sent, left, passed_over, ..Self::new(self.job) }
    }

    /// Whether it holds nothing of an attempt: only what [`Maintenance::anew`] keeps.
    pub fn is_log_alone(&self) -> bool {
        *self == self.anew()
    }
}

/// All requests of some jobs, the newest first.
pub fn newest_first(all: Vec<Maintenance>) -> Vec<(Job, SentRequest)> {
    let mut sent: Vec<_> =
        all.into_iter().flat_map(|one| one.sent.into_iter().map(move |request| (one.job, request))).collect();
    // Within a job, the later of two requests with the same time is the newer.
    sent.reverse();
    sent.sort_by_key(|(_, request)| std::cmp::Reverse(request.at));
    sent
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maintenance::Progress;
    use crate::testing::sample;

    #[test]
    fn the_newest_requests_are_kept_and_the_last_one_learns_what_came_of_it() {
        let mut maintenance = Maintenance::new(Job::Recent(None));
        maintenance.note_result(SentResult::Failed, None);
        assert!(maintenance.is_log_alone() && maintenance.sent.is_empty());
        for n in 0..60 {
            maintenance.note_sent(SentRequest::new(&sample::provider(1), n, Timestamp(n.into())));
        }
        maintenance.note_result(SentResult::Answered, Some(Usage::default()));
        assert_eq!((maintenance.sent.len(), maintenance.sent[0].tokens), (MOST_SENT, 10));
        let results: Vec<_> = maintenance.sent.iter().rev().take(2).map(|one| one.result).collect();
        assert_eq!(results, [SentResult::Answered, SentResult::Waiting]);
        assert!(maintenance.is_log_alone() && maintenance.done().sent.len() == MOST_SENT);
        maintenance.progress = Progress::Done;
        assert!(!maintenance.is_log_alone());
        let other = Maintenance {
            sent: vec![SentRequest::new(&sample::provider(2), 7, Timestamp(55))],
            ..Maintenance::new(Job::Long(None))
        };
        let all = newest_first(vec![maintenance, other]);
        let at: Vec<i64> = all.iter().take(6).map(|(_, request)| request.at.0).collect();
        assert_eq!(at, [59, 58, 57, 56, 55, 55]);
    }
}
