//! Upkeep: where the work stands that is done while the page is idle, and why it was refused last time.

use crate::{digest::Digest, id::ConversationId, time::Timestamp};
use serde::{Deserialize, Serialize};

/// A kind of idle work. One at a time, each with its own record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Job {
    /// Turning the oldest messages of a conversation into a summary.
    Compression(ConversationId),
    /// Finding facts about the user in a conversation.
    Extraction(ConversationId),
    /// The summary of the last days; of one conversation or of all.
    Recent(Option<ConversationId>),
    /// The summary of the last weeks; of one conversation or of all.
    Long(Option<ConversationId>),
}

/// Where a job stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Upkeep {
    /// Which job.
    pub job: Job,
    /// How often in a row it was refused or failed.
    pub attempts: u32,
    /// Not before this moment again.
    pub not_before: Timestamp,
    /// Why it was refused last time, as a sentence for the user.
    pub refused: Option<String>,
    /// The parts that are done, so that a long summary goes on where a closed tab left it: each the summary of one chunk,
    /// under the digest of the chunk's sources.
    #[serde(default)]
    pub finished: Vec<FinishedChunk>,
    /// How far it has come: for [`Job::Extraction`] one past the last sequence that was looked at.
    #[serde(default)]
    pub position: u32,
}

/// The summary of one chunk of a long job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FinishedChunk {
    /// The digest of the sources of the chunk.
    pub sources: Digest,
    /// What the model made of it.
    pub text: String,
}

impl Upkeep {
    /// A job that was never tried.
    pub fn new(job: Job) -> Self {
        Self { job, attempts: 0, not_before: Timestamp(0), refused: None, finished: Vec::new(), position: 0 }
    }
}
