//! Makes one summary: asks until there is one text, checks that its sources are unchanged, and replaces the old summary
//! in one transaction.

use super::{Halt, MaintainEvent, NotMade, Outcome, run::Run};
use crate::{
    accept::Refusal,
    branch::shared_until,
    change::Change,
    consent::Answer,
    digest::Digest,
    error::{Error, ModelError, ModelErrorKind},
    host::Host,
    id::{ConversationId, ProjectId, SummaryId},
    maintenance::{FinishedChunk, Job, Maintenance, PartSize, Progress},
    mark::MarkKind,
    message::Message,
    model::ChatModel,
    prompt::{PROMPT_VERSION, Prompt, TemplateError, language_of, text},
    record::{Record, RecordKey},
    session::Session,
    settings::Language,
    store::Store,
    summary::{
        Coverage, HIGHEST_PRIORITY, Maker, OutputTarget, Summary, SummaryKind,
        chunks::chunks,
        compression::LEAST_SOURCE_TOKENS,
        plan::{Next, Work},
        sources::{SourceMessage, source},
    },
    tokens::estimate,
    undo::UndoneCommand,
};
use ricordo_text::extractive::by_worth;
use std::collections::HashMap;

/// How often a source is cut into shorter chunks because the model reports a context overflow.
const HALVINGS: u32 = 3;
/// Number of sources that the language is detected from.
const LANGUAGE_SAMPLE: usize = 100;
/// Characters of each of them that show how a model counts them.
const SAMPLED_CHARACTERS: usize = 200;

/// A summary to make.
pub(super) struct Order {
    pub(super) job: Job,
    pub(super) kind: SummaryKind,
    pub(super) conversation: Option<ConversationId>,
    /// The project whose conversations it covers, if it covers several of one.
    pub(super) project: Option<ProjectId>,
    pub(super) coverage: Vec<Coverage>,
    /// What it covers of each conversation, the one with the newest message first.
    pub(super) parts: Vec<OrderPart>,
    /// Its sources; they contain text.
    pub(super) inputs: Vec<SourceMessage>,
    /// The summaries that it replaces.
    pub(super) replaces: Vec<Summary>,
    /// The prompt template for a chunk.
    pub(super) template: String,
    pub(super) max_tokens: u32,
    pub(super) target: OutputTarget,
    /// 0 to 100.
    pub(super) priority: u32,
    /// The conversation in which the user asked for it, so that it can be undone there, and the command that Undo
    /// names.
    pub(super) asked: Option<(ConversationId, UndoneCommand)>,
}

/// What a summary covers of one conversation.
pub(super) struct OrderPart {
    pub(super) coverage: Coverage,
    pub(super) messages: u32,
    /// The size of the messages.
    pub(super) tokens: u64,
}

impl OrderPart {
    pub(super) fn new(coverage: Coverage, inputs: &[SourceMessage]) -> Self {
        let messages = u32::try_from(inputs.len()).unwrap_or(u32::MAX);
        Self { coverage, messages, tokens: inputs.iter().map(size).sum() }
    }

    /// The parts of a summary of several conversations, the one with the newest message first.
    pub(super) fn newest_first(found: &[(Vec<SourceMessage>, Coverage)]) -> Vec<Self> {
        let mut found: Vec<_> = found.iter().collect();
        ricordo_text::small_sort::by_key(&mut found, |(inputs, coverage)| {
            std::cmp::Reverse((inputs.last().map(|input| input.at), coverage.conversation))
        });
        found.into_iter().map(|(inputs, coverage)| Self::new(*coverage, inputs)).collect()
    }
}

impl Order {
    /// The conversation in which usage is counted; of several, the most recent one.
    pub(super) fn place(&self) -> Option<ConversationId> {
        self.parts.first().map(|part| part.coverage.conversation)
    }

    /// The size of the source, in tokens.
    pub(super) fn source_tokens(&self) -> u64 {
        self.sizes().sum()
    }

    pub(super) fn is_too_short(&self) -> bool {
        // Stops at the threshold: there may be a hundred thousand inputs.
        let mut sum = 0;
        !self.sizes().any(|size| {
            sum += size;
            sum >= LEAST_SOURCE_TOKENS
        })
    }

