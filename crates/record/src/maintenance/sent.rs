//! What idle work has sent: the facts of each request, without its text, so that a person can see after a reload what
//! went where.

use super::{Job, Maintenance};
use crate::{message::Usage, provider::Provider, time::Timestamp};
use serde::{Deserialize, Serialize};

/// So many requests of a job are kept, the newest.
pub const MOST_SENT: usize = 50;

/// What came of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SentResult {
    /// No answer yet; or the page was closed before it came.
    Waiting,
    /// The model answered.
    Answered,
    /// It failed.
    Failed,
    /// It was stopped because a turn began.
    Stopped,
}

/// A request of idle work, without its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentRequest {
    /// When.
    pub at: Timestamp,
    /// What the connection is called.
    pub name: String,
    /// Its address.
    pub address: String,
    /// The model.
    pub model: String,
    /// About how many tokens the prompt has, by our estimate.
    pub tokens: u32,
    /// What the provider counted; `None`: it has not said.
    pub usage: Option<Usage>,
    /// What came of it.
    pub result: SentResult,
}

impl SentRequest {
    /// One that goes out now.
    pub fn new(provider: &Provider, tokens: u32, at: Timestamp) -> Self {
        let Provider { name, base_url: address, model, .. } = provider.clone();
        Self { at, name, address, model, tokens, usage: None, result: SentResult::Waiting }
    }
}

impl Maintenance {
    /// Notes a request, and drops the oldest beyond [`MOST_SENT`].
    pub fn note_sent(&mut self, request: SentRequest) {
        self.sent.push(request);
        self.sent.drain(..self.sent.len().saturating_sub(MOST_SENT));
    }

    /// Notes what came of the last request.
    pub fn note_result(&mut self, result: SentResult, usage: Option<Usage>) {
        if let Some(last) = self.sent.last_mut() {
            (last.result, last.usage) = (result, usage);
        }
    }

    /// The job as if it had never been tried; what it has sent stays.
    #[must_use]
    pub fn anew(&self) -> Self {
        Self { sent: self.sent.clone(), ..Self::new(self.job) }
    }

    /// Whether it holds nothing but what was sent.
    pub fn is_log_alone(&self) -> bool {
        *self == self.anew()
    }
}

/// All requests of some jobs, the newest first.
pub fn newest_first(all: Vec<Maintenance>) -> Vec<(Job, SentRequest)> {
    let mut sent: Vec<_> =
        all.into_iter().flat_map(|one| one.sent.into_iter().map(move |request| (one.job, request))).collect();
    // Of one moment the later of a job is the newer.
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
