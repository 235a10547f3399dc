//! The reads. Each takes a transaction over the stores it needs.
//!
//! Reading the last messages of a branch costs O(limit): one lookup of the last key, one range per segment of the path,
//! and one more lookup and range per gap that deleted messages left.

use super::{
    errors::from_error,
    keys::Key,
    requests::{ManyRows, answers, row, rows, some_rows},
    rows::{Row, Stored},
    schema::MESSAGES_BY_ID,
    transaction::store,
};
use indexed_db_futures::{
    BuildPrimitive, KeyRange, cursor::CursorDirection, query_source::QuerySource, transaction::Transaction,
};
use ricordo_core::{
    branch::{Branch, Segment, Sequence, path},
    conversation::Conversation,
    error::StoreError,
    id::{BranchId, ConversationId, MessageId},
    message::{Message, MessageText},
    project::Project,
    record::{Kind, RecordKey},
    snapshot::Snapshot,
    summary::Summary,
};

/// Stores that a snapshot reads.
pub(super) const SNAPSHOT: [Kind; 11] = [
    Kind::Conversation,
    Kind::Branch,
    Kind::Message,
    Kind::Forget,
    Kind::Mark,
    Kind::Project,
    Kind::Memory,
    Kind::Summary,
    Kind::UserData,
    Kind::ReplyDraft,
    Kind::ComposerDraft,
];

/// Stores that reading a conversation's messages needs.
pub(super) const MESSAGES: [Kind; 3] = [Kind::Conversation, Kind::Branch, Kind::Message];

/// All conversations, most recently used first.
pub(super) async fn conversations(transaction: &Transaction<'_>) -> Result<Vec<Conversation>, StoreError> {
    let mut conversations: Vec<Conversation> = rows(transaction, Kind::Conversation, None)?.read().await?;
    ricordo_core::text::small_sort::by_key(&mut conversations, |conversation| {
        std::cmp::Reverse((conversation.updated_at, conversation.id))
    });
    Ok(conversations)
}

/// One conversation with its last messages.
pub(super) async fn snapshot(
    transaction: &Transaction<'_>,
    id: ConversationId,
    limit: u32,
) -> Result<Option<Snapshot>, StoreError> {
    let one = |key: RecordKey| rows(transaction, key.kind(), Some(KeyRange::Only(Key::of(key))));
    // All requests are sent before the first is awaited.
    let place = vec![one(RecordKey::Conversation(id))?, rows(transaction, Kind::Branch, Some(Key::all_of(Some(id))))?];
    let around = vec![
        rows(transaction, Kind::Forget, Some(Key::all_of(Some(id))))?,
        rows(transaction, Kind::Mark, Some(Key::all_of(Some(id))))?,
        rows(transaction, Kind::Memory, None)?,
        rows(transaction, Kind::Summary, Some(Key::all_of(None)))?,
        rows(transaction, Kind::Summary, Some(Key::all_of(Some(id))))?,
        one(RecordKey::UserData)?,
        one(RecordKey::ReplyDraft(id))?,
        one(RecordKey::ComposerDraft(id))?,
    ];
    let mut place = answers(place).await?;
    let Some(conversation) = place.next_one::<Conversation>()? else {
        return Ok(None);
    };
    let branches: Vec<Branch> = place.next_all()?;
    let project = conversation.project.map(|id| one(RecordKey::Project(id))).transpose()?;
    // The messages are requested next, before the other rows are deserialized.
    let messages = tail(transaction, &path(&branches, conversation.active_branch), limit).await?;
    let mut around = answers(around).await?;
    let project: Option<Project> = match project {
        Some(project) => project.read().await?.pop(),
        None => None,
    };
    // In the order of the requests.
    let mut snapshot = Snapshot {
        project,
        messages,
        forgets: around.next_all()?,
        marks: around.next_all()?,
        // Every conversation reads these: one that cannot be read must not close them all.
        memories: around.next_readable(),
        summaries: around.next_readable(),
        ..Snapshot::empty(conversation, branches)
    };
    snapshot.summaries.extend(around.next_all::<Summary>()?);
    snapshot.user_data = around.next_readable().pop().unwrap_or_default();
    snapshot.reply_draft = around.next_one()?;
    snapshot.composer_draft = around.next_one()?;
    ricordo_core::text::small_sort::by_key(&mut snapshot.summaries, |summary| summary.id);
    Ok(Some(snapshot))
}

/// The last messages before a sequence number on the active branch.
pub(super) async fn messages(
    transaction: &Transaction<'_>,
    id: ConversationId,
    before: Sequence,
    limit: u32,
) -> Result<Vec<Message>, StoreError> {
    let segments = active_path(transaction, id).await?;
    let segments = segments.into_iter().map(|segment| Segment { to: segment.to.min(before), ..segment });
    tail(transaction, &segments.collect::<Vec<_>>(), limit).await
}