    /// Names it among those that a model gave up: what is asked for, and of which texts.
    pub(super) fn digest(&self) -> Digest {
        let sources = self.inputs.iter().map(|input| input.source.digest);
        sources.fold(Digest::of(self.template.as_bytes()), |digest, source| digest.with(&source.0.to_le_bytes()))
    }

    fn sizes(&self) -> impl Iterator<Item = u64> {
        self.inputs.iter().map(size)
    }
}

/// The size of a source, in tokens.
fn size(input: &SourceMessage) -> u64 {
    u64::from(input.tokens.min(input.text_tokens.saturating_add(4)))
}

/// Converts a priority for a record; clamps it to the highest.
pub(super) fn as_priority(priority: u32) -> u8 {
    u8::try_from(priority.min(HIGHEST_PRIORITY)).unwrap_or(u8::MAX)
}

/// Takes a summary out of force; it is kept among the replaced ones.
pub(in crate::session) fn replaced(summary: Summary) -> Vec<Change> {
    vec![
        Change::Remove(RecordKey::Summary(summary.conversation, summary.id)),
        Change::Put(Record::ReplacedSummary(summary)),
    ]
}

/// Whether the user revoked an answer while the work went on, or refused it since.
fn is_withdrawn(before: &[Option<Answer>], now: &[Option<Answer>]) -> bool {
    before.iter().zip(now).any(|(before, now)| before != now && *now != Some(Answer::Allowed))
}

/// The language of the messages.
pub(super) fn language(inputs: &[SourceMessage]) -> Language {
    language_of(inputs.iter().take(LANGUAGE_SAMPLE).map(|input| input.text.as_str()))
}

/// Some of the messages, from all over them.
pub(super) fn sample(inputs: &[SourceMessage]) -> String {
    sampled(inputs.iter().map(|input| input.text.as_str()))
}

/// Some of the texts, from all over them.
pub(super) fn sampled<'a>(texts: impl ExactSizeIterator<Item = &'a str>) -> String {
    let step = texts.len().div_ceil(LANGUAGE_SAMPLE).max(1);
    texts.step_by(step).flat_map(|text| text.chars().take(SAMPLED_CHARACTERS).chain(['\n'])).collect()
}

/// Cuts the sources for a model that takes `chunk_tokens` at a time. Finished chunks keep their boundaries: only the
/// rest is cut to a new size, when the token count of the model changed or the model found a chunk too long.
fn cut(
    order: &Order,
    chunk_tokens: u32,
    merge_template: &str,
    maintenance: &mut Maintenance,
) -> Result<Work, TemplateError> {
    if maintenance.finished.is_empty() {
        maintenance.part_sizes.clear();
    }
    let mut work = Work {
        chunks: chunks(&order.inputs, &maintenance.part_sizes),
        chunk_tokens,
        max_tokens: order.max_tokens,
        template: order.template.clone(),
        merge_template: merge_template.to_owned(),
    };
    if maintenance.part_sizes.last().is_none_or(|last| last.tokens != chunk_tokens) {
        let answered = if maintenance.part_sizes.is_empty() { 0 } else { work.answered(&maintenance.finished)? };
        let from = u32::try_from(answered).unwrap_or(u32::MAX);
        maintenance.part_sizes.retain(|size| size.from < from);
        maintenance.part_sizes.push(PartSize { from, tokens: chunk_tokens });
        work.chunks = chunks(&order.inputs, &maintenance.part_sizes);
    }
    Ok(work)
}

