//! Idle work: compression, facts, and the summaries of days, one job after the other, none of them on the path of a reply.
//!
//! **One maker at a time.** Whoever calls [`Session::maintain`], or one of the commands that make a summary, holds a lock
//! that all tabs share (in a browser the Web Lock `ricordo-maintain`); nothing here guards against a second one. The caller
//! cancels it when a turn starts: it gives way at once and goes on next time where it was.
//!
//! What is made is stored in steps that each leave everything whole. Every answer of a model is stored when it is there;
//! the summary takes the place of the old one in one transaction, so a crash leaves the old one in force, and the next
//! run asks only for what is missing.
//!
//! `without_model` does what can be done where the model in the page answers, `run` holds what one run may spend and asks the model, `make` makes one summary, `compress`, `days`, `title` and
//! `extract` know what is to be made, `span` reads what it is made from, `commands` holds `/compress`, `/uncompress` and
//! `/summarize`, `storage` the limit on stored messages, `consent` what is asked before something is sent, `readers` who may read which conversation, `counted` what it used, `list` shows what there is and `ahead` what comes next, `edit` and
//! `rebuild` hold what a person does with one.

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

use super::Session;
use crate::{
    cancel::Cancel,
    consent::{Asking, Question},
    error::Error,
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
};
use readers::Readable;
use run::Run;

/// How a page steers idle work, and how much one run may cost. Clones steer the same run.
#[derive(Clone, Debug)]
pub struct MaintainControl {
    /// Makes it give way: raised when a turn starts.
    pub cancel: Cancel,
    /// The most requests of one run. Default: 20.
    pub max_requests: u32,
    /// After so many tokens of prompts and answers no further request is made in this run, by our estimate. Default: 100,000.
    pub max_tokens: u64,
    /// Where it may begin, and that it asks before it sends what a person may not expect ([`MaintainEvent::Asks`]); `None`:
    /// everywhere, and it asks nothing, because whoever calls it has been asked.
    pub asking: Option<Asking>,
    /// Who answers, where the provider of the run works in its place and the stored settings know of neither. Default:
    /// `None`, whoever was chosen by the settings or a conversation, or the provider of the run.
    pub answers: Option<Provider>,
}

impl Default for MaintainControl {
    fn default() -> Self {
        Self { cancel: Cancel::default(), max_requests: 20, max_tokens: 100_000, asking: None, answers: None }
    }
}

/// What a page is told of idle work: the state it is in now.
#[derive(Clone, Debug, PartialEq)]
pub enum MaintainEvent {
    /// Nothing is being made.
    Idle,
    /// The model is being asked.
    Running {
        /// For what.
        job: Job,
        /// How many of its questions are answered.
        done: u32,
        /// About how many there are.
        of: u32,
    },
    /// It waits for an answer ([`Session::answer_consent`]), and nothing was sent.
    Asks(Box<Question>),
    /// A request was sent.
    Sent(Box<BackgroundRequest>),
    /// Facts that were found and kept unasked took the place of memories, which are in the archive now.
    MadeRoom {
        /// The conversation in which it can be undone.
        conversation: ConversationId,
        /// What is kept now.
        kept: Vec<Memory>,
        /// What made room.
        archived: Vec<Memory>,
    },
    /// It was refused or failed; what was before stays in force.
    Refused {
        /// What.
        job: Job,
        /// Why.
        why: NotMade,
        /// It is not tried again before; `None`: not by itself, unless another model answers.
        again_at: Option<Timestamp>,
    },
    /// It is done and stored.
    Finished {
        /// What.
        job: Job,
        /// The new summary; none for [`Job::Extraction`] and [`Job::Title`].
        summary: Option<Box<Summary>>,
    },
}

/// A request of idle work, as it was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackgroundRequest {
    /// For what.
    pub job: Job,
    /// When, to whom and how much.
    pub sent: SentRequest,
    /// The prompt: all that was sent.
    pub prompt: String,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaintainEnd {
    /// Nothing more is due now.
    Done,
    /// It was cancelled, or its budget is used up: there is more to do.
    Preempted,
}

/// What came of one summary.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It is stored and in force.
    Made(Box<Summary>),
    /// It was not made, and nothing has changed.
    NotMade(NotMade),
}

impl<S: Store, H: Host> Session<S, H> {
    /// Does what is due, each job under the effective settings of the conversation it works on, in this order: compression and the limit on stored messages of every conversation, titles, facts,
    /// the summaries of the last days, those of the last weeks. Nothing is made of temporary or deleted conversations, nor of
    /// those that another provider answers.
    ///
    /// A job that a model refused is left alone for a while ([`Maintenance::not_before`]) and does not hold up the others. See
    /// the [module](self) for the lock that the caller holds.
    ///
    /// # Errors
    /// [`Error::Store`]. What was stored before it stays.
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
        let readable = self.readable_by(run.reader(), &run.settings).await?;
        for Readable { conversation, settings, answers } in readable.iter().filter(|one| !one.conversation.temporary) {
            let run = run.under(settings.clone());
            if self.may_begin(&run, conversation.id).await?
                && self.keep_compressed(&run, answers, conversation.id).await? == MaintainEnd::Preempted
            {
                return Ok(MaintainEnd::Preempted);
            }
            self.enforce_storage(conversation.id, settings).await?;
        }
        for Readable { conversation, settings, .. } in &readable {
            if self.keep_title(&run.under(settings.clone()), conversation).await? == MaintainEnd::Preempted {
                return Ok(MaintainEnd::Preempted);
            }
        }
        for one in readable.iter().filter(|one| !one.conversation.temporary && !one.answers.has_tools) {
            let run = run.under(one.settings.clone());
            if self.keep_facts(&run, one.conversation.id).await? == MaintainEnd::Preempted {
                return Ok(MaintainEnd::Preempted);
            }
        }
        let conversations = readable.into_iter().map(|one| (one.conversation, one.settings)).collect();
        self.keep_days(run, conversations).await
    }

    /// Where all idle work stands that is not finished: what was refused and why, and what is half done.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn maintenance(&self) -> Result<Vec<Maintenance>, Error> {
        let mut all = self.all_maintenance().await?;
        all.retain(|one| !one.is_log_alone());
        Ok(all)
    }

    /// What idle work has sent, in all conversations that are still there, the newest first: the last
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
