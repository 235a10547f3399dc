//! Background work: compression, facts and daily summaries, one job after the other, none of them on the path of a
//! reply.
//!
//! **One tab at a time.** The caller of [`Session::maintain`], or of a command that makes a summary, holds a lock that
//! all tabs share (in a browser the Web Lock `ricordo-maintain`); nothing in this module guards against a second one.
//! The caller cancels the run when a turn starts: the run yields at once and the next one resumes.
//!
//! Results are stored in steps that each leave the data consistent. Every answer of a model is stored when it arrives;
//! the new summary replaces the old one in one transaction, so after a crash the old one is still in force, and the
//! next run asks only for what is missing.
//!
//! `run` holds the budget of one run and asks the model, `make` makes one summary, `span` reads its sources.
//! `compress`, `days`, `title` and `extract` decide what is to be made; `without_model` does what is possible where the
//! model in the page answers. `commands` holds `/compress`, `/uncompress` and `/summarize`, `edit` and `rebuild` what a
//! user does with one summary. `storage` enforces the limit on stored messages, `consent` asks before something is
//! sent, `readers` decides which provider may read which conversation, `counted` counts usage. `list` lists the
//! summaries and `ahead` the upcoming work.

mod ahead;
mod commands;
mod compress;
mod consent;
mod counted;
mod days;
mod edit;
mod extract;
mod halt;
mod list;
mod make;
mod readers;
mod rebuild;
mod run;
mod span;
mod storage;
mod title;
mod without_model;

pub use crate::maintenance::NotMade;
pub use ahead::Ahead;
pub use edit::SummaryChange;
pub use halt::Halt;
pub use list::{ListedSummary, Standing};
pub(super) use make::replaced;

use super::Session;
use crate::{
    cancel::Cancel,
    consent::{Asking, Question},
    error::{Error, StoreError},
    host::Host,
    id::ConversationId,
    maintenance::{
        Job, Maintenance,
        sent::{SentRequest, newest_first},
    },
    memory::Memory,
    model::ChatModel,
    provider::Provider,
    record::{Kind, Record, RecordKey},
    store::Store,
    summary::Summary,
    time::Timestamp,
    tools::Tool,
};
use readers::Readable;
use run::Run;

/// Controls background work and limits the cost of one run. Clones control the same run.
#[derive(Clone, Debug)]
pub struct MaintainControl {
    /// Makes the run yield: raised when a turn starts.
    pub cancel: Cancel,
    /// The most requests of one run. Default: 20.
    pub max_requests: u32,
    /// No further request is made in a run after this many tokens of prompts and answers, by our estimate. Default:
    /// 100,000.
    pub max_tokens: u64,
    /// Where work may begin, and whether to ask before sending what the user may not expect ([`MaintainEvent::Asks`]);
    /// `None`: everywhere and without asking, because the caller already has the user's consent.
    pub asking: Option<Asking>,
    /// The provider that replies, where the provider of the run works on its behalf and the stored settings know
    /// neither. Default: `None`, the provider chosen by the settings or a conversation, or else the provider of the
    /// run.
    pub replying: Option<Provider>,
}

impl Default for MaintainControl {
    fn default() -> Self {
        Self { cancel: Cancel::default(), max_requests: 20, max_tokens: 100_000, asking: None, replying: None }
    }
}

/// Progress of background work, as reported to the page.
#[derive(Clone, Debug, PartialEq)]
pub enum MaintainEvent {
    /// Nothing is being made.
    Idle,
    /// The model is being asked.
    Running {
        /// The job.
        job: Job,
        /// Number of answered requests.
        done: u32,
        /// Approximate total number of requests.
        of: u32,
    },
    /// Waits for an answer ([`Session::answer_consent`]); nothing was sent.
    Asks(Box<Question>),
    /// A request was sent.
    Sent(Box<BackgroundRequest>),
    /// Extracted facts were saved without asking and replaced memories, which are now in the archive.
    MadeRoom {
        /// The conversation in which it can be undone.
        conversation: ConversationId,
        /// The memories that were saved.
        kept: Vec<Memory>,
        /// The memories that were archived to make room.
        archived: Vec<Memory>,
    },
    /// The job was refused or failed; the previous result stays in force.
    Refused {
        /// The job.
        job: Job,
        /// The reason.
        why: NotMade,
        /// It is not retried earlier; `None`: not automatically, unless another model answers.
        again_at: Option<Timestamp>,
    },
    /// The result is stored.
    Finished {
        /// The job.
        job: Job,
        /// The new summary; none for [`Job::Extraction`] and [`Job::Title`].
        summary: Option<Box<Summary>>,
    },
}

/// A background request, as it was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackgroundRequest {
    /// The job.
    pub job: Job,
    /// The time, the recipient and the size.
    pub sent: SentRequest,
    /// The prompt: all that was sent.
    pub prompt: String,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaintainEnd {
    /// Nothing more is due now.
    Done,
    /// Cancelled, or the budget is used up: there is more to do.
    Preempted,
}

/// The result of making one summary.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It is stored and in force.
    Made(Box<Summary>),
    /// It was not made, and nothing has changed.
    NotMade(NotMade),
}

