//! Makes a summary again from its sources at the user's request, even if it was refused before, and whether it is stale
//! or not.

use super::{Halt, MaintainControl, MaintainEvent, NotMade, Outcome, compress::Cut, make::Order, readers::Reader};
use crate::{
    branch::shared_until,
    error::Error,
    host::Host,
    id::{ConversationId, SummaryId},
    model::ChatModel,
    provider::{BackgroundProvider, Provider},
    session::Session,
    settings::Settings,
    store::Store,
    summary::{
        Source, Summary, SummaryKind,
        due::{Due, since},
        standing::stale,
    },
    undo::UndoneCommand,
};

impl<S: Store, H: Host> Session<S, H> {
    /// The provider that makes a summary again at the user's request in the conversation `open`, where `replying` answers:
    /// the one that does the background work of the summarized conversation. One that covers several is made by the
    /// provider of `open` if it covers that, or else of the last one that still exists.
    ///
    /// # Errors
    /// [`Error::Summary`] if the summary no longer exists, [`Error::NoConversation`], [`Error::Store`].
    pub async fn reader_of_summary(
        &self,
        (open, id): (ConversationId, SummaryId),
        replying: &Provider,
    ) -> Result<BackgroundProvider, Error> {
        let summary = self.summary(id).await?;
        let conversations = self.conversations_but_damaged().await?;
        let covered = summary.coverage.iter().rev().map(|part| part.conversation);
        let mut covered = summary.conversation.into_iter().chain(covered).collect::<Vec<_>>();
        covered.retain(|id| conversations.iter().any(|one| one.id == *id));
        let of = conversations.iter().find(|one| covered.first() == Some(&one.id) && !covered.contains(&open));
        let Some(of) = of else { return self.background_of(open, replying).await };
        let (general, all) = (self.settings().await?, self.providers().await?);
        let project = self.project_of(of).await?;
        let replying = Provider::of_conversation(of, project.as_ref(), &general, &all);
        self.background_of(of.id, &replying).await
    }

    /// Makes a summary again: a compressed one from the messages it covers, without those that were forgotten, muted or
    /// left on another branch since; a daily summary from the last days as they are now. The result replaces the old
    /// summary, except a stale compressed one, which stays in case the cause is taken back. The caller holds the lock
    /// described in the [module](super).
    ///
    /// # Errors
    /// [`Error::Summary`] if it no longer exists, [`Error::Temporary`], [`Error::NoConversation`], [`Error::Store`].
    /// Any other obstacle is an [`Outcome::NotMade`]; with [`NotMade::NoMessages`] the provider may read none of them: it is
    /// not that of [`Session::reader_of_summary`].
    pub async fn rebuild_summary<M: ChatModel>(
        &self,
        model: &M,
        provider: &Provider,
        (open, id): (ConversationId, SummaryId),
        control: &MaintainControl,
        observer: &dyn Fn(MaintainEvent),
    ) -> Result<Outcome, Error> {
        self.check_not_temporary(open).await?;
        let old = self.summary(id).await?;
        let settings = self.settings_of_summary(&old).await?;
        let reader = Reader { provider, replying: control.replying.as_ref(), asked: Some(open) };
        let order = match self.order_again(Some(reader), &settings, open, old).await {
            Ok(order) => order,
            Err(halt) => return halt.outcome(),
        };
        let run = self.begin_run(model, provider, settings, control, observer).await?;
        self.make_now(&run, &order).await
    }

    /// Like [`Session::rebuild_summary`], without a model: the most informative sentences, verbatim.
    ///
    /// # Errors
    /// As [`Session::rebuild_summary`].
    pub async fn rebuild_without_model(&self, (open, id): (ConversationId, SummaryId)) -> Result<Outcome, Error> {
        self.check_not_temporary(open).await?;
        let old = self.summary(id).await?;
        let settings = self.settings_of_summary(&old).await?;
        match self.order_again(None, &settings, open, old).await {
            Ok(order) => self.extract_now(&order).await,
            Err(halt) => halt.outcome(),
        }
    }

    /// `reader` is the provider that will read the messages, `None` if no model is asked; `open` is the conversation in
    /// which the command was given; `settings` are the effective ones of the summary.
    async fn order_again(
        &self,
        reader: Option<Reader<'_>>,
        settings: &Settings,
        open: ConversationId,
        old: Summary,
    ) -> Result<Order, Halt> {
        let period = match old.kind {
            SummaryKind::Compressed => {
                if let (Some(reader), Some(of)) = (reader, old.conversation)
                    && of != open
                    && !self.may_read(reader, of).await?
                {
                    return Err(NotMade::NoMessages.into());
                }
                let order = self.compressed_again(settings, old).await?;
                return Ok(Order { asked: Some((open, UndoneCommand::Summary)), ..order });
            }
            SummaryKind::Recent => &settings.summaries.recent,
            SummaryKind::Long => &settings.summaries.long,
        };
        let (since, priority) = (since(period, self.host.now().at), old.priority.into());
        let Summary { kind, conversation, project, .. } = old;
        let order = self.day_order(reader, settings, &Due { kind, conversation, project, since }, &[]).await?;
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
        if stale(&old, &snapshot).is_some() {
            return Ok(Order { priority, ..order });
        }
        // Messages may have been deleted to save storage; of these nothing else is left.
        let stored = ricordo_text::small_sort::set(order.inputs.iter().map(|input| input.source.message));
        let is_there = |source: &Source| stored.binary_search(&source.message).is_ok();
        if !old.sources.iter().all(is_there) {
            return Err(NotMade::MessagesGone.into());
        }
        Ok(Order { replaces: vec![old], priority, ..order })
    }
}
