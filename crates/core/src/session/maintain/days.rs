//! Daily summaries: makes those that are due and replaces their predecessors.

use super::{
    Halt, MaintainEnd, NotMade, Outcome, end_of_one,
    make::{Order, OrderPart, language},
    readers::Reader,
    run::Run,
};
use crate::{
    branch::Sequence,
    consent::{Answer, answer},
    conversation::Conversation,
    error::Error,
    host::Host,
    id::{ConversationId, ProjectId, SummaryId},
    maintenance::Job,
    model::ChatModel,
    project::Project,
    prompt::{Prompt, text},
    record::{Kind, Record},
    session::Session,
    settings::{OwnSettings, Period, Scope, Settings},
    snapshot::Snapshot,
    store::Store,
    summary::{
        Coverage, OutputTarget, Summary, SummaryKind,
        due::{Due, Newest, due, since},
        sources::{SourceMessage, sources},
        standing::stale,
    },
    time::Timestamp,
};

/// Messages per read, going backward through a conversation.
const PAGE: u32 = 200;
/// Number of last messages searched for the newest one that a summary could be made from.
const LAST_MESSAGES: u32 = 30;

/// State of the daily summaries.
pub(super) struct Days {
    /// Stored summaries that are not replaced; of the shared ones, those that cover a conversation of the group.
    pub(super) summaries: Vec<Summary>,
    /// The newest message of each conversation that is recent enough.
    pub(super) newest: Vec<Newest>,
    /// Summaries that no longer hold.
    pub(super) stale: Vec<SummaryId>,
}

impl<S: Store, H: Host> Session<S, H> {
    /// Makes the daily summaries that are due.
    pub(super) async fn maintain_days<M: ChatModel>(
        &self,
        run: &Run<'_, M>,
        conversations: Vec<(Conversation, Settings)>,
    ) -> Result<MaintainEnd, Error> {
        for group in day_groups(&self.shared_days(&run.settings).await?, conversations) {
            let run = run.under(group.settings.clone());
            if end_of_one(self.maintain_days_of(&run, &group).await)? == MaintainEnd::Preempted {
                return Ok(MaintainEnd::Preempted);
            }
        }
        Ok(MaintainEnd::Done)
    }

    async fn maintain_days_of<M: ChatModel>(&self, run: &Run<'_, M>, group: &Group) -> Result<MaintainEnd, Error> {
        let settings = &run.settings;
        let now = self.host.now().at;
        let Days { summaries, newest, stale } = self.days(group).await?;
        for due in due(&settings.summaries, &newest, &summaries, &stale, now) {
            let due = Due { project: group.project.filter(|_| due.conversation.is_none()), ..due };
            if self.days_wait_until(settings, &due).await?.is_some() {
                continue;
            }
            let Some(order) = self.allowed_day_order(run, &due).await? else { continue };
            if !self.may_make(run, &order).await? {
                continue;
            }
            if self.make(run, &order).await? == Outcome::NotMade(NotMade::Stopped) {
                return Ok(MaintainEnd::Preempted);
            }
        }
        Ok(MaintainEnd::Done)
    }

    /// The state of the daily summaries of a group.
    pub(super) async fn days(&self, group: &Group) -> Result<Days, Error> {
        let now = self.host.now().at;
        let settings = &group.settings;
        let mut days = Days { summaries: self.day_summaries().await?, newest: Vec::new(), stale: Vec::new() };
        // Those that cover none of the group were made by another provider from other conversations, and say nothing about
        // these.
        days.summaries.retain(|summary| {
            summary.conversation.is_some() || (summary.project == group.project && group.is_covered_by(summary))
        });
        let oldest = since(&settings.summaries.recent, now).min(since(&settings.summaries.long, now));
        for conversation in &group.conversations {
            let covered = days.summaries.iter().any(|summary| covers(summary, conversation.id));
            if conversation.temporary || (conversation.updated_at < oldest && !covered) {
                continue;
            }
            if let Some(snapshot) = self.store.snapshot(conversation.id, LAST_MESSAGES).await? {
                days.newest.extend(newest_of(&snapshot));
                days.stale.extend(stale_here(&days.summaries, &snapshot));
            }
        }
        Ok(days)
    }