impl<S: Store, H: Host> Session<S, H> {
    /// Makes the summary, resuming where it was left. A refusal is stored, reported and retried later; a stop is not a
    /// refusal.
    pub(super) async fn make<M: ChatModel>(&self, run: &Run<'_, M>, order: &Order) -> Result<Outcome, Error> {
        let mut maintenance = self.maintenance_of(order.job).await?;
        let rejected = maintenance.rejected.clone();
        let made = match self.text_of_order(run, order, &mut maintenance).await {
            Ok(text) if u64::from(estimate(&text)) >= order.source_tokens() => {
                Outcome::NotMade(NotMade::Answer(Refusal::NotSmaller))
            }
            Ok(text) => self.accept(order, text, Maker::Model(run.provider.model.clone())).await?,
            Err(halt) => halt.outcome()?,
        };
        match &made {
            Outcome::Made(summary) => {
                run.tell(MaintainEvent::Finished { job: order.job, summary: Some(summary.clone()) });
            }
            Outcome::NotMade(NotMade::Stopped) => {}
            Outcome::NotMade(why @ NotMade::Twice(_)) if matches!(order.job, Job::Compression(_)) => {
                let is_new = maintenance.pass_over(order.digest(), &run.provider.model);
                // If it was given up before, that was reported then.
                if maintenance.rejected != rejected {
                    self.note_refusal(run, maintenance, why).await?;
                } else if is_new {
                    self.store.apply(vec![Change::Put(Record::Maintenance(maintenance))]).await?;
                }
            }
            Outcome::NotMade(NotMade::Twice(_)) if maintenance.rejected == rejected => {}
            Outcome::NotMade(why) => self.note_refusal(run, maintenance, why).await?,
        }
        Ok(made)
    }

    pub(super) async fn note_refusal<M: ChatModel>(
        &self,
        run: &Run<'_, M>,
        mut maintenance: Maintenance,
        why: &NotMade,
    ) -> Result<(), Error> {
        if let Some(id) = maintenance.job.conversation()
            && self.store.record(RecordKey::Conversation(id)).await?.is_none()
        {
            // It was erased meanwhile, and the state of its jobs with it.
            return Ok(());
        }
        if *why == NotMade::Changed {
            // The answers may contain erased text.
            maintenance.finished.clear();
        }
        match why {
            NotMade::Twice(_) | NotMade::NoTitle(_) => maintenance.rest(why.clone()),
            _ => maintenance.refuse(why.clone(), self.host.now().at),
        }
        if matches!(maintenance.job, Job::Extraction(_) | Job::Compression(_)) {
            // A switch of branches or `/clear` may have changed them since.
            let Maintenance { progress, left, .. } = self.maintenance_of(maintenance.job).await?;
            (maintenance.progress, maintenance.left) = (progress, left);
        }
        self.store.apply(vec![Change::Put(Record::Maintenance(maintenance.clone()))]).await?;
        run.tell(MaintainEvent::Refused { job: maintenance.job, why: why.clone(), again_at: maintenance.again_at() });
        Ok(())
    }

    async fn text_of_order<M: ChatModel>(
        &self,
        run: &Run<'_, M>,
        order: &Order,
        maintenance: &mut Maintenance,
    ) -> Result<String, Halt> {
        let merge_template = text(Prompt::Merge, language(&order.inputs));
        let mut chunk_tokens = run.source_tokens(&[&order.template, merge_template], &sample(&order.inputs));
        let mut halvings = 0;
        loop {
            let work = cut(order, chunk_tokens, merge_template, maintenance)?;
            let worked = self.work(run, order, &work, maintenance).await;
            let too_long = |error: &ModelError| error.kind == ModelErrorKind::ContextOverflow;
            match &worked {
                Err(Halt::NotMade(NotMade::Model(error)))
                    if too_long(error) && halvings < HALVINGS && !run.is_over() =>
                {
                    halvings += 1;
                    chunk_tokens /= 2;
                }
                _ => return worked,
            }
        }
    }

    /// Asks chunk by chunk and stores each answer, until the text is complete.
    async fn work<M: ChatModel>(
        &self,
        run: &Run<'_, M>,
        order: &Order,
        work: &Work,
        maintenance: &mut Maintenance,
    ) -> Result<String, Halt> {
        let consents = self.consents(run, order).await?;
        loop {
            let question = match work.next(&maintenance.finished)? {
                Next::Done(text) => return Ok(text),
                Next::Ask(question) => question,
            };
            let model = &run.provider.model;
            // A request of the user is sent even if the model was given up for this chunk.
            if let Some(why) = maintenance.given_up(question.key, model).filter(|_| order.asked.is_none()) {
                return Err(NotMade::Twice(why).into());
            }
            if run.is_over() || is_withdrawn(&consents, &self.consents(run, order).await?) {
                return Err(NotMade::Stopped.into());
            }
            run.begin(order.job, order.place(), question.done, question.of);
            match self.ask(run, maintenance, &question).await {
                Ok(text) => maintenance.finished.push(FinishedChunk { sources: question.key, text }),
                Err(Halt::NotMade(NotMade::Answer(why))) => {
                    let once_more = maintenance.reject(question.key, model, why) || order.asked.is_some();
                    return Err(if once_more { NotMade::Answer(why) } else { NotMade::Twice(why) }.into());
                }
                Err(halt) => return Err(halt),
            }
            if !self.holds(order).await? {
                return Err(NotMade::Changed.into());
            }
            self.store.apply(vec![Change::Put(Record::Maintenance(maintenance.clone()))]).await?;
        }
    }

