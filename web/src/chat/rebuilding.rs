//! Rebuilds a summary at the user's request.

use super::{
    Chat,
    maintenance_commands::{NotDone, hold},
};
use crate::texts::summaries::summaries;
use leptos::{prelude::untrack, task::spawn_local};
use ricordo_core::{
    id::{ConversationId, SummaryId},
    provider::{Provider, ProviderKind},
    session::{MaintainControl, Outcome},
};

impl Chat {
    /// Rebuilds a summary from its messages. If that fails, the old one stays and a notice says why.
    pub fn rebuild_summary(self, id: SummaryId) {
        let Some(open) = self.id() else { return };
        // Now, because another conversation, with another provider, may be open when the lock is free.
        let answers = untrack(|| self.connection.provider());
        spawn_local(async move {
            self.notices.ask(summaries().rebuilding);
            match self.rebuilt(open, id, &answers).await {
                Ok(notice) => self.say_done(open, notice).await,
                Err(not_done) => not_done.show(self),
            }
            self.maintenance.schedule(self);
            self.refresh(open).await;
            self.storage.changed(open);
        });
    }

    /// Rebuilds the summary and returns a sentence for the notice.
    async fn rebuilt(self, open: ConversationId, id: SummaryId, answers: &Provider) -> Result<&'static str, NotDone> {
        let Some(_lock) = hold(self).await else {
            return Err(NotDone::Why(summaries().busy.to_owned()));
        };
        let session = self.storage.session();
        // Of another conversation, it is made by the provider that reads that one.
        let provider = session.reader_of_summary((open, id), answers).await?.provider;
        let (outcome, notice) = if provider.kind == ProviderKind::InPage {
            // The model in the page reads too slowly to summarize.
            (session.rebuild_without_model((open, id)).await?, summaries().rebuilt_without)
        } else {
            let model = self.connection.model(&provider).await?;
            let control = MaintainControl::default();
            (session.rebuild_summary(&model, &provider, (open, id), &control, &|_| ()).await?, summaries().rebuilt)
        };
        match outcome {
            Outcome::Made(_) => Ok(notice),
            Outcome::NotMade(why) => Err(why.into()),
        }
    }
}