    /// Until when a due summary has to wait: it was refused, or the user deleted the last one. `None`: it need not
    /// wait.
    pub(super) async fn days_wait_until(&self, settings: &Settings, due: &Due) -> Result<Option<Timestamp>, Error> {
        let now = self.host.now().at;
        let maintenance = self.maintenance_of(job(due.kind, due.conversation, due.project)).await?;
        let refused = maintenance.is_waiting(now).then_some(maintenance.not_before);
        Ok(refused.max(maintenance.put_off_until(period(settings, due.kind).every_days, now)))
    }

    /// The messages that a daily summary is made from: those of each conversation, the oldest conversation first. `read`: the
    /// conversations that the reader may read.
    async fn day_sources(
        &self,
        reader: Option<Reader<'_>>,
        read: &[Conversation],
        due: &Due,
    ) -> Result<Vec<(Vec<SourceMessage>, Coverage)>, Error> {
        let mut found: Vec<(Vec<SourceMessage>, Coverage)> = Vec::new();
        let general = self.settings().await?;
        let (now, shared) = (self.host.now().at, self.shared_days(&general).await?);
        let projects = self.projects().await?;
        for conversation in read {
            let answered = reader.and_then(|reader| answer(&conversation.consents, &reader.provider.base_url, now));
            // A command is an answer where it is given, and for what it names.
            let asked = reader.and_then(|reader| reader.asked);
            let is_asked_for = asked.is_some_and(|asked| asked == conversation.id || due.conversation.is_some());
            if matches!(answered, Some(Answer::Never | Answer::NotNow)) && !is_asked_for {
                continue;
            }
            let in_scope = match due.conversation {
                Some(only) => only == conversation.id,
                None if conversation.project != due.project => false,
                None => {
                    let project = Project::of(conversation, &projects);
                    let own = self.settings_under(general.clone(), &conversation.own, project).await?;
                    shared_by(&shared, conversation, &own).is_some()
                }
            };
            if !in_scope || conversation.temporary || conversation.updated_at < due.since {
                continue;
            }
            if let Some(latest) = self.messages_since(conversation.id, due.since).await? {
                found.push(latest);
            }
        }
        ricordo_text::small_sort::by_key(&mut found, |(inputs, coverage)| {
            (inputs.first().map(|input| input.at), coverage.conversation)
        });
        Ok(found)
    }

    /// The stored summaries that a new one replaces. `read`: the conversations that its provider may read.
    async fn replaced_by(
        &self,
        read: &[Conversation],
        due: &Due,
        coverage: &[Coverage],
    ) -> Result<Vec<Summary>, Error> {
        let all = self.conversations_but_damaged().await?;
        let is_read = |id| read.iter().any(|one| one.id == id) || all.iter().all(|one| one.id != id);
        let mut replaced = self.day_summaries().await?;
        replaced.retain(|old| {
            let same_scope = old.conversation == due.conversation && old.project == due.project;
            let is_shared = old.conversation.is_none() && due.conversation.is_none();
            let covers_the_same = coverage.iter().any(|part| covers(old, part.conversation));
            // Another provider makes it, from conversations that this one may not read.
            let is_of_others = is_shared && old.coverage.iter().any(|part| !is_read(part.conversation));
            old.kind == due.kind
                && match same_scope {
                    true => covers_the_same || !is_of_others,
                    // Those of another scope that cover the same conversation: after a change of the setting both would
                    // say the same. Those of another project may be used there again.
                    false => covers_the_same && !is_shared,
                }
        });
        Ok(replaced)
    }