    /// Replaces the old summaries by the text, if its sources are unchanged.
    pub(super) async fn accept(&self, order: &Order, text: String, maker: Maker) -> Result<Outcome, Error> {
        if !self.holds(order).await? {
            return Ok(Outcome::NotMade(NotMade::Changed));
        }
        let at = self.host.now().at;
        let summary = Summary {
            id: SummaryId::new(at, self.host.random()),
            kind: order.kind,
            conversation: order.conversation,
            tokens: estimate(&text),
            lines_by_worth: if maker == Maker::Extractive { by_worth(&text) } else { Vec::new() },
            text,
            coverage: order.coverage.clone(),
            sources: order.inputs.iter().map(|input| input.source).collect(),
            branched_away: Vec::new(),
            forgotten_in: Vec::new(),
            muted_in: Vec::new(),
            moved_out: Vec::new(),
            project: order.project,
            maker,
            prompt_version: PROMPT_VERSION,
            tokens_before: order.inputs.iter().map(|input| u64::from(input.tokens)).sum(),
            target: order.target,
            priority: as_priority(order.priority),
            created_at: at,
            edited_at: None,
        };
        let mut changes = Vec::new();
        let mut kept_out = None;
        for old in &order.replaces {
            changes.extend(replaced(old.clone()));
            kept_out = self.kept_out_as(old, &summary).await?.or(kept_out);
        }
        changes.push(Change::Add(Record::Summary(summary.clone())));
        changes.extend(kept_out);
        changes.extend(order.asked.map(|(id, command)| Change::AddUndo(self.undo_entry(id, command))));
        // After the undo entry, so that undo does not bring back the record of failed attempts.
        let maintenance = self.maintenance_of(order.job).await?.done();
        changes.push(match maintenance.progress {
            Progress::None if maintenance.sent.is_empty() => Change::Remove(RecordKey::Maintenance(order.job)),
            _ => Change::Put(Record::Maintenance(maintenance)),
        });
        let back = self.apply_command(changes).await?;
        // A source may have been erased between the check and the write. Erased text must stay in no summary.
        if !self.holds(order).await? {
            // Erasing after the write took the summary along, with those that it replaces: they must not come back.
            if self.store.record(Record::Summary(summary).key()).await?.is_some() {
                self.store.apply(back).await?;
            }
            return Ok(Outcome::NotMade(NotMade::Changed));
        }
        Ok(Outcome::Made(Box::new(summary)))
    }

    /// Whether all sources exist, unchanged, on the active branch, neither forgotten nor muted, in conversations of the
    /// same project that are not deleted.
    async fn holds(&self, order: &Order) -> Result<bool, Error> {
        let mut found = HashMap::new();
        for coverage in &order.coverage {
            let Some(snapshot) = self.store.snapshot(coverage.conversation, 0).await? else {
                return Ok(false);
            };
            let shared = shared_until(&snapshot.branches, coverage.branch, snapshot.conversation.active_branch);
            let forgotten = snapshot.boundary().is_some_and(|boundary| boundary > coverage.from);
            let has_moved = order.conversation.is_none() && snapshot.conversation.project != order.project;
            let is_gone = snapshot.conversation.temporary || snapshot.conversation.deleted_at.is_some();
            if shared < coverage.to || forgotten || has_moved || is_gone {
                return Ok(false);
            }
            let take = |page: &[Message]| {
                let active = page.iter().filter(|message| snapshot.mark(message.id) != Some(MarkKind::Muted));
                active.map(source).map(|source| (source.message, source.digest)).collect()
            };
            found.extend(self.read_span(coverage.conversation, coverage.from..coverage.to, take).await?);
        }
        Ok(order.inputs.iter().all(|input| found.get(&input.source.message) == Some(&input.source.digest)))
    }
}
