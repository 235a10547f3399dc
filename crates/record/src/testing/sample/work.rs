//! Idle work that is half done.

use super::provider;
use crate::{
    digest::Digest,
    job::Job,
    message::Usage,
    refusal::Refusal,
    time::Timestamp,
    upkeep::{
        FinishedChunk, NotMade, PartSize, Progress, RejectedPart, Upkeep,
        sent::{SentRequest, SentResult},
    },
};

/// A job that was refused once and has come half way.
pub fn upkeep(job: Job) -> Upkeep {
    Upkeep {
        attempts: 1,
        not_before: Timestamp(9_000),
        not_made: Some(NotMade::Answer(Refusal::Cut)),
        finished: vec![FinishedChunk { sources: Digest(5), text: "So far.".to_owned() }],
        progress: Progress::ReadTo(4),
        part_sizes: vec![PartSize { from: 0, tokens: 6_000 }],
        rejected: Some(RejectedPart { part: Digest(6), model: "small".to_owned(), times: 1, why: Refusal::Echo }),
        sent: vec![SentRequest {
            usage: Some(Usage { prompt_tokens: 100, completion_tokens: 20, cached_tokens: None }),
            result: SentResult::Answered,
            ..SentRequest::new(&provider(1), 90, Timestamp(8_000))
        }],
        ..Upkeep::new(job)
    }
}