    /// The order that makes one daily summary, from all conversations in its scope but `left_out`.
    pub(super) async fn day_order(
        &self,
        reader: Option<Reader<'_>>,
        settings: &Settings,
        due: &Due,
        left_out: &[ConversationId],
    ) -> Result<Order, Halt> {
        let read = match reader {
            Some(reader) => {
                let readable = self.readable_by(reader, &self.settings().await?).await?;
                readable.into_iter().map(|one| one.conversation).collect()
            }
            None => self.conversations_but_damaged().await?,
        };
        let mut found = self.day_sources(reader, &read, due).await?;
        found.retain(|(_, coverage)| !left_out.contains(&coverage.conversation));
        let coverage: Vec<Coverage> = found.iter().map(|(_, coverage)| *coverage).collect();
        let parts = OrderPart::newest_first(&found);
        let inputs: Vec<SourceMessage> = found.into_iter().flat_map(|(inputs, _)| inputs).collect();
        if inputs.is_empty() {
            return Err(NotMade::NoMessages.into());
        }
        let period = period(settings, due.kind);
        let replaces = self.replaced_by(&read, due, &coverage).await?;
        let order = Order {
            job: job(due.kind, due.conversation, due.project),
            kind: due.kind,
            conversation: due.conversation,
            project: due.project,
            coverage,
            parts,
            template: text(Prompt::Summary, language(&inputs)).to_owned(),
            inputs,
            replaces,
            max_tokens: period.tokens,
            target: OutputTarget::default(),
            priority: settings.summaries.priority,
            asked: None,
        };
        if order.is_too_short() { Err(NotMade::TooShort.into()) } else { Ok(order) }
    }

    /// The messages of a conversation from a moment on.
    async fn messages_since(
        &self,
        id: ConversationId,
        since: Timestamp,
    ) -> Result<Option<(Vec<SourceMessage>, Coverage)>, Error> {
        let Some(snapshot) = self.store.snapshot(id, 0).await? else {
            return Ok(None);
        };
        let mut pages: Vec<Vec<SourceMessage>> = Vec::new();
        let mut before = Sequence::MAX;
        loop {
            let mut page = self.store.messages(id, before, PAGE).await?;
            before = page.first().map_or(before, |first| first.sequence);
            // A whole page rather than one message: a clock that was set back leaves times out of order.
            let is_last = page.len() < PAGE as usize || page.iter().all(|message| message.created_at < since);
            page.retain(|message| message.created_at >= since);
            pages.push(sources(&page, snapshot.boundary(), &snapshot.marks));
            if is_last {
                break;
            }
        }
        let inputs: Vec<SourceMessage> = pages.into_iter().rev().flatten().collect();
        let branch = snapshot.conversation.active_branch;
        let coverage = match (inputs.first(), inputs.last()) {
            (Some(first), Some(last)) => {
                Coverage { conversation: id, branch, from: first.sequence, to: last.sequence + 1 }
            }
            _ => return Ok(None),
        };
        Ok(Some((inputs, coverage)))
    }

    /// The settings under which conversations share daily summaries.
    pub(super) async fn shared_days(&self, general: &Settings) -> Result<SharedDays, Error> {
        let mut shared = vec![(None, general.clone())];
        for project in self.projects().await? {
            let settings = self.settings_under(general.clone(), &OwnSettings::default(), Some(&project)).await?;
            shared.push((Some(project.id), settings));
        }
        Ok(shared)
    }

    async fn day_summaries(&self) -> Result<Vec<Summary>, Error> {
        let records = self.store.records(Kind::Summary).await?.into_iter();
        Ok(records
            .filter_map(|record| match record {
                Record::Summary(summary) if summary.kind != SummaryKind::Compressed => Some(summary),
                _ => None,
            })
            .collect())
    }
}

/// The settings under which conversations share daily summaries: those of each project, and those in none.
pub(super) type SharedDays = Vec<(Option<ProjectId>, Settings)>;

/// Conversations that are summarized together, and the settings that apply to them.
pub(super) struct Group {
    pub(super) settings: Settings,
    /// The project of all of them; `None` if they are in none, or if there is only one.
    pub(super) project: Option<ProjectId>,
    pub(super) conversations: Vec<Conversation>,
}