/// The first messages from a sequence number on, on the active branch.
pub(super) async fn messages_from(
    transaction: &Transaction<'_>,
    id: ConversationId,
    from: Sequence,
    limit: u32,
) -> Result<Vec<Message>, StoreError> {
    let mut found = Vec::new();
    // The path lists the newest segment first.
    for segment in active_path(transaction, id).await?.into_iter().rev() {
        let (from, missing) =
            (segment.from.max(from), limit.saturating_sub(u32::try_from(found.len()).unwrap_or(limit)));
        if from >= segment.to || missing == 0 {
            continue;
        }
        let range = Key::messages(segment.branch, from..segment.to);
        found.extend(some_rows(transaction, Kind::Message, Some(range), Some(missing))?.read::<Message>().await?);
    }
    Ok(found)
}

/// Path of the active branch; empty if the conversation does not exist.
async fn active_path(transaction: &Transaction<'_>, id: ConversationId) -> Result<Vec<Segment>, StoreError> {
    let conversation = row(transaction, RecordKey::Conversation(id))?;
    let branches = rows(transaction, Kind::Branch, Some(Key::all_of(Some(id))))?;
    let Some(conversation) = conversation.read::<Conversation>().await? else {
        return Ok(Vec::new());
    };
    Ok(path(&branches.read::<Branch>().await?, conversation.active_branch))
}

/// The message with an id.
pub(super) async fn message(transaction: &Transaction<'_>, id: MessageId) -> Result<Option<Message>, StoreError> {
    let store = store(transaction, Kind::Message)?;
    let index = store.index(MESSAGES_BY_ID).map_err(from_error)?;
    let request = index.get::<Row, Key, _>(Key::one(id)).primitive().map_err(from_error)?;
    request.await.map_err(from_error)?.map(|row| row.read(Kind::Message)).transpose()
}

/// The texts of the messages of a branch from a sequence number on.
pub(super) async fn texts(
    transaction: &Transaction<'_>,
    (branch, sequence): (BranchId, Sequence),
    limit: u32,
) -> Result<Vec<MessageText>, StoreError> {
    // IndexedDB treats a limit of 0 as unlimited.
    if limit == 0 {
        return Ok(Vec::new());
    }
    let range = KeyRange::LowerBound(Key::of(RecordKey::Message(branch, sequence)), false);
    some_rows(transaction, Kind::Message, Some(range), Some(limit))?.read().await
}

/// The record under a key.
pub(super) async fn record(transaction: &Transaction<'_>, key: RecordKey) -> Result<Option<Stored>, StoreError> {
    row(transaction, key)?.stored().await
}

/// All records of a kind, in key order.
pub(super) async fn records(transaction: &Transaction<'_>, kind: Kind) -> Result<Vec<Stored>, StoreError> {
    rows(transaction, kind, None)?.answered().await?.stored()
}

/// The first records of a kind between two keys, both included.
pub(super) async fn records_between(
    transaction: &Transaction<'_>,
    from: RecordKey,
    to: RecordKey,
    limit: u32,
) -> Result<Vec<Stored>, StoreError> {
    let Some(range) = range_between(from, to, limit) else { return Ok(Vec::new()) };
    some_rows(transaction, from.kind(), Some(range), Some(limit))?.answered().await?.stored()
}

/// The range from one key to another, both included; `None` if nothing is asked for: IndexedDB treats a limit of 0 as unlimited,
/// and refuses a range that ends before it begins.
fn range_between(from: RecordKey, to: RecordKey, limit: u32) -> Option<KeyRange<Key>> {
    (limit > 0 && from <= to).then(|| KeyRange::Bound(Key::of(from), false, Key::of(to), false))
}

/// The keys of the first rows of a kind between two keys, both included.
pub(super) async fn keys_between(
    transaction: &Transaction<'_>,
    from: RecordKey,
    to: RecordKey,
    limit: u32,
) -> Result<Vec<Key>, StoreError> {
    let Some(range) = range_between(from, to, limit) else { return Ok(Vec::new()) };
    let store = store(transaction, from.kind())?;
    let keys = store.get_all_keys::<Key>().with_query::<Key, _>(range).with_limit(limit);
    keys.primitive().map_err(from_error)?.await.map_err(from_error)?.collect::<Result<_, _>>().map_err(from_error)
}

/// The record of a kind under a key of its table.
pub(super) async fn record_at(
    transaction: &Transaction<'_>,
    kind: Kind,
    key: Key,
) -> Result<Option<Stored>, StoreError> {
    let request = store(transaction, kind)?.get::<Row, Key, _>(key).primitive().map_err(from_error)?;
    request.await.map_err(from_error)?.map(|row| Stored::from_row(kind, &row)).transpose()
}

