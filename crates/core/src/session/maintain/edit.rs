//! Manual changes of a summary: edit its text, delete it, uncompress it. Each is one transaction with an undo entry in
//! the conversation where the command was given.

use super::{
    days::job,
    make::{as_priority, replaced},
};
use crate::{
    change::Change,
    error::Error,
    host::Host,
    id::{ConversationId, SummaryId},
    maintenance::{Job, Maintenance, Progress},
    record::{Kind, Record, RecordKey},
    session::Session,
    settings::{OwnSettings, Range, Settings},
    snapshot::Snapshot,
    store::Store,
    summary::{Coverage, HIGHEST_PRIORITY, Stale, Summary, SummaryKind, SummaryRefusal, checked, standing::stale},
    tokens::estimate,
    undo::UndoneCommand,
};

/// Valid priorities.
const PRIORITIES: Range = Range { field: "priority", min: 0, max: HIGHEST_PRIORITY as i64 };

/// Changes to a summary; `None` leaves a field as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SummaryChange<'a> {
    /// The new text.
    pub text: Option<&'a str>,
    /// 0 to 100; where there is no room for all summaries, the lowest is left out first.
    pub priority: Option<u32>,
}

impl<S: Store, H: Host> Session<S, H> {
    /// Edits the text of a summary. The result is a new summary that replaces the old one, which is kept among the
    /// replaced ones. It is marked as edited and depends on the same sources.
    ///
    /// # Errors
    /// [`Error::Summary`] with the reason, [`Error::Temporary`], [`Error::NoConversation`], [`Error::Store`]; then
    /// nothing is stored. The same holds for every command of this module.
    pub async fn edit_summary(&self, open: ConversationId, id: SummaryId, text: &str) -> Result<Summary, Error> {
        self.change_summary(open, id, &SummaryChange { text: Some(text), priority: None }).await
    }

    /// Changes the text of a summary, as [`Session::edit_summary`] does, or its priority. A change of the priority
    /// alone keeps the same summary.
    ///
    /// # Errors
    /// [`Error::OutOfRange`]; otherwise see [`Session::edit_summary`].
    pub async fn change_summary(
        &self,
        open: ConversationId,
        id: SummaryId,
        change: &SummaryChange<'_>,
    ) -> Result<Summary, Error> {
        self.check_not_temporary(open).await?;
        let text = change.text.map(checked).transpose()?;
        if let Some(priority) = change.priority {
            PRIORITIES.check(priority.into())?;
        }
        let old = self.summary(id).await?;
        let priority = change.priority.map_or(old.priority, as_priority);
        let changed = match text.filter(|text| *text != old.text) {
            Some(text) => {
                let at = self.host.now().at;
                let id = SummaryId::new(at, self.host.random());
                let (text, tokens) = (text.to_owned(), estimate(text));
                Summary { id, text, tokens, priority, edited_at: Some(at), ..old.clone() }
            }
            None if priority == old.priority => return Ok(old),
            None => Summary { priority, ..old.clone() },
        };
        let changes = match changed.id == old.id {
            true => vec![Change::Put(Record::Summary(changed.clone()))],
            false => {
                let kept_out = self.kept_out_as(&old, &changed).await?;
                let added = [Change::Add(Record::Summary(changed.clone()))];
                replaced(old).into_iter().chain(added).chain(kept_out).collect()
            }
        };
        self.apply_with_undo(open, UndoneCommand::Summary, changes).await?;
        Ok(changed)
    }

    /// Deletes a summary, including a replaced one. The messages of a compressed summary are sent again as far as there
    /// is room; a daily summary is not made again automatically before its period has passed.
    ///
    /// # Errors
    /// See [`Session::edit_summary`].
    pub async fn delete_summary(&self, open: ConversationId, id: SummaryId) -> Result<(), Error> {
        self.check_not_temporary(open).await?;
        let changes = match self.summary(id).await {
            Ok(summary) => {
                let mut changes = vec![Change::Remove(RecordKey::Summary(summary.conversation, id))];
                changes.extend(self.left_without(&summary).await?);
                changes
            }
            Err(Error::Summary(SummaryRefusal::NotFound)) => {
                let replaced = find(self.store.records(Kind::ReplacedSummary).await?, id)?;
                vec![Change::Remove(RecordKey::ReplacedSummary(replaced.conversation, id))]
            }
            Err(error) => return Err(error),
        };
        self.apply_with_undo(open, UndoneCommand::Summary, changes).await
    }

