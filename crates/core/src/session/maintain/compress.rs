//! Automatic compression: on limit, periodic, rebuilding stale summaries, and merging the oldest summaries into one.

use super::{
    Halt, MaintainEnd, NotMade, Outcome,
    halt::if_made,
    make::{Order, OrderPart, language},
    run::Run,
};
use crate::{
    branch::Sequence,
    compile::{LayerKind, OmittedReason, Outgoing, RecallState, compile},
    digest::Digest,
    error::Error,
    host::Host,
    id::ConversationId,
    maintenance::Job,
    manifest::SourceId,
    message::Message,
    model::ChatModel,
    prompt::{Prompt, text},
    provider::Provider,
    session::Session,
    settings::Settings,
    snapshot::Snapshot,
    store::Store,
    summary::{
        Coverage, Summary, SummaryKind,
        compression::{KEPT_APART, MOST_IN_FORCE, is_on, tail, target},
        coverage::{compressed, extent, mergeable, next_edge, starts, to_cover, to_rebuild, turn_after, turn_before},
        sources::{source, sources},
    },
};
use std::{collections::HashMap, ops::Range};

/// Number of messages read past the end of a span to find the start of the next turn.
const LOOKAHEAD: Sequence = 50;
/// Upper bound on summaries of one conversation in one run. Never reached in practice; it ends the loop after a bug.
pub(super) const MOST_IN_A_RUN: usize = 100;

/// Who makes a summary.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    /// The model of the run.
    Model,
    /// No model: the summary consists of sentences of the messages.
    Extracts,
}

/// Where the end of a span may be moved to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    /// The start of the next turn, because everything outside the window must be covered; but not past a place where
    /// another summary begins or ends.
    After,
    /// The start of the last turn before it: what follows must stay uncompressed.
    Before,
    /// Nowhere else: another summary begins there, or one ended there.
    Exactly,
}

impl<S: Store, H: Host> Session<S, H> {
    /// Compresses what is due in one conversation; `replying` is the provider that replies in it.
    pub(super) async fn maintain_compression<M: ChatModel>(
        &self,
        run: &Run<'_, M>,
        replying: &Provider,
        id: ConversationId,
    ) -> Result<MaintainEnd, Error> {
        let mut passed_over = self.maintenance_of(Job::Compression(id)).await?.passed_over_by(&run.provider.model);
        for _ in 0..MOST_IN_A_RUN {
            let next = self.next_compression(&run.settings, replying, By::Model, id, &passed_over).await?;
            let Some(order) = next else { break };
            if !self.may_make(run, &order).await? {
                break;
            }
            match self.make(run, &order).await? {
                Outcome::Made(_) => {}
                Outcome::NotMade(NotMade::Stopped) => return Ok(MaintainEnd::Preempted),
                // The others do not wait for it.
                Outcome::NotMade(NotMade::Twice(_)) => passed_over.push(order.digest()),
                Outcome::NotMade(_) => break,
            }
        }
        Ok(MaintainEnd::Done)
    }

    /// The next compression that is due in one conversation, without those in `passed_over`; `provider` is the one that
    /// replies in it.
    pub(super) async fn next_compression(
        &self,
        settings: &Settings,
        provider: &Provider,
        by: By,
        id: ConversationId,
        passed_over: &[Digest],
    ) -> Result<Option<Order>, Error> {
        let Some(snapshot) = self.store.snapshot(id, 1).await? else {
            return Ok(None);
        };
        let maintenance = self.maintenance_of(Job::Compression(id)).await?;
        let next = snapshot.next_place().sequence;
        let temporary = snapshot.conversation.temporary;
        // A model's refusal does not hold back compression without a model.
        let waits = by == By::Model && maintenance.is_waiting(self.host.now().at);
        if temporary || maintenance.is_before(next) || waits {
            return Ok(None);
        }
        let kept_from = next.saturating_sub(tail(settings));
        let again = to_rebuild(&snapshot).into_iter().map(|range| match range.end > kept_from {
            true => (range.start..kept_from, Cut::Before),
            false => (range, Cut::Exactly),
        });
        let mut spans: Vec<(Range<Sequence>, Cut)> = again.collect();
        if is_on(settings) {
            let window_from = self.window_from(id, provider).await?;
            if let Some(to) = target(&snapshot, settings, window_from) {
                let base = snapshot.boundary().unwrap_or(0);
                spans.extend(to_cover(&snapshot, base..to).into_iter().map(|range| {
                    let cut = if range.end == to { Cut::After } else { Cut::Exactly };
                    (range, cut)
                }));
            }
        }
        let may_be_made = |order: &Order| passed_over.is_empty() || !passed_over.contains(&order.digest());
        for (span, cut) in spans {
            let order = if_made(self.compression_order(&snapshot, settings, span, cut).await)?;
            if let Some(order) = order.filter(may_be_made) {
                return Ok(Some(order));
            }
        }
        if by == By::Model && is_on(settings) {
            for extract in compressed(&snapshot).into_iter().filter(|(summary, _)| summary.is_extract()) {
                // A summary by the model replaces one made without a model.
                let order = self.order_in_place_of(&snapshot, settings, &[extract]).await?;
                if let Some(order) = order.filter(may_be_made) {
                    return Ok(Some(order));
                }
            }
        }
        Ok(self.merge_order(&snapshot, settings, by).await?.filter(may_be_made))
    }