impl<S: Store, H: Host> Session<S, H> {
    /// Does what is due, each job under the effective settings of its conversation, in this order: the index of recall,
    /// compression and the limit on stored messages of every conversation, titles, facts, the summaries of the last
    /// days, those of the last weeks. Skips deleted and temporary conversations and those whose background work another provider does.
    ///
    /// A refused job waits for a while ([`Maintenance::not_before`]) and does not block the others. Neither does a conversation
    /// that is erased meanwhile or cannot be read. See the
    /// [module](self) for the lock that the caller holds.
    ///
    /// # Errors
    /// [`Error::Store`]. What was stored before the error stays.
    pub async fn maintain<M: ChatModel>(
        &self,
        model: &M,
        provider: &Provider,
        control: &MaintainControl,
        observer: &dyn Fn(MaintainEvent),
    ) -> Result<MaintainEnd, Error> {
        let settings = self.settings().await?;
        let run = self.begin_run(model, provider, settings, control, observer).await?;
        let end = self.run_jobs(&run).await;
        observer(MaintainEvent::Idle);
        end
    }

    async fn run_jobs<M: ChatModel>(&self, run: &Run<'_, M>) -> Result<MaintainEnd, Error> {
        self.discard_expired(&run.settings).await?;
        self.remove_loose_chunks(run.cancel()).await?;
        if run.settings.recall.enabled {
            self.keep_readable_index(run.cancel()).await?;
        }
        let readable = self.readable_by(run.reader(), &run.settings).await?;
        for one in readable.iter().filter(|one| !one.conversation.temporary) {
            if end_of_one(self.maintain_messages(run, one).await)? == MaintainEnd::Preempted {
                return Ok(MaintainEnd::Preempted);
            }
        }
        for Readable { conversation, settings, .. } in &readable {
            let run = run.under(settings.clone());
            if end_of_one(self.maintain_title(&run, conversation).await)? == MaintainEnd::Preempted {
                return Ok(MaintainEnd::Preempted);
            }
        }
        for one in readable.iter().filter(|one| !one.conversation.temporary && !saves_facts(one)) {
            let run = run.under(one.settings.clone());
            if end_of_one(self.maintain_facts(&run, one.conversation.id).await)? == MaintainEnd::Preempted {
                return Ok(MaintainEnd::Preempted);
            }
        }
        let conversations = readable.into_iter().map(|one| (one.conversation, one.settings)).collect();
        self.maintain_days(run, conversations).await
    }

    /// Compresses a conversation, and then enforces its limit on stored messages.
    async fn maintain_messages<M: ChatModel>(&self, run: &Run<'_, M>, one: &Readable) -> Result<MaintainEnd, Error> {
        let (id, run) = (one.conversation.id, run.under(one.settings.clone()));
        if self.may_begin(&run, id).await?
            && self.maintain_compression(&run, &one.replying, id).await? == MaintainEnd::Preempted
        {
            return Ok(MaintainEnd::Preempted);
        }
        self.enforce_storage(id, &one.settings).await?;
        Ok(MaintainEnd::Done)
    }

    /// Updates the index of recall. With a record that cannot be read it stays as it is, and the other work goes on.
    async fn keep_readable_index(&self, cancel: &Cancel) -> Result<(), Error> {
        match self.keep_index(cancel).await {
            Err(StoreError::Damaged { .. }) => Ok(()),
            kept => Ok(kept?),
        }
    }

    /// All unfinished background work: what was refused and why, and what is partly done.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn maintenance(&self) -> Result<Vec<Maintenance>, Error> {
        let mut all = self.all_maintenance().await?;
        all.retain(|one| !one.is_log_alone());
        Ok(all)
    }

    /// The background requests sent in all conversations that still exist, newest first: the last
    /// [`MOST_SENT`](crate::maintenance::sent::MOST_SENT) requests of each job.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn background_requests(&self) -> Result<Vec<(Job, SentRequest)>, Error> {
        Ok(newest_first(self.all_maintenance().await?))
    }

    async fn all_maintenance(&self) -> Result<Vec<Maintenance>, Error> {
        let records = self.store.records(Kind::Maintenance).await?.into_iter();
        Ok(records
            .filter_map(|record| if let Record::Maintenance(found) = record { Some(found) } else { None })
            .collect())
    }

    pub(super) async fn maintenance_of(&self, job: Job) -> Result<Maintenance, Error> {
        match self.store.record(RecordKey::Maintenance(job)).await? {
            Some(Record::Maintenance(found)) => Ok(found),
            _ => Ok(Maintenance::new(job)),
        }
    }
}

/// How the work on one conversation ended. One that was erased meanwhile, or that cannot be read, stops no work on others.
fn end_of_one(end: Result<MaintainEnd, Error>) -> Result<MaintainEnd, Error> {
    match end {
        Err(Error::NoConversation | Error::Store(StoreError::Damaged { .. })) => Ok(MaintainEnd::Done),
        end => end,
    }
}

/// Whether the model that replies in a conversation is offered the tool that saves facts.
fn saves_facts(one: &Readable) -> bool {
    one.replying.has_tools && one.settings.tools.iter().any(|tool| tool == Tool::SaveUserFact.name())
}