    /// Takes one compressed summary back, as `/uncompress` does with the newest: its messages are sent again as far as
    /// there is room. The summary is kept among the replaced ones.
    ///
    /// # Errors
    /// [`SummaryRefusal::NotCompressed`] where it replaces no messages; otherwise see [`Session::edit_summary`].
    pub async fn uncompress_summary(&self, open: ConversationId, id: SummaryId) -> Result<Summary, Error> {
        self.check_not_temporary(open).await?;
        let summary = self.summary(id).await?;
        let (Some(of), SummaryKind::Compressed) = (summary.conversation, summary.kind) else {
            return Err(SummaryRefusal::NotCompressed.into());
        };
        if stale(&summary, &self.snapshot(of, 0).await?).is_some() {
            return Err(SummaryRefusal::NotCompressed.into());
        }
        let mut changes = replaced(summary.clone());
        changes.extend(self.left_without(&summary).await?);
        self.apply_with_undo(open, UndoneCommand::Uncompress, changes).await?;
        Ok(summary)
    }

    /// A summary that is in force or stale.
    pub(in crate::session) async fn summary(&self, id: SummaryId) -> Result<Summary, Error> {
        find(self.store.records(Kind::Summary).await?, id)
    }

    /// The effective settings of a summary: those of its conversation, or those that its conversations share.
    pub(super) async fn settings_of_summary(&self, summary: &Summary) -> Result<Settings, Error> {
        match summary.conversation {
            Some(of) => self.settings_in(of).await,
            None => {
                let (general, projects) = (self.settings().await?, self.projects().await?);
                let project = projects.iter().find(|project| Some(project.id) == summary.project);
                self.settings_under(general, &OwnSettings::default(), project).await
            }
        }
    }

    /// The change that goes with clearing a conversation: what `/uncompress` brought back is gone, so nothing has to stay
    /// uncompressed. `None`: there was nothing.
    pub(in crate::session) async fn compressed_anew(&self, id: ConversationId) -> Result<Option<Change>, Error> {
        let maintenance = self.maintenance_of(Job::Compression(id)).await?;
        let is_put_off = matches!(maintenance.progress, Progress::NotBefore(_));
        let anew = Maintenance { progress: Progress::None, ..maintenance };
        Ok(is_put_off.then_some(Change::Put(Record::Maintenance(anew))))
    }

    /// The changes that go with removing a summary, so that the same one is not made again at once.
    async fn left_without(&self, summary: &Summary) -> Result<Vec<Change>, Error> {
        let settings = self.settings_of_summary(summary).await?;
        let (job, days) = match (summary.kind, summary.conversation) {
            (SummaryKind::Compressed, Some(of)) => {
                let snapshot = self.snapshot(of, 1).await?;
                return Ok(match summary.coverage.first() {
                    Some(coverage) if stale(summary, &snapshot).is_none() => {
                        let maintenance = self.maintenance_of(Job::Compression(of)).await?;
                        without_compressed(
                            &snapshot,
                            summary,
                            *coverage,
                            &maintenance,
                            settings.compression.min_messages,
                        )
                    }
                    _ => Vec::new(),
                });
            }
            (SummaryKind::Compressed, None) => return Ok(Vec::new()),
            (kind, conversation) => {
                let days = match kind {
                    SummaryKind::Long => settings.summaries.long.every_days,
                    _ => settings.summaries.recent.every_days,
                };
                (job(kind, conversation, summary.project), days)
            }
        };
        let mut maintenance = self.maintenance_of(job).await?;
        maintenance.put_off(days, self.host.now().at);
        Ok(vec![Change::Put(Record::Maintenance(maintenance))])
    }
}

/// Changes that go with removing a compressed summary. Summaries that lie within it would come into force instead, so
/// they are replaced, too. The messages are not compressed automatically again until the conversation has grown by
/// `min_messages`.
pub(super) fn without_compressed(
    snapshot: &Snapshot,
    summary: &Summary,
    coverage: Coverage,
    maintenance: &Maintenance,
    min_messages: u32,
) -> Vec<Change> {
    let within = snapshot
        .summaries
        .iter()
        .filter(|within| within.kind == SummaryKind::Compressed && within.id != summary.id)
        .filter(|within| matches!(stale(within, snapshot), None | Some(Stale::Within)))
        .filter(|within| within.coverage.iter().all(|within| coverage.from <= within.from && within.to <= coverage.to));
    let mut changes: Vec<Change> = within.cloned().flat_map(replaced).collect();
    let progress = Progress::NotBefore(snapshot.next_place().sequence.saturating_add(min_messages));
    changes.push(Change::Put(Record::Maintenance(Maintenance { progress, ..maintenance.anew() })));
    changes
}

fn find(records: Vec<Record>, id: SummaryId) -> Result<Summary, Error> {
    let found = records.into_iter().find_map(|record| match record {
        Record::Summary(found) | Record::ReplacedSummary(found) if found.id == id => Some(found),
        _ => None,
    });
    found.ok_or(Error::Summary(SummaryRefusal::NotFound))
}