/// For each pair of keys of the same kind, the records between them, both included.
pub(super) async fn several_between(
    transaction: &Transaction<'_>,
    ranges: Vec<(RecordKey, RecordKey)>,
) -> Result<Vec<Vec<Stored>>, StoreError> {
    let request = |(from, to): (RecordKey, RecordKey)| {
        // IndexedDB refuses a range that ends before it begins.
        let range = (from <= to).then(|| KeyRange::Bound(Key::of(from), false, Key::of(to), false));
        range.map(|range| rows(transaction, from.kind(), Some(range))).transpose()
    };
    // All requests are sent before the first is awaited.
    let requests: Vec<Option<ManyRows>> = ranges.into_iter().map(request).collect::<Result<_, _>>()?;
    let mut found = Vec::with_capacity(requests.len());
    for request in requests {
        found.push(match request {
            Some(request) => request.answered().await?.stored()?,
            None => Vec::new(),
        });
    }
    Ok(found)
}

/// The last record between two keys, both included.
pub(super) async fn last_between(
    transaction: &Transaction<'_>,
    from: RecordKey,
    to: RecordKey,
) -> Result<Option<Stored>, StoreError> {
    // IndexedDB refuses a range that ends before it begins.
    if from > to {
        return Ok(None);
    }
    let store = store(transaction, from.kind())?;
    let range = KeyRange::Bound(Key::of(from), false, Key::of(to), false);
    let cursor = store.open_cursor().with_query::<Key, _>(range);
    let cursor = cursor.with_direction(CursorDirection::Prev).primitive().map_err(from_error)?;
    let Some(mut cursor) = cursor.await.map_err(from_error)? else {
        return Ok(None);
    };
    let row = cursor.next_record::<Row>().await.map_err(from_error)?;
    row.map(|row| Stored::from_row(from.kind(), &row)).transpose()
}

/// The last messages on a path whose newest segment comes first; the result is oldest first.
async fn tail(transaction: &Transaction<'_>, path: &[Segment], limit: u32) -> Result<Vec<Message>, StoreError> {
    let mut missing = limit;
    let mut newest_first = Vec::new();
    for segment in path {
        let found = tail_of_segment(transaction, *segment, missing).await?;
        missing -= u32::try_from(found.len()).unwrap_or(missing).min(missing);
        newest_first.extend(found.into_iter().rev());
    }
    newest_first.reverse();
    Ok(newest_first)
}

/// The last messages of one segment, oldest first.
async fn tail_of_segment(
    transaction: &Transaction<'_>,
    segment: Segment,
    limit: u32,
) -> Result<Vec<Message>, StoreError> {
    let mut newest_first = Vec::new();
    let mut missing = limit;
    let mut to = segment.to;
    // The parent has messages at a fork; the end of a branch has to be looked up.
    let mut to_is_certain = segment.to != Sequence::MAX;
    while missing > 0 && segment.from < to {
        if !to_is_certain {
            match last_place(transaction, Segment { to, ..segment }).await? {
                Some(last) => to = last + 1,
                None => break,
            }
        }
        let from = to.saturating_sub(missing).max(segment.from);
        let range = Key::messages(segment.branch, from..to);
        let found: Vec<Message> = rows(transaction, Kind::Message, Some(range))?.read().await?;
        missing -= u32::try_from(found.len()).unwrap_or(missing).min(missing);
        newest_first.extend(found.into_iter().rev());
        // Fewer than requested: messages were deleted here. The next ones may be far before.
        to = from;
        to_is_certain = false;
    }
    newest_first.reverse();
    Ok(newest_first)
}

/// The last sequence number in a segment that holds a message.
async fn last_place(transaction: &Transaction<'_>, segment: Segment) -> Result<Option<Sequence>, StoreError> {
    let store = store(transaction, Kind::Message)?;
    let cursor = store.open_key_cursor().with_query::<Key, _>(Key::segment(segment));
    let cursor = cursor.with_direction(CursorDirection::Prev).primitive().map_err(from_error)?;
    let Some(cursor) = cursor.await.map_err(from_error)? else {
        return Ok(None);
    };
    let key: Option<Key> = cursor.primary_key().map_err(from_error)?;
    Ok(key.and_then(|key| key.sequence()))
}

/// Number of records of a kind.
pub(super) async fn count(transaction: &Transaction<'_>, kind: Kind) -> Result<u64, StoreError> {
    let count = store(transaction, kind)?.count().primitive().map_err(from_error)?.await.map_err(from_error)?;
    Ok(count.into())
}