impl Group {
    pub(super) fn has(&self, id: ConversationId) -> bool {
        self.conversations.iter().any(|conversation| conversation.id == id)
    }

    fn is_covered_by(&self, summary: &Summary) -> bool {
        summary.coverage.iter().any(|part| self.has(part.conversation))
    }
}

/// The shared settings of a conversation with the effective settings `own`, if it is included in the summaries that it
/// shares with the others of its project.
pub(super) fn shared_by<'a>(
    shared: &'a SharedDays,
    conversation: &Conversation,
    own: &Settings,
) -> Option<&'a Settings> {
    let of_project = shared.iter().find(|(project, _)| *project == conversation.project);
    of_project.map(|(_, settings)| settings).filter(|settings| tells_of_all(settings, own))
}

/// Whether a conversation with the effective settings `own` is included in the summaries made under the settings
/// `general`. It is not where the two disagree: a conversation that wants no such summaries, or its own, is not covered
/// by the shared ones.
fn tells_of_all(general: &Settings, own: &Settings) -> bool {
    let is_shared = |settings: &Settings| settings.summaries.scope == Scope::All;
    is_shared(general) && is_shared(own) && general.summaries.enabled == own.summaries.enabled
}

/// Groups conversations for their daily summaries: each with its own summary first, then all that share one. In the
/// opposite order, the summary of a single conversation would put the new shared summary out of force again.
pub(super) fn day_groups(shared: &SharedDays, conversations: Vec<(Conversation, Settings)>) -> Vec<Group> {
    let (mut alone, mut together) = (Vec::new(), Vec::<Group>::new());
    for (conversation, mut settings) in conversations {
        if !settings.summaries.enabled {
            continue;
        }
        let project = conversation.project;
        let Some(general) = shared_by(shared, &conversation, &settings) else {
            settings.summaries.scope = Scope::Conversation;
            alone.push(Group { settings, project: None, conversations: vec![conversation] });
            continue;
        };
        match together.iter_mut().find(|group| group.project == project) {
            Some(group) => group.conversations.push(conversation),
            None => together.push(Group { settings: general.clone(), project, conversations: vec![conversation] }),
        }
    }
    alone.extend(together);
    alone
}

/// The job that makes a daily summary.
pub(super) fn job(kind: SummaryKind, conversation: Option<ConversationId>, project: Option<ProjectId>) -> Job {
    match (kind, conversation) {
        (SummaryKind::Long, None) => Job::long_of(project),
        (SummaryKind::Long, of) => Job::Long(of),
        (_, None) => Job::recent_of(project),
        (_, of) => Job::Recent(of),
    }
}

fn period(settings: &Settings, kind: SummaryKind) -> &Period {
    match kind {
        SummaryKind::Long => &settings.summaries.long,
        _ => &settings.summaries.recent,
    }
}

fn covers(summary: &Summary, conversation: ConversationId) -> bool {
    summary.coverage.iter().any(|coverage| coverage.conversation == conversation)
}

fn newest_of(snapshot: &Snapshot) -> Option<Newest> {
    let inputs = sources(&snapshot.messages, snapshot.boundary(), &snapshot.marks);
    inputs.last().map(|last| Newest {
        conversation: snapshot.conversation.id,
        temporary: snapshot.conversation.temporary,
        message: last.source.message,
        at: last.at,
    })
}

/// The summaries that no longer hold because of this conversation. Each conversation is judged by its own branches;
/// what is noted about other conversations is no reason to make a summary again.
fn stale_here(summaries: &[Summary], snapshot: &Snapshot) -> Vec<SummaryId> {
    let here = snapshot.conversation.id;
    let only_here = |summary: &Summary| Summary {
        coverage: summary.coverage.iter().filter(|coverage| coverage.conversation == here).copied().collect(),
        forgotten_in: Vec::new(),
        muted_in: Vec::new(),
        ..summary.clone()
    };
    let covering = summaries.iter().filter(|summary| covers(summary, here));
    covering.filter(|summary| stale(&only_here(summary), snapshot).is_some()).map(|summary| summary.id).collect()
}