    /// The order that compresses a span of the active branch.
    pub(super) async fn compression_order(
        &self,
        snapshot: &Snapshot,
        settings: &Settings,
        span: Range<Sequence>,
        cut: Cut,
    ) -> Result<Order, Halt> {
        let id = snapshot.conversation.id;
        if span.is_empty() {
            return Err(NotMade::TooShort.into());
        }
        let reach = span.end.saturating_add(LOOKAHEAD);
        let mut begun = Vec::new();
        let take = |page: &[Message]| {
            begun.extend(starts(page));
            sources(page, snapshot.boundary(), &snapshot.marks)
        };
        let mut inputs = self.read_span(id, span.start..reach, take).await?;
        let end = match cut {
            Cut::Exactly => Some(span.end),
            Cut::Before => turn_before(&begun, span.start, span.end),
            Cut::After => {
                begun.extend(next_edge(snapshot, span.end).filter(|edge| *edge <= reach));
                turn_after(&begun, span.end).or_else(|| turn_before(&begun, span.start, span.end))
            }
        };
        let Some(to) = end else {
            return Err(NotMade::TooShort.into());
        };
        inputs.retain(|input| input.sequence < to);
        let branch = snapshot.conversation.active_branch;
        let template = settings.compression.prompt_template.clone();
        let coverage = Coverage { conversation: id, branch, from: span.start, to };
        let order = Order {
            job: Job::Compression(id),
            kind: SummaryKind::Compressed,
            conversation: Some(id),
            project: None,
            coverage: vec![coverage],
            parts: vec![OrderPart::new(coverage, &inputs)],
            template: template.unwrap_or_else(|| text(Prompt::Compression, language(&inputs)).to_owned()),
            inputs,
            replaces: Vec::new(),
            max_tokens: settings.compression.max_tokens,
            target: settings.compression.output_target,
            priority: settings.compression.priority,
            asked: None,
        };
        if order.is_too_short() { Err(NotMade::TooShort.into()) } else { Ok(order) }
    }

    /// Merges the oldest summaries when there are too many: they are made again as one, from their messages. Summaries
    /// whose messages are no longer stored are left alone, because no summary is ever made from summaries alone.
    async fn merge_order(&self, snapshot: &Snapshot, settings: &Settings, by: By) -> Result<Option<Order>, Error> {
        let in_force = compressed(snapshot);
        if in_force.len() <= MOST_IN_FORCE {
            return Ok(None);
        }
        let Some(oldest) = mergeable(snapshot, &in_force[..in_force.len() - KEPT_APART]) else {
            return Ok(None);
        };
        // Text that a model or a person wrote is never replaced by extracted sentences.
        if by == By::Extracts && !oldest.iter().all(|(summary, _)| summary.is_extract()) {
            return Ok(None);
        }
        self.order_in_place_of(snapshot, settings, oldest).await
    }

    /// The order that makes one summary from the messages of several that are in force. `None`: their messages are no
    /// longer stored.
    async fn order_in_place_of(
        &self,
        snapshot: &Snapshot,
        settings: &Settings,
        oldest: &[(&Summary, Coverage)],
    ) -> Result<Option<Order>, Error> {
        let (from, to) = extent(oldest);
        let take = |page: &[Message]| page.iter().map(source).map(|source| (source.message, source.digest)).collect();
        let stored: HashMap<_, _> =
            self.read_span(snapshot.conversation.id, from..to, take).await?.into_iter().collect();
        let mut of_oldest = oldest.iter().flat_map(|(summary, _)| &summary.sources);
        if !of_oldest.all(|source| stored.get(&source.message) == Some(&source.digest)) {
            return Ok(None);
        }
        let order = if_made(self.compression_order(snapshot, settings, from..to, Cut::Exactly).await)?;
        let replaces = oldest.iter().map(|(summary, _)| (*summary).clone()).collect();
        // The merged summary inherits the highest priority, so what the user values stays valued.
        let priority = oldest.iter().map(|(summary, _)| u32::from(summary.priority)).max().unwrap_or_default();
        Ok(order.map(|order| Order { replaces, priority, ..order }))
    }

    /// The start of the window, derived from what `compile` omits for lack of room; `None`: nothing is omitted, or
    /// there is no window because the system prompt alone does not fit.
    async fn window_from(&self, id: ConversationId, provider: &Provider) -> Result<Option<Sequence>, Error> {
        let mut outgoing = Outgoing::text("");
        let (settings, snapshot) = self.resolve_inputs(id, provider, &mut outgoing).await?;
        if self.recalls(&settings) {
            // The window leaves room for what is recalled.
            outgoing.recall = RecallState::Ready;
        }
        let Ok(compiled) = compile(&snapshot, &outgoing, &settings, provider, &self.now(&settings)) else {
            return Ok(None);
        };
        let left_out = compiled.omitted.iter().filter(|omitted| {
            omitted.layer == LayerKind::Window
                && matches!(omitted.reason, OmittedReason::MessageLimit | OmittedReason::Budget)
        });
        let ends = left_out.flat_map(|omitted| {
            let sources = &omitted.sources;
            let loaded = snapshot.messages.iter().filter(|message| sources.contains(&SourceId::Message(message.id)));
            let last = loaded.map(|message| message.sequence + 1).max();
            // Messages before the loaded ones are omitted without being named.
            let unnamed = snapshot.messages.first().filter(|_| sources.is_empty()).map(|first| first.sequence);
            [last, unnamed]
        });
        Ok(ends.flatten().max())
    }
}
