//! Compression where the model in the page answers: it reads too slowly to summarize, so the oldest messages are
//! replaced by extracts of their own sentences as soon as the window is full. A better model replaces the extracts once
//! it is connected ([`Session::maintain`]).

use super::{
    MaintainControl, MaintainEnd, MaintainEvent, NotMade, Outcome,
    compress::{By, MOST_IN_A_RUN},
    end_of_one,
    make::Order,
};
use crate::{
    change::Change,
    error::Error,
    host::Host,
    id::ConversationId,
    project::Project,
    provider::{BackgroundProvider, Provider, ProviderKind},
    record::Record,
    session::Session,
    settings::Settings,
    store::Store,
};

/// With fewer messages outside the window, extraction waits. With a model it would wait for `min_messages`, because
/// each request costs time; extracts cost nothing, and until they are made the messages are in no prompt.
const FEWEST: u32 = 4;

impl<S: Store, H: Host> Session<S, H> {
    /// Does what needs no model in every conversation that a model in the page answers or works for: compression by
    /// extracts, the limit on stored messages, and the index of recall. Sends no request. The caller holds the lock
    /// described in the [module](super).
    ///
    /// # Errors
    /// [`Error::Store`]. What was stored before the error stays.
    pub async fn maintain_without_model(
        &self,
        control: &MaintainControl,
        observer: &dyn Fn(MaintainEvent),
    ) -> Result<MaintainEnd, Error> {
        let general = self.settings().await?;
        self.discard_expired(&general).await?;
        if general.recall.enabled {
            self.keep_readable_index(&control.cancel).await?;
        }
        let (providers, projects) = (self.providers().await?, self.projects().await?);
        for conversation in self.conversations_but_damaged().await? {
            let project = Project::of(&conversation, &projects);
            let replying = Provider::of_conversation(&conversation, project, &general, &providers);
            let settings = self.settings_under(general.clone(), &conversation.own, project).await?;
            let background = BackgroundProvider::of(&replying, &settings.background, &providers);
            // Where the model in the page replies, extracts are made at once; summaries of a better model replace them.
            let is_in_page = [&replying, &background.provider].iter().any(|one| one.kind == ProviderKind::InPage);
            if conversation.temporary || !is_in_page {
                continue;
            }
            let end = self.maintain_extracts(&settings, &replying, conversation.id, control, observer).await;
            if end_of_one(end)? == MaintainEnd::Preempted {
                return Ok(MaintainEnd::Preempted);
            }
        }
        Ok(MaintainEnd::Done)
    }

    /// Makes the extracts that are due in a conversation, and then enforces its limit on stored messages.
    async fn maintain_extracts(
        &self,
        settings: &Settings,
        provider: &Provider,
        id: ConversationId,
        control: &MaintainControl,
        observer: &dyn Fn(MaintainEvent),
    ) -> Result<MaintainEnd, Error> {
        let mut sooner = settings.clone();
        sooner.compression.min_messages = sooner.compression.min_messages.min(FEWEST);
        let mut passed_over = Vec::new();
        for _ in 0..MOST_IN_A_RUN {
            if control.cancel.is_cancelled() {
                return Ok(MaintainEnd::Preempted);
            }
            let next = self.next_compression(&sooner, provider, By::Extracts, id, &passed_over).await?;
            let Some(order) = next else { break };
            match self.extract_now(&order).await? {
                Outcome::Made(summary) => observer(MaintainEvent::Finished { job: order.job, summary: Some(summary) }),
                Outcome::NotMade(why) => {
                    let is_without_sentences = why == NotMade::NoSentences;
                    self.note_no_extract(&order, why, observer).await?;
                    if !is_without_sentences {
                        break;
                    }
                    // The others do not wait for it.
                    passed_over.push(order.digest());
                }
            }
        }
        self.enforce_storage(id, settings).await?;
        Ok(MaintainEnd::Done)
    }

    /// Reports the reason once: the same messages yield the same sentences the next time.
    async fn note_no_extract(
        &self,
        order: &Order,
        why: NotMade,
        observer: &dyn Fn(MaintainEvent),
    ) -> Result<(), Error> {
        let (mut maintenance, now) = (self.maintenance_of(order.job).await?, self.host.now().at);
        // Another one that was made since has cleared the reason.
        let is_known = why == NotMade::NoSentences && !maintenance.pass_over(order.digest(), "");
        if is_known || (maintenance.is_waiting(now) && maintenance.not_made.as_ref() == Some(&why)) {
            return Ok(());
        }
        maintenance.refuse(why.clone(), now);
        let again_at = maintenance.again_at();
        self.store.apply(vec![Change::Put(Record::Maintenance(maintenance))]).await?;
        observer(MaintainEvent::Refused { job: order.job, why, again_at });
        Ok(())
    }
}
