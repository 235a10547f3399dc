//! `/compress`, `/uncompress` and `/summarize`: runs at once what the user asks for, whatever was refused before.

use super::{
    Halt, MaintainControl, MaintainEvent, NotMade, Outcome,
    compress::Cut,
    days::shared_by,
    edit::without_compressed,
    make::{Order, replaced},
    readers::Reader,
    run::Run,
};
use crate::{
    branch::Sequence,
    change::Change,
    error::Error,
    host::Host,
    id::ConversationId,
    maintenance::Job,
    model::ChatModel,
    provider::Provider,
    session::Session,
    settings::Settings,
    store::Store,
    summary::{
        Maker, Summary, SummaryKind,
        compression::tail,
        coverage::{compressed, to_cover},
        due::{Due, since},
    },
    undo::UndoneCommand,
};
use ricordo_text::extractive::{Utterance, extract, extract_all};
use std::ops::Range;

/// The longest compressed history that is made without a model, in tokens.
const MOST_KEPT: u32 = 8_192;

impl<S: Store, H: Host> Session<S, H> {
    /// Compresses a conversation now, all but the last messages: as many as the short-term window holds, or 10 without
    /// a window. Can be undone. The caller holds the lock described in the [module](super).
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`]. Any other obstacle is an [`Outcome::NotMade`].
    pub async fn compress<M: ChatModel>(
        &self,
        model: &M,
        provider: &Provider,
        id: ConversationId,
        control: &MaintainControl,
        observer: &dyn Fn(MaintainEvent),
    ) -> Result<Outcome, Error> {
        let settings = self.settings_in(id).await?;
        let order = match self.asked_compression(&settings, id).await {
            Ok(order) => order,
            Err(halt) => return halt.outcome(),
        };
        let run = self.begin_run(model, provider, settings, control, observer).await?;
        self.make_now(&run, &order).await
    }

    /// Like [`Session::compress`], without a model: the summary consists of the most informative sentences, verbatim.
    ///
    /// # Errors
    /// As [`Session::compress`].
    pub async fn compress_without_model(&self, id: ConversationId) -> Result<Outcome, Error> {
        let settings = self.settings_in(id).await?;
        let order = match self.asked_compression(&settings, id).await {
            Ok(order) => order,
            Err(halt) => return halt.outcome(),
        };
        self.extract_now(&order).await
    }

    /// Makes the requested summary from the sentences of its own sources.
    pub(super) async fn extract_now(&self, order: &Order) -> Result<Outcome, Error> {
        let inputs: Vec<Utterance<'_>> =
            order.inputs.iter().map(|input| Utterance { speaker: &input.speaker, text: &input.text }).collect();
        let text = match order.kind {
            // Decisions, names and numbers are all kept; the available room decides how much of them is sent.
            SummaryKind::Compressed => extract_all(&inputs, order.max_tokens, MOST_KEPT),
            SummaryKind::Recent | SummaryKind::Long => extract(&inputs, order.max_tokens),
        };
        if text.is_empty() {
            return Ok(Outcome::NotMade(NotMade::NoSentences));
        }
        self.accept(order, text, Maker::Extractive).await
    }

    async fn asked_compression(&self, settings: &Settings, id: ConversationId) -> Result<Order, Halt> {
        let snapshot = self.snapshot(id, 1).await?;
        if snapshot.conversation.temporary {
            return Err(NotMade::Temporary.into());
        }
        let kept = tail(settings);
        let base = snapshot.boundary().unwrap_or(0);
        let kept_from = snapshot.next_place().sequence.saturating_sub(kept);
        let spans = to_cover(&snapshot, base..kept_from);
        let needed = settings.compression.min_messages;
        let length = |span: &Range<Sequence>| span.end - span.start;
        let Some(span) = spans.iter().rfind(|span| length(span) >= needed) else {
            let messages = spans.last().map_or(0, length);
            return Err(NotMade::TooFew { messages, needed, kept }.into());
        };
        let cut = if span.end == kept_from { Cut::Before } else { Cut::Exactly };
        let order = self.compression_order(&snapshot, settings, span.clone(), cut).await?;
        Ok(Order { asked: Some((id, UndoneCommand::Compress)), ..order })
    }

    /// Takes back the compressed summary of the newest messages: its messages are sent again as far as there is room.
    /// They are not compressed automatically again until the conversation has grown by `min_messages`. Can be undone.
    ///
    /// # Errors
    /// [`NotMade::NothingCompressed`]; [`Error::NoConversation`], [`Error::Store`].
    pub async fn uncompress(&self, id: ConversationId) -> Result<Summary, Halt> {
        let settings = self.settings_in(id).await?;
        let snapshot = self.snapshot(id, 1).await?;
        let newest = compressed(&snapshot).into_iter().max_by_key(|(summary, coverage)| (coverage.to, summary.id));
        let Some((summary, coverage)) = newest.map(|(summary, coverage)| (summary.clone(), coverage)) else {
            return Err(NotMade::NothingCompressed.into());
        };
        let mut changes = replaced(summary.clone());
        let maintenance = self.maintenance_of(Job::Compression(id)).await?;
        changes.extend(without_compressed(
            &snapshot,
            &summary,
            coverage,
            &maintenance,
            settings.compression.min_messages,
        ));
        changes.push(Change::AddUndo(self.undo_entry(id, UndoneCommand::Uncompress)));
        self.apply_command(changes).await?;
        Ok(summary)
    }

    /// Makes the summary of the last days now, of all conversations or of this one, as the settings say. Can be undone.
    /// The caller holds the lock described in the [module](super).
    ///
    /// # Errors
    /// As [`Session::compress`].
    pub async fn summarize_now<M: ChatModel>(
        &self,
        model: &M,
        provider: &Provider,
        id: ConversationId,
        control: &MaintainControl,
        observer: &dyn Fn(MaintainEvent),
    ) -> Result<Outcome, Error> {
        let settings = self.settings_in(id).await?;
        let of = self.conversation(id).await?;
        if of.temporary {
            return Ok(Outcome::NotMade(NotMade::Temporary));
        }
        let shared = self.shared_days(&self.settings().await?).await?;
        let is_shared = shared_by(&shared, &of, &settings).is_some();
        let due = Due {
            kind: SummaryKind::Recent,
            conversation: (!is_shared).then_some(id),
            project: of.project.filter(|_| is_shared),
            since: since(&settings.summaries.recent, self.host.now().at),
        };
        let reader = Reader { provider, replying: control.replying.as_ref(), asked: Some(id) };
        let order = match self.day_order(Some(reader), &settings, &due, &[]).await {
            Ok(order) => order,
            Err(halt) => return halt.outcome(),
        };
        let order = Order { asked: Some((id, UndoneCommand::Summary)), ..order };
        let run = self.begin_run(model, provider, settings, control, observer).await?;
        self.make_now(&run, &order).await
    }

    /// Whether requests of a conversation hold daily summaries: one that `/summarize` makes is not sent otherwise.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn sends_daily_summaries(&self, id: ConversationId) -> Result<bool, Error> {
        Ok(self.settings_in(id).await?.summaries.enabled)
    }

    /// Makes the summary that a command asked for, then reports [`MaintainEvent::Idle`].
    pub(super) async fn make_now<M: ChatModel>(&self, run: &Run<'_, M>, order: &Order) -> Result<Outcome, Error> {
        let outcome = self.make(run, order).await;
        run.tell(MaintainEvent::Idle);
        outcome
    }
}
