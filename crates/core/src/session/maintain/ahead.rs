//! Reports the next background work and the work that was refused. Read-only.

use super::{
    days::{Days, day_groups},
    title::RECENT,
};
use crate::{
    conversation::Conversation,
    error::Error,
    host::Host,
    id::ConversationId,
    maintenance::{Job, Maintenance},
    project::Project,
    provider::{BackgroundProvider, Provider},
    session::Session,
    settings::Settings,
    store::Store,
    summary::{
        compression::{Growth, growth},
        due::Due,
        next::{Awaits, Next, next},
    },
};

/// Upcoming and refused background work.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ahead {
    /// Daily summaries: those of all conversations, or those of the open one. Empty where the settings turn them off.
    pub days: Vec<Next>,
    /// When the open conversation is compressed automatically; `None`: never.
    pub compression: Option<Growth>,
    /// Refused jobs that wait for a retry or for another model.
    pub refused: Vec<Maintenance>,
}

impl<S: Store, H: Host> Session<S, H> {
    /// The next background work, as seen from the conversation `open`.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn ahead(&self, open: ConversationId) -> Result<Ahead, Error> {
        let general = self.settings().await?;
        let snapshot = self.snapshot(open, 1).await?;
        let (own, project) = (&snapshot.conversation.own, snapshot.project.as_ref());
        let settings = self.settings_under(general.clone(), own, project).await?;
        let compression = if snapshot.conversation.temporary { None } else { growth(&snapshot, &settings) };
        let now = self.host.now().at;
        let is_over = |maintenance: &Maintenance| {
            // A title is no longer attempted after a day.
            let last =
                maintenance.sent.last().map_or(maintenance.not_before, |sent| sent.at.max(maintenance.not_before));
            matches!(maintenance.job, Job::Title(_)) && now.0.saturating_sub(last.0) > RECENT
        };
        let refused = self.maintenance().await?.into_iter().filter(|one| one.is_refused() && !is_over(one));
        let mut ahead = Ahead { days: Vec::new(), compression, refused: refused.collect() };
        if !settings.summaries.enabled {
            return Ok(ahead);
        }
        let (projects, all) = (self.projects().await?, self.providers().await?);
        let reader = |conversation: &Conversation, project: Option<&Project>, settings: &Settings| {
            let replying = Provider::of_conversation(conversation, project, &general, &all);
            BackgroundProvider::of(&replying, &settings.background, &all).provider.id
        };
        let reads_here = reader(&snapshot.conversation, project, &settings);
        let mut conversations = Vec::new();
        for conversation in self.conversations_but_damaged().await? {
            let project = Project::of(&conversation, &projects);
            let settings = self.settings_under(general.clone(), &conversation.own, project).await?;
            // What another provider may read is summarized by itself.
            if reader(&conversation, project, &settings) == reads_here {
                conversations.push((conversation, settings));
            }
        }
        let groups = day_groups(&self.shared_days(&general).await?, conversations);
        let Some(group) = groups.iter().find(|group| group.has(open)) else { return Ok(ahead) };
        let Days { summaries, newest, stale } = self.days(group).await?;
        for next in next(&group.settings.summaries, &newest, &summaries, &stale, now) {
            let waits_until = {
                let project = group.project.filter(|_| next.conversation.is_none());
                let due = Due { kind: next.kind, conversation: next.conversation, project, since: now };
                self.days_wait_until(&group.settings, &due).await?
            };
            let awaits = match (next.awaits, waits_until) {
                (Awaits::Nothing, Some(until)) => Awaits::Moment(until),
                (awaits, _) => awaits,
            };
            ahead.days.push(Next { awaits, ..next });
        }
        Ok(ahead)
    }
}
