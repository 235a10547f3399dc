//! A sample of an unfinished background job.

use super::provider;
use crate::{
    digest::Digest,
    job::Job,
    maintenance::{
        FinishedChunk, Maintenance, NotMade, PartSize, Progress, RejectedPart,
        sent::{SentRequest, SentResult},
    },
    message::Usage,
    refusal::Refusal,
    time::Timestamp,
};

/// A job that failed once and is half finished.
pub fn maintenance(job: Job) -> Maintenance {
    Maintenance {
        attempts: 1,
        not_before: Timestamp(9_000),
        not_made: Some(NotMade::Answer(Refusal::Cut)),
        finished: vec![FinishedChunk { sources: Digest(5), text: "So far.".to_owned() }],
        progress: Progress::ReadTo(4),
        part_sizes: vec![PartSize { from: 0, tokens: 6_000 }],
        rejected: Some(RejectedPart { part: Digest(6), model: "small".to_owned(), times: 1, why: Refusal::Echo }),
        sent: vec![SentRequest {
            usage: Some(Usage { prompt_tokens: 100, completion_tokens: 20, cached_tokens: None, written_tokens: None }),
            result: SentResult::Answered,
            ..SentRequest::new(&provider(1), 90, Timestamp(8_000))
        }],
        ..Maintenance::new(job)
    }
}
