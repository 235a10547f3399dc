//! Makes a summary again from its sources, because a person says so: whatever was refused before, and whether it is stale
//! or not.

use super::{Halt, MaintainControl, MaintainEvent, NotMade, Outcome, compress::Cut, make::Order, readers::Reader};
use crate::{
    branch::shared_until,
    error::Error,
    host::Host,
    id::{ConversationId, SummaryId},
    model::ChatModel,
    provider::Provider,
    session::Session,
    settings::Settings,
    store::Store,
    summary::{
        Summary, SummaryKind,
        due::{Due, since},
        standing::stale,
    },
    undo::UndoneCommand,
};

impl<S: Store, H: Host> Session<S, H> {
    /// Makes a summary again: compressed history from the messages it covers, without what was forgotten, muted or left on
    /// another branch since; a summary of days from the last days as they are now. It takes the place of the old one, except
    /// of a stale compressed one, which stays for the case that what made it stale is taken back. The caller holds the lock
    /// of the [module](super).
    ///
    /// # Errors
    /// [`Error::Summary`] when it is not there any more, [`Error::Temporary`], [`Error::NoConversation`],
    /// [`Error::Store`]. Whatever else hinders it is an [`Outcome::NotMade`].
    pub async fn rebuild_summary<M: ChatModel>(
        &self,
        model: &M,
        provider: &Provider,
        place: (ConversationId, SummaryId),
        control: &MaintainControl,
        observer: &dyn Fn(MaintainEvent),
    ) -> Result<Outcome, Error> {
        self.check_not_temporary(place.0).await?;
        let old = self.summary(place.1).await?;
        let settings = self.settings_of_summary(&old).await?;
        let reader = Reader { provider, answers: control.answers.as_ref() };
        let order = match self.order_again(Some(reader), &settings, place.0, old).await {
            Ok(order) => order,
            Err(halt) => return halt.outcome(),
        };
        let run = self.begin_run(model, provider, settings, control, observer).await?;
        self.make_now(&run, &order).await
    }

    /// As [`Session::rebuild_summary`], without a model: the sentences that tell the most, word for word.
    ///
    /// # Errors
    /// As [`Session::rebuild_summary`].
    pub async fn rebuild_without_model(&self, place: (ConversationId, SummaryId)) -> Result<Outcome, Error> {
        self.check_not_temporary(place.0).await?;
        let old = self.summary(place.1).await?;
        let settings = self.settings_of_summary(&old).await?;
        match self.order_again(None, &settings, place.0, old).await {
            Ok(order) => self.extract_now(&order).await,
            Err(halt) => halt.outcome(),
        }
    }

    /// `reader`: who will read the messages; nobody where no model is asked. `open`: the conversation in which it was asked
    /// for. `settings`: those that hold for the summary.
    async fn order_again(
        &self,
        reader: Option<Reader<'_>>,
        settings: &Settings,
        open: ConversationId,
        old: Summary,
    ) -> Result<Order, Halt> {
        let period = match old.kind {
            SummaryKind::Compressed => {
                let order = self.compressed_again(settings, old).await?;
                return Ok(Order { asked: Some((open, UndoneCommand::Summary)), ..order });
            }
            SummaryKind::Recent => &settings.summaries.recent,
            SummaryKind::Long => &settings.summaries.long,
        };
        let (since, priority) = (since(period, self.host.now().at), old.priority.into());
        let order =
            self.day_order(reader, settings, &Due { kind: old.kind, conversation: old.conversation, since }).await?;
        Ok(Order { priority, asked: Some((open, UndoneCommand::Summary)), ..order })
    }

    async fn compressed_again(&self, settings: &Settings, old: Summary) -> Result<Order, Halt> {
        let Some(coverage) = old.coverage.first().copied() else { return Err(NotMade::NoMessages.into()) };
        let snapshot = self.snapshot(coverage.conversation, 1).await?;
        let shared = shared_until(&snapshot.branches, coverage.branch, snapshot.conversation.active_branch);
        let left = coverage.from.max(snapshot.boundary().unwrap_or(0))..coverage.to.min(shared);
        if left.is_empty() {
            return Err(NotMade::NoMessages.into());
        }
        let order = self.compression_order(&snapshot, settings, left, Cut::Exactly).await?;
        let priority = old.priority.into();
        let replaces = if stale(&old, &snapshot).is_none() { vec![old] } else { Vec::new() };
        Ok(Order { replaces, priority, ..order })
    }
}
