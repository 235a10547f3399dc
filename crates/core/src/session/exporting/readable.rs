//! Reads what can be read where a row is damaged or the browser has lost an image, and counts the rest.

use super::{Gathered, Gathering, Session};
use crate::{
    branch::{Branch, Sequence, path},
    conversation::Conversation,
    error::{Error, StoreError},
    host::Host,
    message::Message,
    record::{Kind, Record, RecordKey},
    store::Store,
};

/// Records from one key to another.
pub(in crate::session) struct Page {
    /// Those that can be read.
    pub(in crate::session) records: Vec<Record>,
    /// Number of those among them that cannot.
    pub(in crate::session) lost: u64,
    /// Whether none are left. Otherwise the next page goes on from the last record of this one.
    pub(in crate::session) is_last: bool,
}

/// Whether an error says that a record cannot be read, so that others may be.
fn is_damaged(error: &StoreError) -> bool {
    matches!(error, StoreError::Damaged { .. })
}

impl<S: Store, H: Host> Session<S, H> {
    /// The first records from one key to another, about `limit`; all that are left if it is the last page.
    pub(in crate::session) async fn page(
        &self,
        (from, to): (RecordKey, RecordKey),
        mut limit: u32,
    ) -> Result<Page, StoreError> {
        match self.store.records_between(from, to, limit).await {
            Ok(records) => return Ok(Page { is_last: is_short(records.len(), limit), records, lost: 0 }),
            Err(error) if is_damaged(&error) => {}
            Err(error) => return Err(error),
        }
        loop {
            let mut rows = self.store.readable_between(from, to, limit).await?;
            let is_last = is_short(rows.len(), limit);
            // What follows the last one that can be read is counted in the next page, which begins with that one.
            let end = if is_last { rows.len() } else { rows.iter().rposition(Option::is_some).map_or(0, |at| at + 1) };
            if !is_last && end <= 1 {
                limit = limit.saturating_mul(2);
                continue;
            }
            rows.truncate(end);
            let lost = rows.iter().filter(|row| row.is_none()).count() as u64;
            return Ok(Page { records: rows.into_iter().flatten().collect(), lost, is_last });
        }
    }

    /// All conversations; if one of them cannot be read, the others.
    pub(in crate::session) async fn all_readable(&self) -> Result<Vec<Conversation>, Error> {
        match self.store.conversations().await {
            Err(error) if is_damaged(&error) => Ok(self.readable_conversations().await?.0),
            found => Ok(found?),
        }
    }

    /// All conversations that can be read, in the order of their ids, and the number of those that cannot.
    pub(in crate::session) async fn readable_conversations(&self) -> Result<(Vec<Conversation>, u64), Error> {
        let kind = Kind::Conversation;
        let page = self.page((RecordKey::first_of(kind), RecordKey::last_of(kind)), u32::MAX).await?;
        let found = page.records.into_iter();
        let found =
            found.filter_map(|record| if let Record::Conversation(found) = record { Some(found) } else { None });
        Ok((found.collect(), page.lost))
    }

    /// The branches of a conversation that can be read, and the number of those that cannot. An active branch that cannot be
    /// read stands among them as one without a parent, so that its messages are shown.
    pub(super) async fn readable_branches(&self, of: &Conversation) -> Result<(Vec<Branch>, u64), Error> {
        let Some(ends) = RecordKey::owned(Kind::Branch, Some(of.id)) else { return Ok((Vec::new(), 0)) };
        let page = self.page(ends, u32::MAX).await?;
        let found = page.records.into_iter();
        let found = found.filter_map(|record| if let Record::Branch(found) = record { Some(found) } else { None });
        let mut branches: Vec<Branch> = found.collect();
        if page.lost > 0 && branches.iter().all(|branch| branch.id != of.active_branch) {
            let (id, conversation) = (of.active_branch, of.id);
            branches.push(Branch { id, conversation, parent: None, first: 0, left_at: None });
        }
        Ok((branches, page.lost))
    }

    /// Messages of the active branch from a sequence on, about `limit`, and where to go on; `None` at the end. Adds the number of
    /// those that cannot be read to `lost`.
    pub(in crate::session) async fn readable_messages(
        &self,
        of: &Conversation,
        from: Sequence,
        limit: u32,
        lost: &mut u64,
    ) -> Result<(Vec<Message>, Option<Sequence>), Error> {
        match self.store.messages_from(of.id, from, limit).await {
            Ok(page) => {
                let next = page.last().and_then(|last| last.sequence.checked_add(1));
                return Ok((page, next));
            }
            Err(error) if is_damaged(&error) => {}
            Err(error) => return Err(error.into()),
        }
        let (branches, _) = self.readable_branches(of).await?;
        // The path lists the newest segment first.
        let segments = path(&branches, of.active_branch).into_iter().rev();
        let Some(segment) = segments.into_iter().find(|segment| segment.to > from) else {
            return Ok((Vec::new(), None));
        };
        let key = |sequence| RecordKey::Message(segment.branch, sequence);
        let page = self.page((key(from.max(segment.from)), key(segment.to.saturating_sub(1))), limit).await?;
        *lost += page.lost;
        let found = page.records.into_iter();
        let found = found.filter_map(|record| if let Record::Message(found) = record { Some(*found) } else { None });
        let messages: Vec<Message> = found.collect();
        let end = Some(segment.to).filter(|end| *end != Sequence::MAX);
        let next = match messages.last() {
            Some(last) if !page.is_last => last.sequence.checked_add(1),
            _ => end,
        };
        Ok((messages, next))
    }

    /// The record under a key; `None` if it is not stored or cannot be read. Adds the number of those to `lost`.
    pub(in crate::session) async fn readable_record(
        &self,
        key: RecordKey,
        lost: &mut u64,
    ) -> Result<Option<Record>, StoreError> {
        match self.store.record(key).await {
            Err(error) if is_damaged(&error) => {
                *lost += 1;
                Ok(None)
            }
            other => other,
        }
    }

    /// Passes the record under a key, if there is one.
    pub(in crate::session) async fn collect_one<F: FnMut(Gathered)>(
        &self,
        key: RecordKey,
        to: &mut Gathering<F>,
    ) -> Result<(), StoreError> {
        let found = self.readable_record(key, &mut to.lost).await?;
        to.give(found.into_iter().collect());
        Ok(())
    }
}

/// Whether a read returned less than it was asked for.
fn is_short(found: usize, limit: u32) -> bool {
    u32::try_from(found).is_ok_and(|found| found < limit)
}
